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

// OtherKeys is added to a form if the value has a key with characters that names of providers
// never have, such as capital letters.
const OtherKeys Form = 1 << 7

// Class is what a property without a row stands for in a body.
type Class struct {
	// Kind is the kind that a reader assumes. Sure: the reader needs no warning.
	Kind Kind
	Sure bool
	// Listed is the kind that the tables of names list. It is Unlisted if the form alone decides.
	Listed Kind
	// Reason, if not empty, is the reason why the tables are unsure: a sentence for a warning.
	Reason string
	// Alone is the kind that readers assume who have neither a schema of the plugin nor a table
	// of plugins. Everywhere: all of them do, also with another version of the language's table.
	Alone      Kind
	Everywhere bool
}

// Classify returns the class of a property, by its name and the form of its value. The rule is
// documented in docs/mapping.md; the cases that are certain follow from the decoders
// (hashicorp/hcl, json/structure.go) and, for a surveyed language, from its plugin protocol.
func (b *Body) Classify(name string, form Form) Class {
	class := classify(name, form, b.PluginNames, b.Names)
	if b.Origin.Kind.External() && b.PluginNames != nil {
		alone := classify(name, form, nil, b.Names)
		class.Alone, class.Everywhere = alone.Alone, alone.Everywhere
	}
	return class
}

// classify classifies a property by two tables, the first of which comes first.
func classify(name string, form Form, first, second *Names) Class {
	providers := first.providers() || second.providers()
	top := cmp.Or(first, second)
	survey := top != nil && top.survey
	switch {
	case form == LabelsForm && (providers || survey), form&OtherKeys != 0 && providers:
		form = PlainForm // blocks of providers and plugins have no labels
	default:
		form &^= OtherKeys
	}
	switch form {
	case PlainForm, SplitForm:
		return Class{Kind: IsAttribute, Sure: true, Alone: IsAttribute, Everywhere: true}
	case BodyListForm:
		return Class{Kind: IsBlock, Sure: true, Alone: IsBlock, Everywhere: true}
	}
	class, sure, lasting := find(name, form, first, second)
	class.Kind, class.Sure = guess(form, class.Listed, sure, survey, providers || survey)
	class.Alone = class.Kind
	class.Everywhere = class.Sure && (lasting || survey || form == NullForm)
	return class
}

// find looks a name up in tables: what the first of them lists that has the name, and whether
// it is sure; and the reason and the lasting of the first table with the name in any form.
func find(name string, form Form, tables ...*Names) (class Class, sure, lasting bool) {
	found := false
	for _, n := range tables {
		for ; n != nil; n = n.guesses {
			kind, isSure, isLasting, has := n.entry(name, form)
			if !found {
				class.Reason, lasting, found = cmp.Or(n.reason, class.Reason), isLasting, has
			}
			if kind != Unlisted {
				class.Listed = kind
				return class, isSure, lasting
			}
		}
	}
	return class, false, lasting
}

// guess returns the kind of a name with a value of a form, and whether that is sure. listed is
// its kind in the tables. In a surveyed language, their lists are complete.
// An argument that is null is not there if nullIsNothing, whatever its name is.
func guess(form Form, listed Kind, sure, survey, nullIsNothing bool) (Kind, bool) {
	switch {
	case form == NullForm && nullIsNothing:
		return IsBlock, true
	case form == NullForm, form == LabelsForm:
		return IsAttribute, false
	case form == BodyForm && listed != IsAttribute && (listed == IsBlock || !survey):
		return IsBlock, true
	case form == BodyForm:
		// In a map, "//" is a key like any other.
		return IsAttribute, sure
	case form == EmptyForm && survey && listed != IsBlock:
		return IsAttribute, true
	case form == ListForm && survey && !sure, form == DeepForm && survey:
		return IsBlock, true
	case listed != Unlisted:
		return listed, sure
	case form == EmptyForm, form == ObjectForm && survey:
		return IsAttribute, false
	}
	return IsBlock, false
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

// entry returns the kind of a name in the table itself, without its guesses, whether it is sure,
// and also in the tables of other versions of this program; and whether the table has the name.
func (n *Names) entry(name string, form Form) (kind Kind, sure, lasting, has bool) {
	switch kind := n.listed(name); {
	case form == EmptyForm && n.lists[name]:
		return IsAttribute, false, false, true
	case kind != Unlisted:
		return kind, n.survey, n.survey, true
	case n.uses != nil:
		u := n.uses(name)
		kind, sure = u.decide(form, n.enough)
		return kind, sure, u.lasting(form, n.enough), u != Uses{}
	}
	return Unlisted, false, false, false
}

// providers reports whether the table is one of providers: null is nothing there,
// whatever a name is, and names have only small letters, digits and underscores.
func (n *Names) providers() bool { return n != nil && (n.uses != nil || n.guesses.providers()) }

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
