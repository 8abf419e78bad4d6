// Package hclwrite is the tree of an HCL file: its nodes, the reader that makes
// it from native syntax, and the printer that writes it in canonical layout.
//
// The tree keeps what both syntaxes must say: items in source order,
// comments on the items that they are next to, numbers and expressions as
// written. The layout of a file that was read is known by the places of its
// nodes, see [File.Pieces]; the printer does not look at it, and decides the
// layout alone.
//
// The reader is a recogniser of its own. It accepts exactly the language that
// hashicorp/hcl's hclsyntax parser accepts, and so OpenTofu, Terraform and Packer;
// what it refuses goes to that parser for its diagnostics.
//
// A tree can be made and changed in memory: nodes are plain values, and nothing in
// one must be kept true to something else. [Body] and [Object] have methods that
// find and change what is in them, [Walk] visits everything; [ParseExpr] and
// [ParseTemplate] read expressions, and NewString and its like make them. The zero
// File, Body, Tuple and Object are empty and ready to use.
//
// What no file can have, such as a name that is none, [Check] reports. Printing does
// not look for it, with one exception: an attribute, element or object item needs an
// expression, and where there is none, [File.Bytes], [File.Text] and [ExprText] panic.
// package convert checks a tree before it writes JSON, and returns diagnostics.
package hclwrite

// Span is a range of byte offsets in the source of a file, the end excluded. A
// node that was not read from one has the zero Span.
type Span struct {
	Start, End int
}

// File is one configuration file.
type File struct {
	Body Body
	// Layout, if not nil, says that the file is written in the layout that its nodes
	// have, and has that of the body.
	Layout *Layout
	// src is the source that the file was read from.
	src string
}

// Source returns the text that the file was read from; empty for one that was
// made in memory.
func (f *File) Source() string { return f.src }

// Body is the contents of a file or a block: attributes and blocks in order.
type Body struct {
	Items []Item
	Span  Span

	Within
	// Inside are the comments before the first item that a blank line separates
	// from it (at the root: the head of the file).
	Inside []string
}

// Bare reports whether a body has no comments except those of its items.
func (b *Body) Bare() bool { return b.Within.Bare() && len(b.Inside) == 0 }

// Lists are the comments of a body that are next to none of its items, in the order of
// the text, to be read or changed.
func (b *Body) Lists() []*[]string { return []*[]string{&b.Open, &b.Inside, &b.End} }

// Within are the comments inside the brackets of a body, a tuple or an object that are
// next to none of its items; see [Comments] for the strings.
type Within struct {
	// Open are the comments after the opening bracket, on its line.
	Open []string
	// End are the comments after the last item.
	End []string
}

// Bare reports whether there are none.
func (w *Within) Bare() bool { return len(w.Open)+len(w.End) == 0 }

// Lists are the comments of each place in order, to be read or changed.
func (w *Within) Lists() []*[]string { return []*[]string{&w.Open, &w.End} }

// EqualFunc compares the comments of each place.
func (w *Within) EqualFunc(other *Within, equal func(a, b []string) bool) bool {
	return equal(w.Open, other.Open) && equal(w.End, other.End)
}

// Item is an *Attribute or a *Block.
type Item interface {
	// ItemName is the attribute's name or the block's type.
	ItemName() string
	// ItemSpan is the item's place in the source, without its comments.
	ItemSpan() Span
	// ItemComments returns the comments next to the item; never nil.
	ItemComments() *Comments
}

// Comments are next to an item. Each string is one comment with its marker and
// without its line end; an empty string is a blank line.
type Comments struct {
	// Before are the comments on lines of their own above the item.
	Before []string
	// Suffix are the comments after the item, on the line where it ends.
	Suffix []string
}

// Bare reports whether there are none. Those of an element of a collection can be nil.
func (c *Comments) Bare() bool { return c == nil || len(c.Before)+len(c.Suffix) == 0 }

// Lists are the comments of each place in order, to be read or changed.
func (c *Comments) Lists() []*[]string {
	if c == nil {
		return nil
	}
	return []*[]string{&c.Before, &c.Suffix}
}

// EqualFunc compares the comments of each place. Either can be nil.
func (c *Comments) EqualFunc(other *Comments, equal func(a, b []string) bool) bool {
	return c == other || equal(c.before(), other.before()) && equal(c.suffix(), other.suffix())
}

// Attribute is a name and an expression.
type Attribute struct {
	Comments
	Name string
	Expr Expr
	Span Span
	// ValueSpan is the place of the expression, with the parentheses around it.
	ValueSpan Span
	Layout    *Layout
}

// Block is a type, labels and a body.
type Block struct {
	Comments
	Type   string
	Labels []string
	Body   Body
	Span   Span
	Layout *Layout
}

func (a *Attribute) ItemName() string        { return a.Name }
func (a *Attribute) ItemSpan() Span          { return a.Span }
func (a *Attribute) ItemComments() *Comments { return &a.Comments }
func (b *Block) ItemName() string            { return b.Type }
func (b *Block) ItemSpan() Span              { return b.Span }
func (b *Block) ItemComments() *Comments     { return &b.Comments }

// Expr is one of *Literal, *Template, *Tuple, *Object, *Call and *Native.
type Expr interface {
	// ExprSpan is the expression's place in the source.
	ExprSpan() Span
}

// Literal is null, true, false or a number. Text is as written; it is also a
// JSON value.
type Literal struct {
	Text string
	Span Span
}

// Template is a string, with or without interpolations and directives. Text is
// the template source: what is between the quotes with backslash escapes
// undone and the sequences ${ %{ $${ %%{ kept. That is what a heredoc holds and
// what HCL-JSON has as the value of a string.
type Template struct {
	Text string
	Span Span
}

// Tuple is [a, b].
type Tuple struct {
	Items []TupleItem
	Span  Span
	Within
}

// TupleItem is an element of a tuple.
type TupleItem struct {
	*Comments
	Value Expr
	// ValueSpan is the place of the value, with the parentheses around it.
	ValueSpan Span
	Layout    *Layout
}

// Object is {a = b}.
type Object struct {
	Items []ObjectItem
	Span  Span
	Within
	// Enclosed: it was read from parentheses or a template. Some languages read an
	// object in them otherwise; the printer writes none.
	Enclosed bool
}

// KeyKind is what the key of an object item is.
type KeyKind uint8

const (
	// KeyName is a constant string; Key is its template source.
	KeyName KeyKind = iota
	// KeyTemplate is a string with interpolations; Key is its template source.
	KeyTemplate
	// KeyExpr is any other expression; Key is its source text. A computed key
	// has its parentheses; a.b without them is a reference in a static map.
	KeyExpr
)

// ObjectItem is a key and a value of an object.
type ObjectItem struct {
	*Comments
	Key     string
	KeyKind KeyKind
	KeySpan Span
	Value   Expr
	// ValueSpan is the place of the value, with the parentheses around it.
	ValueSpan Span
	Layout    *Layout
}

// Call is a call of a function with one argument, a *Tuple or *Object that holds no
// heredoc. The reader makes no such node: what it reads is a *Native.
type Call struct {
	Name     string
	Argument Expr
}

// Native is any other expression, as its source text without surrounding
// parentheses and spaces.
type Native struct {
	Text string
	Span Span
}

func (e *Literal) ExprSpan() Span  { return e.Span }
func (e *Template) ExprSpan() Span { return e.Span }
func (e *Tuple) ExprSpan() Span    { return e.Span }
func (e *Object) ExprSpan() Span   { return e.Span }
func (e *Native) ExprSpan() Span   { return e.Span }

// ExprSpan is the place of the argument.
func (e *Call) ExprSpan() Span {
	if e.Argument == nil {
		return Span{}
	}
	return e.Argument.ExprSpan()
}

// before and suffix read the comments of an item that may have none.
func (c *Comments) before() []string {
	if c == nil {
		return nil
	}
	return c.Before
}

func (c *Comments) suffix() []string {
	if c == nil {
		return nil
	}
	return c.Suffix
}
