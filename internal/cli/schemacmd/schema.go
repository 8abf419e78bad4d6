// Package schemacmd contains the commands of schema.
package schemacmd

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"

	goversion "github.com/hashicorp/go-version"
	"github.com/hashicorp/hcl/v2"
	tfjson "github.com/hashicorp/terraform-json"
	tfaddr "github.com/hashicorp/terraform-registry-address"
	"github.com/urfave/cli/v2"

	"github.com/hcljson/hcljson/internal/cli/command"
	"github.com/hcljson/hcljson/internal/cli/env"
	"github.com/hcljson/hcljson/internal/cli/input"
	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/internal/generate/jsonschema"
	"github.com/hcljson/hcljson/internal/language/packer"
	"github.com/hcljson/hcljson/internal/provider"
	"github.com/hcljson/hcljson/internal/provider/plugin"
	"github.com/hcljson/hcljson/internal/provider/pluginschemas"
	"github.com/hcljson/hcljson/internal/provider/registry"
)

const (
	schemaName     = "schema"
	jsonSchemaName = "json-schema"
)

// schemaOptions are the options of the commands of schema.
type schemaOptions struct {
	session env.Options
	output  env.OutputOptions
	address string
	all     bool
}

// NewSchema returns the command schema with its subcommands.
func NewSchema() *cli.Command {
	o := new(schemaOptions)
	const provider = "the address of a provider, such as hashicorp/aws"
	sub := func(
		name, args, needs, usage, example string, do func(*schemaRun, []string) error, flags ...[]cli.Flag,
	) *cli.Command {
		status, words := "Exit status: 0 fine, 2 an error.", []string(nil)
		if name == jsonSchemaName {
			status, words = "Exit status: 0 fine, 1 the file is missing or out of date (-l, -d, --check), 2 an error.", jsonschema.Kinds()
		}
		flags = append(flags, command.Only(o.session.Flags(), "target", "color", "error-format", "quiet"))
		return command.Define(&cli.Command{
			Name: name, ArgsUsage: args, Usage: usage, Flags: slices.Concat(flags...),
			Description: status + "\n\nExamples:\n  " +
				strings.ReplaceAll(example, "\n", "\n  "),
		}, command.Rules{Needs: needs, Words: words, Conflicts: env.GeneratorConflicts}, func(call *command.Call) (int, error) { return o.run(call, name, do) })
	}
	address := []cli.Flag{&cli.StringFlag{Name: "address", Category: command.Conversion, Destination: &o.address,
		Usage: "the `ADDRESS` of the provider, for a file without one; for add with @ and the version"}}
	c := command.Parent(&cli.Command{
		Name: schemaName, Usage: "download, list and print the schemas of providers",
		Description: `Exit status: 0 fine, 2 an error.

Examples:
  hcljson schema fetch hashicorp/aws@5.31.0
  hcljson schema show hashicorp/aws aws_instance
  hcljson schema json-schema config -o schema.json`,
		Subcommands: []*cli.Command{
			sub("fetch", "ADDRESS[@VERSION]...", provider,
				"download providers, start them, and keep their schemas in the cache",
				"hcljson schema fetch hashicorp/aws@5.31.0 hashicorp/random",
				(*schemaRun).fetch, command.Only(o.session.Flags(), "allow-host")),
			sub("add", "FILE...", "a file with the output of \"providers schema -json\"",
				"add the output of \"providers schema -json\" to the cache",
				"terraform providers schema -json > schemas.json\nhcljson schema add schemas.json",
				(*schemaRun).add, address),
			sub("export", "ADDRESS[@VERSION]...", provider,
				"print schemas of the cache as one document",
				"hcljson schema export hashicorp/aws > schemas.json",
				(*schemaRun).export),
			sub("list", "[ADDRESS[@VERSION]]...", "",
				"list the schemas in the cache and the built-in tables",
				"hcljson schema list",
				(*schemaRun).list),
			sub("show", "ADDRESS[@VERSION] [TYPE]", provider,
				"print the types of a provider, or the content of one type",
				"hcljson schema show hashicorp/aws aws_instance",
				(*schemaRun).show),
			sub(jsonSchemaName, "KIND [PATH]", "a kind: "+strings.Join(jsonschema.Kinds(), ", "),
				"print the JSON Schema of a language, variables or plans",
				"hcljson schema json-schema config -o schema.json",
				(*schemaRun).jsonSchema,
				command.Describe(o.output.IntoDir("write to this `FILE`; - is standard output"),
					"force", "overwrite a file with other content",
					"list", "list the file if it is missing or outdated",
					"diff", "print what would change as a unified diff",
					"check", "report a missing or outdated file as an error"),
				[]cli.Flag{&cli.BoolFlag{Name: "all", Category: command.Conversion, Destination: &o.all,
					Usage: "include all types of the providers, not only used types"}},
				command.Only(o.session.Flags(), "dialect", "schema", "provider-schema", "installed-schemas", "fetch-schemas", "allow-host",
					"read-links")),
			sub("clean", "[ADDRESS[@VERSION]]...", "",
				"remove schemas from the cache",
				"hcljson schema clean hashicorp/aws@5.31.0",
				(*schemaRun).clean),
			sub("read", "EXECUTABLE...", "the file of a plugin",
				"start plugins of providers, and print their schemas",
				"hcljson schema read terraform-provider-x --address example.com/ns/x",
				(*schemaRun).read, address),
		},
	})
	return c
}

func (o *schemaOptions) run(call *command.Call, name string, do func(*schemaRun, []string) error) (int, error) {
	if _, err := o.session.Product(); err != nil {
		return env.ExitError, err
	}
	if name == jsonSchemaName {
		if err := o.output.CheckFile(); err != nil {
			return env.ExitError, err
		}
	}
	o.session.StartNothing = o.output.Check
	return input.Start(&o.session, call, func(run *input.Session) (int, error) {
		s := &schemaRun{session: run, options: o, failure: "Cannot " + name + " the schema"}
		var err error
		if name != "read" {
			s.cache, err = pluginschemas.OpenCache(s.session.Getenv)
		}
		if err == nil {
			err = do(s, call.Operands)
		}
		return s.finish(err)
	})
}

// schemaRun is a run of schema.
type schemaRun struct {
	session *input.Session
	options *schemaOptions
	cache   *pluginschemas.Cache
	status  int    // if no error occurs
	failure string // the summary of errors
}

// errReported is the error of a command that has reported its errors.
var errReported = errors.New("reported")

// finish reports an error and returns the exit status. It returns errors of the command line to the
// caller.
func (s *schemaRun) finish(err error) (int, error) {
	failed := (*report.FileError)(nil)
	switch {
	case err == nil:
		return s.status, nil
	case command.IsUsage(err):
		return env.ExitError, err
	case errors.Is(err, errReported):
	case errors.As(err, &failed):
		s.session.Report.Add(failed.Name, nil, failed.Diagnostic)
	default:
		s.session.Report.Add("", nil, report.Errorf(s.failure, "%s.", strings.TrimSuffix(err.Error(), ".")))
	}
	return env.ExitError, nil
}

// fetch downloads the schemas of providers. Naming a provider allows its host. If a provider fails,
// fetch continues with the others.
func (s *schemaRun) fetch(operands []string) error {
	if err := s.cache.Check(); err != nil {
		return err
	}
	opts := pluginschemas.Options{
		Getenv: s.session.Getenv, Terraform: s.session.Terraform(),
		Fetch: true, AllowHosts: s.session.AllowHosts, Log: s.session.Report.NoteProgress, Note: s.session.Report.Note,
		Doing: s.session.Report.Doing,
	}
	wanted := make([]provider.Requirement, len(operands))
	for i, operand := range operands {
		var err error
		if wanted[i].Address, wanted[i].Constraints, err = registry.ParseAddress(operand, s.session.Terraform()); err != nil {
			return err
		}
		opts.AllowHosts = append(opts.AllowHosts, wanted[i].Address.Hostname.ForDisplay())
	}
	finder, err := pluginschemas.New(opts)
	if err != nil {
		return err
	}
	defer s.session.Report.Progress(0).Stop()
	var failed error
	for _, w := range wanted {
		var err error
		s.session.Protect(func(ctx context.Context) { err = s.fetchOne(ctx, finder, w) })
		if errors.As(err, new(*net.OpError)) {
			err = fmt.Errorf("%w; without a network, \"hcljson schema add FILE\" reads the output of \"terraform providers schema "+
				"-json\"", err)
		}
		if err != nil {
			_, _ = s.finish(err)
			failed = errReported
		}
	}
	return failed
}

func (s *schemaRun) fetchOne(ctx context.Context, finder *pluginschemas.Finder, wanted provider.Requirement) error {
	v, err := finder.Select(ctx, wanted.Address, wanted.Constraints)
	if err != nil {
		return err
	}
	if known, err := s.cache.Load(wanted.Address, v); known == nil || err != nil {
		if err := s.cache.CheckWrite(wanted.Address); err != nil {
			return &pluginschemas.CacheError{Err: err}
		}
		if _, err := finder.Fetch(ctx, wanted.Address, v, plugin.Lock{}); err != nil {
			return err
		}
	}
	fmt.Fprintf(s.session.Out, "%s %s\n", wanted.Address.ForDisplay(), v)
	return nil
}

// add adds the schemas of documents to the cache.
func (s *schemaRun) add(operands []string) error {
	if s.options.address != "" && len(operands) > 1 {
		return command.Usagef("--address applies to one file; add the other files separately")
	}
	for _, name := range operands {
		var found []*provider.Schema
		src := s.session.ReadSchemas(name, func(src []byte, name string) (diags hcl.Diagnostics) {
			found, diags = provider.Read(src, name)
			return diags
		})
		if src == nil {
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
				continue // not the provider of --address
			}
			if err := s.cache.Store(address, v, answer); err != nil {
				return err
			}
			fmt.Fprintf(s.session.Out, "%s %s\n", address.ForDisplay(), v)
		}
	}
	return nil
}

// versionsOf returns the versions of the schemas in a file: the version of --address, or the
// versions in the document or lock file.
func (s *schemaRun) versionsOf(name string, found []*provider.Schema) (map[tfaddr.Provider]*goversion.Version, error) {
	given, versioned := tfaddr.Provider{}, (*goversion.Version)(nil)
	source, text, _ := strings.Cut(s.options.address, "@")
	if source != "" {
		var err error
		if given, _, err = registry.ParseAddress(source, s.session.Terraform()); err != nil {
			return nil, err
		}
		if versioned, err = goversion.NewVersion(text); err != nil {
			return nil, command.Usagef(
				"--address %s: after schema add, it must end with @ and a version, such as %s@1.2.3",
				s.options.address, source)
		}
	}
	var locked map[tfaddr.Provider]plugin.Lock
	reason := "its directory has no lock file"
	if lock := plugin.FindLock(filepath.Dir(name)); lock != "" {
		var diags hcl.Diagnostics
		reason = "the lock file " + lock + " does not contain the provider"
		if locked, diags = plugin.ReadLock(lock); diags.HasErrors() {
			reason = fmt.Sprintf("the lock file cannot be used: %s: %s", lock, strings.TrimSuffix(report.Errors(diags)[0].Detail, "."))
		}
	}
	versions := map[tfaddr.Provider]*goversion.Version{}
	for _, schema := range found {
		v := locked[schema.Address].Version
		if stated, err := goversion.NewVersion(schema.Version); err == nil {
			v = stated
		}
		if versioned != nil {
			if v = nil; provider.IsSame(schema.Address, given) {
				v = versioned
			}
		}
		if v == nil && versioned == nil {
			return nil, fmt.Errorf("%s has no version for the schema of %s, and %s; add --address %s@VERSION",
				name, schema.Address.ForDisplay(), reason, schema.Address.ForDisplay())
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
		return nil, fmt.Errorf("%s has no provider schema", name)
	}
	return versions, nil
}

// export prints schemas of the cache, with their versions, as one document.
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
				"schema export writes one version of a provider, but %s and %s of %s are selected", other,
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
	if s.options.address != "" && len(operands) > 1 {
		return command.Usagef("--address applies to one plugin; read the others separately")
	}
	for _, name := range operands {
		if stem := strings.TrimSuffix(filepath.Base(name), ".exe"); stem == packer.Command || strings.HasPrefix(stem, "packer-plugin-") {
			return command.Usagef("schema read starts providers, and %s is a plugin of Packer; describe its "+
				"components in a file for --provider-schema (docs/packer-templates.md)", name)
		}
		if _, err := os.Stat(name); err != nil {
			return &report.FileError{Name: name, Diagnostic: report.CannotRead(name, err)}
		}
		if src, err := env.ReadStart(name); err == nil && bytes.HasPrefix(bytes.TrimSpace(src), []byte("{")) {
			return command.Usagef("schema read starts the program of a plugin, and %s is JSON; \"hcljson schema "+
				"add %s\" reads the output of \"providers schema -json\"", name, env.Quoted(name))
		}
	}
	all := &tfjson.ProviderSchemas{FormatVersion: "1.0", Schemas: map[string]*tfjson.ProviderSchema{}}
	for _, name := range operands {
		address, err := printedAddress(s.options.address, filepath.Base(name), s.session.Terraform())
		if err != nil {
			return err
		}
		var answer *tfjson.ProviderSchema
		s.session.Protect(func(ctx context.Context) { answer, err = plugin.Schema(ctx, name, plugin.Options{}) })
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

// printedAddress returns the address of a provider according to the name of its file, which starts
// with terraform-provider-, unless an address is given.
func printedAddress(given, name string, terraform bool) (tfaddr.Provider, error) {
	if given == "" {
		stem, ok := strings.CutPrefix(name, "terraform-provider-")
		if !ok {
			return tfaddr.Provider{}, command.Usagef(
				"the file name %s does not contain the provider; name it with --address", name)
		}
		given, _, _ = strings.Cut(strings.TrimSuffix(stem, ".exe"), "_")
	}
	address, _, err := registry.ParseAddress(given, terraform)
	return address, err
}

// clean removes schemas from the cache.
func (s *schemaRun) clean(operands []string) error {
	entries, err := s.entries(operands)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if err := s.cache.Remove(e); err != nil {
			return err
		}
		fmt.Fprintf(s.session.Out, "removed %s %s\n", e.Address, e.Version)
	}
	if len(operands) == 0 {
		return s.cache.Sweep(0)
	}
	return s.cache.Sweep(pluginschemas.MaxStore)
}

// entries returns the cache entries of the operands, or all entries without operands.
func (s *schemaRun) entries(operands []string) ([]pluginschemas.Entry, error) {
	all, err := s.cache.List()
	if err != nil || len(operands) == 0 {
		return all, err
	}
	var entries []pluginschemas.Entry
	for _, operand := range operands {
		address, constraints, err := registry.ParseAddress(operand, s.session.Terraform())
		if err != nil {
			return nil, err
		}
		n := len(entries)
		for _, e := range all {
			if named(operand, e.Address, address) && constraints.Check(e.Version) {
				entries = append(entries, e)
			}
		}
		if n == len(entries) {
			return nil, &report.FileError{Diagnostic: report.Errorf("No such schema", "The cache has no schema of %s. \"hcljson "+
				"schema fetch\" downloads it, and \"hcljson schema list\" lists the cache.", operand)}
		}
	}
	return entries, nil
}

// named reports whether an operand, parsed as an address, identifies a provider. An operand without
// a host matches the registry of either product.
func named(operand string, address, given tfaddr.Provider) bool {
	source, _, _ := strings.Cut(operand, "@")
	return address == given || strings.Count(source, "/") < 2 && provider.IsSame(address, given)
}
