// Package packer knows the plugins of Packer: which names in the bodies of their
// components are attributes and which are blocks, and where the plugins are. The rows of
// the language are in package dialects.
package packer

import (
	"strings"
	"sync"

	"github.com/hcljson/hcljson/schema"
)

// AddPlugins adds what is known of plugins to Packer's language: to each block whose body
// a component defines, a body for the components of each plugin of the survey, and one
// for those of others. The tables must not be prepared.
func AddPlugins(d *schema.Dialect) {
	_, unknown := names()
	seen := map[*schema.Body]bool{}
	var add func(b *schema.Body)
	add = func(b *schema.Body) {
		if b == nil || seen[b] {
			return
		}
		seen[b] = true
		for i := range b.Blocks {
			block := &b.Blocks[i]
			if add(block.Body); block.Body.Part != schema.NoPart {
				block.Choose = chooser(*block.Body)
			}
		}
		if b.Part != schema.NoPart {
			b.Known = unknown
		}
	}
	add(d.Root)
}

// chooser returns the Choose of a block with a component's body.
func chooser(body schema.Body) func(labels []string, value string) *schema.Body {
	var mu sync.Mutex
	made := map[*schema.Names]*schema.Body{}
	return func(labels []string, _ string) *schema.Body {
		if len(labels) == 0 {
			return nil
		}
		known := pluginOf(ComponentType(labels[0]))
		if known == nil {
			return nil
		}
		mu.Lock()
		defer mu.Unlock()
		if made[known] == nil {
			of := body
			of.Known = known
			of.Prepare()
			made[known] = &of
		}
		return made[known]
	}
}

// ComponentType is the type of the component that the first label of a block
// names: the label itself, or the first part of a reference to a source.
//
// hcl2template/types.source.go
func ComponentType(label string) string {
	typ, _, _ := strings.Cut(strings.TrimPrefix(label, "source."), ".")
	return typ
}
