// Package hclwrite parses, edits and prints the tree of an HCL file.
//
// The tree keeps the content of both syntaxes: items in source order, comments on the nodes next to
// them, numbers and expressions as written. The printer writes a node in canonical layout, or in the
// layout from [File.KeepLayout].
//
// The parser accepts exactly the language of hclsyntax in hashicorp/hcl, which OpenTofu, Terraform
// and Packer use. It passes invalid text to hclsyntax for the diagnostics.
//
// Package hclwrite of hashicorp/hcl edits the tokens of native syntax and leaves expressions to its
// callers. This package edits expressions as a tree, keeps comments on the nodes that they describe,
// and reads and writes the same tree as HCL-JSON with package convert.
//
// Nodes are plain values without invariants between them, so programs can create and change trees in
// memory. [Body] and [Object] have methods to find and change their parts, [Walk] visits all nodes,
// [ParseExpr] and [ParseTemplate] parse expressions, and [NewString] and similar functions create
// them. The zero File, Body, Tuple and Object are empty and ready to use.
//
// [Check] reports invalid trees, such as a body with an invalid identifier. The printer does not
// check its tree: [File.Bytes], [File.Text] and [ExprText] panic if an attribute, an element or an
// object item has no expression, or an object item has no key. Package convert checks a tree before
// it writes JSON, and returns diagnostics.
package hclwrite

import (
	"cmp"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/hcljson/hcljson/internal/hcltext"
)

// Span is a range of byte offsets in the source of a file, with End excluded. The zero Span stands
// for a node without a position.
type Span struct {
	Start, End int
}

// File is one configuration file.
type File struct {
	Body Body
	// Layout is the layout of the body. If it is nil, the layouts of the nodes do not apply
	// and the file has canonical layout.
	Layout *Layout
	// src is the source of the file.
	src string
}

// Source returns the source of a parsed file; empty for a file created in memory.
func (f *File) Source() string { return f.src }

// Layout is the layout of a node where it differs from canonical layout. [File.KeepLayout] reads it from
// the source, and package convert from annotations; programs only copy or remove it.
type Layout = hcltext.Layout

// Body is the content of a file or a block: attributes, blocks and groups of comments in order.
type Body struct {
	Items []Item
	Span  Span
	// Open are the comments after the opening brace of a block, on its line.
	Open []string
}

// HasNoComments reports whether a body has no comments except those of its attributes and blocks.
func (b *Body) HasNoComments() bool {
	return len(b.Open) == 0 && !slices.ContainsFunc(b.Items, IsCommentGroup)
}

// CommentGroup is a paragraph of comments that belongs to no attribute or block: blank
// lines, or the ends of the body, separate it from the items before and after it.
type CommentGroup struct {
	// Lines are the comments, each with its marker and without its line end.
	Lines []string
	// Adjacent is true if the group is the first one after the last attribute or block of
	// the body, and no blank line separates them. Elsewhere it has no effect.
	Adjacent bool
	Span     Span
}

// IsCommentGroup reports whether an item is a *CommentGroup.
func IsCommentGroup(item Item) bool {
	_, ok := item.(*CommentGroup)
	return ok
}

// NewCommentGroups returns a group for each paragraph of a list of comments, in which empty
// strings separate the paragraphs.
func NewCommentGroups(comments []string) []Item {
	var groups []Item
	for len(comments) > 0 {
		n := slices.Index(comments, "")
		if n < 0 {
			n = len(comments)
		}
		if n > 0 {
			groups = append(groups, &CommentGroup{Lines: comments[:n:n]})
		}
		comments = comments[min(n+1, len(comments)):]
	}
	return groups
}

// AppendComments appends groups of comments to a body. An empty string separates two
// groups; the first group is adjacent to the last item unless the comments start with one.
func (b *Body) AppendComments(comments []string) {
	groups := NewCommentGroups(comments)
	if last := len(b.Items) - 1; len(groups) > 0 && last >= 0 && !IsCommentGroup(b.Items[last]) {
		groups[0].(*CommentGroup).Adjacent = comments[0] != ""
	}
	b.Items = append(b.Items[:len(b.Items):len(b.Items)], groups...)
}

// SplitComments makes groups of the comments above attributes and blocks that an empty
// string separates from the last ones, as the parser does with blank lines.
func (b *Body) SplitComments() {
	separated := func(item Item) bool { return slices.Contains(item.itemComments().Above, "") }
	if !slices.ContainsFunc(b.Items, separated) {
		return
	}
	items := make([]Item, 0, 2*len(b.Items))
	for _, item := range b.Items {
		above := &item.itemComments().Above
		for i := len(*above) - 1; i >= 0; i-- {
			if (*above)[i] == "" {
				items = append(items, NewCommentGroups((*above)[:i])...)
				*above = (*above)[i+1:]
				break
			}
		}
		items = append(items, item)
	}
	b.Items = items
}

// Content returns the attributes and blocks of a body, without the groups of comments.
func (b *Body) Content() []Item {
	if !slices.ContainsFunc(b.Items, IsCommentGroup) {
		return b.Items
	}
	return slices.DeleteFunc(slices.Clone(b.Items), IsCommentGroup)
}

// BracketComments are the comments inside the brackets of a tuple or an object that belong to none
// of its elements; see [Comments] for the strings.
type BracketComments struct {
	// Open are the comments after the opening bracket, on its line.
	Open []string
	// End are the comments after the last item.
	End []string
}

// HasNoComments reports whether there are no comments.
func (w *BracketComments) HasNoComments() bool { return w == nil || len(w.Open)+len(w.End) == 0 }

// Node is a node of a tree: a *Body, an [Item], an *Element, a *Collection or an [Expr]. Other packages
// cannot implement it.
type Node interface {
	span() Span
}

// SpanOf returns the position of a node in the source: of an item without its comments, of an element
// without its key, of a call without its name. It is zero for nil.
func SpanOf(node Node) Span {
	if node == nil {
		return Span{}
	}
	return node.span()
}

// Item is an *Attribute, a *Block or a *CommentGroup.
type Item interface {
	Node
	itemName() string
	itemComments() *Comments
}

// ItemName returns the name of an attribute or the type of a block; empty for a group of comments.
func ItemName(item Item) string { return item.itemName() }

// ItemComments returns the comments next to an attribute or a block. It is never nil; the result for a
// group of comments is empty and not part of the tree.
func ItemComments(item Item) *Comments { return item.itemComments() }

// Comments are next to an item. Each string is one comment with its marker and
// without its line end. In collections, an empty string is a blank line.
type Comments struct {
	// Above are the comments on lines of their own above the item.
	Above []string
	// After are the comments after the item, on the line where it ends.
	After []string
}

// noComments are the comments of elements without any; read-only.
var noComments = &Comments{}

// HasNoComments reports whether there are no comments. The receiver can be nil.
func (c *Comments) HasNoComments() bool { return c == nil || len(c.Above)+len(c.After) == 0 }

// Position is a place for comments: next to a node, or inside its brackets.
type Position struct {
	// Name is the name of the field with the comments, as in a "//" property.
	Name string
	// Fits reports whether comments can be there together. If it is nil, the comments have
	// lines of their own, and any number fits.
	Fits func(comments []string) bool
	// NoBlankFirst is true if the first line cannot be blank.
	NoBlankFirst bool
	of           func(AllComments) *[]string
}

// Positions are all positions, in the order of the text.
var Positions = [...]Position{
	{Name: "above", of: func(c AllComments) *[]string { return c.Above }, NoBlankFirst: true},
	{Name: "open", of: func(c AllComments) *[]string { return c.Open }, Fits: canFitOnLine, NoBlankFirst: true},
	{Name: "inside", of: func(c AllComments) *[]string { return c.Inside }},
	{Name: "end", of: func(c AllComments) *[]string { return c.End }},
	{Name: "after", of: func(c AllComments) *[]string { return c.After }, Fits: canFitOnLine},
}

// canFitOnLine reports whether comments can follow a token on its line: only the last one can
// be a line comment.
func canFitOnLine(comments []string) bool {
	for i, c := range comments {
		if c == "" || !strings.HasPrefix(c, "/*") && i < len(comments)-1 {
			return false
		}
	}
	return true
}

// AllComments are the comments of a node by position; nil if the node has no such position. The
// lines of a *CommentGroup have the position Inside.
type AllComments struct {
	Above, Open, Inside, End, After *[]string
}

// CommentsOf returns the comments next to a node and in its brackets. For a block, they include the
// comments after its opening brace. Nested nodes have their own comments.
func CommentsOf(node Node) AllComments { return infoOf(node).AllComments }

// All returns the comments at the positions next to an item.
func (c *Comments) All() AllComments {
	if c == nil {
		return AllComments{}
	}
	return AllComments{Above: &c.Above, After: &c.After}
}

// All returns the comments at the positions in brackets.
func (w *BracketComments) All() AllComments { return AllComments{Open: &w.Open, End: &w.End} }

// At returns the comments at a position, to be read or changed; nil if the node has no such
// position.
func (c AllComments) At(p *Position) *[]string { return p.of(c) }

// Lists returns the comments at each position, to be read or changed.
func (c AllComments) Lists() iter.Seq2[*Position, *[]string] {
	return func(yield func(*Position, *[]string) bool) {
		for i := range Positions {
			if list := c.At(&Positions[i]); list != nil && !yield(&Positions[i], list) {
				return
			}
		}
	}
}

// HasNoComments reports whether there are no comments.
func (c AllComments) HasNoComments() bool {
	for _, list := range c.Lists() {
		if len(*list) > 0 {
			return false
		}
	}
	return true
}

// EqualFunc compares the comments at each position.
func (c AllComments) EqualFunc(other AllComments, equal func(a, b []string) bool) bool {
	var none []string
	for i := range Positions {
		x, y := c.At(&Positions[i]), other.At(&Positions[i])
		if x != y && !equal(*cmp.Or(x, &none), *cmp.Or(y, &none)) {
			return false
		}
	}
	return true
}

// Attribute is a name and an expression.
type Attribute struct {
	Comments
	Name string
	Expr Expr
	Span Span
	// ValueSpan is the position of the expression, including its parentheses.
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

func (b *Body) span() Span { return b.Span }

func (a *Attribute) span() Span              { return a.Span }
func (a *Attribute) itemName() string        { return a.Name }
func (a *Attribute) itemComments() *Comments { return &a.Comments }

func (b *Block) span() Span              { return b.Span }
func (b *Block) itemName() string        { return b.Type }
func (b *Block) itemComments() *Comments { return &b.Comments }

func (g *CommentGroup) span() Span              { return g.Span }
func (g *CommentGroup) itemName() string        { return "" }
func (g *CommentGroup) itemComments() *Comments { return &Comments{} }

// Expr is one of *Literal, *Template, *Tuple, *Object, *Call and *Native.
type Expr interface {
	Node
	expr()
}

// Literal is null, true, false or a number. Text is its source text, which is also a JSON value.
type Literal struct {
	Text string
	Span Span
}

// Template is a string, with or without interpolations and directives. Text is the template source:
// the text between the quotes without backslash escapes, but with the sequences ${ %{ $${ %%{. It
// equals the text of a heredoc and the value of a JSON string.
type Template struct {
	Text string
	Span Span
}

// Tuple is [a, b].
type Tuple Collection

// Object is {a = b}.
type Object Collection

// Collection is a tuple or an object; see [CollectionOf].
type Collection struct {
	Items []Element
	Span  Span
	BracketComments
	// Enclosed is true for an object that was parsed from parentheses or a template. Some languages
	// interpret it differently; the printer adds no parentheses.
	Enclosed bool
}

// CollectionOf returns the collection of a tuple or an object, and nil for other expressions.
func CollectionOf(e Expr) *Collection {
	switch e := e.(type) {
	case *Tuple:
		return (*Collection)(e)
	case *Object:
		return (*Collection)(e)
	}
	return nil
}

// AsKindOf returns a collection as a tuple or an object, of the same kind as e.
func (c *Collection) AsKindOf(e Expr) Expr {
	if _, object := e.(*Object); object {
		return (*Object)(c)
	}
	return (*Tuple)(c)
}

// HasComments reports whether a collection, which may be nil, contains comments at any depth.
func (c *Collection) HasComments() (found bool) {
	if c != nil {
		Walk(c, func(node Node) bool {
			found = found || !CommentsOf(node).HasNoComments()
			return !found
		})
	}
	return found
}

// Key is the key of an item of an object.
type Key struct {
	// Text is the template source of a string.
	Text string
	// Source is true if the key is another expression, with Text as its source. A computed key
	// includes its parentheses; a.b without parentheses is a reference in a static map.
	Source bool
	// Template is true if the key is a string with interpolations.
	Template bool
	Span     Span
}

// IsConstant reports whether a key is a string without interpolations.
func (k *Key) IsConstant() bool { return !k.Source && !k.Template }

// Equal reports whether two keys are equal except for their positions. Both may be nil.
func (k *Key) Equal(other *Key) bool {
	return k == other || k != nil && other != nil &&
		k.Source == other.Source && k.Template == other.Template && k.Text == other.Text
}

// Element is an element of a tuple, or an item of an object.
type Element struct {
	*Comments
	// Key is nil in a tuple. Items do not share keys.
	Key   *Key
	Value Expr
	// ValueSpan is the position of the value, including its parentheses.
	ValueSpan Span
	Layout    *Layout
}

// Call is a function call with one argument, a *Tuple or *Object without heredocs. The parser
// returns *Native instead.
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

func (e *Element) span() Span    { return e.ValueSpan }
func (c *Collection) span() Span { return c.Span }

func (e *Literal) span() Span  { return e.Span }
func (e *Template) span() Span { return e.Span }
func (e *Tuple) span() Span    { return e.Span }
func (e *Object) span() Span   { return e.Span }
func (e *Native) span() Span   { return e.Span }
func (e *Call) span() Span     { return SpanOf(e.Argument) }

func (*Literal) expr()  {}
func (*Template) expr() {}
func (*Tuple) expr()    {}
func (*Object) expr()   {}
func (*Native) expr()   {}
func (*Call) expr()     {}

// Attribute returns the attribute with this name, or nil.
func (b *Body) Attribute(name string) *Attribute {
	for _, item := range b.Items {
		if a, ok := item.(*Attribute); ok && a.Name == name {
			return a
		}
	}
	return nil
}

// SourceOf returns the value of an attribute as source text, or the text of a constant string. It
// returns an empty string for other values and missing attributes.
func (b *Body) SourceOf(name string) string {
	a := b.Attribute(name)
	if a == nil {
		return ""
	}
	switch e := a.Expr.(type) {
	case *Native:
		return e.Text
	case *Template:
		if !hcltext.HasSequence(e.Text) {
			return hcltext.TemplateText(e.Text)
		}
	}
	return ""
}

// Blocks iterates over the blocks of a type whose first labels are the given ones.
func (b *Body) Blocks(blockType string, labels ...string) iter.Seq[*Block] {
	return func(yield func(*Block) bool) {
		for _, item := range b.Items {
			block, ok := item.(*Block)
			if ok && block.Type == blockType && len(block.Labels) >= len(labels) &&
				slices.Equal(block.Labels[:len(labels)], labels) && !yield(block) {
				return
			}
		}
	}
}

// Block returns the first block with a type and these first labels, or nil.
func (b *Body) Block(blockType string, labels ...string) *Block {
	for block := range b.Blocks(blockType, labels...) {
		return block
	}
	return nil
}

// Set gives an attribute a value, and returns it. A new attribute is inserted after the
// attributes before the first block.
func (b *Body) Set(name string, value Expr) *Attribute {
	if a := b.Attribute(name); a != nil {
		a.Expr = value
		return a
	}
	a := &Attribute{Name: name, Expr: value}
	b.Insert(b.IndexBeforeBlocks(), a)
	return a
}

// IndexBeforeBlocks returns the index after the attributes before the first block: the index of
// that block, or of the groups of comments before it if an attribute precedes them.
func (b *Body) IndexBeforeBlocks() int {
	i := slices.IndexFunc(b.Items, func(item Item) bool { _, ok := item.(*Block); return ok })
	if i < 0 {
		i = len(b.Items)
	}
	first := i
	for first > 0 && IsCommentGroup(b.Items[first-1]) {
		first--
	}
	if first == 0 {
		return i
	}
	return first
}

// Rename renames an attribute. It reports false, and changes nothing, if there is no such attribute
// or another one has the new name.
func (b *Body) Rename(from, to string) bool {
	a := b.Attribute(from)
	if other := b.Attribute(to); a == nil || other != nil && other != a {
		return false
	}
	a.Name = to
	return true
}

// Append appends items.
func (b *Body) Append(items ...Item) { b.Insert(len(b.Items), items...) }

// Index returns the index of an item, or -1.
func (b *Body) Index(item Item) int { return slices.Index(b.Items, item) }

// Insert inserts items before the item at index i. It panics if i is out of range.
func (b *Body) Insert(i int, items ...Item) { b.Items = slices.Insert(b.Items, i, items...) }

// Remove removes items with their comments, and reports whether the body contained all of them. It
// never contains a nil *Attribute or *Block, such as the result of a failed search.
func (b *Body) Remove(items ...Item) bool {
	before := len(b.Items)
	b.Items = slices.DeleteFunc(b.Items, func(item Item) bool { return slices.Contains(items, item) })
	return before-len(b.Items) == len(items)
}

// Sort sorts the items with a key among the places of these items; key returns nil for all others.
// The groups of comments before an item move with it, except those at the ends of the body.
func (b *Body) Sort(key func(Item) []string) {
	head, units, foot := b.Units()
	list := slices.DeleteFunc(slices.Clone(units), func(u Unit) bool { return key(u.Item) == nil })
	slices.SortStableFunc(list, func(x, y Unit) int { return slices.Compare(key(x.Item), key(y.Item)) })
	b.Items = head
	for _, u := range units {
		if key(u.Item) != nil {
			u, list = list[0], list[1:]
		}
		b.Append(u.Items()...)
	}
	b.Append(foot...)
}

// Unit is an attribute or a block with the groups of comments before it.
type Unit struct {
	Groups []Item
	Item   Item
}

// Items returns the groups and the item.
func (u *Unit) Items() []Item { return append(u.Groups[:len(u.Groups):len(u.Groups)], u.Item) }

// Units splits a body into the groups of comments at its start, its units, and the groups at its
// end. Without attributes and blocks, all groups are at the start.
func (b *Body) Units() (head []Item, units []Unit, foot []Item) {
	var groups []Item
	for _, item := range b.Items {
		switch {
		case IsCommentGroup(item):
			groups = append(groups, item)
			continue
		case len(units) == 0:
			head, groups = groups, nil
		}
		units, groups = append(units, Unit{groups, item}), nil
	}
	if len(units) == 0 {
		return groups, nil, nil
	}
	return head, units, groups
}

// Sort sorts the items of an object by their keys. It sorts the elements of a tuple by value:
// numbers first, and then all others by their texts.
func (c *Collection) Sort() {
	number := func(e Expr) float64 {
		if literal, ok := e.(*Literal); ok {
			if n, err := strconv.ParseFloat(literal.Text, 64); err == nil {
				return n
			}
		}
		return math.Inf(1)
	}
	text := func(e Expr) string { return strings.Trim(ExprText(e), `"`) }
	slices.SortStableFunc(c.Items, func(a, b Element) int {
		if a.Key != nil {
			return strings.Compare(a.Key.Text, b.Key.Text)
		}
		return cmp.Or(cmp.Compare(number(a.Value), number(b.Value)), strings.Compare(text(a.Value), text(b.Value)))
	})
}

// nodeInfo describes a node for the functions that walk, compare and place nodes, and find their
// comments.
type nodeInfo struct {
	AllComments
	kind byte
	// text, labels and key distinguish nodes of one kind.
	text   string
	labels []string
	key    *Key
	// The nested nodes are in one of these fields.
	items    []Item
	elements []Element
	expr     Expr
}

func infoOf(node Node) nodeInfo {
	switch n := node.(type) {
	case *Body:
		return nodeInfo{AllComments: AllComments{Open: &n.Open}, kind: '.', items: n.Items}
	case *Block:
		return nodeInfo{
			AllComments: AllComments{Above: &n.Above, Open: &n.Body.Open, After: &n.After},
			kind:        'b', text: n.Type, labels: n.Labels, items: n.Body.Items,
		}
	case *Attribute:
		return nodeInfo{AllComments: n.Comments.All(), kind: '=', text: n.Name, expr: n.Expr}
	case *CommentGroup:
		g := nodeInfo{AllComments: AllComments{Inside: &n.Lines}, kind: '#'}
		if n.Adjacent {
			g.text = "adjacent"
		}
		return g
	case *Element:
		return nodeInfo{AllComments: n.Comments.All(), kind: ',', key: n.Key, expr: n.Value}
	case *Literal:
		return nodeInfo{kind: '0', text: n.Text}
	case *Template:
		return nodeInfo{kind: '"', text: n.Text}
	case *Native:
		return nodeInfo{kind: '$', text: n.Text}
	case *Call:
		return nodeInfo{kind: '(', text: n.Name, expr: n.Argument}
	case *Collection:
		return n.info('c')
	case *Tuple:
		return (*Collection)(n).info('[')
	case *Object:
		return (*Collection)(n).info('{')
	}
	return nodeInfo{}
}

func (c *Collection) info(kind byte) nodeInfo {
	return nodeInfo{AllComments: c.BracketComments.All(), kind: kind, elements: c.Items}
}

// Walk calls visit for a node, unless it is a *Body, and for all nested nodes in source order:
// *Attribute, *Block, *CommentGroup, expressions and *Element. If visit returns false, Walk skips
// the content of that node.
func Walk(node Node, visit func(node Node) bool) {
	if _, body := node.(*Body); node == nil || !body && !visit(node) {
		return
	}
	p := infoOf(node)
	for _, item := range p.items {
		Walk(item, visit)
	}
	for i := range p.elements {
		Walk(&p.elements[i], visit)
	}
	Walk(p.expr, visit)
}

// Equal reports whether two nodes are equal, including their comments, except for their positions
// and layouts.
func Equal(a, b Node) bool {
	if a == nil || b == nil {
		return a == b
	}
	x, y := infoOf(a), infoOf(b)
	if x.kind != y.kind || x.text != y.text || !slices.Equal(x.labels, y.labels) || !x.key.Equal(y.key) ||
		len(x.items) != len(y.items) || len(x.elements) != len(y.elements) ||
		!x.EqualFunc(y.AllComments, slices.Equal) {
		return false
	}
	for i := range x.items {
		if !Equal(x.items[i], y.items[i]) {
			return false
		}
	}
	for i := range x.elements {
		if !Equal(&x.elements[i], &y.elements[i]) {
			return false
		}
	}
	return Equal(x.expr, y.expr)
}

// Value returns the value of the item whose key is a constant string, or nil.
func (e *Object) Value(key string) Expr {
	if i := e.itemIndex(key); i >= 0 {
		return e.Items[i].Value
	}
	return nil
}

// Set sets the value of the item with a constant key, or appends an item. It returns the object.
func (e *Object) Set(key string, value Expr) *Object {
	if i := e.itemIndex(key); i >= 0 {
		e.Items[i].Value = value
	} else {
		e.Items = append(e.Items, NewItem(key, value))
	}
	return e
}

// Remove removes the item with a constant key and its comments. It reports whether there was one.
func (e *Object) Remove(key string) bool {
	i := e.itemIndex(key)
	if i >= 0 {
		e.Items = slices.Delete(e.Items, i, i+1)
	}
	return i >= 0
}

// itemIndex returns the index of the last item with a key, which overrides the others.
func (e *Object) itemIndex(key string) int {
	key = hcltext.EscapeTemplate(key)
	for i := len(e.Items) - 1; i >= 0; i-- {
		if e.Items[i].Key.IsConstant() && e.Items[i].Key.Text == key {
			return i
		}
	}
	return -1
}

// HasStaticKeys reports whether all keys are constant and unique, so that a JSON object can represent the
// items.
func (e *Object) HasStaticKeys() bool {
	for i := range e.Items {
		if !e.Items[i].Key.IsConstant() {
			return false
		}
	}
	if len(e.Items) > maxScannedItems {
		seen := make(map[string]struct{}, len(e.Items))
		for i := range e.Items {
			seen[e.Items[i].Key.Text] = struct{}{}
		}
		return len(seen) == len(e.Items)
	}
	for i := range e.Items {
		for j := range i {
			if e.Items[i].Key.Text == e.Items[j].Key.Text {
				return false
			}
		}
	}
	return true
}

// NewString returns a string with a text; ${ and %{ in it are literal.
func NewString(text string) *Template { return &Template{Text: hcltext.EscapeTemplate(text)} }

// NewLiteral returns the literal of a bool or an int. Null is &Literal{Text: "null"}.
func NewLiteral[T bool | int](value T) *Literal {
	if value, ok := any(value).(bool); ok {
		return &Literal{Text: strconv.FormatBool(value)}
	}
	number, _ := any(value).(int)
	return &Literal{Text: strconv.Itoa(number)}
}

// NewTemplate returns a template with a text as in a string of HCL-JSON: ${ starts an interpolation, %{
// a directive, and a backslash is literal. It does not check the text; [ParseTemplate] does.
func NewTemplate(text string) *Template { return &Template{Text: text} }

// NewReference returns a reference in dotted spelling: NewReference("var", "name").
func NewReference(steps ...string) *Native { return &Native{Text: strings.Join(steps, ".")} }

// NewTuple returns a tuple of values.
func NewTuple(values ...Expr) *Tuple {
	t := &Tuple{Items: make([]Element, len(values))}
	for i, value := range values {
		t.Items[i].Value = value
	}
	return t
}

// NewItem returns an item of an object with a constant key.
func NewItem(key string, value Expr) Element {
	return Element{Key: &Key{Text: hcltext.EscapeTemplate(key)}, Value: value}
}

// NewBlock returns a block without items.
func NewBlock(blockType string, labels ...string) *Block {
	return &Block{Type: blockType, Labels: labels}
}
