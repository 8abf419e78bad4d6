package address

import (
	"testing"

	"github.com/hcljson/hcljson/hclwrite"
)

// TestSortCollection checks that comment groups move with the element below them, except those at the start and end.
func TestSortCollection(t *testing.T) {
	e, diags := hclwrite.ParseExpr(
		"[ # open\n  # head\n\n  # of c\n  \"c\",\n  # group\n\n  # of b\n  \"b\", # after b\n\n  # foot\n]", "")
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	sortCollection(hclwrite.CollectionOf(e))
	want := "[ # open\n  # head\n\n  # group\n\n  # of b\n  \"b\", # after b\n  # of c\n  \"c\",\n\n  # foot\n]"
	if got := hclwrite.ExprText(e); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
