package shape

import (
	"strings"

	"github.com/hcljson/hcljson/internal/annotation"
	"github.com/hcljson/hcljson/internal/facts/guess"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/text/hcltext"
)

// Of returns the form of a value, which is evidence for its kind.
func Of[V Value[V]](v V) guess.Form {
	switch kind, parts := v.collection(); {
	case kind == '{':
		return objectForm(v, parts)
	case kind == 'n':
		return guess.NullForm
	case kind == '[' && parts == 0:
		return guess.EmptyForm
	case kind == '[':
		return arrayForm(v, parts)
	}
	return guess.PlainForm
}

func arrayForm[V Value[V]](v V, parts int) guess.Form {
	result, nulls, nested, labels, flags := guess.ListForm, 0, 0, false, guess.Form(0)
	for i := range parts {
		_, elem := v.part(i)
		kind, members := elem.collection()
		s := Of(elem)
		flags |= s & guess.Flags
		s &^= guess.Flags
		if kind == '[' {
			nested++
		}
		switch {
		case s == guess.NullForm:
			nulls++
		case s == guess.PlainForm, kind == '[' && (s == guess.LabelsForm || !isBodyArray(elem)):
			return guess.PlainForm
		case s == guess.LabelsForm:
			labels = true
		case s == guess.BodyForm, s == guess.BodyListForm, kind == '[' && members > 1 && endsWithEmptyObject(elem):
			result = guess.BodyListForm
		}
	}
	switch {
	case labels:
		return guess.LabelsForm
	case nulls == parts:
		return guess.NullsForm
	case result == guess.BodyListForm, nulls > 0:
		return guess.BodyListForm | flags
	case nested == parts:
		return guess.NestedForm | flags
	case nested > 0:
		return guess.SplitForm | flags
	}
	return result | flags
}

// isBodyArray reports whether an array can be one body: its elements are objects.
func isBodyArray[V Value[V]](v V) bool {
	_, parts := v.collection()
	for i := range parts {
		_, elem := v.part(i)
		if kind, _ := elem.collection(); kind != '{' {
			return false
		}
	}
	return true
}

// endsWithEmptyObject reports whether the last element of an array is {}. The converter adds {} to
// mark an array as the body of a block.
func endsWithEmptyObject[V Value[V]](v V) bool {
	_, parts := v.collection()
	_, last := v.part(parts - 1)
	kind, members := last.collection()
	return kind == '{' && members == 0
}

// hasLabelledObjects reports whether a value can be blocks with one label, and f returns true for the object of
// each block. f may be nil.
func hasLabelledObjects[V Value[V]](v V, f func(object V, parts int) bool) bool {
	return eachObject(v, func(labels V, parts int) bool {
		for i := range parts {
			if _, bodies := labels.part(i); !eachObject(bodies, f) {
				return false
			}
		}
		return parts > 0
	})
}

// hasContent reports whether an object has the member "content", which each dynamic block requires.
func hasContent[V Value[V]](object V, parts int) bool {
	for i := range parts {
		if name, _ := object.part(i); name == tables.ContentType {
			return true
		}
	}
	return false
}

// isNothing reports whether a value is null or an empty array.
func isNothing[V Value[V]](v V) bool {
	kind, parts := v.collection()
	return kind == 'n' || kind == '[' && parts == 0
}

// eachObject reports whether a value is an object or an array of objects, and f, if not nil, returns true for
// each of them. The second parameter of f is the number of members.
func eachObject[V Value[V]](v V, f func(object V, parts int) bool) bool {
	kind, parts := v.collection()
	if kind == '{' {
		return f == nil || f(v, parts)
	}
	for i := range parts {
		_, elem := v.part(i)
		if kind, members := elem.collection(); kind != '{' || f != nil && !f(elem, members) {
			return false
		}
	}
	return kind == '[' && parts > 0
}

func objectForm[V Value[V]](v V, parts int) guess.Form {
	if parts == 0 {
		return guess.EmptyObjectForm
	}
	result, body, labels, bodies, flags := guess.ObjectForm, false, false, true, guess.Form(0)
	for i := range parts {
		name, value := v.part(i)
		kind, _ := value.collection()
		inside := kind == '{' || kind == '['
		switch {
		case name == annotation.Property, name == tables.DynamicType && hasLabelledObjects(value, hasContent[V]):
			// Only a body can contain this member.
			body = true
		case name == tables.DynamicType && !isNothing(value) && !hasLabelledObjects(value, nil):
			flags |= guess.NoDynamic
		case !hcltext.IsIdentifier(name):
			labels = true
		case strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789_") != "":
			flags |= guess.OtherKeys
		}
		bodies = bodies && inside
		switch {
		case inside:
			result = guess.DeepForm
		case value.isPlainScalar() && result == guess.ObjectForm:
			result = guess.MixedForm
		}
	}
	switch {
	case labels && bodies:
		return guess.LabelsForm
	case labels:
		return guess.PlainForm
	case body:
		result = guess.BodyForm
	}
	return result | flags
}
