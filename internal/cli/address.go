package cli

import (
	"bytes"
	"slices"
	"sync"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert/address"
	"github.com/hcljson/hcljson/convert/equivalent"
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

// addressOptions are those of the commands that change what is at addresses.
type addressOptions struct {
	editingOptions
	fileOptions
	asText, asJSON bool
}

func (o *addressOptions) groups(own ...command.Flag) []command.Group {
	groups := o.editingOptions.groups()
	return []command.Group{
		{Title: titleOutput, Flags: own}, groups[0].Without(&o.force), o.languageOptions.flags(), o.providerOptions.flags(),
		o.messageOptions.flags(), o.fileOptions.flags(),
	}
}

// textFlags say how an expression is read.
func (o *addressOptions) textFlags() []command.Flag {
	return []command.Flag{
		{Name: "string", To: &o.asText, Usage: "take what is written for the text of a string"},
		{Name: "json", To: &o.asJSON, Usage: "take what is written for JSON",
			Not: []command.Conflict{{With: &o.asText, Why: "--json and --string are two ways to write a value"}}},
	}
}

func (o *addressOptions) syntax() address.Syntax {
	switch {
	case o.asText:
		return address.String
	case o.asJSON:
		return address.JSON
	}
	return address.Native
}

// operandsOf parts the operands: the paths are those after "--", or else the last ones that
// are there.
func operandsOf(call *command.Call, least int, example string) (words, paths []string, err error) {
	n := call.Before
	if n == len(call.Operands) {
		for n > least && (call.Operands[n-1] == stdinPath || exists(call.Operands[n-1])) {
			n--
		}
	}
	words, paths = call.Operands[:n], call.Operands[n:]
	switch {
	case len(words) < least, len(paths) == 0 && exists(words[n-1]):
		return nil, nil, command.Usagef("the addresses come first, and then the files: hcljson %s", example)
	case len(paths) == 0:
		return nil, nil, command.Usagef("%s is no file or directory; they come last: hcljson %s", words[n-1], example)
	}
	return words, paths, nil
}

// parsed reads addresses.
func parsed(texts ...string) ([]address.Address, error) {
	list := make([]address.Address, len(texts))
	for i, text := range texts {
		a, err := address.Parse(text)
		if err != nil {
			return nil, command.Usagef("%s", err)
		}
		list[i] = a
	}
	return list, nil
}

// apply makes the changes that the words before the operands ask for, a module at a time.
func (o *addressOptions) apply(
	call *command.Call, least int, example string, asked func(words []string) ([]address.Change, error),
) (int, error) {
	words, paths, err := operandsOf(call, least, example)
	if err != nil {
		return exitError, err
	}
	changes, err := asked(words)
	if err != nil {
		return exitError, err
	}
	if (len(paths) > 1 || isDir(paths[0])) && !o.write && !o.comparing() {
		return exitError, errSeveralEdits
	}
	return o.start(call, paths, func(s *session, known *knownLanguages) (*editor, error) {
		a := &addressed{session: s, known: known, changes: changes, unproven: o.noVerify}
		a.places, a.missing = make([]int, len(changes)), make([]missing, len(changes))
		return &editor{
			change: a.edit, prepare: a.prepare, finish: a.finish, fileOptions: o.fileOptions, guesses: true,
		}, nil
	})
}

// addressed makes changes at addresses.
type addressed struct {
	session  *session
	known    *knownLanguages
	changes  []address.Change
	unproven bool
	modules  map[*source]*addressedModule

	mutex sync.Mutex
	// places are at how many each change was made, missing what the modules say of it that
	// have none.
	places  []int
	missing []missing
}

// missing says what is near an address at which nothing is. steps are those that led nowhere.
type missing struct {
	text  string
	steps int
}

// nearer keeps the nearest of two.
func (m *missing) nearer(other missing) {
	if m.text == "" || other.steps < m.steps {
		*m = other
	}
}

// addressedModule is the files of one language in a directory.
type addressedModule struct {
	sources []*source
	once    sync.Once
	results map[*source]*conversion
}

// prepare parts the files by module.
func (a *addressed) prepare(sources []*source) { a.modules = addressedModules(sources) }

func addressedModules(sources []*source) map[*source]*addressedModule {
	type key struct {
		dir     string
		dialect *schema.Dialect
	}
	known, list := map[key]*addressedModule{}, map[*source]*addressedModule{}
	for _, s := range sources {
		k := key{s.dir(), s.file.Dialect}
		if known[k] == nil {
			known[k] = &addressedModule{}
		}
		known[k].sources, list[s] = append(known[k].sources, s), known[k]
	}
	return list
}

// edit makes the changes in a file, with the others of its module.
func (a *addressed) edit(e *editing) {
	m := a.modules[e.c.source]
	m.once.Do(func() {
		_, diags := guard(e.c.name, func() (any, hcl.Diagnostics) {
			a.module(m, e)
			return nil, nil
		})
		if diags.HasErrors() {
			m.results = map[*source]*conversion{e.c.source: (&conversion{source: e.c.source}).fail(nil, diags...)}
		}
	})
	of := m.results[e.c.source]
	switch {
	case of == nil:
		e.c.converted = e.c.src
	case !of.failed && !bytes.Equal(of.src, e.c.src):
		e.c.fail(nil, report.Errorf("The file has changed", "%s was written by somebody else meanwhile.", e.c.name))
	default:
		e.c.converted, e.c.failed = of.converted, of.failed
		e.c.log.Append(&of.log)
	}
}

// module makes the changes in a module.
func (a *addressed) module(m *addressedModule, e *editing) {
	m.results = map[*source]*conversion{}
	read, diags := readModule(m, e.c.source, e.c.src, e.dialect)
	if !diags.HasErrors() {
		read.Unproven = a.unproven
		for i := range a.changes {
			n, more := read.Apply(&a.changes[i])
			if diags = append(diags, more...); diags.HasErrors() {
				break
			}
			if a.count(i, n) == 0 {
				text, steps := read.Missing(a.changes[i].Address)
				a.miss(i, text, steps)
			}
		}
	}
	var texts [][]byte
	if !diags.HasErrors() {
		var more hcl.Diagnostics
		texts, more = read.Results()
		diags = append(diags, more...)
	}
	for i, s := range m.sources {
		if c := m.results[s]; c != nil && texts != nil && !diags.HasErrors() {
			c.converted = texts[i]
		} else if c != nil {
			c.converted = c.src
		}
	}
	for _, diag := range diags {
		s := e.c.source
		if i := slices.IndexFunc(m.sources, func(s *source) bool {
			return diag.Subject != nil && diag.Subject.Filename == s.name
		}); i >= 0 {
			s = m.sources[i]
		}
		c := m.results[s]
		if c == nil {
			c = &conversion{source: s}
			m.results[s] = c
		}
		c.log.Add(s.name, c.src, diag)
		c.failed = c.failed || diag.Severity == hcl.DiagError
	}
}

// readModule reads the files of a module, of which one has been read.
func readModule(
	m *addressedModule, has *source, src []byte, dialect *schema.Dialect,
) (*address.Module, hcl.Diagnostics) {
	var texts []equivalent.Source
	for _, s := range m.sources {
		text := src
		if s != has {
			var err error
			if text, _, err = readFile(s.name); err != nil {
				return nil, hcl.Diagnostics{report.Errorf("Cannot read the file", "%s: %s.", s.name, report.Reason(err))}
			}
		}
		if m.results != nil {
			m.results[s] = &conversion{source: s, src: text}
		}
		texts = append(texts, s.text(text))
	}
	return address.Read(texts, dialect)
}

// count adds to the places of a change.
func (a *addressed) count(i, n int) int {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	a.places[i] += n
	return a.places[i]
}

// miss keeps what a module says of a change.
func (a *addressed) miss(i int, text string, steps int) {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	a.missing[i].nearer(missing{text, steps})
}

// finish reports the changes that were made nowhere.
func (a *addressed) finish(status int) int {
	for i, n := range a.places {
		if n == 0 && status < exitError && a.missing[i].text != "" {
			a.session.report.Add("", nil, report.Errorf("Nothing there", "%s", a.missing[i].text))
			status = exitDiffers
		}
	}
	return status
}
