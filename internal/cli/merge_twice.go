package cli

import (
	"bytes"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/diagnostic"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/provider"
)

// definition is a place where something is defined that a module may define once.
type definition struct {
	*source
	name string
	span hclwrite.Span
}

// duplicates finds what the files of a module define several times.
type duplicates struct {
	texts map[string][]byte
	first map[string]definition
	diags hcl.Diagnostics
	// required is what the module says of the local names of providers.
	required provider.Requirements
}

// twice refuses what the product accepts once in a module and the files have several times.
func (m *merger) twice() hcl.Diagnostics {
	d := m.sources[0].file.Dialect
	d.Prepare()
	all := &duplicates{texts: m.texts, first: map[string]definition{}}
	var files []provider.File
	for _, s := range m.sources {
		files = append(files, provider.File{Bytes: m.texts[s.name], Filename: s.name, JSON: s.file.JSON})
	}
	all.required, _ = provider.ReadRequirements(files, m.known.terraform()) // what is wrong there is left to the product
	for i, tree := range m.trees {
		all.within(m.sources[i], tree, &tree.Body, d.Root)
	}
	return all.diags
}

// within goes through the blocks of a body.
func (d *duplicates) within(s *source, tree *hclwrite.File, body *hclwrite.Body, rows *schema.Body) {
	for _, item := range body.Items {
		block, ok := item.(*hclwrite.Block)
		if !ok {
			continue
		}
		_, row := rows.Lookup(block.Type)
		if row == nil {
			continue
		}
		words := append([]string{block.Type}, block.Labels...)
		at := definition{s, strings.Join(words, "."), block.Span}
		if row.Sole != "" {
			d.define(key("", row.Sole), at)
		}
		apart, known := apart(tree, block, row)
		switch {
		case !row.Distinct:
		case len(row.Labels) == 0 && row.Body.Free:
			for _, item := range block.Body.Items {
				name := item.ItemName()
				d.define(key(block.Type, name), definition{s, block.Type + "." + name, item.ItemSpan()})
			}
		case known:
			if a := block.Body.Attribute(row.Apart); len(apart) > 0 {
				at.name += " with " + row.Apart + " = " + strings.Join(strings.Fields(tree.Text(a.Expr)), " ")
			}
			if row.OfProvider && len(words) > 1 {
				words[1] = d.provider(words[1])
			}
			d.define(key(append(words, apart...)...), at)
		}
		if row.Body != nil && !row.Body.Free {
			d.within(s, tree, &block.Body, row.Body)
		}
	}
}

// provider is the provider that a local name stands for, or that name.
func (d *duplicates) provider(local string) string {
	if found, ok := d.required.Requirement(local); ok && found.Err == nil {
		return found.Address.String()
	}
	return local
}

// define notes a definition, unless there was one of the same.
func (d *duplicates) define(key string, at definition) {
	before, again := d.first[key]
	if !again {
		d.first[key] = at
		return
	}
	diag := diagnostic.Errorf("Defined twice",
		"%s defines %s in line %d already. %s accepts one in a module: remove one of the two.",
		before.source.name, before.name, d.place(before).Start.Line, at.file.Dialect.Product)
	diag.Subject = d.place(at)
	d.diags = append(d.diags, diag)
}

func key(words ...string) string { return strings.Join(words, schema.LabelSeparator) }

// apart is the argument that tells a block from others with its labels; it is not known
// if it depends on something.
func apart(tree *hclwrite.File, block *hclwrite.Block, row *schema.Block) (words []string, known bool) {
	a := block.Body.Attribute(row.Apart)
	if row.Apart == "" || a == nil {
		return nil, true
	}
	text := tree.Text(a.Expr)
	expr, diags := hclsyntax.ParseExpression([]byte(text), "", hcl.InitialPos)
	if diags.HasErrors() {
		return nil, false
	}
	traversal, diags := hcl.AbsTraversalForExpr(expr)
	if diags.HasErrors() {
		return []string{text}, len(expr.Variables()) == 0
	}
	for _, step := range traversal {
		switch step := step.(type) {
		case hcl.TraverseRoot:
			words = append(words, step.Name)
		case hcl.TraverseAttr:
			words = append(words, step.Name)
		case hcl.TraverseIndex:
			words = append(words, step.Key.GoString())
		}
	}
	return words, true
}

// place is the first line of a definition.
func (d *duplicates) place(at definition) *hcl.Range {
	src := d.texts[at.source.name]
	line, _, _ := bytes.Cut(src[at.span.Start:at.span.End], []byte("\n"))
	return diagnostic.RangeAt(at.source.name, src, at.span.Start, at.span.Start+len(bytes.TrimRight(line, " {\r")))
}
