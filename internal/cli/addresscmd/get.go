package addresscmd

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/hcljson/hcljson/convert/address"
	"github.com/hcljson/hcljson/internal/cli/command"
	"github.com/hcljson/hcljson/internal/cli/env"
	"github.com/hcljson/hcljson/internal/cli/input"
	"github.com/hcljson/hcljson/internal/cli/output"
	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/jsonemit"
)

const getDescription = `Prints the values at ADDRESS, as written in the files. Before each of several values, the output has its
file, line and address. - is standard input.

An address is like a reference, or consists of block types, labels, arguments and keys, with dots between
them: aws_instance.web.tags.Name, var.cidr.default, terraform.required_version. Among equal addresses,
[0] selects the first one, [*] each, and [name == "x"] those with this argument. * is any name or a part
of one, and ** is any number of steps. A name with dots needs quotes.

Exit status: 0 success, 1 nothing is at an address, 2 an error.

Examples:
  hcljson get aws_instance.web.ami main.tf
  hcljson get 'output.*[description == null]' modules`

// getOptions are the options of get.
type getOptions struct {
	addressOptions
	asText, asJSON, complete, body, plain bool
	// lists is true if addresses are printed instead of values: to a depth, and with attributes.
	lists, attributes bool
	depth             int
}

// NewGet returns the command get.
func NewGet() *cli.Command {
	o := new(getOptions)
	c := &cli.Command{
		Name: "get", Usage: "print the values at an address",
		ArgsUsage: "ADDRESS FILE|DIR...", UsageText: "-e ADDRESS... FILE|DIR...", Description: getDescription,
		Flags: slices.Concat([]cli.Flag{
			o.scriptFlag("print the values at this `ADDRESS`"),
			&cli.BoolFlag{Name: "json", Category: command.Output, Destination: &o.asJSON,
				Usage: "print JSON; for several places, one object per line"},
			&cli.BoolFlag{Name: "string", Category: command.Output, Destination: &o.asText,
				Usage: "print only the text of a string, without quotes; the line end only on a terminal"},
			&cli.BoolFlag{Name: "body", Category: command.Output, Destination: &o.body,
				Usage: "print the content of a block without its braces"},
			&cli.BoolFlag{Name: "plain", Category: command.Output, Destination: &o.plain,
				Usage: "print several values without their file, line and address"},
			&cli.BoolFlag{Name: "complete", Category: command.Output, Destination: &o.complete,
				Usage: "print the possible continuations of an incomplete ADDRESS"},
		}, o.edit.Session.Flags(), o.edit.Files.Flags()),
		BashComplete: completeAddress,
	}
	return command.Define(c, command.Rules{Operands: command.Required,
		Conflicts: append(command.Conflicts("--json and --string are two ways to print; choose one", "string", "json"),
			command.Conflicts("--body prints native syntax; leave out --json and --string", "body", "json", "string")...),
	}, func(call *command.Call) (int, error) { return o.run(call, c) })
}

const listDescription = `Prints the addresses of all blocks, one on each line, in the order of the files. -e selects blocks by an
ADDRESS, such as 'module.*'; the blocks inside them are printed as well. If the files belong to several
modules, the file and the line precede each address.

Exit status: 0 success, 1 nothing is at an address, 2 an error.

Examples:
  hcljson list --depth 1 main.tf
  hcljson list -e 'aws_*.*' --attributes .`

// NewList returns the command list.
func NewList() *cli.Command {
	o := &getOptions{lists: true}
	c := &cli.Command{
		Name: "list", Usage: "print the addresses of blocks",
		ArgsUsage: "FILE|DIR...", UsageText: "-e ADDRESS... FILE|DIR...", Description: listDescription,
		Flags: slices.Concat([]cli.Flag{
			o.scriptFlag("print the addresses of the blocks at this `ADDRESS`, and in them"),
			&cli.IntFlag{Name: "depth", Category: command.Output, Destination: &o.depth, Usage: "print `N` levels", DefaultText: "all"},
			&cli.BoolFlag{Name: "attributes", Category: command.Output, Destination: &o.attributes,
				Usage: "print the addresses of arguments as well"},
			&cli.BoolFlag{Name: "json", Category: command.Output, Destination: &o.asJSON,
				Usage: "print an object on a line for each, with the file and the line"},
		}, o.edit.Session.Flags(), o.edit.Files.Flags()),
		BashComplete: completeAddress,
	}
	return command.Define(c, command.Rules{Operands: command.Required},
		func(call *command.Call) (int, error) { return o.run(call, c) })
}

func (o *getOptions) run(call *command.Call, c *cli.Command) (int, error) {
	count := 1
	if o.lists {
		count = 0
	}
	words, paths, err := o.operands(call, c, count)
	if o.lists && len(words) == 0 {
		words = []string{"."}
	}
	if err == nil && o.depth < 0 {
		err = command.Usagef("--depth is a number of levels")
	}
	var list []address.Address
	if err == nil {
		err = o.missingPath(c, words, paths)
	}
	if err == nil && !o.complete {
		list, err = parsed(words...)
	}
	if err != nil {
		return env.ExitError, asUsage(err)
	}
	o.edit.Session.NativeOnly = true
	return input.Start(&o.edit.Session, call, func(s *input.Session) (int, error) {
		files, status := o.find(s, paths)
		t := &tally{session: s, counts: make([]tallied, len(list))}
		g := &getting{tally: t, options: o, list: list, words: words}
		return g.all(addressedModules(files), status), nil
	})
}

// find returns the files to read, and the exit status of the search.
func (o *addressOptions) find(s *input.Session, paths []string) (files []*output.Result, status int) {
	find := &input.Finder{Session: s, Files: o.edit.Files, Output: &o.edit.Output, Wanted: input.Wanted{
		Direction: input.EitherSyntax, Guesses: true, Streams: !slices.ContainsFunc(paths, env.IsDir), Nothing: "No files to read",
	}}
	for _, s := range find.Find(paths) {
		files = append(files, &output.Result{Task: output.Task{Source: s}})
	}
	return files, find.Status
}

// getting prints the values at addresses.
type getting struct {
	*tally
	options *getOptions
	list    []address.Address
	words   []string
}

// looked is the result for one module.
type looked struct {
	log       report.Log
	status    int
	places    []address.Found
	listed    []address.Listed
	completed []string
}

func (g *getting) all(modules [][]*output.Result, status int) int {
	var places []address.Found
	var completed []string
	look := func(i int) *looked { return g.module(modules[i]) }
	env.InOrder(len(modules), env.Limit(g.options.edit.Files.Jobs), look, func(_ int, l *looked) {
		status = max(status, l.status, l.log.Print(g.session.Report))
		places, completed = append(places, l.places...), append(completed, l.completed...)
		for _, one := range l.listed {
			status = max(status, g.printListed(one, len(modules) > 1))
		}
	})
	slices.Sort(completed)
	for _, text := range slices.Compact(completed) {
		fmt.Fprintln(g.session.Out, text)
	}
	for _, found := range places {
		status = max(status, g.print(found, len(places) > 1 || found.IsEntry))
	}
	return g.finish(status)
}

func (g *getting) module(files []*output.Result) *looked {
	l, texts := &looked{}, map[string][]byte{}
	files = slices.DeleteFunc(files, func(c *output.Result) bool {
		src, _, diag := g.session.Load(c.Source)
		if c.Src, c.Parsed = src.Bytes(), src; diag != nil {
			l.log.Add(c.Name, c.Src, diag)
			l.status = env.ExitError
		}
		texts[c.Name] = c.Src
		return diag != nil
	})
	read, diags := g.read(files)
	l.log.AddWith(texts, diags...)
	if l.status = max(l.status, report.Status(diags)); read == nil {
		return l
	}
	for i, a := range g.list {
		if g.options.lists {
			found := read.List(a, g.options.depth, g.options.attributes)
			if l.listed = append(l.listed, found...); a.String() != "." {
				g.add(i, len(found), read, a)
			}
			continue
		}
		found := read.Get(a)
		l.places = append(l.places, found...)
		g.add(i, len(found), read, a)
	}
	for i := 0; g.options.complete && i < len(g.words); i++ {
		l.completed = append(l.completed, read.Complete(g.words[i])...)
	}
	return l
}

// printListed prints an address of list. If several is true, it also prints the position.
func (g *getting) printListed(one address.Listed, several bool) int {
	text := string(report.Printable([]byte(one.Address)))
	if several {
		text = string(report.Printable(fmt.Appendf(nil, "%s:%d: %s", one.Range.Filename, one.Range.Start.Line, one.Address)))
	}
	if g.options.asJSON {
		text = fmt.Sprintf(`{"address":%s,"file":%s,"line":%d,"block":%t}`, jsonemit.AppendString(nil, one.Address),
			jsonemit.AppendString(nil, one.Range.Filename), one.Range.Start.Line, one.IsBlock)
	}
	_, err := fmt.Fprintln(g.session.Out, text)
	return written(err)
}

// print prints the value at a place. If several is true, it also prints the position and the address.
func (g *getting) print(p address.Found, several bool) int {
	text := p.Text
	if body, ok := p.Body(); g.options.body && ok {
		text = body
	} else if g.options.body {
		g.session.Report.Add(p.Range.Filename, nil, report.Errorf("Not a block", "%s is a value, and has no content to print with --body.", p.Address))
		return env.ExitError
	}
	if g.options.asText && p.String != nil {
		if text = *p.String; !several && !command.IsTerminal(g.session.Out) {
			_, err := io.WriteString(g.session.Out, text) // without a line break
			return written(err)
		}
	}
	name, line := p.Range.Filename, p.Range.Start.Line
	several = several && !g.options.plain
	if g.options.asJSON {
		value, diags := p.JSON()
		if diags.HasErrors() {
			g.session.Report.Add(name, nil, diags...)
			return env.ExitError
		}
		if text = string(value); several {
			var compact bytes.Buffer
			_ = json.Compact(&compact, value)
			quoted := func(text string) []byte { return jsonemit.AppendString(nil, text) }
			text = fmt.Sprintf(`{"address":%s,"file":%s,"line":%d,"value":%s}`, quoted(p.Address), quoted(name), line, &compact)
		}
	} else if several && p.IsBlock {
		text = fmt.Sprintf("%s\n%s\n", report.Printable(fmt.Appendf(nil, "%s:%d: %s", name, line, p.Address)), text)
	} else if several {
		text = fmt.Sprintf("%s = %s", report.Printable(fmt.Appendf(nil, "%s:%d: %s", name, line, p.Address)), text)
	}
	_, err := fmt.Fprintln(g.session.Out, strings.TrimRight(text, "\n"))
	return written(err)
}

// written returns the exit status after output.
func written(err error) int {
	if err != nil {
		return env.ExitError
	}
	return env.ExitOK
}
