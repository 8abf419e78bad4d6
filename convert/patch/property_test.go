package patch_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"testing"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/convert/patch"
	"github.com/hcljson/hcljson/internal/testing/golden"
	"github.com/hcljson/hcljson/schema"
)

// variant is the JSON of a file after a typical rewrite.
type variant struct {
	name  string
	text  []byte
	hints bool
}

// variants are the JSON of a native file in each form, as it was written and as
// programs leave it.
func variants(t testing.TB, src []byte, name string, d *schema.Dialect) []variant {
	t.Helper()
	var list []variant
	for _, form := range []struct {
		name string
		opts convert.Options
	}{
		{"general", convert.Options{}},
		{"compact", convert.Options{Form: convert.Compact}},
		{"general without comments", convert.Options{DropComments: true}},
		{"compact without comments", convert.Options{Form: convert.Compact, DropComments: true}},
	} {
		text, diags := convert.ToJSON(src, name, d, form.opts)
		if diags.HasErrors() {
			return nil
		}
		hints := !form.opts.DropComments
		list = append(list, variant{form.name, text, hints}, variant{form.name + ", sorted", sorted(t, text, false), hints},
			variant{form.name + `, without "//"`, sorted(t, text, true), false})
	}
	return list
}

// sorted returns the output of jq -S for JSON, with drop also without "//" properties.
func sorted(t testing.TB, text []byte, drop bool) []byte {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatal(err)
	}
	if drop {
		v = withoutNotes(v)
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func withoutNotes(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for name, value := range v {
			if name == "//" {
				delete(v, name)
				continue
			}
			v[name] = withoutNotes(value)
		}
	case []any:
		for i := range v {
			v[i] = withoutNotes(v[i])
		}
	}
	return v
}

// sources are the native files of a golden.
func sources(g *golden.Golden) (list [][]byte) {
	names := []string{g.Input, golden.Canonical}
	if g.JSON {
		names = []string{g.Counterpart}
	}
	for _, name := range names {
		if src, ok := g.File(name); ok {
			list = append(list, src)
		}
	}
	return list
}

// doubtful are goldens whose JSON without hints is ambiguous: one resource has an argument as
// blocks and as an attribute, or dynamic blocks of the kind that JSON has for blocks.
var doubtful = []string{
	"providers/dynamic-hints", "providers/iterator-names", "providers/objects-that-are-no-blocks",
	"providers/plan-as-blocks",
}

// TestNothingChanged checks that a file without an edit stays unchanged.
func TestNothingChanged(t *testing.T) {
	for _, g := range golden.ReadSample(t, 8) {
		t.Run(g.Name, func(t *testing.T) {
			for _, target := range g.Targets {
				for _, src := range sources(g) {
					for _, v := range variants(t, src, "native", target.Dialect) {
						d := target.Dialect
						out, diags := patch.Native(src, "native", v.text, "json", d, patch.Options{SkipCheck: true})
						switch certain := v.hints || !slices.Contains(doubtful, g.Name); {
						case diags.HasErrors():
							t.Errorf("%s, %s: %s\n%s\n%s", target.Name, v.name, diags, src, v.text)
						case certain && !bytes.Equal(out, src) && same(src, v.text, d):
							t.Errorf("%s, %s: got\n%s\nwant\n%s\nof %s", target.Name, v.name, out, src, v.text)
						}
					}
				}
			}
		})
	}
}

// same reports whether JSON decodes as a native file does. Sorting the names of blocks
// whose order matters makes another file of it.
func same(native, text []byte, d *schema.Dialect) bool {
	diags := equivalent.Compare(equivalent.Source{Bytes: native, Filename: "native"},
		equivalent.Source{Bytes: text, Filename: "json", JSON: true}, d, equivalent.Options{}).Messages()
	return !diags.HasErrors()
}
