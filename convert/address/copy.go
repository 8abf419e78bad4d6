package address

import (
	"reflect"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/edit/nativeedit"
	"github.com/hcljson/hcljson/internal/generate/tidy"
	"github.com/hcljson/hcljson/internal/schema/conventions"
	"github.com/hcljson/hcljson/internal/text/hcltext"
)

// transfer copies blocks and arguments under a new name, or moves blocks to another file.
func (m *Module) transfer(c *Change) (places int, diags hcl.Diagnostics) {
	if c.Op == Copy && (len(c.To.steps) != 1 || c.To.steps[0].kind != name) {
		return 0, problem("No new name", "%s is not a name for the copy: use one word, or the address with another last name.", c.To)
	}
	var target *file
	for _, f := range m.files {
		if f.Filename == c.File {
			target = f
		}
	}
	list, diags := m.places(c.Address)
	if c.Op == MoveToFile && target == nil && len(list) > 0 {
		return 0, problem("No such file", "%s is not a given file of the module. Create a new file first.", c.File)
	}
	texts := make([]string, len(list))
	for i := 0; i < len(list) && !diags.HasErrors(); i++ {
		if texts[i], diags = list[i].itemText(); diags.HasErrors() || c.Op != Copy {
			continue
		}
		if diags = m.checkCopy(list[i], c.To.steps[0].text); !diags.HasErrors() {
			texts[i] = list[i].copyText(c.To.steps[0].text, texts[i])
		}
	}
	for i := 0; i < len(list) && !diags.HasErrors(); i++ {
		if c.Op == Copy {
			after := list[i].index() + 1
			after += list[i].outer.directlyBelow(after)
			diags = c.insertItem(list[i], list[i].outer, texts[i], after)
		} else {
			diags = m.moveToFile(c, list[i], texts[i], target)
		}
	}
	return len(list), diags
}

// checkCopy returns an error if a block or an argument cannot have a copy with a name.
func (m *Module) checkCopy(p *place, to string) hcl.Diagnostics {
	block, isBlock := p.item.(*hclwrite.Block)
	isDeclared := isBlock && p.row != nil && p.row.Labels > 0
	exists := false
	switch row := p.outer.row; {
	case isBlock && len(block.Labels) == 0:
		return p.cannot("has no label that could be the name of a copy")
	case isBlock:
		exists = m.hasBlock(p, withLast(p.header(), to))
	case row != nil && row.Labels == 0:
		exists = len(m.find(stepsOf([]string{row.Root, to}))) > 0
	}
	switch {
	case (isDeclared || !isBlock) && !hcltext.IsIdentifier(to):
		return p.cannot("cannot be copied to " + to + ", which is not a valid name")
	case p.reservesLabel(to):
		return p.cannot("cannot be copied to " + to + ", which is a reserved name")
	case exists:
		return p.cannot("cannot be copied to " + to + ", which already exists")
	case isDeclared:
		return m.formerUse(p, withLast(p.reference(), to), "cannot be copied to "+to)
	}
	return nil
}

// copyText returns the text of a copy with another name of a block or an argument with a text.
func (p *place) copyText(to, text string) string {
	read, _ := hclsyntax.ParseConfig([]byte(text+"\n"), "", hcl.InitialPos)
	body, name := read.Body.(*hclsyntax.Body), to
	var at hcl.Range
	if block, ok := p.item.(*hclwrite.Block); ok {
		at, name = body.Blocks[0].LabelRanges[len(block.Labels)-1], hcltext.Quote(to)
	} else {
		at = body.Attributes[hclwrite.ItemName(p.item)].NameRange
	}
	text = text[:at.Start.Byte] + name + text[at.End.Byte:]
	if names := p.reference(); names != nil {
		text = p.file.withReferences(text, names, withLast(names, to))
	}
	return text
}

// withReferences returns native text with other names in the references to a declaration.
func (f *file) withReferences(text string, from, to []string) string {
	source := f.Source
	source.Bytes, source.JSON = []byte(text+"\n"), false
	m, diags := Read(source)
	if diags.HasErrors() {
		return text // the change itself reports the error
	}
	replace(renaming{style: conventions.Of(f.Dialect).Style, from: from, to: to}, m.tree.usesOf(m.dir, conventions.Of(f.Dialect).Style, from))
	return strings.TrimSuffix(m.files[0].renamedText(isAny), "\n")
}

// moveToFile moves a block to the end of another file.
func (m *Module) moveToFile(c *Change, p *place, text string, target *file) hcl.Diagnostics {
	switch {
	case p.file == target:
		return nil
	case p.outer.root == nil:
		return p.cannot("is in a block, and only a block or an argument of a file can be moved to another file")
	case target.Dialect != p.file.Dialect:
		return p.cannot("cannot be moved to " + c.File + ", which is in another language")
	case tidy.HasFixedName(conventions.Of(p.file.Dialect).Style, target.Filename):
		return p.cannot("cannot be moved to " + c.File + ", which is an override file: the product merges it into other files")
	}
	// The file that loses the block is written last: an interruption leaves the block in both files.
	m.defining[p.file.Filename] = true
	if diags := c.insertItem(p, target.whole(), text, -1); diags.HasErrors() {
		return diags
	}
	return p.remove()
}

// insertItem adds the text of an item, such as a copy of a place, to a body, at an index or at its end.
func (c *Change) insertItem(p, in *place, text string, at int) hcl.Diagnostics {
	parts, wrong := nativeedit.ParseParts(in.file.changes, text, true, false)
	switch {
	case wrong != nil:
		return p.cannotGet(wrong, "")
	case len(parts) != 1:
		return p.cannot("shares its lines with other content; write it on lines of its own first")
	}
	item := parts[0].(hclwrite.Item)
	if name, exists := in.has(item); exists && name != "" {
		return p.cannot("cannot be written there, because " + name + " already exists")
	}
	if in.touch(); at < 0 {
		at = in.last(item)
	}
	in.file.changes.Next[item] = false
	in.addItem(at, item)
	return nil
}

// completeName accepts both forms of a new name: Move needs an address, and Copy a name. The new address can start with the
// type of a declaration if the old one is a reference, as in resource.aws_x.b for aws_x.a.
func (c *Change) completeName(style *conventions.Style) {
	n, to := c.lastName(), c.To.steps
	if last := len(to) - 1; n > 0 && last > 0 && style != nil && to[last].kind == name {
		from, before := c.Address.steps[:n], to[:last]
		if !slices.EqualFunc(from, before, sameStep) && slices.EqualFunc(asReference(style, from), asReference(style, before), sameStep) {
			to = to[last:]
			c.To = Address{hcltext.Address(to[0].text), to}
		}
	}
	switch {
	case n < 1 || len(to) == 0 || to[len(to)-1].kind != name:
	case c.Op == Move && len(to) == 1:
		for end := len(c.Address.text) - 1; end > 0; end-- {
			if before, err := Parse(c.Address.text[:end]); err == nil && len(before.steps) == n {
				c.To = Address{before.text + "." + c.To.text, append(slices.Clone(before.steps), to[0])}
				return
			}
		}
	case c.Op == Copy && len(to) == n+1 && slices.EqualFunc(c.Address.steps[:n], to[:n], sameStep):
		c.To = Address{hcltext.Address(to[n].text), to[n:]}
	}
}

// asReference returns the steps of an address that starts with the type of a declaration as the steps of a reference.
func asReference(style *conventions.Style, steps []step) []step {
	for _, d := range style.Declarations {
		switch {
		case len(steps) == 0 || steps[0].kind != name || steps[0].text != d.Type:
		case d.Root != "":
			return append([]step{{kind: name, text: d.Root}}, steps[1:]...)
		case d.Labels > 1:
			return steps[1:]
		}
	}
	return steps
}

// sameStep reports whether two steps are equal, with or without brackets.
func sameStep(a, b step) bool {
	a.inBrackets, b.inBrackets = false, false
	return reflect.DeepEqual(a, b)
}
