// Package equivalent decides whether HCL files, in native syntax or HCL-JSON,
// mean the same to the product that reads them.
//
// It reads the files with hashicorp/hcl's own decoders and follows the schema
// tables, but shares no code with the converter, so that the two can only agree
// by both being right. Nothing is evaluated except constant expressions where
// the product allows no others, and those only up to a limit of size:
// expressions are compared as syntax trees in a normal form. Sources that are
// nested too deeply to be read are an error.
//
// These files decide what counts as equal:
//
//   - body.go: whether a name of JSON is an argument or blocks, and both where nothing
//     says so; what stands for nothing; how a body is decoded accordingly.
//   - blocks.go: which blocks belong together, whether their order counts, the shapes of
//     blocks in JSON, and labels that may be missing.
//   - asblocks.go: arguments that may be written as blocks, as the objects that they make.
//   - value.go: how an expression is read, by the mode of its argument; constants, text that
//     reads as a function call, and references to what does not exist.
//   - node.go: when two expressions in the normal form of native.go are equal.
//   - comments.go: what a comment is, and the JSON of a "//" property.
//
// The others do not: equivalent.go reads the files and says what was found, native.go also
// sees early what certainly is the same, limit.go keeps hostile files from taking forever,
// and long.go reads long templates in parts.
package equivalent

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/json"

	"github.com/hcljson/hcljson/schema"
)

// Source is a file to compare.
type Source struct {
	// Bytes is the text of the file.
	Bytes []byte
	// Filename is used in diagnostics only.
	Filename string
	// JSON says that the file is HCL-JSON rather than native syntax.
	JSON bool
	// Unread says that no product reads the JSON, so that text in it can stand for an
	// expression; see [schema.Carried].
	Unread bool
}

// Options say what counts as a difference besides the meaning.
type Options struct {
	// Comments compares the comments too: each comment of one side, in its
	// syntax's form, must be on the other side as often. Where it is does
	// not matter.
	Comments bool
	// thorough takes no short cuts, for tests of these.
	thorough bool
}

// Check compares a file in native syntax with one in HCL-JSON, in meaning and in
// comments. In what it finds, their names are "native" and "json".
func Check(native, json []byte, d *schema.Dialect) Result {
	return Compare(
		Source{Bytes: native, Filename: "native"},
		Source{Bytes: json, Filename: "json", JSON: true},
		d, Options{Comments: true},
	)
}

// Compare finds the differences between two files.
//
// Where a is the file that b was made from, it is the one that counts: a
// block in native syntax that the schema does not allow is, in a, compared as
// it is written, with a warning, because the product does not accept the file
// in the first place; in b it is a difference.
func Compare(a, b Source, d *schema.Dialect, opts Options) Result {
	return CompareModules([]Source{a}, []Source{b}, d, opts)
}

// CompareModules does the same for two configurations of several files each,
// as a product reads those of a directory: it does not matter in which file of
// a side something is. The order of files is that of their blocks.
func CompareModules(a, b []Source, d *schema.Dialect, opts Options) Result {
	return Read(a, d, opts).Compare(b)
}

// Baseline is a configuration that others are compared with. It is read once.
type Baseline struct {
	dialect *schema.Dialect
	opts    Options
	bodies  []body
	// read are all files that have been read, by name, so that none is read
	// twice.
	read map[string][]body
	// allowance is what reading the files has left.
	allowance allowance
	diags     hcl.Diagnostics
	json      bool
}

// Read reads a configuration to compare others with, as [CompareModules] does.
func Read(sources []Source, d *schema.Dialect, opts Options) *Baseline {
	o := &Baseline{dialect: d, opts: opts, allowance: newAllowance(), read: map[string][]body{}}
	if d.Missing() {
		o.diags = hcl.Diagnostics{{
			Severity: hcl.DiagError, Summary: "No dialect", Detail: schema.NoDialect,
		}}
		return o
	}
	d.Prepare()
	o.json = slices.ContainsFunc(sources, func(source Source) bool { return source.JSON })
	c := o.comparer()
	o.bodies = o.parse(c, sources, false)
	o.diags, o.allowance = c.Diagnostics, *c.allowance
	return o
}

// Diagnostics are those of reading the files. If there are errors among them,
// nothing can be compared.
func (o *Baseline) Diagnostics() hcl.Diagnostics { return o.diags }

func (o *Baseline) comparer() *comparer {
	l := o.allowance
	return &comparer{
		fromJSON: o.json, comments: o.opts.Comments, thorough: o.opts.thorough,
		allowance: &l, faults: map[string]bool{}, roots: o.dialect.Roots,
	}
}

// Compare compares the configuration with another one, as [CompareModules] does.
func (o *Baseline) Compare(other []Source) Result {
	if o.dialect.Missing() {
		return Result{Diagnostics: o.diags}
	}
	c := o.comparer()
	c.Diagnostics = slices.Clone(o.diags)
	bodies := o.parse(c, other, true)
	if c.Diagnostics.HasErrors() {
		return c.Result
	}
	c.bodies(o.bodies, bodies, o.dialect.Root, nil)
	if c.comments {
		c.compareComments(o.bodies, bodies)
	}
	return c.Result
}

// parse reads the files of one side.
func (o *Baseline) parse(c *comparer, sources []Source, result bool) []body {
	bodies := make([]body, 0, len(sources))
	for _, source := range sources {
		f := &file{Source: source, result: result}
		if f.JSON {
			has := func(sign string) bool { return bytes.Contains(f.Bytes, []byte(sign)) }
			f.notes = slices.ContainsFunc([]string{`//"`, `\/`, `\u002`}, has)
			f.hints = has(`"blocks"`)
		}
		if known := o.known(source); known.file != nil {
			f.comments = known.comments
			bodies = append(bodies, body{Body: known.Body, file: f})
			continue
		}
		parsed, diags := c.parseFile(f, o.dialect)
		c.Diagnostics = append(c.Diagnostics, diags...)
		bodies = append(bodies, body{Body: parsed, file: f})
		if !diags.HasErrors() {
			o.read[f.Filename] = append(o.read[f.Filename], bodies[len(bodies)-1])
		}
	}
	return bodies
}

// known returns a file that has been read already.
func (o *Baseline) known(source Source) body {
	for _, known := range o.read[source.Filename] {
		if known.JSON == source.JSON && bytes.Equal(known.Bytes, source.Bytes) {
			return known
		}
	}
	return body{}
}

func (c *comparer) parseFile(f *file, d *schema.Dialect) (hcl.Body, hcl.Diagnostics) {
	s := f.Source
	tooMuch := func(found *excess) hcl.Diagnostics {
		found.rng.Filename = s.Filename
		return errorAt(found.rng, cannotTell, found.detail("The file"))
	}
	if s.JSON {
		if found := c.excessOfJSON(s.Bytes); found != nil {
			return nil, tooMuch(found)
		}
		file, diags := json.Parse(s.Bytes, s.Filename)
		if diags.HasErrors() {
			return nil, diags
		}
		if !d.ArrayRoot && bytes.HasPrefix(bytes.TrimSpace(s.Bytes), []byte("[")) {
			return nil, errorAt(file.Body.MissingItemRange(), "Array at the root",
				fmt.Sprintf("A JSON file of %s must be one object.", d.Name))
		}
		return file.Body, nil
	}
	var long []*longTemplate
	if c.thorough || !withinLimits(s.Bytes) {
		tokens, templates, found := c.lex(s.Bytes, s.Filename, hcl.InitialPos, configSyntax)
		if found != nil {
			return nil, tooMuch(found)
		}
		f.comments, long = tokenComments(tokens), templates
	}
	read, diags := c.parse(s.Bytes, s.Filename, hcl.InitialPos, configSyntax, long)
	if diags.HasErrors() {
		return nil, diags
	}
	native := read.(*hclsyntax.Body)
	if c.comments && !c.thorough {
		f.comments = nativeComments(f, native)
	}
	return native, nil
}

func errorAt(rng hcl.Range, summary, detail string) hcl.Diagnostics {
	return hcl.Diagnostics{{Severity: hcl.DiagError, Summary: summary, Detail: detail, Subject: &rng}}
}

// file is a source while it is compared.
type file struct {
	Source
	// result marks the files of the second side, which must follow the
	// schema.
	result bool
	// comments are those of a file in native syntax.
	comments []comment
	// Of a JSON file, notes is whether it may have a "//" property, perhaps written with
	// escapes, and hints whether it may have hints for blocks.
	notes, hints bool
	// whole is the source as a string, once it has been asked for.
	whole string
}

func (f *file) wholeText() string {
	if f.whole == "" {
		f.whole = string(f.Bytes)
	}
	return f.whole
}

// body is a body, or a part of one, and the file that it is in.
type body struct {
	hcl.Body
	*file
}

func isNative(b body) bool { return !b.JSON }

// comparer collects the differences between two configurations.
type comparer struct {
	// fromJSON says that the first side has HCL-JSON.
	fromJSON bool
	comments bool
	// thorough: see Options.
	thorough bool
	// inJSON are the comments found in HCL-JSON.
	inJSON []jsonComment
	*allowance
	// trial: the comparison is made only to find the blocks that belong
	// together.
	trial bool
	// faults are the reasons for schemas that are not there that have been
	// reported.
	faults map[string]bool
	// roots are the variables that exist; nil means any.
	roots []string
	// templates are those of the attribute that is compared, as they have been
	// read, by their source.
	templates map[string]hclsyntax.Expression
	// Result is what has been found.
	Result
}

// fork returns a comparer for a comparison whose outcome may be thrown away.
func (c *comparer) fork() *comparer {
	return &comparer{
		fromJSON: c.fromJSON, comments: c.comments, thorough: c.thorough,
		allowance: c.allowance, trial: c.trial, faults: c.faults, roots: c.roots,
	}
}

// join takes over what a fork has found.
func (c *comparer) join(fork *comparer) {
	c.add(fork.Result)
	c.inJSON = append(c.inJSON, fork.inJSON...)
}

func (c *comparer) errorf(rng hcl.Range, summary, format string, args ...any) {
	c.Diagnostics = append(c.Diagnostics, errorAt(rng, summary, fmt.Sprintf(format, args...))...)
}

func (c *comparer) warnf(rng hcl.Range, summary, format string, args ...any) {
	c.Diagnostics = append(c.Diagnostics, &hcl.Diagnostic{
		Severity: hcl.DiagWarning, Summary: summary, Detail: fmt.Sprintf(format, args...), Subject: &rng,
	})
}

// missing is where something that a side lacks would be.
func missing(bodies []body) hcl.Range {
	if len(bodies) == 0 {
		return hcl.Range{}
	}
	return bodies[len(bodies)-1].MissingItemRange()
}

func allNative(a, b []body) bool {
	return !slices.ContainsFunc(slices.Concat(a, b), func(b body) bool { return !isNative(b) })
}

// Verdict is what a comparison comes to.
type Verdict uint8

const (
	// Equal: the sides mean the same.
	Equal Verdict = iota
	// Different: they do not.
	Different
	// Unknown: something keeps the comparison from telling.
	Unknown
)

// Result is what a comparison has found. The zero value is that of equal sides.
type Result struct {
	// Differences are the things that are not the same on both sides.
	Differences []Difference
	// Diagnostics are warnings, and errors that say why the comparison cannot
	// tell, such as a syntax error.
	Diagnostics hcl.Diagnostics
}

// Misused is the Extra of the warning that the first side uses a name in another way than
// the language defines: the path to it.
type Misused string

// Verdict says whether the sides are the same. Where something keeps the comparison
// from telling, differences that it has found besides, which do not count.
func (r Result) Verdict() Verdict {
	switch {
	case r.Diagnostics.HasErrors():
		return Unknown
	case len(r.Differences) > 0:
		return Different
	}
	return Equal
}

// Equal reports whether the sides are certainly the same.
func (r Result) Equal() bool { return r.Verdict() == Equal }

// Messages are the diagnostics, and then those of the differences in the order of the
// first side. What only the second side has follows the difference that was found before.
func (r Result) Messages() hcl.Diagnostics {
	differences := slices.Clone(r.Differences)
	previous := hcl.Range{}
	for i := range differences {
		d := &differences[i]
		if d.A.Value != "" {
			previous = d.A.Range
		}
		d.place = previous
	}
	slices.SortStableFunc(differences, func(a, b Difference) int {
		return cmp.Or(strings.Compare(a.place.Filename, b.place.Filename), a.place.Start.Byte-b.place.Start.Byte)
	})
	list := slices.Clone(r.Diagnostics)
	for _, difference := range differences {
		list = append(list, difference.Diagnostic())
	}
	return list
}

// add takes over what another comparison has found.
func (r *Result) add(other Result) {
	r.Differences = append(r.Differences, other.Differences...)
	r.Diagnostics = append(r.Diagnostics, other.Diagnostics...)
}

// The summaries of the differences.
const (
	missingAttribute = "Missing attribute"
	addedAttribute   = "Added attribute"
	missingBlock     = "Missing block"
	addedBlock       = "Added block"
	differentOrder   = "Different order"
	differentValue   = "Different value"
	commentLost      = "Comment lost"
	commentAdded     = "Comment added"
)

// Difference is one thing that is not the same on both sides.
type Difference struct {
	// Summary names the kind of difference.
	Summary string
	// Path leads to the place: blocks from the root down, each with its labels
	// (resource "aws_instance" "web"), and then an attribute, perhaps with
	// steps into its value (tags.Name).
	Path []string
	A, B Side
	// Comment: it is one of comments, not of meaning.
	Comment bool
	// Order: both sides have the same blocks, in another order.
	Order bool
	place hcl.Range // by which it is ordered
}

// Sides returns where the sides differ, and what each has and where.
func (d Difference) Sides() (path []string, values [2]string, ranges [2]hcl.Range) {
	return d.Path, [2]string{d.A.Value, d.B.Value}, [2]hcl.Range{d.A.Range, d.B.Range}
}

// Diagnostic is the error that tells of a difference. Its Extra is the difference.
func (d Difference) Diagnostic() *hcl.Diagnostic {
	diag := &hcl.Diagnostic{Severity: hcl.DiagError, Summary: d.Summary, Subject: &d.A.Range, Extra: d}
	switch {
	case d.B.Value == "":
		diag.Detail = fmt.Sprintf("%s: %s at %s is not in %s.", d.Place(), d.A.Value, d.A.Range, d.B.Range.Filename)
	case d.A.Value == "":
		diag.Subject = &d.B.Range
		diag.Detail = fmt.Sprintf("%s: %s at %s is not in %s.", d.Place(), d.B.Value, d.B.Range, d.A.Range.Filename)
	default:
		diag.Detail = fmt.Sprintf("%s: %s at %s, but %s at %s.", d.Place(), d.A.Value, d.A.Range, d.B.Value, d.B.Range)
	}
	return diag
}

// Place is the path in one line.
func (d Difference) Place() string { return path(d.Path).String() }

// Side is what one side has where the other has something else.
type Side struct {
	// Value is an expression in native syntax, in normal form, or the header of
	// a block, or the text of a comment. It is empty if the side has nothing
	// there; of a very long one it is a part, from where the sides differ.
	Value string
	// Range is where it is, or the file or body that lacks it.
	Range hcl.Range
}

// differ reports a difference of meaning.
func (c *comparer) differ(summary string, at path, a, b Side) {
	c.found(Difference{Summary: summary, Path: at, A: a, B: b})
}

// found records a difference. Long values are shortened to where they differ.
func (c *comparer) found(d Difference) {
	same := 0
	for same < min(len(d.A.Value), len(d.B.Value)) && d.A.Value[same] == d.B.Value[same] {
		same++
	}
	d.A.Value, d.B.Value = brief(d.A.Value, same), brief(d.B.Value, same)
	c.Differences = append(c.Differences, d)
}

// brief shortens a long value to what is around a position.
func brief(value string, at int) string {
	const limit, before = 300, 100
	if len(value) <= limit {
		return value
	}
	start := max(0, min(at-before, len(value)-limit))
	end := min(len(value), start+limit)
	short := strings.ToValidUTF8(value[start:end], "")
	if start > 0 {
		short = "..." + short
	}
	if end < len(value) {
		short += "..."
	}
	return short
}

// path is where something is, from the root down.
type path []string

func (p path) join(name string) path {
	return append(p[:len(p):len(p)], name)
}

// step adds a step into the value of an attribute.
func (p path) step(step string) path {
	last := len(p) - 1
	return append(p[:last:last], p[last]+step)
}

func (p path) String() string {
	if len(p) == 0 {
		return "The file"
	}
	return strings.Join(p, " > ")
}
