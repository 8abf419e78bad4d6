package tidy_test

// texts are values, as templates in JSON, that jsonencode or a heredoc may change.
var texts = []string{
	`{"a":1}`, `{"a": 1}`, `{"b":1,"a":2}`, `{"a":1,"a":2}`, `{"a":"<>&"}`, `{"a":"\u003c\u003e\u0026"}`, `{"a":"\u003C"}`,
	`{"a":1.0}`, `{"a":1.50}`, `{"a":-0}`, `{"a":1e3}`, `{"a":0.1}`, `{"a":123456789012345678901234567890}`, `{"a":-1.25}`,
	`{"a":null,"b":true,"c":[]}`, `{}`, `[]`, `[1]`, `[{"a":{}}]`, `{"":""}`, `{"a b":"x","c-d":{"1":2}}`, `{"for":"x"}`,
	`{"a":"é"}`, `{"a":"\u00e9"}`, "{\"a\":\"e\u0301\"}", `{"a":"\ud83d\ude00"}`, "{\"a\":\"\U0001F600\"}", `{"a":"\ud800"}`,
	`{"a":"\u2028\u2029"}`, "{\"a\":\"\u2028\"}", `{"a":"\u007f"}`, "{\"a\":\"\u007f\"}", `{"a":"\u0000\u001f"}`,
	`{"a":"\b\f\n\r\t\"\\\/"}`, `{"a":"\u0008\u000c\n\r\t\"\\/"}`, `{"a":"b\nc\n"}`, `{"a":"\n\n"}`, `{"a":"b\nc\nd"}`,
	`{"a":"$${b}","c":"%%{d}"}`, `{"a":"$$${b}"}`, `{"a":"$"}`, `{"$${a}":1}`, `{"a":"%"}`, `{"a":"$$"}`,
	`{"a":"${path.module}"}`, `{"a":"${jsonencode("b")}"}`, `{"a":${jsonencode({"b":1})}}`, `${jsonencode({"b"=1, "c" = [1,{"d"="e"}]})}`,
	`${jsonencode({"a" = "b\nc\n", "d" = "${path.module}\n\n"})}`, `${jsonencode([for x in [1] : {"a" = x}])}`, `${jsonencode({"a b" = jsonencode({"c" = [{}]})})}`,
	"{\n  \"a\": 1\n}", "{\n  \"a\": 1\n}\n", "{\"a\":1}\n", " {\"a\":1}", "\ufeff{\"a\":1}",
	"a\nb", "a\nb\n", "a\n\nb", "\na\nb", "a\r\nb", "a\r\nb\r\n", "a\nb\r", "a\rb\nc", "\n", "\n\n", "a\nb\n\n", "a\n ", " a\n  b", "\ta\n\tb", "  a\n\n  b",
	"a\n\u00a0b", "\u00a0a\nb", "a\n\u0301b", "EOT\nb", "a\n  EOT\nEOT2\nb", "a\\n\nb\\", "a\n\"b\"", "a\n$${b}\n%%{c}", "a\n$${", "a\n$", "a\n%", "a\n$$", "a\nb$${c", "$\n{a}",
	"a\n${path.module}", "a\n${path.module}b", "a\n${path.module}\nb", "  ${path.module}\nb", "a\n${ path.module }\n  b", "${~ path.module ~}\n b", "a ${path.module ~}\n b",
	"a\n%{ if true }b%{ endif }", "a\n%{ if true }b\n%{ else }c%{ endif }d", "%{ for x in [1, 2] ~}\nx\n%{ endfor ~}\nb", "a\n%{ for x in [1, 2] }${x}\n%{ endfor }b",
	"a\n${<<EOT\nb\nEOT\n}c", "a\x00\nb", "a\u0085\nb", "a\u2028\nb", "\ufeffa\nb", "a\n\ufeffb", "a\n# b\n// c\n/* d", "é\ne\u0301\nb", "\U0001F600\n\U0001F600b",
	"{\n\"a\":1\n", "[0-9]", "{a}", "[a]", "#!/bin/sh\nset -e\necho \"$HOME\" '$${x}' \\\n  && true", "a: |\n  b\n\n  c\nd: e",
}
