package schema

import "github.com/zclconf/go-cty/cty"

// Spec is what a provider says of a type of its resources or data sources, as far
// as it tells arguments from what the provider computes. The rows of a [Body] are
// about syntax; a Spec is about values.
type Spec struct {
	// Version is that of the schema, which states name next to their values.
	Version int
	Body    *SpecBody
}

// SpecBody is what a body holds, by name.
type SpecBody struct {
	Attributes map[string]*SpecAttribute
	Blocks     map[string]*SpecBlock
	// Description is what the provider says of it, in prose; mostly there is none.
	Description string
	Deprecated  bool
}

// SpecAttribute is an attribute of a body, or of an object in one.
//
// Mirrors opentofu internal/configs/configschema/schema.go.
type SpecAttribute struct {
	// Type is the type of the value; it is cty.NilType if there is Nested.
	Type cty.Type
	// Nested are the attributes of the objects that the value consists of, and
	// Nesting says how it does.
	Nested  map[string]*SpecAttribute
	Nesting Nesting
	// Required and Optional attributes are arguments. Computed ones have a value
	// without the configuration.
	Required, Optional, Computed bool
	Sensitive, WriteOnly         bool
	Deprecated                   bool
	// Description is what the provider says of it, in prose.
	Description string
}

// SpecBlock is a type of blocks in a body.
type SpecBlock struct {
	Nesting Nesting
	Body    *SpecBody
	// Min and Max are how many there have to be, and may be; 0 is no limit.
	Min, Max int
}

// Nesting says what the value of blocks, or of nested attributes, is.
type Nesting uint8

const (
	// NestingSingle: an object, or null.
	NestingSingle Nesting = iota
	// NestingGroup: an object. Without a block, it is that of an empty one.
	NestingGroup
	// NestingList and NestingSet: a list or a set of objects.
	NestingList
	NestingSet
	// NestingMap: objects by key, which a block has as its label.
	NestingMap
)

// Argument reports whether a configuration may set the attribute.
func (a *SpecAttribute) Argument() bool { return a.Required || a.Optional }
