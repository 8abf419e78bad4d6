package cli

import (
	"errors"
	"fmt"
	"strings"

	tfaddr "github.com/hashicorp/terraform-registry-address"

	"github.com/hcljson/hcljson/internal/cli/command"
	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/internal/pluginschemas"
	"github.com/hcljson/hcljson/schema/plugin"
	"github.com/hcljson/hcljson/schema/provider"
	"github.com/hcljson/hcljson/schema/registry"
)

// schemaOptions are those of schema.
type schemaOptions struct {
	commonOptions
	address, as string
}

// skeletonFlags are those of schema show alone, which writes examples.
var skeletonFlags = []string{"as", "dialect", "schema", "provider-schema", "installed-schemas", "fetch-schemas"}

// schemaRun is a run of schema.
type schemaRun struct {
	session *session
	known   *knownLanguages
	opts    *schemaOptions
	cache   *pluginschemas.Cache
}

const schemaName = "schema"

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
		Name: schemaName, Usage: "get, list and show what providers define", Operands: command.Required,
		Description: "Exit status: 0 fine, 2 an error.",
		Examples: `hcljson schema fetch hashicorp/aws@5.31.0
hcljson schema show hashicorp/aws aws_instance
hcljson schema show --as hcl terraform_data > main.tf`,
		Groups: []command.Group{
			o.languageOptions.flags().Only(&o.target, &o.dialect, &o.schemas), o.providerOptions.flags(),
			o.messageOptions.flags(),
			{Title: titleConversion, Flags: []command.Flag{{Name: "as", To: &o.as, Choices: []string{asTable, asHCL, asJSON},
				Usage: "show: a table, or an example of a block to begin with"}, {Name: "address", To: &o.address,
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
				"print the types of a provider, or what one of them\ndefines; with --as hcl [ADDRESS] TYPE..., an example\n"+
					"of each block to begin with",
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
			"--address is for schema read and schema add; name the provider after schema %s", name)
	}
	for _, flag := range skeletonFlags {
		if call.Given(flag) && (name != "show" || o.as == asTable) {
			return exitError, command.Usagef("--%s is for schema show --as hcl, which writes examples of blocks", flag)
		}
	}
	return start(call, &o.commonOptions, func(run *session, known *knownLanguages) (int, error) {
		run.interruptible()
		s := &schemaRun{session: run, known: known, opts: o}
		var err error
		if name != "read" {
			s.cache, err = pluginschemas.OpenCache(s.session.Getenv)
		}
		if err == nil {
			err = do(s, call.Operands)
		}
		return s.failed(err)
	})
}

// errReported ends a command whose errors have been reported.
var errReported = errors.New("reported")

// failed reports what has gone wrong, unless the command line is.
func (s *schemaRun) failed(err error) (int, error) {
	usage := command.UsageError{}
	switch {
	case err == nil:
		return exitOK, nil
	case errors.As(err, &usage):
		return exitError, err
	case errors.Is(err, errReported):
	case s.session.ctx.Err() != nil:
		s.session.report.Add("", nil, errInterrupted())
	default:
		s.session.report.Add("", nil, report.Errorf("Command failed", "%s.", strings.TrimSuffix(err.Error(), ".")))
	}
	return exitError, nil
}

// fetch downloads the schemas of providers. Their hosts may be asked, as the user
// names them. What fails does not keep the others from being fetched.
func (s *schemaRun) fetch(operands []string) error {
	if err := s.cache.Check(); err != nil {
		return err
	}
	opts := pluginschemas.Options{
		Getenv: s.session.Getenv, Terraform: s.known.terraform(),
		Fetch: true, AllowHosts: s.opts.allowHosts, Log: s.session.report.Tell, Doing: s.session.report.Doing,
	}
	wanted := make([]provider.Requirement, len(operands))
	for i, operand := range operands {
		var err error
		if wanted[i].Address, wanted[i].Constraints, err = registry.ParseAddress(operand, s.known.terraform()); err != nil {
			return err
		}
		opts.AllowHosts = append(opts.AllowHosts, string(wanted[i].Address.Hostname))
	}
	finder, err := pluginschemas.New(opts)
	if err != nil {
		return err
	}
	defer s.session.report.Progress(0).Stop()
	var failed error
	for _, w := range wanted {
		err := s.fetchOne(finder, w)
		if s.session.ctx.Err() != nil {
			return err
		}
		if err != nil {
			_, _ = s.failed(err)
			failed = errReported
		}
	}
	return failed
}

func (s *schemaRun) fetchOne(finder *pluginschemas.Finder, wanted provider.Requirement) error {
	v, err := finder.Select(s.session.ctx, wanted.Address, wanted.Constraints)
	if err != nil {
		return err
	}
	if known, err := s.cache.Load(wanted.Address, v); known == nil || err != nil {
		if err := s.cache.CheckWrite(wanted.Address); err != nil {
			return &pluginschemas.UnkeptError{Err: err}
		}
		if _, err := finder.Fetch(s.session.ctx, wanted.Address, v, plugin.Lock{}); err != nil {
			return err
		}
	}
	fmt.Fprintf(s.session.Out, "%s %s\n", wanted.Address.ForDisplay(), v)
	return nil
}

// list lists the cache and the table.
func (s *schemaRun) list(operands []string) error {
	tables, named, err := s.tabledVersions(operands)
	if err != nil {
		return err
	}
	var entries []pluginschemas.Entry
	if len(operands) == 0 {
		if entries, err = s.entries(nil); err != nil {
			return err
		}
	}
	for i, operand := range operands {
		found, err := s.entries([]string{operand})
		if err != nil && !named[i] {
			return err
		}
		entries = append(entries, found...)
	}
	for _, e := range entries {
		fmt.Fprintf(s.session.Out, "%s %s\n", e.Address, e.Version)
	}
	for _, t := range tables {
		fmt.Fprintf(s.session.Out, "%s %s built in, %s\n", t.Source, t.version().Version, t.version().Date)
	}
	return nil
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
		fmt.Fprintf(s.session.Out, "removed %s %s\n", e.Address, e.Version)
	}
	if len(operands) == 0 {
		return s.cache.Sweep()
	}
	return nil
}

// entries are those of the cache that operands name, or all.
func (s *schemaRun) entries(operands []string) ([]pluginschemas.Entry, error) {
	all, err := s.cache.List()
	if err != nil || len(operands) == 0 {
		return all, err
	}
	var entries []pluginschemas.Entry
	for _, operand := range operands {
		address, constraints, err := registry.ParseAddress(operand, s.known.terraform())
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
			return nil, fmt.Errorf(
				"the cache has no schema of %s; \"hcljson schema fetch\" gets one, and \"hcljson schema list\" lists "+
					"what is there", operand)
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
