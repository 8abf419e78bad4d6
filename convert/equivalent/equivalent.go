// Package equivalent compares HCL files, in native syntax or HCL-JSON, by their meaning for the
// product that reads them.
//
// It reads the files with the decoders of hashicorp/hcl and follows the schema tables, but shares no
// code with the converter, so that a fault of one of them is a difference. Only constant expressions
// are evaluated, where the product allows no others, and only up to a limit of size. Other
// expressions are compared as syntax trees in a normal form. Sources that are nested too deeply are an
// error.
//
// These files define equality:
//
//   - body.go: whether a name in JSON is an argument or blocks, or both without a definition;
//     representations of nothing; how bodies are decoded accordingly.
//   - blocks.go: corresponding blocks, whether their order counts, the shapes of blocks in JSON, and
//     optional labels.
//   - asblocks.go: arguments that may be written as blocks, as the resulting objects.
//   - value.go: how an expression is read, by the mode of its argument; constants; text that is a
//     function call; and texts of both syntaxes with certainly the same meaning.
//   - node.go: the normal form of native expressions, the equality of two of them, and references to
//     missing variables.
//   - comments.go: comments, and the JSON of a "//" property.
//
// The others do not: equivalent.go reads the files, parts.go compares large files part by part,
// division.go divides files into parts, limit.go limits the cost of hostile files, lines.go keeps long
// templates from hashicorp/hcl, and result.go contains the result.
package equivalent

import (
	"bytes"
	stdjson "encoding/json"
	"fmt"
	"slices"
	"sync"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/json"

	"github.com/hcljson/hcljson/internal/schema/languages"
	"github.com/hcljson/hcljson/internal/text/diagnostic"
	"github.com/hcljson/hcljson/internal/text/limits"
	"github.com/hcljson/hcljson/internal/text/parsecount"
	"github.com/hcljson/hcljson/schema"
)

// Source is a file to compare.
type Source struct {
	// Bytes is the text of the file.
	Bytes []byte
	// Filename is used in diagnostics only.
	Filename string
	// JSON is true for HCL-JSON, and false for native syntax.
	JSON bool
	// ForTools is true if only tools read the JSON, and no product loads it. Text in it can then
	// represent an expression; see [schema.EscapedExpression].
	ForTools bool
	// Override is true for an override file. The product merges its blocks into those of other files, in
	// their order, so the last block with an address counts.
	Override bool
}

// Options define the comparison.
type Options struct {
	// Comments is true if comments are compared as well: each comment of one side, in the form of
	// its syntax, must occur as often on the other side, at any place.
	Comments bool
	// Rules select the sides that may contain content outside of the schema.
	Rules Rules
	// SkipSame is true if root items of large native files are not decoded if both sides have the same
	// text. It requires that comments are not compared.
	SkipSame bool
	// Module, if not nil, returns the other HCL-JSON files of the module. Their values are evidence for the kinds of
	// names that the schema does not define.
	Module func() []Source
	// MaxBytes and MaxNodes, if not 0, are the budget of each file, as in package convert; a larger file is an error.
	MaxBytes, MaxNodes int
	// thorough is true if no short cuts are used, for tests.
	thorough bool
	// partSize, if not 0, is the number of bytes of a part, for tests.
	partSize int
}

// Rules select the sides whose content outside of the schema is compared as written, with a warning. An
// example is a block with the name of an argument. On the other sides, such content is a difference.
type Rules uint8

const (
	// SourceAsWritten is for a second side that was made from the first one.
	SourceAsWritten Rules = iota
	// BothAsWritten does not depend on the order of the sides.
	BothAsWritten
	// Strict requires that both sides follow the schema. It does not depend on the order of the sides.
	Strict
)

// Check compares a file in native syntax with one in HCL-JSON, including comments. Their names in
// the result are "native" and "json".
func Check(native, json []byte, d *schema.Dialect) Result {
	return Compare(
		Source{Bytes: native, Filename: "native"},
		Source{Bytes: json, Filename: "json", JSON: true},
		d, Options{Comments: true},
	)
}

// Compare returns the differences between two files.
//
// If b was made from a, a is the reference: content of a outside of the schema is compared as written,
// because the product does not accept the original either. Other [Rules] apply if neither was made from
// the other.
func Compare(a, b Source, d *schema.Dialect, opts Options) Result {
	return CompareModules([]Source{a}, []Source{b}, d, opts)
}

// CompareModules is like [Compare] for two configurations of several files each, as a product reads
// the files of a directory: content may be in any file of a side. The order of blocks follows the
// order of files.
func CompareModules(a, b []Source, d *schema.Dialect, opts Options) Result {
	return Read(a, d, opts).Compare(b)
}

// Baseline is a configuration to compare with others. It is read at most once. It is not safe for
// concurrent use.
type Baseline struct {
	dialect *schema.Dialect
	opts    Options
	sources []Source
	json    bool
	// moduleBlocks returns the names of possible blocks in Options.Module.
	moduleBlocks func() map[string]bool
	// The other fields are set after the sources are read as a whole.
	isRead bool
	bodies []body
	// read contains all files that were read, by name, so that none is read twice.
	read map[string][]body
	// budget is the rest of the budget after the files are read.
	budget budget
	diags  hcl.Diagnostics
}

// Read returns a configuration for comparisons as with [CompareModules].
func Read(sources []Source, d *schema.Dialect, opts Options) *Baseline {
	isJSON := func(source Source) bool { return source.JSON }
	return &Baseline{
		dialect: d, opts: opts, sources: sources, json: slices.ContainsFunc(sources, isJSON),
		moduleBlocks: sync.OnceValue(opts.findModuleBlocks),
	}
}

// checkBudget returns an error for each file beyond the budget.
func (o Options) checkBudget(sources []Source) (diags hcl.Diagnostics) {
	for _, source := range sources {
		diags = append(diags, limits.CheckText(source.Bytes, source.Filename, o.MaxBytes, o.MaxNodes)...)
	}
	return diags
}

// findModuleBlocks returns the names of the values in the module that can be blocks with a body.
func (o Options) findModuleBlocks() map[string]bool {
	names := map[string]bool{}
	var find func(value any) (isBody bool)
	find = func(value any) (isBody bool) {
		switch value := value.(type) {
		case []any:
			for _, element := range value {
				isBody = find(element) || isBody
			}
		case map[string]any:
			for name, member := range value {
				isBody, names[name] = true, find(member) || names[name]
			}
		}
		return isBody
	}
	if o.Module != nil {
		for _, source := range o.Module() {
			var root any
			parsecount.Checked.Add(int64(len(source.Bytes)))
			if stdjson.Unmarshal(source.Bytes, &root) == nil { // invalid files are no evidence
				find(root)
			}
		}
	}
	return names
}

// load reads the sources as a whole, once.
func (o *Baseline) load() {
	if o.isRead {
		return
	}
	o.isRead, o.read = true, map[string][]body{}
	if o.diags = o.opts.checkBudget(o.sources); o.diags != nil {
		return
	}
	if languages.Missing(o.dialect) {
		o.diags = hcl.Diagnostics{{
			Severity: hcl.DiagError, Summary: "No dialect", Detail: languages.NoDialect, Extra: diagnostic.CodeOf("No dialect"),
		}}
		return
	}
	languages.Prepare(o.dialect)
	c := o.newComparer(newBudget())
	o.bodies = o.parse(c, o.sources, false)
	o.diags, o.budget = c.Diagnostics, *c.budget
}

// Compare compares the configuration with another one, as [CompareModules] does.
func (o *Baseline) Compare(other []Source) Result {
	if diags := append(o.opts.checkBudget(o.sources), o.opts.checkBudget(other)...); diags != nil {
		return Result{Diagnostics: diags}
	}
	if result, ok := o.compareInParts(other); ok {
		return result
	}
	o.load()
	if languages.Missing(o.dialect) {
		return Result{Diagnostics: o.diags}
	}
	c := o.newComparer(o.budget)
	c.Diagnostics = slices.Clone(o.diags)
	bodies := o.parse(c, other, true)
	if c.Diagnostics.HasErrors() {
		c.Diagnostics = withoutRepeatedLimits(c.Diagnostics)
		return c.Result
	}
	if len(o.bodies) == 1 && len(bodies) == 1 { // one of the names may be a name for messages
		c.compareRoots(o.bodies, bodies, o.dialect, o.bodies[0].Override || bodies[0].Override)
	} else {
		for _, overrides := range []bool{false, true} {
			c.compareRoots(rootsOf(o.bodies, overrides), rootsOf(bodies, overrides), o.dialect, overrides)
		}
	}
	if c.comparesComments {
		c.compareComments(o.bodies, bodies)
	}
	return c.Result
}

// withoutRepeatedLimits returns diagnostics with only the first error about a limit. The result of a
// conversion exceeds the same limits as its source.
func withoutRepeatedLimits(diags hcl.Diagnostics) hcl.Diagnostics {
	found := false
	return slices.DeleteFunc(diags, func(diag *hcl.Diagnostic) bool {
		repeated := found && diag.Summary == undecidedSummary
		found = found || diag.Summary == undecidedSummary
		return repeated
	})
}

// compareRoots compares the bodies of files that are all override files, or all other files.
func (c *comparer) compareRoots(a, b []body, d *schema.Dialect, overrides bool) {
	if c.overrides = overrides; len(a)+len(b) > 0 {
		c.compareBodies(a, b, d.Root, nil)
	}
}

// rootsOf returns the bodies of override files, or of all other files.
func rootsOf(bodies []body, overrides bool) (list []body) {
	for _, b := range bodies {
		if b.Override == overrides {
			list = append(list, b)
		}
	}
	return list
}

// Diagnostics returns the diagnostics of the decoders. If they contain errors, nothing can be
// compared.
func (o *Baseline) Diagnostics() hcl.Diagnostics {
	o.load()
	return o.diags
}

// file is a source during a comparison.
type file struct {
	Source
	// isResult is true for the files of the second side.
	isResult bool
	// asWritten is true if content outside of the schema is compared as written; see Rules.
	asWritten bool
	// comments are the comments of a native file. unplaced is true if their positions are unknown.
	comments []comment
	unplaced bool
	// mayHaveAnnotations is true if a JSON file may have "//" properties, possibly written with escapes, and
	// mayHaveHints if it may have hints for blocks.
	mayHaveAnnotations, mayHaveHints bool
	// blockTypes contains the types of the blocks in a native file. It is set on the first use.
	blockTypes map[string]bool
}

// comparer collects the differences between two configurations.
type comparer struct {
	// fromJSON is true if the first side is HCL-JSON.
	fromJSON         bool
	comparesComments bool
	// skipSame: see Options.
	skipSame bool
	// thorough and rules: see Options.
	thorough bool
	rules    Rules
	// moduleBlocks: see Baseline.
	moduleBlocks func() map[string]bool
	// inJSON are the comments of each side in HCL-JSON.
	inJSON [2][]comment
	*budget
	// isTrial is true for a comparison that only finds corresponding blocks.
	isTrial bool
	// faults are the reported reasons for missing schemas.
	faults map[string]bool
	// roots are the existing variables; nil means any.
	roots []string
	// overrides is true for a comparison of override files.
	overrides bool
	// Result is the result so far.
	Result
}

func (o *Baseline) newComparer(l budget) *comparer {
	return &comparer{
		fromJSON: o.json, comparesComments: o.opts.Comments, skipSame: o.opts.SkipSame, thorough: o.opts.thorough, rules: o.opts.Rules,
		budget: &l, faults: map[string]bool{}, roots: o.dialect.Roots, moduleBlocks: o.moduleBlocks,
	}
}

func newFile(source Source, result bool, rules Rules) *file {
	f := &file{Source: source, isResult: result, asWritten: rules == BothAsWritten || rules == SourceAsWritten && !result}
	if f.JSON {
		f.findAnnotations(f.Bytes)
	}
	return f
}

// findAnnotations sets whether JSON text may have "//" properties.
func (f *file) findAnnotations(text []byte) {
	has := func(sign string) bool { return bytes.Contains(text, []byte(sign)) }
	f.mayHaveAnnotations = slices.ContainsFunc([]string{`//"`, `\/`, `\u002`}, has)
	f.mayHaveHints = has(`"blocks"`)
}

// parse reads the files of one side.
func (o *Baseline) parse(c *comparer, sources []Source, result bool) []body {
	bodies := make([]body, 0, len(sources))
	for _, source := range sources {
		f := newFile(source, result, o.opts.Rules)
		if known := o.parsedFile(source); known.file != nil {
			f.comments, f.unplaced = known.comments, known.unplaced
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

// parsedFile returns a file that was read before.
func (o *Baseline) parsedFile(source Source) body {
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
		return errorAt(found.rng, undecidedSummary, found.detail("The file"))
	}
	if s.JSON {
		if found := c.excessOfJSON(s.Bytes); found != nil {
			return nil, tooMuch(found)
		}
		parsecount.Checked.Add(int64(len(s.Bytes)))
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
	var text lexed
	if scan, ok := newCostScan(s.Bytes); ok && scan.isWithinLimits() && !c.thorough {
		f.comments, f.unplaced, text.src = scan.commentTexts(), true, s.Bytes
	} else {
		var found *excess
		if text, found = c.lex(s.Bytes, s.Filename, hcl.InitialPos, configSyntax); found != nil {
			return nil, tooMuch(found)
		}
		f.comments = tokenComments(text.tokens)
	}
	parsecount.Checked.Add(int64(len(s.Bytes)))
	read, diags := hclsyntax.ParseConfig(text.src, s.Filename, hcl.InitialPos)
	if diags.HasErrors() {
		return nil, diags
	}
	native := read.Body.(*hclsyntax.Body)
	text.runs.restore(native)
	return native, nil
}

// equalComments reports whether the two sides have the same comments.
func equalComments(a, b []body, inJSON [2][]comment) bool {
	text := func(c comment) string { return c.text }
	return slices.Equal(mapEach(commentsOf(a, inJSON[0]), text), mapEach(commentsOf(b, inJSON[1]), text))
}

// compareComments compares the comments of the two sides, at any places.
func (c *comparer) compareComments(a, b []body) {
	if equalComments(a, b, c.inJSON) {
		return
	}
	for _, part := range slices.Concat(a, b) {
		part.file.placeComments()
	}
	sideA, sideB := commentsOf(a, c.inJSON[0]), commentsOf(b, c.inJSON[1])
	textA, textB := func(i int) string { return sideA[i].text }, func(i int) string { return sideB[i].text }
	for i, j := range mergedIndexes(len(sideA), len(sideB), textA, textB) {
		switch {
		case j < 0:
			c.recordDifference(Difference{
				Summary: commentLost, A: sideA[i].side(), B: Side{Range: missingRange(b)}, Comment: true,
			})
		case i < 0:
			c.recordDifference(Difference{
				Summary: commentAdded, A: Side{Range: missingRange(a)}, B: sideB[j].side(), Comment: true,
			})
		}
	}
}
