package convert_test

import (
	"strings"
	"testing"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/schema"
)

// shaped has blocks that appear once or twice, in an array, with bodies that
// two labels choose.
func shaped() *schema.Dialect {
	literal := &tables.Value{Mode: tables.Literal}
	text := func(name string) *tables.Body {
		return &tables.Body{Attributes: []tables.Attribute{{Name: name, Value: literal}}}
	}
	return &schema.Dialect{Name: "shaped", Product: "The program",
		Root: &tables.Body{Dynamic: true, Blocks: []tables.Block{
			{Type: "disk", Min: 1, Max: 2, Shape: tables.ArrayShape,
				Body: &tables.Body{Remain: tables.RemainAttributes, JustAttributes: true}},
			{Type: "step", Labels: []string{"type", "name"}, Body: text("any"), Dependent: map[string]*tables.Body{
				"shell": text("script"),
				"shell" + tables.LabelSeparator + "first": text("once"),
			}},
		}}}
}

func TestBlockCounts(t *testing.T) {
	for _, test := range []struct{ native, json, want string }{
		{"disk {\n  a = 1\n}\n", `{"disk":[{"a":1}]}`, ""},
		{"disk {}\n\ndisk {}\n", `{"disk":[{},{}]}`, ""},
		{"disk {}\n\ndisk {}\n\ndisk {}\n", `{"disk":[{},{},{}]}`,
			": Too many blocks; The program allows at most 2 blocks of type \"disk\" here; there are 3."},
		{"", `{}`, ": Too few blocks; The program requires at least 1 block of type \"disk\" here; there are 0."},
		{"dynamic \"disk\" {\n  for_each = a\n\n  content {}\n}\n",
			`{"dynamic":[{"disk":{"for_each":"${a}","content":[{}]}}]}`, ""},
		{"", `{"disk":{"a":1}}`,
			"x.json:1,2-8: Array required; The program takes an array for \"disk\", even for a single block."},
	} {
		_, diags := convert.ToHCL([]byte(test.json), "x.json", shaped(), convert.Options{})
		if got := diags.Error(); test.want == "" && len(diags) > 0 || !strings.Contains(got, test.want) {
			t.Errorf("%s: %s, want %q", test.json, got, test.want)
		}
		if strings.Contains(test.want, "Array required") {
			continue
		}
		for _, form := range []convert.Form{convert.General, convert.Compact} {
			out, diags := convert.ToJSON([]byte(test.native), "x.hcl", shaped(), convert.Options{Form: form})
			if got := diags.Error(); test.want == "" && len(diags) > 0 || !strings.Contains(got, test.want) {
				t.Errorf("%s: %s, want %q", test.native, got, test.want)
			}
			if got := strings.Join(strings.Fields(string(out)), ""); got != test.json &&
				!strings.Contains(test.json, "dynamic") {
				t.Errorf("form %d of %q is %s, want %s", form, test.native, got, test.json)
			}
			if diags := equivalent.Check([]byte(test.native), out, shaped()).Messages(); diags.HasErrors() {
				t.Errorf("%s: %s", test.native, diags)
			}
		}
	}
	if diags := equivalent.Check([]byte("disk {\n  a = 1\n}\n"), []byte(`{"disk":{"a":1}}`),
		shaped()).Messages(); !strings.Contains(diags.Error(), "Array required") {
		t.Errorf("an object is taken for an array: %s", diags)
	}
}

// A body that a second label chooses differs from the body of the first label.
func TestBodiesByLabels(t *testing.T) {
	native := "disk {}\n\nstep \"shell\" \"first\" {\n  once = \"$${a}\"\n}\n\nstep \"shell\" \"b\" {\n  script = " +
		"\"$${a}\"\n}\n\nstep \"c\" \"first\" {\n  any = \"$${a}\"\n}\n"
	out, diags := convert.ToJSON([]byte(native), "x.hcl", shaped(), convert.Options{})
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	if n := strings.Count(string(out), `"${a}"`); n != 3 {
		t.Errorf("%d of the literal values are taken for them:\n%s", n, out)
	}
	back, diags := convert.ToHCL(out, "x.json", shaped(), convert.Options{})
	if len(diags) > 0 || string(back) != native {
		t.Errorf("%s comes back: %s", back, diags)
	}
}
