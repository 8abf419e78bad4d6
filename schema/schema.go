// Package schema defines the names of an HCL body: whether a name is an attribute or a block, how
// many labels the block has, and how a product interprets a JSON string that represents the
// attribute's expression. The converter follows these tables and contains no block type itself.
//
// The terms are those of the HCL specification: body, attribute, block, label, expression, template,
// traversal, keyword. A language (OpenTofu, Packer, ...) is a [Dialect], built from [Body] tables in
// its own package.
package schema

import (
	"slices"
	"strings"
	"sync"

	"github.com/zclconf/go-cty/cty"

	"github.com/hcljson/hcljson/internal/conventions"
	"github.com/hcljson/hcljson/internal/guess"
	"github.com/hcljson/hcljson/internal/typespec"
)

// Mode defines how a product interprets a JSON string at the position of a native expression
// (hashicorp/hcl, json/spec.md, "Expressions").
type Mode uint8

const (
	// Template means the string is a template, and "${x}" alone is the expression x.
	Template Mode = iota
	// Literal means the string and all object keys are literal text. The native expression must be
	// constant.
	Literal
	// Traversal means the string is a static reference in native syntax, such as aws_x.y["k"].
	Traversal
	// Reference means the string is a native expression that refers to an object, such as
	// aws_x.y[each.key].
	Reference
	// Keyword means the string is a keyword.
	Keyword
	// Type means the string is a type constraint in native syntax, such as list(string).
	Type
	// TemplateOrText is Template, but a string that is not a valid template is literal text
	// (OpenTofu: error_message of a variable's validation).
	TemplateOrText
	// TemplateOrTraversal is Template, but a string that is a valid traversal is this reference
	// (OpenTofu: keys and key providers of encryption methods).
	TemplateOrTraversal
	// Call means the string is a function call in native syntax, such as f(x).
	Call
)

// Modes contains the name of every mode, as in schema files.
var Modes = []string{
	Template: "template", Literal: "literal", Traversal: "traversal", Reference: "reference", Keyword: "keyword",
	Type: "type", TemplateOrText: "template-or-text", TemplateOrTraversal: "template-or-traversal", Call: "call",
}

// IsTemplate reports whether m interprets a JSON string as a template.
func (m Mode) IsTemplate() bool {
	return m == Template || m == TemplateOrText || m == TemplateOrTraversal
}

// IsSource reports whether m interprets a JSON string as native source without "${" and "}".
func (m Mode) IsSource() bool { return m != Literal && !m.IsTemplate() }

// Value is the rule for one expression. Mode applies to the whole expression. If List, Map or Fields
// is set, a tuple or object constructor is a JSON array or object whose parts have their own rules.
// Otherwise the parts of a Template or Literal expression have the same mode.
type Value struct {
	Mode Mode

	// List is the rule for the elements of a static list.
	List *Value
	// MapKey and MapValue are the rules for the keys and values of a static map. If MapKey is nil,
	// keys are Literal.
	MapKey, MapValue *Value
	// Fields are the arguments of an object whose arguments have their own rules (an entry of
	// required_providers). An unlisted argument is Literal.
	Fields []Attribute

	// NativeConstant is true if a JSON string is a template with references, but the native
	// expression must be constant (provider_meta).
	NativeConstant bool

	// Scope, if not nil, limits the names that the expression may refer to. Any other name is
	// converted with a warning.
	Scope *Scope

	// NativeReference is true if a JSON string is a Traversal, but an index in native syntax may be
	// an expression. A reference with such an index has no JSON form.
	NativeReference bool

	// Unquoted is true if the product rejects a quoted reference or keyword in native syntax.
	Unquoted bool

	// TextOfCall is true if the product evaluates a JSON string or key that parses as an expression
	// with a function call (docker bake: the result of a function). Text of this form is written as
	// an interpolation of its quoted source, which has the same value. TextOfCall applies to
	// templates.
	TextOfCall bool

	// Takes, if not empty, defines the constants that the product accepts: a kind in package
	// internal/tfname, or keywords separated by |. Any other constant is converted with a warning.
	Takes string

	// Differs, if not empty, names the products or versions that interpret the string differently.
	// It ends a warning about a string that contains a template sequence, so it is a clause:
	// "Terraform before 1.15 takes it verbatim".
	Differs string
}

// Carried is the prefix of an escaped expression: a JSON string, in JSON that no product loads, that
// contains an expression without a form in the product's JSON.
const Carried = "hcljson expression: "

// IsMap reports whether the keys or values of an object have their own rules. It is false for a nil
// rule.
func (v *Value) IsMap() bool {
	return v != nil && (v.MapKey != nil || v.MapValue != nil || v.Fields != nil)
}

// HasParts reports whether the parts of a list or an object have their own rules. It is false for a
// nil rule.
func (v *Value) HasParts() bool { return v.IsMap() || v != nil && v.List != nil }

// IsPlain reports whether v accepts every expression with its usual meaning. It is true for a nil
// rule.
func (v *Value) IsPlain() bool {
	return v == nil || v.Mode == Template && !v.HasParts() && !v.TextOfCall && !v.NativeConstant
}

// Field returns the rule for the value of a key of an object.
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

// Element returns the rule for the elements of a tuple.
func (v *Value) Element() *Value {
	if v == nil || v.List == nil {
		return v
	}
	return v.List
}

// Scope contains the names that exist where an expression is evaluated: functions, and the roots of
// references. A nil list allows every name; an empty list allows no names.
type Scope struct {
	Functions, Variables []string
	// OnlyJSON is true if the limits apply to JSON files only. Native syntax then has no limits.
	OnlyJSON bool
}

// Origin is the source of the rows of a body.
type Origin struct {
	Kind OriginKind
	// Name is the subject of messages, such as "Provider hashicorp/aws"; empty means the product.
	// Version is the version of the provider, or empty.
	Name, Version string
	// Reason is a sentence for the diagnostic about a missing schema.
	Reason string
}

// OriginKind is a kind of origins.
type OriginKind uint8

const (
	// FromLanguage means the language defines the names. Every reader has these rows.
	FromLanguage OriginKind = iota
	// FromBundled means a provider or provisioner that is part of the product defines the names.
	FromBundled
	// FromPlugin means the rows come from the schema of a provider or plugin. Other readers may lack
	// this schema, so the output can be read without it.
	FromPlugin
	// FromTable means the rows come from the built-in table. The table covers other versions of the
	// provider and is incomplete.
	FromTable
	// NoSchema means a plugin should define the names, but its schema is missing. The converter
	// reports a warning.
	NoSchema
	// FailedSchema means the schema that the user requested cannot be loaded. The converter reports
	// an error.
	FailedSchema
)

// External reports whether other readers may lack the rows.
func (k OriginKind) External() bool { return k == FromPlugin || k == FromTable }

// String returns the subject of messages. It is empty for the product.
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

// Attribute is the row of one argument of a body.
type Attribute struct {
	Name string
	// Value is the rule for the argument's expression; nil means Template.
	Value *Value
	// Origin is the source of the row.
	Origin OriginKind
	// AsBlocks is not nil if native syntax also accepts the value, a list or set of objects, as
	// blocks (opentofu internal/lang/blocktoattr). JSON accepts only the attribute, and every
	// argument of an element must be present.
	AsBlocks *Element
	// OtherTarget, if not empty, is the target that has the row, such as "terraform@1.14", if the
	// target of the table lacks it. The product rejects the argument.
	OtherTarget string
	// NoJSON, if not empty, is the reason why the argument has no JSON form if its value is an
	// object of objects or tuples. It is a sentence for a diagnostic.
	NoJSON string
}

// Block is the row of one block type of a body.
type Block struct {
	Type string
	// Labels are the names of the labels for messages. The length is the number of labels.
	Labels []string
	// Body is the body of the block. It is nil only if Dependent or Choose is set.
	Body *Body
	// Optional is the number of labels, from the last backward, that may be omitted. An omitted
	// label is "" in JSON. A JSON object is a block without the label if it contains an argument of
	// Body, and this argument's value is not an object or array.
	Optional int
	// Dependent contains the bodies that depend on labels; Body applies to all other labels. A key
	// is the first label, or several leading labels joined by [LabelSeparator]. The longest matching
	// key wins.
	Dependent map[string]*Body
	// By, if not empty, is an argument whose value selects the body: a constant string, or the root
	// of a reference. Values contains the bodies by value and takes precedence over Dependent.
	By     string
	Values map[string]*Body
	// Choose, if not nil, returns the body and takes precedence over Values and Dependent. Tables
	// that are too large to build in advance use it. The parameter value is the value of By, or
	// empty. If Choose returns nil, Values and Dependent apply. Choose must be safe for concurrent
	// use.
	Choose func(labels []string, value string) *Body
	// Ordered is true if the relative order of blocks of this type matters even if their labels
	// differ (provisioner, run).
	Ordered bool
	// Single is true if the product accepts at most one such block in a body.
	Single bool
	// Unique is true if the product accepts one such block with the same labels in all files of a
	// module. For blocks without labels whose body has JustAttributes, it accepts one attribute of
	// each name in all of these blocks.
	Unique bool
	// DistinguishedBy, if not empty, is an argument that distinguishes Unique blocks with the same
	// labels (provider: alias). It has no effect if its value depends on a reference.
	DistinguishedBy string
	// OfProvider is true if the first label is a local name, and two blocks for one provider are
	// duplicates (provider_meta).
	OfProvider bool
	// UniqueAcrossTypes, if not empty, names a group of block types. The product accepts one block
	// of the group in all files of a module, whatever its type and labels are (backend, cloud).
	UniqueAcrossTypes string
	// Identifiers is true if labels must be identifiers that are not in ReservedNames. Other labels
	// are converted with a warning.
	Identifiers   bool
	ReservedNames []string
	// Min and Max are the limits on the number of such blocks in a body; 0 means no limit. Any other
	// number is converted with a warning.
	Min, Max int
	// Origin and OtherTarget are defined as in [Attribute].
	Origin      OriginKind
	OtherTarget string
	// Escape is true for the escape block, in which the provider, provisioner or module defines all
	// names, including the language's own. See [Body.Own].
	Escape bool
	// Shape is the JSON form that the product accepts for blocks of this type.
	Shape Shape
}

// Shape is the JSON form that a product accepts for blocks.
type Shape uint8

const (
	// AnyShape means an object for one block, and an array for one or more.
	AnyShape Shape = iota
	// ObjectShape means an object at each level, never an array. The product reads an attribute
	// (Terragrunt: generate) or counts the values (include). If the parent body also has an
	// attribute of this name, JSON always means the attribute, and the labels are templates.
	ObjectShape
	// ArrayShape means an array, even for one block, of objects with labels as keys.
	ArrayShape
)

// LabelSeparator joins labels in the keys of [Block.Dependent].
const LabelSeparator = "\x00"

// Remain defines the kind of the names that a body does not list.
type Remain uint8

const (
	// RemainNone means unlisted names are invalid. They are converted as for RemainUnknown, with a
	// warning.
	RemainNone Remain = iota
	// RemainAttributes means unlisted names are attributes (locals, module inputs).
	RemainAttributes
	// RemainUnknown means unlisted names are attributes or blocks of a provider or plugin whose
	// schema is not available.
	RemainUnknown
)

// Body defines the contents of a block or file.
type Body struct {
	Attributes []Attribute
	Blocks     []Block

	Remain Remain
	// RemainValue is the rule for unlisted attributes; nil means Template.
	RemainValue *Value
	// RemainBody is the body of unlisted blocks, if Remain allows blocks. Nil means an empty body
	// with the same Remain, RemainValue, Names and Dynamic.
	RemainBody *Body
	// Names is the language's table of unlisted names for [Body.Classify]; nil means an empty table.
	// PluginNames is the table of a plugin, which takes precedence. Only readers with the plugin's
	// schema or with the table of plugins have it.
	Names, PluginNames *guess.Names

	// Reserved contains the names that the language reserves without a meaning. The product rejects
	// them, and Lookup does not find them.
	Reserved *Body

	// Bundled contains all rows of a provider or provisioner that is part of the product; see
	// [Body.Foreign]. Conversion uses the other rows, as for other providers.
	Bundled *Body

	// JustAttributes is true if the product reads only attributes from the body. In JSON, the body
	// must then be one object, never an array of objects.
	JustAttributes bool
	// Dynamic is true if the body may contain dynamic blocks, as defined by the dynblock extension
	// of hashicorp/hcl.
	Dynamic bool
	// Sequence contains groups of block types whose relative order matters across types (Packer:
	// post-processor and post-processors).
	Sequence [][]string
	// NoComments is true if the product does not ignore a "//" property in this body. The "//" of
	// the parent body then contains the comments of the block.
	NoComments bool
	// NestedInLists is true if the product reads the body as a value, and wraps each block and each
	// object argument of native syntax in a list. JSON must contain these lists as arrays (Nomad:
	// config). The distinction between attributes and blocks then does not matter. Nested bodies
	// have NoComments.
	NestedInLists bool
	// Part is the part of a plugin's schema that defines the rest of the body; see
	// [Dialect.WithPlugins].
	Part Part
	// Origin is the source of the rows that the language does not define.
	Origin Origin
	// SchemaVersion is the version of a resource type's schema, which states store with their
	// values; nil if unknown.
	SchemaVersion *uint64

	// index contains the indexes of attributes, then blocks, sorted by name.
	index []int32
	// hasLimits is true if a block type has a Min or Max.
	hasLimits bool
	// asBlocks is true if an argument may be written as blocks.
	asBlocks bool
	// hasUncommented is true if the body of a block has NoComments.
	hasUncommented bool
	// inContent is the copy of this body for the content of a dynamic block.
	inContent *Body
	// dynamic is the row of dynamic blocks, or nil.
	dynamic *lazyBlock
}

// Dialect is a language: its root body and the properties of its files.
type Dialect struct {
	// Name is the name of the language in options: "opentofu".
	Name string
	// Product is the name, for messages, of the program that reads the language: "OpenTofu".
	Product string
	// Target is the product and version, for messages, that read the language: "opentofu@1.9". It is
	// empty for a language without versions.
	Target string
	// Root is the body of a file.
	Root *Body
	// ArrayRoot is true if a JSON file may be an array of objects.
	ArrayRoot bool
	// Merges is true if the product merges bodies of several files, as for a module with override
	// files. Blocks must then stay blocks in JSON, because the merge rules for blocks and arguments
	// differ.
	Merges bool
	// Roots, if not nil, contains the variables that exist besides the iterators of dynamic blocks
	// and for expressions. A reference to any other variable in a template sequence evaluates to its
	// source text (Nomad).
	Roots []string
	// Placeholders, Style and Outside are rules for the commands that edit files. Conversion does not
	// use Style and Outside; they are nil for a language without such rules. Their types are internal,
	// because their rows change with every release.
	Placeholders []conventions.Placeholder
	Style        *conventions.Style
	Outside      *conventions.Outside
	// BuiltIn contains the types of a provider that is part of the product; nil if the product has
	// no such provider.
	BuiltIn map[Part]map[string]*typespec.Body

	prepare sync.Once
	plugins sync.Once
	// parts is the result of allParts.
	parts map[Part]bool
}

// Arguments returns one row per name. All rows have the given rule; nil means Template.
func Arguments(rule *Value, names ...string) []Attribute {
	rows := make([]Attribute, len(names))
	for i, name := range names {
		rows[i] = Attribute{Name: name, Value: rule}
	}
	return rows
}

// Element is an object of a list or set that native syntax may also write as a block.
type Element struct {
	// Type is the type of the object; cty.NilType if no schema defines it.
	Type cty.Type

	// Few elements are used, so body is built on the first use. from builds it; nil means body is
	// set.
	once sync.Once
	from func() *Body
	body *Body
}

// ElementOf returns an element with the given body.
func ElementOf(body *Body) *Element { return &Element{body: body} }

// newElement returns an element whose body is built on the first use.
func newElement(object cty.Type, from func() *Body) *Element {
	return &Element{Type: object, from: from}
}

// NewElement returns the element of a list or set of objects. It returns nil for any other type. The
// rows of its body have the given origin. define, if not nil, completes the body.
//
// opentofu internal/lang/blocktoattr/schema.go, SchemaForCtyElementType
func NewElement(list cty.Type, origin Origin, define func(*Body)) *Element {
	if !listOfObjects(list) {
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

// Body returns the body of the block, or nil for a nil Element. It is safe for concurrent use.
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

// prepare prepares the body if it is already built.
func (e *Element) prepare() {
	if e != nil && e.from == nil {
		e.body.Prepare()
	}
}

// evaluated returns a copy of e for the content of a dynamic block; see [Body.evaluated].
func (e *Element) evaluated() *Element {
	if e == nil {
		return nil
	}
	if e.from == nil {
		return &Element{Type: e.Type, body: e.body.evaluated()}
	}
	return newElement(e.Type, func() *Body {
		body := e.Body()
		buildLock.Lock()
		defer buildLock.Unlock()
		return body.evaluated()
	})
}

// adapted returns a copy of e with other inherited properties.
func (e *Element) adapted(in inheritance, made adaptations) *Element {
	if e == nil {
		return nil
	}
	if e.from == nil {
		return &Element{Type: e.Type, body: made.adapt(e.body, in)}
	}
	return newElement(e.Type, func() *Body { return adaptations{}.adapt(e.Body(), in) })
}

// listOfObjects reports whether t is a list or set of objects, the type of an argument that may be
// written as blocks.
func listOfObjects(t cty.Type) bool {
	return t != cty.NilType && (t.IsListType() || t.IsSetType()) && t.ElementType().IsObjectType()
}

// StructuralType reports whether an argument of type t can never be written as blocks. If a schema
// contains such an argument, none of its arguments can be written as blocks.
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
