package hclwrite

import (
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/internal/text/diagnostic"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/internal/text/limits"
)

// Check returns the first ten errors in a tree that is not valid native syntax. Errors are names that
// are not identifiers, duplicate attributes, missing or invalid expressions, and invalid comments.
// Nesting beyond the limits of the parser is also an error, and so are a nil file and a nil node in
// an interface. The range of an error is the position of the node in the source. The detail of an error
// in a node without a source starts with the path of the node, such as resource.aws_x.a.tags.
func Check(f *File, filename string) hcl.Diagnostics {
	if f == nil {
		c := &checker{filename: filename}
		c.fail(Span{}, "The file is nil.")
		return c.diags
	}
	c := &checker{src: f.src, filename: filename}
	c.body(&f.Body)
	return c.diags
}

// checker checks a tree.
type checker struct {
	src, filename string
	depth         int
	// path contains the enclosing attributes, blocks and elements, and indexes the indexes of the elements.
	path    []Node
	indexes []int
	diags   hcl.Diagnostics
}

// isFull reports whether the number of errors is the maximum that is reported.
func (c *checker) isFull() bool { return len(c.diags) >= maxTreeErrors }

const maxTreeErrors = 10

// enter adds a node to the path. index is its index in a collection.
func (c *checker) enter(node Node, index int) {
	c.path, c.indexes = append(c.path, node), append(c.indexes, index)
}

func (c *checker) leave() { c.path, c.indexes = c.path[:len(c.path)-1], c.indexes[:len(c.indexes)-1] }

// place returns the path as an address.
func (c *checker) place() string {
	var names []string
	for i, node := range c.path {
		switch node := node.(type) {
		case *Attribute:
			names = append(names, node.Name)
		case *Block:
			names = append(append(names, node.Type), node.Labels...)
		case *Element:
			if node.Key == nil {
				names[len(names)-1] += "[" + strconv.Itoa(c.indexes[i]) + "]"
			} else {
				names = append(names, node.Key.Text)
			}
		}
	}
	return strings.Join(names, ".")
}

func (c *checker) fail(at Span, detail string) {
	if c.isFull() {
		return
	}
	if at == (Span{}) && len(c.path) > 0 {
		detail = c.place() + ": " + detail
	}
	rng := hcl.Range{Filename: c.filename, Start: hcl.InitialPos, End: hcl.InitialPos}
	if at.Start <= at.End && at.End <= len(c.src) {
		rng = hcltext.NewPositions(c.src).Range(c.filename, at.Start, at.End)
	}
	c.diags = append(c.diags, diagnostic.ErrorAt(rng, "Invalid tree", "%s", detail))
}

// enterLevel counts a level of nesting. It adds an error and returns false if the limit is exceeded.
func (c *checker) enterLevel(at Span) bool {
	c.depth++
	if c.depth == maxNesting {
		c.fail(at, "The tree is nested more deeply than a file can be.")
	}
	return c.depth < maxNesting && !c.isFull()
}

func (c *checker) body(b *Body) {
	var names attributeNames
	for i, item := range b.Items {
		if c.isFull() {
			return
		}
		if item == nil || item == (*Attribute)(nil) || item == (*Block)(nil) || item == (*CommentGroup)(nil) {
			c.fail(b.Span, "An item of a body is nil.")
			continue
		}
		switch item := item.(type) {
		case *Attribute:
			c.enter(item, 0)
			if !hcltext.IsIdentifier(item.Name) {
				c.fail(item.Span, "The name of an attribute is not an identifier.")
			} else if !names.addUnique(b.Items[:i], item.Name) {
				c.fail(item.Span, "The attribute "+item.Name+" appears twice in a body.")
			}
			c.comments(item.Span, item.Comments)
			c.expr(item.Span, item.Expr)
			c.leave()
		case *Block:
			c.enter(item, 0)
			if !hcltext.IsIdentifier(item.Type) {
				c.fail(item.Span, "The type of a block is not an identifier.")
			}
			c.comments(item.Span, item.Comments)
			if c.enterLevel(item.Span) {
				c.body(&item.Body)
			}
			c.depth--
			c.leave()
		case *CommentGroup:
			c.group(item.Span, item)
		default:
			c.fail(b.Span, "An item of a body is not an attribute, block or group of comments.")
		}
	}
}

// expr checks an expression. at is the position for errors.
func (c *checker) expr(at Span, e Expr) {
	if c.isFull() {
		return
	}
	if v := reflect.ValueOf(e); v.Kind() == reflect.Pointer && v.IsNil() {
		e = nil
	}
	switch e := e.(type) {
	case *Literal:
		if text := strings.TrimPrefix(e.Text, "-"); !isJSONNumber(text) && text != "true" && text != "false" && text != "null" {
			c.fail(at, "A literal is not null, true, false or a number.")
		}
	case *Template:
		c.template(at, e.Text)
	case *Native:
		c.native(at, e.Text)
	case *Call:
		if !hcltext.IsIdentifier(e.Name) {
			c.fail(at, "The name of a call is not an identifier.")
		}
		c.expr(at, e.Argument)
	case nil:
		c.fail(at, "An expression is missing.")
	case *Tuple, *Object:
		collection := CollectionOf(e)
		c.comments(at, CommentsOf(e))
		index := 0
		for _, item := range collection.Items {
			if group, ok := item.(*CommentGroup); ok && group != nil {
				c.group(at, group)
				continue
			}
			item, ok := item.(*Element)
			if !ok || item == nil {
				c.fail(at, "An item of a collection is nil.")
				return
			}
			c.enter(item, index)
			index++
			c.comments(at, CommentsOf(item))
			switch _, object := e.(*Object); {
			case object != (item.Key != nil):
				c.fail(at, "An item of an object has no key, or an element of a tuple has a key.")
			case !object:
			case item.Key.Source:
				c.native(at, item.Key.Text)
			default:
				c.template(at, item.Key.Text)
			}
			c.element(at, item.Value)
			c.leave()
		}
	default:
		c.fail(at, "The type of an expression is unknown.")
	}
}

func (c *checker) group(at Span, group *CommentGroup) {
	if c.comments(at, CommentsOf(group)); len(group.Lines) == 0 || slices.Contains(group.Lines, "") {
		c.fail(at, "A group of comments is empty, or has an empty line.")
	}
}

// element checks an element of a collection.
func (c *checker) element(at Span, e Expr) {
	if c.enterLevel(at) {
		c.expr(at, e)
	}
	c.depth--
}

func (c *checker) template(at Span, text string) {
	if hcltext.HasSequence(text) {
		p := parser{src: text, lastComment: -1, levels: c.depth}
		if _, _, ok := p.template(); !ok {
			c.fail(at, "A template does not parse.")
		}
	}
}

func (c *checker) native(at Span, text string) {
	p := parser{src: text + "\n", lastComment: -1, levels: c.depth}
	if !p.exprAndBlanks() || p.pos < len(p.src) {
		c.fail(at, "An expression does not parse.")
	}
}

// comments adds an error for each text that is not exactly one comment.
func (c *checker) comments(at Span, comments Comments) {
	for _, comment := range comments {
		text := comment.Text
		p := parser{src: text, lastComment: -1}
		line := strings.HasPrefix(text, "#") || strings.HasPrefix(text, "//")
		if p.skipBlanks(bracketMode); p.pos < len(text) || p.lastComment > 0 || line && strings.Contains(text, "\n") {
			c.fail(at, "The text of a comment is not one comment.")
		}
	}
}

// The limits prevent stack overflows in hclsyntax, and in functions that walk its trees. A Go
// program cannot recover from a stack overflow.
const (
	// maxNesting is the maximum nesting of brackets, templates and blocks.
	maxNesting = limits.Nesting
	// maxOperators is the maximum number of open operators, whose last operand is not yet complete,
	// and of binary operators and indexes in an expression, including those in its operands.
	maxOperators = limits.Operators
)
