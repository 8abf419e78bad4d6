package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert/address"
	"github.com/hcljson/hcljson/internal/cli/command"
	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/jsonemit"
)

const getDescription = `Prints what is at each ADDRESS, as it is written in the file; where there are several
places, each with its file, line and address. The operands at the end that name files or
directories are looked at; - is standard input.

An ADDRESS is what references say, or block types, labels, arguments and keys, with dots
between: aws_instance.web.tags.Name, var.cidr.default, terraform.required_version. Of
several, [0] is the first, [*] is each, [name == "x"] those that have it. * is any name,
or a part of one; ** is any number of steps. A name with dots is in quotes.
Exit status: 0 fine, 1 nothing is there, 2 an error.`

const getExamples = `hcljson get aws_instance.web.ami main.tf
hcljson get 'output.*[description == null]' modules`

// offerAddresses prints how an address can go on.
const offerAddresses = "get --complete"

func getCommand() *command.Command {
	o := new(options)
	return &command.Command{
		Name: "get", Usage: "print what is at an address; set, add, rm, mv and sort change it",
		Args: "ADDRESS... FILE|DIR...", Description: getDescription,
		Examples: getExamples,
		Operands: command.Required, Offers: offerAddresses, Run: o.runGet,
		Groups: []command.Group{
			{Title: titleOutput, Flags: []command.Flag{
				{Name: "json", To: &o.asJSON, Usage: "print JSON; of several places, an object on a line for each"},
				{Name: "string", To: &o.asText, Usage: "print the text of a string without quotes",
					Not: []command.Conflict{{With: &o.asJSON, Why: "--json and --string are two ways to print"}}},
				{Name: "complete", To: &o.complete, Usage: "print how each ADDRESS that is not complete can go on"},
			}},
			o.languageFlags(), o.providerFlags(), o.messageFlags(), o.fileFlags(),
		},
	}
}

func (o *options) runGet(call *command.Call) (int, error) {
	words, paths, err := operandsOf(call, 1, getExamples)
	var list []address.Address
	if err == nil && !o.complete {
		list, err = parsed(words...)
	}
	if err != nil {
		return exitError, command.Usagef("%s", err)
	}
	return o.start(call, func(s *session) (int, error) {
		find := &finder{session: s, wanted: wanted{
			direction: eitherSyntax, guesses: true, streams: !slices.ContainsFunc(paths, isDir), nothing: "No files to look at",
		}}
		t := &tally{session: s, counts: make([]tallied, len(list))}
		g := &getting{tally: t, list: list, words: words}
		var files []*conversion
		for _, s := range find.find(paths) {
			files = append(files, &conversion{source: s})
		}
		return g.all(addressedModules(files), find.status), nil
	})
}

// getting prints what is at addresses.
type getting struct {
	*tally
	list  []address.Address
	words []string
}

// looked is what has come of one module.
type looked struct {
	log       report.Log
	status    int
	places    []address.Found
	completed []string
}

func (g *getting) all(modules [][]*conversion, status int) int {
	var places []address.Found
	var completed []string
	inOrder(len(modules), limit(g.session.jobs), func(i int) *looked { return g.module(modules[i]) }, func(_ int, l *looked) {
		status = max(status, l.status, l.log.Print(g.session.report))
		places, completed = append(places, l.places...), append(completed, l.completed...)
	})
	slices.Sort(completed)
	for _, text := range slices.Compact(completed) {
		fmt.Fprintln(g.session.Out, text)
	}
	for _, found := range places {
		status = max(status, g.print(found, len(places) > 1))
	}
	return g.finish(status)
}

func (g *getting) module(files []*conversion) *looked {
	l, texts := &looked{}, map[string][]byte{}
	files = slices.DeleteFunc(files, func(c *conversion) bool {
		var diag *hcl.Diagnostic
		if c.src, diag = g.session.load(c.source); diag != nil {
			l.log.Add(c.name, c.src, diag)
			l.status = exitError
		}
		texts[c.name] = c.src
		return diag != nil
	})
	read, diags := g.read(files)
	l.log.AddWith(texts, diags...)
	if l.status = max(l.status, report.Status(diags)); read == nil {
		return l
	}
	for i, a := range g.list {
		found := read.Get(a)
		l.places = append(l.places, found...)
		g.add(i, len(found), read, a)
	}
	for i := 0; g.session.complete && i < len(g.words); i++ {
		l.completed = append(l.completed, read.Complete(g.words[i])...)
	}
	return l
}

// print prints a place, with where it is if there are several.
func (g *getting) print(p address.Found, several bool) int {
	text := p.Text
	if g.session.asText && p.String != nil {
		text = *p.String
	}
	name, line := p.Range.Filename, p.Range.Start.Line
	if g.session.asJSON {
		value, diags := p.JSON()
		if diags.HasErrors() {
			g.session.report.Add(name, nil, diags...)
			return exitError
		}
		if text = string(value); several {
			var compact bytes.Buffer
			_ = json.Compact(&compact, value)
			quoted := func(text string) []byte { return jsonemit.AppendString(nil, text) }
			text = fmt.Sprintf(`{"address":%s,"file":%s,"line":%d,"value":%s}`, quoted(p.Address), quoted(name), line, &compact)
		}
	} else if several && p.IsBlock {
		text = fmt.Sprintf("%s:%d: %s\n%s\n", name, line, p.Address, text)
	} else if several {
		text = fmt.Sprintf("%s:%d: %s = %s", name, line, p.Address, text)
	}
	if _, err := fmt.Fprintln(g.session.Out, strings.TrimRight(text, "\n")); err != nil {
		return exitError
	}
	return exitOK
}
