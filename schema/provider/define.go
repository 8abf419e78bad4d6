package provider

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/hashicorp/go-version"
	tfaddr "github.com/hashicorp/terraform-registry-address"

	"github.com/hcljson/hcljson/internal/builtin"
	"github.com/hcljson/hcljson/schema"
)

// DefineWithTable is Define, where the table that the program brings along (package
// builtin) comes after find. What it says is what a schema says, but that it refuses
// no name. locked, if not nil, returns the version of a provider in the lock file of
// the module, or nil.
func DefineWithTable(r Requirements, find Find, locked func(tfaddr.Provider) *version.Version) schema.Define {
	// rows are where the table has a provider, looked for once for each requirement.
	type rows struct {
		source  string
		accepts func(version string) bool
		first   string
		// unknown is the body of all types of a provider that the table lacks.
		unknown *schema.Body
	}
	type requirement struct {
		address    tfaddr.Provider
		constraint *version.Constraint
	}
	var mu sync.Mutex
	known := map[requirement]rows{}
	tabled := func(required Requirement) rows {
		key := requirement{address: required.Address}
		if len(required.Constraints) > 0 {
			key.constraint = required.Constraints[0]
		}
		mu.Lock()
		defer mu.Unlock()
		found, ok := known[key]
		if !ok {
			switch found.source = required.tabled(); {
			case found.source != "":
				found.accepts, found.first = required.accepts(locked), required.lowest()
			case !required.Address.IsBuiltIn():
				name := displayName(required.Address)
				found.unknown = unknown("The built-in table lacks provider " + name + ". Use --provider-schema, " +
					"or \"hcljson schema fetch " + name + "\"")
			}
			known[key] = found
		}
		return found
	}
	return func(part schema.Part, labels []string, value string) *schema.Body {
		required, typ, ok := r.of(part, labels, value)
		if !ok {
			return nil
		}
		if body := define(required, find, part, typ); body != nil {
			return body
		}
		if required.Err != nil {
			return nil
		}
		found := tabled(required)
		if found.unknown != nil {
			return found.unknown
		}
		return builtin.Body(found.source, found.accepts, found.first, part, typ)
	}
}

// tabled is the source of the provider in the table; empty if it is not there.
func (r Requirement) tabled() string {
	if r.Err != nil || !IsDefaultHost(r.Address.Hostname) {
		return ""
	}
	return builtin.Source(r.Address.Namespace, r.Address.Type)
}

// accepts says whether a version of the table may stand for the one that is required, or
// locked. nil accepts all.
func (r Requirement) accepts(locked func(tfaddr.Provider) *version.Version) func(version string) bool {
	var exact *version.Version
	if locked != nil {
		exact = locked(r.Address)
	}
	if exact == nil && len(r.Constraints) == 0 {
		return nil
	}
	accepted := map[string]bool{}
	for known, s := range spans(builtin.Versions(r.tabled())) {
		if exact != nil {
			accepted[known] = s.has(exact)
			continue
		}
		accepted[known] = !slices.ContainsFunc(r.Constraints, func(c *version.Constraint) bool { return !allows(c, s) })
	}
	return func(version string) bool { return accepted[version] }
}

// lowest is the version of the table that stands for the one that a module takes at least,
// if it takes any newer one, or empty. It is what the author had, and few modules are
// changed when there is another major version.
func (r Requirement) lowest() string {
	if len(r.Constraints) != 1 {
		return ""
	}
	least, open := strings.CutPrefix(r.Constraints[0].String(), ">=")
	if !open {
		return ""
	}
	v, err := version.NewVersion(strings.TrimSpace(least))
	if err != nil {
		return ""
	}
	for known, s := range spans(builtin.Versions(r.tabled())) {
		if s.has(v) {
			return known
		}
	}
	return ""
}

// span is the versions that one of the table stands for.
type span struct{ first, last *version.Version }

// spans are those of the versions of a provider in the table: a major version each, which
// its minor versions divide if there are several.
func spans(table []string) map[string]span {
	const most = 999999
	release := func(major, minor, patch int) *version.Version {
		return version.Must(version.NewVersion(fmt.Sprintf("%d.%d.%d", major, minor, patch)))
	}
	all := map[string]span{}
	before := []int{-1}
	for i, text := range table {
		v := version.Must(version.NewVersion(text)).Segments()
		s := span{release(v[0], 0, 0), release(v[0], most, 0)}
		if v[0] == before[0] {
			s.first = release(v[0], before[1]+1, 0)
			all[table[i-1]] = span{all[table[i-1]].first, release(v[0], before[1], most)}
		}
		all[text], before = s, v
	}
	return all
}

func (s span) has(v *version.Version) bool {
	return !v.Core().LessThan(s.first) && !v.Core().GreaterThan(s.last)
}

// allows reports whether a constraint allows one of some versions: the first, the last, or
// the one that the constraint names.
func allows(c *version.Constraint, s span) bool {
	named, err := version.NewVersion(strings.TrimLeft(c.String(), "<>=~! "))
	return err != nil || s.has(named) && c.Check(named) || c.Check(s.first) || c.Check(s.last)
}

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
		return withoutSchema(err)
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

// withoutSchema is the body whose schema cannot be had.
func withoutSchema(err error) *schema.Body {
	body := unknown(err.Error())
	body.Origin = schema.Origin{Kind: schema.FailedSchema, Reason: err.Error()}
	if doubt := (*DoubtError)(nil); errors.As(err, &doubt) {
		body.Origin = schema.Origin{Kind: schema.NoSchema, Reason: "What is a block here is guessed: " + err.Error() + "."}
	}
	return body
}

// unknown is a body of which nothing is known for that reason.
func unknown(reason string) *schema.Body {
	body := &schema.Body{Remain: schema.RemainUnknown, Dynamic: true, PluginNames: new(schema.Names).WithReason(reason)}
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
