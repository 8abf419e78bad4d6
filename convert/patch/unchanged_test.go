package patch

import (
	"bytes"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// Only changed blocks of a native edit are written as JSON.
func TestUnchangedBlocksAreNotWritten(t *testing.T) {
	d := tofu(t)
	native, edited := megabyte()
	src, _ := convert.ToJSON(native, "", d, convert.Options{Form: convert.Compact})
	e, diags := newJSONEdit(jsonSource(src), nativeSource(edited), d, Options{})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	if len(e.json) > len(src)/10 || !bytes.Contains(e.json, []byte("t3.large")) || bytes.Contains(e.json, []byte("t3.micro")) {
		t.Errorf("%d of %d bytes are written", len(e.json), len(src))
	}
}

// A part without a JSON form does not prevent the edit of another one.
func TestUnchangedWithoutJSONForm(t *testing.T) {
	const src = `{
  "variable": {"a": {"default":   1}},
  "region": "x"
}`
	target, _ := opentofu.ParseTarget("opentofu@1.12")
	d := opentofu.Variables(target)
	for _, c := range []struct{ edited, want, problem string }{
		{"variable = { a = { default = 1 } }\nregion = \"y\"\n", strings.Replace(src, "x", "y", 1), ""},
		{"variable = { a = { default = 2 } }\nregion = \"x\"\n", "", "No JSON form"},
		{"variable = { a = { default = 1 } }\nregion = \"x\"\nmore = 1\n", src[:len(src)-2] + ",\n  \"more\": 1\n}", ""},
	} {
		got, diags := JSON([]byte(src), "a.tfvars.json", []byte(c.edited), "a.tfvars", d, Options{})
		if string(got) != c.want || diags.HasErrors() != (c.problem != "") || !strings.Contains(diags.Error(), c.problem) {
			t.Errorf("%s\nbecomes\n%s\n%v", c.edited, got, diags)
		}
		if got == nil {
			continue
		}
		if again, diags := JSON(got, "a.tfvars.json", []byte(c.edited), "a.tfvars", d, Options{}); string(again) != c.want {
			t.Errorf("%s\nagain becomes\n%s\n%v", c.edited, again, diags)
		}
	}
}

// whole makes an edit of a JSON file whose native form is written as a whole.
func whole(t *testing.T, src, edited []byte, d *schema.Dialect, opts Options) (text []byte, omits bool) {
	t.Helper()
	e, diags := newJSONEdit(jsonSource(src), nativeSource(edited), d, opts)
	if omits = len(e.omitted) > 0; omits {
		diags = append(e.writeWhole(), e.compare()...)
	}
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	if e.isUnchanged() {
		return src, omits
	}
	edit, diags := e.result()
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	return edit.text, omits
}

// Edits of equal and of moved blocks have the same result as if all blocks were written.
func TestOmittedBlocks(t *testing.T) {
	omitting := 0
	const a, other = "provider \"p\" {\n  a = 1 # one\n}\n", "provider \"p\" {\n  a = 2\n}\n"
	const src = `{"//": {"inside": "Head."}, "provider": {"p": [
  {"//": {"at": {"a": {"after": "one"}}}, "a": 1}, {"a": 2}, {"//": {"at": {"a": {"after": "one"}}}, "a": 1}
]}, "locals": {"//": {"above": "about\n\nlocals"}, "b": [1]}}`
	for _, edited := range []string{
		a + other + a,
		a + a + other,
		other + a + a,
		a + a,
		a,
		a + other + other + a,
		a + other + a + a,
		strings.Replace(a, "one", "two", 1) + other + a,
		a + other + strings.Replace(a, "one", "two", 1),
		"# group\n\n" + a + other + a,
		a + "# group\n\n" + other + a,
	} {
		for _, locals := range []string{"", "# about\n\n# locals\nlocals {\n  b = [1]\n}\n", "# locals\nlocals {\n  b = [1, 2]\n}\n"} {
			text := "# Head.\n\n" + edited + locals
			for _, opts := range []Options{{}, {SkipCheck: true}, {DropComments: true}} {
				want, omits := whole(t, []byte(src), []byte(text), tofu(t), opts)
				got, diags := JSON([]byte(src), "a.tf.json", []byte(text), "a.tf", tofu(t), opts)
				if string(got) != string(want) || diags.HasErrors() {
					t.Errorf("%s\nbecomes\n%s\n%vwant\n%s", text, got, diags, want)
				}
				if omits {
					omitting++
				}
			}
		}
	}
	if omitting < 50 {
		t.Errorf("only %d edits omit blocks", omitting)
	}
}

// Parentheses around an object count in some languages, so the check finds that they differ.
func TestParentheses(t *testing.T) {
	d := &schema.Dialect{Name: "lists", Product: "Lists", Root: &schema.Body{Blocks: []schema.Block{
		{Type: "config", Body: &schema.Body{Remain: schema.RemainUnknown, NestedInLists: true}},
	}}}
	for _, test := range []struct{ src, edited, want string }{
		{`{"config":  {"q":  [{"a": 1}]}}`, "config {\n  q = ({ a = 1 })\n}\n", `{"config":  {"q":  {"a":  1}}}`},
		{`{"config":  {"q":  [{"a": 1}]}}`, "config {\n  q = { a = 1 }\n}\n", `{"config":  {"q":  [{"a": 1}]}}`},
	} {
		got, diags := JSON([]byte(test.src), "", []byte(test.edited), "", d, Options{})
		if string(got) != test.want {
			t.Errorf("%s\nbecomes\n%s\n%s", test.edited, got, diags)
		}
	}
}
