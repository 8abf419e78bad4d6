package jsontree_test

import (
	"strings"
	"testing"

	"github.com/hcljson/hcljson/internal/text/jsontree"
)

// Values nested more deeply than the limit are refused at the first bracket beyond it.
func TestNesting(t *testing.T) {
	nested := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	if _, diags := jsontree.Parse([]byte(nested(jsontree.MaxNesting)), ""); diags.HasErrors() {
		t.Error(diags)
	}
	_, diags := jsontree.Parse([]byte(nested(jsontree.MaxNesting+1)), "")
	const want = ":1,10001-10002: JSON nested too deeply; More than 10000 levels of arrays and objects cannot be read."
	if len(diags) != 1 || diags[0].Error() != want {
		t.Errorf("got %v, want %s", diags, want)
	}
}
