package convert_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/hclwrite"
)

// element is an element of a commented list in native syntax, with its comment.
type element struct{ text, comment string }

// elementsOf makes the elements of a list, of several kinds. Some have comments, which
// name them.
func elementsOf(r *rand.Rand) []element {
	list := make([]element, 1+r.IntN(7))
	for i := range list {
		name := fmt.Sprintf("e%d", i)
		e := &list[i]
		switch r.IntN(4) {
		case 0:
			e.text = fmt.Sprintf("%q", name)
		case 1:
			e.text = fmt.Sprintf("var.%s", name)
		case 2:
			e.text = fmt.Sprintf("{\n  name = %q\n  size = [1, %d]\n}", name, i)
		case 3:
			e.text = fmt.Sprintf("[\n  # in %s\n  %q,\n  true,\n]", name, name)
		}
		if r.IntN(3) > 0 {
			e.comment = "of " + name
		}
	}
	return list
}

// edited returns a random edit of a list, with some new elements.
func edited(r *rand.Rand, list []any) []any {
	list = slices.Clone(list)
	for range r.IntN(4) {
		switch at := r.IntN(len(list) + 1); {
		case r.IntN(3) == 0:
			list = slices.Insert(list, at, any(fmt.Sprintf("new%d", r.Int())))
		case r.IntN(4) == 0:
			r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		case at < len(list):
			list = slices.Delete(list, at, at+1)
		}
	}
	return list
}

// After any edit of a list, each comment is at its element if the element still exists, and never
// at another old element.
func TestCommentsFollowElements(t *testing.T) {
	d := dialectOf(t, "a.tf")
	for seed := range uint64(3000) {
		r := rand.New(rand.NewPCG(seed, 1))
		elements := elementsOf(r)
		var src strings.Builder
		src.WriteString("locals {\n  x = { y = [\n")
		for _, e := range elements {
			if e.comment != "" {
				fmt.Fprintf(&src, "# %s\n", e.comment)
			}
			fmt.Fprintf(&src, "%s,\n", e.text)
		}
		src.WriteString("] }\n}\n")
		made, diags := convert.ToJSON([]byte(src.String()), "a.tf", d, convert.Options{})
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		var document map[string]any
		if err := json.Unmarshal(made, &document); err != nil {
			t.Fatal(err)
		}
		x := document["locals"].(map[string]any)["x"].(map[string]any)
		x["y"] = edited(r, x["y"].([]any))
		changed, err := json.Marshal(document)
		if err != nil {
			t.Fatal(err)
		}
		back, diags := convert.ToHCL(changed, "a.tf.json", d, convert.Options{})
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		if problem := misplaced(elements, string(back)); problem != "" {
			t.Fatalf("seed %d: %s in\n%s\nfrom\n%s\nof\n%s", seed, problem, back, changed, src.String())
		}
	}
}

// misplaced returns a comment that is not at its element.
func misplaced(elements []element, native string) string {
	file, diags := hclwrite.ParseFile([]byte(native), "")
	if diags.HasErrors() {
		return diags.Error()
	}
	list := file.Body.Block("locals").Body.Attribute("x").Expr.(*hclwrite.Object).Value("y").(*hclwrite.Tuple)
	for _, item := range list.Elements() {
		text := hclwrite.ExprText(item.Value)
		own := -1
		for i := range elements {
			if strings.Contains(text, fmt.Sprintf("e%d", i)) {
				own = i
			}
		}
		comment := strings.TrimPrefix(strings.Join(item.Comments.At(hclwrite.Above), "\n"), "# ")
		switch {
		case own < 0 && comment != "" && !strings.Contains(text, "new"):
			return fmt.Sprintf("%q stands at %s", comment, text)
		case own >= 0 && comment != elements[own].comment:
			return fmt.Sprintf("%q stands at %s, not %q", comment, text, elements[own].comment)
		}
	}
	for _, e := range elements {
		if e.comment != "" && strings.Count(native, "# "+e.comment) != 1 {
			return fmt.Sprintf("%q is not there once", e.comment)
		}
	}
	return ""
}

// Edits of a list, and the positions of the comments of "b" and "d" after them.
func TestCommentsOfEditedLists(t *testing.T) {
	d := dialectOf(t, "a.tf")
	src := "locals {\n  x = [\n    \"a\",\n    \"b\", # of b\n    3,\n    { d = 1, e = 2 }, # of d\n  ]\n}\n"
	made, diags := convert.ToJSON([]byte(src), "a.tf", d, convert.Options{})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	const list = `"a", "b", 3, {"d": 1, "e": 2}`
	note, _, ok := strings.Cut(string(made), `"x": [`)
	if !ok {
		t.Fatalf("%s", made)
	}
	for _, test := range []struct{ name, list, b, d string }{
		{"nothing", list, `"b"`, "{"},
		{"written otherwise", `"a", "\u0062", 3.0e0, {"e": 2.0, "d": 1}`, `"b"`, "{"},
		{"the first removed", `"b", 3, {"d": 1, "e": 2}`, `"b"`, "{"},
		{"its own removed", `"a", 3, {"d": 1, "e": 2}`, "", "{"},
		{"moved", `{"d": 1, "e": 2}, "b", 3, "a"`, `"b"`, "{"},
		{"one put before it", `"z", "a", "b", 3, {"d": 1, "e": 2}`, `"b"`, "{"},
		{"changed", `"a", "c", 3, {"d": 1, "e": 2}`, `"c"`, "{"},
		{"all changed", `1, 2, 4, 5`, "2", "5"},
		{"changed, one added", `"a", "c", 3, {"d": 1, "e": 2}, 5`, `"c"`, "{"},
		{"a member changed, one removed", `"b", 3, {"d": 1, "e": 3}`, `"b"`, "{"},
		{"another stands in its place", `"a", 3, "z", {"d": 1, "e": 2}`, "", "{"},
		{"replaced and shorter", `"a", "z"`, "", ""},
		{"empty", ``, "", ""},
	} {
		text := note + `"x": [` + test.list + "]}}"
		back, diags := convert.ToHCL([]byte(text), "a.tf.json", d, convert.Options{})
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		warnings := 0
		for _, own := range []struct{ comment, at string }{{"# of b", test.b}, {"# of d", test.d}} {
			line := lineWith(string(back), own.comment)
			if own.at == "" {
				warnings++
				if strings.TrimSpace(line) != own.comment ||
					strings.Index(string(back), own.comment) < strings.LastIndex(string(back), "]") {
					t.Errorf("%s: %s stands in %q, not at the end:\n%s", test.name, own.comment, line, back)
				}
			} else if own.at == "{" {
				if !strings.HasPrefix(strings.TrimSpace(line), "},") {
					t.Errorf("%s: %s is not after the object:\n%s", test.name, own.comment, back)
				}
			} else if !strings.HasPrefix(strings.TrimSpace(line), own.at+",") {
				t.Errorf("%s: %s stands in %q, not at %s", test.name, own.comment, line, own.at)
			}
		}
		if len(diags) != warnings {
			t.Errorf("%s: %d warnings, want %d: %s", test.name, len(diags), warnings, diags)
		}
	}
}

func lineWith(text, part string) string {
	for line := range strings.Lines(text) {
		if strings.Contains(line, part) {
			return line
		}
	}
	return ""
}
