package hclwrite

import "testing"

func TestValidIdentifier(t *testing.T) {
	for name, want := range map[string]bool{
		"a": true, "_1-": true, "é": true, "aé": true,
		"": false, "1": false, "-a": false, "a b": false, "a.b": false, " é": false, "é ": false, "\ufeffa": false,
		"a\ufeff": false,
	} {
		if got := ValidIdentifier(name); got != want {
			t.Errorf("%q: %v", name, got)
		}
	}
}
