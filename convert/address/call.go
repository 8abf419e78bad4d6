package address

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/schema"
)

// argument is what is before an argument of a call in its own file, besides its margin.
const argument = "x = "

// values is a language in which everything is an argument.
var values = &schema.Dialect{Name: "values", Product: "any product", Root: &schema.Body{
	Remain: schema.RemainAttributes, RemainBody: &schema.Body{Remain: schema.RemainAttributes},
}}

// open returns the objects and tuples among the arguments of a call, and of calls in it, each as
// a file with one argument. They are the same each time.
func (f *file) open(native *hclwrite.Native) (list []*file) {
	if known, ok := f.opened[native]; ok {
		return known
	}
	if strings.Contains(native.Text, "(") && strings.ContainsAny(native.Text, "{[") {
		// A heredoc needs the newline after it.
		expr, _ := hclsyntax.ParseExpression([]byte(native.Text+"\n"), "", hcl.InitialPos)
		list = f.arguments(native, expr, true)
		slices.SortFunc(list, func(a, b *file) int { return a.start - b.start })
	}
	f.opened[native] = list
	return list
}

// arguments finds them. alone: it is the only argument of those around it.
func (f *file) arguments(native *hclwrite.Native, expr hclsyntax.Expression, alone bool) (list []*file) {
	call, ok := expr.(*hclsyntax.FunctionCallExpr)
	if !ok {
		return nil
	}
	alone = alone && len(call.Args) == 1 && !call.ExpandFinal
	for _, arg := range call.Args {
		switch arg.(type) {
		case *hclsyntax.FunctionCallExpr:
			list = append(list, f.arguments(native, arg, alone)...)
		case *hclsyntax.ObjectConsExpr, *hclsyntax.TupleConsExpr:
			at := arg.Range()
			before := native.Text[:at.Start.Byte]
			if !strings.Contains(before, "\n") {
				src := f.old.Source()
				before = src[:min(native.Span.Start, len(src))]
			}
			head := marginOf(before) + argument
			in, diags := read(equivalent.Source{
				Bytes: []byte(head + string(at.SliceBytes([]byte(native.Text))) + "\n"), Filename: f.Filename,
			}, values)
			if diags.HasErrors() {
				continue
			}
			in.start, in.end, in.head, in.counted = at.Start.Byte, at.End.Byte, head, alone
			in.outer, in.base = f, native.Span.Start+at.Start.Byte-len(head)
			list = append(list, in)
		}
	}
	return list
}

// marginOf is what the last line of a text is indented by.
func marginOf(text string) string {
	line := text[strings.LastIndexByte(text, '\n')+1:]
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}
