package schemafile_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/internal/language/schemafile"
	"github.com/hcljson/hcljson/internal/schema/languages"
)

// chainSchema returns a schema of n bodies. Each body adds one name to the body that it uses.
func chainSchema(n int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "language \"x\" {}\nroot {\n  use = body.b%d\n}\nbody \"b0\" {}\n", n)
	for i := range n {
		fmt.Fprintf(&b, "body \"b%d\" {\n  use = body.b%d\n  attributes = { a%d = literal }\n}\n", i+1, i, i)
	}
	return b.String()
}

// ruleChainSchema returns a schema of n rules, each of which uses the next one twice.
func ruleChainSchema(n int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "language \"x\" {}\nroot {\n  others = attributes(r0)\n}\nrule \"r%d\" {}\n", n)
	for i := range n {
		fmt.Fprintf(&b, "rule \"r%d\" {\n  value = either(list(r%d), map(r%d))\n}\n", i, i+1, i+1)
	}
	return b.String()
}

// wrongRulesSchema returns a schema of n rules that use unknown rules.
func wrongRulesSchema(n int) string {
	var b strings.Builder
	b.WriteString("language \"x\" {}\nroot {}\n")
	for i := range n {
		fmt.Fprintf(&b, "rule \"r%d\" {\n  value = x%d\n}\nbody \"b%d\" {\n  use = body.x%d\n}\n", i, i, i, i)
	}
	return b.String()
}

// Too large schema files are rejected fast.
func TestLimits(t *testing.T) {
	for name, test := range map[string]struct {
		src  string
		json bool
		want string // empty if it is read
	}{
		"size":   {src: strings.Repeat(" ", 1<<20+1), want: "File too large"},
		"native": {src: "root {\n  others = " + strings.Repeat("[", 20_000), want: "Nested too deeply"},
		"JSON":   {src: `{"a": ` + strings.Repeat("[", 20_000), json: true, want: "JSON nested too deeply"},
		"brackets": {src: `{"language": {"x": {"summary": "\"` + strings.Repeat("[", 20_000) + `"}}, "root": {}}`,
			json: true},
		"JSON string": {src: `{"language": {"x": {}}, "root": {"attributes": {"a": "` + strings.Repeat("list(", 20_000) +
			`"}}}`, json: true, want: "Invalid rule"},
		"JSON reference": {src: `{"language": {"x": {}}, "root": {"use": "` + strings.Repeat("body[", 20_000) + `"}}`,
			json: true, want: "Invalid body"},
		"JSON keyword": {src: `{"language": {"x": {}}, "root": {"block": {"a": {"shape": "` + strings.Repeat("a[", 20_000) +
			`"}}}}`, json: true, want: "Unsuitable value"},
		"JSON call": {src: `{"language": {"x": {}}, "root": {"others": "` + strings.Repeat("a(", 20_000) + `"}}`, json: true,
			want: "Unsuitable value"},
		"operators": {src: "root {\n  others = " + strings.Repeat("!", 50_000) + "a\n}", want: "Nested too deeply"},
		"directives": {src: "root {\n  definer = \"" + strings.Repeat("%{if a}", 20_000) + "\"\n}",
			want: "Nested too deeply"},
		"templates": {src: "root {\n  definer = " + strings.Repeat("\"${", 20_000) + "\n}", want: "Nested too deeply"},
		"steps": {src: "language \"x\" {}\nroot {\n  definer = true" + strings.Repeat("[0]", 20_000) + "\n}",
			want: "Nested too deeply"},
		"calls": {src: `{"language": {"x": {}}, "root": {"others": "` + strings.Repeat("!", 50_000) + `"}}`, json: true,
			want: "Unsuitable value"},
		"rows":       {src: chainSchema(1000), want: "Too many names"},
		"errors":     {src: wrongRulesSchema(1_000), want: "Unknown rule"},
		"some rows":  {src: chainSchema(300)},
		"deep rules": {src: ruleChainSchema(2000)},
	} {
		l, diags := schemafile.Read([]byte(test.src), name, test.json)
		if test.want == "" {
			if diags.HasErrors() {
				t.Errorf("%s: %s", name, diags)
				continue
			}
			languages.Prepare(l.Dialect)
			continue
		}
		if len(diags) == 0 || diags[0].Summary != test.want {
			t.Errorf("%s: %.200s, want %s", name, diags, test.want)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, name := range schemaFiles(f) {
		src, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		json, diags := convert.ToJSON(src, name, dialects.SchemaFile(), convert.Options{})
		if diags.HasErrors() {
			f.Fatal(diags)
		}
		f.Add(src, false)
		f.Add(json, true)
	}
	archive, err := txtar.ParseFile("testdata/errors.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range archive.Files {
		f.Add(file.Data, strings.HasSuffix(file.Name, ".json"))
	}
	f.Fuzz(func(t *testing.T, src []byte, isJSON bool) {
		l, diags := schemafile.Read(src, "fuzz", isJSON)
		if (l == nil) != diags.HasErrors() {
			t.Fatalf("want either a language or errors: %s", diags)
		}
		for _, diag := range diags {
			if diag.Subject == nil || diag.Summary == "" || diag.Detail == "" {
				t.Fatalf("no place or text: %+v", diag)
			}
		}
		if l == nil {
			return
		}
		languages.Prepare(l.Dialect)
		for _, p := range l.Files {
			name := strings.ReplaceAll(p.Native, "*", "x")
			counterpart, isJSON, ok := l.Match(name)
			if !ok || isJSON || (counterpart == "") != (p.JSON == "") {
				t.Fatalf("%q is %q, %t, %t", name, counterpart, isJSON, ok)
			}
			if counterpart == "" {
				continue
			}
			if back, isJSON, _ := l.Match(counterpart); back != name || !isJSON {
				t.Fatalf("%q is %q, %t; want %q", counterpart, back, isJSON, name)
			}
		}
	})
}
