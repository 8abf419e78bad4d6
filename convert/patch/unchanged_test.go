package patch

import (
	"strings"
	"testing"

	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/opentofu"
)

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

// Equal and moved blocks keep their comments.
func TestEqualBlocks(t *testing.T) {
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
			text := []byte("# Head.\n\n" + edited + locals)
			got, diags := JSON([]byte(src), "a.tf.json", text, "a.tf", tofu(t), Options{})
			is := equivalent.Source{Bytes: got, Filename: "a.tf.json", JSON: true}
			wanted := equivalent.Source{Bytes: text, Filename: "a.tf"}
			diags = append(diags, equivalent.Compare(wanted, is, tofu(t), equivalent.Options{Comments: true}).Messages()...)
			if len(diags) > 0 {
				t.Errorf("%s\nbecomes\n%s\n%v", text, got, diags)
			}
		}
	}
}

// Parentheses around an object count in some languages, so the check finds that they differ.
func TestParentheses(t *testing.T) {
	d := &schema.Dialect{Name: "lists", Product: "Lists", Root: &tables.Body{Blocks: []tables.Block{
		{Type: "config", Body: &tables.Body{Remain: tables.RemainUnknown, NestedInLists: true}},
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
