package packerplugins

import (
	"cmp"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2"
	tfjson "github.com/hashicorp/terraform-json"

	"github.com/hcljson/hcljson/internal/diagnostic"
	"github.com/hcljson/hcljson/internal/jsontree"
	"github.com/hcljson/hcljson/internal/reading"
)

// Bounds of a file with schemas.
const (
	maxFile         = 64 << 20
	maxBlockNesting = 64
)

// Read reads a file in the format of the package comment. The diagnostics are errors
// with the place of what is wrong: the JSON, a format_version that is not 1.x, a type
// that is none, a nesting mode that Packer does not have, more than 64 MiB. With an
// error, the result is nil. filename is for the diagnostics.
func Read(src []byte, filename string) (Schemas, hcl.Diagnostics) {
	r := &reader{src: src, filename: filename}
	if len(src) > maxFile {
		r.fail(&jsontree.Value{}, "The file has %d bytes. At most %d are read.", len(src), maxFile)
		return nil, r.diags
	}
	if err := reading.CheckTypes(src); err != nil {
		r.fail(&jsontree.Value{}, "The document is not read: %s.", err)
		return nil, r.diags
	}
	root, diags := jsontree.Parse(src, filename)
	if diags.HasErrors() {
		return nil, diags
	}
	schemas := r.document(root)
	if r.diags != nil {
		return nil, r.diags
	}
	return schemas, nil
}

// reader has the first error.
type reader struct {
	src      []byte
	filename string
	diags    hcl.Diagnostics
}

func (r *reader) fail(at *jsontree.Value, format string, args ...any) {
	if r.diags == nil {
		diag := diagnostic.Errorf("Invalid schemas of Packer plugins", format, args...)
		diag.Subject = diagnostic.RangeAt(r.filename, r.src, at.Start, min(at.Start+1, len(r.src)))
		r.diags = hcl.Diagnostics{diag}
	}
}

func (r *reader) document(root *jsontree.Value) Schemas {
	r.object(root)
	plugins, version := root.Member("packer_plugins"), root.Member("format_version")
	switch {
	case plugins == nil && root.Member("provider_schemas") != nil:
		r.fail(root.Member("provider_schemas"), "These are schemas of providers, and not of Packer's plugins.")
	case plugins == nil:
		r.fail(root, `The property "packer_plugins" is missing, which holds the plugins.`)
	case version == nil || version.Kind != jsontree.String:
		r.fail(cmp.Or(version, root), `The property "format_version" must be a string such as "1.0".`)
	case !strings.HasPrefix(version.Text, "1."):
		r.fail(version, "Version %q of the format is not known; 1.x is.", version.Text)
	}
	schemas := Schemas{}
	r.each(plugins, func(source string, v *jsontree.Value) {
		plugin := &Plugin{Version: r.text(v.Member("version"))}
		for _, kind := range kinds {
			r.each(v.Member(kind.property()), func(name string, v *jsontree.Value) { plugin.add(kind, name, r.block(v, 0)) })
		}
		schemas[source] = plugin
	})
	return schemas
}

func (r *reader) object(v *jsontree.Value) {
	if v.Kind != jsontree.Object {
		r.fail(v, "This must be an object.")
	}
}

// each reads the members of an object, which must be objects, unless it is missing or there
// was an error. Of two with one name, the last counts.
func (r *reader) each(v *jsontree.Value, read func(name string, v *jsontree.Value)) {
	if v == nil {
		return
	}
	r.object(v)
	for i := range v.Members {
		if r.object(&v.Members[i].Value); r.diags != nil {
			return
		}
		read(v.Members[i].Name, &v.Members[i].Value)
	}
}

// value is the text of a member of some kind, empty if it is missing.
func (r *reader) value(v *jsontree.Value, kind jsontree.Kind) string {
	if v == nil {
		return ""
	}
	if v.Kind != kind {
		r.fail(v, "Found %s, which has no meaning here.", v.Kind)
	}
	return v.Text
}

func (r *reader) text(v *jsontree.Value) string { return r.value(v, jsontree.String) }

func (r *reader) count(v *jsontree.Value) uint64 {
	n, err := strconv.ParseUint(r.value(v, jsontree.Number), 10, 64)
	if v != nil && err != nil {
		r.fail(v, "Found the number %s, which has no meaning here.", v.Text)
	}
	return n
}

func (r *reader) block(v *jsontree.Value, depth int) *tfjson.SchemaBlock {
	if depth > maxBlockNesting {
		r.fail(v, "Blocks are nested more than %d deep.", maxBlockNesting)
		return nil
	}
	block := &tfjson.SchemaBlock{
		Description:     r.text(v.Member("description")),
		DescriptionKind: tfjson.SchemaDescriptionKind(r.text(v.Member("description_kind"))),
		Deprecated:      r.value(v.Member("deprecated"), jsontree.Bool) == "true",
	}
	r.each(v.Member("attributes"), func(name string, v *jsontree.Value) {
		if block.Attributes == nil {
			block.Attributes = map[string]*tfjson.SchemaAttribute{}
		}
		block.Attributes[name] = r.attribute(v)
	})
	r.each(v.Member("block_types"), func(name string, v *jsontree.Value) {
		if block.NestedBlocks == nil {
			block.NestedBlocks = map[string]*tfjson.SchemaBlockType{}
		}
		block.NestedBlocks[name] = r.blockType(v, depth)
	})
	return block
}

func (r *reader) attribute(v *jsontree.Value) *tfjson.SchemaAttribute {
	attribute := &tfjson.SchemaAttribute{}
	typ := v.Member("type")
	switch {
	case typ == nil || typ.Kind == jsontree.Null || v.Member("nested_type") != nil:
		r.fail(v, `An attribute of a Packer plugin has the property "type", and no "nested_type".`)
	case json.Unmarshal(r.src[typ.Start:typ.End], &attribute.AttributeType) != nil:
		r.fail(typ, "This cannot be read as a type: %s.", r.src[typ.Start:typ.End])
	default:
		if err := json.Unmarshal(r.src[v.Start:v.End], attribute); err != nil {
			r.fail(v, "This cannot be read as an attribute: %s.", strings.TrimPrefix(err.Error(), "json: "))
		}
	}
	return attribute
}

func (r *reader) blockType(v *jsontree.Value, depth int) *tfjson.SchemaBlockType {
	mode := tfjson.SchemaNestingMode(r.text(v.Member("nesting_mode")))
	if mode != tfjson.SchemaNestingModeSingle && mode != tfjson.SchemaNestingModeList {
		r.fail(cmp.Or(v.Member("nesting_mode"), v), `A nesting mode of a Packer plugin is "single" or "list".`)
	}
	block := cmp.Or(v.Member("block"), &jsontree.Value{Start: v.Start})
	r.object(block)
	return &tfjson.SchemaBlockType{
		NestingMode: mode, Block: r.block(block, depth+1),
		MinItems: r.count(v.Member("min_items")), MaxItems: r.count(v.Member("max_items")),
	}
}
