package packerplugins

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
	tfjson "github.com/hashicorp/terraform-json"
	"github.com/zclconf/go-cty/cty"

	"github.com/hcljson/hcljson/internal/reading"
)

// Bounds of a file with schemas.
const (
	maxFile         = 64 << 20
	maxBlockNesting = maxSpecNesting
)

// Read reads a file in the format of the package comment. The diagnostics are errors
// with the place of what is wrong: the JSON, a format_version that is not 1.x, a type
// that is none, a nesting mode that Packer does not have, more than 64 MiB. With an
// error, the result is nil. filename is for the diagnostics.
func Read(src []byte, filename string) (Schemas, hcl.Diagnostics) {
	r := &reader{src: src, filename: filename}
	if len(src) > maxFile {
		return nil, hcl.Diagnostics{r.diagnostic(hcl.Range{Filename: filename, Start: hcl.InitialPos, End: hcl.InitialPos},
			fmt.Sprintf("The file has %d bytes. At most %d are read.", len(src), maxFile))}
	}
	if diags := reading.CheckJSON(src, filename); diags.HasErrors() {
		return nil, diags
	}
	schemas, err := r.document()
	if err != nil {
		return nil, hcl.Diagnostics{r.diagnose(err)}
	}
	return schemas, nil
}

// placed is an error with its place: a path of names in the document, or an offset.
type placed struct {
	path   []string
	offset int64
	detail string
}

func (e *placed) Error() string { return e.detail }

// The document as it is read: what may be wrong by itself is looked at with its place.
type (
	readDocument struct {
		FormatVersion   json.RawMessage        `json:"format_version"`
		PackerPlugins   map[string]*readPlugin `json:"packer_plugins"`
		ProviderSchemas json.RawMessage        `json:"provider_schemas"`
	}
	readPlugin struct {
		Version        string                `json:"version"`
		Builders       map[string]*readBlock `json:"builders"`
		Provisioners   map[string]*readBlock `json:"provisioners"`
		PostProcessors map[string]*readBlock `json:"post_processors"`
		DataSources    map[string]*readBlock `json:"data_sources"`
	}
	readBlock struct {
		Attributes      map[string]*readAttribute    `json:"attributes"`
		BlockTypes      map[string]*readBlockType    `json:"block_types"`
		Description     string                       `json:"description"`
		DescriptionKind tfjson.SchemaDescriptionKind `json:"description_kind"`
		Deprecated      bool                         `json:"deprecated"`
	}
	readAttribute struct {
		tfjson.SchemaAttribute
		Type   json.RawMessage `json:"type"`
		Nested json.RawMessage `json:"nested_type"`
	}
	readBlockType struct {
		tfjson.SchemaBlockType
		Block *readBlock `json:"block"`
	}
)

type reader struct {
	src      []byte
	filename string
	path     []string
}

func (r *reader) diagnose(err error) *hcl.Diagnostic {
	var p *placed
	if !errors.As(err, &p) {
		p = &placed{detail: err.Error()}
	}
	offset := p.offset
	if p.path != nil {
		offset = locate(r.src, p.path)
	}
	return r.diagnostic(rangeAt(r.src, r.filename, offset), p.detail)
}

func (r *reader) diagnostic(subject hcl.Range, detail string) *hcl.Diagnostic {
	return &hcl.Diagnostic{
		Severity: hcl.DiagError, Summary: "Invalid schemas of Packer plugins", Detail: detail, Subject: &subject,
	}
}

const wantsObject = "This must be an object."

// fail is an error at the current path, or below it.
func (r *reader) fail(below string, format string, args ...any) error {
	path := append([]string{}, r.path...)
	if below != "" {
		path = append(path, below)
	}
	return &placed{path: path, detail: fmt.Sprintf(format, args...)}
}

func (r *reader) document() (Schemas, error) {
	var document readDocument
	if err := r.decode(&document); err != nil {
		return nil, err
	}
	if err := r.version(&document); err != nil {
		return nil, err
	}
	schemas := Schemas{}
	plugins, err := each(r, "packer_plugins", document.PackerPlugins, (*reader).plugin)
	maps.Copy(schemas, plugins)
	return schemas, err
}

// decode decodes the whole document, and finds the place of what is of another type.
func (r *reader) decode(into any) error {
	var syntax *json.SyntaxError
	var wrong *json.UnmarshalTypeError
	switch err := json.Unmarshal(r.src, into); {
	case errors.As(err, &syntax):
		text := strings.TrimPrefix(err.Error(), "json: ")
		return &placed{offset: syntax.Offset - 1, detail: fmt.Sprintf("This is not JSON: %s.", text)}
	case errors.As(err, &wrong):
		detail := wantsObject
		if kind := wrong.Type.Kind(); kind != reflect.Map && kind != reflect.Struct {
			detail = fmt.Sprintf("Found a JSON %s, which has no meaning here.", wrong.Value)
		}
		return &placed{offset: valueBefore(r.src, wrong.Offset), detail: detail}
	case err != nil:
		return &placed{detail: err.Error()}
	}
	return nil
}

// version checks the version and the kind of the document.
func (r *reader) version(document *readDocument) error {
	if document.PackerPlugins == nil {
		if document.ProviderSchemas != nil {
			return r.fail("provider_schemas", "These are schemas of providers, and not of Packer's plugins.")
		}
		return r.fail("", `The property "packer_plugins" is missing, which holds the plugins.`)
	}
	var version string
	if json.Unmarshal(document.FormatVersion, &version) != nil {
		return r.fail("format_version", `The property "format_version" must be a string such as %q.`, formatVersion)
	}
	if major, _, ok := strings.Cut(version, "."); !ok || major != "1" {
		return r.fail("format_version", "Version %q of the format is not known; 1.x is.", version)
	}
	return nil
}

// each reads the members of an object under a name. It returns nil if there are none.
func each[T, U any](r *reader, name string, members map[string]*T,
	read func(*reader, *T) (*U, error)) (map[string]*U, error) {
	if len(members) == 0 {
		return nil, nil
	}
	depth := len(r.path)
	result := make(map[string]*U, len(members))
	for _, member := range slices.Sorted(maps.Keys(members)) {
		r.path = append(r.path[:depth], name, member)
		if members[member] == nil {
			return nil, r.fail("", wantsObject)
		}
		var err error
		if result[member], err = read(r, members[member]); err != nil {
			return nil, err
		}
	}
	r.path = r.path[:depth]
	return result, nil
}

func (r *reader) plugin(p *readPlugin) (plugin *Plugin, err error) {
	plugin = &Plugin{Version: p.Version}
	for _, kind := range []struct {
		name       string
		components map[string]*readBlock
		result     *map[string]*tfjson.SchemaBlock
	}{
		{"builders", p.Builders, &plugin.Builders},
		{"provisioners", p.Provisioners, &plugin.Provisioners},
		{"post_processors", p.PostProcessors, &plugin.PostProcessors},
		{"data_sources", p.DataSources, &plugin.DataSources},
	} {
		if *kind.result, err = each(r, kind.name, kind.components, (*reader).component); err != nil {
			return nil, err
		}
	}
	return plugin, nil
}

func (r *reader) component(b *readBlock) (*tfjson.SchemaBlock, error) { return r.block(b, 0) }

func (r *reader) block(b *readBlock, depth int) (block *tfjson.SchemaBlock, err error) {
	if depth > maxBlockNesting {
		return nil, r.fail("", "Blocks are nested more than %d deep.", maxBlockNesting)
	}
	block = &tfjson.SchemaBlock{
		Description: b.Description, DescriptionKind: b.DescriptionKind, Deprecated: b.Deprecated,
	}
	if block.Attributes, err = each(r, "attributes", b.Attributes, (*reader).attribute); err != nil {
		return nil, err
	}
	block.NestedBlocks, err = each(r, "block_types", b.BlockTypes,
		func(r *reader, t *readBlockType) (*tfjson.SchemaBlockType, error) { return r.blockType(t, depth) })
	return block, err
}

func (r *reader) attribute(a *readAttribute) (*tfjson.SchemaAttribute, error) {
	if a.Type == nil || a.Nested != nil {
		return nil, r.fail("", `An attribute of a Packer plugin has the property "type", and no "nested_type".`)
	}
	if err := json.Unmarshal(a.Type, &a.AttributeType); err != nil || a.AttributeType == cty.NilType {
		return nil, r.fail("type", "This cannot be read as a type: %s.", a.Type)
	}
	return &a.SchemaAttribute, nil
}

func (r *reader) blockType(t *readBlockType, depth int) (_ *tfjson.SchemaBlockType, err error) {
	if mode := t.NestingMode; mode != tfjson.SchemaNestingModeSingle && mode != tfjson.SchemaNestingModeList {
		return nil, r.fail("nesting_mode", `A nesting mode of a Packer plugin is "single" or "list".`)
	}
	if t.Block == nil {
		return nil, r.fail("block", wantsObject)
	}
	r.path = append(r.path, "block")
	t.SchemaBlockType.Block, err = r.block(t.Block, depth+1)
	return &t.SchemaBlockType, err
}

// locate returns the offset of the value at a path of property names in valid JSON,
// or that of the last value on the way that is there. Of a name that appears twice,
// the last counts, as for encoding/json.
func locate(src []byte, path []string) int64 {
	value := bytes.TrimLeft(src, " \t\r\n")
	base := int64(len(src) - len(value))
	for _, name := range path {
		offset, next := property(value, name)
		if next == nil {
			return base
		}
		base, value = base+offset, next
	}
	return base
}

// property returns the offset and the text of a property's value, nil if the object
// does not have it.
func property(object []byte, name string) (offset int64, value []byte) {
	decoder := json.NewDecoder(bytes.NewReader(object))
	if token, err := decoder.Token(); err != nil || token != json.Delim('{') {
		return 0, nil
	}
	for decoder.More() {
		key, err := decoder.Token()
		var raw json.RawMessage
		if err != nil || decoder.Decode(&raw) != nil {
			return 0, nil
		}
		if key == name {
			offset, value = decoder.InputOffset()-int64(len(raw)), raw
		}
	}
	return offset, value
}

// valueBefore returns the offset of the last value, or bracket, that starts before another
// offset in valid JSON.
func valueBefore(src []byte, offset int64) int64 {
	decoder := json.NewDecoder(bytes.NewReader(src))
	var at int64
	for {
		before := decoder.InputOffset()
		if _, err := decoder.Token(); err != nil {
			return at
		}
		// Between two tokens are white space, commas and colons.
		text := src[before:decoder.InputOffset()]
		start := before + int64(len(text)-len(bytes.TrimLeft(text, " \t\r\n,:")))
		if start >= offset {
			return at
		}
		at = start
	}
}

// rangeAt is the place of one character.
func rangeAt(src []byte, filename string, offset int64) hcl.Range {
	at := int(min(max(offset, 0), int64(len(src))))
	start := reading.Position(src, at)
	end := start
	if _, size := utf8.DecodeRune(src[at:]); size > 0 {
		end.Byte += size
		end.Column++
	}
	return hcl.Range{Filename: filename, Start: start, End: end}
}
