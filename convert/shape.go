package convert

import (
	"slices"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/jsontree"
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
		argument, _ := rule.Body.Lookup(name)
		switch {
		case levels > 0 && (hclwrite.HasSequence(name) || !blockLike(value, rule, levels-1)),
			levels == 0 && !hclwrite.ValidIdentifier(name),
			levels == 0 && argument == nil && rule.Body.Rest == schema.RestNone:
			return false
		}
	}
	return true
}

// Bodies that a product reads into a value (schema.Body.Lists).

// listed arranges the value of an attribute of such a body: an object is in a list.
func (c *arranger) listed(e hclwrite.Expr, rule *schema.Value) hclwrite.Expr {
	o, ok := e.(*hclwrite.Object)
	e = c.expr(e, rule)
	if !ok || o.Enclosed {
		return e
	}
	return &hclwrite.Tuple{Items: []hclwrite.TupleItem{{Value: e, ValueSpan: o.Span}}}
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
	if levels == 0 {
		return len(v.Elems) == 1 && listed(jsonValue{v})
	}
	if len(v.Elems) == 0 {
		return false
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
// is in a list in JSON.
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
