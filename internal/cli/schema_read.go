package cli

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
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
	"github.com/hcljson/hcljson/schema/packer"
	"github.com/hcljson/hcljson/schema/packer/plugins"
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

// read prints the schemas of plugins.
func (s *schemaRun) read(operands []string) error {
	if s.opts.address != "" && len(operands) > 1 {
		return command.Usagef("--address is that of one plugin; read the others on their own")
	}
	if ofPacker(operands[0]) {
		return s.readPacker(operands)
	}
	for _, name := range operands {
		if src, _, err := readAtMost(name, prefix); err == nil && bytes.HasPrefix(bytes.TrimSpace(src), []byte("{")) {
			return command.Usagef("schema read starts the program of a plugin, and %s is JSON; \"hcljson schema add %s\" "+
				"reads what \"providers schema -json\" has printed", name, quoted(name))
		}
	}
	all := &tfjson.ProviderSchemas{FormatVersion: "1.0", Schemas: map[string]*tfjson.ProviderSchema{}}
	for _, name := range operands {
		address, err := printedAddress(s.opts.address, filepath.Base(name), s.known.terraform())
		if err != nil {
			return err
		}
		answer, err := plugin.Schema(s.session.ctx, name, plugin.Options{})
		if err != nil {
			return err
		}
		all.Schemas[address.String()] = answer
	}
	text, err := json.MarshalIndent(all, "", "  ")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.session.Out, "%s\n", text)
	return err
}

// printedAddress is the address of a provider by its file's name, which starts
// with terraform-provider-.
func printedAddress(given, name string, terraform bool) (tfaddr.Provider, error) {
	if given == "" {
		stem, ok := strings.CutPrefix(name, "terraform-provider-")
		if !ok {
			return tfaddr.Provider{}, command.Usagef(
				"the name of the file %s does not say which provider it is; say so with --address", name)
		}
		given, _, _ = strings.Cut(strings.TrimSuffix(stem, ".exe"), "_")
	}
	address, _, err := registry.ParseAddress(given, terraform)
	return address, err
}

// packerPlugin starts the names of the files of Packer's plugins.
const packerPlugin = "packer-plugin-"

// ofPacker reports whether a file is a plugin of Packer, or Packer itself.
func ofPacker(name string) bool {
	name = strings.TrimSuffix(filepath.Base(name), ".exe")
	return name == packer.Command || strings.HasPrefix(name, packerPlugin)
}

// readPacker prints the schemas of Packer's plugins, and of its own components.
func (s *schemaRun) readPacker(operands []string) error {
	all := plugins.Schemas{}
	for _, name := range operands {
		address, described, err := s.describePacker(name)
		if err != nil {
			return err
		}
		all[address] = described
	}
	return all.Write(s.session.Out)
}

func (s *schemaRun) describePacker(name string) (string, *plugins.Plugin, error) {
	stem := strings.TrimSuffix(filepath.Base(name), ".exe")
	source, ok := strings.CutPrefix(stem, packerPlugin)
	switch {
	case stem == packer.Command && s.opts.address != "":
		return "", nil, command.Usagef("--address is that of a plugin, and %s is not one", name)
	case stem == packer.Command:
		if found, err := exec.LookPath(name); err == nil {
			name = found
		}
		described, err := plugins.DescribeCore(s.session.ctx, name, plugins.Options{})
		return plugins.Core, described, err
	case !ok:
		return "", nil, command.Usagef(
			"%s is not named like a plugin of Packer, as the first is; read it on its own", name)
	}
	address := cmp.Or(s.opts.address, plugins.SourceOf(name, os.Getenv))
	if address == "" {
		source, _, _ = strings.Cut(source, "_")
		address = "github.com/hashicorp/" + source
		s.session.report.Add("", nil, report.Warningf("Address guessed",
			"%s is not where Packer installs plugins, so it is taken for %s; --address says which it is.", name, address))
	}
	described, err := plugins.Describe(s.session.ctx, name, plugins.Options{})
	return address, described, err
}
