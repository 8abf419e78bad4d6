package schema

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
