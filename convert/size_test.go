package convert_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/internal/testing/golden"
	"github.com/hcljson/hcljson/internal/testing/oracles"
)

// checkGrowth checks that the memory for the conversion of a source is linear in its size.
func checkGrowth(t *testing.T, name string, make func(n int) string, convert func(src []byte)) {
	t.Run(name, func(t *testing.T) {
		golden.CheckLinearMemory(t, oracles.Rounds(500, 3000), func(n int) func() {
			src := []byte(make(n))
			return func() { convert(src) }
		})
	})
}

// many returns the format n times, with N replaced by the index.
func many(n int, format string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.ReplaceAll(format, "N", strconv.Itoa(i)))
	}
	return b.String()
}

// TestSourceAroundIsNotCopied checks that the source around an expression is read without a copy.
func TestSourceAroundIsNotCopied(t *testing.T) {
	job := dialects.Nomad()
	for name, task := range map[string]string{
		"objects":    `config { labels = { a = "b" } }`,
		"references": `config { image = var.image }`,
	} {
		tasks := func(n int) string {
			return many(n, "job \"aN\" {\n  group \"g\" {\n    task \"t\" {\n      "+task+"\n    }\n  }\n}\n")
		}
		checkGrowth(t, name, tasks, func(src []byte) {
			if _, diags := convert.ToJSON(src, "x.nomad.hcl", job, convert.Options{}); diags.HasErrors() {
				t.Fatal(diags)
			}
		})
	}
}

// TestShapesOfJSON checks that the cost of reading JSON is linear in its size, for any shape.
func TestShapesOfJSON(t *testing.T) {
	for _, test := range []struct {
		name, filename string
		make           func(n int) string
	}{
		{"$", "main.tf", func(n int) string { return `{"locals": {"a": "` + strings.Repeat("$", n) + `"}}` }},
		{"$ and text", "main.tf", func(n int) string { return `{"locals": {"a": "` + strings.Repeat("$x%", n) + `${a}"}}` }},
		{"$${", "main.tf", func(n int) string { return `{"locals": {"a": "` + strings.Repeat("$$${", n) + `"}}` }},
		{"$${ for the product", "x.nomad.hcl",
			func(n int) string { return `{"locals": {"a": "` + strings.Repeat("$${", n) + `}"}}` }},
		{"attributes", "main.tf", func(n int) string { return `{"locals": {` + strings.Repeat(`"a": 1, `, n) + `"a": 1}}` }},
		{"blocks", "main.tf", func(n int) string { return `{"locals": [` + strings.Repeat(`{}, `, n) + `{}]}` }},
		{"guesses", "main.tf",
			func(n int) string { return `{"resource": {"a": {"b": {` + many(n, `"aN": {"b": 1}, `) + `"a": 1}}}}` }},
		{"unknown functions", "docker-bake.hcl", func(n int) string {
			return `{"target": {"x": {"args": {"a": "` + many(n, `\u0024{fN()}`) + `"}}}}`
		}},
		{"paths to one place", "main.tf", func(n int) string {
			return `{"//": {"at": {` + strings.Repeat(`"locals": {"above": "x"}, `, n) +
				`"locals": {"after": "x"}}}, "locals": {"a": 1}}`
		}},
		{"paths to nothing", "main.tf", func(n int) string {
			return `{"//": {"at": {` + many(n, `"x.N": {"above": "x"}, `) + `"locals": {"after": "x"}}}, "locals": {"a": 1}}`
		}},
		// A label with a quotation mark: comparing a path with it allocates, so that a search
		// through all blocks for each comment is visible.
		{"comments of blocks", "terragrunt.hcl", func(n int) string {
			return `{"//": {"at": {` +
				many(n, `"generate[\"\\\"N\"]": {"above": "x"}, "generate[\"\\\"N\"].path": {"after": "x"}, `) +
				`"locals": {"after": "x"}}}, "locals": {"a": 1}, "generate": {` + many(n, `"\"N": {"path": "a"}, `) +
				`"a": {"path": "a"}}}`
		}},
		{"ends", "main.tf", func(n int) string { return `{"//": {` + strings.Repeat(`"end": "x", `, n) + `"end": "x"}}` }},
		{"notes", "main.tf", func(n int) string { return `{` + strings.Repeat(`"//": [1], `, n) + `"//": "x"}` }},
		{"comments", "main.tf", func(n int) string { return `{"//": "` + strings.Repeat(`/*\n`, n) + `"}` }},
		{"lists", "main.tf", func(n int) string {
			return `{"locals": {"//": {"at": {` + many(n, `"aN": {"elements": "AAAA"}, "aN[0]": {"above": "x"}, `) +
				`"a": {"above": "x"}}}, ` + many(n, `"aN": [1], `) + `"a": 1}}`
		}},
		{"elements", "main.tf", func(n int) string {
			return `{"locals": {"//": {"at": {"a": {"elements": "` + strings.Repeat("AAAA", n) + `"}, ` +
				many(n, `"a[N]": {"above": "x"}, `) + `"a[0].b": {"above": "x"}}}, "a": [` + strings.Repeat("1, ", n) + `2]}}`
		}},
		{"layout", "main.tf", func(n int) string {
			return `{"locals": {"//": {"layout": {` + many(n, `"a[N]": "3 joined", `) + `"a": "lines"}}, "a": [` +
				strings.Repeat(`{"b": 1}, `, n) + `2]}}`
		}},
		{"order", "main.tf", func(n int) string {
			return `{"//": {"order": [` + strings.Repeat(`"locals", `, n) + `"a"]}, "locals": [` +
				strings.Repeat(`{"a": 1}, `, n) + `{}]}`
		}},
	} {
		d := dialectOf(t, test.filename)
		checkGrowth(t, test.name, test.make, func(src []byte) {
			_, _ = convert.ToHCL(src, test.filename+".json", d, convert.Options{})
		})
	}
}

// TestShapesOfNative checks that the cost of reading native syntax is linear in its size, for any
// shape.
func TestShapesOfNative(t *testing.T) {
	repeat := strings.Repeat
	for _, test := range []struct {
		name, filename string
		make           func(n int) string
	}{
		{"$", "main.tf", func(n int) string { return "locals {\n  a = \"" + repeat("$", n) + "\"\n}\n" }},
		{"$ and text", "main.tf", func(n int) string { return "locals {\n  a = \"" + repeat("$x%", n) + "${a}\"\n}\n" }},
		{"$${", "main.tf", func(n int) string { return "locals {\n  a = \"" + repeat("$${", n) + "\"\n}\n" }},
		{"escapes", "main.tf", func(n int) string { return "locals {\n  a = \"" + repeat(`\n\u00e9`, n) + "\"\n}\n" }},
		{"sequences", "main.tf", func(n int) string { return "locals {\n  a = \"" + repeat("${a}", n) + "\"\n}\n" }},
		{"heredoc", "main.tf",
			func(n int) string { return "locals {\n  a = <<-E\n" + repeat("    text ${a}\n", n) + "  E\n}\n" }},
		{"heredoc in a call", "main.tf",
			func(n int) string { return "locals {\n  a = f(<<E\n" + repeat("text\n", n) + "E\n  )\n}\n" }},
		{"heredocs", "main.tf", func(n int) string { return "locals {\n" + many(n, "  aN = <<E\ntext\nE\n") + "}\n" }},
		{"lines of a call", "main.tf",
			func(n int) string { return "locals {\n  a = f(\n" + repeat("b, # c\n", n) + "  )\n}\n" }},
		{"one line", "main.tf", func(n int) string { return "locals { a = [" + repeat("1, \"b\", c, ", n) + "] }\n" }},
		{"warnings in one line", "main.tf",
			func(n int) string { return "variable \"a\" { type = object({" + repeat("a = string, ", n) + "}) }\n" }},
		{"number", "main.tf", func(n int) string { return "locals {\n  a = " + repeat("1", n) + "\n}\n" }},
		{"constant number", "x.tfvars", func(n int) string { return "a = " + repeat("1", n) + ".5\n" }},
		{"attributes", "main.tf", func(n int) string { return "locals {\n" + many(n, "  aN = 1\n") + "}\n" }},
		{"attributes twice", "main.tf", func(n int) string { return "locals {\n" + repeat("  a = 1\n", n) + "}\n" }},
		{"keys twice", "main.tf", func(n int) string { return "locals {\n  a = {\n" + repeat("    a = 1\n", n) + "  }\n}\n" }},
		{"blocks", "main.tf", func(n int) string { return repeat("locals {}\n", n) }},
		{"unknown blocks", "main.tf",
			func(n int) string { return "resource \"a\" \"b\" {\n" + repeat("  a {\n  }\n", n) + "}\n" }},
		{"blocks of many types", "main.tf",
			func(n int) string { return "resource \"a\" \"b\" {\n" + many(n, "  aN {\n  }\n") + "}\n" }},
		{"blocks with different labels", "main.tf", func(n int) string {
			return "resource \"a\" \"b\" {\n" + repeat("  a \"b\" {\n  }\n  a {\n  }\n", n) + "}\n"
		}},
		{"order", "main.tf", func(n int) string { return many(n, "variable \"aN\" {\n}\nlocals {\n  aN = 1\n}\n") }},
		{"dynamic blocks between others", "main.tf", func(n int) string {
			return "resource \"a\" \"b\" {\n" +
				repeat("  a {\n  }\n  dynamic \"a\" {\n    for_each = []\n    content {\n    }\n  }\n", n) + "}\n"
		}},
		{"comments", "main.tf", func(n int) string {
			return repeat("# a\n", n) + "locals {\n" + repeat("# a\n", n) + "a = 1\n" + repeat("# a\n", n) + "}\n"
		}},
		{"comments between", "main.tf", func(n int) string { return "locals {\n" + many(n, "  # a\n  aN = 1 # b\n") + "}\n" }},
		{"comments in a list", "main.tf",
			func(n int) string { return "locals {\n  a = [\n" + repeat("    # a\n    1, # b\n", n) + "  ]\n}\n" }},
		{"comments in one line", "main.tf",
			func(n int) string { return "locals {\n  a = 1 " + repeat("/* a */ ", n) + "\n}\n" }},
		{"unclosed comments", "main.tf",
			func(n int) string { return "locals {\n  a = 1 " + repeat("/* a ", n/100) + "\n}\n" }},
		{"hints", "main.tf",
			func(n int) string { return "resource \"a\" \"b\" {\n" + many(n, "  aN = [{ b = 1 }]\n") + "}\n" }},
		{"nested", "main.tf", func(n int) string {
			return "locals {\n" + many(n/100, "  aN = "+repeat("[", 100)+repeat("]", 100)+"\n") + "}\n"
		}},
		{"unknown names", "main.tf", func(n int) string { return many(n, "aN = 1\n") }},
		{"constants", "x.tfvars", func(n int) string { return many(n, "aN = [1, -1, \"$${\"]\n") }},
		{"errors", "x.tfvars", func(n int) string { return many(n, "aN = b\n") }},
		{"references", "x.nomad.hcl", func(n int) string { return "locals {\n  a = \"" + repeat("${a.b}", n) + "\"\n}\n" }},
		{"calls", "docker-bake.hcl",
			func(n int) string { return "target \"x\" {\n  args = {\n" + many(n, "    aN = fN()\n") + "  }\n}\n" }},
	} {
		d := dialectOf(t, test.filename)
		checkGrowth(t, test.name, test.make, func(src []byte) {
			_, _ = convert.ToJSON(src, test.filename, d, convert.Options{})
		})
	}
}
