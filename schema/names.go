package schema

import (
	"cmp"
	"strings"
)

// Form is what a JSON value shows of whether it stands for an argument or for blocks, in
// the body of a provider or plugin whose schema is not at hand.
type Form uint8

const (
	// PlainForm: only an argument has such a value: a scalar, a string, an array with
	// anything but objects, an object with a key that no body has.
	PlainForm Form = iota
	// NullForm is null, which stands for no blocks, and says of an argument of a plugin
	// that it is not there.
	NullForm
	// EmptyForm is [], which stands for no blocks.
	EmptyForm
	// NullsForm is an array of nulls, which stand for empty blocks.
	NullsForm
	// EmptyObjectForm is {}.
	EmptyObjectForm
	// ObjectForm is an object whose values are strings.
	ObjectForm
	// MixedForm is an object of scalars, one of which is a number, true or false.
	MixedForm
	// DeepForm is an object that holds an array or an object.
	DeepForm
	// ListForm is an array of objects.
	ListForm
	// SplitForm is an array of objects and of arrays of objects.
	SplitForm
	// BodyForm is an object with a member that bodies have: "//", or dynamic blocks.
	BodyForm
	// BodyListForm is an array that only blocks have: with such an object, or nulls
	// next to objects, or a body of several objects that ends with {}.
	BodyListForm
	// LabelsForm is an object of objects and arrays, or an array of such objects, with a key
	// that is no identifier: it may be a label of a block, in languages whose blocks have labels.
	LabelsForm
)

// Guess says what a property with this name and form is, and whether that needs no
// warning. The rule is documented in docs/mapping.md; the cases that are certain follow
// from the decoders (hashicorp/hcl, json/structure.go) and, for a surveyed language,
// from its plugin protocol.
func (n *Names) Guess(name string, form Form) (kind Kind, sure bool) {
	switch form {
	case PlainForm, SplitForm:
		return IsAttribute, true
	case BodyListForm:
		return IsBlock, true
	case LabelsForm:
		return IsAttribute, false
	case NullForm:
		if n.NullIsNothing() {
			return IsBlock, true
		}
		return IsAttribute, false
	}
	table, sure := n.Decide(name, form)
	switch {
	case form == BodyForm && table != IsAttribute && (table == IsBlock || !n.Survey()):
		return IsBlock, true
	case form == BodyForm:
		// In a map, "//" is a key like any other.
		return IsAttribute, sure
	case form == EmptyForm && n.Survey() && table != IsBlock:
		return IsAttribute, true
	case form == ListForm && n.Survey() && !sure, form == DeepForm && n.Survey():
		return IsBlock, true
	case table != Unlisted:
		return table, sure
	case form == EmptyForm, form == ObjectForm && n.Survey():
		return IsAttribute, false
	}
	return IsBlock, false
}

// Certainly is [Names.Guess] for what is written: sure is what every reader takes for
// the same, also one that has other tables.
func (n *Names) Certainly(name string, form Form) (kind Kind, sure bool) {
	kind, sure = n.Guess(name, form)
	switch {
	case form == PlainForm, form == SplitForm, form == BodyListForm, form == NullForm, n.Survey():
		return kind, sure
	}
	return kind, sure && n.Lasting(name, form)
}

// NullIsNothing reports whether an argument that is null is one that is not there, as
// it is for the plugins of a language, whatever the name is.
func (n *Names) NullIsNothing() bool { return n.Provider() || n.Survey() }

// NeverBlock reports whether a name is known to be no block, as an object and as a list.
func (n *Names) NeverBlock(name string) bool {
	object, _ := n.Decide(name, ObjectForm)
	list, _ := n.Decide(name, ListForm)
	return object == IsAttribute && list != IsBlock
}

// Kind is what a name is in a body.
type Kind uint8

const (
	// Unlisted: the table does not say.
	Unlisted Kind = iota
	// IsAttribute: the name is an attribute.
	IsAttribute
	// IsBlock: the name is a block type.
	IsBlock
)

// Uses say how often a name is what, over the bodies that schemas have. Arguments
// that take only strings, numbers or bools do not count: their values leave no
// doubt.
type Uses struct {
	// Blocks: it is a block type. AsBlocks: an argument that may be written as blocks;
	// see [Attribute].
	Blocks, AsBlocks int
	// Objects: an argument that takes an object. Lists: one that takes an array of
	// objects. Arrays: one that takes an array of something else.
	Objects, Lists, Arrays int
}

// decide returns what a name most often is whose value has a form, and whether it
// has never been the other, in enough bodies.
func (u Uses) decide(form Form, enough int) (Kind, bool) {
	blocks, attributes := u.Blocks+u.AsBlocks, u.Objects
	switch form {
	case DeepForm:
		// Most arguments that take an object are maps of strings.
		attributes /= 3
	case ListForm, NullsForm:
		attributes = u.Lists
	case EmptyForm:
		blocks, attributes = u.Blocks, u.AsBlocks+u.Lists+u.Arrays
	}
	switch {
	case blocks == 0 && attributes == 0:
		return Unlisted, false
	case blocks > attributes && (form != EmptyForm || rare(attributes, blocks)):
		return IsBlock, rare(attributes, blocks) && blocks >= enough
	case form == EmptyForm && blocks > attributes:
		// Blocks would say nothing, and an argument takes away what is there. Where
		// it is wrong, the product says so.
		return IsAttribute, false
	}
	return IsAttribute, rare(blocks, attributes) && attributes >= enough
}

// lasting reports whether a name has never been anything else, in so many bodies that
// those of other versions of the providers will hardly change it.
func (u Uses) lasting(form Form, enough int) bool {
	blocks, attributes := u.Blocks+u.AsBlocks, u.Objects+u.Lists
	if form == EmptyForm {
		blocks, attributes = u.Blocks, u.AsBlocks+u.Lists+u.Arrays
	}
	return min(blocks, attributes) == 0 && max(blocks, attributes) >= 2*enough
}

// rare reports whether the few are so few that nobody needs to hear of them.
func rare(few, many int) bool { return few*rarity < many }

const rarity = 100

// Names is a table of argument and block names of a language's plugins, for
// bodies whose schema is not at hand.
type Names struct {
	kinds    map[string]Kind
	suffixes []string
	survey   bool
	lists    map[string]bool
	guesses  *Names
	uses     func(name string) Uses
	enough   int
	reason   string
}

// NewUses makes a table of counted uses. What it says is as good as certain where
// a name is the same in nearly all of at least enough bodies.
func NewUses(uses func(name string) Uses, enough int) *Names {
	return &Names{uses: uses, enough: enough}
}

// Decide returns what the table, or else what its guesses, say of a name whose
// value has a form, and whether that can be relied on.
func (n *Names) Decide(name string, form Form) (kind Kind, sure bool) {
	if n == nil {
		return Unlisted, false
	}
	if form == EmptyForm && n.lists[name] {
		return IsAttribute, false
	}
	if kind := n.listed(name); kind != Unlisted {
		return kind, n.survey
	}
	if n.uses != nil {
		if kind, sure := n.uses(name).decide(form, n.enough); kind != Unlisted {
			return kind, sure
		}
	}
	return n.guesses.Decide(name, form)
}

// Lasting reports whether what Decide says can be relied on by those who have the
// table of another version of this program as well.
func (n *Names) Lasting(name string, form Form) bool {
	switch {
	case n == nil || form == EmptyForm && n.lists[name]:
		return false
	case n.listed(name) != Unlisted:
		return n.survey
	case n.uses != nil:
		if u := n.uses(name); u != (Uses{}) {
			return u.lasting(form, n.enough)
		}
	}
	return n.guesses.Lasting(name, form)
}

// Provider reports whether the table is one of providers: null is nothing there,
// whatever a name is, and names have only small letters, digits and underscores.
func (n *Names) Provider() bool { return n != nil && (n.uses != nil || n.guesses.Provider()) }

// Labels reports whether blocks can have labels: those of providers and plugins have none.
func (n *Names) Labels() bool { return !n.Provider() && !n.Survey() }

// Possible reports whether an argument or a block type can have a name.
func (n *Names) Possible(name string) bool {
	return !n.Provider() || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789_") == ""
}

// NewNames makes a table of names that are always attributes, endings of such
// names ("_tags"), and names that are always blocks. With survey true the table
// is a survey of the language's plugins and of the protocol that carries their
// schemas, so what it says is certain, and so is that an array that holds an
// object, or an object that holds a collection, is never the value of an attribute
// that it does not list.
func NewNames(attributes, suffixes, blocks []string, survey bool) *Names {
	n := &Names{kinds: make(map[string]Kind, len(attributes)+len(blocks)), suffixes: suffixes, survey: survey}
	for _, name := range attributes {
		n.kinds[name] = IsAttribute
	}
	for _, name := range blocks {
		n.kinds[name] = IsBlock
	}
	return n
}

// WithLists returns the table with names of blocks that are list arguments in
// some types (terraform: SchemaConfigModeAttr). An empty list of them is not the
// same as none: it takes away what is there.
func (n *Names) WithLists(names ...string) *Names {
	lists := make(map[string]bool, len(names))
	for _, name := range names {
		lists[name] = true
	}
	c := *n
	c.lists = lists
	return &c
}

// WithGuesses returns the table with what another one says of names that it does
// not list.
func (n *Names) WithGuesses(guesses *Names) *Names {
	c := *n
	c.guesses = guesses
	return &c
}

// WithReason returns the table with the reason why what it lists, and what its guesses
// say, cannot be relied on.
func (n *Names) WithReason(reason string) *Names {
	c := *n
	c.reason = reason
	return &c
}

// Reason is the reason that the table gives for a name, if it has one.
func (n *Names) Reason(name string) string {
	reason := ""
	for ; n != nil; n = n.guesses {
		reason = cmp.Or(n.reason, reason)
		if n.listed(name) != Unlisted || n.uses != nil && n.uses(name) != (Uses{}) {
			break
		}
	}
	return reason
}

// over returns a table that says what n does, and what base does of other names.
func (n *Names) over(base *Names) *Names {
	if base == nil || n == nil {
		return cmp.Or(n, base)
	}
	c := *n
	c.guesses, c.lists = base, base.lists
	if n.guesses != nil {
		c.guesses = n.guesses.over(base)
	}
	return &c
}

func (n *Names) listed(name string) Kind {
	if kind, ok := n.kinds[name]; ok {
		return kind
	}
	for _, suffix := range n.suffixes {
		if strings.HasSuffix(name, suffix) {
			return IsAttribute
		}
	}
	return Unlisted
}

// Survey reports whether what the table lists is certain; see NewNames.
func (n *Names) Survey() bool { return n != nil && n.survey }
