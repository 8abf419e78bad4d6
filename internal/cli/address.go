package cli

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert/address"
	"github.com/hcljson/hcljson/internal/cli/command"
	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/schema"
)

// addressNote ends what the commands say that change what is at addresses.
const addressNote = `
The operands at the end that name files or directories are changed; the files of a
directory are one module. Several need -w, or one of -l, -d and --check. It is proven
that nothing else has changed. "hcljson help get" says what an address is.
Exit status: 0 fine, 1 nothing is there or a file changes (-l, -d, --check), 2 an error.`

// textFlags say how an expression is read.
func (o *options) textFlags(more ...command.Flag) []command.Flag {
	return append([]command.Flag{
		{Name: "string", To: &o.asText, Usage: "take what is written for the text of a string"},
		{Name: "json", To: &o.asJSON, Usage: "take what is written for JSON",
			Not: []command.Conflict{{With: &o.asText, Why: "--json and --string are two ways to write a value"}}},
	}, more...)
}

func (o *options) syntax() address.Syntax {
	switch {
	case o.asText:
		return address.String
	case o.asJSON:
		return address.JSON
	}
	return address.Native
}

// command makes one of these commands. asked are the changes that the words before the files ask
// for, at least so many.
func (o *options) command(
	c command.Command, own []command.Flag, least int, asked func(words []string) ([]address.Change, error),
) *command.Command {
	groups := o.editingGroups()
	c.Groups = []command.Group{
		{Title: titleOutput, Flags: own}, groups[0].Without(&o.force), o.languageFlags(), o.providerFlags(),
		o.messageFlags(), o.fileFlags(),
	}
	c.Description += addressNote
	c.Unlisted, c.Operands, c.Offers = true, command.Required, offerAddresses
	c.Run = func(call *command.Call) (int, error) {
		words, paths, err := operandsOf(call, least, c.Examples)
		if err != nil {
			return exitError, err
		}
		changes, err := asked(words)
		if err != nil {
			return exitError, command.Usagef("%s", err)
		}
		if (len(paths) > 1 || isDir(paths[0])) && !o.write && !o.comparing() {
			return exitError, errSeveralEdits
		}
		return o.edit(call, paths, func(s *session) (*editor, error) {
			t := &tally{session: s, counts: make([]tallied, len(changes))}
			a := &addressed{tally: t, changes: changes, unproven: o.noVerify}
			return &editor{together: a.edit, finish: a.finish, guesses: true}, nil
		})
	}
	return &c
}

// operandsOf parts the operands: the paths are those after "--", or else the last ones that
// are there.
func operandsOf(call *command.Call, least int, examples string) (words, paths []string, err error) {
	n := call.Before
	if n == len(call.Operands) {
		for n > least && (call.Operands[n-1] == stdinPath || exists(call.Operands[n-1])) {
			n--
		}
	}
	words, paths = call.Operands[:n], call.Operands[n:]
	example, _, _ := strings.Cut(examples, "\n")
	switch {
	case len(words) < least, len(paths) == 0 && exists(words[n-1]):
		return nil, nil, command.Usagef("the addresses come first, and then the files: %s", example)
	case len(paths) == 0:
		return nil, nil, command.Usagef("%s is no file or directory; they come last: %s", words[n-1], example)
	}
	return words, paths, nil
}

// parsed reads addresses.
func parsed(texts ...string) (list []address.Address, err error) {
	for i := 0; i < len(texts) && err == nil; i++ {
		var a address.Address
		a, err = address.Parse(texts[i])
		list = append(list, a)
	}
	return list, err
}

// tally is at how many places each of several things is.
type tally struct {
	session *session
	mutex   sync.Mutex
	counts  []tallied
}

// tallied is at how many places something is. missing is what a module says of what is nowhere, and
// steps how many steps led nowhere there.
type tallied struct {
	places, steps int
	missing       string
}

// add notes that one of them is at n more places, in a module.
func (t *tally) add(i, n int, m *address.Module, a address.Address) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	of := &t.counts[i]
	if of.places += n; of.places > 0 {
		return
	}
	// The nearest counts, in whatever order the modules come.
	text, steps := m.Missing(a)
	if of.missing == "" || cmp.Or(cmp.Compare(steps, of.steps), cmp.Compare(text, of.missing)) < 0 {
		of.missing, of.steps = text, steps
	}
}

// finish reports what is nowhere.
func (t *tally) finish(status int) int {
	for _, of := range t.counts {
		if of.places == 0 && of.missing != "" && status < exitError {
			t.session.report.Add("", nil, report.Errorf("Nothing there", "%s", of.missing))
			status = exitDiffers
		}
	}
	return status
}

// addressedModules parts files by module. What could not be read is in none.
func addressedModules(files []*conversion) (list [][]*conversion) {
	index := map[string]int{}
	for _, c := range files {
		if c.failed {
			continue
		}
		if _, known := index[c.module()]; !known {
			index[c.module()], list = len(list), append(list, nil)
		}
		list[index[c.module()]] = append(list[index[c.module()]], c)
	}
	return list
}

func (t *tally) read(files []*conversion) (*address.Module, hcl.Diagnostics) {
	var texts []address.Source
	languages := map[*schema.Dialect]*schema.Dialect{}
	for _, c := range files {
		of := c.file.Dialect
		if languages[of] == nil {
			languages[of] = t.session.language(c.source, c.src)
		}
		texts = append(texts, address.Source{Source: c.text(c.src), Dialect: languages[of]})
	}
	return address.Read(texts...)
}

// addressed makes changes at addresses.
type addressed struct {
	*tally
	changes  []address.Change
	unproven bool
}

// edit makes the changes in files that are written together.
func (a *addressed) edit(together []*conversion) {
	for _, files := range addressedModules(together) {
		texts, diags := guard(files[0].name, func() ([][]byte, hcl.Diagnostics) { return a.module(files) })
		for i, text := range texts {
			files[i].converted = text
		}
		for _, diag := range diags {
			i := slices.IndexFunc(files, func(c *conversion) bool {
				return diag.Subject != nil && diag.Subject.Filename == c.name
			})
			c := files[max(i, 0)]
			c.log.Add(c.name, c.src, diag)
			c.failed = c.failed || diag.Severity == hcl.DiagError
		}
	}
}

// module makes the changes in a module. Without errors, it returns the texts of its files.
func (a *addressed) module(files []*conversion) ([][]byte, hcl.Diagnostics) {
	read, diags := a.read(files)
	for i := 0; i < len(a.changes) && !diags.HasErrors(); i++ {
		read.Unproven = a.unproven
		n, more := read.Apply(&a.changes[i])
		if diags = append(diags, more...); !more.HasErrors() {
			a.add(i, n, read, a.changes[i].Address)
		}
	}
	if diags.HasErrors() {
		return nil, diags
	}
	texts, more := read.Results()
	return texts, append(diags, more...)
}
