package nativeedit

import (
	"math"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/hclwrite"
)

// Argument is the position of an object or a tuple that is an argument of a call, in the text of the
// call. Alone is true if this call and all enclosing calls have only one argument. If later arguments
// other than literal objects can override its items, Overriding is the text of the first of them.
type Argument struct {
	hclwrite.Span
	Alone      bool
	Overriding string
}

// passing contains the functions whose result contains the elements of arguments, as values or as
// text. The value is the number of these arguments, from the first one. Any other function can use an
// argument in another way, for example as a fallback or as a list of elements to remove.
var passing = map[string]int{
	"concat": math.MaxInt, "merge": math.MaxInt, "setunion": math.MaxInt,
	"compact": 1, "distinct": 1, "flatten": 1, "reverse": 1, "sort": 1,
	"tolist": 1, "tomap": 1, "toset": 1,
	"ephemeralasnull": 1, "nonsensitive": 1, "sensitive": 1,
	"base64encode": 1, "base64gzip": 1, "chomp": 1, "jsonencode": 1, "textencodebase64": 1, "yamlencode": 1,
}

// overriding is the function whose later arguments override items of earlier arguments.
const overriding = "merge"

// Arguments returns the objects and tuples among the arguments of a call and of nested calls whose
// elements are a part of the result.
func Arguments(call *hclwrite.Native) []Argument {
	if !strings.Contains(call.Text, "(") || !strings.ContainsAny(call.Text, "{[") {
		return nil
	}
	// The newline ends a heredoc.
	expr, _ := hclsyntax.ParseExpression([]byte(call.Text+"\n"), "", hcl.InitialPos)
	return arguments(expr, call.Text, Argument{Alone: true})
}

// arguments returns the arguments of a call in a text. in describes the call itself.
func arguments(expr hclsyntax.Expression, text string, in Argument) (list []Argument) {
	call, ok := expr.(*hclsyntax.FunctionCallExpr)
	if !ok {
		return nil
	}
	name := strings.TrimPrefix(call.Name, "core::")
	in.Alone = in.Alone && len(call.Args) == 1 && !call.ExpandFinal
	override := nextOverride(call, name)
	for i, arg := range call.Args[:min(passing[name], len(call.Args))] {
		if call.ExpandFinal && i == len(call.Args)-1 { // a list of arguments
			break
		}
		one, at := in, arg.Range()
		if override[i] > 0 {
			next := call.Args[override[i]].Range()
			one.Overriding = text[next.Start.Byte:next.End.Byte]
		}
		switch arg.(type) {
		case *hclsyntax.FunctionCallExpr:
			list = append(list, arguments(arg, text, one)...)
		case *hclsyntax.ObjectConsExpr, *hclsyntax.TupleConsExpr:
			one.Span = hclwrite.Span{Start: at.Start.Byte, End: at.End.Byte}
			list = append(list, one)
		}
	}
	return list
}

// nextOverride returns for each argument of a call the index of the first later argument that can override its items, or 0.
func nextOverride(call *hclsyntax.FunctionCallExpr, name string) []int {
	list, next := make([]int, len(call.Args)), 0
	for i, arg := range slices.Backward(call.Args) {
		list[i] = next
		if _, ok := arg.(*hclsyntax.ObjectConsExpr); !ok && name == overriding {
			next = i
		}
	}
	return list
}
