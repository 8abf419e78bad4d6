package hclwrite

import (
	"math/rand/v2"
	"os"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// ingredients are what the soup is made of.
var ingredients = strings.Split("a|b|for|in|if|true|null|x-|é|1|0|2.5|1.e5|1e3|.|..|...|,|;|:|::|?|=|==|=>|!|!=|<|<=|<<|<<-|>|>=|&&|&|‖|+|-|*|/|//|/*|*/|#|%|~|~}|${|%{|${~|%{~|$${|%%{|$|$$|%|(|)|[|]|[*]|.*|{|}|\"|\"a\"|\"${|}\"|\\|\\n|\\\"|\\u00e9|\\u007b|\\q|\n|\n|\n|\r\n|\r|\t| | | |<<E\n|<<-E\n|E\n|\nE\n| E\n|E\r\n|\nE|if a}|else}|endif}|for x in a}|endfor}|if |{a=1}|[1,2]|f(|b {|a = |\"l\" {|\u00a0|\u2003|\ufeff|'|^|a[0]|a.b|a = 1\n|b {\n", "|")

func soup(r *rand.Rand) string {
	var b strings.Builder
	for range 1 + r.IntN(14) {
		p := ingredients[r.IntN(len(ingredients))]
		if p == "‖" {
			p = "||"
		}
		b.WriteString(p)
	}
	return b.String()
}

func judged(t *testing.T, src string) (accepted bool) {
	if !utf8.ValidString(src) {
		return false
	}
	want, diags := judge([]byte(src))
	p := newParser(src)
	f := &File{src: p.src}
	ok := p.body(&f.Body, true)
	if p.tooDeep {
		return false
	}
	if ok != !diags.HasErrors() {
		t.Errorf("config %q: recognised %v, but %v (stopped at %d)", src, ok, diags, p.pos)
	} else if ok {
		if s := firstDiff(reflect.ValueOf(f), reflect.ValueOf(want), ""); s != "" {
			t.Errorf("config %q: trees differ: %s", src, s)
		}
		checkPieces(t, f)
	}
	_, diags = hclsyntax.ParseExpression([]byte(src), "", hcl.InitialPos)
	p = newParser(src)
	p.blank(inside)
	_, eok := p.expr(inside, true)
	p.blank(inside)
	eok = eok && p.pos == len(src)
	if eok != !diags.HasErrors() {
		t.Errorf("expr %q: recognised %v, but %v (stopped at %d)", src, eok, diags, p.pos)
	}
	_, diags = hclsyntax.ParseTemplate([]byte(src), "", hcl.InitialPos)
	p = newParser(src)
	_, tok := p.template()
	if tok != !diags.HasErrors() {
		t.Errorf("template %q: recognised %v, but %v (stopped at %d)", src, tok, diags, p.pos)
	}
	return ok || eok
}

func TestJudgeSoup(t *testing.T) {
	n := 20000
	if s := os.Getenv("HCLJSON_SOUP"); s != "" {
		n, _ = strconv.Atoi(s)
	}
	r := rand.New(rand.NewPCG(1, uint64(n)))
	accepted := 0
	for range n {
		src := soup(r)
		switch r.IntN(6) {
		case 0:
			src = "a = " + src + "\n"
		case 1:
			src = "a = \"" + src + "\"\n"
		case 2:
			src = "a = <<E\n" + src + "\nE\n"
		case 3:
			src = "a = <<-E\n  " + src + "\n  E\n"
		case 4:
			src = "a = [" + src + "]\n"
		}
		if judged(t, src) {
			accepted++
		}
		if t.Failed() {
			return
		}
	}
	t.Logf("%d of %d accepted", accepted, n)
}
