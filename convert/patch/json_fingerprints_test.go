package patch

import (
	"strings"
	"testing"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/internal/annotation"
	"github.com/hcljson/hcljson/internal/text/jsontree"
)

// signed is a list with a comment at one element, in an unusual spelling.
const signed = `{
  "locals": {
    "//": {"at": {
      "a": {"elements": "SIGNS"},
      "a[1]": {"after": "the second"},
      "b": {"elements": "...."},
      "b[0]": {"above": "of b"}
    }},
    "a": ["${ var.x }", 2.0, "three"],
    "b": [ 1 ],
    "c": 1
  }
}
`

// withFingerprints fills in the fingerprints of the lists of a file.
func withFingerprints(src string) string {
	root, _ := jsontree.Parse(src, "")
	return strings.Replace(src, "SIGNS", fingerprintsOf(root.Member("locals").Member("a")), 1)
}

func fingerprintsOf(list *jsontree.Value) string {
	signer := annotation.NewFingerprinter()
	return signer.Fingerprints(annotation.Elements(list))
}

// After each edit, the fingerprints belong to the elements of the file, in any spelling. The
// fingerprints of other lists do not change.
func TestJSONFingerprints(t *testing.T) {
	d, fresh := tofu(t), withFingerprints(signed)
	for _, test := range []struct{ name, src, from, to, keeps string }{
		{"an element goes", fresh, "    var.x,\n", "", `"a[0]": {"after": "the second"}`},
		{"an element comes", fresh, "    var.x,\n", "    0,\n    var.x,\n", `"a[2]": {"after": "the second"}`},
		{"an element changes", fresh, `"three"`, `"four"`, `"a[1]": {"after": "the second"}`},
		{"the commented one goes", fresh, "    2.0, # the second\n", "", ""},
		{"a comment comes", fresh, `"three",`, `"three", # new`, `"a[1]": {"after": "the second"}`},
		{"a comment goes", fresh, " # the second", "", ""},
		{"a list comes", fresh, "c = 1", "c = [\n    1, # new\n    2,\n  ]", `"a[1]": {"after": "the second"}`},
		{"another value", fresh, "c = 1", "c = 2", `"a[1]": {"after": "the second"}`},
		{"stale, another value", strings.Replace(fresh, `["${ var.x }", `, `[`, 1), "c = 1", "c = 2",
			`"a[1]": {"after": "the second"}`},
		{"stale, another element", strings.Replace(fresh, `["${ var.x }", `, `[`, 1), `"three"`, `"four"`,
			`"a[0]": {"after": "the second"}`},
		{"stale, and its element gone", strings.Replace(fresh, `2.0, `, ``, 1), "var.x,", "var.x,\n    5,",
			`"end": "the second"`},
		{"stale, its element gone, with a comment at the end",
			strings.Replace(strings.Replace(fresh, `2.0, `, ``, 1), `}},`, `}, "end": "last"},`, 1), "var.x,", "var.x,\n    5,",
			`"end": "last\n\nthe second"`},
		{"stale, its element gone, and all comments at the end",
			strings.Replace(strings.Replace(fresh, `2.0, `, ``, 1), `}},`, `}, "end": "last"},`, 1),
			"\"three\"]\n  b = [\n    # of b\n    1,\n  ]\n  c = 1\n  # last\n\n  # the second\n",
			"\"four\"]\n  b = [\n    # of b\n    1,\n  ]\n  c = 1\n", `"b[0]": {"above": "of b"}`},
	} {
		text := string(native(t, []byte(test.src), d).Bytes())
		if !strings.Contains(text, test.from) {
			t.Fatalf("%s: %q is not in\n%s", test.name, test.from, text)
		}
		edited := strings.Replace(text, test.from, test.to, 1)
		got, diags := JSON([]byte(test.src), "old", []byte(edited), "edited", d, Options{})
		if len(diags) > 0 || !strings.Contains(string(got), test.keeps) {
			t.Errorf("%s: %s\n%s\nwith\n%s\nbecomes\n%s", test.name, diags, test.src, edited, got)
			continue
		}
		checkFingerprints(t, test.name, got, strings.HasPrefix(test.name, "stale, another value"))
		a := equivalent.Source{Bytes: []byte(edited), Filename: "edited"}
		b := equivalent.Source{Bytes: got, Filename: "json", JSON: true}
		if diags := equivalent.Compare(a, b, d, equivalent.Options{Comments: true}).Messages(); diags.HasErrors() {
			t.Errorf("%s: %s\n%s\nwith\n%s\nbecomes\n%s", test.name, diags, test.src, edited, got)
		}
	}
}

// checkFingerprints checks that each list with comments has the fingerprints of its elements, and no
// other has any.
func checkFingerprints(t *testing.T, name string, src []byte, stale bool) {
	t.Helper()
	root, diags := jsontree.Parse(src, "")
	if diags.HasErrors() {
		t.Fatalf("%s: %s\n%s", name, diags, src)
	}
	body := &root.Members[0].Value
	places := body.Member("//").Member("at")
	for _, list := range []string{"a", "b", "c"} {
		has, needs := "", false
		for i := 0; places != nil && i < len(places.Members); i++ {
			if m := &places.Members[i]; m.Name == list && m.Value.Member("elements") != nil {
				has = m.Value.Member("elements").Text
			} else if strings.HasPrefix(m.Name, list+"[") {
				needs = true
			}
		}
		if (has != "") != needs || has != "" && (has != fingerprintsOf(body.Member(list))) != (stale && list == "a") {
			t.Errorf("%s: wrong signs of %s in\n%s", name, list, src)
		}
	}
}

// A file without fingerprints gets none.
func TestJSONWithoutFingerprints(t *testing.T) {
	jsonCase{
		"",
		`{"locals": {"//": {"at": {"a[0]": {"above": "x"}}}, "a": ["x", "y"], "b": [1]}}`,
		"b = [1]", "b = [\n    1, # one\n  ]",
		`{"locals": {"//": {"at": {"a[0]": {"above": "x"}, "b[0]": {"after": "one"}}}, "a": ["x", "y"], "b": [1]}}`,
	}.run(t, tofu(t), Options{Form: convert.Compact})
}
