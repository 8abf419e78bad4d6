package patch

import (
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
	check := func(node hclwrite.Node) bool {
		first, second := repeatedItems(node)
		if second == nil {
			return true
		}
		at := places.Range(name, first.Key.Span.Start, first.Key.Span.End)
		again := places.Range(name, second.Key.Span.Start, second.Key.Span.End)
		diags = append(diags, diagnostic.ErrorAt(again, "Key appears twice",
			"The edited object has the key %s here and on line %d, but JSON contains only one value. "+
				"Change a value by its address with an index, such as %s[0], or remove one first.",
			first.Key.Text, at.Start.Line, first.Key.Text))
		return true
	}
	eachReplaced(script, treediff.Parts(&file.Body, nil), treediff.Parts(edited, nil), check)
	return diags
}

// eachReplaced calls visit for the old collections that a script changes, and for all collections in
// values that it replaces. It skips values for which the edit itself contains repeated keys.
func eachReplaced(s *treediff.Script, old, edited []hclwrite.Node, visit func(node hclwrite.Node) bool) {
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
				hclwrite.Walk(old[step.Old], visit)
			}
			continue
		}
		was, is := valueOf(old[step.Old]), valueOf(edited[step.New])
		if step.ReplacesValue && hclwrite.CollectionOf(was) != nil && hclwrite.CollectionOf(is) != nil && !hasRepeatedKeys(is) {
			hclwrite.Walk(was, visit)
		}
		if step.Parts != nil {
			if _, second := repeatedItems(is); second == nil {
				visit(was)
			}
			_, old := treediff.SpanAndParts(old[step.Old])
			_, edited := treediff.SpanAndParts(edited[step.New])
			eachReplaced(step.Parts, old, edited, visit)
		}
	}
}

// hasRepeatedKeys reports whether a node contains an object with repeated keys.
func hasRepeatedKeys(node hclwrite.Node) (found bool) {
	hclwrite.Walk(node, func(node hclwrite.Node) bool {
		_, second := repeatedItems(node)
		found = found || second != nil
		return !found
	})
	return found
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
