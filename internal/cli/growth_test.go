package cli

import (
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/internal/text/parsecount"
)

// growthShapes are files of n parts, with the commands whose cost must be linear in n. A.tf is the name of a
// native file, and a.tf.json the name of a JSON file.
var growthShapes = []struct {
	name string
	file string
	text func(n int) string
	args []string
}{
	{"blank lines", "a.tf", func(n int) string { return repeat("\n", 20*n) + "locals {\n}\n" + repeat("\n", 20*n) },
		[]string{"verify a.tf a.tf", "hcl2json -o out/ a.tf", "verify --roundtrip a.tf"}},
	{"comment lines", "a.tf", func(n int) string { return repeat("# a\n", 5*n) + "locals {\n}\n" + repeat("# a\n", 5*n) },
		[]string{"verify a.tf a.tf", "hcl2json -o out/ a.tf", "verify --roundtrip a.tf"}},
	{"comment paragraphs", "a.tf", func(n int) string { return repeat("# a\n\n", n) + "locals {\n}\n" },
		[]string{"verify a.tf a.tf", "hcl2json -o out/ a.tf", "verify --roundtrip a.tf"}},
	{"comments between items", "a.tf", func(n int) string { return many(n, "/* a */\n\n# b\nlocals {\n  aN = 1\n}\n") },
		[]string{"verify a.tf a.tf", "hcl2json -o out/ a.tf"}},
	{"lines of a root comment", "a.tf.json", func(n int) string { return `{"//": "` + repeat(`a\n`, n) + `", "locals": {}}` },
		[]string{"json2hcl -o out/ a.tf.json", "verify --roundtrip a.tf.json"}},
	{"duplicate arguments", "a.tf", func(n int) string { return "locals {\n" + repeat("  a = 1\n", n) + "}\n" },
		[]string{"show a.tf", "diff a.tf a.tf", "verify a.tf a.tf", "hcl2json a.tf"}},
	{"duplicate names in JSON", "a.tf.json", func(n int) string { return `{"locals": {` + repeat(`"a": 1, `, n) + `"a": 1}}` },
		[]string{"show a.tf.json", "diff a.tf.json a.tf.json", "json2hcl a.tf.json"}},
	{"diagnostics", "a.tf", func(n int) string { return many(n, "unknownN {\n}\n") },
		[]string{"hcl2json a.tf", "show a.tf", "verify a.tf a.tf", "hcl2json --error-format json a.tf"}},
	{"plain heredoc", "a.tf", func(n int) string { return "locals {\n  a = <<E\n" + repeat("text\n", 10*n) + "E\n}\n" },
		[]string{"hcl2json -o out/ a.tf", "verify --roundtrip a.tf", "diff a.tf a.tf"}},
	{"indented heredoc", "a.tf", func(n int) string { return "locals {\n  a = <<-E\n" + repeat("    text\r\n", 10*n) + "  E\n}\n" },
		[]string{"hcl2json -o out/ a.tf", "verify --roundtrip a.tf"}},
	{"long text with a sequence", "a.tf.json",
		func(n int) string { return `{"locals": {"a": "${b}\n` + repeat(`text\n`, 10*n) + `"}}` },
		[]string{"json2hcl -o out/ a.tf.json", "verify a.tf.json a.tf.json"}},
	{"heredocs", "a.tf", func(n int) string { return "locals {\n" + many(n, "  aN = <<E\ntext\nE\n") + "}\n" },
		[]string{"hcl2json -o out/ a.tf", "show a.tf"}},
	{"deep arrays", "a.tf.json", func(n int) string { return `{"locals": {"a": ` + repeat("[", 2*n) + repeat("]", 2*n) + `}}` },
		[]string{"json2hcl a.tf.json", "verify a.tf.json a.tf.json", "show a.tf.json", "set local.b=1 a.tf.json"}},
	{"deep lists", "a.tf", func(n int) string { return "locals {\n  a = " + repeat("[", 2*n) + repeat("]", 2*n) + "\n}\n" },
		[]string{"hcl2json a.tf", "verify a.tf a.tf", "show a.tf"}},
	{"digits", "a.tf.json", func(n int) string { return `{"locals": {"a": ` + repeat("1", 10*n) + `}}` },
		[]string{"json2hcl a.tf.json", "show a.tf.json", "edit a.tf.json -- cat"}},
	{"operators", "a.tf", func(n int) string { return "locals {\n  a = 1" + repeat(" + b", n) + "\n}\n" },
		[]string{"hcl2json a.tf", "hcl2json -o out/ a.tf", "verify a.tf a.tf"}},
	{"arguments", "a.tf", func(n int) string { return "locals {\n" + many(n, "  aN = 1\n") + "}\n" },
		[]string{"show a.tf", "diff a.tf a.tf", "list a.tf", "get local.a0 a.tf"}},
	{"places of one edit", "a.tf", func(n int) string { return many(n, "a \"bN\" {\n  c = 1\n}\n") },
		[]string{"set a.*.c=2 a.tf", "add a.* d=2 a.tf", "rm a.*.c a.tf", "sort a a.tf"}},
	{"places of one edit in JSON", "a.tf.json",
		func(n int) string { return `{"resource": {"a_b": {` + many(n, `"cN": {"d": 1}, `) + `"c": {"d": 1}}}}` },
		[]string{"set a_b.*.d=2 a.tf.json", "add a_b.* e=2 a.tf.json", "rm a_b.*.d a.tf.json"}},
	{"elements with comments", "a.tf", func(n int) string { return "locals {\n  l = [\n" + many(n, "    -N, # N\n") + "  ]\n}\n" },
		[]string{"sort local.l a.tf", "set local.l=[1] a.tf", "add local.l 5 a.tf", "rm local.l[0] a.tf"}},
	{"references", "a.tf", func(n int) string { return "locals {\n  a = 1\n" + many(n, "  bN = local.a\n") + "}\n" },
		[]string{"mv local.a local.z a.tf"}},
	{"recorded moves", "a.tf", func(n int) string {
		return "resource \"terraform_data\" \"a\" {\n}\n" +
			many(n, "moved {\n  from = terraform_data.xN\n  to   = terraform_data.yN\n}\n")
	}, []string{"mv terraform_data.a terraform_data.z a.tf"}},
	{"sequences in a heredoc", "a.tf", func(n int) string { return "locals {\n  a = <<E\n" + many(n, "foo ${bN}\n") + "E\n}\n" },
		[]string{"set local.a~=s/foo/bar/g a.tf"}},
	{"declarations", "a.tf", func(n int) string { return many(n, "variable \"vN\" {\n}\n\n") }, []string{"sort variable a.tf"}},
}

// scriptLines are lines of scripts for apply, each with another number. The cost of n lines in a file with n blocks must
// be linear in n.
var scriptLines = []string{
	"set a_b.cN.d=2", "set a_b.cN.d~=s/x/y/", "set 'a_b.cN.l=concat(@, [1])'", "add a_b.cN e=2", "add . 'variable \"vN\" {}'", "rm a_b.cN",
	"cp a_b.cN eN", "sort a_b.cN", "mv a_b.cN a_b.eN", "mv --no-moved a_b.cN a_b.eN", "mv local.kN local.mN",
	"set a_b.cN.d=local.kN\nmv local.kN local.mN\ncp a_b.cN eN\nrm a_b.cN",
}

// renameLines are lines of scripts that rename other names than those of declarations: keys, aliases, local names of
// providers, types and instance keys, one by one and in turn.
var renameLines = []string{
	"mv local.m.kN local.m.lN", "mv var.v.kN var.v.lN", "mv provider.p.aN bN", "mv terraform.required_providers.qN zN",
	"mv qN_x.rN yN_x.rN", "mv 'qN_x.rN[\"kN\"]' 'qN_x.rN[\"lN\"]'",
	"mv local.m.kN local.m.lN\nmv local.uN local.wN\nmv provider.p.aN bN\nmv qN_x.rN yN_x.rN\nmv yN_x.rN yN_x.sN",
}

// renamedFile returns a native file for renameLines.
func renamedFile(n int) string {
	return "locals {\n  m = {\n" + many(n, "    kN = N\n") + "  }\n" + many(n, "  uN = local.m.kN\n") + "}\n" +
		"variable \"v\" {\n  default = {\n" + many(n, "    kN = N\n") + "  }\n}\n" +
		"terraform {\n  required_providers {\n" + many(n, "    qN = { source = \"a/qN\" }\n") + "  }\n}\n" +
		many(n, "provider \"p\" {\n  alias = \"aN\"\n}\nprovider \"qN\" {}\nresource \"qN_x\" \"rN\" {\n  for_each = toset([\"kN\"])\n}\n"+
			"resource \"p_x\" \"rN\" {\n  provider = p.aN\n}\noutput \"oN\" {\n  value = [qN_x.rN[\"kN\"], var.v.kN]\n}\n")
}

// renamedJSON returns an HCL-JSON file for renameLines.
func renamedJSON(n int) string {
	return `{"locals": {"m": {` + many(n, `"kN": N, `) + `"k": 1}, ` + many(n, `"uN": "${local.m.kN}", `) + `"u": 1}, ` +
		`"variable": {"v": {"default": {` + many(n, `"kN": N, `) + `"k": 1}}}, ` +
		`"terraform": {"required_providers": {` + many(n, `"qN": {"source": "a/qN"}, `) + `"p": {"source": "a/p"}}}, ` +
		`"provider": {"p": [` + many(n, `{"alias": "aN"}, `) + `{}], ` + many(n, `"qN": {}, `) + `"q": {}}, ` +
		`"resource": {` + many(n, `"qN_x": {"rN": {"for_each": "${toset([\"kN\"])}"}}, `) +
		`"p_x": {` + many(n, `"rN": {"provider": "p.aN"}, `) + `"r": {}}}, ` +
		`"output": {` + many(n, `"oN": {"value": ["${qN_x.rN[\"kN\"]}", "${var.v.kN}"]}, `) + `"o": {"value": 1}}}`
}

func repeat(text string, n int) string { return strings.Repeat(text, n) }

// TestGrowth checks that the cost of a command is linear in the size of its file, for any shape:
// allocations, and counters of loops that allocate nothing.
func TestGrowth(t *testing.T) {
	const n = 1000
	check := func(n int, name, file, args string, text, script func(n int) string) {
		cost := func(n int) int64 {
			dir := t.TempDir()
			t.Chdir(dir)
			source := []byte(text(n))
			if err := os.WriteFile(file, source, 0o600); err != nil {
				t.Fatal(err)
			}
			var before, after runtime.MemStats
			counted := parsecount.Skipped.Load()
			runtime.ReadMemStats(&before)
			var output strings.Builder
			status := Main(append([]string{"hcljson"}, strings.Fields(args)...), strings.NewReader(script(n)), &output, &output, os.Getenv)
			runtime.ReadMemStats(&after)
			if status > 1 && script(1) != "" {
				t.Errorf("%s, %s: %s", name, args, output.String())
			}
			if skipped := parsecount.Skipped.Load() - counted; skipped > int64(8*len(source)) {
				t.Errorf("%s, %s: %d bytes skipped in %d bytes", name, args, skipped, len(source))
			}
			return int64(after.TotalAlloc - before.TotalAlloc)
		}
		cost(1)
		if small, large := cost(n), cost(4*n); large > 8*small {
			t.Errorf("%s, %s: %d bytes, of four times the size %d", name, args, small, large)
		}
	}
	for _, line := range scriptLines {
		script := func(n int) string { return many(n, line+"\n") }
		check(n/4, line, "a.tf", "apply - a.tf", func(n int) string {
			return many(n, "resource \"a_b\" \"cN\" {\n  d = \"x\"\n  l = [local.kN]\n}\n\n") + "locals {\n" + many(n, "  kN = 1\n") + "}\n"
		}, script)
		check(n/4, line, "a.tf.json", "apply - a.tf.json", func(n int) string {
			return `{"resource": {"a_b": {` + many(n, `"cN": {"d": "x", "l": ["${local.kN}"]},`+"\n") + `"c": {}}}, "locals": {` +
				many(n, `"kN": 1,`+"\n") + `"k": 1}}`
		}, script)
	}
	for _, line := range renameLines {
		script := func(n int) string { return many(n, line+"\n") }
		check(n/4, line, "a.tf", "apply - a.tf", renamedFile, script)
		check(n/4, line, "a.tf.json", "apply - a.tf.json", renamedJSON, script)
	}
	for _, shape := range growthShapes {
		for _, args := range shape.args {
			check(n, shape.name, shape.file, args, shape.text, func(int) string { return "" })
		}
	}
}
