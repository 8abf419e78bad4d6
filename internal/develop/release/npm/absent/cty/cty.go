// Package cty stands in for zclconf/go-cty. There are no values, and of types those that
// stand in the tables of OpenTofu, Terraform and their providers.
package cty

import "math/big"

// missing is what whoever asks for a value learns; see service.Absent.
type missing struct{}

func (missing) Absent() {}

func (missing) Error() string { return "go-cty is not in this program" }

// Type is a type. Types are equal, by the operator, if they are primitive.
type Type struct {
	name  string
	inner *inner
}

// inner is what a type is made of.
type inner struct {
	element    Type
	attributes map[string]Type
}

// The types that stand in tables of the language.
var (
	NilType           Type
	Bool              = Type{name: "bool"}
	Number            = Type{name: "number"}
	String            = Type{name: "string"}
	DynamicPseudoType = Type{name: "dynamic"}
)

// Primitive is the type with a name, as cty writes it in JSON.
func Primitive(name string) Type {
	switch t := (Type{name: name}); t {
	case Bool, Number, String, DynamicPseudoType:
		return t
	}
	panic(missing{})
}

// Collection is a list, set or map, as kind says.
func Collection(kind string, element Type) Type { return Type{kind, &inner{element: element}} }

// List is that of a list.
func List(element Type) Type { return Collection("list", element) }

// Map is that of a map.
func Map(element Type) Type { return Collection("map", element) }

// Object is the type of an object.
func Object(attributes map[string]Type) Type { return Type{"object", &inner{attributes: attributes}} }

func (t Type) IsListType() bool { return t.name == "list" }

func (t Type) IsSetType() bool { return t.name == "set" }

func (t Type) IsMapType() bool { return t.name == "map" }

func (t Type) IsTupleType() bool { return false }

func (t Type) IsObjectType() bool { return t.name == "object" }

func (t Type) IsCollectionType() bool { return t.IsListType() || t.IsSetType() || t.IsMapType() }

func (t Type) IsPrimitiveType() bool { return t == Bool || t == Number || t == String }

func (t Type) ElementType() Type { return t.inner.element }

func (t Type) AttributeTypes() map[string]Type { return t.inner.attributes }

// Value is one that there never is.
type Value struct{ missing }

// The values that stand for none.
var NilVal, DynamicVal Value

func StringVal(string) Value { panic(missing{}) }

func (Value) IsNull() bool { panic(missing{}) }

func (Value) IsKnown() bool { panic(missing{}) }

func (Value) Type() Type { panic(missing{}) }

func (Value) UnmarkDeep() (Value, struct{}) { panic(missing{}) }

func (Value) True() bool { panic(missing{}) }

func (Value) AsString() string { panic(missing{}) }

func (Value) AsBigFloat() *big.Float { panic(missing{}) }

func (Value) RawEquals(Value) bool { panic(missing{}) }

func (Value) ElementIterator() ElementIterator { panic(missing{}) }

// ElementIterator goes over the elements of a value.
type ElementIterator interface {
	Next() bool
	Element() (key, value Value)
}
