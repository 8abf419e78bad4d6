// Package cty stands in for zclconf/go-cty. There are no values, and of types those that
// stand in the tables of OpenTofu and Terraform.
package cty

import "math/big"

// missing is what whoever asks for a value learns; see service.Absent.
type missing struct{}

func (missing) Absent() {}

func (missing) Error() string { return "go-cty is not in this program" }

// Type is a primitive type, or any.
type Type struct{ name string }

// The types that there are.
var (
	NilType           Type
	Bool              = Type{"bool"}
	Number            = Type{"number"}
	String            = Type{"string"}
	DynamicPseudoType = Type{"any"}
)

func (Type) IsListType() bool { return false }

func (Type) IsSetType() bool { return false }

func (Type) IsMapType() bool { return false }

func (Type) IsTupleType() bool { return false }

func (Type) IsObjectType() bool { return false }

func (Type) IsCollectionType() bool { return false }

func (Type) IsPrimitiveType() bool { panic(missing{}) }

func (Type) ElementType() Type { panic(missing{}) }

func (Type) AttributeTypes() map[string]Type { panic(missing{}) }

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
