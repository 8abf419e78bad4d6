package cli

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"github.com/hashicorp/hcl/v2"
	tfjson "github.com/hashicorp/terraform-json"
	tfaddr "github.com/hashicorp/terraform-registry-address"

	"github.com/hcljson/hcljson/internal/cli/command"
	"github.com/hcljson/hcljson/internal/schemas"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/opentofu"
	"github.com/hcljson/hcljson/schema/packer/plugins"
	"github.com/hcljson/hcljson/schema/plugin"
	"github.com/hcljson/hcljson/schema/provider"
	"github.com/hcljson/hcljson/schema/registry"
)

// schemaOptions are those of schema.
type schemaOptions struct {
	options
	address string
}

// schemaRun is a run of schema.
type schemaRun struct {
	*languages
	address string
	cache   *schemas.Cache
}

func schemaCommand() *command.Command {
	o := new(schemaOptions)
	const address = "the address of a provider, such as hashicorp/aws"
	sub := func(name, args, needs, usage string, do func(*schemaRun, []string) error) *command.Command {
		c := &command.Command{Name: name, Args: args, Needs: needs, Usage: usage}
		if needs != "" {
			c.Operands = command.Required
		}
		c.Run = func(call *command.Call) (int, error) { return o.run(call, do) }
		return c
	}
	return &command.Command{
		Name: "schema", Usage: "get, list and show what providers define", Operands: command.Required,
		Description: "Exit status: 0 fine, 2 an error.",
		Groups: []command.Group{
			o.languageOptions.flags().Only(&o.target), o.providerOptions.flags().Only(&o.allowHosts),
			o.messageOptions.flags(),
			{Title: titleConversion, Flags: []command.Flag{{Name: "address", To: &o.address,
				Usage: "read, add: the `ADDRESS` of the provider, if its file does not say it; " +
					"for add with @ and the version"}}},
		},
		Commands: []*command.Command{
			sub("fetch", "ADDRESS[@VERSION]...", address,
				"download providers, start them for their schemas, and\nkeep those; the plugins are removed again",
				(*schemaRun).fetch),
			sub("add", "FILE...", "a file that \"providers schema -json\" has printed",
				"put the schemas of a document that \"providers schema -json\"\n"+
					"or schema export has printed into the cache",
				(*schemaRun).add),
			sub("export", "ADDRESS[@VERSION]...", address,
				"print schemas of the cache as one document",
				(*schemaRun).export),
			sub("list", "[ADDRESS[@VERSION]]...", "",
				"list the schemas in the cache, and the built-in tables",
				(*schemaRun).list),
			sub("show", "ADDRESS[@VERSION] [TYPE]", address,
				"print the types of a provider, or what one of them\ndefines",
				(*schemaRun).show),
			sub("clean", "[ADDRESS[@VERSION]]...", "",
				"remove schemas from the cache",
				(*schemaRun).clean),
			sub("read", "EXECUTABLE...", "the file of a plugin, or packer",
				"start plugins of providers or of Packer, or packer\nitself, and print their schemas as "+
					"--provider-schema\nreads them",
				(*schemaRun).read),
		},
	}
}

func (o *schemaOptions) run(call *command.Call, do func(*schemaRun, []string) error) (int, error) {
	name := call.Subcommand.Name
	if _, err := o.product(); err != nil {
		return exitError, err
	}
	if o.address != "" && name != "read" && name != "add" {
		return exitError, command.Usagef(
			"--address is for schema read and schema add; name the provider behind schema %s", name)
	}
	return start(call, &o.options, func(l *languages) (int, error) {
		l.interruptible()
		s := &schemaRun{languages: l, address: o.address}
		var err error
		if name != "read" {
			s.cache, err = schemas.OpenCache(s.Getenv)
		}
		if err == nil {
			err = do(s, call.Operands)
		}
		return s.failed(err)
	})
}

// failed reports what has gone wrong, unless the command line is.
func (s *schemaRun) failed(err error) (int, error) {
	usage := command.UsageError{}
	switch {
	case err == nil:
		return exitOK, nil
	case errors.As(err, &usage):
		return exitError, err
	case errors.Is(err, errReported):
	case s.ctx.Err() != nil:
		s.report.add("", nil, hcl.Diagnostics{errInterrupted()})
	default:
		s.report.add("", nil, hcl.Diagnostics{errorf("Command failed", "%s.", strings.TrimSuffix(err.Error(), "."))})
	}
	return exitError, nil
}

// fetch downloads the schemas of providers. Their hosts may be asked, as the user
// names them.
func (s *schemaRun) fetch(operands []string) error {
	if err := s.cache.Check(); err != nil {
		return err
	}
	opts := schemas.Options{
		Getenv: s.Getenv, Terraform: s.terraform(),
		Fetch: true, AllowHosts: s.opts.allowHosts, Log: s.tell,
	}
	wanted := make([]provider.Requirement, len(operands))
	for i, operand := range operands {
		var err error
		if wanted[i].Address, wanted[i].Constraints, err = registry.ParseAddress(operand, s.terraform()); err != nil {
			return err
		}
		opts.AllowHosts = append(opts.AllowHosts, string(wanted[i].Address.Hostname))
	}
	finder, err := schemas.New(opts)
	if err != nil {
		return err
	}
	for _, w := range wanted {
		v, err := finder.Select(s.ctx, w.Address, w.Constraints)
		if err != nil {
			return err
		}
		if _, err := finder.Fetch(s.ctx, w.Address, v); err != nil {
			return err
		}
		fmt.Fprintf(s.Out, "%s %s\n", w.Address.ForDisplay(), v)
	}
	return nil
}

// list lists the cache and the table.
func (s *schemaRun) list(operands []string) error {
	tables, named, err := s.tabledVersions(operands)
	if err != nil {
		return err
	}
	if len(operands) == 0 {
		entries, err := s.entries(nil)
		if err != nil {
			return err
		}
		listEntries(s.Out, entries)
	}
	for i, operand := range operands {
		entries, err := s.entries([]string{operand})
		if err != nil && !named[i] {
			return err
		}
		listEntries(s.Out, entries)
	}
	s.listTable(tables)
	return nil
}

func listEntries(w io.Writer, entries []schemas.Entry) {
	for _, e := range entries {
		fmt.Fprintf(w, "%s %s\n", e.Address, e.Version)
	}
}

// clean removes what is in the cache.
func (s *schemaRun) clean(operands []string) error {
	entries, err := s.entries(operands)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if err := s.cache.Remove(e); err != nil {
			return err
		}
		fmt.Fprintf(s.Out, "removed %s %s\n", e.Address, e.Version)
	}
	if len(operands) == 0 {
		return s.cache.Sweep()
	}
	return nil
}

// entries are those of the cache that operands name, or all.
func (s *schemaRun) entries(operands []string) ([]schemas.Entry, error) {
	all, err := s.cache.List()
	if err != nil || len(operands) == 0 {
		return all, err
	}
	var entries []schemas.Entry
	for _, operand := range operands {
		address, constraints, err := registry.ParseAddress(operand, s.terraform())
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
			return nil, fmt.Errorf("the cache has no schema of %s; \"hcljson schema fetch\" gets one, and \"hcljson schema list\" lists what is there", operand)
		}
	}
	return entries, nil
}

// named reports whether an operand, which was read as an address, names a provider:
// without a host, it is that of either product's registry.
func named(operand string, address, given tfaddr.Provider) bool {
	source, _, _ := strings.Cut(operand, "@")
	return address == given || strings.Count(source, "/") < 2 && provider.Same(address, given)
}

// show prints what a provider defines.
func (s *schemaRun) show(operands []string) error {
	if len(operands) > 2 {
		return command.Usagef("schema show takes one address and one type")
	}
	entries, err := s.entries(operands[:1])
	if err != nil {
		if t, ok := s.newestTabled(operands[0]); ok {
			return s.showTable(t, operands)
		}
		return err
	}
	e := entries[len(entries)-1]
	found, err := s.cache.Load(e.Address, e.Version)
	if err != nil {
		return err
	}
	if found == nil {
		return fmt.Errorf("the schema of %s is gone from the cache", e.Address)
	}
	if len(operands) == 1 {
		for _, part := range provider.Parts {
			for _, typ := range found.Types(part) {
				fmt.Fprintf(s.Out, "%s %s\n", opentofu.BlockType(part), typ)
			}
		}
		return nil
	}
	shown := false
	for _, part := range provider.Parts {
		block, err := found.Block(part, operands[1])
		if err != nil {
			return err
		}
		if block == nil {
			continue
		}
		if shown {
			fmt.Fprintln(s.Out)
		}
		shown = true
		fmt.Fprintf(s.Out, "%s %s\n", opentofu.BlockType(part), operands[1])
		table := tabwriter.NewWriter(s.Out, 0, 0, 2, ' ', 0)
		showBody(table, found.Body(part, operands[1]), block, "  ")
		if err := table.Flush(); err != nil {
			return err
		}
	}
	if !shown {
		return fmt.Errorf("%s has no type %q; \"hcljson schema show %s\" lists its types", found, operands[1], operands[0])
	}
	return nil
}

// showBody prints the arguments and blocks of a body, those inside of it with
// more indentation.
func showBody(w io.Writer, body *schema.Body, block *tfjson.SchemaBlock, indent string) {
	for i := range body.Attributes {
		row := &body.Attributes[i]
		a := block.Attributes[row.Name]
		kind := "argument"
		if row.AsBlocks != nil {
			kind = "argument, or blocks"
		}
		fmt.Fprintf(w, "%s%s\t%s\t%s\n", indent, row.Name, kind, typeText(a))
	}
	for i := range body.Blocks {
		row := &body.Blocks[i]
		nested := block.NestedBlocks[row.Type]
		fmt.Fprintf(w, "%s%s\t%s\t%s\n", indent, row.Type, cmp.Or(labelled(row), "block"), nested.NestingMode)
		inner := nested.Block
		if inner == nil {
			inner = &tfjson.SchemaBlock{}
		}
		showBody(w, row.Body, inner, indent+"  ")
	}
}

func labelled(row *schema.Block) string {
	if len(row.Labels) == 0 {
		return ""
	}
	return "block with a label"
}

func typeText(a *tfjson.SchemaAttribute) string {
	if a == nil {
		return ""
	}
	if a.AttributeNestedType != nil {
		return "nested, " + string(a.AttributeNestedType.NestingMode)
	}
	return a.AttributeType.FriendlyNameForConstraint()
}

// printedAddress is the address of a provider by its file's name, which starts
// with terraform-provider-.
func printedAddress(given, name string, terraform bool) (tfaddr.Provider, error) {
	if given == "" {
		stem, ok := strings.CutPrefix(name, "terraform-provider-")
		if !ok {
			return tfaddr.Provider{}, command.Usagef("the name of the file %s does not say which provider it is; say so with --address", name)
		}
		given, _, _ = strings.Cut(strings.TrimSuffix(stem, ".exe"), "_")
	}
	address, _, err := registry.ParseAddress(given, terraform)
	return address, err
}

const (
	// packerPlugin starts the names of the files of Packer's plugins.
	packerPlugin = "packer-plugin-"
	// packerCommand is the name of Packer's own program.
	packerCommand = "packer"
)

// ofPacker reports whether a file is a plugin of Packer, or Packer itself.
func ofPacker(name string) bool {
	name = strings.TrimSuffix(filepath.Base(name), ".exe")
	return name == packerCommand || strings.HasPrefix(name, packerPlugin)
}

// readPacker prints the schemas of Packer's plugins, and of its own components. A
// file's name says the last part of the source address.
func (s *schemaRun) readPacker(operands []string) error {
	all := plugins.Schemas{}
	for _, name := range operands {
		address, described, err := s.describePacker(name)
		if err != nil {
			return err
		}
		all[address] = described
	}
	return all.Write(s.Out)
}

func (s *schemaRun) describePacker(name string) (string, *plugins.Plugin, error) {
	stem := strings.TrimSuffix(filepath.Base(name), ".exe")
	source, ok := strings.CutPrefix(stem, packerPlugin)
	switch {
	case stem == packerCommand && s.address != "":
		return "", nil, command.Usagef("--address is that of a plugin, and %s is none", name)
	case stem == packerCommand:
		if found, err := exec.LookPath(name); err == nil {
			name = found
		}
		described, err := plugins.DescribeCore(s.ctx, name, plugins.Options{})
		return plugins.Core, described, err
	case !ok:
		return "", nil, command.Usagef("%s is not named like a plugin of Packer, as the first is; read it on its own", name)
	}
	source, _, _ = strings.Cut(source, "_")
	described, err := plugins.Describe(s.ctx, name, plugins.Options{})
	return cmp.Or(s.address, "github.com/hashicorp/"+source), described, err
}

// read prints the schemas of plugins.
func (s *schemaRun) read(operands []string) error {
	if s.address != "" && len(operands) > 1 {
		return command.Usagef("--address is that of one plugin; read the others on their own")
	}
	if ofPacker(operands[0]) {
		return s.readPacker(operands)
	}
	all := &tfjson.ProviderSchemas{FormatVersion: "1.0", Schemas: map[string]*tfjson.ProviderSchema{}}
	for _, name := range operands {
		address, err := printedAddress(s.address, filepath.Base(name), s.terraform())
		if err != nil {
			return err
		}
		answer, err := plugin.Schema(s.ctx, name, plugin.Options{})
		if err != nil {
			return err
		}
		all.Schemas[address.String()] = answer
	}
	text, err := json.MarshalIndent(all, "", "  ")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.Out, "%s\n", text)
	return err
}
