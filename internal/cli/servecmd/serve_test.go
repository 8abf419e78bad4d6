package servecmd

import (
	"slices"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/internal/service"
)

// TestOperationsInHelp checks that the help names each operation.
func TestOperationsInHelp(t *testing.T) {
	words := strings.FieldsFunc(serveDescription, func(r rune) bool { return strings.ContainsRune(" ,()\n", r) })
	for _, name := range service.Operations() {
		if !slices.Contains(words, name) {
			t.Errorf("the help does not name %s", name)
		}
	}
}
