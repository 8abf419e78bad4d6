package jsonschema

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/hcljson/hcljson/internal/packercomponents"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/packer"
	"github.com/hcljson/hcljson/schema/provider"
)

// The kinds of schemas: of a language in JSON and in the query form, of the values of a module's
// variables, and of the JSON output format.
const (
	Config        = "config"
	Query         = "query"
	Variables     = "variables"
	Plan          = "plan"
	State         = "state"
	Configuration = "configuration"
)

// Kinds are all of them.
func Kinds() []string { return []string{Config, Query, Variables, Plan, State, Configuration} }

// Formats are the kinds of the JSON output format, in which no module has a part.
func Formats() []string { return []string{Plan, State, Configuration} }

// Request says which schema is wanted.
type Request struct {
	Kind string
	// Dialect is the language, which knows the plugins of the module.
	Dialect *schema.Dialect
	// Files are those of the module that are in the language, in the order of loading.
	Files []provider.File
	// Requirements and Find tell the schemas of providers.
	Requirements provider.Requirements
	Find         provider.Find
	// Component returns what a component of Packer takes, or nil.
	Component func(part schema.Part, typ string) (*schema.SpecBody, error)
	// All: all types of the providers are described, and not only those that the files use.
	All bool
}

// Of returns a schema.
func Of(r Request) ([]byte, error) {
	switch r.Kind {
	case Variables:
		return variablesOf(r.Files, r.Dialect), nil
	case Plan, State, Configuration:
		return formatOf(r.Kind), nil
	}
	types := Types{}
	for _, file := range r.Files {
		if body := file.Body(); body != nil {
			types.Use(body, r.Dialect)
		}
	}
	p := &plugins{Request: r, types: types}
	if err := p.add(); err != nil {
		return nil, err
	}
	return language(p, r.Kind == Query)
}

// plugins knows what plugins define for a module.
type plugins struct {
	Request
	types Types
	// described are the providers whose schemas are known.
	described []string
}

// add adds the types of providers that the files do not name.
func (p *plugins) add() error {
	if p.Dialect.UsesPart(schema.Builder) {
		return nil
	}
	for _, part := range provider.Parts {
		for typ := range p.types[part] {
			local, _ := schema.LocalName(part, []string{typ}, "")
			p.types.Add(schema.ProviderConfig, local, "")
		}
	}
	for local := range p.Requirements.Providers {
		p.types.Add(schema.ProviderConfig, local, "")
	}
	for _, local := range slices.Sorted(maps.Keys(p.types[schema.ProviderConfig])) {
		found, err := p.provider(local)
		if err != nil {
			return err
		}
		if found == nil {
			continue
		}
		p.described = append(p.described, found.String())
		for _, part := range provider.Parts {
			for _, typ := range found.Types(part) {
				if p.All {
					p.types.Add(part, typ, local)
				}
			}
		}
	}
	return nil
}

// comment says which providers the schema describes.
func (p *plugins) comment() string {
	if len(p.described) == 0 {
		return ""
	}
	return "With the types of " + strings.Join(sorted(p.described), ", ") + "."
}

// provider returns the schema of the provider with a local name; nil if there is none.
func (p *plugins) provider(local string) (*provider.Schema, error) {
	required, ok := p.Requirements.Requirement(local)
	if !ok || p.Find == nil {
		return nil, nil
	}
	found, err := p.Find(required)
	if errors.As(err, new(*provider.DoubtError)) {
		err = nil
	}
	return found, err
}

// spec returns what is known of a type; nil if nothing is. value is that of [schema.Block.By].
func (p *plugins) spec(part schema.Part, typ, value string) (*schema.SpecBody, error) {
	if spec := p.Dialect.BuiltIn[part][typ]; spec != nil {
		return spec, nil
	}
	if p.Dialect.UsesPart(schema.Builder) {
		typ = packer.ComponentType(typ)
		if p.Component != nil {
			if spec, err := p.Component(part, typ); spec != nil || err != nil {
				return spec, err
			}
		}
		return packercomponents.Lookup(part, typ), nil
	}
	local, typ := schema.LocalName(part, []string{typ}, value)
	found, err := p.provider(local)
	if found == nil || err != nil {
		return nil, err
	}
	spec, err := found.Spec(part, typ)
	if spec == nil || err != nil {
		return nil, err
	}
	return spec.Body, nil
}
