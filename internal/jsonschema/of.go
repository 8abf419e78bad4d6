package jsonschema

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/hcljson/hcljson/convert"
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
	r.Dialect.Prepare()
	switch r.Kind {
	case Variables:
		return variablesOf(r.Files, r.Dialect), nil
	case Plan, State, Configuration:
		return formatOf(r.Kind), nil
	}
	p := &plugins{Request: r, types: map[schema.Part]map[string][]string{}}
	p.find()
	return language(p), p.err
}

// plugins knows what plugins define for a module.
type plugins struct {
	Request
	// types are those that are described, by the part of a plugin's schema. To each belong the values
	// that [schema.Block.By] has in blocks of it, but for the one that it would have by default.
	types map[schema.Part]map[string][]string
	// err is the first reason why a schema could not be had.
	err error
}

func (p *plugins) add(part schema.Part, typ, value string) {
	if p.types[part] == nil {
		p.types[part] = map[string][]string{}
	}
	values := p.types[part][typ]
	if local, _ := schema.LocalName(part, []string{typ}, ""); value != "" && value != local {
		values = append(values, value)
	}
	p.types[part][typ] = sorted(values)
}

func sorted(names []string) []string { return slices.Compact(slices.Sorted(slices.Values(names))) }

// find finds the types of the blocks in the files, and those of providers that the files do not name.
func (p *plugins) find() {
	used := p.Dialect.WithPlugins(func(part schema.Part, labels []string, value string) *schema.Body {
		p.add(part, labels[0], schema.ReferenceRoot(value))
		return nil
	})
	for _, file := range p.Files { // what is wrong in it is left to the product
		read := convert.ToJSON[[]byte]
		if file.JSON {
			read = convert.ToHCL[[]byte]
		}
		_, _ = read(file.Bytes, file.Filename, used, convert.Options{})
	}
	if p.Dialect.UsesPart(schema.Builder) {
		return
	}
	for _, part := range provider.Parts {
		for typ := range p.types[part] {
			local, _ := schema.LocalName(part, []string{typ}, "")
			p.add(schema.ProviderConfig, local, "")
		}
	}
	for local := range p.Requirements.Providers {
		p.add(schema.ProviderConfig, local, "")
	}
	for local := range p.types[schema.ProviderConfig] {
		if found := p.provider(local); found != nil && p.All {
			for _, part := range provider.Parts {
				for _, typ := range found.Types(part) {
					p.add(part, typ, local)
				}
			}
		}
	}
}

// labels are those that choose a body of blocks, at the level behind others: of plugins, of the
// built-in provider, and of the rows.
func (p *plugins) labels(row *schema.Block, before []string) []string {
	var found []string
	if part := row.Part(); len(before) == 0 && part != schema.NoPart {
		for typ := range p.types[part] {
			found = append(found, typ)
		}
		for typ := range p.Dialect.BuiltIn[part] {
			found = append(found, typ)
		}
	}
	for key := range row.Dependent {
		labels := strings.Split(key, schema.LabelSeparator)
		if len(labels) > len(before) && slices.Equal(labels[:len(before)], before) {
			found = append(found, labels[len(before)])
		}
	}
	return sorted(found)
}

// provider returns the schema of the provider with a local name; nil if there is none.
func (p *plugins) provider(local string) *provider.Schema {
	required, ok := p.Requirements.Requirement(local)
	if !ok || p.Find == nil {
		return nil
	}
	found, err := p.Find(required)
	if !errors.As(err, new(*provider.DoubtError)) {
		p.err = cmp.Or(p.err, err)
	}
	return found
}

// spec returns what is known of a type; nil if nothing is. value is that of [schema.Block.By].
func (p *plugins) spec(part schema.Part, typ, value string) (spec *schema.SpecBody) {
	local, name := schema.LocalName(part, []string{typ}, value)
	var err error
	switch {
	case typ == "" || p.Dialect.BuiltIn[part][typ] != nil:
		return p.Dialect.BuiltIn[part][typ]
	case p.Dialect.UsesPart(schema.Builder):
		name = packer.ComponentType(typ)
		if p.Component != nil {
			spec, err = p.Component(part, name)
		}
		spec = cmp.Or(spec, packercomponents.Lookup(part, name))
	default:
		if found := p.provider(local); found != nil {
			var of *schema.Spec
			if of, err = found.Spec(part, name); of != nil {
				spec = of.Body
			}
		}
	}
	p.err = cmp.Or(p.err, err)
	return spec
}
