package address

import (
	"slices"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/schema/conventions"
	"github.com/hcljson/hcljson/schema"
)

// MayRename reports whether a change can rename something to which other modules refer. d is the language of
// configuration.
func (c *Change) MayRename(d *schema.Dialect) bool {
	style := conventions.Of(d).Style
	return c.Op == Move && len(c.Address.steps) > 0 && !slices.ContainsFunc(style.Declarations, func(d conventions.Declaration) bool {
		return d.Labels == 0 && (c.Address.steps[0].text == d.Root || c.Address.steps[0].text == d.Type)
	})
}

// MayRemove reports whether a change can remove something to which other modules refer. d is the language of
// configuration.
func (c *Change) MayRemove(d *schema.Dialect) bool {
	rows, steps := conventions.Of(d).Style.Declarations, c.Address.steps
	return c.Op == Remove && len(steps) > 1 && slices.ContainsFunc(rows, func(d conventions.Declaration) bool {
		isPart := len(steps) > 3 && !d.OnlyValue && steps[2].text == d.Value
		return d.Public && (len(steps) == 2 || isPart) && (steps[0].text == d.Root || steps[0].text == d.Type)
	})
}

// Callable reports whether an address selects a part of a language in which modules call each other.
func (m *Module) Callable(a Address) bool {
	isCallable := func(p *place) bool { return callable(p.file.root().Dialect) }
	return m.configurationNames(a) != nil || slices.ContainsFunc(m.find(a.steps), isCallable)
}

func callable(d *schema.Dialect) bool {
	return conventions.Of(d).Outside != nil || conventions.Of(d).Style != nil && conventions.Of(d).Style.Calls.Type != ""
}

// call is a block that calls the module in a directory.
type call struct {
	block  *hclwrite.Block
	source string
	inputs *hclwrite.Body // nil for none
}

// calls returns the calls in a file that have a directory as their source.
func (m *Module) calls(f *file) (list []call) {
	for _, item := range f.tree.Body.Items {
		block, ok := item.(*hclwrite.Block)
		if !ok || len(block.Labels) != 1 {
			continue
		}
		c := call{block: block, inputs: &block.Body}
		if outside := conventions.Of(f.Dialect).Outside; outside != nil { // a run of a test
			if block = block.Body.Block(outside.Other); block == nil || outside.Other == "" {
				continue
			}
			c.source, c.inputs = localSource(&block.Body, outside.Source), nil
			if given := c.block.Body.Block(outside.Inputs); given != nil {
				c.inputs = &given.Body
			}
		} else if style := conventions.Of(f.Dialect).Style; style != nil && style.Calls.Type == block.Type {
			c.source = m.sourceOf(block, style.Calls.Source)
		} else if style != nil && style.Components.Type == block.Type {
			c.source, c.inputs = localSource(&block.Body, style.Components.Source), nil
		}
		if c.source != "" {
			list = append(list, c)
		}
	}
	return list
}

// sourceOf returns the source of a call, if it is local. An override file can contain the source, or only other
// arguments of the call.
func (m *Module) sourceOf(block *hclwrite.Block, argument string) string {
	body := &block.Body
	isOverride := func(f *file) bool { return f.Override }
	if slices.ContainsFunc(m.files, isOverride) {
		for _, override := range []bool{false, true} {
			for _, f := range m.files {
				for b := range f.tree.Body.Blocks(block.Type, block.Labels...) {
					if f.Override == override && b.Body.Attribute(argument) != nil {
						body = &b.Body
					}
				}
			}
		}
	}
	return localSource(body, argument)
}

// Sources returns the directories of the modules that the files call, as written.
func (m *Module) Sources() (list []string) {
	for _, f := range m.files {
		list = append(list, m.sources(f)...)
	}
	return list
}

func (m *Module) sources(f *file) (list []string) {
	for _, c := range m.calls(f) {
		list = append(list, c.source)
	}
	return list
}
