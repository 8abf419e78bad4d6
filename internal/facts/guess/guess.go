// Package guess classifies names without a schema: it decides whether a name in the body of a provider or
// plugin is an attribute or a block, by tables of known names and by the form of its JSON value. The tables
// are not here: schema/opentofu/guesses.txt has the names of unknown providers (package providertable of
// internal/develop writes it), internal/language/packer/survey.txt those of Packer's plugins.
// docs/mapping.md documents the rule.
package guess

import (
	"cmp"
	"slices"
	"strings"
)

// Form is the form of a JSON value, as evidence for an argument or for blocks. It matters in the
// body of a provider or plugin whose schema is not available.
type Form uint8

const (
	// PlainForm is the form of values of arguments only: a scalar, a string, an array with any
	// element that is not an object, an object with a key that is invalid in all bodies.
	PlainForm Form = iota
	// NullForm is null. For blocks it means no blocks; for an argument of a plugin it means that the
	// argument is omitted.
	NullForm
	// EmptyForm is []. For blocks it means no blocks.
	EmptyForm
	// NullsForm is an array of nulls. For blocks, each null is an empty block.
	NullsForm
	// EmptyObjectForm is {}.
	EmptyObjectForm
	// ObjectForm is an object whose values are strings.
	ObjectForm
	// MixedForm is an object of scalars, with at least one number, true or false.
	MixedForm
	// DeepForm is an object that contains an array or an object.
	DeepForm
	// ListForm is an array of objects.
	ListForm
	// NestedForm is an array of arrays of objects. Each inner array can be empty. For blocks, it is one body.
	NestedForm
	// SplitForm is an array of objects and arrays of objects. No type of an argument accepts both, but a block
	// may have a body of one or several objects.
	SplitForm
	// BodyForm is an object with a member that only bodies have: "//", or dynamic blocks.
	BodyForm
	// BodyListForm is the form of arrays for blocks only: an array with an object of BodyForm, with
	// nulls next to objects, or with a body of several objects that ends with {}.
	BodyListForm
	// LabelsForm is an object of objects and arrays with a key that is not an identifier, or an
	// array of such objects. The key may be a label, in languages whose blocks have labels.
	LabelsForm
)

const (
	// OtherKeys is a flag of a form. It means the value has a key with characters that names in
	// providers never contain, such as capital letters.
	OtherKeys Form = 1 << 7
	// NoDynamic is a flag of a form. It means the value has a key "dynamic" whose value is no dynamic block.
	// The product refuses it in the body of a provider or plugin.
	NoDynamic Form = 1 << 6
)

// Flags contains all flags of a form.
const Flags = OtherKeys | NoDynamic

// Class is the classification of a property without a row.
type Class struct {
	// Kind is the kind that a reader assumes. Sure is true if the reader needs no warning.
	Kind Kind
	Sure bool
	// Listed is the kind in the name tables. It is Unlisted if the form alone decides.
	Listed Kind
	// Reason, if not empty, is a sentence for a warning: why the tables are unsure. Provider is the provider
	// that the tables describe, or empty.
	Reason, Provider string
	// Alone is the kind that readers without a plugin schema and without a table of plugins assume.
	// Everywhere is true if all of these readers assume it, even with another version of the
	// language's table.
	Alone      Kind
	Everywhere bool
}

// Classify classifies a property by its name, the form of its value and two tables, of which the first
// takes precedence. The certain cases follow from the decoders (hashicorp/hcl, json/structure.go) and,
// for a surveyed language, from its plugin protocol.
func Classify(name string, form Form, first, second *Names) Class {
	providers := first.describesProviders() || second.describesProviders()
	top := cmp.Or(first, second)
	survey := top != nil && top.survey
	switch {
	case form&^Flags == LabelsForm && (providers || survey), // blocks of providers and plugins have no labels
		form&OtherKeys != 0 && providers, form&NoDynamic != 0 && (providers || survey):
		form = PlainForm
	default:
		form &^= Flags
	}
	switch form {
	case PlainForm:
		return Class{Kind: IsAttribute, Sure: true, Alone: IsAttribute, Everywhere: true}
	case BodyListForm:
		return Class{Kind: IsBlock, Sure: true, Alone: IsBlock, Everywhere: true}
	}
	class, sure, lasting := lookup(name, form, first, second)
	class.Kind, class.Sure = kindOf(form, class.Listed, sure, survey, providers || survey)
	class.Alone = class.Kind
	class.Everywhere = class.Sure && (lasting || survey || form == NullForm)
	return class
}

// lookup looks up a name. The class, and whether it is sure, come from the first table with a kind for
// the name. The reason and lasting come from the first table with an entry for the name, whatever
// its kind.
func lookup(name string, form Form, tables ...*Names) (class Class, sure, lasting bool) {
	found := false
	for _, n := range tables {
		for ; n != nil; n = n.guesses {
			kind, isSure, isLasting, has := n.lookupEntry(name, form)
			if !found {
				lasting, found = isLasting, has
				if n.reason != "" {
					class.Reason, class.Provider = n.reason, n.provider
				}
			}
			if kind != Unlisted {
				class.Listed = kind
				return class, isSure, lasting
			}
		}
	}
	return class, false, lasting
}

// kindOf returns the kind of a name from the form of its value and its kind in the tables, and
// whether the result is sure. The tables of a surveyed language are complete. If nullIsNothing is
// true, every null argument counts as omitted. A surveyed language has no blocks with an unlisted name.
func kindOf(form Form, listed Kind, sure, survey, nullIsNothing bool) (Kind, bool) {
	switch {
	case form == NullForm && survey && listed == Unlisted:
		return IsAttribute, true
	case form == NullForm && nullIsNothing:
		return IsBlock, true
	case form == NullForm, form == LabelsForm:
		return IsAttribute, false
	case form == BodyForm && listed != IsAttribute && (listed == IsBlock || !survey):
		return IsBlock, true
	case form == BodyForm:
		// In a map, "//" is an ordinary key.
		return IsAttribute, sure
	case form == SplitForm && !(sure && listed == IsAttribute): // only an argument of any type accepts it
		return IsBlock, true
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

// Kind is the kind of a name in a body.
type Kind uint8

const (
	// Unlisted means the table does not contain the name.
	Unlisted Kind = iota
	// IsAttribute means the name is an attribute.
	IsAttribute
	// IsBlock means the name is a block type.
	IsBlock
)

// Uses counts the kinds of a name in the bodies of all schemas. Arguments that accept only strings,
// numbers or bools do not count, because their values are unambiguous.
type Uses struct {
	// Blocks counts the block types. AsBlocks counts the arguments that may be written as blocks;
	// see [Attribute].
	Blocks, AsBlocks int
	// Objects counts the arguments that accept an object, Lists an array of objects, and Arrays any
	// other array.
	Objects, Lists, Arrays int
}

// mostFrequentKind returns the most frequent kind of the name for a value of the given form. The result is
// sure if the other kind is rare and the name occurs in enough bodies.
func (u Uses) mostFrequentKind(form Form, enough int) (Kind, bool) {
	blocks, attributes := u.Blocks+u.AsBlocks, u.Objects
	switch form {
	case DeepForm:
		// Most arguments that accept an object are maps of strings. This is no evidence for the versions of
		// one body, of which the newest decides.
		if enough > 1 {
			attributes /= 3
		}
	case ListForm, NullsForm:
		attributes = u.Lists
	case NestedForm, SplitForm:
		attributes = u.Lists + u.Arrays
	case EmptyForm:
		blocks, attributes = u.Blocks, u.AsBlocks+u.Lists+u.Arrays
	}
	switch {
	case blocks == 0 && attributes == 0:
		return Unlisted, false
	case blocks > attributes && (form != EmptyForm || isRare(attributes, blocks)):
		return IsBlock, isRare(attributes, blocks) && blocks >= enough
	case form == EmptyForm && blocks > attributes:
		// An empty list of blocks has no effect, while an empty argument removes elements. If the
		// guess of an attribute is wrong, the product reports an error.
		return IsAttribute, false
	}
	return IsAttribute, isRare(blocks, attributes) && attributes >= enough
}

// isLasting reports whether the name has only one kind, and occurs in so many bodies that other
// versions of the providers will hardly change it.
func (u Uses) isLasting(form Form, enough int) bool {
	blocks, attributes := u.Blocks+u.AsBlocks, u.Objects+u.Lists
	if form == EmptyForm {
		blocks, attributes = u.Blocks, u.AsBlocks+u.Lists+u.Arrays
	}
	return min(blocks, attributes) == 0 && max(blocks, attributes) >= 2*enough
}

// isRare reports whether few is so small, compared with many, that a warning is not useful.
func isRare(few, many int) bool { return few*rarity < many }

const rarity = 100

// Names is a table of argument and block names in a language's plugins. It classifies names in
// bodies without a schema.
type Names struct {
	kinds    map[string]Kind
	suffixes []string
	survey   bool
	lists    map[string]bool
	guesses  *Names
	uses     func(name string) Uses
	enough   int
	reason   string
	provider string
}

// NewUses returns a table of counted uses. An entry is certain if the name has the same kind in
// nearly all of at least enough bodies.
func NewUses(uses func(name string) Uses, enough int) *Names {
	return &Names{uses: uses, enough: enough}
}

// lookupEntry returns the kind of a name in the table without its guesses. sure is true if the kind needs
// no warning, lasting if the tables of other versions of hcljson agree, and has if the table
// contains the name.
func (n *Names) lookupEntry(name string, form Form) (kind Kind, sure, lasting, has bool) {
	switch kind := n.listedKind(name); {
	case form == EmptyForm && n.lists[name]:
		return IsAttribute, false, false, true
	case kind != Unlisted:
		return kind, n.survey, n.survey, true
	case n.uses != nil:
		u := n.uses(name)
		kind, sure = u.mostFrequentKind(form, n.enough)
		return kind, sure, u.isLasting(form, n.enough), u != Uses{}
	}
	return Unlisted, false, false, false
}

// DescribesPlugins reports whether one of the tables describes providers or surveyed plugins.
func DescribesPlugins(tables ...*Names) bool {
	return slices.ContainsFunc(tables, func(n *Names) bool { return n.describesProviders() || n != nil && n.survey })
}

// describesProviders reports whether the table describes providers. For these, null means an omitted argument
// or no blocks, and names contain only lowercase letters, digits and underscores.
func (n *Names) describesProviders() bool {
	return n != nil && (n.uses != nil || n.guesses.describesProviders())
}

// NewNames returns a table of names that are always attributes, suffixes of such names ("_tags"),
// and names that are always blocks. If survey is true, the table is a survey of the language's
// plugins and of the protocol for their schemas, so its entries are certain. An array that contains
// an object, or an object that contains a collection, is then never the value of an unlisted
// attribute.
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

// WithLists returns a copy of the table with names of blocks that are list arguments in some types
// (terraform: SchemaConfigModeAttr). An empty list of them differs from an omitted one: it removes
// existing elements.
func (n *Names) WithLists(names ...string) *Names {
	lists := make(map[string]bool, len(names))
	for _, name := range names {
		lists[name] = true
	}
	c := *n
	c.lists = lists
	return &c
}

// WithGuesses returns a copy of the table that uses guesses for names without an entry.
func (n *Names) WithGuesses(guesses *Names) *Names {
	c := *n
	c.guesses = guesses
	return &c
}

// WithReason returns a copy of the table with the reason why its entries and guesses for a provider are not
// reliable.
func (n *Names) WithReason(provider, reason string) *Names {
	c := *n
	c.provider, c.reason = provider, reason
	return &c
}

func (n *Names) listedKind(name string) Kind {
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
