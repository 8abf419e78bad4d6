package nativeedit

import (
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/hclwrite"
)

// Argument is the position of an object or a tuple that is an argument of a call, in the text of the
// call. Alone is true if this call and all enclosing calls have only one argument.
type Argument struct {
	hclwrite.Span
	Alone bool
}

// Arguments returns the objects and tuples among the arguments of a call and of nested calls.
func Arguments(call *hclwrite.Native) []Argument {
	if !strings.Contains(call.Text, "(") || !strings.ContainsAny(call.Text, "{[") {
		return nil
	}
	// The newline ends a heredoc.
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
