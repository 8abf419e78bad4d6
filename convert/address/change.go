package address

import (
	"cmp"
	"math/big"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/convert/patch"
	"github.com/hcljson/hcljson/hclwrite"
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
	// Native: an expression, or for Add what can be in a body or an object.
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
		if _, diags := c.value(c.Text[0]); diags.HasErrors() {
			return 0, diags
		}
	}
	list, diag := m.places(c.Address)
	if diag != nil {
		return 0, hcl.Diagnostics{diag}
	}
	if c.Create {
		created, more := m.create(c, list)
		places, diags = places+created, append(diags, more...)
	}
	for _, p := range list {
		if diag := c.at(p); diag != nil {
			diags = append(diags, diag)
		}
	}
	return places + len(list), diags
}

// places are those that an address selects, in all files.
func (m *Module) places(a Address) (list []*place, diag *hcl.Diagnostic) {
	for _, f := range m.files {
		var found []*place
		find(f, a.steps, func(p *place) { found = append(found, p) }, nil)
		if diag := several(a, found); diag != nil {
			return nil, diag
		}
		list = append(list, found...)
	}
	return list, nil
}

// several reports places that differ in an index alone that nobody gave.
func several(a Address, list []*place) *hcl.Diagnostic {
	seen := map[string]*place{}
	for _, p := range list {
		other := seen[p.plain]
		if seen[p.plain] = p; other != nil && p.file.outer == nil && p.group == nil {
			diag := p.cannot("is also at " + a.text + ", as " + other.address + " is. Say which: with [0], with [*] for all, " +
				"or with [name == \"x\"] for those where an argument has a value")
			diag.Summary = "Several places"
			return diag
		}
	}
	return nil
}

// at makes the change at one place.
func (c *Change) at(p *place) *hcl.Diagnostic {
	switch c.Op {
	case Set:
		return c.set(p)
	case Add:
		return c.add(p)
	case Sort:
		return p.sort()
	}
	return p.remove()
}

// value is an expression of the text, without a place.
func (c *Change) value(text string) (hclwrite.Expr, hcl.Diagnostics) {
	switch c.Syntax {
	case String:
		return hclwrite.NewString(text), nil
	case JSON:
		file, diags := convert.ReadJSON([]byte(`{"x":`+text+"}"), text, values, convert.Options{})
		if diags.HasErrors() {
			return nil, hcl.Diagnostics{problem("No JSON", "%s is no JSON value: %s", text, diags[0].Detail)}
		}
		return hclwrite.Unplaced(file.Body.Attribute("x").Expr), nil
	}
	e, diags := hclwrite.ParseExpr(text+"\n", "the expression")
	if diags.HasErrors() {
		return nil, hcl.Diagnostics{problem("No expression", "%s is no expression: %s %s Text without "+
			"quotes is for --string.", text, diags[0].Summary+".", diags[0].Detail)}
	}
	return hclwrite.Unplaced(e), nil
}

// values is a language in which everything is an argument.
var values = &schema.Dialect{Name: "values", Product: "any product", Root: &schema.Body{
	Rest: schema.RestAttributes, RestBody: &schema.Body{Rest: schema.RestAttributes},
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
	switch {
	case p.root != nil:
		return theFile
	case p.item != nil:
		return p.item.ItemSpan()
	}
	switch i := p.index(); {
	case i < 0:
		return hclwrite.Span{}
	case p.tuple != nil:
		return p.tuple.Items[i].ValueSpan
	default:
		return p.object.Items[i].Key.Span
	}
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
	value, _ := c.value(c.Text[0])
	if slot := p.slot(); slot != nil {
		if !patch.SameExpr(*slot, value) {
			p.touch()
			*slot = value
		}
		return nil
	}
	object, ok := value.(*hclwrite.Object)
	block, is := p.item.(*hclwrite.Block)
	if !ok || !is {
		return p.cannot("is a block, and has no value; name an argument in it, or set it to an object")
	}
	body := bodyOf(object, p.rules)
	if body == nil {
		return p.cannot("is a block, and the object has keys that no argument can have")
	}
	p.touch()
	block.Body.Items = body.Items
	return nil
}

// bodyOf is a body with the items of an object.
func bodyOf(object *hclwrite.Object, rules *schema.Body) *hclwrite.Body {
	body := &hclwrite.Body{}
	for i := range object.Items {
		item := &object.Items[i]
		key := hclwrite.TemplateText(item.Key.Text)
		if item.Key.Kind != hclwrite.KeyName || !hclwrite.ValidIdentifier(key) {
			return nil
		}
		inner, isObject := item.Value.(*hclwrite.Object)
		if isObject && isBlock(rules, key) {
			block := hclwrite.NewBlock(key)
			in := bodyOf(inner, blockRules(rules, block))
			if in == nil {
				return nil
			}
			block.Body = *in
			body.Append(block)
			continue
		}
		body.Append(&hclwrite.Attribute{Name: key, Expr: item.Value})
	}
	return body
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
	case p.item != nil:
		p.body.Remove(p.item)
	case i >= 0 && p.tuple != nil:
		p.tuple.Items = slices.Delete(p.tuple.Items, i, i+1)
	case i >= 0:
		p.object.Items = slices.Delete(p.object.Items, i, i+1)
	}
	return nil
}

// sort puts blocks in the order of their labels, arguments and items in that of their
// names, and elements in that of their values. What is between them stays where it is.
func (p *place) sort() *hcl.Diagnostic {
	if p.file.root().JSON && !p.isList() {
		return p.cannot("is in JSON, where the order of members means nothing and is kept")
	}
	if p.group != nil {
		p.outer.touch()
		arrange(p.body.Items, func(item hclwrite.Item) (*hclwrite.Block, bool) {
			b, ok := item.(*hclwrite.Block)
			return b, ok && slices.Contains(p.group, b)
		}, func(a, b *hclwrite.Block) int { return slices.Compare(a.Labels, b.Labels) })
		return nil
	}
	if body := p.contents(); body != nil {
		p.touch()
		arrange(body.Items, func(item hclwrite.Item) (*hclwrite.Attribute, bool) {
			a, ok := item.(*hclwrite.Attribute)
			return a, ok
		}, func(a, b *hclwrite.Attribute) int { return strings.Compare(a.Name, b.Name) })
		return nil
	}
	list := p.values()
	for _, c := range list {
		c.touch()
		switch e := c.expr.(type) {
		case *hclwrite.Tuple:
			slices.SortStableFunc(e.Items, func(a, b hclwrite.Element) int { return compare(a.Value, b.Value) })
		case *hclwrite.Object:
			slices.SortStableFunc(e.Items, func(a, b hclwrite.Element) int { return strings.Compare(a.Key.Text, b.Key.Text) })
		default:
			return p.cannot("is no list, no object and no body, so there is nothing to sort in it")
		}
	}
	if len(list) == 0 {
		return p.cannot("is no list, no object and no body, so there is nothing to sort in it")
	}
	return nil
}

// isList reports whether a value is a list.
func (p *place) isList() bool {
	list := p.values()
	return !slices.ContainsFunc(list, func(c collection) bool {
		_, ok := c.expr.(*hclwrite.Tuple)
		return !ok
	}) && len(list) > 0
}

// arrange sorts the items of a kind among the places that they have.
func arrange[T hclwrite.Item](items []hclwrite.Item, of func(hclwrite.Item) (T, bool), order func(a, b T) int) {
	var at []int
	var list []T
	for i, item := range items {
		if is, ok := of(item); ok {
			at, list = append(at, i), append(list, is)
		}
	}
	slices.SortStableFunc(list, order)
	for k, i := range at {
		items[i] = list[k]
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
	return strings.Compare(plainText(a), plainText(b))
}

func number(e hclwrite.Expr) *big.Float {
	literal, ok := e.(*hclwrite.Literal)
	if !ok {
		return nil
	}
	n, _, err := big.ParseFloat(literal.Text, 10, 512, big.ToNearestEven)
	if err != nil {
		return nil
	}
	return n
}

func plainText(e hclwrite.Expr) string {
	if t, ok := e.(*hclwrite.Template); ok {
		return t.Text
	}
	return hclwrite.ExprText(e)
}
