package provider

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/hashicorp/go-version"
	tfaddr "github.com/hashicorp/terraform-registry-address"

	"github.com/hcljson/hcljson/internal/facts/guess"
	"github.com/hcljson/hcljson/internal/provider/builtin"
	"github.com/hcljson/hcljson/internal/schema/tables"
)

// DefineWithTable is like Define, but uses the built-in table (package builtin) if find returns no
// schema. The table's rows are used like those of a schema, except that unlisted names are accepted.
// locked, if not nil, returns the version of a provider in the module's lock file, or nil.
func DefineWithTable(r Requirements, find Find, locked func(tfaddr.Provider) *version.Version) tables.Define {
	// rows locates a provider in the table. It is computed once per requirement.
	type rows struct {
		source  string
		accepts func(version string) bool
		first   string
		// unknown is the body of all types of a provider that the table lacks.
		unknown *tables.Body
	}
	type requirement struct {
		address    tfaddr.Provider
		constraint *version.Constraint
	}
	var mu sync.Mutex
	known := map[requirement]rows{}
	lookUp := func(required Requirement) rows {
		key := requirement{address: required.Address}
		if len(required.Constraints) > 0 {
			key.constraint = required.Constraints[0]
		}
		mu.Lock()
		defer mu.Unlock()
		found, ok := known[key]
		if !ok {
			switch found.source = required.tableSource(); {
			case found.source != "":
				found.accepts, found.first = required.acceptedVersions(locked), required.minimumVersion()
			case !required.Address.IsBuiltIn():
				name := displayName(required.Address)
				found.unknown = bodyWithoutRows(name, "The built-in table lacks provider "+name+". Give its schema in "+
					"the option providerSchemas")
			}
			known[key] = found
		}
		return found
	}
	return func(part tables.Part, labels []string, value string) *tables.Body {
		required, typ, ok := r.requirementOf(part, labels, value)
		if !ok {
			return nil
		}
		if body := define(required, find, part, typ); body != nil {
			return body
		}
		if required.Err != nil {
			return nil
		}
		found := lookUp(required)
		if found.unknown != nil {
			return found.unknown
		}
		return builtin.Body(found.source, found.accepts, found.first, part, typ)
	}
}

// tableSource returns the provider's source in the table, or empty if the table lacks it.
func (r Requirement) tableSource() string {
	if r.Err != nil || !IsDefaultHost(r.Address.Hostname) {
		return ""
	}
	return builtin.Source(r.Address.Namespace, r.Address.Type)
}

// acceptedVersions returns a function that reports whether a version in the table represents the required or
// locked version. A nil function accepts every version.
func (r Requirement) acceptedVersions(locked func(tfaddr.Provider) *version.Version) func(version string) bool {
	var exact *version.Version
	if locked != nil {
		exact = locked(r.Address)
	}
	if exact == nil && len(r.Constraints) == 0 {
		return nil
	}
	accepted := map[string]bool{}
	for known, s := range spansOf(builtin.Versions(r.tableSource())) {
		if exact != nil {
			accepted[known] = s.contains(exact)
			continue
		}
		accepted[known] = !slices.ContainsFunc(r.Constraints, func(c *version.Constraint) bool { return !allowsSpan(c, s) })
	}
	return func(version string) bool { return accepted[version] }
}

// minimumVersion returns the version in the table that represents the module's minimum version, if the
// module accepts all newer versions. Otherwise it is empty. The minimum is probably the author's
// version, because authors rarely change a module for a new major version.
func (r Requirement) minimumVersion() string {
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
	for known, s := range spansOf(builtin.Versions(r.tableSource())) {
		if s.contains(v) {
			return known
		}
	}
	return ""
}

// versionSpan is the range of versions that one version in the table represents.
type versionSpan struct{ first, last *version.Version }

// spansOf returns the span of each version in the table. A span is a major version. If the table
// contains several minor versions of it, they divide the span.
func spansOf(table []string) map[string]versionSpan {
	const most = 999999
	release := func(major, minor, patch int) *version.Version {
		return version.Must(version.NewVersion(fmt.Sprintf("%d.%d.%d", major, minor, patch)))
	}
	all := map[string]versionSpan{}
	before := []int{-1}
	for i, text := range table {
		v := version.Must(version.NewVersion(text)).Segments()
		s := versionSpan{release(v[0], 0, 0), release(v[0], most, 0)}
		if v[0] == before[0] {
			s.first = release(v[0], before[1]+1, 0)
			all[table[i-1]] = versionSpan{all[table[i-1]].first, release(v[0], before[1], most)}
		}
		all[text], before = s, v
	}
	return all
}

func (s versionSpan) contains(v *version.Version) bool {
	return !v.Core().LessThan(s.first) && !v.Core().GreaterThan(s.last)
}

// allowsSpan reports whether a constraint allows a version of the span. It checks the first version, the
// last version, and the version in the constraint.
func allowsSpan(c *version.Constraint, s versionSpan) bool {
	named, err := version.NewVersion(strings.TrimLeft(c.String(), "<>=~! "))
	return err != nil || s.contains(named) && c.Check(named) || c.Check(s.first) || c.Check(s.last)
}

// Find returns the schema of a required provider, or nil if there is no schema. An error is the
// reason why a requested schema cannot be loaded. A [*DoubtError] is the reason why a schema that
// was not requested is missing. The address of a requirement with an Err is invalid. Find must be
// safe for concurrent use.
type Find func(Requirement) (*Schema, error)

// DoubtError is the reason why a schema that was not requested is missing. The converter reports it
// as a warning.
type DoubtError struct{ Err error }

// Error returns the message of Err.
func (e *DoubtError) Error() string { return e.Err.Error() }

// Unwrap returns Err.
func (e *DoubtError) Unwrap() error { return e.Err }

// Define returns the function for languages.WithPlugins that returns the bodies of a module's
// providers.
func Define(r Requirements, find Find) tables.Define {
	return func(part tables.Part, labels []string, value string) *tables.Body {
		required, typ, ok := r.requirementOf(part, labels, value)
		if !ok {
			return nil
		}
		return define(required, find, part, typ)
	}
}

func define(required Requirement, find Find, part tables.Part, typ string) *tables.Body {
	found, err := find(required)
	switch {
	case err != nil:
		return bodyWithoutSchema(displayName(required.Address), err)
	case found == nil:
		return nil
	}
	return found.Body(part, typ)
}

var partNames = map[tables.Part]string{
	tables.Resource:          "resource type",
	tables.DataSource:        "data source",
	tables.EphemeralResource: "ephemeral resource type",
	tables.ListResource:      "list resource type",
	tables.Action:            "action type",
	tables.StateStore:        "state store",
}

// requirementOf returns the provider of a block, and the type of the block in the provider's schema.
func (r Requirements) requirementOf(part tables.Part, labels []string, value string) (Requirement, string, bool) {
	if _, known := partNames[part]; !known && part != tables.ProviderConfig {
		return Requirement{}, "", false
	}
	local, typ := tables.LocalName(part, labels, value)
	if typ != "" && value == "" && len(labels) > 1 && r.objects[providerObject{part, typ, labels[1]}] != "" {
		local = r.objects[providerObject{part, typ, labels[1]}]
	}
	required, ok := r.Requirement(local)
	return required, typ, ok
}

// bodyWithoutSchema returns the body for the schema of a provider that cannot be loaded or is missing.
func bodyWithoutSchema(provider string, err error) *tables.Body {
	body := bodyWithoutRows(provider, err.Error())
	body.Origin = tables.Origin{Kind: tables.FailedSchema, Reason: err.Error()}
	if doubt := (*DoubtError)(nil); errors.As(err, &doubt) {
		body.Origin = tables.Origin{Kind: tables.NoSchema, Reason: "Blocks are guessed here: " + err.Error() + "."}
	}
	return body
}

// bodyWithoutRows returns a body of a provider without rows. reason is the reason why the rows are missing.
func bodyWithoutRows(provider, reason string) *tables.Body {
	names := new(guess.Names).WithReason(provider, reason)
	body := &tables.Body{Remain: tables.RemainUnknown, Dynamic: true, PluginNames: names}
	body.Prepare()
	return body
}

// FindAmong returns a Find that selects a provider from schemas. If several have its address, the last
// is selected. A schema with the address in the other product's registry is selected only if no
// schema has the exact address.
func FindAmong(schemas []*Schema) Find {
	return func(r Requirement) (*Schema, error) {
		if r.Err != nil {
			return nil, &DoubtError{r.Err}
		}
		var found *Schema
		for _, s := range schemas {
			switch {
			case s.Address == r.Address:
				found = s
			case found == nil && IsSame(s.Address, r.Address):
				found = s
			}
		}
		return found, nil
	}
}
