package patch_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/convert/patch"
	"github.com/hcljson/hcljson/internal/testing/golden"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// edited returns n names without every third name, with a new name after every fifth.
func edited(n int) (names []string) {
	for i := range n {
		if i%3 > 0 {
			names = append(names, fmt.Sprintf("a%d", i))
		}
		if i%5 == 0 {
			names = append(names, fmt.Sprintf("new%d", i))
		}
	}
	return names
}

// reversed returns n names in the opposite order.
func reversed(n int) (names []string) {
	for i := range n {
		names = append(names, fmt.Sprintf("a%d", n-1-i))
	}
	return names
}

// doubled returns the names of n parts and of as many others.
func doubled(n int) (names []string) {
	for i := range 2 * n {
		names = append(names, fmt.Sprintf("a%d", i))
	}
	return names
}

// TestManyRenames checks the cost of an edit that renames many keys, and changes their comments at
// the old names, twice.
func TestManyRenames(t *testing.T) {
	golden.CheckLinear(t, 4000, func(n int) func() {
		var native, notes, items strings.Builder
		for i := range n {
			fmt.Fprintf(&native, "    a%d = x.y%d # c\n", i, i)
			fmt.Fprintf(&notes, `, "o.a%d": {"after": "d"}`, i)
			fmt.Fprintf(&items, `, "b%d": "${x.y%d}"`, i, i)
		}
		src := equivalent.Source{Bytes: []byte("locals {\n  o = {\n" + native.String() + "  }\n}\n"), Filename: "main.tf"}
		text := fmt.Sprintf(`{"locals": {"//": {"at": {%s}}, "o": {%s}}}`, notes.String()[2:], items.String()[2:])
		edited := equivalent.Source{Bytes: []byte(text), Filename: "main.tf.json", JSON: true}
		d := opentofu.Config(opentofu.Target{})
		return func() {
			file := src
			for range 2 {
				out, diags := patch.Steps(file, edited, d, patch.Options{SkipCheck: true})
				if bytes.Count(out, []byte("# d\n")) != n {
					t.Fatal(diags)
				}
				file.Bytes = out
			}
		}
	})
}

// TestManyLines checks the memory for an edit of a line in a long heredoc, also in a call: it is linear,
// and less than hclsyntax takes for the text, so hclsyntax is not used.
func TestManyLines(t *testing.T) {
	const n = 2000
	for name, test := range map[string][3]string{
		"text":                 {"<<-E", "E", "    line %d \n"},
		"text in a call":       {"f(<<-E", "E\n  )", "    line %d \n"},
		"directives":           {"<<-E", "E", "    %%{ if x ~} line %d %%{ endif ~}\n"},
		"directives in a call": {"f(<<-E", "E\n  )", "    %%{ if x ~} line %d %%{ endif ~}\n"},
	} {
		t.Run(name, func(t *testing.T) {
			text := func(n int) []byte {
				var lines strings.Builder
				for i := range n {
					fmt.Fprintf(&lines, test[2], i)
				}
				return []byte("locals {\n  a = " + test[0] + "\n" + lines.String() + "  " + test[1] + "\n}\n")
			}
			edit := func(text []byte) []byte { return bytes.Replace(text, []byte("line 7 "), []byte("edited "), 1) }
			d := opentofu.Config(opentofu.Target{})
			change := func(n int) func() {
				text := text(n)
				return func() {
					json, diags := convert.ToJSON(text, "main.tf", d, convert.Options{})
					if diags.HasErrors() {
						t.Fatal(diags)
					}
					edited := equivalent.Source{Bytes: edit(json), Filename: "main.tf.json", JSON: true}
					out, diags := patch.Steps(equivalent.Source{Bytes: text, Filename: "main.tf"}, edited, d,
						patch.Options{SkipCheck: true})
					if !bytes.Equal(out, edit(text)) {
						t.Fatal(diags)
					}
				}
			}
			golden.CheckLinearMemory(t, n, change)
			got, _ := golden.Allocated(change(n))
			parsed, _ := golden.Allocated(func() { hclsyntax.ParseConfig(text(n), "main.tf", hcl.InitialPos) })
			if got > parsed {
				t.Errorf("an edit takes %d bytes, and hclsyntax alone %d", got, parsed)
			}
		})
	}
}

// An edit of many parts takes time that grows with them, not with their square.
func TestManyParts(t *testing.T) {
	parts := func(names []string, part, between string) string {
		list := make([]string, len(names))
		for i, name := range names {
			list[i] = fmt.Sprintf(part, name)
		}
		return strings.Join(list, between)
	}
	names := func(n int) (names []string) {
		for i := range n {
			names = append(names, fmt.Sprintf("a%d", i))
		}
		return names
	}
	const locals, local = `{"locals": {%s}}`, `"%s": 1`
	const object, variables = `{"locals": {"a": {%s}}}`, `{"variable": [%s]}`
	const line = `{"check": {"c": {"depends_on": [%s]}}}`
	const commented = "# Text\nvariable \"%s\" {\n  default = 1\n}\n\n"
	const types = `{"resource": {%s}}`
	const labels = `{"resource": {"x_y": {%s}}}`
	for name, test := range map[string]struct {
		size   int
		native string // of one part, and around them
		json   string
		around [2]string
		edit   func(n int) []string
	}{
		"attributes":         {8000, "  %s = 1\n", local, [2]string{"locals {\n%s}\n", locals}, edited},
		"attributes of JSON": {16_000, "", local, [2]string{"", locals}, edited},
		"blocks":             {16_000, "variable \"%s\" {}\n", `{"%s": [{}]}`, [2]string{"%s", variables}, edited},
		"commented blocks":   {16_000, commented, `{"%s": [{"default": 1}]}`, [2]string{"%s", variables}, edited},
		"blocks of JSON":     {16_000, "", `{"%s": [{}]}`, [2]string{"", variables}, edited},
		"labels of JSON":     {16_000, "", `"%s": [{}]`, [2]string{"", labels}, edited},
		"types of JSON":      {16_000, "", `"%s": {"b": {}}`, [2]string{"", types}, doubled},
		"elements of a line": {8000, "a.%s, ", `"a.%s"`, [2]string{"check \"c\" {\n  depends_on = [%s]\n}\n", line}, edited},
		"items":              {4000, "    %s = 1\n", local, [2]string{"locals {\n  a = {\n%s  }\n}\n", object}, reversed},
		"items of JSON":      {4000, "", local, [2]string{"", object}, reversed},
	} {
		t.Run(name, func(t *testing.T) {
			golden.CheckLinear(t, test.size, func(n int) func() {
				json := func(names []string) equivalent.Source {
					text := fmt.Sprintf(test.around[1], parts(names, test.json, ", "))
					return equivalent.Source{Bytes: []byte(text), Filename: "main.tf.json", JSON: true}
				}
				src := json(names(n))
				if test.native != "" {
					text := fmt.Sprintf(test.around[0], parts(names(n), test.native, ""))
					src = equivalent.Source{Bytes: []byte(text), Filename: "main.tf"}
				}
				edited, d := json(test.edit(n)), opentofu.Config(opentofu.Target{})
				return func() {
					if _, diags := patch.Steps(src, edited, d, patch.Options{SkipCheck: true}); diags.HasErrors() {
						t.Fatal(diags)
					}
				}
			})
		})
	}
}
