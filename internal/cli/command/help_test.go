package command

import (
	"bufio"
	"slices"
	"strings"
	"testing"
)

// A line of a man page that starts with a dot or a quote is an instruction; no text may
// become one.
func TestManuals(t *testing.T) {
	pages := described().Manuals("program v1")
	if len(pages) != 4 {
		t.Fatalf("%d pages", len(pages))
	}
	macros := []string{".TH", ".SH", ".TP", ".nf", ".fi"}
	for name, page := range pages {
		for lines := bufio.NewScanner(strings.NewReader(page)); lines.Scan(); {
			macro, _, _ := strings.Cut(lines.Text(), " ")
			if strings.HasPrefix(macro, "'") || strings.HasPrefix(macro, ".") && !slices.Contains(macros, macro) {
				t.Errorf("%s: %q is an instruction", name, lines.Text())
			}
		}
	}
}
