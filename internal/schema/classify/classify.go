// Package classify selects the tables of a body for the guess whether a name that no schema lists is an attribute or a
// block; package guess decides.
package classify

import (
	"github.com/hcljson/hcljson/internal/facts/guess"
	"github.com/hcljson/hcljson/schema"
)

// Property classifies a JSON property that a body does not list. The evidence is its name and the form of its
// value.
func Property(b *schema.Body, name string, form guess.Form) guess.Class {
	class := guess.Classify(name, form, (*guess.Names)(b.PluginNames), (*guess.Names)(b.Names))
	if b.Origin.Kind.External() && b.PluginNames != nil {
		alone := guess.Classify(name, form, nil, (*guess.Names)(b.Names))
		class.Alone, class.Everywhere = alone.Alone, alone.Everywhere
	}
	return class
}
