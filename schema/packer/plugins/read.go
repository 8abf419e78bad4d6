package plugins

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	tfjson "github.com/hashicorp/terraform-json"

	"github.com/hcljson/hcljson/schema/internal/reading"
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

type reader struct {
	src      []byte
	filename string
	path     []string
}

func (r *reader) diagnose(err error) *hcl.Diagnostic {
	var p *placed
	if !errors.As(err, &p) {
		return r.diagnostic(hcl.Range{Filename: r.filename, Start: hcl.InitialPos, End: hcl.InitialPos}, err.Error())
	}
	offset := p.offset
	if p.path != nil {
		offset = locate(r.src, p.path)
	}
	return r.diagnostic(rangeAt(r.src, r.filename, offset), p.detail)
}

func (r *reader) diagnostic(subject hcl.Range, detail string) *hcl.Diagnostic {
	return &hcl.Diagnostic{Severity: hcl.DiagError, Summary: "Invalid schemas of Packer plugins", Detail: detail, Subject: &subject}
}

// fail is an error at the current path, or below it.
func (r *reader) fail(below []string, format string, args ...any) error {
	return &placed{path: append(slices.Clone(r.path), below...), detail: fmt.Sprintf(format, args...)}
}

// in calls f with a longer path.
func (r *reader) in(names []string, f func() error) error {
	r.path = append(r.path, names...)
	defer func() { r.path = r.path[:len(r.path)-len(names)] }()
	return f()
}

func (r *reader) document() (Schemas, error) {
	var syntax *json.SyntaxError
	var raw json.RawMessage
	if err := json.Unmarshal(r.src, &raw); errors.As(err, &syntax) {
		return nil, &placed{offset: syntax.Offset - 1, detail: fmt.Sprintf("This is not JSON: %s.", strings.TrimPrefix(err.Error(), "json: "))}
	}
	r.path = []string{}
	root := map[string]json.RawMessage{}
	if err := r.object(raw, &root); err != nil {
		return nil, err
	}
	if err := r.version(root); err != nil {
		return nil, err
	}
	schemas := Schemas{}
	err := r.in([]string{"packer_plugins"}, func() error {
		plugins := map[string]json.RawMessage{}
		if err := r.object(root["packer_plugins"], &plugins); err != nil {
			return err
		}
		for _, source := range slices.Sorted(maps.Keys(plugins)) {
			err := r.in([]string{source}, func() (err error) {
				schemas[source], err = r.plugin(plugins[source])
				return err
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	return schemas, err
}

// version checks the version and the kind of the document.
func (r *reader) version(root map[string]json.RawMessage) error {
	if root["packer_plugins"] == nil {
		if root["provider_schemas"] != nil {
			return r.fail([]string{"provider_schemas"}, "These are schemas of providers, and not of Packer's plugins.")
		}
		return r.fail(nil, `The property "packer_plugins" is missing, which holds the plugins.`)
	}
	var version string
	if json.Unmarshal(root["format_version"], &version) != nil {
		return r.fail([]string{"format_version"}, `The property "format_version" has to be a string such as %q.`, formatVersion)
	}
	if major, _, ok := strings.Cut(version, "."); !ok || major != "1" {
		return r.fail([]string{"format_version"}, "Version %q of the format is not known; 1.x is.", version)
	}
	return nil
}

// object decodes an object into a map or struct.
func (r *reader) object(raw json.RawMessage, into any) error {
	if len(raw) == 0 || raw[0] != '{' {
		return r.fail(nil, "An object has to stand here.")
	}
	return r.decode(raw, into)
}

func (r *reader) decode(raw json.RawMessage, into any) error {
	err := json.Unmarshal(raw, into)
	var wrongType *json.UnmarshalTypeError
	if errors.As(err, &wrongType) {
		return r.fail(strings.FieldsFunc(wrongType.Field, func(c rune) bool { return c == '.' }), "Found a JSON %s, which has no meaning here.", wrongType.Value)
	}
	if err != nil {
		return r.fail(nil, "This cannot be read: %s.", err)
	}
	return nil
}

func (r *reader) plugin(raw json.RawMessage) (*Plugin, error) {
	var parts struct {
		Version        string          `json:"version"`
		Builders       json.RawMessage `json:"builders"`
		Provisioners   json.RawMessage `json:"provisioners"`
		PostProcessors json.RawMessage `json:"post_processors"`
		DataSources    json.RawMessage `json:"data_sources"`
	}
	if err := r.object(raw, &parts); err != nil {
		return nil, err
	}
	plugin := &Plugin{Version: parts.Version}
	for _, group := range []struct {
		kind Kind
		name string
		raw  json.RawMessage
	}{
		{Builder, "builders", parts.Builders},
		{Provisioner, "provisioners", parts.Provisioners},
		{PostProcessor, "post_processors", parts.PostProcessors},
		{DataSource, "data_sources", parts.DataSources},
	} {
		err := r.in([]string{group.name}, func() error { return r.components(plugin, group.kind, group.raw) })
		if err != nil {
			return nil, err
		}
	}
	return plugin, nil
}

func (r *reader) components(plugin *Plugin, kind Kind, raw json.RawMessage) error {
	if raw == nil {
		return nil
	}
	components := map[string]json.RawMessage{}
	if err := r.object(raw, &components); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(components)) {
		err := r.in([]string{name}, func() error {
			block, err := r.block(components[name], 0)
			plugin.add(kind, name, block)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (r *reader) block(raw json.RawMessage, depth int) (*tfjson.SchemaBlock, error) {
	if depth > maxBlockNesting {
		return nil, r.fail(nil, "Blocks are nested more than %d deep.", maxBlockNesting)
	}
	var parts struct {
		Attributes      map[string]json.RawMessage   `json:"attributes"`
		BlockTypes      map[string]json.RawMessage   `json:"block_types"`
		Description     string                       `json:"description"`
		DescriptionKind tfjson.SchemaDescriptionKind `json:"description_kind"`
		Deprecated      bool                         `json:"deprecated"`
	}
	if err := r.object(raw, &parts); err != nil {
		return nil, err
	}
	block := &tfjson.SchemaBlock{Description: parts.Description, DescriptionKind: parts.DescriptionKind, Deprecated: parts.Deprecated}
	if len(parts.Attributes) > 0 {
		block.Attributes = make(map[string]*tfjson.SchemaAttribute, len(parts.Attributes))
	}
	for _, name := range slices.Sorted(maps.Keys(parts.Attributes)) {
		err := r.in([]string{"attributes", name}, func() (err error) {
			block.Attributes[name], err = r.attribute(parts.Attributes[name])
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	if len(parts.BlockTypes) > 0 {
		block.NestedBlocks = make(map[string]*tfjson.SchemaBlockType, len(parts.BlockTypes))
	}
	for _, name := range slices.Sorted(maps.Keys(parts.BlockTypes)) {
		err := r.in([]string{"block_types", name}, func() (err error) {
			block.NestedBlocks[name], err = r.blockType(parts.BlockTypes[name], depth)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return block, nil
}

func (r *reader) attribute(raw json.RawMessage) (*tfjson.SchemaAttribute, error) {
	var parts map[string]json.RawMessage
	if err := r.object(raw, &parts); err != nil {
		return nil, err
	}
	if parts["type"] == nil || parts["nested_type"] != nil {
		return nil, r.fail(nil, `An attribute of a Packer plugin has the property "type", and no "nested_type".`)
	}
	attribute := &tfjson.SchemaAttribute{}
	if err := r.in([]string{"type"}, func() error { return r.decode(parts["type"], &attribute.AttributeType) }); err != nil {
		return nil, err
	}
	return attribute, r.decode(raw, attribute)
}

func (r *reader) blockType(raw json.RawMessage, depth int) (*tfjson.SchemaBlockType, error) {
	var parts struct {
		NestingMode tfjson.SchemaNestingMode `json:"nesting_mode"`
		Block       json.RawMessage          `json:"block"`
		MinItems    uint64                   `json:"min_items"`
		MaxItems    uint64                   `json:"max_items"`
	}
	if err := r.object(raw, &parts); err != nil {
		return nil, err
	}
	switch parts.NestingMode {
	case tfjson.SchemaNestingModeSingle, tfjson.SchemaNestingModeList:
	default:
		return nil, r.fail([]string{"nesting_mode"}, `A nesting mode of a Packer plugin is "single" or "list".`)
	}
	nested := &tfjson.SchemaBlockType{NestingMode: parts.NestingMode, MinItems: parts.MinItems, MaxItems: parts.MaxItems}
	err := r.in([]string{"block"}, func() (err error) {
		nested.Block, err = r.block(parts.Block, depth+1)
		return err
	})
	return nested, err
}
