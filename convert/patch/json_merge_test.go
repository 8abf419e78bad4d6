package patch

import (
	"testing"
)

// An edit keeps the bytes of all other values.
func TestJSONMerge(t *testing.T) {
	for _, c := range []struct {
		jsonCase
		opts Options
	}{
		{jsonCase: jsonCase{
			"a value deep down",
			`{"locals":  {"b": [ 1.0, {"c":   "x", "d":  2} ]}, "variable":   {"v":  {}}}`,
			`"x"`, `"y"`,
			`{"locals":  {"b": [ 1.0, {"c":   "y", "d":  2} ]}, "variable":   {"v":  {}}}`,
		}},
		{jsonCase: jsonCase{
			"members come before all others, between them and at the end",
			`{"locals": {"o": {"m":   1,  "n":   2}}}`,
			"m = 1\n    n = 2", "x = 0\n    m = 1\n    y = 1\n    z = 1\n    n = 3\n    q = 4",
			`{"locals": {"o": {"x":   0,  "m":   1,  "y":   1,  "z":   1,  "n":   3,  "q":   4}}}`,
		}},
		{jsonCase: jsonCase{
			"arguments and blocks come, and go",
			`{"locals":   {"l": 0,  "m":   1,  "n":   2}, "variable":  {"v":  {}}}`,
			"  m = 1\n  n = 2\n}", "  n = 2\n  o = 3\n}\n\noutput \"o\" {\n  value = 1\n}",
			`{"locals":   {"l": 0,  "n":   2,  "o": 3}, "output":   {"o":   {"value":   1}}, "variable":  {"v":  {}}}`,
		}},
		{jsonCase: jsonCase{
			"an element goes",
			`{"locals": {"a": [ {"b":   1},  {"c":   2}, 3.0 ]}}`,
			"    3.0,\n", "",
			`{"locals": {"a": [ {"b":   1},  {"c":   2} ]}}`,
		}},
		{jsonCase: jsonCase{
			"elements come, and the others stay",
			`{"locals": {"a": [ {"b":   1}, {"c":   2} ]}}`,
			"[\n", "[\n    0,\n    1,\n",
			`{"locals": {"a": [ 0, 1, {"b":   1}, {"c":   2} ]}}`,
		}},
		{jsonCase: jsonCase{
			"a list of one block stays one",
			`{"terraform": [ {"required_version":   "1"} ], "variable": {"v":   {"default":   1}}}`,
			`"1"`, `"2"`,
			`{"terraform": [ {"required_version":   "2"} ], "variable": {"v":   {"default":   1}}}`,
		}},
		{jsonCase: jsonCase{
			"a second block",
			`{"provider": {"p":   {"a":   1}}}`,
			"  a = 1\n}", "  a = 1\n}\nprovider \"p\" {\n  alias = 1\n}",
			`{"provider": {"p":   [{"a":   1}, {"alias": 1}]}}`,
		}},
		{jsonCase: jsonCase{
			"comments",
			`{"//":   "One.", "locals":   {"a":   1}}`,
			"One.", "Two.",
			`{"//":   "Two.", "locals":   {"a":   1}}`,
		}},
		{jsonCase: jsonCase{
			"the same comments, and others",
			`{"//":   "One.", "locals":   {"a":   1}}`,
			"a = 1", "# new\n  a = 2",
			`{"//":   "One.", "locals":   {"//":   {"at":   {"a":   {"above":   "new"}}}, "a":   2}}`,
		}},
		{jsonCase: jsonCase{
			"comments in a file without comments",
			`{"locals":   {"a":   1}}`,
			"a = 1", "# new\n  a = 2",
			`{"locals":   {"a":   2}}`,
		}},
		{opts: Options{DropComments: true}, jsonCase: jsonCase{
			"ignored comments",
			`{"//":   "One.", "locals":   {"a":   1, "//":   "Three."}}`,
			"# One.\n\nlocals {\n  # Three.\n\n  a = 1", "locals {\n  a = 2",
			`{"//":   "One.", "locals":   {"a":   2, "//":   "Three."}}`,
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.run(t, tofu(t), c.opts)
		})
	}
}
