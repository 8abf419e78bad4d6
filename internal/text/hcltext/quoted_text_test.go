package hcltext

import "testing"

func TestQuotedText(t *testing.T) {
	for src, want := range map[string]string{
		`""`: "", `"a"`: "a", `"e` + "\u0301" + `\r\""`: "e\u0301\r\"", `"\ufeff"`: "\ufeff", `"$"`: "$",
		`"`: "-", `a`: "-", `"a" + "b"`: "-", `"${a}"`: "-", `"$${a}"`: "-", `"%{ if a }"`: "-", `"\q"`: "-", "\"a\nb\"": "-",
	} {
		if got, ok := QuotedText(src); ok != (want != "-") || ok && got != want {
			t.Errorf("%s is %q, %t", src, got, ok)
		}
	}
}
