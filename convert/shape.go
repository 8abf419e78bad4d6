package convert

import (
	"slices"

	"github.com/hcljson/hcljson/convert/internal/jsontree"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/schema"
)

// withLabels returns a body whose blocks have the labels that they may lack and do,
// as empty ones.
func withLabels(b *hclwrite.Body, s *schema.Body) *hclwrite.Body {
	full := b
	for i, item := range b.Items {
		block, ok := item.(*hclwrite.Block)
		if !ok {
			continue
		}
		_, rule := s.Lookup(block.Type)
		if rule == nil || len(block.Labels) >= len(rule.Labels) || len(block.Labels) < len(rule.Labels)-rule.Optional {
			continue
		}
		labelled := *block
		labelled.Labels = append(slices.Clone(block.Labels), make([]string, len(rule.Labels)-len(block.Labels))...)
		if full == b {
			clone := *b
			clone.Items = slices.Clone(b.Items)
			full = &clone
		}
		full.Items[i] = &labelled
	}
	return full
}

// withoutLabels are the labels without empty ones at the end that may be missing.
func withoutLabels(labels []string, rule *schema.Block) []string {
	if rule == nil {
		return labels
	}
	for len(labels) > len(rule.Labels)-rule.Optional && labels[len(labels)-1] == "" {
		labels = labels[:len(labels)-1]
	}
	return labels
}

// readAsAttribute reports whether blocks of a type are an attribute in JSON.
func readAsAttribute(rule *schema.Block, s *schema.Body) bool {
	if rule == nil {
		return false
	}
	argument, _ := s.Lookup(rule.Type)
	return argument != nil
}

// blockLike reports whether a value that stands for an attribute could as well
// stand for blocks of that type, with that many levels of labels to come.
func blockLike[V shaped[V]](v V, rule *schema.Block, levels int) bool {
	kind, parts := v.collection()
	if rule.Shape == schema.ArrayShape {
		if kind != '[' {
			return false
		}
		inArray := *rule
		inArray.Shape = schema.AnyShape
		rule = &inArray
	}
	if kind == '[' && rule.Shape == schema.AnyShape {
		for i := range parts {
			_, elem := v.part(i)
			if kind, _ := elem.collection(); kind != '{' || !blockLike(elem, rule, levels) {
				return false
			}
		}
		return parts > 0
	}
	if kind != '{' || levels > 0 && parts == 0 {
		return false
	}
	seen := make(map[string]bool, parts)
	for i := range parts {
		name, value := v.part(i)
		if seen[name] {
			return false
		}
		seen[name] = true
		if levels > 0 {
			if hclwrite.HasSequence(name) || !blockLike(value, rule, levels-1) {
				return false
			}
			continue
		}
		argument, _ := rule.Body.Lookup(name)
		if !hclwrite.ValidIdentifier(name) || argument == nil && rule.Body.Rest == schema.RestNone {
			return false
		}
	}
	return true
}

// bare reports whether a value stands for a block without its labels, although
// there are levels of them to come: whether it has an argument of the body. That
// is how Terragrunt tells them (pkg/config/include.go, jsonIsIncludeBlock).
func bare(v *jsontree.Value, rule *schema.Block, levels int) bool {
	if rule == nil || levels > rule.Optional || v.Kind != jsontree.Object {
		return false
	}
	for i := range v.Members {
		m := &v.Members[i]
		if argument, _ := rule.Body.Lookup(m.Name); argument == nil {
			continue
		}
		switch m.Value.Kind {
		case jsontree.Object, jsontree.Array, jsontree.Null:
		default:
			return true
		}
	}
	return false
}

// bareBlocks reads blocks without labels, and reports whether v holds any.
func (r *blockReader) bareBlocks(v *jsontree.Value, levels int, labels []string) bool {
	if bare(v, r.rule, levels) {
		r.read(v, 0, labels)
		return true
	}
	if v.Kind != jsontree.Array {
		return false
	}
	found := false
	for i := range v.Elems {
		found = found || bare(&v.Elems[i], r.rule, levels)
	}
	if !found {
		return false
	}
	for i := range v.Elems {
		if elem := &v.Elems[i]; bare(elem, r.rule, levels) {
			r.read(elem, 0, labels)
		} else {
			r.labelled(elem, levels, labels)
		}
	}
	return true
}

// objectShaped reports whether a value is an object at each level, as the product
// takes it for blocks of that type. One that counts the blocks also takes an array
// of at most one.
func (r *bodyReader) objectShaped(v *jsontree.Value, rule *schema.Block) bool {
	values := []*jsontree.Value{v}
	if v.Kind == jsontree.Array && len(v.Elems) < 2 && !readAsAttribute(rule, r.schema) {
		values = values[:0]
		for i := range v.Elems {
			values = append(values, &v.Elems[i])
		}
	}
	return !slices.ContainsFunc(values, func(v *jsontree.Value) bool {
		levels := len(rule.Labels)
		if bare(v, rule, levels) {
			levels = 0
		}
		return !objectsTo(v, levels)
	})
}

func objectsTo(v *jsontree.Value, levels int) bool {
	return v.Kind == jsontree.Object && (levels == 0 || !slices.ContainsFunc(v.Members, func(m jsontree.Member) bool {
		return !objectsTo(&m.Value, levels-1)
	}))
}

// jsonLabel reads a label of JSON.
func (r *blockReader) jsonLabel(name string) string {
	if r.schema.Lists || readAsAttribute(r.rule, r.schema) {
		return hclwrite.TemplateText(name)
	}
	return name
}

// Bodies that a product reads into a value (schema.Body.Lists).

// listed arranges the value of an attribute of such a body: an object stands in a list.
func (c *arranger) listed(e hclwrite.Expr, rule *schema.Value) hclwrite.Expr {
	o, ok := e.(*hclwrite.Object)
	e = c.expr(e, rule)
	if !ok || o.Enclosed {
		return e
	}
	return &hclwrite.Tuple{Items: []hclwrite.TupleItem{{Value: e}}}
}

// listed reports whether a value of such a body can be written as blocks: it is
// an array of objects that hold attributes.
func listed[V shaped[V]](v V) bool {
	kind, parts := v.collection()
	if kind != '[' || parts == 0 {
		return false
	}
	for i := range parts {
		_, elem := v.part(i)
		kind, members := elem.collection()
		if kind != '{' {
			return false
		}
		seen := make(map[string]bool, members)
		for j := range members {
			name, _ := elem.part(j)
			if seen[name] || !hclwrite.ValidIdentifier(name) {
				return false
			}
			seen[name] = true
		}
	}
	return true
}

// listedLabels reports whether a value can be written as blocks with labels.
func listedLabels(v *jsontree.Value, levels int) bool {
	if v.Kind != jsontree.Array || len(v.Elems) == 0 || levels > 0 && len(v.Elems[0].Members) == 0 {
		return false
	}
	if levels == 0 {
		return len(v.Elems) == 1 && listed(jsonValue{v})
	}
	for i := range v.Elems {
		elem := &v.Elems[i]
		if elem.Kind != jsontree.Object || len(elem.Members) != 1 || hclwrite.HasSequence(elem.Members[0].Name) {
			return false
		}
		if inner := &elem.Members[0].Value; !listedLabels(inner, levels-1) {
			return false
		}
	}
	return true
}

// inList is the name in the hint for an attribute whose value is an object that
// stands in a list in JSON.
func inList(name string) string { return appendIndex(name, 0) }

// listHint is the hint for an attribute of such a body, or empty.
func (c *arranger) listHint(a *hclwrite.Attribute) string {
	if o, ok := a.Expr.(*hclwrite.Object); ok && !o.Enclosed {
		return inList(a.Name)
	}
	if listed(exprValue{a.Expr}) {
		return a.Name
	}
	return ""
}

// listMember reads a property of such a body. It does not matter whether it is
// written as an attribute or as blocks.
func (r *bodyReader) listMember(m *jsontree.Member) {
	counts := r.note.labelCounts[m.Name]
	switch {
	case len(counts) == 1 && counts[0] > 0 && listedLabels(&m.Value, counts[0]):
		r.blocks(m, nil, counts[0])
	case !r.note.isAttribute[m.Name] && !r.note.isAttribute[inList(m.Name)] && listed(jsonValue{&m.Value}):
		r.blocks(m, nil, 0)
	default:
		r.attribute(m, r.schema.RestValue)
	}
}

// listOrValue is the expression for the value of an attribute.
func (r *bodyReader) listOrValue(m *jsontree.Member, rule *schema.Value) hclwrite.Expr {
	v := &m.Value
	if !r.schema.Lists {
		return r.expr(v, rule)
	}
	if v.Kind == jsontree.Object {
		// In parentheses it does not get a list of its own.
		return &hclwrite.Native{Text: parenthesised(hclwrite.ExprText(r.expr(v, rule)))}
	}
	if r.note.isAttribute[inList(m.Name)] && v.Kind == jsontree.Array && len(v.Elems) == 1 {
		if object, ok := r.expr(&v.Elems[0], rule).(*hclwrite.Object); ok {
			return object
		}
	}
	return r.expr(v, rule)
}
