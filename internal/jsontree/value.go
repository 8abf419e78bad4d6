package jsontree

import (
	"iter"
	"strings"
)

// Unquote reads a JSON string.
func Unquote(text string) (s string, ok bool) {
	v, diags := Parse([]byte(text), "")
	if diags.HasErrors() || v.Kind != String {
		return "", false
	}
	return strings.Clone(v.Text), true
}

// Repeated goes over the members of an object whose name an earlier one has.
func (v *Value) Repeated() iter.Seq[*Member] {
	return func(yield func(*Member) bool) {
		seen := make(map[string]bool, len(v.Members))
		for i := range v.Members {
			m := &v.Members[i]
			if seen[m.Name] && !yield(m) {
				return
			}
			seen[m.Name] = true
		}
	}
}

// RepeatsName reports whether a name appears twice in an object.
func (v *Value) RepeatsName() bool {
	for range v.Repeated() {
		return true
	}
	return false
}

// The methods below take nil for a value that is not there.

// Member returns the value of a member of an object, of the last one if it appears twice,
// or nil.
func (v *Value) Member(name string) *Value {
	if v == nil {
		return nil
	}
	for i := len(v.Members) - 1; i >= 0; i-- {
		if v.Members[i].Name == name {
			return &v.Members[i].Value
		}
	}
	return nil
}

// Elem returns an element of an array, or nil.
func (v *Value) Elem(i int) *Value {
	if v == nil || i < 0 || i >= len(v.Elems) {
		return nil
	}
	return &v.Elems[i]
}

// IsTrue reports whether a value is true.
func (v *Value) IsTrue() bool { return v != nil && v.Kind == Bool && v.Text == "true" }

// HoldsTrue reports whether a value or something in it is true.
func (v *Value) HoldsTrue() bool {
	if v == nil || v.IsTrue() {
		return v != nil
	}
	for i := range v.Len() {
		if _, part := v.Part(i); part.HoldsTrue() {
			return true
		}
	}
	return false
}
