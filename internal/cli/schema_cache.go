package cli

import (
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	goversion "github.com/hashicorp/go-version"
	"github.com/hashicorp/hcl/v2"
	tfjson "github.com/hashicorp/terraform-json"
	tfaddr "github.com/hashicorp/terraform-registry-address"

	"github.com/hcljson/hcljson/internal/cli/command"
	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/internal/diagnostic"
	"github.com/hcljson/hcljson/schema/plugin"
	"github.com/hcljson/hcljson/schema/provider"
	"github.com/hcljson/hcljson/schema/registry"
)

// add puts the schemas of documents into the cache.
func (s *schemaRun) add(operands []string) error {
	if s.opts.address != "" && len(operands) > 1 {
		return command.Usagef("--address is that of a provider in one file; add the others on their own")
	}
	for _, name := range operands {
		src, err := readSchemaFile(name)
		if err != nil {
			return fmt.Errorf("%s: %w", name, report.Reason(err))
		}
		found, diags := provider.Read(src, name)
		if diag := diagnostic.CheckEncoding(src); diag != nil {
			diags = hcl.Diagnostics{diag}
		} else if diag := notSchemas(name, src); diag != nil {
			src, diags = nil, hcl.Diagnostics{diag}
		}
		s.session.report.Add(name, src, diags...)
		if diags.HasErrors() {
			return errReported
		}
		var document tfjson.ProviderSchemas
		if err := json.Unmarshal(src, &document); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		wanted, err := s.versionsOf(name, found)
		if err != nil {
			return err
		}
		for _, source := range slices.Sorted(maps.Keys(document.Schemas)) {
			answer := document.Schemas[source]
			address, err := provider.ParseAddress(source, true)
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			v := wanted[address]
			if v == nil || answer == nil {
				continue // another provider than that of --address
			}
			if err := s.cache.Store(address, v, answer); err != nil {
				return err
			}
			fmt.Fprintf(s.session.Out, "%s %s\n", address.ForDisplay(), v)
		}
	}
	return nil
}

// versionsOf returns the versions of the schemas in a file: that of --address, those
// that the document names, or those of the lock file.
func (s *schemaRun) versionsOf(name string, found []*provider.Schema) (map[tfaddr.Provider]*goversion.Version, error) {
	given, versioned := tfaddr.Provider{}, (*goversion.Version)(nil)
	source, text, _ := strings.Cut(s.opts.address, "@")
	if source != "" {
		var err error
		if given, _, err = registry.ParseAddress(source, s.known.terraform()); err != nil {
			return nil, err
		}
		if versioned, err = goversion.NewVersion(text); err != nil {
			return nil, command.Usagef(
				"--address %s: after schema add, it must end with @ and a version, such as %s@1.2.3",
				s.opts.address, source)
		}
	}
	var locked map[tfaddr.Provider]plugin.Lock
	if lock := plugin.FindLock(filepath.Dir(name)); lock != "" {
		locked, _ = plugin.ReadLock(lock)
	}
	versions := map[tfaddr.Provider]*goversion.Version{}
	for _, schema := range found {
		v := locked[schema.Address].Version
		if stated, err := goversion.NewVersion(schema.Version); err == nil {
			v = stated
		}
		if versioned != nil {
			if v = nil; provider.Same(schema.Address, given) {
				v = versioned
			}
		}
		if v == nil && versioned == nil {
			return nil, fmt.Errorf("%s does not say of which version of %s its schema is, and "+
				"there is no lock file of init next to it that does; name it with --address %s@VERSION",
				name, schema.Address.ForDisplay(), schema.Address.ForDisplay())
		}
		if v != nil {
			versions[schema.Address] = v
		}
	}
	switch {
	case len(versions) > 0:
	case versioned != nil:
		return nil, fmt.Errorf("%s has no schema of %s", name, source)
	default:
		return nil, fmt.Errorf("%s has no schema of a provider", name)
	}
	return versions, nil
}

// export prints schemas of the cache as one document, which says their versions.
func (s *schemaRun) export(operands []string) error {
	document := struct {
		FormatVersion string                     `json:"format_version"`
		Versions      map[string]string          `json:"provider_selections"`
		Schemas       map[string]json.RawMessage `json:"provider_schemas"`
	}{"1.0", map[string]string{}, map[string]json.RawMessage{}}
	for _, operand := range operands {
		entries, err := s.entries([]string{operand})
		if err != nil {
			return err
		}
		e := entries[len(entries)-1]
		name := e.Address.String()
		if other := document.Versions[name]; other != "" && other != e.Version.String() {
			return command.Usagef(
				"schema export writes one version of a provider, and there are %s and %s of %s", other,
				e.Version, name)
		}
		src, err := s.cache.Document(e.Address, e.Version)
		if err != nil {
			return err
		}
		document.Versions[name], document.Schemas[name] = e.Version.String(), src
	}
	text, err := json.Marshal(document)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.session.Out, "%s\n", text)
	return err
}
