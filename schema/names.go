package schema

import (
	"cmp"
	"strings"
)

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

// Names is a table of argument and block names of a language's plugins, for
// bodies whose schema is not at hand.
type Names struct {
	kinds    map[string]Kind
	suffixes []string
	survey   bool
	lists    map[string]bool
	guesses  *Names
	// lookup, if not nil, says what kinds would.
	lookup func(name string) Kind
}

// NamesFrom returns a table that a function holds. What it says is never certain.
// It is called from several goroutines.
func NamesFrom(lookup func(name string) Kind) *Names { return &Names{lookup: lookup} }

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
// not list. That is never certain.
func (n *Names) WithGuesses(guesses *Names) *Names {
	c := *n
	c.guesses = guesses
	return &c
}

// List reports whether an empty list under a name says something.
func (n *Names) List(name string) bool { return n != nil && n.lists[name] }

// Kind returns what the table says of name, or else what its guesses say. A nil
// table says nothing.
func (n *Names) Kind(name string) Kind {
	for ; n != nil; n = n.guesses {
		if kind := n.listed(name); kind != Unlisted {
			return kind
		}
	}
	return Unlisted
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

// Certain reports whether what Kind says of name is certain.
func (n *Names) Certain(name string) bool { return n.Survey() && n.listed(name) != Unlisted }

func (n *Names) listed(name string) Kind {
	if n == nil {
		return Unlisted
	}
	if n.lookup != nil {
		return n.lookup(name)
	}
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
