package patch

import (
	"slices"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/text/diagnostic"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/internal/tree/treediff"
)

// repeatedKeyErrors returns an error for each edited object of the file with repeated keys. JSON
// contains only one of the items with the same key, so the edit is ambiguous.
func repeatedKeyErrors(file *hclwrite.File, name string, script *treediff.Script, edited *hclwrite.Body) (diags hcl.Diagnostics) {
	places := hcltext.NewPositions([]byte(file.Source()))
	for _, node := range replacedNodes(script, treediff.Parts(&file.Body, nil), treediff.Parts(edited, nil)) {
		first, second := repeatedItems(node)
		if second == nil {
			continue
		}
		at := places.Range(name, first.Key.Span.Start, first.Key.Span.End)
		again := places.Range(name, second.Key.Span.Start, second.Key.Span.End)
		diags = append(diags, diagnostic.ErrorAt(again, "Key appears twice",
			"The edited object has the key %s here and on line %d, but JSON contains only one value. "+
				"Change a value by its address with an index, such as %s[0], or remove one first.",
			first.Key.Text, at.Start.Line, first.Key.Text))
	}
	return diags
}

// replacedNodes returns the old collections that a script changes, and all nodes in values that it replaces. It skips values
// for which the edit itself contains repeated keys.
func replacedNodes(s *treediff.Script, old, edited []hclwrite.Node) (list []hclwrite.Node) {
	inserts, shown := false, false
	for i := range s.Steps {
		if step := &s.Steps[i]; step.Op == treediff.Insert {
			inserts, shown = true, shown || hasRepeatedKeys(edited[step.New])
		}
	}
	for i := range s.Steps {
		step := &s.Steps[i]
		switch {
		case step.Old < 0:
			continue
		case step.New < 0:
			if inserts && !shown {
				list = slices.AppendSeq(list, nodesIn(old[step.Old]))
			}
			continue
		}
		was, is := valueOf(old[step.Old]), valueOf(edited[step.New])
		if step.ReplacesValue && hclwrite.CollectionOf(was) != nil && hclwrite.CollectionOf(is) != nil && !hasRepeatedKeys(is) {
			list = slices.AppendSeq(list, nodesIn(was))
		}
		if step.Parts != nil {
			if _, second := repeatedItems(is); second == nil {
				list = append(list, was)
			}
			_, old := treediff.SpanAndParts(old[step.Old])
			_, edited := treediff.SpanAndParts(edited[step.New])
			list = append(list, replacedNodes(step.Parts, old, edited)...)
		}
	}
	return list
}

// hasRepeatedKeys reports whether a node contains an object with repeated keys.
func hasRepeatedKeys(node hclwrite.Node) bool {
	for node := range nodesIn(node) {
		if _, second := repeatedItems(node); second != nil {
			return true
		}
	}
	return false
}

// valueOf returns the value of an attribute or an element. It returns nil for a block.
func valueOf(part hclwrite.Node) hclwrite.Expr {
	switch part := part.(type) {
	case *hclwrite.Attribute:
		return part.Expr
	case *hclwrite.Element:
		return part.Value
	}
	return nil
}

// repeatedItems returns the first two items of an object with the same constant key. It returns nil
// if all keys are unique.
func repeatedItems(node hclwrite.Node) (first, second *hclwrite.Element) {
	o, ok := node.(*hclwrite.Object)
	if !ok {
		return nil, nil
	}
	known := map[hclwrite.Key]*hclwrite.Element{}
	for _, item := range o.Elements() {
		if first = known[treediff.KeyOf(item)]; first != nil && item.Key.IsConstant() {
			return first, item
		}
		known[treediff.KeyOf(item)] = item
	}
	return nil, nil
}
