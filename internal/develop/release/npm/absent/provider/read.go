//go:build hcljson_small

// Package provider stands in for the files of schema/provider that read schemas and
// requirements.
package provider

import (
	"bytes"
	"cmp"
	"strings"

	"github.com/hashicorp/go-version"
	"github.com/hashicorp/hcl/v2"
	tfaddr "github.com/hashicorp/terraform-registry-address"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/reading"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// missing is what whoever asks for this part learns; see service.Absent.
type missing string

func (missing) Absent() {}

func (m missing) Error() string { return string(m) + " is not in this program" }

// Schema is one that there never is.
type Schema struct{ Address tfaddr.Provider }

// Body panics, as Read does.
func (*Schema) Body(schema.Part, string) *schema.Body { panic(schemas) }

func Read([]byte, string) ([]*Schema, hcl.Diagnostics) { panic(schemas) }

const (
	schemas  = missing("reading schemas")
	unplain  = missing("reading requirements that are more than constant strings")
	override = missing("reading override files")
)

// ReadRequirements reads those that are written as constant strings without escapes.
func ReadRequirements(files []File, terraform bool) (Requirements, hcl.Diagnostics) {
	r := reader{Requirements{Providers: map[string]Requirement{}, Terraform: terraform}}
	for _, file := range files {
		switch {
		case file.Override:
			panic(override)
		case !bytes.Contains(file.Bytes, []byte(opentofu.RequiredProvidersBlock)):
		case file.JSON:
			r.json(file.Bytes)
		default:
			r.native(file)
		}
	}
	return r.Requirements, nil
}

type reader struct{ Requirements }

// add adds what is required under a name, of which none is there twice.
func (r *reader) add(name string, texts map[string]string) {
	if _, twice := r.Providers[name]; twice {
		panic(unplain)
	}
	required := Requirement{}
	source := cmp.Or(texts[opentofu.SourceArgument], name)
	required.Address, required.Err = requiredAddress(name, source, r.Terraform)
	if constraints := texts[opentofu.VersionArgument]; required.Err == nil && strings.TrimSpace(constraints) != "" {
		required.Constraints, _ = version.NewConstraint(constraints)
	}
	r.Providers[name] = required
}

func (r *reader) native(file File) {
	read, diags := hclwrite.ParseFile(file.Bytes, file.Filename)
	if read == nil || diags.HasErrors() {
		panic(unplain)
	}
	for _, item := range read.Body.Items {
		block, ok := item.(*hclwrite.Block)
		switch {
		case !ok:
		case block.Type == opentofu.RequiredProvidersBlock:
			r.block(block)
		case block.Type == opentofu.TerraformBlock && len(block.Labels) == 0:
			for _, inner := range block.Body.Items {
				if b, ok := inner.(*hclwrite.Block); ok && b.Type == opentofu.RequiredProvidersBlock {
					r.block(b)
				}
			}
		}
	}
}

// block reads a block with requirements.
func (r *reader) block(b *hclwrite.Block) {
	for _, item := range b.Body.Items {
		a, ok := item.(*hclwrite.Attribute)
		if !ok || len(b.Labels) > 0 || a.ValueSpan != a.Expr.ExprSpan() {
			panic(unplain)
		}
		texts := map[string]string{}
		if object, ok := a.Expr.(*hclwrite.Object); ok {
			readObject(object, texts)
		} else {
			texts[opentofu.VersionArgument] = constant(a.Expr)
		}
		r.add(a.Name, texts)
	}
}

func readObject(object *hclwrite.Object, texts map[string]string) {
	for _, item := range object.Items {
		switch {
		case object.Enclosed || !item.Key.Constant():
			panic(unplain)
		case item.Key.Text != opentofu.SourceArgument && item.Key.Text != opentofu.VersionArgument:
		case item.ValueSpan != item.Value.ExprSpan():
			panic(unplain)
		default:
			texts[item.Key.Text] = constant(item.Value)
		}
	}
}

func constant(e hclwrite.Expr) string {
	template, ok := e.(*hclwrite.Template)
	if !ok {
		panic(unplain)
	}
	return plain(template.Text)
}

// plain returns a text that is the same in all ways to read it.
func plain(text string) string {
	for i := range len(text) {
		if c := text[i]; c < ' ' || c > '~' || strings.IndexByte("$%\\\"", c) >= 0 {
			panic(unplain)
		}
	}
	if text == "" {
		panic(unplain)
	}
	return text
}

func (r *reader) json(src []byte) {
	for name, value := range members(src) {
		switch name {
		case opentofu.RequiredProvidersBlock:
			r.blocks(value)
		case opentofu.TerraformBlock:
			for _, body := range objects(value) {
				for name, value := range members(body) {
					if name == opentofu.RequiredProvidersBlock {
						r.blocks(value)
					}
				}
			}
		}
	}
}

func (r *reader) blocks(value []byte) {
	for _, body := range objects(value) {
		for name, value := range members(body) {
			texts := map[string]string{}
			switch {
			case name == commentKey:
				continue
			case value[0] == '{':
				for key, value := range members(value) {
					if key == opentofu.SourceArgument || key == opentofu.VersionArgument {
						texts[key] = jsonString(value)
					}
				}
			default:
				texts[opentofu.VersionArgument] = jsonString(value)
			}
			r.add(name, texts)
		}
	}
}

// commentKey is the name of members that hashicorp/hcl passes over.
const commentKey = "//"

// members are those of an object, by name: none is there twice.
func members(object []byte) map[string][]byte {
	object = bytes.TrimLeft(object, blank)
	if len(object) == 0 || object[0] != '{' {
		panic(unplain)
	}
	found := map[string][]byte{}
	for m := range reading.Members(object) {
		name := plain(m.Name)
		_, value, ok := bytes.Cut(object[m.Start+1+len(name):m.End], []byte(":"))
		if value = bytes.Trim(value, blank); !ok || len(value) == 0 || found[name] != nil {
			panic(unplain)
		}
		found[name] = value
	}
	return found
}

const blank = " \t\r\n"

// objects are those that stand for blocks: one, or the only one of a list.
func objects(value []byte) [][]byte {
	if inner, ok := bytes.CutPrefix(value, []byte("[")); ok {
		value = bytes.Trim(bytes.TrimSuffix(inner, []byte("]")), blank)
		// Of several, the end of the first is not that of the last.
		if end := objectEnd(value); end != len(value) {
			panic(unplain)
		}
	}
	return [][]byte{value}
}

// objectEnd is where the object ends that a text begins with.
func objectEnd(text []byte) int {
	depth, quoted := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{':
			depth++
		case c == '}':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return -1
}

func jsonString(value []byte) string {
	if len(value) < 2 || value[0] != '"' || value[len(value)-1] != '"' {
		panic(unplain)
	}
	return plain(string(value[1 : len(value)-1]))
}
