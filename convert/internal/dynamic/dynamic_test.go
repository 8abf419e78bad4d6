package dynamic

import (
	"testing"

	"github.com/hcljson/hcljson/hclwrite"
)

// The iterator of a dynamic block with one block is a name without references.
func TestUnusedIterator(t *testing.T) {
	for _, test := range []struct {
		content string
		around  []string
		want    string
	}{
		{"a = 1", nil, "_"}, {"a = _.b", nil, "__"}, {"a = __", nil, "_"}, {"a = [_, __.c]", nil, "___"},
		{"a = 1", []string{"_"}, "__"}, {"a = __", []string{"x", "_"}, "___"}, {"a = 1", []string{"__"}, "_"},
	} {
		file, diags := hclwrite.ParseFile([]byte("b {\n"+test.content+"\n}\n"), "")
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		if got := UnusedIterator(file.Body.Block("b"), test.around); got != test.want {
			t.Errorf("in %s inside %q it is %s, want %s", test.content, test.around, got, test.want)
		}
	}
}
