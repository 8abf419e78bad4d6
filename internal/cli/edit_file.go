package cli

import (
	"bytes"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/convert/patch"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/cli/command"
	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/internal/diagnostic"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/dialects"
)

// An editor says how the files of a run are edited.
type editor struct {
	// change edits one file, or together those that are written together. finish, if not nil, gets
	// the exit status when all are done.
	change   func(*editing)
	together func([]*conversion)
	finish   func(status int) int
	// words are the command line of the program that does it, if there is one.
	words []string
	// guesses: standard input tells its language itself. like is what it is in, or the other
	// syntax of that, if its dialect is not nil.
	guesses bool
	like    dialects.File
}

// edit edits files and shows or writes them.
func (o *options) edit(
	call *command.Call, files []string, by func(*session) (*editor, error),
) (int, error) {
	if o.write && files[0] == stdinPath {
		return exitError, command.Usagef("standard input is not a file that can be written; " +
			"leave out -w, the result goes to standard output")
	}
	return o.start(call, func(s *session) (int, error) {
		e, err := by(s)
		if err != nil || e == nil {
			return exitError, err
		}
		// What has been started ends with the program.
		s.interruptible()
		find := &finder{session: s, wanted: o.edited(e)}
		sources := withoutNames(find.find(files))
		if o.write || o.comparing() {
			for _, s := range sources {
				s.target = s.name
			}
		}
		out := &outputs{session: s, inPlace: true}
		out.findTrees(sources, "")
		w := &writer{session: s, find: find, out: out, together: e.together,
			work: func(in *source) *conversion { return e.edit(s, in) }}
		status := w.all(sources)
		if e.finish != nil {
			status = e.finish(status)
		}
		return status, nil
	})
}

// edited are the files that are edited.
func (o *options) edited(e *editor) wanted {
	return wanted{
		direction: eitherSyntax, streams: !o.writing() && !o.comparing(), guesses: e.guesses, like: e.like,
		nothing: "No files to edit",
		isDirectory: func(path string) string {
			return path + " is a directory. Write its files with -w, or see what changes with -l, -d or --check."
		},
	}
}

// editing is the edit of one file.
type editing struct {
	session *session
	words   []string
	c       *conversion
	dialect *schema.Dialect
}

// edit reads and edits one source. It may run in parallel with others.
func (e *editor) edit(run *session, s *source) *conversion {
	c := &conversion{source: s}
	src, diag := run.load(s)
	if diag == nil {
		diag = run.mixed(s, src)
	}
	if diag != nil {
		return c.fail(src, diag)
	}
	if c.src = src; e.change == nil {
		c.converted = src
		return c
	}
	e.change(&editing{session: run, words: e.words, c: c, dialect: run.language(s, src)})
	if run.ctx.Err() != nil {
		return &conversion{source: s, failed: true}
	}
	return c
}

// toJSON is the JSON of the file in the form that the options say.
func (e *editing) toJSON() ([]byte, hcl.Diagnostics) {
	native, opts := e.c.src, e.session.conversion()
	opts.Unread = !e.c.file.JSON
	var diags hcl.Diagnostics
	if e.c.file.JSON {
		if native, diags = convert.ToHCL(native, e.c.name, e.dialect, opts); diags.HasErrors() {
			return nil, diags
		}
	}
	json, more := convert.ToJSON(native, e.c.name, e.dialect, opts)
	if e.c.file.JSON && !more.HasErrors() {
		more = nil // their places are in a text that nobody has seen
	}
	return json, append(diags, more...)
}

// apply changes in the text of the file what is edited. Given says that it was edited as it was
// given out, so that what is left as it was is no edit.
func (e *editing) apply(edited equivalent.Source, given bool) bool {
	if diag := diagnostic.CheckSource(edited.Filename, edited.Bytes, edited.JSON); diag != nil {
		e.c.log.Add(edited.Filename, edited.Bytes, diag)
		e.c.failed = true
		return false
	}
	if !e.whole(edited) {
		return false
	}
	out, diags := guard(e.c.name, func() ([]byte, hcl.Diagnostics) {
		// Of JSON there are several ways to write an edit, of which the proof chooses.
		opts := patch.Options{Unproven: !e.c.file.JSON || e.session.noVerify, Given: given}
		return patch.Edit(e.c.text(e.c.src), edited, e.dialect, opts, e.session.conversion())
	})
	texts := map[string][]byte{e.c.name: e.c.src, edited.Filename: edited.Bytes}
	e.c.log.AddWith(texts, diags...)
	if diags.HasErrors() {
		e.c.failed = true
		return false
	}
	e.c.converted = out
	return true
}

// sortedOnly says that a file stays as it is where the edit has only sorted its JSON. Of
// many files, that is how a program writes all of them.
func (e *editing) sortedOnly(edited equivalent.Source) {
	if bytes.Equal(e.c.converted, e.c.src) {
		e.c.log.Add(edited.Filename, nil, report.Warningf("Order not changed",
			"The members of objects are in another order in %s, but %s keeps its own. To get the other, move them in "+
				"the file, or write the file anew with \"hcljson json2hcl\".", edited.Filename, e.c.name))
	}
}

// proveEdited makes an error of a result that does not mean what is edited for certain.
func (e *editing) proveEdited(edited equivalent.Source) {
	if e.c.failed || e.session.noVerify {
		return
	}
	result := equivalent.Source{
		Bytes: e.c.converted, Filename: filepath.Base(e.c.name) + " with the edit", JSON: e.c.file.JSON,
	}
	found, diags := guard(e.c.name, func() (equivalent.Result, hcl.Diagnostics) {
		return patch.Prove(e.c.text(e.c.src), edited, result, e.dialect), nil
	})
	found.Diagnostics = append(found.Diagnostics, diags...)
	e.prove(found, edited, result,
		"hcljson cannot prove that %s would mean what the edited text means, so it is not changed.", e.c.name)
}

func (e *editing) prove(found equivalent.Result, a, b equivalent.Source, format string, args ...any) {
	if found.Equal() {
		return
	}
	e.c.log.AddWith(map[string][]byte{a.Filename: a.Bytes, b.Filename: b.Bytes}, report.Errors(found.Messages())...)
	const advice = " Most often, the product would not accept the edit either. If it does, please report this " +
		"with both texts at %s; --no-verify goes on without a proof."
	e.c.fail(nil, report.Errorf("Not proven", format+advice, append(args, issuesURL)...))
}

// whole refuses an edit whose result is no file like the one that is edited, as what is printed
// of a part of it.
func (e *editing) whole(edited equivalent.Source) bool {
	before, after := e.items(e.c.text(e.c.src)), e.items(edited)
	if e.session.force || after == nil { // what cannot be read is said later
		return true
	}
	e.dialect.Prepare()
	const format = "%s%s --force takes it as it is."
	if foreign := foreignItem(before, after, e.dialect.Root); foreign != nil {
		what := fmt.Sprintf("At its root, a file of %s has nothing of the name %s, and %s had not either.",
			e.dialect.Product, foreign.ItemName(), e.c.name)
		advice := e.meant(edited, true)
		if slices.ContainsFunc(before, func(item hclwrite.Item) bool { return hasItem(after, item.ItemName()) }) {
			advice = " Correct the name."
		}
		diag := report.Errorf(notWhole, format, what, advice)
		span := foreign.ItemSpan()
		diag.Subject = diagnostic.RangeAt(edited.Filename, edited.Bytes, span.Start, span.End)
		e.c.log.AddWith(map[string][]byte{edited.Filename: edited.Bytes}, diag)
		e.c.failed = true
		return false
	}
	if gone := allGone(before, after); gone != "" {
		what := fmt.Sprintf("None of the %s of the file is left.", gone)
		e.c.fail(nil, report.Errorf(notWhole, format, what, e.meant(edited, false)))
		return false
	}
	return true
}

const notWhole = "Not the whole file"

// items are what is in a source; nil if it cannot be read.
func (e *editing) items(s equivalent.Source) []hclwrite.Item {
	file, diags := guard(s.Filename, func() (*hclwrite.File, hcl.Diagnostics) {
		if s.JSON {
			return convert.ReadJSON(s.Bytes, s.Filename, e.dialect, convert.Options{})
		}
		return hclwrite.ParseFile(s.Bytes, s.Filename)
	})
	if diags.HasErrors() {
		return nil
	}
	return append([]hclwrite.Item{}, file.Body.Items...)
}

// foreignItem returns the first item that a language does not have at the root of a file, and
// that the file did not have before; nil if there is none.
func foreignItem(before, after []hclwrite.Item, root *schema.Body) hclwrite.Item {
	for _, item := range after {
		attribute, block := root.Lookup(item.ItemName())
		if root.Remain == schema.RemainNone && attribute == nil && block == nil && !hasItem(before, item.ItemName()) {
			return item
		}
	}
	return nil
}

// allGone says what of a file is all gone: its blocks; or, without blocks, its arguments, where
// there are none now, or some that were in the values of these.
func allGone(before, after []hclwrite.Item) string {
	isArgument := func(item hclwrite.Item) bool {
		_, is := item.(*hclwrite.Attribute)
		return is
	}
	kept := func(item hclwrite.Item) bool { return hasItem(after, item.ItemName()) }
	blocks := slices.DeleteFunc(slices.Clone(before), isArgument)
	switch {
	case slices.ContainsFunc(blocks, kept):
		return ""
	case len(blocks) > 0:
		return "blocks"
	case len(before) == 0 || slices.ContainsFunc(before, kept):
		return ""
	}
	inside := len(after) == 0
	hclwrite.Walk(&hclwrite.Body{Items: before}, func(node any) bool {
		item, is := node.(*hclwrite.Element)
		inside = inside || is && item.Key != nil && hasItem(after, item.Key.Text)
		return !inside
	})
	if inside {
		return "arguments"
	}
	return ""
}

func hasItem(items []hclwrite.Item, name string) bool {
	return slices.ContainsFunc(items, func(item hclwrite.Item) bool { return item.ItemName() == name })
}

// meant says how to print all of a file where a part of it was printed, as is certain or as a
// filter says; empty if nothing does.
func (e *editing) meant(edited equivalent.Source, part bool) string {
	for i, word := range e.words {
		if filter := wholeFilter(word); filter != "" {
			words := slices.Clone(e.words)
			words[i] = filter
			for i := range words {
				words[i] = quoted(words[i])
			}
			return " Perhaps this was meant: " + strings.Join(words, " ") + "."
		}
		part = part || selection.MatchString(word)
	}
	if !part {
		return ""
	}
	return " What " + edited.Filename + " says is to be all of the file. With jq, it is printed by PATH |= (EDIT), " +
		"and only a part of it by PATH | EDIT."
}

// aPath is one of jq to a part of a document.
const aPath = `\.(?:[\w.?]|\[[^]]*\]|"[^"]*")+`

var (
	// selection is a filter of jq that prints a part.
	selection = regexp.MustCompile(`^\s*` + aPath + `\s*$`)
	// partial is one that goes to a part and does something to it there.
	partial = regexp.MustCompile(`(?s)^\s*(` + aPath + `(?:\s*\|\s*` + aPath + `)*)\s*\|\s*([^=\s].*?)\s*$`)
)

// wholeFilter is the filter of jq that does to a part of a document what another one does, and
// prints all of the document; empty if the other one does no such thing.
func wholeFilter(filter string) string {
	found := partial.FindStringSubmatch(filter)
	if found == nil {
		return ""
	}
	path, edit := found[1], found[2]
	if strings.Contains(path, "|") {
		path = "(" + path + ")"
	}
	return path + " |= (" + edit + ")"
}
