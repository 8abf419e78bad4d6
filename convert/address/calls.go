package address

import (
	"bytes"
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/conventions"
	"github.com/hcljson/hcljson/internal/hcltext"
	"github.com/hcljson/hcljson/internal/tidy"
	"github.com/hcljson/hcljson/schema"
)

// Renamed is a renamed input or output of a module.
type Renamed struct {
	Output   bool
	Old, New string
	// root is the first step of references from tests to an output.
	root string
}

// Renamed returns the renamed inputs and outputs of the module.
func (m *Module) Renamed() []Renamed { return m.public }

// MayRename reports whether a change can rename an input or output of a module, which its callers
// use.
func (c *Change) MayRename(style *conventions.Style) bool {
	if c.Op != Move || len(c.Address.steps) != 2 {
		return false
	}
	first := c.Address.steps[0].text
	return first == style.Calls.Input || first == style.Calls.Output ||
		slices.ContainsFunc(style.Declarations, func(d conventions.Declaration) bool {
			return d.Type == style.Calls.Input && d.Root == first
		})
}

// Callable reports whether an address selects a part of a language in which modules call each other.
func (m *Module) Callable(a Address) (found bool) {
	m.find(a.steps, func(p *place) { found = found || callable(p.file.root().Dialect) }, nil)
	return found
}

func callable(d *schema.Dialect) bool {
	return d.Outside != nil || d.Style != nil && d.Style.Calls.Type != ""
}

// call is a block that calls the module in a directory.
type call struct {
	block  *hclwrite.Block
	names  []string // the names in references to the call
	source string
	inputs *hclwrite.Body // nil for none
}

// calls returns the calls in a file that have a directory as their source.
func (f *file) calls() (list []call) {
	for _, item := range f.tree.Body.Items {
		block, ok := item.(*hclwrite.Block)
		if !ok || len(block.Labels) != 1 {
			continue
		}
		c := call{block: block, names: []string{block.Type, block.Labels[0]}, inputs: &block.Body}
		from, source := &block.Body, ""
		if outside := f.Dialect.Outside; outside != nil { // a run of a test
			if block = block.Body.Block(outside.Other); block == nil || outside.Other == "" {
				continue
			}
			from, source, c.inputs = &block.Body, outside.Source, nil
			if given := c.block.Body.Block(outside.Inputs); given != nil {
				c.inputs = &given.Body
			}
		} else if style := f.Dialect.Style; style != nil && style.Calls.Type == block.Type {
			source = style.Calls.Source
		}
		a := from.Attribute(source)
		if a == nil {
			continue
		}
		t, ok := a.Expr.(*hclwrite.Template)
		if ok && (strings.HasPrefix(t.Text, "./") || strings.HasPrefix(t.Text, "../")) {
			c.source = t.Text
			list = append(list, c)
		}
	}
	return list
}

// Sources returns the directories of the modules that the files call, as written.
func (m *Module) Sources() (list []string) {
	for _, f := range m.files {
		for _, c := range f.calls() {
			list = append(list, c.source)
		}
	}
	return list
}

// Follow renames the inputs in calls of modules and the references to their outputs. renamed returns
// the new names for the directory of a module, as written.
func (m *Module) Follow(renamed func(source string) []Renamed) (diags hcl.Diagnostics) {
	var outputs []tidy.Output
	found := false
	for _, f := range m.files {
		for _, c := range f.calls() {
			for _, r := range renamed(c.source) {
				found = true
				if r.Output {
					instances := f.Dialect.Style != nil && slices.ContainsFunc(f.Dialect.Style.Calls.Instances,
						func(name string) bool { return c.block.Body.Attribute(name) != nil })
					outputs = append(outputs, tidy.Output{Call: c.names, Old: r.Old, New: r.New, Instances: instances})
				}
			}
		}
	}
	own := slices.DeleteFunc(slices.Clone(m.public), func(r Renamed) bool { return !r.Output })
	if !found && len(own) == 0 {
		return nil
	}
	if diags = m.flush(); diags.HasErrors() {
		return diags
	}
	for _, r := range own {
		outputs = append(outputs, m.followTests(r)...)
	}
	for _, o := range outputs {
		diags = append(diags, m.followOutput(o)...)
	}
	m.forget()
	for _, f := range m.files {
		for _, c := range f.calls() {
			at := &place{file: f, body: &f.tree.Body, item: c.block, address: strings.Join(c.names, "."), node: &node{}}
			for _, r := range renamed(c.source) {
				switch {
				case r.Output && f.Dialect.Outside != nil && containsAddress(c.block, hcltext.Address(r.root, r.Old)):
					diags = append(diags, at.warning("runs another module and refers to its "+hcltext.Address(r.root, r.Old)+
						". Change this to "+hcltext.Address(r.root, r.New))...)
				case r.Output || c.inputs == nil || c.inputs.Attribute(r.Old) == nil:
				case !c.inputs.Rename(r.Old, r.New):
					diags = append(diags, at.cannot("gives its module "+r.New+" already, so "+r.Old+" cannot have that name")...)
				default:
					m.following[f.Filename] = true
				}
			}
		}
	}
	return diags
}

// containsAddress reports whether the text of a block contains an address.
func containsAddress(block *hclwrite.Block, address string) bool {
	return addressPattern(address).Match((&hclwrite.File{Body: hclwrite.Body{Items: []hclwrite.Item{block}}}).Bytes())
}

// addressPattern matches the text of an address that does not continue with another character of a name.
func addressPattern(address string) *regexp.Regexp {
	return regexp.MustCompile(`\b` + regexp.QuoteMeta(address) + `(?:\b|$|[^\w])`)
}

// followTests renames an output in the tests of the module, and returns it as an output of their
// runs.
func (m *Module) followTests(r Renamed) (list []tidy.Output) {
	m.style = cmp.Or(m.style, &conventions.Style{})
	_ = m.follow([]string{r.root, r.Old}, []string{r.root, r.New}) // the files that it reads were read without errors
	for _, f := range m.files {
		if f.Dialect.Outside == nil || f.Dialect.Outside.Other == "" {
			continue
		}
		for _, item := range f.tree.Body.Items {
			b, ok := item.(*hclwrite.Block)
			if ok && len(b.Labels) == 1 && b.Body.Block(f.Dialect.Outside.Other) == nil {
				list = append(list, tidy.Output{Call: []string{b.Type, b.Labels[0]}, Old: r.Old, New: r.New})
			}
		}
	}
	return list
}

// followOutput renames the references to an output in the texts of the files.
func (m *Module) followOutput(o tidy.Output) (diags hcl.Diagnostics) {
	for i, f := range m.files {
		if !callable(f.Dialect) {
			continue
		}
		opts := tidy.Options{Dialect: f.Dialect, Style: f.Dialect.Style}
		if opts.Style == nil {
			opts.Style = &conventions.Style{}
		}
		source := f.Source
		o.Whole = func(at int) {
			more := problem("References not followed", "%s is used as a whole here: if something takes %s from it, write %s there.",
				strings.Join(o.Call, "."), o.Old, o.New)
			more[0].Severity = hcl.DiagWarning
			more[0].Subject = hcltext.NewPositions(f.Bytes).Range(f.Filename, at, at+len(strings.Join(o.Call, "."))).Ptr()
			diags = append(diags, more...)
		}
		source.Bytes = []byte(tidy.UpdateOutputReferences(f.written(), o, opts))
		if !bytes.Equal(source.Bytes, f.Bytes) {
			var more hcl.Diagnostics
			m.files[i], more = read(source)
			diags = append(diags, more...)
		}
	}
	return diags
}

// Uses returns the positions of calls that use renamed inputs or outputs, or whose outputs may be
// in use. renamed is the same as for [Module.Follow].
func (m *Module) Uses(renamed func(source string) []Renamed) (list []hcl.Range) {
	for _, f := range m.files {
		for _, c := range f.calls() {
			for _, r := range renamed(c.source) {
				at := &place{file: f, body: &f.tree.Body, item: c.block, address: strings.Join(c.names, "."), node: &node{}}
				if r.Output || c.inputs != nil && c.inputs.Attribute(r.Old) != nil {
					list = append(list, at.where())
				}
			}
		}
	}
	return list
}
