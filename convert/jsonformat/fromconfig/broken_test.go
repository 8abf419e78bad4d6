package fromconfig_test

import (
	"strings"
	"testing"
)

// A file with an error hides itself, and nothing in another.
func TestBrokenFiles(t *testing.T) {
	broken := []string{
		"output \"a\" {\n  value = 1\n  nonsense\n}\n", "output \"\xff\" {\n  value = 1\n}\n",
		"output \"a\" = 1 {\n  value = 1\n}\n", "output \"a\" {\n  value = 1 # c\n  + 2\n}\n",
		"output \"a\" {\n  value = 1\n} x\n", "output \"a\" {\n  value = 1\n",
		"output \"a\" {\n  value = <<E\nx\n}\n", "output \"a\" {\n  value = 1\n  value = 2\n}\n",
	}
	for _, e := range []string{
		"[1 2]", "{ a = 1 b = 2 }", "1 +", "true ? 1", "true ? 1 :", "0x10", `"\q"`, `"a\u12"`, "1 2", `"x" "y"`, "= 1", "(1",
		`"%{ iff }a"`, `"${1 2}"`, "\"\xff\xfe\"", "[1\n  2]", "[for a in [1] : a b]", "a.b c", "'x'", "1;", `"x`,
		"{\n    a = 1 2\n    b = 3\n  }", "<<E\n${1 2}\n  E", "f(1 2)", "[1, 2]]", "{ a = 1 }}",
	} {
		broken = append(broken, "output \"a\" {\n  value = "+e+"\n}\n")
	}
	for _, src := range broken {
		for _, name := range []string{"opentofu.json", "terraform.diff"} {
			files := tree{"main.tf": []byte("output \"b\" {\n  value = 1\n}\n" + src),
				"other.tf": []byte("output \"c\" {\n  value = 2\n}\n")}
			c, diags := load(t, files, goldens[name], nil)
			if c == nil || !strings.Contains(describe(diags), "main.tf:") {
				t.Errorf("%s: %s", src, describe(diags))
				continue
			}
			if len(c.Root.Outputs) != 1 || c.Root.Outputs[0].Name != "c" {
				t.Errorf("%s: %d outputs are shown", src, len(c.Root.Outputs))
			}
		}
	}
}
