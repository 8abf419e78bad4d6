package addresscmd

import (
	"fmt"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/urfave/cli/v2"

	"github.com/hcljson/hcljson/convert/address"
	"github.com/hcljson/hcljson/internal/cli/command"
	"github.com/hcljson/hcljson/internal/cli/env"
	"github.com/hcljson/hcljson/internal/cli/input"
	"github.com/hcljson/hcljson/internal/cli/output"
	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/jsonemit"
)

const refsDescription = `Prints the file, line, column and text of each use of the declaration at ADDRESS, such as var.cidr or
aws_vpc.main: in expressions, in moved blocks, in the calls of the module, in its tests and in files of
values. local.tags.Name is a part of a value. The files of a directory are one module; name the
directories of all modules that can use it.

--unused prints variables, locals, data sources and requirements of providers that nothing uses.

Exit status: 0 success, 1 no use (or, with --check, an unused declaration), 2 an error.

Examples:
  hcljson refs var.cidr .
  hcljson refs --unused modules`

// refsOptions are the options of refs.
type refsOptions struct {
	addressOptions
	files, asJSON, unused, check bool
}

// NewRefs returns the command refs.
func NewRefs() *cli.Command {
	o := new(refsOptions)
	c := &cli.Command{
		Name: "refs", Usage: "print the uses of a declaration",
		ArgsUsage: "ADDRESS FILE|DIR...", UsageText: "--unused FILE|DIR...", Description: refsDescription,
		Flags: slices.Concat([]cli.Flag{
			o.scriptFlag("print the uses of the declaration at this `ADDRESS`"),
			&cli.BoolFlag{Name: "list", Aliases: []string{"l"}, Category: command.Output, Destination: &o.files,
				Usage: "print only the names of the files"},
			&cli.BoolFlag{Name: "json", Category: command.Output, Destination: &o.asJSON, Usage: "print an object on a line for each"},
			&cli.BoolFlag{Name: "unused", Category: command.Output, Destination: &o.unused,
				Usage: "print the declarations that nothing uses"},
			&cli.BoolFlag{Name: "check", Category: command.Output, Destination: &o.check,
				Usage: "with --unused, exit with status 1 if there are any"},
		}, o.edit.Session.Flags(), o.edit.Files.Flags()),
		BashComplete: completeAddress,
	}
	return command.Define(c, command.Rules{Operands: command.Required,
		Conflicts: append(command.Conflicts("--unused prints all declarations, and takes no address", "unused", "e"),
			command.Conflicts("-l and --json are two ways to print; choose one", "list", "json")...),
	}, func(call *command.Call) (int, error) { return o.run(call, c) })
}

func (o *refsOptions) run(call *command.Call, c *cli.Command) (int, error) {
	count := 1
	if o.unused {
		count = 0
	}
	words, paths, err := o.operands(call, c, count)
	if err == nil && o.check && !o.unused {
		err = command.Usagef("--check needs --unused")
	}
	if err == nil {
		err = o.missingPath(c, words, paths)
	}
	var list []address.Address
	if err == nil {
		list, err = parsed(words...)
	}
	if err != nil {
		return env.ExitError, asUsage(err)
	}
	o.edit.Session.NativeOnly = true
	return input.Start(&o.edit.Session, call, func(s *input.Session) (int, error) {
		files, status := o.find(s, paths)
		t := &tally{session: s, counts: make([]tallied, len(list))}
		tree, modules, read := t.tree(files)
		if status = max(status, read); status < env.ExitError {
			status = o.print(t, tree, modules, list)
		}
		return status, nil
	})
}

// tree reads the modules of files.
func (t *tally) tree(files []*output.Result) (tree *address.Tree, modules []*address.Module, status int) {
	var log report.Log
	texts := map[string][]byte{}
	for _, c := range files {
		src, _, diag := t.session.Load(c.Source)
		c.Src, c.Parsed = src.Bytes(), src
		if texts[c.Name] = c.Src; diag != nil {
			log.Add(c.Name, c.Src, diag)
			c.Failed = true
		}
	}
	byDirectory := map[string]*address.Module{}
	var all hcl.Diagnostics
	for _, of := range addressedModules(files) {
		m, diags := t.read(of)
		if all = append(all, diags...); m != nil {
			byDirectory[moduleOf(of[0], files)] = m
			modules = append(modules, m)
		}
	}
	log.AddWith(texts, all...)
	status = max(log.Print(t.session.Report), report.Status(all))
	return address.NewTree(byDirectory, called), modules, status
}

// print prints the references to each address, or the unused declarations.
func (o *refsOptions) print(t *tally, tree *address.Tree, modules []*address.Module, list []address.Address) int {
	if o.unused {
		found := address.Unused(tree)
		var printed []string
		for _, one := range found {
			printed = append(printed, o.line(one.Range, one.Address, one.Address))
		}
		if status := o.write(t.session, printed); status != env.ExitOK || o.check && len(found) > 0 {
			return max(status, env.ExitDiffers)
		}
		return env.ExitOK
	}
	status := env.ExitOK
	var printed []string
	for i, a := range list {
		references, declared := address.ReferencesTo(tree, a)
		for _, m := range modules {
			t.add(i, declared, m, a)
		}
		if len(references) == 0 {
			status = env.ExitDiffers
		}
		for _, r := range references {
			printed = append(printed, o.line(r.Range, r.Declaration, r.Line()))
		}
	}
	return t.finish(max(status, o.write(t.session, printed)))
}

// line returns the line to print for a place.
func (o *refsOptions) line(at hcl.Range, declaration, text string) string {
	switch {
	case o.files:
		return at.Filename
	case o.asJSON:
		quoted := func(text string) []byte { return jsonemit.AppendString(nil, text) }
		return fmt.Sprintf(`{"address":%s,"file":%s,"line":%d,"column":%d,"text":%s}`, quoted(declaration), quoted(at.Filename),
			at.Start.Line, at.Start.Column, quoted(text))
	}
	return string(report.Printable(fmt.Appendf(nil, "%s:%d:%d: %s", at.Filename, at.Start.Line, at.Start.Column, text)))
}

func (o *refsOptions) write(s *input.Session, lines []string) (status int) {
	if o.files {
		slices.Sort(lines)
		lines = slices.Compact(lines)
	}
	for _, line := range lines {
		_, err := fmt.Fprintln(s.Out, line)
		status = max(status, written(err))
	}
	return status
}
