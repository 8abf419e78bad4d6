package secrets

import (
	"testing"

	"github.com/hcljson/hcljson/convert/internal/jsontree"
)

func TestSet(t *testing.T) {
	tree, diags := jsontree.Parse([]byte(`{"a":["hunter2-hunter2",{"b":"<quoted \"secret\">"}],"c":"short","d":12345678}`),
		"")
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	var s Set
	if s.In("hunter2-hunter2") {
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
		if got := s.In(text); got != want {
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
		if got := s.In(text); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
	if text := "-hunter2-hunter2-"; !s.Holds(text, 15) || s.Holds(text, 16) {
		t.Error("the length of what is found is not that of the string")
	}
}
