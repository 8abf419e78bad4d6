// Package tables contains the types for tables of the names in an HCL body. A table defines whether
// a name is an attribute or a block, and the number of labels of the block. It also defines how a
// product interprets a JSON string that represents the expression of an attribute. The converter
// follows these tables, and its code contains no block types.
//
// The terms are those of the HCL specification: body, attribute, block, label, expression, template,
// traversal, keyword. A language, such as OpenTofu or Packer, is a [Dialect]. Its [Body] tables are
// in a package of their own.
package tables

import (
	"slices"
	"strings"
	"sync"

	"github.com/zclconf/go-cty/cty"

	"github.com/hcljson/hcljson/internal/facts/guess"
)

// Mode defines how a product interprets a JSON string that represents an expression (hashicorp/hcl,
// json/spec.md, "Expressions").
type Mode uint8

const (
	// Template means that the string is a template. The string "${x}" is the expression x.
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

// Modes contains the name of each mode in schema files.
var Modes = []string{
	Template: "template", Literal: "literal", Traversal: "traversal", Reference: "reference", Keyword: "keyword",
	Type: "type", TemplateOrText: "template-or-text", TemplateOrTraversal: "template-or-traversal", Call: "call",
}

// IsTemplate reports whether m interprets a JSON string as a template.
func (m Mode) IsTemplate() bool {
	return m == Template || m == TemplateOrText || m == TemplateOrTraversal
}

// IsSource reports whether m interprets a JSON string as the source of a native expression, without
// "${" and "}".
func (m Mode) IsSource() bool { return m != Literal && !m.IsTemplate() }

// Value is the rule for one expression. Mode applies to the whole expression. If List, MapKey,
// MapValue or Fields is set, the elements of a tuple or object have their own rules. Otherwise the
// elements have the same rule as the whole expression.
type Value struct {
	Mode Mode

	// List is the rule for the elements of a static list.
	List *Value
	// MapKey and MapValue are the rules for the keys and values of a static map. If MapKey is nil,
	// keys are Literal.
	MapKey, MapValue *Value
	// Fields contains the rules for the keys of an object (OpenTofu: an entry of
	// required_providers). The value of any other key is Literal.
	Fields []Attribute

	// NativeConstant is true if a JSON string may contain references, but the native expression must
	// be constant (OpenTofu: provider_meta).
	NativeConstant bool

	// Scope, if not nil, limits the names that the expression may refer to. Any other name is
	// converted with a warning.
	Scope *Scope

	// NativeReference is true if a JSON string is a Traversal, but in native syntax the index of a
	// reference may be any expression. A reference with such an index has no JSON form.
	NativeReference bool

	// Unquoted is true if the product rejects a quoted reference or keyword in native syntax.
	Unquoted bool

	// Parenthesized is true if the product accepts a reference in parentheses (replace_triggered_by). The
	// products reject parentheses and ${ } around other static expressions, lists and maps.
	Parenthesized bool

	// TextOfCall is true if the product evaluates a string or key of JSON that parses as an
	// expression with a function call (docker bake: the result of a function). To keep such text as
	// text, the converter writes it as an interpolation of a quoted string. TextOfCall applies to
	// templates.
	TextOfCall bool

	// Nullable is true if the product accepts null as a value that it does not evaluate (OpenTofu: prevent_destroy).
	Nullable bool

	// Takes, if not empty, defines the constants that the product accepts. It is the name of a kind
	// in package internal/facts/tfname, or a list of keywords separated by |. Any other constant is
	// converted with a warning.
	Takes string

	// Differs, if not empty, describes the products or versions that interpret the string
	// differently. It is the last clause of a warning about a string with a template sequence:
	// "Terraform before 1.15 takes it verbatim".
	Differs string
}

// IsMap reports whether the keys or values of an object have their own rules. It returns false for a
// nil rule.
func (v *Value) IsMap() bool {
	return v != nil && (v.MapKey != nil || v.MapValue != nil || v.Fields != nil)
}

// HasParts reports whether the elements of a tuple or object have their own rules. It returns false
// for a nil rule.
func (v *Value) HasParts() bool { return v.IsMap() || v != nil && v.List != nil }

// IsPlain reports whether v accepts every expression with its usual meaning. It returns true for a
// nil rule.
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

// Function is a function of a language with the number of its arguments. Max is [AnyNumber] if there is no limit.
type Function struct {
	Name     string
	Min, Max int
}

// AnyNumber is the Max of a function without a limit.
const AnyNumber = 1 << 30

// Scope contains the names to which an expression may refer: functions, and the first names of
// references. A nil list allows every name. An empty list that is not nil allows no names.
type Scope struct {
	Functions, Variables []string
	// OnlyJSON is true if the product limits the names in JSON files only.
	OnlyJSON bool
}

// Origin is the source of the rows of a body.
type Origin struct {
	Kind OriginKind
	// Name is the subject of messages, such as "Provider hashicorp/aws". It is empty if the subject
	// is the product. Version is the version of the provider, or empty.
	Name, Version string
	// Reason is a sentence about a missing schema, for a diagnostic.
	Reason string
}

// OriginKind is the kind of an origin.
type OriginKind uint8

const (
	// FromLanguage means that the language defines the names. Every program that reads the language
	// has these rows.
	FromLanguage OriginKind = iota
	// FromBundled means a provider or provisioner that is part of the product defines the names.
	FromBundled
	// FromPlugin means that the rows come from the schema of a provider or plugin. A program that
	// reads the output may lack this schema, so the output must be clear without it.
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

// External reports whether a program that reads the output may lack the rows.
func (k OriginKind) External() bool { return k == FromPlugin || k == FromTable }

// String returns the name and version for messages. It returns "" for the product.
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

// ValueKind is the kind of the values of an argument.
type ValueKind uint8

const (
	// AnyValue is a value of any or of an unknown type.
	AnyValue ValueKind = iota
	// SingleValue is a string, a number or a boolean.
	SingleValue
	// ListValue is a list, set or tuple.
	ListValue
	// MapValue is a map or an object.
	MapValue
)

// Attribute is the row of one argument of a body.
type Attribute struct {
	Name string
	// Value is the rule for the argument's expression. If it is nil, the mode is Template.
	Value *Value
	// Origin is the source of the row.
	Origin OriginKind
	// Kind is the kind of the values that a provider or plugin defines. ReadOnly is true if configuration cannot set
	// the argument.
	Kind     ValueKind
	ReadOnly bool
	// AsBlocks is not nil if the value is a list or set of objects that native syntax also accepts
	// as blocks (opentofu internal/lang/blocktoattr). JSON accepts only the attribute, and each of
	// its objects must contain every argument.
	AsBlocks *Element
	// OtherTarget, if not empty, is another target product that has the argument, such as
	// "terraform@1.14". The target of the table rejects it.
	OtherTarget string
	// TypeFrom, if not empty, is the argument with the type to which a constant value must convert (variable:
	// default).
	TypeFrom string
	// NoJSON, if not empty, is a sentence for a diagnostic. It is the reason why a value that is an
	// object of objects or tuples has no JSON form.
	NoJSON string
}

// Block is the row of one block type of a body.
type Block struct {
	Type string
	// Labels contains the names of the labels for messages. Its length is the number of labels.
	Labels []string
	// Body is the body of the block. It is nil only if Dependent or Choose is set.
	Body *Body
	// Optional is the number of trailing labels that may be omitted. An omitted label is "" in JSON.
	// JSON may also omit it: then the object at its position contains an argument of Body whose
	// value is not an object or array.
	Optional int
	// Dependent contains the bodies that depend on labels. Body applies to all other labels. A key
	// is the first label, or several leading labels joined by [LabelSeparator]. The longest matching
	// key wins.
	Dependent map[string]*Body
	// Listed is true if the product accepts only the first labels that Dependent contains (provisioner).
	Listed bool
	// ListedPrefix, if not empty, is the prefix of first labels of which Dependent contains all (resource: terraform_).
	ListedPrefix string
	// By, if not empty, is an argument whose value selects the body. The value is a constant string,
	// or the first name of a reference. Values maps the values to bodies, and takes precedence over
	// Dependent.
	By     string
	Values map[string]*Body
	// Choose, if not nil, returns the body and takes precedence over Values and Dependent. It is for
	// tables that are too large to build in advance. The parameter value is the value of By, or
	// empty. If Choose returns nil, Values and Dependent apply. Choose must be safe for concurrent
	// use.
	Choose func(labels []string, value string) *Body
	// Ordered is true if the relative order of blocks of this type matters even if their labels
	// differ (provisioner, run).
	Ordered bool
	// Merged is true if the product merges blocks of this type with the same labels in their order, so that
	// the last value of an argument counts (docker bake: target).
	Merged bool
	// Single is true if the product accepts at most one block of this type in a body.
	Single bool
	// Unique is true if the product accepts at most one block of this type with the same labels in
	// all files of a module. If the type has no labels and its body has JustAttributes, the
	// attributes must be unique instead of the blocks.
	Unique bool
	// DistinguishedBy, if not empty, is an argument that distinguishes Unique blocks with the same
	// labels (provider: alias). It has no effect if its value depends on a reference.
	DistinguishedBy string
	// OfProvider is true if the first label is a local name of a provider (provider_meta). Two Unique blocks for the same
	// provider are duplicates.
	OfProvider bool
	// OwnRoots contains the first names of references to the block, before its labels; "" if a label is the first name.
	// The product rejects references to the block itself in its arguments. Without labels, each argument of the body has
	// the address of its name (locals).
	OwnRoots []string
	// Condition, if not nil, is an argument of a nested block that must refer to the block (variable).
	Condition *Condition
	// Confined, if not nil, limits the references in certain blocks of this type (provisioner).
	Confined *Confined
	// UniqueAcrossTypes, if not empty, is the name of a group of block types. The product accepts at
	// most one block of the group in all files of a module, with any type and labels (backend,
	// cloud).
	UniqueAcrossTypes string
	// Identifiers is true if labels must be identifiers that are not in ReservedNames. Other labels
	// are converted with a warning.
	Identifiers   bool
	ReservedNames []string
	// Min and Max limit the number of blocks of this type in a body. 0 means no limit. The converter
	// reports a warning if the number is outside of the limits.
	Min, Max int
	// Origin and OtherTarget are defined as in [Attribute].
	Origin      OriginKind
	OtherTarget string
	// Escape is true for an escape block; see [Body.EscapeBlock].
	Escape bool
	// Shape is the JSON form that the product accepts for blocks of this type.
	Shape Shape
}

// Condition is the argument Argument of the nested blocks of type Block. Its expression must contain a reference to the
// enclosing block, which starts with Root and the last label.
type Condition struct{ Block, Argument, Root string }

// Confined limits the references in blocks whose argument Argument is the keyword Value, and in the blocks of type Also
// next to them. Names contains the first names of valid references, with the only valid second name, or "".
type Confined struct {
	Argument, Value, Also string
	Names                 map[string]string
}

// Shape is the JSON form that a product accepts for blocks.
type Shape uint8

const (
	// AnyShape means an object for one block, or an array for any number of blocks.
	AnyShape Shape = iota
	// ObjectShape means an object at each level, never an array: the product reads an attribute
	// (Terragrunt: generate), or counts the values (Terragrunt: include). If the parent body also
	// has an attribute of this name, JSON always means the attribute. The labels are then templates.
	ObjectShape
	// ArrayShape means an array of objects whose keys are the labels, even for one block.
	ArrayShape
)

// LabelSeparator joins labels in the keys of [Block.Dependent].
const LabelSeparator = "\x00"

// Remain defines the kind of unlisted names: names that no row of the body has.
type Remain uint8

const (
	// RemainNone means that unlisted names are invalid. They are converted as with RemainUnknown,
	// and reported as warnings.
	RemainNone Remain = iota
	// RemainAttributes means unlisted names are attributes (locals, module inputs).
	RemainAttributes
	// RemainUnknown means unlisted names are attributes or blocks of a provider or plugin whose
	// schema is not available.
	RemainUnknown
)

// Body is the table of the names in a block or file.
type Body struct {
	Attributes []Attribute
	Blocks     []Block

	Remain Remain
	// RemainValue is the rule for unlisted attributes. If it is nil, the mode is Template.
	RemainValue *Value
	// RemainBody is the body of unlisted blocks. If it is nil and Remain allows blocks, Prepare sets
	// it to an empty body that inherits the properties of this body.
	RemainBody *Body
	// Names is the language's table of unlisted names, and PluginNames the table of a plugin, which
	// takes precedence. A nil table is empty. A program that reads the output may lack PluginNames.
	Names, PluginNames *guess.Names

	// Required contains the names of required arguments. Exclusive contains groups of arguments of which the
	// product accepts at most one (OpenTofu: count, for_each). An override file may lack required arguments.
	Required  []string
	Exclusive [][]string
	// OneOf contains groups of arguments of which the product needs exactly one with a value other than null
	// (provisioner remote-exec: inline, script, scripts).
	OneOf [][]string

	// Moves contains two arguments with the old and the new address of an object, which must be different, and both of a
	// resource or both of a module (moved).
	Moves []string

	// NamesTake, if not empty, is the kind of the names of unlisted attributes: see [Value.Takes] (required_providers).
	NamesTake string

	// Reserved contains names that the language reserves for later versions. The product rejects
	// them, and Lookup does not return them.
	Reserved *Body

	// Bundled contains the names of a provider or provisioner that is part of the product; see
	// [Body.ForeignBody]. Conversion does not use it: it treats this provider as any other.
	Bundled *Body

	// Self is true if the product defines the enclosing resource as self in this body (provisioner).
	Self bool

	// JustAttributes is true if the product reads only attributes from the body. In JSON, such a
	// body must be one object, not an array of objects.
	JustAttributes bool
	// Dynamic is true if the body may contain dynamic blocks, as defined by the dynblock extension
	// of hashicorp/hcl.
	Dynamic bool
	// Sequence contains groups of block types whose relative order matters across types (Packer:
	// post-processor and post-processors).
	Sequence [][]string
	// NoComments is true if the product does not ignore a "//" property in this body. The comments
	// of the block are then in the "//" of the parent body.
	NoComments bool
	// NestedInLists is true if the product reads the body as one value, in which each native block
	// and each native object is a list element (Nomad: config). JSON must contain these lists as
	// arrays. There is then no difference between attributes and blocks. Nested bodies have
	// NoComments.
	NestedInLists bool
	// Part is the part of a plugin's schema that defines the other names of the body; see
	// [Body.WithPlugins].
	Part Part
	// Origin is the source of the rows that the language does not define.
	Origin Origin
	// SchemaVersion is the version of a resource type's schema, or nil if it is unknown. A state
	// stores this version with the values of a resource.
	SchemaVersion *uint64

	// index contains the indexes of all rows, sorted by name. The indexes of Blocks follow the
	// indexes of Attributes.
	index []int32
	// hasRules is the result of HasRules.
	hasRules bool
	// asBlocks is true if an argument may be written as blocks.
	asBlocks bool
	// hasUncommented is true if a nested body has NoComments.
	hasUncommented bool
	// inContent is the result of evaluated, or nil if it is not built yet.
	inContent *Body
	// dynamic is the result of dynamicBlock. It is nil if the body may not contain dynamic blocks.
	dynamic *lazyBlock
	// parts contains the parts of plugins that define nested bodies. It is nil before PrepareRoot.
	parts map[Part]bool
}

// Dialect is the table of a language: its root body and the properties of its files.
type Dialect struct {
	// Name is the name of the language in options, such as "opentofu".
	Name string
	// Product is the name of the program that reads the language, for messages: "OpenTofu".
	Product string
	// Target is the product and version that read the language, such as "opentofu@1.9". It is empty
	// for a language without versions.
	Target string
	// Root is the body of a file.
	Root *Body
	// ArrayRoot is true if a JSON file may be an array of objects.
	ArrayRoot bool
	// Merges is true if the product merges the bodies of several files, such as override files.
	// Blocks must then stay blocks in JSON, because blocks and arguments are merged differently.
	Merges bool
	// Roots, if not nil, contains the first names of valid references. In a template sequence, any
	// other reference evaluates to its source text (Nomad). Iterators of dynamic blocks and for
	// expressions are valid too.
	Roots []string
	// Functions, if not nil, are the functions of the language without a namespace, sorted by name. Qualified is true if
	// a reference has at least two names, unless the expression or a dynamic block defines its name.
	Functions []Function
	Qualified bool
	// Objects contains the attributes of the objects of the language, such as "path". A name without attributes is
	// no object.
	Objects map[string][]string
	// Facts contains facts about the language for the programs of this repository. They have an internal type, because
	// they change with each release.
	Facts any
}

// Arguments returns one row per name. All rows have the given rule. If rule is nil, the mode is
// Template.
func Arguments(rule *Value, names ...string) []Attribute {
	rows := make([]Attribute, len(names))
	for i, name := range names {
		rows[i] = Attribute{Name: name, Value: rule}
	}
	return rows
}

// Element describes the objects of a list or set that native syntax may also write as blocks.
type Element struct {
	// Type is the type of the objects. It is cty.NilType if no schema defines the type.
	Type cty.Type

	// from builds the body on the first use, because few elements are used. It is nil if the body is
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

// NewElement returns the element for an argument of the type list. It returns nil if the type is not
// a list or set of objects. The rows of the element's body have the given origin. define, if not
// nil, completes the body.
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

// prepare calls Prepare for the body if it is already built.
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

// adapted returns a copy of e whose body has the properties in; see adaptations.adapt.
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
