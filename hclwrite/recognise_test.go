package hclwrite

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/internal/testing/oracles"
	"github.com/hcljson/hcljson/internal/text/hcltext"
)

// These tests check that the reader accepts the same files as hclsyntax, and builds the same tree
// as judge, which is based on hclsyntax.

// A c is before a file, an e before an expression, a t before a bare template.
var acceptedTexts = []string{
	"e:a-", "e:1-a", "e:a\u200db", "e:é", "e:1.e5", "e:007.50", "e:1E+5", "e:1.foo", "e:1 .0", "e:a.0.ebs", "e:a.1e5.b",
	"e:f(1...)",
	"e:1e2147483646", "e:0e2147483648", "e:a.00", "e:1[0]", "e:1.*",
	"e:a<b<c", "e:a.**b", "e:a<-b", "e:--1", "e:!-a", "e:!a==b", "e:a?b::c():d", "e:a?b?c:d:e", "e:true(x)",
	"e:a\n::\nb\n(\n)",
	"e:[f\n(x)]", "e:[a\n[0]]", "e:[a\n-b]", "e:[a,for]", "e:[(for)]", "e:[for-x]", "e:{a=1,for=2}", "e:{(for)=1}",
	"e:[for in in in : in]", "e:[for if in if : if if if]", "e:[for x in a?b:c:x]", "e:[for x in y:1if z]",
	"e:{\nfor k\n,v in m:k\n=>v\n...\nif v}", "e:{a=1\nfor=2}", "e:{a?b:c:1}", "e:{a==b=1}", "e:{f(x)=1,[]:2,{}=3}",
	"e:{(a).b=1}",
	"e:{a=b\n[0]=1}", "e:{a=1,a=2,}", "e:{null=1,true=2}", "e:[a,]", "e:[a[*\n]]", "e:a.*.b.0[1].*.c", "e:a[*].*.b",
	"e:a.*[*]", "e:a.*.1e3",
	"e:a # c\n.b", "e:# \xff\na", "e:null.x", `e:"a".b`, "e:[1].0", "e:{}.a", "e:(a)[0]", "e:f()",
	`e:"$$${a}"`, "e:\"$\\\"\"", `e:"%${a}$"`, "e:\"a\x00\t\f\"", "e:\"\\U0010FFFF\"", "e:\"${a # }\"\n}\"", `e:"$$"`,
	`e:"% {"`, `e:"$${"`,
	`e:"${{a={}}}"`, `e:"${{}}"`, `e:" ${~a~} "`, `e:"${~a~}"`, `e:"${a /* c */}"`, "c:a = \"${ # c\n b }\"",
	`e:"%{for if,in in if}%{endfor}"`, "e:\"%{if{}}b%{\nendif\n}\"", `e:"%{if(a)}%{else}%{endif}"`,
	"e:<<E-1\r\nE-1 \r\n", "e:<<E\nx\n\u00a0E\u2003\n", "e:<<A\n${<<B\nA\nB\n}A\nA\n", "e:<<E\n$\n\\${\nE\n}E\nE\n",
	"e:<<E\n$\r\r\nE\n",
	"e:[<<E\nx\nE, 1]\nE\n, 1]", "e:<<E\nE\n.y", "e:<<E\n%{ if a }x%{ endif }\nE\n", "e:a\n?\nb\n:\nc",
	"c:", "c:# c", "c:a = 1", "c:b {}", "c:b { a = (<<E\nE\n)}", "c:b { # c\na = 1\n}", "c:b {a=1}", "c:b { a = {\n} }",
	"c:b { /* c */ a = 1 }", "c:b /*\n*/ {}",
	"c:b\"l\"m\"$${x}\"{a={\n}}", `c:b "" {}`, "c:a = 1\na {}\na {}", "c:for x in {}\nnull = 1", "c:\ufeff# c\ra = \"x",
	"c:a = /*\n*/ 1", "c:a-b = 1",
	"t:a\rb${c", "t:$\n\"\\q", "t:${~a~}%", "t:a\r\nb${c}", "t:$$\r\r\n${", "t:%{ for a, b in c }x%{ endfor }",
}

var rejectedTexts = []string{
	"e:", "e:1.", "e:1_0", "e:1..2", "e:1.2.3", "e:1e5.5", "e:1e5e5", "e:0x1F", "e:.5", "e:1e2147483647", "e:a.0.1",
	"e:a.0.e1", "e:a.0.e2e_x", "e:a.*.0.1", "e:a- 1", "e:+a",
	"e:a?b::c", "e:a?1::2", "e:a?b", "e:a?b:", "e:a?:c", "e:a===b", "e:a=!b", "e:a<>b", "e:a[**]", "e:a.*.b.*", "e:a.*.*",
	`e:a."b"`, "e:a.-1", "e:a..b", "e:a.(b)", "e:a.[0]", "e:a[]", "e:a[1,2]",
	"e:a.b()", "e:(f)(a)", "e:f()()", "e:f(,)", "e:f(a...,)", "e:f(a...,b)", "e:f(a b)", "e:f(1....)", "e:a::b",
	"e:a:::b()", "e:a::()", "e:a::b::(c)", "e:a::1()",
	"e:[for]", "e:[for.x]", "e:{for=1}", "e:{for.x=1}", "e:[a...]", "e:[,]", "e:[a,,b]",
	"e:[a\nb]", "e:[for x in y:x,]", "e:[for x in y:x...]", "e:[for x in y:k=>x]", "e:{for k,v in m:v}",
	"e:{for k,v in m:k=>v if c...}",
	"e:{\nfor=1}", "e:{,}", "e:{a=1 b=2}", "e:{a=1\n,b=2}", "e:{a=1,,}", "e:{a\n=1}", "e:{a=\n1}", "e:{a}", "e:{a?b:1}",
	"e:{a=>1}", "e:{a::1}", "e:({a=1\n+2})", "e:{a=1 /*\n*/ b=2}", "e:a /* b", "e:/*/a", "e:a & b", "e:a | b", "e:a ~ b",
	"e:a'", "e:a;b", "e:`a`",
	"e:a\r+b", "e:a\u00a0", "e:a\u2028b", "e:\"\\${a}\"", "e:\"\\q\"", "e:\"\\u12\"", "e:\"\\U00110000\"",
	"e:\"\\ud83d\\ude00\"", "e:\"a\rb\"", "e:\"a\nb\"", `e:"${a # c }"`, `e:"${a ~ }"`, `e:"${ ~a}"`, `e:"${~~a}"`,
	`e:"${}"`, `e:"${{a=1~}}"`, `e:"a`,
	`e:"%{if-a}b%{endif}"`, `e:"%{else if b}"`, `e:"%{if a}%{else}%{else}%{endif}"`, `e:"%{if a}%{endfor}"`,
	`e:"%{endif x}"`, `e:"%{if a}"`, `e:"%{for x in y}%{else}%{endfor}"`, `e:"%{for x in y : z}%{endfor}"`,
	"e:<<E\nx\nE", "e:<<E\n${\na\n}x", "e:<<E \nx\nE\n", "e:<< E\nE\n", "e:<<\"E\"\nE\n", "e:<<--E\nE\n", "e:[<<E\nx\nE]",
	"e:<<E\nx\ry\nE\n", "e:<<E\nE\r \n", "e:<<E\n$\r\r\r\nE\n",
	"e:{a=<<E\nE\n,b=1}", "e:<<E\n%{if a}\nE\n%{endif}\nE\n", "e:[a[\n*]]b",
	"c:a = 1 b = 2", "c:a = 1,", "c:a =\n1", "c:a\n= 1", "c:a : 1", "c:\"a\" = 1", "c:a.b = 1", "c:b { a = <<E\nE\n}",
	"c:b {\na = 1 }", "c:b { a = 1\n}", "c:b { a = 1, }", "c:b { a = }", "c:b { a }", "c:b { c {} }", "c:b {\nc {} }",
	"c:b {} c {}", "c:b\n{}", "c:b # c\n{}", "c:}", "c:{",
	`c:b "a${x}" {}`, "c:b 1 {}", "c:b a.c {}", `c:b "l", "m" {}`, `c:b "l" = 1`, "c:a = b\n? c : d", "c:a = x[*\n]",
	"c:a = 1\r", "c:a = 1\na = 2", "c:-a = 1", "c:1a = 1", "c:😀 = 1",
	"t:%{if a}x\ry%{endif}", "t:${", "t:a${b",
}

func TestAcceptedLanguage(t *testing.T) {
	for _, text := range acceptedTexts {
		checkText(t, text, true)
	}
	for _, text := range rejectedTexts {
		checkText(t, text, false)
	}
	// An attribute may be there once, however many there are.
	many := "c:a {}\n"
	for i := range 2 * maxScannedItems {
		checkText(t, many, true)
		many += fmt.Sprintf("a%d = 1\n", i)
		checkText(t, many+"a0 = 2\n", false)
		checkText(t, many+fmt.Sprintf("a%d = 2\n", i), false)
	}
}

func checkText(t *testing.T, text string, want bool) {
	mode, src, _ := strings.Cut(text, ":")
	ok, diags := false, hcl.Diagnostics(nil)
	switch mode {
	case "c":
		ok = recognisedFile(src) != nil
		_, diags = hclsyntax.ParseConfig([]byte(src), "", hcl.InitialPos)
	case "e":
		ok = recognisedExpr(src)
		_, diags = hclsyntax.ParseExpression([]byte(src), "", hcl.InitialPos)
	case "t":
		ok = recognisedTemplate(src)
		_, diags = hclsyntax.ParseTemplate([]byte(src), "", hcl.InitialPos)
	}
	if ok != want || diags.HasErrors() == want {
		t.Errorf("%q: want %v, recognised %v, and hclsyntax says %v", text, want, ok, diags)
	}
}

func recognisedFile(src string) *File {
	p := newParser(src)
	f := &File{src: src}
	if !p.body(&f.Body, nil, true) {
		return nil
	}
	return f
}

func recognisedExpr(src string) bool {
	p := newParser(src)
	p.skipBlanks(bracketMode)
	_, ok := p.expr(bracketMode, true)
	return ok && p.pos == len(src)
}

func recognisedTemplate(src string) bool {
	p := newParser(src)
	_, _, ok := p.template()
	return ok
}

// checkJudged fails unless the text is a file, an expression and a template exactly if hclsyntax
// accepts it as such; a file must result in the same tree. It reports whether the text is a file or
// an expression.
func checkJudged(t *testing.T, src string) bool {
	if !utf8.ValidString(src) {
		return false
	}
	want, diags := judge([]byte(src))
	f := recognisedFile(src)
	switch {
	case (f != nil) == diags.HasErrors():
		t.Fatalf("file %q: recognised %v, but %v", src, f != nil, diags)
	case f != nil:
		if path := difference(reflect.ValueOf(f), reflect.ValueOf(want), ""); path != "" {
			t.Fatalf("file %q: the trees differ at %s", src, path)
		}
		checkPieces(t, f)
	}
	_, diags = hclsyntax.ParseExpression([]byte(src), "", hcl.InitialPos)
	expr := recognisedExpr(src)
	if expr == diags.HasErrors() {
		t.Fatalf("expression %q: recognised %v, but %v", src, expr, diags)
	}
	_, diags = hclsyntax.ParseTemplate([]byte(src), "", hcl.InitialPos)
	if template := recognisedTemplate(src); template == diags.HasErrors() {
		t.Fatalf("template %q: recognised %v, but %v", src, template, diags)
	}
	return f != nil || expr
}

// difference is the path of the first difference between two trees; no list is as
// good as an empty one.
func difference(a, b reflect.Value, path string) string {
	if a.Type() != b.Type() {
		return fmt.Sprintf("%s: %s, %s", path, a.Type(), b.Type())
	}
	switch a.Kind() {
	case reflect.Pointer, reflect.Interface:
		if a.IsNil() || b.IsNil() {
			if a.IsNil() != b.IsNil() {
				return path + ": nil"
			}
			return ""
		}
		return difference(a.Elem(), b.Elem(), path)
	case reflect.Struct:
		if _, ok := a.Interface().(CommentGroup); ok { // the reference has no spans of comments
			a.FieldByName("Span").SetZero()
			b.FieldByName("Span").SetZero()
		}
		for i := range a.NumField() {
			if d := difference(a.Field(i), b.Field(i), path+"."+a.Type().Field(i).Name); d != "" {
				return d
			}
		}
		return ""
	case reflect.Slice:
		if a.Len() != b.Len() {
			return fmt.Sprintf("%s: %v, %v", path, a, b)
		}
		for i := range a.Len() {
			if d := difference(a.Index(i), b.Index(i), path+"["+strconv.Itoa(i)+"]"); d != "" {
				return d
			}
		}
		return ""
	}
	if !a.Equal(b) {
		return fmt.Sprintf("%s: %#v, %#v", path, a, b)
	}
	return ""
}

// ingredients are the parts of random texts.
var ingredients = append(
	strings.Split(
		"a b for in if true null x- é 1 0 2.5 1.e5 1e3 . .. ... , ; : :: ? = == => ! != < <= << <<- > >= && & || + - * / "+
			"// /* */ "+
			"# % ~ ~} ${ %{ ${~ %{~ $${ %%{ $ $$ % ( ) [ ] [*] .* { } \" \"a\" \"${ }\" \\ \\n \\\" \\u00e9 \\u007b \\q "+
			"if}else} endif} {a=1} [1,2] f( \"l\" ' ^ a[0] a.b", " "),
	" ", " ", " ", "\n", "\n", "\n", "\r\n", "\r", "\t", "<<E\n", "<<-E\n", "E\n", "\nE\n", " E\n", "E\r\n", "\nE",
	"if a}", "for x in a}", "if ", "b {", "a = ", "\u00a0", "\u2003", "\ufeff", "a = 1\n", "b {\n")

// soup returns a text of random ingredients, as an expression or a template.
func soup(r *rand.Rand) string {
	var b strings.Builder
	for range 1 + r.IntN(14) {
		b.WriteString(ingredients[r.IntN(len(ingredients))])
	}
	frames := [][2]string{{"", ""}, {"a = ", "\n"}, {"a = \"", "\"\n"}, {"a = <<E\n", "\nE\n"},
		{"a = <<-E\n  ", "\n  E\n"}, {"a = [", "]\n"}, {"a = {b = ", "}\n"}}
	frame := frames[r.IntN(len(frames))]
	return frame[0] + b.String() + frame[1]
}

// changeText is a text with a deletion, an insertion, a swap, or its end cut off.
func changeText(r *rand.Rand, src string) string {
	at, to := r.IntN(len(src)), r.IntN(len(src))
	switch r.IntN(5) {
	case 0:
		return src[:at] + src[at+1:]
	case 1:
		return src[:at] + ingredients[r.IntN(len(ingredients))] + src[at:]
	case 2:
		b := []byte(src)
		b[at], b[to] = b[to], b[at]
		return string(b)
	case 3:
		return src[:at] + src[min(len(src), at+r.IntN(20)):]
	}
	return src[:at]
}

// roundsVariable is the variable with the number of random texts. directoryVariable is the variable
// with a directory of files that some tests change.
const (
	roundsVariable    = "HCLJSON_ROUNDS"
	directoryVariable = "HCLJSON_CORPUS"
)

func rounds(t *testing.T, usual int) int {
	text := os.Getenv(roundsVariable)
	if text == "" {
		return oracles.Rounds(usual/5, usual)
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestRandomTexts(t *testing.T) {
	n := rounds(t, 20000)
	r := rand.New(rand.NewPCG(1, uint64(n)))
	accepted := 0
	for range n {
		if checkJudged(t, soup(r)) {
			accepted++
		}
	}
	if accepted < n/10 {
		t.Errorf("only %d of %d were anything", accepted, n)
	}
}

func TestMutatedTexts(t *testing.T) {
	var sources []string
	add := func(src []byte) {
		if len(src) > 0 && len(src) < 3000 {
			sources = append(sources, string(src))
		}
	}
	natives(t, add)
	realFiles(t, add)
	n := rounds(t, 10000)
	r := rand.New(rand.NewPCG(2, uint64(n)))
	accepted := 0
	for range n {
		if checkJudged(t, changeText(r, sources[r.IntN(len(sources))])) {
			accepted++
		}
	}
	if accepted < n/10 {
		t.Errorf("only %d of %d were anything", accepted, n)
	}
}

// TestTrees compares the trees of all goldens, and of all files in a directory.
func TestTrees(t *testing.T) {
	n := 0
	check := func(src []byte) {
		n++
		checkJudged(t, string(src))
	}
	natives(t, check)
	realFiles(t, check)
	t.Logf("%d files", n)
}

// realFiles calls add with each native file in the directory that a variable
// names, if one does.
func realFiles(t *testing.T, add func(src []byte)) {
	dir := os.Getenv(directoryVariable)
	if dir == "" {
		return
	}
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() || filepath.Ext(path) == ".json" {
			return err
		}
		src, err := os.ReadFile(path)
		if err == nil {
			add(src)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func FuzzJudge(f *testing.F) {
	natives(f, func(src []byte) { f.Add(string(src)) })
	expressions(f, func(src string) { f.Add(src) })
	f.Fuzz(func(t *testing.T, src string) { checkJudged(t, src) })
}

// TestExactTemplate checks that a template is printed from its parts if a heredoc or quotes would
// change it, and that a $ or % that strip markers move to a sequence is escaped.
func TestExactTemplate(t *testing.T) {
	for src, want := range map[string]string{
		"a\n${~ x}":     `"a\n${~x}"`,
		"${ a ~}\n\n b": `"${a}\n b"`,
		"\ufeff${ a }":  `a`,
		"${ a }\rb${":   `"${a}\rb$${"`,
		"a%{ if b ~}\n c %{~ else ~}\n d ${~ e } %{ endif ~}\nx": `"a%{if b} c%{else} d${e} %{endif}x"`,
		"%{ for k, v in a ~}\n%{ for x in v }${ x }%{ endfor ~}\n%{ endfor ~}\nx": "" +
			`"%{for k, v in a~}\n%{for x in v}${x}%{endfor~}\n%{endfor~}\nx"`,
		"a$ \n${~ x}b%\n%{~ if y }$%{ endif }": `"a$ ${x}b\u0025%{if y}$%{endif}"`,
	} {
		e, diags := ParseTemplate(src, "")
		if got := ExprText(e); diags.HasErrors() || got != want {
			t.Errorf("%q is written %s, want %s; %v", src, got, want, diags)
		}
		if _, native := e.(*Native); native != strings.Contains(want, `\u`) && want != "a" {
			t.Errorf("%q is source text: %t", src, native)
		}
	}
}

// TestIndentedHeredocs checks that the value of an indented heredoc is found without hclsyntax, for
// any strip markers.
func TestIndentedHeredocs(t *testing.T) {
	pieces := []string{
		"\n", " ", "   ", "a", "$", "$${~", "é", "\u00a0", "\u200d", "\t", "${b}", "${~ b }", "${b ~}", "${~ b ~}",
		"${\n  b\n}", "%{ if b ~}\n", "%{~ endif }", "\r\n", "${<<X\n a\nX\n}",
	}
	random := rand.New(rand.NewPCG(1, 2))
	exact := 0
	rounds := oracles.Samples(20_000, 100_000, 1_000_000)
	for range rounds {
		src := "<<-E\n"
		for range 1 + random.IntN(9) {
			src += pieces[random.IntN(len(pieces))]
		}
		src += "\n  E"
		whole, diags := hclsyntax.ParseExpression([]byte(src+"\n"), "", hcl.InitialPos)
		text, known := hcltext.HeredocSource(src)
		if diags.HasErrors() || !known {
			continue
		}
		exact++
		bare, diags := hclsyntax.ParseTemplate([]byte(text), "", hcl.InitialPos)
		if diags.HasErrors() || !equalExprs(bare, whole) {
			t.Errorf("%q is not %q", src, text)
		}
	}
	if exact < rounds/4 {
		t.Errorf("%d of %d are known", exact, rounds)
	}
}
