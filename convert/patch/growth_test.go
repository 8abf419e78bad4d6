package patch_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/convert/patch"
	"github.com/hcljson/hcljson/internal/testing/golden"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// repeat returns the texts of n parts.
func repeat(n int, part func(i int) string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(part(i))
	}
	return b.String()
}

// joined is repeat with commas between the parts.
func joined(n int, part func(i int) string) string {
	return strings.TrimSuffix(repeat(n, func(i int) string { return part(i) + ", " }), ", ")
}

// annotated returns a text of locals with n comments and n members. The number of each replaces N.
func annotated(comment, member string) func(n int) string {
	numbered := func(n int, part string) string {
		return joined(n, func(i int) string { return strings.ReplaceAll(part, "N", strconv.Itoa(i)) })
	}
	return func(n int) string {
		return `{"locals": {"//": {"at": {` + numbered(n, comment) + `}}, ` + numbered(n, member) + `}}`
	}
}

// growth contains edits of n parts. size is the number for [golden.CheckLinear].
var growth = map[string]struct {
	size        int
	src, edited func(n int) string
}{
	"comment groups": {2000, func(n int) string {
		return "locals {\n" + repeat(n, func(i int) string { return fmt.Sprintf("  # g%d\n\n  a%d = 1\n\n", i, i) }) + "}\n"
	}, func(n int) string {
		return "locals {\n" + repeat(n, func(i int) string { return fmt.Sprintf("  # h%d\n\n  a%d = 2\n\n", i/3*3, i) }) + "}\n"
	}},
	"comment groups at one place": {2000, func(n int) string {
		return "locals {\n" + repeat(n, func(i int) string { return fmt.Sprintf("  # g%d\n\n", i) }) + "  a = 1\n}\n"
	}, func(n int) string {
		return "locals {\n" + repeat(n, func(i int) string { return fmt.Sprintf("  # g%d\n\n", (i*7)%n) }) + "  b = 2\n}\n"
	}},
	"comment groups of a list": {2000, func(n int) string {
		return "locals {\n  a = [\n" + repeat(n, func(i int) string { return fmt.Sprintf("    # g%d\n\n", i) }) + "  1\n]\n}\n"
	}, func(n int) string {
		return "locals {\n  a = [\n" + repeat(n, func(i int) string { return fmt.Sprintf("    # g%d\n\n", (i*7)%n) }) + "  2, 3, 4\n]\n}\n"
	}},
	"renamed literals": {4000, func(n int) string {
		return "locals {\n" + repeat(n, func(i int) string { return fmt.Sprintf("  a%d = %d\n", i, i) }) + "}\n"
	}, func(n int) string {
		return "locals {\n" + repeat(n, func(i int) string { return fmt.Sprintf("  b%d = %d\n", i, i) }) + "}\n"
	}},
	"blocks of one type": {1000, func(n int) string {
		return repeat(n, func(i int) string { return fmt.Sprintf("moved {\n  from = a.b%d\n  to = a.c%d\n}\n", i, i) })
	}, func(n int) string {
		return repeat(n, func(i int) string { return fmt.Sprintf("moved {\n  from = a.b%d\n  to = a.d%d\n}\n", i, i) })
	}},
	"changed elements of a line": {4000, func(n int) string {
		return "locals {\n  a = [" + joined(n, func(i int) string { return fmt.Sprint(i) }) + "]\n}\n"
	}, func(n int) string {
		return "locals {\n  a = [" + joined(n, func(i int) string { return fmt.Sprint(i*2 + 7) }) + "]\n}\n"
	}},
	"commented elements": {2000, func(n int) string {
		return "locals {\n  a = [\n" + repeat(n, func(i int) string { return fmt.Sprintf("    %d, # c%d\n", i, i) }) + "  ]\n}\n"
	}, func(n int) string {
		return "locals {\n  a = [\n" + repeat(n, func(i int) string { return fmt.Sprintf("    %d, # c%d\n", i*2+7, i*2) }) + "  ]\n}\n"
	}},
	"replaced commented items": {2000, func(n int) string {
		return "locals {\n  a = {\n" + repeat(n, func(i int) string { return fmt.Sprintf("    a%d = 1 # c%d\n", i, i) }) + "  }\n}\n"
	}, func(n int) string {
		return "locals {\n  a = {\n" + repeat(n, func(i int) string { return fmt.Sprintf("    b%d = true # d%d\n", i, i) }) + "  }\n}\n"
	}},
	"moved attributes": {2000, func(n int) string {
		return repeat(n, func(i int) string {
			return fmt.Sprintf("variable \"a%d\" {}\nmoved {\n  from = a.b%d\n  to = a.c%d\n}\n", i, i, i)
		})
	}, func(n int) string {
		return repeat(n, func(i int) string { return fmt.Sprintf("moved {\n  from = a.b%d\n  to = a.c%d\n}\n", n-i, n-i) }) +
			repeat(n, func(i int) string { return fmt.Sprintf("variable \"a%d\" {}\n", n-i) })
	}},
	"new items": {2000, func(n int) string { return "locals {\n  a = 1\n}\n" }, func(n int) string {
		return "locals {\n  a = 1\n" + repeat(n, func(i int) string { return fmt.Sprintf("  b%d = true # d%d\n", i, i) }) + "}\n"
	}},
	"new blocks": {2000, func(n int) string { return "variable \"a\" {}\n" }, func(n int) string {
		return "variable \"a\" {}\n" + repeat(n, func(i int) string { return fmt.Sprintf("variable \"b%d\" {\n  type = string\n}\n", i) })
	}},
	"JSON comments": {2000,
		annotated(`"aN": {"above": "cN"}`, `"aN": [1]`), annotated(`"aN": {"above": "dN"}`, `"aN": [2]`)},
	"JSON comments, renamed": {2000,
		annotated(`"aN": {"above": "cN"}`, `"aN": ["xN"]`), annotated(`"bN": {"above": "cN"}`, `"bN": ["xN"]`)},
	"JSON comments in lists": {1000,
		annotated(`"aN[0]": {"above": "cN"}`, `"aN": [1]`), annotated(`"aN[0]": {"above": "dN"}`, `"aN": [2]`)},
	"JSON labels renamed": {2000, func(n int) string {
		return `{"variable": {` + joined(n, func(i int) string { return fmt.Sprintf(`"a%d": {"default": %d}`, i, i) }) + `}}`
	}, func(n int) string {
		return `{"variable": {` + joined(n, func(i int) string { return fmt.Sprintf(`"b%d": {"default": %d}`, i, i) }) + `}}`
	}},
	"JSON objects": {2000, func(n int) string {
		return `[` + joined(n, func(i int) string { return fmt.Sprintf(`{"variable": {"a%d": {"default": %d}}}`, i, i) }) + `]`
	}, func(n int) string {
		return `[` + joined(n, func(i int) string { return fmt.Sprintf(`{"variable": {"a%d": {"default": %d}}}`, i, i+1) }) + `]`
	}},
	"JSON interleaved types": {1000, func(n int) string {
		return `{"resource": {"a": {` + joined(n, func(i int) string { return fmt.Sprintf(`"a%d": {}`, i) }) + `}, "b": {` +
			joined(n, func(i int) string { return fmt.Sprintf(`"b%d": {}`, i) }) + `}}}`
	}, func(n int) string {
		return repeat(n, func(i int) string {
			return fmt.Sprintf("resource \"a\" \"a%d\" {\n}\nresource \"b\" \"b%d\" {\n}\nresource \"a\" \"c%d\" {\n}\nresource \"b\" \"d%d\" {\n}\n", i, i, i, i)
		})
	}},
	"JSON single blocks": {2000, func(n int) string { return `{"locals": {"a": 1}, "moved": {"from": "a.a", "to": "a.b"}}` }, func(n int) string {
		return `{"locals": {"a": 1}, "moved": [{"from": "a.a", "to": "a.b"}` + repeat(n, func(i int) string { return fmt.Sprintf(`, {"from": "a.a%d", "to": "a.b%d"}`, i, i) }) + `]}`
	}},
	"JSON single blocks before": {2000, func(n int) string { return `{"locals": {"a": 1}, "moved": {"from": "a.a", "to": "a.b"}}` }, func(n int) string {
		return `{"locals": {"a": 1}, "moved": [` + repeat(n, func(i int) string { return fmt.Sprintf(`{"from": "a.a%d", "to": "a.b%d"}, `, i, i) }) + `{"from": "a.a", "to": "a.b"}]}`
	}},
	"JSON empty body": {2000, func(n int) string { return `{"locals": null, "variable": {"a": {}}}` }, func(n int) string {
		return `{"locals": {` + joined(n, func(i int) string { return fmt.Sprintf(`"a%d": 1`, i) }) + `}, "variable": {"a": {}}}`
	}},
	"JSON elements": {2000, func(n int) string {
		return `{"locals": {"a": [` + joined(n, func(i int) string { return fmt.Sprintf(`{"name": "a%d", "x": 1}`, i) }) + `]}}`
	}, func(n int) string {
		return `{"locals": {"a": [` + joined(n, func(i int) string { return fmt.Sprintf(`{"name": "a%d", "x": 2}`, i) }) + `]}}`
	}},
	"JSON new elements": {2000, func(n int) string {
		return `{"locals": {"a": [` + joined(n, func(i int) string { return fmt.Sprintf(`%d`, i) }) + `], "b": {"c": [1], "d": [2]}}}`
	}, func(n int) string {
		return `{"locals": {"a": [` + joined(n, func(i int) string { return fmt.Sprintf(`%d`, i) }) + `], "b": {"c": [1], ` + joined(n, func(i int) string { return fmt.Sprintf(`"e%d": [1]`, i) }) + `, "d": [2]}}}`
	}},
	"JSON long numbers": {600, func(n int) string {
		return `{"locals": {"a": [` + joined(n, func(i int) string { return fmt.Sprintf(`{"x": %d, "y": 12345678901234567890}`, i) }) + `]}}`
	}, func(n int) string {
		return `{"locals": {"a": [` + joined(n, func(i int) string { return fmt.Sprintf(`{"x": %d, "y": 12345678901234567890}`, i+1) }) + `]}}`
	}},
	"kept groups": {2000, func(n int) string {
		return repeat(n, func(i int) string {
			return fmt.Sprintf("# group number %d of all the groups\n\nvariable \"a%d\" {}\n\n", i, i)
		})
	}, func(n int) string {
		return `{"//": {"inside": "x"}, "variable": {` + joined(n, func(i int) string { return fmt.Sprintf(`"a%d": {"default": 1}`, i) }) + `}}`
	}},
	"unplaced": {1000, func(n int) string {
		return repeat(n, func(i int) string { return fmt.Sprintf("resource \"a\" \"a%d\" {\n  b%d = 1 # c%d\n}\n", i, i, i) })
	}, func(n int) string {
		return `{"resource": {"a": {` + joined(n, func(i int) string {
			return fmt.Sprintf(`"a%d": {"//": {"at": {"b%d": {"after": "c%d"}}}, "d": 1}`, i, i, i)
		}) + `}}}`
	}},
	"generic blocks": {600, func(n int) string {
		return `{"resource": {"a": {"a": {` + joined(n, func(i int) string { return fmt.Sprintf(`"b%d": [{"c": 1}]`, i) }) + `}}}}`
	}, func(n int) string {
		return "resource \"a\" \"a\" {\n" + repeat(n, func(i int) string { return fmt.Sprintf("  b%d {\n    c = 2\n  }\n  d%d {\n    c = 2\n  }\n", i, i) }) + "}\n"
	}},
}

// TestManyChanges checks that the time for an edit grows with the number of changes, not with its square.
func TestManyChanges(t *testing.T) {
	for name, test := range growth {
		t.Run(name, func(t *testing.T) {
			golden.CheckLinear(t, test.size, func(n int) func() {
				source := func(text string) equivalent.Source {
					if json := text[0] == '{' || text[0] == '['; json {
						return equivalent.Source{Bytes: []byte(text), Filename: "main.tf.json", JSON: true}
					}
					return equivalent.Source{Bytes: []byte(text), Filename: "main.tf"}
				}
				src, edited, d := source(test.src(n)), source(test.edited(n)), opentofu.Config(opentofu.Target{})
				return func() {
					if _, diags := patch.Steps(src, edited, d, patch.Options{SkipCheck: true, AddComments: true}); diags.HasErrors() {
						t.Fatal(diags)
					}
				}
			})
		})
	}
}
