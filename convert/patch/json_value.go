package patch

import (
	"github.com/hcljson/hcljson/convert/internal/jsonedit"
	"github.com/hcljson/hcljson/convert/internal/notepath"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/jsontree"
)

// value changes the value of an attribute, an element or an item of an object. was
// and is are what the value in the file and the other one stand for.
func (p *jsonPatch) value(v *jsontree.Value, was, is hclwrite.Expr, to *jsontree.Value, parts *Script, replaced bool) {
	listed := len(v.Elems) == 1 && len(to.Elems) == 1 && isObject(was)
	switch {
	case parts != nil && v.Kind == to.Kind && p.parts(v, was, is, to, parts):
	case parts != nil && listed:
		// A list around an object that native syntax does not show.
		if !p.parts(&v.Elems[0], was, is, &to.Elems[0], parts) {
			p.replace(v, to)
		}
	case parts != nil || replaced:
		p.replace(v, to)
	}
}

func isObject(e hclwrite.Expr) bool {
	_, ok := e.(*hclwrite.Object)
	return ok
}

// replace puts a value in the place of another one that does not mean the same.
func (p *jsonPatch) replace(v, to *jsontree.Value) {
	if !sameData(v, to) {
		p.text.Replace(v, jsonedit.NodeOf(to))
	}
}

// exprPart is an element, or an item of an object.
func exprPart(e hclwrite.Expr, i int) hclwrite.Expr {
	if o, ok := e.(*hclwrite.Object); ok {
		return o.Items[i].Value
	}
	return e.(*hclwrite.Tuple).Items[i].Value
}

// exprParts is how many of them there are; -1 for an expression that has none.
func exprParts(e hclwrite.Expr, kind jsontree.Kind) int {
	switch e := e.(type) {
	case *hclwrite.Object:
		if kind == jsontree.Object {
			return len(e.Items)
		}
	case *hclwrite.Tuple:
		if kind == jsontree.Array {
			return len(e.Items)
		}
	}
	return -1
}

// parts carries out a script on an array or an object. It reports false if the JSON
// does not have the parts that the script is about.
func (p *jsonPatch) parts(v *jsontree.Value, was, is hclwrite.Expr, to *jsontree.Value, script *Script) bool {
	if exprParts(was, v.Kind) != v.Len() || exprParts(is, to.Kind) != to.Len() {
		return false
	}
	arranged := false
	list := make([]jsonedit.Part, 0, len(script.Steps))
	for k := range script.Steps {
		step := &script.Steps[k]
		arranged = arranged || !step.stays()
		if step.New < 0 {
			continue
		}
		name, value := to.Part(step.New)
		if step.Old < 0 {
			list = append(list, jsonedit.New(name, jsonedit.NodeOf(value)))
			continue
		}
		list = append(list, jsonedit.Kept(step.Old))
		_, old := v.Part(step.Old)
		p.value(old, exprPart(was, step.Old), exprPart(is, step.New), value, step.Parts, step.Value)
	}
	if arranged {
		p.text.Arrange(v, list)
	}
	return true
}

// sameData reports whether two values are the same. The order of members does not
// count, nor how a number is spelled.
func sameData(a, b *jsontree.Value) bool {
	if a.Kind != b.Kind || a.Len() != b.Len() {
		return false
	}
	switch a.Kind {
	case jsontree.Number:
		return a.Text == b.Text || sameNumber(a.Text, b.Text)
	case jsontree.Array:
		for i := range a.Elems {
			if !sameData(&a.Elems[i], &b.Elems[i]) {
				return false
			}
		}
		return true
	case jsontree.Object:
		return sameMembers(a, b)
	}
	return a.Text == b.Text
}

func sameMembers(a, b *jsontree.Value) bool {
	var index map[string]*jsontree.Value
	for i := range a.Members {
		x, y := &a.Members[i], &b.Members[i]
		other := &y.Value
		if x.Name != y.Name {
			if index == nil {
				index = make(map[string]*jsontree.Value, len(b.Members))
				for i := range b.Members {
					index[b.Members[i].Name] = &b.Members[i].Value
				}
			}
			if other = index[x.Name]; other == nil {
				return false
			}
		}
		if !sameData(&x.Value, other) {
			return false
		}
	}
	return true
}

// partNode is the new value of a member of a body; nil for a note that does not count.
func (p *jsonPatch) partNode(m *jsontree.Member) *jsonedit.Node {
	p.is.index()
	switch {
	case p.is.attributes[m.NameStart]:
		return jsonedit.NodeOf(&m.Value)
	case m.Name == noteName:
		return p.noteNode(&m.Value)
	}
	v := &m.Value
	switch n := p.shapes(m.Name); {
	case n > 0 && len(v.Elems) == 1 && v.Elems[0].Kind == jsontree.Object && p.is.bodies[v.Elems[0].Start]:
		v = &v.Elems[0]
	case n < 0 && v.Kind == jsontree.Object && p.is.bodies[v.Start]:
		return &jsonedit.Node{Kind: jsontree.Array, Parts: []jsonedit.Part{jsonedit.New("", p.node(v))}}
	}
	return p.node(v)
}

// node is a value that stands for blocks or a body. Comments and hints are left out
// where the file has none.
func (p *jsonPatch) node(v *jsontree.Value) *jsonedit.Node {
	p.is.index()
	n := &jsonedit.Node{Kind: v.Kind, Text: v.Text}
	for i := range v.Elems {
		n.Parts = append(n.Parts, jsonedit.New("", p.node(&v.Elems[i])))
	}
	for i := range v.Members {
		m := &v.Members[i]
		switch {
		case !p.isBody(v):
			n.Parts = append(n.Parts, jsonedit.New(m.Name, p.node(&m.Value)))
		default:
			if node := p.partNode(m); node != nil {
				n.Parts = append(n.Parts, jsonedit.New(m.Name, node))
			}
		}
	}
	return n
}

// shapes is how many single blocks of a type are objects in the file, less those that are
// arrays of one.
func (p *jsonPatch) shapes(name string) int {
	if p.forms == nil {
		p.forms = make(map[string]int)
		p.countForms(&p.old.Body, notepath.Elements(p.root))
	}
	return p.forms[name]
}

// countForms counts the types of blocks without labels that are objects, less those
// that are arrays of one.
func (p *jsonPatch) countForms(body *hclwrite.Body, objects []*jsontree.Value) {
	for _, item := range body.Items {
		block, ok := item.(*hclwrite.Block)
		if !ok {
			continue
		}
		leaf, m, names := bodyIn(objects, block)
		switch {
		case leaf == nil || len(names) > 0:
		case leaf == &m.Value && leaf.Kind == jsontree.Object:
			p.forms[m.Name]++
		case len(m.Value.Elems) == 1:
			p.forms[m.Name]--
		}
		if leaf != nil {
			p.countForms(&block.Body, notepath.Elements(leaf))
		}
	}
}
