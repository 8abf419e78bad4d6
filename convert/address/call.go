package address

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/nativeedit"
)

// call is a call of a function, or several in each other, with the objects and tuples in
// its text that are arguments.
type call struct {
	native    *hclwrite.Native
	arguments []argument
}

// argument is one of them, as a file with one argument.
type argument struct {
	*file
	start, end int
}

// changed is an argument of a call with what has come of it.
type changed struct {
	*file
	script *nativeedit.Script
	text   []byte
}

// aside is what is before an argument of a call in its own file, besides its margin.
const aside = "x = "

// open finds the arguments of a call, which are the same each time.
func (f *file) open(native *hclwrite.Native) []argument {
	for _, known := range f.opened {
		if known.native == native {
			return known.arguments
		}
	}
	if !strings.Contains(native.Text, "(") || !strings.ContainsAny(native.Text, "{[") {
		return nil
	}
	// A heredoc needs the newline after it.
	expr, diags := hclsyntax.ParseExpression([]byte(native.Text+"\n"), "", hcl.InitialPos)
	if diags.HasErrors() {
		return nil
	}
	c := &call{native: native}
	c.find(f, expr, true)
	slices.SortFunc(c.arguments, func(a, b argument) int { return a.start - b.start })
	f.opened = append(f.opened, c)
	return c.arguments
}

// find notes the objects and tuples among the arguments of a call. alone: it is the only
// argument of those around it.
func (c *call) find(f *file, expr hclsyntax.Expression, alone bool) {
	of, ok := expr.(*hclsyntax.FunctionCallExpr)
	if !ok {
		return
	}
	alone = alone && len(of.Args) == 1 && !of.ExpandFinal
	for _, arg := range of.Args {
		switch arg.(type) {
		case *hclsyntax.FunctionCallExpr:
			c.find(f, arg, alone)
		case *hclsyntax.ObjectConsExpr, *hclsyntax.TupleConsExpr:
			rng := arg.Range()
			if in := f.aside(c.native, rng.Start.Byte, rng.End.Byte); in != nil {
				in.alone = alone
				c.arguments = append(c.arguments, argument{in, rng.Start.Byte, rng.End.Byte})
			}
		}
	}
}

// aside makes a file of a part of an expression.
func (f *file) aside(native *hclwrite.Native, start, end int) *file {
	line := native.Text[strings.LastIndexByte(native.Text[:start], '\n')+1:]
	if !strings.Contains(native.Text[:start], "\n") {
		src := f.old.Source()
		line = src[strings.LastIndexByte(src[:min(native.Span.Start, len(src))], '\n')+1:]
	}
	margin := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
	text := []byte(margin + aside + native.Text[start:end] + "\n")
	in, diags := read(equivalent.Source{Bytes: text, Filename: f.Filename}, f.dialect)
	if diags.HasErrors() {
		return nil
	}
	in.outer, in.margin, in.call, in.start = f, margin, native.Span, start
	return in
}

// close writes what has changed in the arguments of calls into their texts.
func (f *file) close() {
	for _, c := range slices.Backward(f.opened) {
		for _, arg := range slices.Backward(c.arguments) {
			arg.close()
			text, script, _ := nativeedit.ChangedTree(arg.old, f.Filename, arg.tree)
			if !script.Unchanged() {
				value := strings.TrimSuffix(strings.TrimPrefix(string(text), arg.margin+aside), "\n")
				f.root().closed = append(f.root().closed, changed{arg.file, script, text})
				c.native.Text = c.native.Text[:arg.start] + value + c.native.Text[arg.end:]
			}
		}
	}
	f.opened = nil
}

// value is where the argument is that the file was made for.
func (f *file) value() *hclwrite.Expr { return &f.tree.Body.Items[0].(*hclwrite.Attribute).Expr }

// root is the file of the module that this one is a part of.
func (f *file) root() *file {
	for f.outer != nil {
		f = f.outer
	}
	return f
}
