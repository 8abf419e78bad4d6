package equivalent

import (
	"math/rand/v2"
	"strings"
)

// pieceTexts are the parts of a random text.
var pieceTexts = append(
	strings.Fields("a b1 for in if null true -1 2.5 1e3 a.b a.0 [*] . , ? : :: = == => ! && || + - * / // # /* */ "+
		"% ~ ~} ${ %{ ${~ $${ %%{ $ $$ % ( ) [ ] { } \" \"a\" \"${a}\" \"$${a}\" \\ \\n \\\" \\u00e9 é 1 0 true, f( x) [1,"+
		"2] {a=1} if}else} endif}"),
	" ", " ", "\n", "\n", "\r\n", "\t", "<<E\n", "<<-E\n", "E\n", "\nE\n", " E\n", "${if a}", "%{ if a }", "%{ endif }",
	"b {\n", "a = ", "\ufeff", "# c\n", "/* c */")

// soup returns a text of random pieces, as an expression or a template.
func soup(r *rand.Rand) string {
	var b strings.Builder
	for range 1 + r.IntN(14) {
		b.WriteString(pieceTexts[r.IntN(len(pieceTexts))])
	}
	frames := [][2]string{{"", ""}, {"a = ", "\n"}, {"a = \"", "\"\n"}, {"a = <<E\n", "\nE\n"}, {"a = [", "]\n"},
		{"b \"l\" {\na = {b = ", "}\n}\n"}}
	frame := frames[r.IntN(len(frames))]
	return frame[0] + b.String() + frame[1]
}

// changeText is a text with a small change.
func changeText(r *rand.Rand, src string) string {
	if src == "" {
		return soup(r)
	}
	at, to := r.IntN(len(src)), r.IntN(len(src))
	switch r.IntN(4) {
	case 0:
		return src[:at] + src[at+1:]
	case 1:
		return src[:at] + pieceTexts[r.IntN(len(pieceTexts))] + src[at:]
	case 2:
		b := []byte(src)
		b[at], b[to] = b[to], b[at]
		return string(b)
	}
	return src[:at] + src[min(len(src), at+r.IntN(20)):]
}
