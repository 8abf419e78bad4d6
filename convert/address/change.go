package address

import (
	"cmp"
	"math/big"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/nativeedit"
	"github.com/hcljson/hcljson/schema"
)

// Op is what a [Change] does.
type Op uint8

const (
	// Set gives what is there another value.
	Set Op = iota
	// Add puts something new into what is there.
	Add
	// Remove takes out what is there, with its comments.
	Remove
	// Move gives what is there another name.
	Move
	// Sort puts what is there in order.
	Sort
)

// Syntax is how the text of a [Change] is read.
type Syntax uint8

const (
	// Native: an expression, or for Add what can be in a body or an object. It is written as
	// it is given, at the margin of its place.
	Native Syntax = iota
	// String: the text is that of a string.
	String
	// JSON: the text is a JSON value.
	JSON
)

// Change is one change of a module.
type Change struct {
	Op      Op
	Address Address
	// Text is the value of Set, or what Add adds.
	Text   []string
	Syntax Syntax
	// Create, of Set: what is not there is made, where one place alone can be meant.
	Create bool
	// IfMissing, of Add: what is there already is not added. Before and After are what it
	// comes next to; without either it comes last.
	IfMissing     bool
	Before, After *Address
	// To, of Move, is the new address. NoMoved: no block tells the product of it.
	To      Address
	NoMoved bool
}

// Apply makes a change in the trees of the module. It returns at how many places; with
// errors, nothing of the module is to be used any more.
func (m *Module) Apply(c *Change) (places int, diags hcl.Diagnostics) {
	if c.Op == Move {
		return m.move(c)
	}
	if c.Op == Set {
		if _, diag := c.value(nil, c.Text[0]); diag != nil {
			return 0, hcl.Diagnostics{diag}
		}
	}
	list, diag := m.places(c.Address)
	if diag != nil {
		return 0, hcl.Diagnostics{diag}
	}
	if c.Create {
		places, diags = m.create(c, list)
	}
	make := map[Op]func(*place) *hcl.Diagnostic{Set: c.set, Add: c.add, Remove: (*place).remove, Sort: (*place).sort}
	for _, p := range list {
		if diag := make[c.Op](p); diag != nil {
			diags = append(diags, diag)
		}
	}
	return places + len(list), diags
}

// places are those that an address selects, in all files. Places that differ in an index alone
// that nobody gave are an error.
func (m *Module) places(a Address) (list []*place, diag *hcl.Diagnostic) {
	for _, f := range m.files {
		seen := map[string]*place{}
		find(f, a.steps, func(p *place) {
			other := seen[p.plain]
			if seen[p.plain] = p; other != nil && p.file.outer == nil && p.group == nil && diag == nil {
				diag = p.cannot("is also at " + a.text + ", as " + other.address + " is. Say which: with [0], with [*] for " +
					"all, or with [name == \"x\"] for those where an argument has a value")
				diag.Summary = "Several places"
			}
			list = append(list, p)
		}, nil)
	}
	return list, diag
}

// value is an expression of the text, to be written into a file if there is one.
func (c *Change) value(f *file, text string) (hclwrite.Expr, *hcl.Diagnostic) {
	switch c.Syntax {
	case String:
		return hclwrite.NewString(text), nil
	case JSON:
		file, diags := convert.ReadJSON([]byte(`{"x":`+text+"}"), text, values, convert.Options{})
		if diags.HasErrors() {
			return nil, problem("No JSON", "%s is no JSON value: %s", text, diags[0].Detail)
		}
		return hclwrite.Unplaced(file.Body.Attribute("x").Expr), nil
	}
	e, diags := hclwrite.ParseExpr(text+"\n", "the expression")
	if diags.HasErrors() {
		return nil, problem("No expression", "%s is no expression: %s %s Text without quotes is for --string.",
			text, diags[0].Summary+".", diags[0].Detail)
	}
	given, diags := hclwrite.ParseFile([]byte(aside+text+"\n"), "the expression")
	if f == nil || diags.HasErrors() || len(given.Body.Items) != 1 {
		return hclwrite.Unplaced(e), nil
	}
	f.tree.Adopt(given)
	a := given.Body.Items[0].(*hclwrite.Attribute)
	hclwrite.PlaceAt(a.Expr, a.ValueSpan)
	return a.Expr, nil
}

// values is a language in which everything is an argument.
var values = &schema.Dialect{Name: "values", Product: "any product", Root: &schema.Body{
	Remain: schema.RemainAttributes, RemainBody: &schema.Body{Remain: schema.RemainAttributes},
}}

// touch notes that a place is another, or what is in it.
func (p *place) touch() {
	for f := p.file; f.outer != nil; f = f.outer {
		f.outer.touched[f.call] = true
	}
	p.file.touched[p.span()] = true
}

// span tells a place from others of its file.
func (p *place) span() hclwrite.Span {
	e := p.element()
	switch {
	case p.root != nil:
		return theFile
	case p.item != nil:
		return p.item.ItemSpan()
	case e != nil:
		return placeOf(*e)
	}
	return hclwrite.Span{}
}

// placeOf is where an element is, or the key of an item.
func placeOf(e hclwrite.Element) hclwrite.Span {
	if e.Key != nil {
		return e.Key.Span
	}
	return e.ValueSpan
}

// theFile stands for the body of a file.
var theFile = hclwrite.Span{Start: -1, End: -1}

// cannot says that a change is none for a place.
func (p *place) cannot(what string) *hcl.Diagnostic {
	diag := problem("Not possible here", "%s %s.", cmp.Or(p.address, "The file"), what)
	f := p.file.root()
	diag.Subject = hclwrite.NewPositions(f.Bytes).Range(f.Filename, p.where()).Ptr()
	return diag
}

func (c *Change) set(p *place) *hcl.Diagnostic {
	value, _ := c.value(p.file, c.Text[0])
	if slot := p.slot(); slot != nil {
		if c.Syntax == Native && p.text() == c.Text[0] || c.Syntax != Native && nativeedit.SameExpr(*slot, value) {
			return nil
		}
		p.touch()
		*slot = value
		return nil
	}
	block, ok := p.item.(*hclwrite.Block)
	object, is := value.(*hclwrite.Object)
	if !ok || !is {
		return p.cannot("is a block, and has no value; name an argument in it, or set it to an object")
	}
	body, diag := p.bodyOf(object)
	if diag != nil {
		return diag
	}
	p.touch()
	block.Body.Items = body.Items
	return nil
}

func (p *place) remove() *hcl.Diagnostic {
	switch {
	case p.root != nil:
		return p.cannot("is not removed by its address")
	case p.group != nil:
		return p.cannot("is several blocks; name them, or write " + p.address + ".*")
	}
	p.touch()
	switch i := p.index(); {
	case i < 0: // it is gone with another
	case p.item != nil:
		p.body.Remove(p.item)
	default:
		p.list.Items = slices.Delete(p.list.Items, i, i+1)
	}
	return nil
}

// sort puts blocks in the order of their labels, arguments and items in that of their
// names, and elements in that of their values. What is between them stays where it is.
func (p *place) sort() *hcl.Diagnostic {
	p.file.root().sorted = true
	body := p.contents()
	switch {
	case p.group != nil:
		p.outer.touch()
		arrange(p.body.Items, func(item hclwrite.Item) bool {
			b, ok := item.(*hclwrite.Block)
			return ok && slices.Contains(p.group, b)
		}, func(a, b hclwrite.Item) int {
			return slices.Compare(a.(*hclwrite.Block).Labels, b.(*hclwrite.Block).Labels)
		})
		return nil
	case body != nil:
		p.touch()
		arrange(body.Items, func(item hclwrite.Item) bool { _, ok := item.(*hclwrite.Attribute); return ok },
			func(a, b hclwrite.Item) int { return strings.Compare(a.ItemName(), b.ItemName()) })
		return nil
	}
	list := p.values()
	for _, c := range list {
		in := hclwrite.CollectionOf(c.expr)
		if in == nil {
			list = nil
			break
		}
		slices.SortStableFunc(in.Items, func(a, b hclwrite.Element) int {
			if a.Key != nil {
				return strings.Compare(a.Key.Text, b.Key.Text)
			}
			return compare(a.Value, b.Value)
		})
		c.touch()
	}
	if len(list) == 0 {
		return p.cannot("is no list, no object and no body, so there is nothing to sort in it")
	}
	return nil
}

// arrange sorts the items of a kind among the places that they have.
func arrange(items []hclwrite.Item, of func(hclwrite.Item) bool, order func(a, b hclwrite.Item) int) {
	list := slices.DeleteFunc(slices.Clone(items), func(item hclwrite.Item) bool { return !of(item) })
	slices.SortStableFunc(list, order)
	for i, item := range items {
		if of(item) {
			items[i], list = list[0], list[1:]
		}
	}
}

// compare orders values: numbers first, and then all others by their texts.
func compare(a, b hclwrite.Expr) int {
	x, y := number(a), number(b)
	switch {
	case x != nil && y != nil:
		return x.Cmp(y)
	case x != nil:
		return -1
	case y != nil:
		return 1
	}
	return strings.Compare(strings.Trim(hclwrite.ExprText(a), `"`), strings.Trim(hclwrite.ExprText(b), `"`))
}

func number(e hclwrite.Expr) *big.Float {
	if literal, ok := e.(*hclwrite.Literal); ok {
		if n, _, err := big.ParseFloat(literal.Text, 10, 512, big.ToNearestEven); err == nil {
			return n
		}
	}
	return nil
}
