package shape

import (
	"slices"

	"github.com/hcljson/hcljson/internal/annotation"
	"github.com/hcljson/hcljson/internal/facts/guess"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/internal/text/jsontree"
)

// IsLabelledBlockList reports whether blocks with labels can represent a value. levels is the number
// of labels.
func IsLabelledBlockList(v *jsontree.Value, levels int) bool {
	if levels == 0 {
		return len(v.Elems) == 1 && IsBlockList(JSON{v})
	}
	if len(v.Elems) == 0 {
		return false
	}
	for i := range v.Elems {
		elem := &v.Elems[i]
		if elem.Kind != jsontree.Object || len(elem.Members) != 1 || hcltext.HasSequence(elem.Members[0].Name) {
			return false
		}
		if inner := &elem.Members[0].Value; !IsLabelledBlockList(inner, levels-1) {
			return false
		}
	}
	return true
}

// IsReadAsAttribute reports whether the body also defines an attribute with the name of a block
// type. JSON then means the attribute.
func IsReadAsAttribute(rule *tables.Block, s *tables.Body) bool {
	if rule == nil {
		return false
	}
	argument, _ := s.Lookup(rule.Type)
	return argument != nil
}

// HasObjects reports whether a value consists of objects at each level of labels, and below them.
func HasObjects(v *jsontree.Value, levels int) bool {
	return v.Kind == jsontree.Object && (levels == 0 || !slices.ContainsFunc(v.Members, func(m jsontree.Member) bool {
		return !HasObjects(&m.Value, levels-1)
	}))
}

// IsUnlabelled reports whether a value is the body of a block whose optional labels are omitted: it
// contains an argument of the body. Terragrunt uses the same test (pkg/config/include.go,
// jsonIsIncludeBlock).
func IsUnlabelled(v *jsontree.Value, rule *tables.Block, levels int) bool {
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

// CanRepresent reports whether a value can represent blocks with the given numbers of labels.
func CanRepresent(v *jsontree.Value, counts []int) bool {
	if len(counts) == 1 {
		return CanRepresentBlocks(v, counts[0])
	}
	for i := range v.Elems {
		if !CanRepresentBlocks(&v.Elems[i], counts[i]) {
			return false
		}
	}
	return true
}

// CanRepresentBlocks reports whether a value can represent blocks with the given number of labels
// (hashicorp/hcl, json/structure.go, unpackBlock). A label may be any text.
func CanRepresentBlocks(v *jsontree.Value, labels int) bool {
	switch v.Kind {
	case jsontree.Null:
		return true
	case jsontree.Array:
		for i := range v.Elems {
			elem := &v.Elems[i]
			switch {
			case labels > 0 && elem.Kind != jsontree.Object:
				return false
			case elem.Kind == jsontree.Array:
				// An array of objects is one body.
				if slices.ContainsFunc(elem.Elems, func(v jsontree.Value) bool {
					return v.Kind != jsontree.Object || !CanRepresentBlocks(&v, 0)
				}) {
					return false
				}
			case !CanRepresentBlocks(elem, labels):
				return false
			}
		}
		return true
	case jsontree.Object:
		if labels == 0 {
			form := Of(JSON{v})
			return form != guess.PlainForm && form != guess.LabelsForm
		}
		for i := range v.Members {
			if m := &v.Members[i]; m.Name != annotation.Property && !CanRepresentBlocks(&m.Value, labels-1) {
				return false
			}
		}
		return true
	}
	return false
}

// CanBeBlocks reports whether a value can represent blocks with the row rule. levels is the number
// of labels that are not read yet.
func CanBeBlocks[V Value[V]](v V, rule *tables.Block, levels int) bool {
	kind, parts := v.collection()
	if rule.Shape == tables.ArrayShape {
		if kind != '[' {
			return false
		}
		inArray := *rule
		inArray.Shape = tables.AnyShape
		rule = &inArray
	}
	if kind == '[' && rule.Shape == tables.AnyShape {
		for i := range parts {
			_, elem := v.part(i)
			if kind, _ := elem.collection(); kind != '{' || !CanBeBlocks(elem, rule, levels) {
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
		case levels > 0 && (hcltext.HasSequence(name) || !CanBeBlocks(value, rule, levels-1)),
			levels == 0 && !hcltext.IsIdentifier(name),
			levels == 0 && argument == nil && rule.Body.Remain == tables.RemainNone:
			return false
		}
	}
	return true
}

// IsBlockList reports whether blocks can represent a value in a body with NestedInLists. The value
// must be an array of objects whose keys can be names of attributes.
func IsBlockList[V Value[V]](v V) bool {
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
			if seen[name] || !hcltext.IsIdentifier(name) {
				return false
			}
			seen[name] = true
		}
	}
	return true
}
