package accept

import (
	"cmp"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert/internal/syntax"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/facts/tfname"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/text/hcltext"
)

// checkRow reports references in a block that its row does not allow: to the block itself, or to other objects than
// those of a confined block. It also reports a condition that does not refer to the block. s is the parent body.
func (c *Checker) checkRow(block *hclwrite.Block, row *tables.Block, s *tables.Body) {
	if row == nil {
		return
	}
	body := s.BlockBody(block.Type, block.Labels, block.Body.SourceOf)
	if len(row.OwnRoots) > 0 {
		c.checkSelf(block, row, body)
	}
	if of := row.Condition; of != nil && len(block.Labels) > 0 {
		for inner := range block.Body.Blocks(of.Block) {
			a := inner.Body.Attribute(of.Argument)
			if a == nil || c.override {
				continue
			}
			own := of.Root + "." + block.Labels[len(block.Labels)-1]
			count := 0
			eachReference(a.Expr, nil, func(hcl.Traversal) { count++ }) // a constant has another error
			at, text := cmp.Or(a.ValueSpan, a.Span), hclwrite.ExprText(a.Expr)
			if count > 0 && !strings.Contains(text, own) && !strings.Contains(text, of.Root+"[") {
				c.Refuse(at.Start, max(at.End, at.Start+1), "Invalid condition", "This condition must refer to %s.", own)
			}
		}
	}
	c.checkConfined(block, body)
}

// checkSelf reports references in the arguments of a block to the block itself, or to the argument itself. In blocks where
// self is defined, the object exists already.
func (c *Checker) checkSelf(block *hclwrite.Block, row *tables.Block, body *tables.Body) {
	own := block.Labels
	if len(own) == 0 && len(row.Labels) > 0 {
		return
	}
	c.eachValue(block.Body.Items, body, func(a *hclwrite.Attribute) {
		own := own
		if len(row.Labels) == 0 {
			own = []string{a.Name}
		}
		eachReference(a.Expr, own, func(t hcl.Traversal) {
			for _, root := range row.OwnRoots {
				names := own
				if root != "" {
					names = append([]string{root}, own...)
				}
				if at := cmp.Or(a.ValueSpan, a.Span); isPrefix(names, t) {
					c.Refuse(at.Start, max(at.End, at.Start+1), "Invalid reference",
						"%s refers to itself here.", hcltext.Address(names...))
				}
			}
		})
	}, func(inner *tables.Body) bool { return !inner.Self })
}

// checkConfined reports references in the confined blocks of a block to other objects than those that exist there.
func (c *Checker) checkConfined(block *hclwrite.Block, body *tables.Body) {
	if body == nil {
		return
	}
	for i := range body.Blocks {
		of := body.Blocks[i].Confined
		if of == nil {
			continue
		}
		var confined []*hclwrite.Block
		for inner := range block.Body.Blocks(body.Blocks[i].Type) {
			if strings.Trim(inner.Body.SourceOf(of.Argument), `"`) == of.Value {
				confined = append(confined, inner)
			}
		}
		if len(confined) == 0 {
			continue
		}
		for inner := range block.Body.Blocks(of.Also) {
			confined = append(confined, inner)
		}
		for _, inner := range confined {
			in := body.BlockBody(inner.Type, inner.Labels, inner.Body.SourceOf)
			c.eachValue(inner.Body.Items, in, func(a *hclwrite.Attribute) {
				eachReference(a.Expr, nil, func(t hcl.Traversal) {
					second, known := of.Names[t.RootName()]
					if known && (second == "" || isPrefix([]string{t.RootName(), second}, t)) {
						return
					}
					at := cmp.Or(a.ValueSpan, a.Span)
					c.Refuse(at.Start, max(at.End, at.Start+1), "Invalid reference", "With %s = %s, this can refer "+
						"only to the enclosing object, with self, count.index or each.key.", of.Argument, of.Value)
				})
			}, func(*tables.Body) bool { return true })
		}
	}
}

// eachValue calls visit for the attributes whose values the product evaluates, also in nested blocks whose body enters
// accepts.
func (c *Checker) eachValue(
	items []hclwrite.Item, body *tables.Body, visit func(*hclwrite.Attribute), enters func(*tables.Body) bool,
) {
	for _, item := range items {
		switch item := item.(type) {
		case *hclwrite.Attribute:
			if rule := body.Argument(item.Name); rule == nil || rule.Mode == tables.Template {
				visit(item)
			}
		case *hclwrite.Block:
			if inner := body.BlockBody(item.Type, item.Labels, item.Body.SourceOf); inner != nil && enters(inner) {
				c.eachValue(item.Body.Items, inner, visit, enters)
			}
		}
	}
}

// eachReference calls visit for the references in the parts of an expression whose texts contain all names.
func eachReference(e hclwrite.Expr, names []string, visit func(hcl.Traversal)) {
	if parts := hclwrite.CollectionOf(e); parts != nil {
		for _, element := range parts.Elements() {
			eachReference(element.Value, names, visit)
		}
		return
	}
	text, isTemplate := "", false
	switch e := e.(type) {
	case *hclwrite.Native:
		text = e.Text
	case *hclwrite.Template:
		text, isTemplate = e.Text, true
	}
	absent := func(name string) bool { return !strings.Contains(text, name) }
	if isTemplate && !hcltext.HasSequence(text) || len(text) > maxSuspected || slices.ContainsFunc(names, absent) {
		return
	}
	if expr, diags := syntax.Parse(text, isTemplate); !diags.HasErrors() {
		for _, t := range expr.Variables() {
			visit(t)
		}
	}
}

// isPrefix reports whether a reference starts with names.
func isPrefix(names []string, t hcl.Traversal) bool {
	if len(t) < len(names) || t.RootName() != names[0] {
		return false
	}
	for i, name := range names[1:] {
		if step, ok := t[i+1].(hcl.TraverseAttr); !ok || step.Name != name {
			return false
		}
	}
	return true
}

// checkLocalName reports a name that cannot be the local name of a provider.
func (c *Checker) checkLocalName(name string, at hclwrite.Span) {
	if !tfname.IsLocalName(name) {
		c.Refuse(at.Start, max(at.End, at.Start+1), "Invalid name", "%q cannot be the local name of a provider: only lower "+
			"case letters, digits and single dashes between them are accepted.", name)
	}
}

// checkMoves reports addresses of a move that are equal, or of a resource and of a module.
func (c *Checker) checkMoves(items []hclwrite.Item, s *tables.Body) {
	if len(s.Moves) < 2 {
		return
	}
	from, to := attributeIn(items, s.Moves[0]), attributeIn(items, s.Moves[1])
	if from == nil || to == nil {
		return
	}
	old, known := constantText(from.Expr)
	text, alsoKnown := constantText(to.Expr)
	wrong := ""
	switch {
	case !known || !alsoKnown:
	case old == text:
		wrong = "The addresses are equal, so nothing moves."
	case isModuleAddress(old) != isModuleAddress(text):
		wrong = "Both addresses must name resources, or both modules."
	}
	if at := cmp.Or(to.ValueSpan, to.Span); wrong != "" {
		c.Refuse(at.Start, max(at.End, at.Start+1), "Invalid move", "%s", wrong)
	}
}

// isModuleAddress reports whether the address of an object is that of a module.
func isModuleAddress(text string) bool {
	expr, diags := syntax.Parse(text, false)
	if diags.HasErrors() || len(expr.Variables()) == 0 {
		return false
	}
	names := 0
	for _, step := range expr.Variables()[0] {
		if _, isKey := step.(hcl.TraverseIndex); !isKey {
			names++
		}
		if root, isRoot := step.(hcl.TraverseRoot); isRoot && root.Name != tfname.ModuleBlock {
			return false
		}
		if step, ok := step.(hcl.TraverseAttr); ok && names%2 == 1 && step.Name != tfname.ModuleBlock {
			return false
		}
	}
	return names%2 == 0
}

// member is a block with the name of its group.
type member struct {
	group string
	block *hclwrite.Block
}

// uniqueIn returns the blocks in a block without labels of which the product accepts only one of each group in a module.
func uniqueIn(block *hclwrite.Block, row *tables.Block) (found []member) {
	if row == nil || row.Body == nil || row.Unique || len(row.Labels) > 0 {
		return nil
	}
	for _, item := range block.Body.Items {
		inner, ok := item.(*hclwrite.Block)
		if !ok {
			continue
		}
		switch _, of := row.Body.Lookup(inner.Type); {
		case of == nil:
		case of.UniqueAcrossTypes != "":
			found = append(found, member{of.UniqueAcrossTypes, inner})
		case of.Unique && of.OfProvider && len(inner.Labels) > 0:
			found = append(found, member{inner.Type + " " + inner.Labels[0], inner})
		}
	}
	return found
}
