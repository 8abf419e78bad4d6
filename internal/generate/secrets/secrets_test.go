package secrets_test

import (
	"encoding/base64"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/internal/generate/secrets"
	"github.com/hcljson/hcljson/internal/text/jsontree"
)

func TestSet(t *testing.T) {
	tree, diags := jsontree.Parse([]byte(`{"a":["hunter2-hunter2",{"b":"<quoted \"secret\">"}],"c":"short","d":12345678}`),
		"")
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	var s secrets.Set
	if s.Matches("hunter2-hunter2") {
		t.Error("the empty set has a string")
	}
	s.AddAll(tree)
	for text, want := range map[string]bool{
		"hunter2-hunter2":                        true,
		"postgres://user:hunter2-hunter2@host":   true,
		`{"x":"<quoted \"secret\">"}`:            true,
		`{"x":"\u003cquoted \"secret\"\u003e"}`:  true,
		"hunter2-hunter":                         false,
		"unter2-hunter2":                         false,
		"short":                                  false,
		"12345678":                               false,
		"":                                       false,
		"hunter2-hunteR hunter2-hunter2":         true,
		"hunter2-hunter2hunter2-hunter2, and so": true,
	} {
		if got := s.Matches(text); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
	s.Add("  -----BEGIN RSA PRIVATE KEY-----\r\nMIIEpAIBAAKCAQEA0000000000000000000000000000\r\nshort\r\n-----END RSA " +
		"PRIVATE KEY-----\r\n")
	for text, want := range map[string]bool{
		"-----BEGIN RSA PRIVATE KEY-----":                                             false,
		"a short line":                                                                false,
		"    MIIEpAIBAAKCAQEA0000000000000000000000000000\n":                          true,
		`"{\"k\":\"0000\\nshort\\n-----END\"}"`:                                       false,
		"aHVudGVyMi1odW50ZXIy":                                                        true,
		`{"in":"{\"x\":\"<quoted \\\"secret\\\">\"}"}`:                                true,
		`{"in":"{\"x\":\"\\u003cquoted \\\"secret\\\""}`:                              false,
		"x -----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA":                         false,
		"KEY-----\nMIIEpAIBAAKCAQEA0000000000000000000000000000\nshort\n-----END RSA": true,
	} {
		if got := s.Matches(text); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
	if text := "-hunter2-hunter2-"; !s.MatchesLength(text, 15) || s.MatchesLength(text, 16) {
		t.Error("the length of a finding differs from the length of the string")
	}
}

// In which forms a string is found.
func TestEncodings(t *testing.T) {
	base64 := func(text string) string { return base64.StdEncoding.EncodeToString([]byte(text)) }
	line31, line32 := strings.Repeat("1", 31), strings.Repeat("2", 32)
	for _, test := range []struct {
		secret, text string
		want         bool
	}{
		{"1234567", "1234567", false},
		{"12345678", "12345678", true},
		{" 1234567 ", " 1234567 ", false},
		{" 12345678\n", "x12345678x", true},
		{" 12345678\n", base64("12345678"), true},
		{" 12345678\n", base64(" 12345678\n"), true},
		{"1234\n5678", "1234\r\n5678", true},
		{"1234\n5678", base64("1234\r\n5678"), true},
		{"1234\r\n5678", "1234\n5678", true},
		{"1234\r\n5678", `1234\n5678`, true},
		{"1234\r\n5678", `1234\\r\\n5678`, true},
		{"1234\n5678", "1234", false},
		{line32 + "\n" + line31, line31, false},
		{line31 + "\n  " + line32, line32, true},
		{line32 + line32, line32, false},
		{"-----" + line32 + "\n" + line31, "-----" + line32, false},
		{"12345678<&>", `12345678\u003c\u0026\u003e`, true},
		{"12345678<&>", `12345678\\u003c\\u0026\\u003e`, true},
		{`12345678"`, `12345678\\\"`, true},
		{`12345678"<`, `12345678\\\"<`, true},
	} {
		var s secrets.Set
		s.Add("another secret")
		s.Add(test.secret)
		s.Add(test.secret)
		if got := s.Matches(test.text); got != test.want {
			t.Errorf("%q in %q: %t", test.secret, test.text, got)
		}
	}
}
