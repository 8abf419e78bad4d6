package nativeedit

import (
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/hclwrite"
)

// Argument is the place of an object or a tuple that is an argument of a call, in the text of
// that. Alone: it is the only argument of it, and of the calls around it.
type Argument struct {
	hclwrite.Span
	Alone bool
}

// Arguments finds the objects and tuples among the arguments of a call, and of calls in it.
func Arguments(call *hclwrite.Native) []Argument {
	if !strings.Contains(call.Text, "(") || !strings.ContainsAny(call.Text, "{[") {
		return nil
	}
	// A heredoc needs the newline after it.
	expr, _ := hclsyntax.ParseExpression([]byte(call.Text+"\n"), "", hcl.InitialPos)
	return arguments(expr, true)
}

func arguments(expr hclsyntax.Expression, alone bool) (list []Argument) {
	call, ok := expr.(*hclsyntax.FunctionCallExpr)
	if !ok {
		return nil
	}
	alone = alone && len(call.Args) == 1 && !call.ExpandFinal
	for _, arg := range call.Args {
		switch at := arg.Range(); arg.(type) {
		case *hclsyntax.FunctionCallExpr:
			list = append(list, arguments(arg, alone)...)
		case *hclsyntax.ObjectConsExpr, *hclsyntax.TupleConsExpr:
			list = append(list, Argument{hclwrite.Span{Start: at.Start.Byte, End: at.End.Byte}, alone})
		}
	}
	return list
}
