package provider

import (
	"errors"

	"github.com/hcljson/hcljson/schema"
)

// Find returns the schema of a provider that a module requires, or nil if there
// is none. An error is the reason why a schema that should be there cannot be
// had; a [*DoubtError] is one why it is not known. The address of a requirement
// with an Err is not valid. It is called from several goroutines.
type Find func(Requirement) (*Schema, error)

// DoubtError is the reason why a schema that nobody has asked for is not known.
// It becomes a warning.
type DoubtError struct{ Err error }

func (e *DoubtError) Error() string { return e.Err.Error() }

func (e *DoubtError) Unwrap() error { return e.Err }

// Define returns the bodies that the providers of a module define, for
// schema.Dialect.WithPlugins.
func Define(r Requirements, find Find) schema.Define {
	return func(part schema.Part, labels []string, value string) *schema.Body {
		required, typ, ok := r.of(part, labels, value)
		if !ok {
			return nil
		}
		return define(required, find, part, typ)
	}
}

func define(required Requirement, find Find, part schema.Part, typ string) *schema.Body {
	found, err := find(required)
	switch {
	case err != nil:
		return unknown(err)
	case found == nil:
		return nil
	}
	return found.Body(part, typ)
}

var partNames = map[schema.Part]string{
	schema.Resource:          "resource type",
	schema.DataSource:        "data source",
	schema.EphemeralResource: "ephemeral resource type",
	schema.ListResource:      "list resource type",
	schema.Action:            "action type",
	schema.StateStore:        "state store",
}

// of returns the provider of a block, and the type that it defines.
func (r Requirements) of(part schema.Part, labels []string, value string) (Requirement, string, bool) {
	if _, known := partNames[part]; !known && part != schema.ProviderConfig {
		return Requirement{}, "", false
	}
	local, typ := schema.LocalName(part, labels, value)
	if typ != "" && value == "" && len(labels) > 1 && r.objects[object{part, typ, labels[1]}] != "" {
		local = r.objects[object{part, typ, labels[1]}]
	}
	required, ok := r.Requirement(local)
	return required, typ, ok
}

// unknown is the body of which nothing is known for that reason.
func unknown(err error) *schema.Body {
	body := &schema.Body{Rest: schema.RestUnknown, Dynamic: true, Fault: err.Error()}
	if doubt := (*DoubtError)(nil); errors.As(err, &doubt) {
		body.Doubt, body.Fault = "What is a block here is guessed: "+err.Error()+".", ""
	}
	body.Prepare()
	return body
}

// Among returns a Find that looks for a provider among schemas. Where several
// have its address, the last counts; one of the other product's registry counts
// only where there is none of its own.
func Among(schemas []*Schema) Find {
	return func(r Requirement) (*Schema, error) {
		if r.Err != nil {
			return nil, &DoubtError{r.Err}
		}
		var found *Schema
		for _, s := range schemas {
			switch {
			case s.Address == r.Address:
				found = s
			case found == nil && Same(s.Address, r.Address):
				found = s
			}
		}
		return found, nil
	}
}
