package fromconfig_test

import (
	"strings"
	"testing"

	"github.com/hcljson/hcljson/internal/generate/jsonformat"
)

// No value is made up for an expression that cannot be read, and it hides no other.
func TestBrokenExpressions(t *testing.T) {
	for _, broken := range []string{
		"[1 2]", "{ a = 1 b = 2 }", "1 +", "true ? 1", "true ? 1 :", "0x10", `"\q"`, `"a\u12"`, "1 2", `"x" "y"`, "= 1", "(1",
		`"%{ iff }a"`, `"${1 2}"`, "\"\xff\xfe\"", "[1\n  2]", "[for a in [1] : a b]", "a.b c", "'x'", "1;", `"x`,
		"{\n    a = 1 2\n    b = 3\n  }", "<<E\n${1 2}\n  E", "f(1 2)", "[1, 2]]", "{ a = 1 }}",
	} {
		// The content before and after the error is the same as without the error, if the parser
		// can locate the error.
		src := "output \"before\" {\n  value = 1\n}\noutput \"b\" {\n  value = " + broken +
			"\n}\noutput \"after\" {\n  value = [1 2]\n}\n"
		for _, name := range []string{"opentofu.json", "terraform.diff"} {
			c, diags := load(t, tree{"main.tf": []byte(src)}, goldens[name], nil)
			if c == nil || !strings.Contains(describe(diags), "main.tf:") {
				t.Errorf("%s: %s", broken, describe(diags))
				continue
			}
			before := false
			for _, o := range c.Root.Outputs {
				value := constant(o)
				before = before || o.Name == "before"
				if o.Name == "before" && value != "1" || o.Name != "before" && value != "" {
					t.Errorf("%s: %s has the value %s", broken, o.Name, value)
				}
			}
			if !before {
				t.Errorf("%s: the output before it is missing", broken)
			}
		}
	}
}

// constant is the constant value of an output, or "".
func constant(o *jsonformat.ConfigOutput) string {
	e, _ := o.Expression.Expression()
	return e.Constant.JSON()
}

// TestContentNextToErrors checks that the content around an error is shown.
func TestContentNextToErrors(t *testing.T) {
	for src, want := range map[string]string{
		"output \"a\" {\n  value = 1\n  nonsense\n}\n":                        "a=1",
		"output \"a\" {\n  value = 1 2\n  description = \"d\"\n}\n":           "a=",
		"locals { a = 1 2 }\noutput \"a\" { value = 3 }\n":                    "a=3",
		"output \"\xff\" {\n  value = 1\n}\noutput \"a\" {\n  value = 2\n}\n": "a=2",
		"output \"a\" = 1 {\n  value = 1\n}\n":                                "",
		"output \"a\" {\n  value = 1 # c\n  + 2\n}\n":                         "a=1",
		"output \"a\" {\n  value = 1\n} x\n":                                  "a=1",
		"output \"a\" {\n  value = 1\n":                                       "a=1",
		"output \"a\" {\n  value = <<E\nx\n}\noutput \"b\" {\n}\n":            "a=",
		"output \"a\" {\n  value = 1\n  value = 2\n}\n":                       "a=1",
	} {
		c, diags := load(t, tree{"main.tf": []byte(src)}, goldens["opentofu.json"], nil)
		if c == nil || len(diags) == 0 {
			t.Errorf("%s: %s", src, describe(diags))
			continue
		}
		var got []string
		for _, o := range c.Root.Outputs {
			got = append(got, o.Name+"="+constant(o))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s is shown as %s, want %s", src, got, want)
		}
	}
}
