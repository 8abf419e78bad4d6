package equivalent

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// checkComments compares the comments that a search finds with those among the
// tokens. It reports whether the text is read.
func checkComments(t *testing.T, src string) bool {
	t.Helper()
	parsed, diags := hclsyntax.ParseConfig([]byte(src), "a", hcl.InitialPos)
	if diags.HasErrors() {
		return false
	}
	f := &file{Source: Source{Bytes: []byte(src), Filename: "a"}}
	tokens, _ := hclsyntax.LexConfig([]byte(src), "a", hcl.InitialPos)
	want, got := tokenComments(tokens), nativeComments(f, parsed.Body.(*hclsyntax.Body))
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%q has the comments %v, found are %v", src, want, got)
	}
	return true
}

func TestCommentsAreFound(t *testing.T) {
	var sources []string
	natives(t, func(src string) { sources = append(sources, src) })
	for _, src := range append(sources,
		"# a\n", "\ufeff# a\na = 1 // b\n", "b /* a */ \"l#//\" /* b */ { # c\n} // d", "a = <<E\n# no\n${b /* c */}\nE\n# d\n",
		"a = \"#${b /* \"#\" */}//\" # c", "a = [ # a\n 1, # b\n] # c\n", "a = (b # c\n) /* d */\n", "b { a = 1 /* c */ }# d",
		"b { /* c */ }\n", "a = /* c */ 1\r\n# d\r\n", "é = \"e\u0301\" /* é */ # d\n",
	) {
		checkComments(t, src)
	}
	r := rand.New(rand.NewPCG(2, 2))
	read := 0
	for range 20_000 {
		src := soup(r)
		if r.IntN(2) == 0 {
			src = changed(r, sources[r.IntN(len(sources))])
		}
		if checkComments(t, src) {
			read++
		}
	}
	if read < 4_000 {
		t.Errorf("only %d were anything", read)
	}
}

func FuzzComments(f *testing.F) {
	natives(f, func(src string) { f.Add(src) })
	f.Fuzz(func(t *testing.T, src string) { checkComments(t, src) })
}
