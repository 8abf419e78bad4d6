// Package schema says what a name means in an HCL body: whether it is an
// attribute or a block, how many labels the block has, and how a JSON string
// that stands for the attribute's expression is read. The converter follows
// these tables and knows no block type of its own.
//
// The words are those of the HCL specification: body, attribute, block, label,
// expression, template, traversal, keyword. A language (OpenTofu, Packer, ...)
// is a [Dialect], built from [Body] tables in a package of its own.
package schema

import (
	"slices"
	"strings"
	"sync"

	"github.com/zclconf/go-cty/cty"
)

// Mode is the way in which a product reads a JSON string that is where the
// native syntax has an expression (hashicorp/hcl, json/spec.md, "Expressions").
type Mode uint8

const (
	// Template: the string is a template, and "${x}" alone is the expression x.
	Template Mode = iota
	// Literal: the string, and every object key, is taken verbatim. The native
	// expression must be constant.
	Literal
	// Traversal: the string is a bare static reference such as aws_x.y["k"].
	Traversal
	// Reference: the string is a bare native expression that refers to an
	// object, such as aws_x.y[each.key].
	Reference
	// Keyword: the string is a bare keyword.
	Keyword
	// Type: the string is a bare type constraint such as list(string).
	Type
	// TemplateOrText is Template, but a string that is not a valid template is
	// taken verbatim (OpenTofu: error_message of a variable's validation).
	TemplateOrText
	// TemplateOrTraversal is Template, but a string that is a bare reference is
	// that reference (OpenTofu: keys and key providers of encryption methods).
	TemplateOrTraversal
	// Call: the string is a bare function call such as f(x).
	Call
)

// Modes are the names of the modes, as in schema files.
var Modes = []string{
	Template: "template", Literal: "literal", Traversal: "traversal", Reference: "reference", Keyword: "keyword",
	Type: "type", TemplateOrText: "template-or-text", TemplateOrTraversal: "template-or-traversal", Call: "call",
}

// IsTemplate reports whether a JSON string of the mode is a template.
func (m Mode) IsTemplate() bool {
	return m == Template || m == TemplateOrText || m == TemplateOrTraversal
}

// IsSource reports whether a JSON string of the mode is bare source.
func (m Mode) IsSource() bool { return m != Literal && !m.IsTemplate() }

// Value is the rule for one expression. Mode applies to the expression as a
// whole; where List, Map or Fields is set, a tuple or object constructor is
// written as a JSON array or object whose parts follow rules of their own.
// Without them the parts of a Template or Literal expression follow the same
// mode.
type Value struct {
	Mode Mode

	// List is the rule for the elements of a static list.
	List *Value
	// MapKey and MapValue are the rules for the keys and values of a static map.
	// Without MapKey, keys are Literal.
	MapKey, MapValue *Value
	// Fields are the arguments of an object whose arguments have rules of
	// their own (an entry of required_providers). An argument that is not
	// listed follows Literal.
	Fields []Attribute

	// NativeConstant: a JSON string is a template with references, but the
	// native expression must be constant (provider_meta).
	NativeConstant bool

	// Scope, if not nil, is what an expression here may refer to. Anything else is
	// converted anyway, with a warning.
	Scope *Scope

	// NativeReference: a JSON string is a Traversal, but in native syntax an index may be
	// an expression. A reference with such an index has no JSON form.
	NativeReference bool

	// Unquoted: in native syntax, the product refuses the reference or keyword in quotes.
	Unquoted bool

	// TextOfCall: of a template, a JSON string or key that reads as an expression
	// with a function call is taken for one, though it stands for text (docker
	// bake: the result of a function). Text of that kind is written as the
	// interpolation of its source, which stands for the same.
	TextOfCall bool

	// Takes, if not empty, defines the constants that the product accepts: one of the kinds below, or
	// keywords separated by |. Any other constant is converted with a warning.
	Takes string

	// Differs, if not empty, says which product or version reads the string
	// in another way. It ends a warning about a string that holds a template
	// sequence, so it is written as a clause: "Terraform before 1.15 takes it
	// verbatim".
	Differs string
}

// The kinds of constants in [Value.Takes].
const (
	TakesBool     = "bool"
	TakesVersions = "versions" // version constraints
	TakesSource   = "source"   // the address of a provider
	TakesName     = "name"     // an identifier
	TakesProvider = "provider" // the local name of a provider, perhaps with an alias
	TakesAddress  = "address"  // a reference with a type and a name
	TakesType     = "type"     // a type constraint
	TakesList     = "list"     // a list, of a rule for its elements
)

// Carried starts a string in JSON that no product loads, where it stands for an expression
// that JSON for a product cannot hold.
const Carried = "hcljson expression: "

// IsMap reports whether the keys or values of an object have rules of their own. There
// may be no rule.
func (v *Value) IsMap() bool {
	return v != nil && (v.MapKey != nil || v.MapValue != nil || v.Fields != nil)
}

// HasParts reports whether the parts of a list or an object have rules of their own.
// There may be no rule.
func (v *Value) HasParts() bool { return v.IsMap() || v != nil && v.List != nil }

// IsPlain reports whether any expression can be there, and means what it does elsewhere.
// There may be no rule.
func (v *Value) IsPlain() bool {
	return v == nil || v.Mode == Template && !v.HasParts() && !v.TextOfCall && !v.NativeConstant
}

// Field is the rule for the value of a key of an object.
func (v *Value) Field(key string) *Value {
	if !v.IsMap() {
		return v
	}
	if v.Fields == nil {
		return v.MapValue
	}
	for i := range v.Fields {
		if v.Fields[i].Name == key {
			return v.Fields[i].Value
		}
	}
	return literalValue
}

// literalValue is the rule for an argument that Fields does not list.
var literalValue = &Value{Mode: Literal}

// Element is the rule for the elements of a tuple.
func (v *Value) Element() *Value {
	if v == nil || v.List == nil {
		return v
	}
	return v.List
}

// Scope is what exists where an expression is evaluated: the names of functions,
// and the roots of references. A nil list says nothing, an empty one that there
// are none.
type Scope struct {
	Functions, Variables []string
	// OnlyJSON: it is so in JSON files. In native syntax nothing is said.
	OnlyJSON bool
}

// Origin is where the rows of a body come from.
type Origin struct {
	Kind OriginKind
	// Name is the subject of messages, such as "Provider hashicorp/aws"; empty is the product.
	// Version is the version of the provider, or empty.
	Name, Version string
	// Reason is a sentence for a diagnostic if there is no schema.
	Reason string
}

// OriginKind is a kind of origins.
type OriginKind uint8

const (
	// FromLanguage: the language defines the names, and every reader has the rows.
	FromLanguage OriginKind = iota
	// FromBundled: a provider or provisioner that is part of the product defines the names.
	FromBundled
	// FromPlugin: the rows come from the schema of a provider or plugin, which another reader
	// may lack. The output can be read without it.
	FromPlugin
	// FromTable: the rows come from the built-in table, which has other versions of the
	// provider, and not all names.
	FromTable
	// NoSchema: the schema of a plugin should define the names, and there is none: a warning.
	NoSchema
	// FailedSchema: the schema that the user asked for cannot be loaded: an error.
	FailedSchema
)

// External reports whether another reader may lack the rows.
func (k OriginKind) External() bool { return k == FromPlugin || k == FromTable }

// String returns the subject of messages; it is empty for the product.
func (o Origin) String() string {
	if o.Version == "" {
		return o.Name
	}
	text := o.Name + " " + o.Version
	if o.Kind == FromTable {
		text += ", in the built-in table,"
	}
	return text
}

// Attribute is one argument of a body.
type Attribute struct {
	Name string
	// Value is the rule for its expression; nil means Template.
	Value *Value
	// Origin is where the row comes from.
	Origin OriginKind
	// AsBlocks is set where native syntax may also write the value, a list or set of
	// objects, as blocks (opentofu internal/lang/blocktoattr). JSON takes the
	// attribute alone, and every argument of an element must be there.
	AsBlocks *Element
	// OtherTarget, if not empty, is the target that has the row, as the target of the
	// table does not: "terraform@1.14". The product refuses the argument.
	OtherTarget string
	// NoJSON, if not empty, is the reason why the argument has no JSON form
	// when its value is an object of objects or tuples. It is a sentence for a
	// diagnostic.
	NoJSON string
}

// Block is one block type of a body.
type Block struct {
	Type string
	// Labels are the names of the labels, for messages; their number counts.
	Labels []string
	// Body is the body of the block. It is nil only in a Block with Dependent or
	// Choose.
	Body *Body
	// Optional is how many of the labels may be missing, from the last on. One that
	// is missing is "" in JSON; there, an object that has an argument of Body, and no
	// object or array under it, is a block without the label.
	Optional int
	// Dependent holds the bodies that labels choose; Body is the one for every
	// other label. A key is the first label, or several from the first on, joined
	// by [LabelSeparator]; the longest that fits counts.
	Dependent map[string]*Body
	// By, if not empty, is an argument of the body that chooses it as well: by a
	// constant string, or by the root of a reference. Values holds the bodies
	// for its values; it comes before Dependent.
	By     string
	Values map[string]*Body
	// Choose, if not nil, comes before Values and Dependent, for tables that are
	// too large to be built in advance. value is that of By, or empty. A nil body
	// leaves the choice to the others. It is called from several goroutines.
	Choose func(labels []string, value string) *Body
	// Ordered: the relative order of blocks of this type matters even when
	// their labels differ (provisioner, run).
	Ordered bool
	// Single: the product accepts at most one such block in a body.
	Single bool
	// Unique: the product accepts one such block with the same labels in all files of a
	// module, and without labels and with a body of JustAttributes, one attribute of each name in them.
	Unique bool
	// DistinguishedBy, if not empty, is an argument that makes Unique blocks with the same labels
	// different (provider: alias), unless its value depends on something.
	DistinguishedBy string
	// OfProvider: the first label is a local name, and two of one provider are the same
	// (provider_meta).
	OfProvider bool
	// UniqueAcrossTypes, if not empty, is a word: the product accepts one of the blocks with this
	// word in all files of a module, whatever their types and labels (backend, cloud).
	UniqueAcrossTypes string
	// Identifiers is true if labels must be identifiers other than the ReservedNames. Other labels are
	// converted with a warning.
	Identifiers   bool
	ReservedNames []string
	// Min and Max are how many such blocks the product wants in a body; 0 is no
	// limit. Another number is converted anyway, with a warning.
	Min, Max int
	// Origin, OtherTarget: see [Attribute].
	Origin      OriginKind
	OtherTarget string
	// Escape: in these blocks, names that the language has for itself mean what the
	// provider, provisioner or module defines. See [Body.Own].
	Escape bool
	// Shape is what the product takes in JSON for blocks of this type.
	Shape Shape
}

// Shape is the JSON value that a product takes for blocks.
type Shape uint8

const (
	// AnyShape: an object for one block, an array for one or more.
	AnyShape Shape = iota
	// ObjectShape: an object at each level, never an array: the product reads an
	// attribute (Terragrunt: generate), or counts what it finds (include). If the
	// body around has an attribute of the name as well, JSON is always that
	// attribute, and the labels are templates.
	ObjectShape
	// ArrayShape: an array, also for one block, of objects by label.
	ArrayShape
)

// LabelSeparator joins labels in the keys of [Block.Dependent].
const LabelSeparator = "\x00"

// Remain says what a name is that a body does not list.
type Remain uint8

const (
	// RemainNone: nothing else is allowed. An unlisted name is converted as in
	// RemainUnknown, with a warning.
	RemainNone Remain = iota
	// RemainAttributes: every other name is an attribute (locals, module inputs).
	RemainAttributes
	// RemainUnknown: another name is an attribute or a block of a provider or
	// plugin whose schema is not at hand.
	RemainUnknown
)

// Body is the rule for the contents of a block, or of a file.
type Body struct {
	Attributes []Attribute
	Blocks     []Block

	Remain Remain
	// RemainValue is the rule for the other attributes; nil means Template.
	RemainValue *Value
	// RemainBody is the rule for the other blocks, where Remain allows any; nil
	// means a body with the same Remain, RemainValue, Names and Dynamic, and
	// nothing listed.
	RemainBody *Body
	// Names are the language's table of other names, for [Body.Classify]; nil is an empty one.
	// PluginNames is the table of a plugin, which only readers with its schema or with the
	// table of plugins have. It comes first.
	Names, PluginNames *Names

	// Reserved are the names that the language keeps for itself and that mean nothing
	// yet: the product refuses them. They are not among those that Lookup finds.
	Reserved *Body

	// Bundled has all rows of a provider or provisioner that is part of the product; see
	// [Body.Foreign]. Reading goes by the other rows, as for those that are not.
	Bundled *Body

	// JustAttributes: the product reads the body as attributes only, so
	// in JSON it must be one object, never an array of objects.
	JustAttributes bool
	// Dynamic: the body may hold dynamic blocks, as hashicorp/hcl's dynblock
	// extension reads them.
	Dynamic bool
	// Sequence lists groups of block types whose relative order matters across
	// the types (Packer: post-processor and post-processors).
	Sequence [][]string
	// NoComments: a "//" property is not ignored in this body. The comments of a
	// block with it are in the "//" of the body around it.
	NoComments bool
	// NestedInLists: the product reads the body into a value, and in native syntax it
	// puts each block, and each object that is the value of an argument, into a
	// list of its own. JSON must say so: with arrays (Nomad: config). It does not
	// matter then what is an attribute and what a block. Inner bodies have
	// NoComments.
	NestedInLists bool
	// Part is the part of a plugin's schema that says what else the body holds;
	// see [Dialect.WithPlugins].
	Part Part
	// Origin is where the rows come from that are not the language's.
	Origin Origin
	// SchemaVersion is the version of the schema of a resource type, which states have with
	// their values; nil if it is unknown.
	SchemaVersion *uint64

	// index has the attributes, and after them the blocks, by their names.
	index []int32
	// counted: some block type has a Min or Max.
	counted bool
	// asBlocks: some argument may be written as blocks.
	asBlocks bool
	// noted: the body of some block has NoComments.
	noted bool
	// inContent is this body inside the content of a dynamic block.
	inContent *Body
	// dynamic is the block that makes others, if there is one.
	dynamic *lazyBlock
}

// Dialect is a language: its root body and what its files allow.
type Dialect struct {
	// Name is the name of the language as an option has it: "opentofu".
	Name string
	// Product is the name of the program that reads the language, for messages:
	// "OpenTofu".
	Product string
	// Target is the product and version that read the language, for messages:
	// "opentofu@1.9". It is empty in a language without versions.
	Target string
	// Root is the body of a file.
	Root *Body
	// ArrayRoot: a JSON file may be an array of objects.
	ArrayRoot bool
	// Merges: the product merges bodies of several files, as it does where a
	// module has override files. What is written as blocks then must stay blocks in
	// JSON, because blocks and arguments are merged in different ways.
	Merges bool
	// Roots, if not nil, are the variables that exist besides those of dynamic
	// blocks and for expressions. A reference to anything else is its own text,
	// in a template sequence (Nomad).
	Roots []string
	// Placeholders are texts of generators that stand for a value which was not
	// known yet. In a file, they are mistakes of the generator.
	Placeholders []Placeholder
	// Style is how people write the language; nil where no rows say.
	Style *Style
	// Outside is how files of the language, which are no configuration, use the names of one; nil
	// where they do not.
	Outside *Outside
	// BuiltIn is what a provider that is part of the product says of its types; nil where
	// there is none.
	BuiltIn map[Part]map[string]*SpecBody

	prepare sync.Once
	plugins sync.Once
	// parts: see UsesPart.
	parts map[Part]bool
}

// Arguments returns a row for each name, all of them read by the same rule. A
// nil rule means Template.
func Arguments(rule *Value, names ...string) []Attribute {
	rows := make([]Attribute, len(names))
	for i, name := range names {
		rows[i] = Attribute{Name: name, Value: rule}
	}
	return rows
}

// Element is what native syntax may also write as a block: an element, which is an
// object, of a list or set.
type Element struct {
	// Type is that of the object; cty.NilType where no schema says.
	Type cty.Type

	// Of many arguments, few are used: without a body, from makes it.
	once sync.Once
	from func() *Body
	body *Body
}

// ElementOf returns an element with a body.
func ElementOf(body *Body) *Element { return &Element{body: body} }

// newElement returns an element whose body is made when it is asked for.
func newElement(object cty.Type, from func() *Body) *Element {
	return &Element{Type: object, from: from}
}

// NewElement returns the element of a list or set, or nil if it is none of objects.
// It has that origin; define, if not nil, completes the body.
//
// opentofu internal/lang/blocktoattr/schema.go, SchemaForCtyElementType
func NewElement(list cty.Type, origin Origin, define func(*Body)) *Element {
	if !ListOfObjects(list) {
		return nil
	}
	object := list.ElementType()
	return newElement(object, func() *Body {
		body := elementBody(object, origin)
		if define != nil {
			define(body)
		}
		return body
	})
}

func elementBody(object cty.Type, origin Origin) *Body {
	types := object.AttributeTypes()
	body := &Body{Dynamic: true, Origin: origin, Attributes: make([]Attribute, 0, len(types))}
	nested := true
	for name, typ := range types {
		body.Attributes = append(body.Attributes, Attribute{Name: name, Origin: origin.Kind})
		nested = nested && !StructuralType(typ)
	}
	slices.SortFunc(body.Attributes, func(a, b Attribute) int { return strings.Compare(a.Name, b.Name) })
	for i := range body.Attributes {
		if row := &body.Attributes[i]; nested {
			row.AsBlocks = NewElement(types[row.Name], origin, nil)
		}
	}
	return body
}

// Body is the body of the block, or nil of a nil Element. It may be called from several
// goroutines.
func (e *Element) Body() *Body {
	if e == nil {
		return nil
	}
	if e.from == nil {
		return e.body
	}
	e.once.Do(func() {
		e.body = e.from()
		e.body.Prepare()
	})
	return e.body
}

// prepare prepares a body that is there.
func (e *Element) prepare() {
	if e != nil && e.from == nil {
		e.body.Prepare()
	}
}

// evaluated is e in the content of a dynamic block; see [Body.evaluated].
func (e *Element) evaluated() *Element {
	if e == nil {
		return nil
	}
	if e.from == nil {
		return &Element{Type: e.Type, body: e.body.evaluated()}
	}
	return newElement(e.Type, func() *Body {
		body := e.Body()
		making.Lock()
		defer making.Unlock()
		return body.evaluated()
	})
}

// adapted is e with other conventions.
func (e *Element) adapted(in conventions, made adaptations) *Element {
	if e == nil {
		return nil
	}
	if e.from == nil {
		return &Element{Type: e.Type, body: made.of(e.body, in)}
	}
	return newElement(e.Type, func() *Body { return adaptations{}.of(e.Body(), in) })
}

// ListOfObjects reports whether a type is a list or set of objects, which an argument
// that may be written as blocks has.
func ListOfObjects(t cty.Type) bool {
	return t != cty.NilType && (t.IsListType() || t.IsSetType()) && t.ElementType().IsObjectType()
}

// StructuralType reports whether only arguments that never are written as blocks have a
// type, and so a schema with such an argument has no others.
//
// opentofu internal/lang/blocktoattr/fixup.go, skipFixup
func StructuralType(t cty.Type) bool {
	switch {
	case t == cty.NilType:
		return false
	case t.IsTupleType() || t.IsObjectType():
		return true
	case t.IsMapType() && t.ElementType().IsObjectType():
		return true
	case t.IsCollectionType():
		element := t.ElementType()
		return element.IsCollectionType() && !element.ElementType().IsPrimitiveType()
	}
	return false
}
