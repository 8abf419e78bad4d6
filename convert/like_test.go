package convert_test

import (
	"testing"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/schema/languages"
)

// JSON without hints is read as the file says that it is like.
func TestLike(t *testing.T) {
	const native = `a "x" {
  list = [
    {
      n = 1
    },
  ]
  map = {
    n = 1
  }

  inner "y" {
    n = 1
  }
}

a "x" "z" {}
`
	file, diags := hclwrite.ParseFile([]byte(native), "native")
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	for _, text := range []string{
		`{"a": [
			{"x": {"list": [{"n": 1}], "map": {"n": 1}, "inner": {"y": {"n": 1}}}},
			{"x": {"z": {}}}
		]}`,
		`{"a": [
			{"x": {"inner": [{"y": [{"n": 1}]}], "map": {"n": 1}, "list": [{"n": 1}]}},
			{"x": [{"z": [{}]}]}
		]}`,
	} {
		opts := convert.Options{Like: file, Strict: true}
		read, diags := convert.ReadJSON([]byte(text), "json", languages.Generic(), opts)
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		a := read.Body.Block("a", "x")
		if a == nil || a.Body.Attribute("list") == nil || a.Body.Attribute("map") == nil ||
			a.Body.Block("inner", "y") == nil || read.Body.Block("a", "x", "z") == nil {
			t.Errorf("%s is read as\n%s", text, read.Bytes())
		}
	}
}

// A block that the file does not have has as many labels as another one, if its value
// has so many names.
func TestLikeOfNewBlocks(t *testing.T) {
	file, diags := hclwrite.ParseFile([]byte("a \"x\" {}\na \"x\" \"y\" {}\n"), "native")
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	for text, labels := range map[string][]string{
		`{"a": {"q": {"r": {"n": 1}}}}`:   {"q", "r"},
		`{"a": [{"q": {"r": {"n": 1}}}]}`: {"q", "r"},
		`{"a": [{"q": {"n": 1}}]}`:        {"q"},
		`{"a": [{"q": {}}]}`:              {"q"},
	} {
		read, diags := convert.ReadJSON([]byte(text), "json", languages.Generic(), convert.Options{Like: file})
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		if read.Body.Block("a", labels...) == nil {
			t.Errorf("%s is read as\n%s", text, read.Bytes())
		}
	}
}
