//go:build hcljson_small

// Package json stands in for the one of zclconf/go-cty. It reads types.
package json

import (
	"strings"

	"github.com/zclconf/go-cty/cty"
)

// missing is what whoever asks for more learns; see service.Absent.
type missing struct{}

func (missing) Absent() {}

func (missing) Error() string { return "go-cty is not in this program as a whole" }

// UnmarshalType reads a type as cty writes it, without spaces.
func UnmarshalType(src []byte) (cty.Type, error) {
	r := &reader{rest: string(src)}
	typ := r.typ()
	if r.rest != "" {
		panic(missing{})
	}
	return typ, nil
}

type reader struct{ rest string }

// take passes over a text, if it comes next.
func (r *reader) take(text string) (ok bool) {
	r.rest, ok = strings.CutPrefix(r.rest, text)
	return ok
}

func (r *reader) need(text string) {
	if !r.take(text) {
		panic(missing{})
	}
}

func (r *reader) text() string {
	r.need(`"`)
	text, rest, ok := strings.Cut(r.rest, `"`)
	if !ok || strings.Contains(text, `\`) {
		panic(missing{})
	}
	r.rest = rest
	return text
}

func (r *reader) typ() (t cty.Type) {
	if !r.take("[") {
		return cty.Primitive(r.text())
	}
	switch kind := r.text(); kind {
	case "object":
		r.need(",{")
		attributes := map[string]cty.Type{}
		for len(attributes) == 0 || r.take(",") {
			name := r.text()
			r.need(":")
			attributes[name] = r.typ()
		}
		r.need("}")
		t = cty.Object(attributes)
	case "list", "set", "map":
		r.need(",")
		t = cty.Collection(kind, r.typ())
	default:
		panic(missing{})
	}
	r.need("]")
	return t
}
