package address_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/rogpeppe/go-internal/diff"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/convert/address"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/internal/testing/golden"
)

// commandEdits is the number of edits of each command in TestEveryCommand with files of a directory.
const commandEdits = 1000

// TestEveryCommand makes random edits of every command in formatted files: goldens and examples, or the files of the
// directory in HCLJSON_CORPUS. A formatted file stays formatted, comments stay, and the inverse edit restores the file.
func TestEveryCommand(t *testing.T) {
	t.Run("native", func(t *testing.T) { everyCommand(t, false) })
	t.Run("JSON", func(t *testing.T) { everyCommand(t, true) })
}

func everyCommand(t *testing.T, asJSON bool) {
	e := &commands{T: t, counts: map[string]int{}, random: rand.New(rand.NewPCG(8, 55)), asJSON: asJSON}
	if dir := os.Getenv("HCLJSON_CORPUS"); dir != "" {
		for source := range corpusSources(dir, e.random) {
			if e.file(source, commandEdits); e.isDone(commandEdits) {
				break
			}
		}
	} else {
		for _, g := range golden.ReadSample(t, 3) {
			if src, _ := g.File(g.Input); !g.JSON {
				e.file(address.Source{Source: equivalent.Source{Bytes: src, Filename: g.Input}, Dialect: g.Targets[0].Dialect}, 20)
			}
		}
		examples := filepath.Join("..", "..", "docs", "examples")
		_ = filepath.WalkDir(examples, func(path string, entry fs.DirEntry, err error) error {
			described, unknown := dialects.ForFile(path, dialects.Options{})
			if src, _ := os.ReadFile(path); unknown == nil && described.Dialect != nil {
				e.file(address.Source{Source: equivalent.Source{Bytes: src, Filename: path}, Dialect: described.Dialect}, 100)
			}
			return nil
		})
	}
	logCounts(t, e.counts)
	for _, name := range commandNames {
		if e.counts[name] == 0 {
			t.Error("no edit:", name)
		}
	}
}

// commandNames contains the tested commands.
var commandNames = []string{
	"set", "set ~=", "set --create", "add", "add --before", "add --after", "rm", "mv", "mv --to", "cp", "sort",
}

// commands makes random edits and counts them.
type commands struct {
	*testing.T
	counts map[string]int
	random *rand.Rand
	source address.Source
	list   []address.Found
	// asJSON is true if the files are converted to JSON first.
	asJSON bool
}

func (e *commands) isDone(most int) bool {
	return !slices.ContainsFunc(commandNames, func(name string) bool { return e.counts[name] < most })
}

// file makes two edits of each command in a file, until there are most edits of the command.
func (e *commands) file(source address.Source, most int) {
	if e.asJSON {
		written, diags := convert.ToJSON(source.Bytes, source.Filename, source.Dialect, convert.Options{})
		if diags.HasErrors() {
			return
		}
		source.Bytes, source.JSON = written, true
	}
	m, diags := address.Read(source)
	if diags.HasErrors() || !e.asJSON && !isFormatted(source.Bytes) {
		return
	}
	e.source, e.list = source, m.Get(parse(e.T, "**"))
	e.counts["files"]++
	for _, name := range commandNames {
		for tries := 0; tries < 2 && len(e.list) > 1 && e.counts[name] < most; tries++ {
			e.edit(name, e.list[1+e.random.IntN(len(e.list)-1)])
		}
	}
}

// edit makes an edit of a command at a place, if the command is possible there.
func (e *commands) edit(name string, found address.Found) {
	if strings.Contains(found.Address, `"`) { // the name of the last step is unclear
		return
	}
	at := parse(e.T, found.Address)
	steps := strings.LastIndexByte(found.Address, '.') + 1
	outer, last := strings.TrimSuffix(found.Address[:steps], "."), found.Address[steps:]
	value := (&byteEdits{T: e.T, random: e.random}).value()
	isNamed := steps > 0 && !strings.ContainsAny(last, `[]"*`)
	c, back := &address.Change{Address: at, NoMoved: true}, (*address.Change)(nil)
	switch name {
	case "set":
		if found.IsBlock {
			return
		}
		c.Text, back = []string{value}, &address.Change{Address: at, Text: []string{found.Text}}
	case "set ~=":
		if found.String == nil || !strings.Contains(*found.String, "e") {
			return
		}
		c.Op, c.Text = address.Substitute, []string{"s/e/fresh_4711/"}
		back = &address.Change{Op: address.Substitute, Address: at, Text: []string{"s/fresh_4711/e/"}}
	case "set --create":
		c.Address, c.Text, c.Create = parse(e.T, found.Address+".fresh_4711"), []string{value}, true
		back = &address.Change{Op: address.Remove, Address: c.Address}
	case "add", "add --before", "add --after":
		c.Op, c.Text = address.Add, []string{"fresh_4711 = " + value + "\n"}
		if e.random.IntN(2) == 0 {
			c.Text = []string{"fresh_4711 {\n  a = 1\n}"}
		}
		back = &address.Change{Op: address.Remove, Address: parse(e.T, found.Address+".fresh_4711")}
		if name == "add" {
			break
		}
		if outer == "" {
			return
		}
		c.Address, back.Address = parse(e.T, outer), parse(e.T, outer+".fresh_4711")
		if c.Before = &at; name == "add --after" {
			c.Before, c.After = nil, &at
		}
	case "rm":
		c.Op = address.Remove
	case "mv":
		if !isNamed {
			return
		}
		c.Op, c.To = address.Move, parse(e.T, found.Address[:steps]+"fresh_4711")
		if !strings.Contains(found.Address, "required_providers") { // blocks keep the argument with the local name
			back = &address.Change{Op: address.Move, Address: c.To, To: at, NoMoved: true}
		}
	case "mv --to":
		e.moveToFile(at)
		return
	case "cp":
		if !isNamed {
			return
		}
		c.Op, c.To = address.Copy, parse(e.T, "fresh_4711")
		back = &address.Change{Op: address.Remove, Address: parse(e.T, found.Address[:steps]+"fresh_4711")}
	case "sort":
		c.Op = address.Sort
	}
	e.check(name, found, c, back)
}

// apply returns the text of a source after a change, or nil if the change is not possible.
func (e *commands) apply(source address.Source, c *address.Change) []byte {
	m, _ := address.Read(source)
	changed := *c
	if n, diags := m.Apply(&changed); n != 1 || diags.HasErrors() {
		return nil
	}
	texts, diags := m.Results()
	if diags.HasErrors() {
		e.counts["refused: "+diags[0].Summary]++
		return nil
	}
	return texts[0]
}

// check makes an edit and checks the result. back is the inverse edit, or nil.
func (e *commands) check(name string, found address.Found, c, back *address.Change) {
	out := e.apply(e.source, c)
	if out == nil {
		return
	}
	e.counts["edits"]++
	e.counts[name]++
	fail := func(problem string, was, is []byte) {
		if e.counts[name+": "+problem]++; e.counts[name+": "+problem] <= 3 {
			e.Errorf("%s: %s %s %q: %s\n%s", e.source.Filename, name, found.Address, c.Text, problem,
				diff.Diff("was", was, "is", is))
		}
	}
	if !e.asJSON && !isFormatted(out) {
		fail("not formatted", e.source.Bytes, out)
	}
	result := e.source
	result.Bytes = out
	if c.Op == address.Set || c.Op == address.Sort {
		if again := e.apply(result, c); again != nil && !bytes.Equal(again, out) {
			fail("another result of the same edit", out, again)
		}
	}
	was, is := commentTokens(e.source.Bytes), commentTokens(out)
	if e.asJSON {
		was, is = nil, nil
	}
	switch isValue := c.Op == address.Set && !c.Create; {
	case c.Op == address.Remove || c.Op == address.Sort || c.Op == address.Move || c.Op == address.Substitute:
		if !isSubset(is, was) || c.Op != address.Remove && len(is) != len(was) {
			fail("other comments", e.source.Bytes, out)
		}
	case !isValue && !isSubset(was, is):
		fail("other comments", e.source.Bytes, out)
	}
	if c.Op == address.Sort && !bytes.Equal(sortedLines(out), sortedLines(e.source.Bytes)) {
		e.counts["sort: other lines"]++ // such as commas
	}
	if back != nil {
		if restored := e.apply(result, back); restored == nil {
			e.counts[name+": inverse refused"]++
		} else if !bytes.Equal(restored, e.source.Bytes) {
			e.counts[name+": other spaces restored"]++
			isExact := c.Op == address.Set && !c.Create && !e.asJSON
			if isExact || !slices.Equal(e.words(restored), e.words(e.source.Bytes)) {
				fail("not restored", e.source.Bytes, restored)
			}
		}
	}
}

// moveToFile moves a block to the end of another file.
func (e *commands) moveToFile(at address.Address) {
	other := e.source
	if other.Bytes = []byte("# head\n"); e.asJSON {
		other.Bytes = []byte("{}\n")
	}
	other.Filename = filepath.Join(filepath.Dir(e.source.Filename), "other_4711"+filepath.Ext(e.source.Filename))
	m, _ := address.Read(e.source, other)
	n, diags := m.Apply(&address.Change{Op: address.MoveToFile, Address: at, File: other.Filename})
	if n != 1 || diags.HasErrors() {
		return
	}
	texts, diags := m.Results()
	if diags.HasErrors() {
		return
	}
	e.counts["edits"]++
	e.counts["mv --to"]++
	before, after := slices.Concat(other.Bytes, e.source.Bytes), slices.Concat(texts[1], texts[0])
	switch {
	case !e.asJSON && (!isFormatted(texts[0]) || !isFormatted(texts[1])):
		e.Errorf("%s: mv --to %s: not formatted\n%s", e.source.Filename, at, diff.Diff("was", before, "is", after))
	case !e.asJSON && !slices.Equal(commentTokens(before), commentTokens(after)), !e.asJSON && !bytes.Equal(sortedLines(before), sortedLines(after)):
		e.Errorf("%s: mv --to %s: other lines or comments\n%s", e.source.Filename, at, diff.Diff("was", before, "is", after))
	}
}

// commentTokens returns the comments of a text in sorted order.
func commentTokens(text []byte) (list []string) {
	tokens, _ := hclsyntax.LexConfig(text, "", hcl.InitialPos)
	for _, token := range tokens {
		if token.Type == hclsyntax.TokenComment {
			list = append(list, strings.Join(strings.Fields(string(token.Bytes)), " "))
		}
	}
	slices.Sort(list)
	return list
}

// isSubset reports whether a sorted list contains all elements of another one.
func isSubset(part, whole []string) bool {
	for _, text := range whole {
		if len(part) > 0 && part[0] == text {
			part = part[1:]
		}
	}
	return len(part) == 0
}

// words returns the words of a text in native syntax, without commas. In braces, any space is equal. The words of JSON are
// sorted, because a comment after a heredoc moves above it.
func (e *commands) words(text []byte) []string {
	fields := func(text []byte) []string {
		return strings.Fields(strings.NewReplacer(",", " ", "{", " { ", "}", " } ").Replace(string(text)))
	}
	if !e.asJSON {
		return fields(text)
	}
	native, diags := convert.ToHCL(text, e.source.Filename, e.source.Dialect, convert.Options{})
	if diags.HasErrors() {
		e.Error(diags)
	}
	return slices.Sorted(slices.Values(fields(native)))
}

// sortedLines returns the words of the non-empty lines of a text, in sorted order.
func sortedLines(text []byte) []byte {
	var lines []string
	for line := range strings.Lines(string(text)) {
		if line := strings.Join(strings.Fields(line), " "); line != "" {
			lines = append(lines, line)
		}
	}
	slices.Sort(lines)
	return fmt.Append(nil, lines)
}

// TestFormattedRename renames a value in a line with an aligned comment.
func TestFormattedRename(t *testing.T) {
	const src = `locals {
  long = 1
}

output "a" {
  value       = local.long + 1 # c
  description = "abcd"         # d
}
`
	m := module(t, src, "main.tf")
	c := &address.Change{Op: address.Move, Address: parse(t, "local.long"), To: parse(t, "local.n")}
	if n, diags := m.Apply(c); n != 1 || diags.HasErrors() {
		t.Fatal(n, diags)
	}
	out, diags := m.Results()
	want := strings.NewReplacer("  long", "  n", "local.long", "local.n", `"         # d`, `"      # d`).Replace(src)
	if diags.HasErrors() || string(out[0]) != want {
		t.Errorf("got\n%s\nwant\n%s", out, want)
	}
}

// TestSetHeredoc sets a value to a heredoc and back. A new argument keeps the text that was given.
func TestSetHeredoc(t *testing.T) {
	for _, test := range []struct{ src, at, with string }{
		{"locals {\n  a = [\n    1,\n    2,\n  ]\n}\n", "local.a[0]", "locals {\n  a = [\n    <<EOT\nq\nEOT\n    ,\n    2,\n  ]\n}\n"},
		{
			"locals {\n  a = {\n    b = 1,\n    c = 2,\n    d = 3\n  }\n}\n", "local.a.b",
			"locals {\n  a = {\n    b = <<EOT\nq\nEOT\n    c = 2,\n    d = 3\n  }\n}\n",
		},
		{"locals {\n}\n", "local.a", "locals {\n  a = <<EOT\nq\nEOT\n}\n"},
	} {
		set := func(src, text string) string {
			m := module(t, src, "main.tf")
			c := &address.Change{Address: parse(t, test.at), Text: []string{text}, Create: true}
			if n, diags := m.Apply(c); n != 1 || diags.HasErrors() {
				t.Fatal(n, diags)
			}
			out, diags := m.Results()
			if diags.HasErrors() {
				t.Fatal(diags)
			}
			return string(out[0])
		}
		with := set(test.src, "<<EOT\nq\nEOT")
		if with != test.with {
			t.Errorf("got\n%s\nwant\n%s", with, test.with)
		}
		if back := set(with, "1"); test.at != "local.a" && back != test.src {
			t.Errorf("got\n%s\nwant\n%s", back, test.src)
		}
	}
}
