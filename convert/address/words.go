package address

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/generate/tidy"
	"github.com/hcljson/hcljson/internal/schema/conventions"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/text/hcltext"
)

// checkPart looks for text without quotes in a new part of a place. It returns an error, or adds a warning to the change.
func (c *Change) checkPart(in *place, part hclwrite.Node) (diags hcl.Diagnostics) {
	switch part := part.(type) {
	case *hclwrite.Attribute:
		return c.checkWords(in, part.Expr, in.rules.Argument(part.Name))
	case *hclwrite.Element:
		rule := in.rule.Element()
		if part.Key != nil {
			rule = in.rule.Field(part.Key.Text)
		}
		return c.checkWords(in, part.Value, rule)
	case *hclwrite.Block:
		block := in.newPart(part)
		for _, item := range part.Body.Items {
			if !diags.HasErrors() {
				diags = c.checkPart(block, item)
			}
		}
	}
	return diags
}

// checkWords looks for text without quotes in a new value with a rule, at or in a place.
func (c *Change) checkWords(p *place, e hclwrite.Expr, rule *tables.Value) (diags hcl.Diagnostics) {
	if list := hclwrite.CollectionOf(e); list != nil {
		for _, item := range list.Elements() {
			of := rule.Element()
			if item.Key != nil {
				of = rule.Field(item.Key.Text)
			}
			if !diags.HasErrors() {
				diags = c.checkWords(p, item.Value, of)
			}
			if item.Key != nil && (item.Key.Template || strings.HasPrefix(item.Key.Text, "(")) && (rule == nil || rule.MapKey == nil) {
				key := item.Key.Text
				if item.Key.Template {
					key = `"` + key + `"`
				}
				c.checkWords(p, &hclwrite.Native{Text: key}, nil)
			}
		}
		return diags
	}
	native, ok := e.(*hclwrite.Native)
	if !ok || c.Syntax != Native {
		return nil
	}
	mode := tables.Template
	if rule != nil {
		mode = rule.Mode
	}
	switch {
	case mode == tables.Literal || mode == tables.Keyword || mode == tables.Type || mode.IsSource() && rule.Takes != "":
		return c.checkConstant(p, native, rule)
	case mode.IsTemplate():
		if word := c.module.undeclared(p, native.Text); word != "" {
			c.warn(p, "Text without quotes", "No declaration has the name %s. %s.", word, c.asString(p, native.Text, word))
		}
	}
	return nil
}

// checkConstant returns an error if a rule that accepts only literals, keywords or types does not accept a value.
func (c *Change) checkConstant(p *place, e *hclwrite.Native, rule *tables.Value) hcl.Diagnostics {
	wrong := p.refused(e, rule)
	if wrong == nil {
		return nil
	}
	if rule.Mode == tables.Literal {
		if wrong = p.refused(&hclwrite.Template{Text: hcltext.EscapeTemplate(e.Text)}, rule); wrong == nil {
			return p.cannot("accepts only a literal value, and " + e.Text + " is none. " + c.asString(p, e.Text, e.Text))
		}
	}
	return p.cannot("cannot get " + e.Text + ": " + strings.TrimRight(wrong.Detail, "."))
}

// refused returns the diagnostic if a rule does not accept a value, or nil.
func (p *place) refused(e hclwrite.Expr, rule *tables.Value) *hcl.Diagnostic {
	file := &hclwrite.File{}
	file.Body.Set("x", e)
	_, diags := convert.WriteJSON(file, p.file.Filename,
		p.language(&tables.Body{Remain: tables.RemainAttributes, RemainValue: rule}), convert.Options{})
	for _, diag := range diags {
		if diag.Severity == hcl.DiagError || strings.HasPrefix(diag.Summary, "Invalid ") {
			return diag
		}
	}
	return nil
}

// asString returns the advice to write a value, or a word in it, as a string.
func (c *Change) asString(p *place, value, part string) string {
	if c.Op != Set || strings.TrimSpace(c.Text[0]) != value || strings.ContainsAny(value, "([{? \n") {
		return "A text needs quotes: " + hcltext.Quote(part)
	}
	return "A text needs quotes, as in " + hcltext.Quote(part) + ", or the option string"
}

// undeclared returns the first name in an expression that refers to no declaration of the module and
// to no other value of its language, or "". Only names that look like text without quotes count: a
// single word, or for configuration names such as t3.large.
func (m *Module) undeclared(p *place, text string) string {
	expr, _ := hclsyntax.ParseExpression([]byte(text+"\n"), "", hcl.InitialPos)
	if expr == nil {
		return ""
	}
	for _, traversal := range expr.Variables() {
		name := traversal.RootName()
		if len(traversal) > 1 {
			name = strings.TrimSpace(text[traversal.SourceRange().Start.Byte:traversal.SourceRange().End.Byte])
		}
		if !m.hasReference(p, traversal) {
			return name
		}
	}
	return ""
}

// hasReference reports whether a reference at a place can be valid.
func (m *Module) hasReference(p *place, traversal hcl.Traversal) bool {
	language, root := p.file.root().Dialect, traversal.RootName()
	style := conventions.Of(language).Style
	if slices.Contains(language.Roots, root) || p.iterates(root) {
		return true
	}
	if style == nil { // the labels and arguments may be names of variables
		return len(traversal) > 1 || m.contains(root)
	}
	for _, row := range style.Declarations {
		if root == row.Root || root == row.Explicit {
			return true
		}
	}
	if slices.Contains(style.Moved.Reserved, root) {
		return true
	}
	if len(traversal) == 1 {
		return false
	}
	if style.Moved.Type == "" || strings.Contains(root, "_") {
		return true // a name of the language, or a resource in another file
	}
	second, _ := traversal[1].(hcl.TraverseAttr)
	return slices.ContainsFunc(m.files, func(f *file) bool {
		return slices.ContainsFunc(f.tree.Body.Items, func(item hclwrite.Item) bool {
			block, ok := item.(*hclwrite.Block)
			return ok && slices.Equal(block.Labels, []string{root, second.Name})
		})
	})
}

// iterates reports whether an enclosing dynamic block has an iterator with this name.
func (p *place) iterates(name string) bool {
	for at := p; at != nil; at = at.outer {
		if block, ok := at.item.(*hclwrite.Block); ok && tidy.Iterator(block) == name {
			return true
		}
	}
	return false
}

// contains reports whether a label or an argument of the files has a name.
func (m *Module) contains(name string) (found bool) {
	for _, f := range m.files {
		hclwrite.Walk(&f.tree.Body, func(node hclwrite.Node) bool {
			switch node := node.(type) {
			case *hclwrite.Block:
				found = found || slices.Contains(node.Labels, name)
			case *hclwrite.Attribute:
				found = found || node.Name == name
			case *hclwrite.Element:
				found = found || node.Key != nil && node.Key.Text == name
			}
			return !found
		})
	}
	return found
}
