package convert_test

import (
	"strings"
	"testing"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/testing/golden"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// TestCommentWithNameTwice checks that JSON text in a comment with a duplicate name stays a
// comment: decoded as a value, it would lose one of the two.
func TestCommentWithNameTwice(t *testing.T) {
	d := opentofu.Config(opentofu.Target{})
	for text, value := range map[string]bool{
		`[{"a":1,"b":2}]`: true, `[{"a":1,"a":2}]`: false, `{"a":{"b":1,"b":1}}`: false, `[{"a":1},{"a":2}]`: true,
	} {
		native := "locals {\n  # //: " + text + "\n\n  x = 1\n}\n"
		out, diags := convert.ToJSON([]byte(native), "main.tf", d, convert.Options{})
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		if got := strings.Contains(compactJSON(t, out), `"//":`+text); got != value {
			t.Errorf("%s becomes\n%s", native, out)
		}
		if back, _ := convert.ToHCL(out, "main.tf.json", d, convert.Options{}); string(back) != native {
			t.Errorf("%s comes back as\n%s", native, back)
		}
	}
}

// Several blank lines between comments in JSON become one, and trailing spaces are removed.
func TestBlankLinesInAnnotation(t *testing.T) {
	d := opentofu.Config(opentofu.Target{})
	for note, want := range map[string]string{
		`{"inside": "x\n\n\n\ny"}`:          "# x\n\n# y\n\n",
		`{"inside": "x\n \n\t\n\ny \t"}`:    "# x\n\n# y\n\n",
		`{"inside": "\n\nx\n/* a \n\n */"}`: "# x\n/* a \n\n */\n\n",
	} {
		out, diags := convert.ToHCL([]byte(`{"//": `+note+`, "locals": {"a": 1}}`), "main.tf.json", d, convert.Options{})
		if want += "locals {\n  a = 1\n}\n"; string(out) != want {
			t.Errorf("%s becomes\n%s\nwant\n%s%v", note, out, want, diags)
		}
	}
}

// Several "//" properties of a body are merged, including their order.
func TestSeveralAnnotations(t *testing.T) {
	const src = `{"locals": {"//": {"inside": "one", "order": ["b"]}, "a": 1,
		"//": {"inside": "two", "order": ["a"]}, "b": 2}}`
	const want = "locals {\n  # one\n\n  # two\n\n  b = 2\n  a = 1\n}\n"
	got, diags := convert.ToHCL([]byte(src), "x.tf.json", opentofu.Config(opentofu.Target{}), convert.Options{})
	if diags.HasErrors() || string(got) != want {
		t.Errorf("%s%v", got, diags)
	}
}

// If no enclosing body can have comments, they are omitted with a warning.
func TestBodiesWithoutComments(t *testing.T) {
	d := &schema.Dialect{Name: "bare", Product: "Bare", Root: &tables.Body{
		Remain: tables.RemainAttributes, NoComments: true,
	}}
	for src, want := range map[string]int{"a = 1\n": 0, "# c\na = 1\n": 1, "a = 1 # c\n": 1} {
		out, diags := convert.ToJSON([]byte(src), "x", d, convert.Options{Form: convert.Compact})
		if got := compactJSON(t, out); got != `{"a":1}` || len(diags) != want {
			t.Errorf("%q becomes %s, %v", src, got, diags)
		}
		if want > 0 && diags[0].Error() != "x:1,1-1: Comments can't be kept; Bare does not ignore a \"//\" "+
			"property in this body, so its comments are left out." {
			t.Errorf("%q: %v", src, diags)
		}
	}
}

// Comments inside a computed value move above the argument. Comments of a body that cannot have
// comments move to the enclosing body.
func TestMovedComments(t *testing.T) {
	const elsewhere = `b {}

plain "a" {
  # c
  x = 1
}

plain "open" {
  # d
  x = 1
}

plain "e" {
  # f
  x = 1
}
`
	for native, want := range map[string]string{
		elsewhere:                         elsewhere,
		"fixed = 1 + /* a */ 2\n":         "/* a */\nfixed = 3\n",
		"fixed = \"a${/* b */ \"c\"}\"\n": "/* b */\nfixed = \"ac\"\n",
		"fixed = \"# a\"\n":               "fixed = \"# a\"\n",
		"# a\nfixed = [1, [(/* b */ 2)], { c = (/* d */ 3) }]\n": "# a\n/* b */\n/* d */\n" +
			"fixed = [\n  1,\n  [2],\n  {\n    c = 3\n  },\n]\n",
		"fixed = { (/* a */ \"b\") = 1 }\n": "/* a */\nfixed = {\n  b = 1\n}\n",
	} {
		out, diags := convert.ToJSON([]byte(native), "x", noted(), convert.Options{})
		back, more := convert.ToHCL(out, "x", noted(), convert.Options{})
		if string(back) != want || diags.HasErrors() || len(more) > 0 {
			t.Errorf("%s comes back as\n%s\nwant\n%s\n%s%s\n%s", native, back, want, diags, more, out)
		}
	}
}

// TestManyElementComments checks that the cost of reading the comments of the elements of one list is linear.
func TestManyElementComments(t *testing.T) {
	golden.CheckLinear(t, 8000, func(n int) func() {
		src := "locals {\n  a = [\n" + strings.Repeat("    # c\n    1,\n", n) + "  ]\n}\n"
		d := opentofu.Config(opentofu.Target{})
		json, diags := convert.ToJSON(src, "a.tf", d, convert.Options{})
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		return func() {
			if out, _ := convert.ToHCL(json, "a.tf.json", d, convert.Options{}); string(out) != src {
				t.Errorf("got %.200s", out)
			}
		}
	})
}
