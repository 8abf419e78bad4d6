package tidy_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/hcljson/hcljson/internal/generate/tidy"
)

// texts are values, as templates in JSON, that jsonencode or a heredoc may change.
var texts = []string{
	`{"a":1}`, `{"a": 1}`, `{"b":1,"a":2}`, `{"a":1,"a":2}`, `{"a":"<>&"}`, `{"a":"\u003c\u003e\u0026"}`,
	`{"a":"\u003C"}`,
	`{"a":1.0}`, `{"a":1.50}`, `{"a":-0}`, `{"a":1e3}`, `{"a":0.1}`, `{"a":123456789012345678901234567890}`,
	`{"a":-1.25}`,
	`{"a":null,"b":true,"c":[]}`, `{}`, `[]`, `[1]`, `[{"a":{}}]`, `{"":""}`, `{"a b":"x","c-d":{"1":2}}`,
	`{"for":"x"}`,
	`{"a":"é"}`, `{"a":"\u00e9"}`, "{\"a\":\"e\u0301\"}", `{"a":"\ud83d\ude00"}`, "{\"a\":\"\U0001F600\"}",
	`{"a":"\ud800"}`,
	`{"a":"\u2028\u2029"}`, "{\"a\":\"\u2028\"}", `{"a":"\u007f"}`, "{\"a\":\"\u007f\"}",
	`{"a":"\u0000\u001f"}`,
	`{"a":"\b\f\n\r\t\"\\\/"}`, `{"a":"\u0008\u000c\n\r\t\"\\/"}`, `{"a":"b\nc\n"}`, `{"a":"\n\n"}`,
	`{"a":"b\nc\nd"}`,
	`{"a":"$${b}","c":"%%{d}"}`, `{"a":"$$${b}"}`, `{"a":"$"}`, `{"$${a}":1}`, `{"a":"%"}`, `{"a":"$$"}`,
	`{"a":"${path.module}"}`, `{"a":"${jsonencode("b")}"}`, `{"a":${jsonencode({"b":1})}}`,
	`${jsonencode({"b"=1, "c" = [1,{"d"="e"}]})}`,
	`${jsonencode({"a" = "b\nc\n", "d" = "${path.module}\n\n"})}`,
	`${jsonencode([for x in [1] : {"a" = x}])}`, `${jsonencode({"a b" = jsonencode({"c" = [{}]})})}`,
	`{"a":"{\"b\":\"[{\\\"c\\\":\\\"$${d}\\\\n\\\"}]\"}","e":"[1, 2]"}`, `["[\"[]\"]"]`,
	`${jsonencode({"a" = "{\"b\":1}", "c" = path.module})}`,
	"{\n  \"a\": 1\n}", "{\n  \"a\": 1\n}\n", "{\"a\":1}\n", " {\"a\":1}", "\ufeff{\"a\":1}",
	"a\nb", "a\nb\n", "a\n\nb", "\na\nb", "a\r\nb", "a\r\nb\r\n", "a\nb\r", "a\rb\nc", "\n", "\n\n",
	"a\nb\n\n", "a\n ", " a\n  b", "\ta\n\tb", "  a\n\n  b",
	"a\n\u00a0b", "\u00a0a\nb", "a\n\u0301b", "EOT\nb", "a\n  EOT\nEOT2\nb", "a\\n\nb\\", "a\n\"b\"",
	"a\n$${b}\n%%{c}", "a\n$${", "a\n$", "a\n%", "a\n$$", "a\nb$${c", "$\n{a}",
	"a\n${path.module}", "a\n${path.module}b", "a\n${path.module}\nb", "  ${path.module}\nb",
	"a\n${ path.module }\n  b", "${~ path.module ~}\n b", "a ${path.module ~}\n b", "a\n${path.module ~}b",
	"a\n%{ if true }b%{ endif }", "a\n%{ if true }b\n%{ else }c%{ endif }d",
	"a\n%{ for x in [path.module] }${x}\n %{ endfor }b", "a\n%{ if path.module == \"\" }\nb\n%{ else }\n\n%{ endif }c",
	"%{ for x in [1, 2] ~}\nx\n%{ endfor ~}\nb", "a\n%{ for x in [1, 2] }${x}\n%{ endfor }b",
	"a\n${<<EOT\nb\nEOT\n}c", "a\x00\nb", "a\u0085\nb", "a\u2028\nb", "\ufeffa\nb", "a\n\ufeffb",
	"a\n# b\n// c\n/* d", "é\ne\u0301\nb", "\U0001F600\n\U0001F600b",
	"{\n\"a\":1\n", "[0-9]", "{a}", "[a]", "#!/bin/sh\nset -e\necho \"$HOME\" '$${x}' \\\n  && true",
	"a: |\n  b\n\n  c\nd: e",
}

// TestTexts shows the result for each text: some texts must stay the same, for others the same JSON
// value is enough.
func TestTexts(t *testing.T) {
	made := map[bool]map[string]string{}
	for _, same := range []bool{false, true} {
		roles := map[string]any{}
		for i, text := range texts {
			roles[fmt.Sprintf("t%d", i)] = map[string]any{"assume_role_policy": text}
		}
		src, err := json.Marshal(map[string]any{"resource": map[string]any{"aws_iam_role": roles}})
		if err != nil {
			t.Fatal(err)
		}
		files := []tidy.File{readFile(t, "main.tf.json", src, dialect)}
		result, diags := tidy.Apply(files, []string{"jsonencode", "heredoc"}, tidy.Options{Dialect: dialect, SameValue: same})
		if diags.HasErrors() {
			t.Fatal(messages(diags))
		}
		made[same] = map[string]string{}
		for _, c := range result.Changes {
			made[same][c.Place] = c.After
		}
	}
	var b strings.Builder
	for i, text := range texts {
		place := fmt.Sprintf("resource.aws_iam_role.t%d.assume_role_policy", i)
		exact, loose := made[false][place], made[true][place]
		fmt.Fprintf(&b, "%q\n", text)
		if exact != "" {
			fmt.Fprintf(&b, "%s\n", exact)
		}
		if loose != exact {
			fmt.Fprintf(&b, "as JSON: %s\n", loose)
		}
		b.WriteString("\n")
	}
	path := filepath.Join("testdata", "texts.txt")
	want, _ := os.ReadFile(path)
	if got := b.String(); got == string(want) {
		return
	} else if !*update {
		t.Errorf("%s", diff.Diff("want", want, "got", []byte(got)))
	} else if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
		t.Error(err)
	}
}
