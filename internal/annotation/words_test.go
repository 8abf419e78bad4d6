package annotation_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/internal/annotation"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// Each word represents a layout, and is restored from it.
func TestLayoutWords(t *testing.T) {
	target, err := opentofu.ParseTarget("opentofu")
	if err != nil {
		t.Fatal(err)
	}
	d := opentofu.Config(target)
	seen := map[string]bool{}
	for src, want := range map[string]string{
		"variable \"a\" {}\nvariable \"b\" {}\n":       `{ "": "0" }`,
		"variable \"a\" {}\n\n\n\nvariable \"b\" {}\n": `{ "": "3" }`,
		"variable a {}\n":                                               `{ "": "bare" }`,
		"locals {\n  a = { \"b\" = 1 }\n}\n":                            `{ "a": "line", "a.b": "quoted" }`,
		"locals {\n  a = { b : 1 }\n}\n":                                `{ "a": "line", "a.b": "colon" }`,
		"locals {\n  a = (1)\n}\n":                                      `{ "a": "parentheses" }`,
		"locals {\n  a = (\n  1)\n}\n":                                  `{ "a": "parentheses line-before" }`,
		"locals {\n  a = (1\n  )\n}\n":                                  `{ "a": "parentheses line-behind" }`,
		"locals {\n  a = \"${b}\"\n}\n":                                 `{ "a": "interpolation" }`,
		"locals {\n  a = [\n    1,\n  ]\n}\n":                           `{ "a": "lines" }`,
		"locals {\n  a = [{\n    b = 1\n  }]\n}\n":                      `{ "a": "line" }`,
		"locals {\n  a = \"b\\nc\\n\"\n}\n":                             `{ "a": "quotes" }`,
		"locals {\n  a = <<EOT\nb\nEOT\n}\n":                            `{ "a": "<<EOT,0,0" }`,
		"locals {\n  a = <<-EOT\n      b\n   EOT\n}\n":                  `{ "a": "<<-EOT,6,3" }`,
		"locals {\n  a = {\n    b = 1,\n    c = 2\n  }\n}\n":            `{ "a.b": "comma" }`,
		"locals {\n  a = [\n    1,\n    2\n  ]\n}\n":                    `{ "a": "lines", "a[1]": "no-comma" }`,
		"locals {\n\n\n  a = 1\n\n\n}\n":                                `{ "": "foot=2", "a": "2" }`,
		"locals {\r\n  a = 1\r\n}\r\n":                                  `{ "": "crlf" }`,
		"locals {\n  a = 1\n\n  b = 2\n}\n":                             `{ "b": "1" }`,
		"variable \"a\" { default = 1 }\n":                              `{ "": "line" }`,
		"locals {\n  a = [{\n    b = 1\n    }, {\n    b = 2\n  }]\n}\n": `{ "a": "line" }`,
		"locals {\n  a = [\n    1, 2,\n    3,\n  ]\n}\n":                `{ "a": "lines", "a[1]": "joined" }`,
		"\n\nlocals {}\n":                                               `{ "": "2" }`,
		"locals {}\n\n\n":                                               `{ "": "foot=2" }`,
		"locals {\n  a = [1,\n  2]\n}\n":                                `{ "a": "lines hugged", "a[0]": "joined" }`,
		"\n\n# a\n\nlocals {}\n":                                        `{ "": "head=2" }`,
	} {
		json, diags := convert.ToJSON([]byte(src), "a.tf", d, convert.Options{Form: convert.Compact, Layout: convert.KeepLayout})
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		words := ""
		for _, found := range regexp.MustCompile(`"layout": (\{[^}]*\}|"[^"]*")`).FindAllStringSubmatch(string(json), -1) {
			words += strings.Join(strings.Fields(found[1]), " ")
		}
		if words != want {
			t.Errorf("%q: %s", src, words)
		}
		back, diags := convert.ToHCL(json, "a.tf.json", d, convert.Options{Layout: convert.KeepLayout})
		if diags.HasErrors() || string(back) != src {
			t.Errorf("%q comes back as %q, %v", src, back, diags)
		}
		for word := range strings.FieldsFuncSeq(words, func(r rune) bool { return strings.ContainsRune(` "{},`, r) }) {
			seen[strings.TrimRight(word, "0123456789")] = true
		}
	}
	for _, word := range annotation.Words() {
		if !seen[word] {
			t.Errorf("nothing shows %q", word)
		}
	}
}
