package nativeedit

import (
	"strings"
	"testing"

	"github.com/hcljson/hcljson/internal/testing/golden"
	"github.com/hcljson/hcljson/internal/tree/treediff"
)

// TestManyGivenParts checks that the time for a given text grows with its length, also if it is one line.
func TestManyGivenParts(t *testing.T) {
	for name, text := range map[string]func(n int) string{
		"elements of a line": func(n int) string { return strings.Repeat("x, ", n) },
		"elements on lines":  func(n int) string { return strings.Repeat("x, # c\n", n) },
	} {
		t.Run(name, func(t *testing.T) {
			golden.CheckLinear(t, 20_000, func(n int) func() {
				text := text(n)
				return func() {
					parts, diags := ParseParts(treediff.NewChanges(), text, false, false)
					if len(parts) != n {
						t.Fatal(diags)
					}
					if _, diags := ParseValue(treediff.NewChanges(), "["+text+"]"); diags.HasErrors() {
						t.Fatal(diags)
					}
				}
			})
		})
	}
}
