package hclwrite

import "github.com/hcljson/hcljson/internal/limits"

// The limits keep hclsyntax, which reads recursively, and what walks its trees far
// from the end of the stack: a Go program can't recover from that.
const (
	// MaxNesting is the deepest nesting of brackets, templates and blocks that
	// is read.
	MaxNesting = limits.Nesting
	// maxOperators is the largest number of operators that are open at a time.
	maxOperators = limits.Operators
	// maxChain is the longest chain of operators and indexes in one expression,
	// with those in its operands.
	maxChain = 50000
)

// Shallow reports whether the sizes of a file's parts alone show that it is not
// nested too deeply in native syntax. Otherwise, reading it must tell.
func (f *File) Shallow() bool { return shallowBody(&f.Body, 0) }

func shallowBody(b *Body, depth int) bool {
	for _, item := range b.Items {
		shallow := false
		switch item := item.(type) {
		case *Attribute:
			shallow = shallowExpr(item.Expr, depth)
		case *Block:
			shallow = shallowBody(&item.Body, depth+1)
		}
		if !shallow {
			return false
		}
	}
	return shallowText("", depth)
}

func shallowExpr(e Expr, depth int) bool {
	switch e := e.(type) {
	case *Template:
		return shallowText(e.Text, depth) || !HasSequence(e.Text) && shallowText("", depth)
	case *Native:
		return shallowText(e.Text, depth)
	case *Call:
		return shallowExpr(e.Argument, depth+1)
	case *Tuple:
		for i := range e.Items {
			if !shallowExpr(e.Items[i].Value, depth+1) {
				return false
			}
		}
	case *Object:
		for i := range e.Items {
			if item := &e.Items[i]; !shallowText(item.Key, depth+1) || !shallowExpr(item.Value, depth+1) {
				return false
			}
		}
	}
	return shallowText("", depth)
}

// shallowText is for a text that quotes, parentheses or braces may be around.
func shallowText(text string, depth int) bool {
	depth += 2
	if depth+len(text) <= MaxNesting {
		return true
	}
	operators := 0
	for i := range len(text) {
		switch text[i] {
		case '{', '[', '(', '"', '<':
			depth++
		case '?', '!', '-', '%':
			operators++
		}
	}
	return depth <= MaxNesting && operators <= maxOperators
}
