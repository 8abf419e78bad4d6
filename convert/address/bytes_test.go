package address_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io/fs"
	"iter"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/rogpeppe/go-internal/diff"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/convert/address"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/convert/patch"
	"github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/internal/testing/golden"
	"github.com/hcljson/hcljson/internal/text/hcltext"
)

// TestEditedBytes makes random edits in goldens, or 3,000 in the files under the directory
// that the environment names. Every byte outside of the edited element stays.
func TestEditedBytes(t *testing.T) {
	e := &byteEdits{T: t, counts: map[string]int{}, random: rand.New(rand.NewPCG(3, 41))}
	dir := os.Getenv("HCLJSON_CORPUS")
	if dir == "" {
		for _, g := range golden.ReadSample(t, 3) {
			if src, _ := g.File(g.Input); !g.JSON {
				e.file(address.Source{
					Source: equivalent.Source{Bytes: src, Filename: g.Input}, Dialect: g.Targets[0].Dialect,
				}, 6)
			}
		}
	}
	for source := range corpusSources(dir, e.random) {
		if strings.HasSuffix(source.Filename, ".json") {
			continue
		}
		if e.file(source, 8); e.counts["edits"] >= 3000 {
			break
		}
	}
	logCounts(t, e.counts)
}

// corpusSources returns the files of known languages under a directory in random order, none for "".
func corpusSources(dir string, random *rand.Rand) iter.Seq[address.Source] {
	return func(yield func(address.Source) bool) {
		var paths []string
		_ = filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
			if err == nil && entry.Type().IsRegular() {
				paths = append(paths, path)
			}
			return nil
		})
		random.Shuffle(len(paths), func(a, b int) { paths[a], paths[b] = paths[b], paths[a] })
		for _, path := range paths {
			described, err := dialects.ForFile(path, dialects.Options{})
			src, unread := os.ReadFile(path)
			if err != nil || unread != nil || described.Dialect == nil || len(src) > 50_000 {
				continue
			}
			source := address.Source{
				Source: equivalent.Source{Bytes: src, Filename: path, JSON: strings.HasSuffix(path, ".json")}, Dialect: described.Dialect,
			}
			if !yield(source) {
				return
			}
		}
	}
}

// logCounts logs the counts of a test, which must have made 100 edits.
func logCounts(t *testing.T, counts map[string]int) {
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		t.Log(counts[name], name)
	}
	if counts["edits"] < 100 {
		t.Error("too few edits")
	}
}

// byteEdits makes random edits and counts them.
type byteEdits struct {
	*testing.T
	counts map[string]int
	random *rand.Rand
	source address.Source
	parts  map[int]*bytePart
	// opened: the edit adds to a block on one line.
	opened bool
}

// bytePart is a part of a file, as hclsyntax has it. The gaps are the stretches before, between
// and after the parts in it.
type bytePart struct {
	start, value, end int
	// before and after are the bounds of the gap that the part leaves.
	before, after int
	block         bool
	gaps          [][2]int
}

func (e *byteEdits) file(source address.Source, n int) {
	source.Bytes = e.commented(source.Bytes)
	if e.random.IntN(8) == 0 && !bytes.Contains(source.Bytes, []byte("\r")) {
		source.Bytes = bytes.ReplaceAll(source.Bytes, []byte("\n"), []byte("\r\n"))
	}
	e.source, e.parts = source, map[int]*bytePart{}
	file, diags := hclsyntax.ParseConfig(source.Bytes, "", hcl.InitialPos)
	m, more := address.Read(source)
	if diags.HasErrors() || more.HasErrors() {
		return
	}
	list := m.Get(parse(e.T, "**"))
	if len(list) < 2 {
		return
	}
	e.counts["files"]++
	e.body(file.Body.(*hclsyntax.Body), 0, len(source.Bytes), &bytePart{block: true, start: -1})
	for range n {
		found := list[1+e.random.IntN(len(list)-1)]
		if part := e.parts[found.Range.Start.Byte]; part != nil {
			e.edit(found, part)
		}
	}
}

var lineOfValue = regexp.MustCompile(`(?m)^[ \t]*[^#\n{}]*["\w\])],?$`)

// commented puts comments after some lines of a text, if it can be read with them.
func (e *byteEdits) commented(src []byte) []byte {
	if e.random.IntN(2) == 0 || strings.Contains(string(src), "<<") {
		return src
	}
	text := lineOfValue.ReplaceAllStringFunc(string(src), func(line string) string {
		if e.random.IntN(4) > 0 || strings.HasSuffix(strings.TrimSpace(line), "\"\"\"") {
			return line
		}
		return line + []string{" # c", " // why", " /* c */"}[e.random.IntN(3)]
	})
	if _, diags := hclsyntax.ParseConfig([]byte(text), "", hcl.InitialPos); diags.HasErrors() {
		return src
	}
	return []byte(text)
}

func (e *byteEdits) body(b *hclsyntax.Body, from, to int, of *bytePart) {
	var parts []*bytePart
	for _, a := range b.Attributes {
		p := &bytePart{start: a.NameRange.Start.Byte, value: a.Expr.Range().Start.Byte, end: a.Expr.Range().End.Byte}
		e.values(a.Expr, p)
		parts = append(parts, p)
	}
	for _, block := range b.Blocks {
		p := &bytePart{start: block.TypeRange.Start.Byte, end: block.CloseBraceRange.End.Byte, block: true}
		e.body(block.Body, block.OpenBraceRange.End.Byte, block.CloseBraceRange.Start.Byte, p)
		parts = append(parts, p)
	}
	e.within(parts, from, to, of)
}

func (e *byteEdits) within(parts []*bytePart, from, to int, of *bytePart) {
	slices.SortFunc(parts, func(a, b *bytePart) int { return cmp.Compare(a.start, b.start) })
	for i, p := range parts {
		p.before, p.after = from, to
		if i > 0 {
			p.before = parts[i-1].end
		}
		if i+1 < len(parts) {
			p.after = parts[i+1].start
		}
		of.gaps = append(of.gaps, [2]int{p.before, p.start})
		e.parts[p.start] = p
	}
	last := from
	if len(parts) > 0 {
		last = parts[len(parts)-1].end
	}
	of.gaps = append(of.gaps, [2]int{last, to})
}

func (e *byteEdits) values(expr hclsyntax.Expression, of *bytePart) {
	var parts []*bytePart
	at := expr.Range()
	add := func(start int, value hclsyntax.Expression) {
		p := &bytePart{start: start, value: value.Range().Start.Byte, end: value.Range().End.Byte}
		e.values(value, p)
		parts = append(parts, p)
	}
	switch expr := expr.(type) {
	case *hclsyntax.TupleConsExpr:
		for _, element := range expr.Exprs {
			add(element.Range().Start.Byte, element)
		}
	case *hclsyntax.ObjectConsExpr:
		for _, item := range expr.Items {
			add(item.KeyExpr.Range().Start.Byte, item.ValueExpr)
		}
	case *hclsyntax.FunctionCallExpr:
		for _, arg := range expr.Args {
			e.values(arg, of)
		}
		return
	default:
		return
	}
	e.within(parts, at.Start.Byte+1, at.End.Byte-1, of)
}

// text is a random text for a string.
func (e *byteEdits) text() string {
	pieces := []string{"a", "b c", "\n", "\n", "\"", "${var.x}", "$${y}", "%%{ if", "\\", "\t", "#", "//", "é", ",", "'", "}", "  "}
	text := ""
	for range 1 + e.random.IntN(6) {
		text += pieces[e.random.IntN(len(pieces))]
	}
	if e.random.IntN(4) == 0 {
		text += "\n"
	}
	return text
}

// value is a random text of an expression.
func (e *byteEdits) value() string {
	lines := func() string {
		return strings.NewReplacer("EOT", "").Replace(strings.TrimSuffix(e.text(), "\n"))
	}
	quoted := func() string { b, _ := json.Marshal(strings.ReplaceAll(e.text(), "%{", "")); return string(b) }
	switch e.random.IntN(8) {
	case 0:
		return "<<EOT\n" + lines() + "\nEOT"
	case 1:
		return "<<-EOT\n  " + strings.ReplaceAll(lines(), "\n", "\n  ") + "\n  EOT"
	case 2:
		return "[" + quoted() + ", " + quoted() + "]"
	case 3:
		return "{\n  a = " + quoted() + "\n  b = 1 # c\n}"
	case 4:
		return "var.a ? " + quoted() + " : upper(\n  var.b,\n)"
	case 5:
		return "jsonencode({ a = <<EOT\n" + lines() + "\nEOT\n})"
	}
	return quoted()
}

func (e *byteEdits) edit(found address.Found, p *bytePart) {
	at := parse(e.T, found.Address)
	set := func(syntax address.Syntax, text string) *address.Change {
		return &address.Change{Address: at, Syntax: syntax, Text: []string{text}}
	}
	whole := [][2]int{{p.start, p.end}}
	if !p.block {
		whole[0][0] = p.value
	}
	quoted, _ := json.Marshal(e.text())
	e.opened = p.block && !strings.Contains(string(e.source.Bytes[max(p.start, 0):p.end]), "\n")
	switch kind := e.random.IntN(7); {
	case kind == 0:
		e.apply("rm", &address.Change{Op: address.Remove, Address: at}, [][2]int{{p.before, p.after}})
	case len(p.gaps) > 0 && !p.block && kind == 1:
		e.insert(found, at, string(quoted), p.gaps)
	case len(p.gaps) > 0 && (p.block || kind == 2):
		name := fmt.Sprintf("fresh%d", e.random.IntN(10)*e.random.IntN(1e9))
		value := e.value()
		if strings.HasPrefix(value, "<<") {
			value += "\n"
		}
		for _, text := range []string{name + " = " + value, value, name + " \"k\" {\n  " + name + " = 1\n  k=2\n}"} {
			if p.block == (e.random.IntN(2) == 0) && e.apply("add", &address.Change{Op: address.Add, Address: at, Text: []string{text}}, p.gaps) {
				return
			}
		}
		e.apply("add --json", &address.Change{Op: address.Add, Address: at, Syntax: address.JSON, Text: []string{string(quoted)}}, p.gaps)
	case p.block:
	case kind == 3:
		e.apply("set --string", set(address.String, e.text()), whole)
	case kind == 4:
		e.apply("set --json", set(address.JSON, string(quoted)), whole)
	case kind == 5:
		e.json(at, []string{string(quoted), `["a", ` + string(quoted) + `]`, `{"b": ` + string(quoted) + `}`}[e.random.IntN(3)], whole)
	default:
		e.apply("set", set(address.Native, e.value()), whole)
	}
}

// insert puts an element into a list of the JSON that the file becomes.
func (e *byteEdits) insert(found address.Found, at address.Address, value string, gaps [][2]int) {
	text, diags := found.JSON()
	var list []json.RawMessage
	commented := strings.ContainsAny(found.Text, "#/$%") // which the edit does not have, or reads otherwise
	if diags.HasErrors() || json.Unmarshal(text, &list) != nil || len(list) != len(gaps)-1 || commented {
		return
	}
	i := e.random.IntN(len(gaps))
	edited, _ := json.Marshal(slices.Insert(list, i, json.RawMessage(value)))
	e.json(at, string(edited), gaps[i:i+1])
}

// json gives a place another value in the JSON that the file becomes.
func (e *byteEdits) json(at address.Address, value string, places [][2]int) {
	const marker = `"marker4711"`
	m, _ := address.Read(e.source)
	if _, diags := m.Apply(&address.Change{Address: at, Text: []string{marker}}); diags.HasErrors() {
		return
	}
	if marked, diags := m.Results(); !diags.HasErrors() {
		e.asJSON("edit as JSON: "+at.String()+" "+value, marked[0], marker, value, places)
	}
}

// asJSON replaces the file by the JSON of a text, with a value instead of a marker.
func (e *byteEdits) asJSON(what string, text []byte, marker, value string, places [][2]int) {
	options := convert.Options{Form: []convert.Form{convert.Compact, convert.General}[e.random.IntN(2)]}
	edited, diags := convert.ToJSON(text, "", e.source.Dialect, options)
	if bytes.Contains(edited, []byte(`"${{`)) || bytes.Contains(edited, []byte(`"${[`)) {
		return // a whole object or list is one string there
	}
	if diags.HasErrors() || marker != "" && strings.Count(string(edited), marker) != 1 {
		return
	}
	if marker != "" {
		edited = []byte(strings.Replace(string(edited), marker, value, 1))
	}
	given, _ := convert.ToJSON(e.source.Bytes, "", e.source.Dialect, options)
	result, diags := patch.Apply(patch.Edit{
		Source: equivalent.Source{Bytes: e.source.Bytes, Filename: "src"}, Dialect: e.source.Dialect,
		Edited: equivalent.Source{Bytes: edited, Filename: "edited", JSON: true},
		Given:  &equivalent.Source{Bytes: given, JSON: true},
	})
	e.check(what, result.Bytes, diags, places)
}

func (e *byteEdits) apply(what string, c *address.Change, places [][2]int) bool {
	m, _ := address.Read(e.source)
	if n, diags := m.Apply(c); n != 1 || diags.HasErrors() {
		return false
	}
	out, diags := m.Results()
	if len(out) == 0 {
		out = [][]byte{nil}
	}
	if e.random.IntN(3) == 0 && !diags.HasErrors() {
		e.asJSON(fmt.Sprintf("%s as JSON: %s %q", what, c.Address, c.Text), out[0], "", "", places)
	}
	return e.check(fmt.Sprintf("%s: %s %q", what, c.Address, c.Text), out[0], diags, places)
}

// check reports a result that changes bytes outside of the expected ranges.
func (e *byteEdits) check(what string, out []byte, diags hcl.Diagnostics, places [][2]int) bool {
	kind, _, _ := strings.Cut(what, ":")
	if diags.HasErrors() {
		e.counts[kind+": refused"]++
		return false
	}
	e.counts["edits"]++
	e.counts[kind]++
	kept := !slices.ContainsFunc(diags, func(d *hcl.Diagnostic) bool { return d.Summary == "Layout not kept" })
	if !kept {
		e.counts[kind+": layout not kept"]++
	}
	if isFormatted(e.source.Bytes) && !isFormatted(out) {
		e.counts[kind+": not formatted"]++
		if e.counts["not formatted"]++; e.counts["not formatted"] < 4 {
			e.Errorf("%s: %s: a formatted file is not formatted\n%s", e.source.Filename, what, diff.Diff("was", e.source.Bytes, "is", out))
		}
	}
	if kept && slices.ContainsFunc(places, func(at [2]int) bool { return e.equalOutside(string(out), at[0], at[1]) }) {
		return true
	}
	if e.counts[kind+": wrong"]++; e.counts[kind+": wrong"] < 4 {
		e.Errorf("%s: %s: %v\n%s", e.source.Filename, what, diags, diff.Diff("was", e.source.Bytes, "is", out))
	}
	return true
}

// equalOutside reports whether a result keeps all bytes outside of two offsets, except for spaces
// in a block on one line that is split.
func (e *byteEdits) equalOutside(out string, from, to int) bool {
	src := string(e.source.Bytes)
	if src[to:] != "" && src[to] == ',' && strings.HasSuffix(out, "EOT"+src[to+1:]) {
		to++ // in an object, the end of a heredoc's line parts it from the next item
	}
	if rest := strings.TrimLeft(src[to:], " \r\n"); strings.HasPrefix(rest, ",") && endsWithHeredoc(src[from:to]) {
		to = len(src) - len(rest) // the comma after a heredoc has its own line
	}
	if head, tail := src[:from], src[to:]; isAround(out, head, tail) || e.opened && isAround(fields(out), fields(head), fields(tail)) {
		return true
	}
	// The alignment of formatted lines follows the change.
	places := []int{from, to}
	src = unaligned(src, places)
	return isAround(unaligned(out, nil), src[:places[0]], src[places[1]:])
}

// isFormatted reports whether a file is in canonical layout.
func isFormatted(text []byte) bool {
	return bytes.Equal(new(hcltext.Layouter).AppendCanonical(nil, string(text)), text)
}

// endsWithHeredoc reports whether the last token of a value is the end of a heredoc.
func endsWithHeredoc(value string) bool {
	tokens, _ := hclsyntax.LexExpression([]byte(value+"\n"), "", hcl.InitialPos)
	for _, t := range slices.Backward(tokens) {
		if t.Type != hclsyntax.TokenNewline && t.Type != hclsyntax.TokenEOF {
			return t.Type == hclsyntax.TokenCHeredoc
		}
	}
	return false
}

func isAround(text, head, tail string) bool {
	return len(text) >= len(head)+len(tail) && strings.HasPrefix(text, head) && strings.HasSuffix(text, tail)
}

func fields(text string) string { return strings.Join(strings.Fields(text), " ") }

// unaligned returns a text without the spaces before its = signs and comments. It changes offsets in the
// text to offsets in the result.
func unaligned(text string, offsets []int) string {
	tokens, _ := hclsyntax.LexConfig([]byte(text), "", hcl.InitialPos)
	var b strings.Builder
	end := 0
	moved := slices.Clone(offsets)
	for _, t := range tokens {
		if t.Type != hclsyntax.TokenEqual && t.Type != hclsyntax.TokenComment {
			b.WriteString(text[end:t.Range.Start.Byte])
		}
		for i, at := range offsets {
			if at >= t.Range.Start.Byte {
				moved[i] = b.Len() + min(at, t.Range.End.Byte) - t.Range.Start.Byte
			}
		}
		b.Write(t.Bytes)
		end = t.Range.End.Byte
	}
	copy(offsets, moved)
	return b.String()
}

func TestNewTextAlone(t *testing.T) {
	const lines = "locals {\n  canary   =   \"x\"\n  i = \"x\" // c\n  l = [\"a\", \"b\"]\n  m = [\n    1, # one\n    2,\n  ]\n" +
		"  o = {\n    \"k\" : 1,\n    (var.x) : 2\n  }\n}\n"
	const heredoc = "<<EOT\nq\nEOT"
	at := func(text string) *address.Address { a := parse(t, text); return &a }
	for _, test := range []struct {
		src, at  string
		c        address.Change
		old, new string
	}{
		// A heredoc needs its own lines.
		{lines, "local.canary", address.Change{Text: []string{heredoc}}, `"x"` + "\n  i", heredoc + "\n  i"},
		{lines, "local.i", address.Change{Text: []string{heredoc}}, `"x" //`, `"q\n" //`},
		{lines, "local.l[1]", address.Change{Text: []string{heredoc}}, `"b"`, `"q\n"`},
		{lines, "local.l[1]", address.Change{Text: []string{`"q\nr\n"`}, Syntax: address.JSON}, `"b"`, `"q\nr\n"`},
		{lines, "local.l", address.Change{Op: address.Add, Text: []string{heredoc + "\n"}}, `"b"`, `"b", "q\n"`},
		{lines, "local.m[0]", address.Change{Text: []string{heredoc}}, `1, #`, `"q\n", #`},
		{lines, "local.m[1]", address.Change{Text: []string{heredoc}}, "2,", heredoc + "\n    ,"},
		{lines, "local.o.k", address.Change{Text: []string{heredoc}}, "1,\n    (", heredoc + "\n    ("},
		{lines, "local.i", address.Change{Text: []string{"true ? var.s : " + heredoc}}, `"x" //`, "(true ? var.s : " + heredoc + "\n  ) //"},
		// A block on one line is split, and its content keeps its spelling.
		{"variable  \"a\" { default   =  \"${x}\" }\n", "var.a", address.Change{Op: address.Add, Text: []string{"type = string"}},
			"{ default   =  \"${x}\" }", "{\n  default   =  \"${x}\"\n  type = string\n}"},
		// A call on one line keeps its spaces.
		{"d = merge(a,{N=\"x\", b=1},   [1,2])\n", "d.N", address.Change{Text: []string{"2"}}, `"x"`, "2"},
		{"d = merge(a,{N=\"x\", b=1},   [1,2])\n", "d.b", address.Change{Op: address.Remove}, ", b=1", ""},
		{"d = merge( sensitive( {a=1} ) )\n", "d", address.Change{Op: address.Add, Text: []string{"b=2"}}, "a=1", "a=1, b=2"},
		// The only element of a list is replaced in its place.
		{"a = [\n    \"x\" // y\n]\n", "a[0]", address.Change{Text: []string{"1"}}, `"x"`, `1`},
		// The comma after a heredoc follows a shorter value. Other commas keep their lines.
		{"e = [\n  a ? 1 : <<EOT\nq\nEOT\n  ,\n  2,\n]\n", "e[0]", address.Change{Text: []string{"3"}}, "a ? 1 : <<EOT\nq\nEOT\n  ,", "3,"},
		{"e = [\n  1\n  ,\n  2,\n]\n", "e[0]", address.Change{Text: []string{"3"}}, "1\n  ,", "3\n  ,"},
		// An empty text is no heredoc.
		{"e = [\n  <<EOT\nq\nEOT\n  ,\n  2,\n]\n", "e[0]", address.Change{Text: []string{""}, Syntax: address.String}, "<<EOT\nq\nEOT\n  ,", "\"\","},
		{"f = <<-EOT\n  q\n  EOT\n", "f", address.Change{Text: []string{""}, Syntax: address.String}, "<<-EOT\n  q\n  EOT", "\"\""},
		// On one line, the remaining parts keep their comments.
		{"b = { A = 1, /* c */ B = 2 /* d */, C = 3 }\n", "b.A", address.Change{Op: address.Remove}, "A = 1, ", ""},
		{"b = { A = 1, /* c */ B = 2 /* d */, C = 3 }\n", "b.C", address.Change{Op: address.Remove}, " /* d */, C = 3", ""},
		{"c = [1, /* one */ 2 /* two */, 3 /* three */]\n", "c[0]", address.Change{Op: address.Remove}, "1, ", ""},
		{"c = [1, /* one */ 2 /* two */, 3 /* three */]\n", "c[1]", address.Change{Op: address.Remove}, "/* one */ 2 /* two */, 3", "/* two */ 3"},
		{"c = [1, 3 /* three */]\n", "c", address.Change{Op: address.Add, Text: []string{"4"}}, " /* three */", " /* three */, 4"},
		// New lines like those after them do not lend them their alignment.
		{"one \"a\" {}\none \"b\" {\n  x = [\"k\"]\n  run   = true\n}\n", ".",
			address.Change{Op: address.Add, Text: []string{"one \"z\" {\n  x = [\"k\"]\n  run = true\n}"}, After: at("one.a")},
			"{}\n", "{}\none \"z\" {\n  x   = [\"k\"]\n  run = true\n}\n"},
	} {
		test.c.Address = parse(t, test.at)
		m := read(t, dialects.Generic(), equivalent.Source{Bytes: []byte(test.src), Filename: "x.hcl"})
		if strings.HasPrefix(test.src, "locals") || strings.HasPrefix(test.src, "variable") {
			m = module(t, test.src, "main.tf")
		}
		n, diags := m.Apply(&test.c)
		out, more := m.Results()
		if diags = append(diags, more...); n != 1 || len(diags) > 0 {
			t.Errorf("%s %s: %d places: %s", test.at, test.c.Text, n, diags)
			continue
		}
		if want := strings.Replace(test.src, test.old, test.new, 1); string(out[0]) != want {
			t.Errorf("%s %s: got\n%s\nwant\n%s", test.at, test.c.Text, out[0], want)
		}
	}
}

// A warning names the lines in which more is written than was to change.
func TestLinesRewritten(t *testing.T) {
	const src = "locals {\n  a = merge(var.x, {\n    l = [{ k = 1 }, /* b */ \"${b}\"] # l\n  })\n}\n"
	comment := address.Change{Op: address.Add, Address: parse(t, "local.a.l"), Text: []string{"# new\n\"c\""}}
	key := address.Change{Address: parse(t, "local.a.l[*].k"), Text: []string{"2"}}
	for _, test := range []struct {
		changes []address.Change
		list    string
	}{
		{[]address.Change{comment}, "[\n      { k = 1 },\n      /* b */\n      \"${b}\",\n      # new\n      \"c\",\n    ]"},
		{[]address.Change{key}, "[{ k = 2 }, /* b */ \"${b}\"]"},
		{[]address.Change{key, comment}, "[\n      { k = 2 },\n      /* b */\n      \"${b}\",\n      # new\n      \"c\",\n    ]"},
	} {
		m := module(t, src, "main.tf")
		for _, c := range test.changes {
			if n, diags := m.Apply(&c); n != 1 || diags.HasErrors() {
				t.Fatal(n, diags)
			}
		}
		out, diags := m.Results()
		if want := strings.Replace(src, "[{ k = 1 }, /* b */ \"${b}\"]", test.list, 1); string(out[0]) != want {
			t.Errorf("got\n%s\nwant\n%s", out[0], want)
		}
		if len(diags) > 0 {
			t.Error(diags)
		}
	}
}
