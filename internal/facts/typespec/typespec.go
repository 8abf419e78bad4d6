// Package typespec describes the values that a provider or plugin defines: types, required and computed
// arguments, and limits on the number of blocks. Package schema describes their syntax.
package typespec

import "github.com/zclconf/go-cty/cty"

// Type is a provider's definition of a resource or data source type. It distinguishes arguments from
// values that the provider computes. The rows of a tables.Body describe syntax; a Type describes values.
type Type struct {
	// Version is the version of the schema, which states store with their values.
	Version int
	Body    *Body
}

// Body defines the attributes and blocks of a body by name.
type Body struct {
	Attributes map[string]*Attribute
	Blocks     map[string]*Block
	// Description is the provider's documentation, mostly empty.
	Description string
	Deprecated  bool
}

// Attribute is an attribute of a body or of an object.
//
// Mirrors opentofu internal/configs/configschema/schema.go.
type Attribute struct {
	// Type is the type of the value; cty.NilType if Nested is set.
	Type cty.Type
	// Nested contains the attributes of the objects in the value. Nesting defines the form of the
	// value.
	Nested  map[string]*Attribute
	Nesting Nesting
	// Required and Optional attributes are arguments. Computed attributes have a value even if the
	// configuration omits them.
	Required, Optional, Computed bool
	Sensitive, WriteOnly         bool
	Deprecated                   bool
	// Description is the provider's documentation.
	Description string
}

// Block is a block type of a body.
type Block struct {
	Nesting Nesting
	Body    *Body
	// Min and Max are the limits on the number of blocks; 0 means no limit.
	Min, Max int
}

// Nesting is the form of the value of blocks or of nested attributes.
type Nesting uint8

const (
	// NestingSingle means an object, or null.
	NestingSingle Nesting = iota
	// NestingGroup means an object. If the configuration has no block, the object is the value of an
	// empty block.
	NestingGroup
	// NestingList means a list of objects.
	NestingList
	// NestingSet means a set of objects.
	NestingSet
	// NestingMap means a map of objects. The key is the label of a block.
	NestingMap
)

// IsArgument reports whether a configuration may set the attribute.
func (a *Attribute) IsArgument() bool { return a.Required || a.Optional }
