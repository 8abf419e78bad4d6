// Package schemafile reads schema files: descriptions of HCL languages in native syntax or HCL-JSON,
// written by users who know the language. The converter uses the resulting tables like the tables of
// the other packages below schema.
//
// docs/language.md is the reference of the format. The format is itself an HCL language; package
// dialects contains its schema.
package schemafile

import (
	"cmp"
	"maps"
	"slices"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/internal/facts/loading"
	"github.com/hcljson/hcljson/internal/language/reading"
	"github.com/hcljson/hcljson/internal/schema/conventions"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/schema"
)

// Language is the language that a schema file describes.
type Language struct {
	// Dialect contains the tables. It must not be changed.
	Dialect *schema.Dialect
	// Files contains the patterns of file names. The first matching pattern wins.
	Files []Pattern
	// Summary is a short description of the language. It may be empty.
	Summary string
	// Target, if not empty, is the product that reads the files, as in the option --target.
	Target string
	// Loading defines how the product loads the files of a directory; nil if unknown.
	Loading *loading.Rules
	// Note, if not empty, is the default of [Pattern.Note].
	Note string
}

// Read reads a schema file in HCL-JSON or native syntax. The filename is for messages.
//
// The language is nil if the diagnostics contain an error. All diagnostics have ranges in src. Read
// is safe for concurrent use.
func Read(src []byte, filename string, isJSON bool) (*Language, hcl.Diagnostics) {
	r := &reader{filename: filename, json: isJSON}
	r.readFile(src)
	slices.SortStableFunc(r.diags,
		func(a, b *hcl.Diagnostic) int { return cmp.Compare(a.Subject.Start.Byte, b.Subject.Start.Byte) })
	if r.diags.HasErrors() {
		return nil, r.diags
	}
	return r.language, r.diags
}

// MustRead reads an embedded schema file in native syntax. It panics if there are any diagnostics.
func MustRead(src []byte, filename string) *Language {
	l, diags := Read(src, filename, false)
	if len(diags) > 0 {
		panic(diags)
	}
	return l
}

// Match matches the file name base against the patterns. It returns the name of the counterpart, and
// whether base is a JSON file. ok is false if no pattern matches. The counterpart is empty if the pattern
// has no JSON name.
func (l *Language) Match(base string) (counterpart string, isJSON, ok bool) {
	p, ok := l.PatternOf(base)
	if !ok {
		return "", false, false
	}
	counterpart, isJSON, _ = p.counterpartOf(base)
	return counterpart, isJSON, true
}

// PatternOf returns the pattern that matches the file name base.
func (l *Language) PatternOf(base string) (Pattern, bool) {
	for _, p := range l.Files {
		if _, _, ok := p.counterpartOf(base); ok {
			return p, true
		}
	}
	return Pattern{}, false
}

const (
	// maxSize is the maximum size of a schema file in bytes.
	maxSize = 1 << 20
	// maxRows is the maximum number of rows in all bodies. A small file can describe very many rows
	// with use.
	maxRows = 200_000
)

// These are the contents of the blocks of a schema file.
var (
	fileBlocks = &hcl.BodySchema{Blocks: []hcl.BlockHeaderSchema{
		{Type: "language", LabelNames: []string{"name"}},
		{Type: "rule", LabelNames: []string{"name"}},
		{Type: "body", LabelNames: []string{"name"}},
		{Type: "root"},
	}}
	languageSchema = &hcl.BodySchema{
		Attributes: optionalArguments("product", "summary", "array_root", "roots", "target", "note", "functions", "instead"),
		Blocks:     []hcl.BlockHeaderSchema{{Type: "file"}, {Type: "load"}},
	}
	fileSchema = &hcl.BodySchema{Attributes: append(optionalArguments("json", "no_json", "note", "vague"),
		hcl.AttributeSchema{Name: "native", Required: true})}
	loadSchema = &hcl.BodySchema{Attributes: append(optionalArguments("order", "only", "together", "first", "dot_files"),
		hcl.AttributeSchema{Name: "groups", Required: true})}
	ruleSchema = &hcl.BodySchema{
		Attributes: optionalArguments("value", "functions", "variables", "only_json", "differs", "text_of_call", "native_constant")}
	attributeSchema = &hcl.BodySchema{
		Attributes: append(optionalArguments("no_json", "outside"), ruleSchema.Attributes...),
		Blocks:     []hcl.BlockHeaderSchema{{Type: "as_blocks"}},
	}
	bodySchema = &hcl.BodySchema{
		Attributes: optionalArguments("use", "attributes", "others", "other_blocks", "just_attributes", "dynamic", "comments",
			"lists", "sequences", "definer", "component"),
		Blocks: []hcl.BlockHeaderSchema{
			{Type: "attribute", LabelNames: []string{"name"}},
			{Type: "block", LabelNames: []string{"type"}},
			{Type: "known_names"},
		},
	}
	blockSchema = &hcl.BodySchema{
		Attributes: append(
			optionalArguments("labels", "optional_labels", "ordered", "merged", "single", "outside", "shape", "min", "max", "by",
				"references", "value"),
			bodySchema.Attributes...),
		Blocks: append([]hcl.BlockHeaderSchema{
			{Type: "when_label", LabelNames: []string{"label"}},
			{Type: "when_value", LabelNames: []string{"value"}},
		}, bodySchema.Blocks...),
	}
	labelSchema = &hcl.BodySchema{
		Attributes: bodySchema.Attributes,
		Blocks: append([]hcl.BlockHeaderSchema{{Type: "when_label", LabelNames: []string{"label"}}},
			bodySchema.Blocks...),
	}
	namesSchema = &hcl.BodySchema{Attributes: optionalArguments("attributes", "blocks", "lists", "complete")}
)

func optionalArguments(names ...string) []hcl.AttributeSchema {
	result := make([]hcl.AttributeSchema, len(names))
	for i, name := range names {
		result[i].Name = name
	}
	return result
}

// reader reads one schema file.
type reader struct {
	filename string
	json     bool
	diags    hcl.Diagnostics

	language      *Language
	patternRanges []hcl.Range // of language.Files
	rules         map[string]*rule
	bodies        []*body          // all bodies, including nested ones
	named         map[string]*body // body blocks by name
	copied        int              // number of rows copied by use
	seen          map[string]bool  // reported diagnostics

	ruleList, bodyList string // lists for messages, built on first use
}

// readFile reads a whole file. Checks across blocks run only if the blocks have no errors.
func (r *reader) readFile(src []byte) {
	parsed := r.parse(src)
	if parsed == nil {
		return
	}
	if known, _, _ := parsed.PartialContent(fileBlocks); len(known.Blocks) == 0 {
		if _, others := parsed.Content(fileBlocks); others.HasErrors() {
			r.errorf(*others[0].Subject, "Not a schema file", "A schema file describes a language with the blocks language and root, "+
				"and this file has other names.")
			return
		}
	}
	blocks := r.readContent(parsed, fileBlocks, hcl.Range{}).Blocks.ByType()
	r.language = &Language{Dialect: &schema.Dialect{Facts: &conventions.Facts{}}}
	arrayRoot := r.readLanguage(r.singleBlock(blocks, "language", parsed))
	r.readRules(blocks["rule"])
	r.named = map[string]*body{}
	for _, block := range blocks["body"] {
		name := block.Labels[0]
		r.checkIdentifier(name, block.LabelRanges[0], "a body")
		if before := r.named[name]; before != nil {
			r.errorf(block.DefRange, "Duplicate body",
				"A body %q already exists on line %d. Rename one.", name, before.rng.Start.Line)
		}
		r.named[name] = r.readBody(r.readContent(block.Body, bodySchema, block.DefRange), name)
	}
	root := r.singleBlock(blocks, "root", parsed)
	if root == nil {
		return
	}
	top := r.readBody(r.readContent(root.Body, bodySchema, root.DefRange), "")
	if r.diags.HasErrors() || !r.linkBodies() {
		return
	}
	d := r.language.Dialect
	d.Root = r.targetOf(top).table
	if d.Root.JustAttributes {
		if arrayRoot != nil && d.ArrayRoot {
			r.errorf(arrayRoot.Expr.Range(), "Conflicting settings", "A root with attributes only is an "+
				"object in JSON. Remove array_root.")
		}
		d.ArrayRoot = false
	}
	for _, b := range top.blocks {
		if b.references != "" {
			facts := conventions.Of(d)
			facts.Style = cmp.Or(facts.Style, &conventions.Style{})
			facts.Style.Declarations = append(facts.Style.Declarations, conventions.Declaration{
				Type: b.row.Type, Root: b.references, Labels: len(b.row.Labels), Value: b.value,
			})
		}
	}
	r.reportUnused(top)
}

func (r *reader) parse(src []byte) hcl.Body {
	if len(src) > maxSize {
		r.errorf(hcl.Range{Filename: r.filename, Start: hcl.InitialPos, End: hcl.InitialPos}, "File too large",
			"A schema file can have at most %d bytes, but this file has %d.", maxSize, len(src))
		return nil
	}
	body, diags := reading.Body(src, r.filename, r.json)
	r.diags = append(r.diags, diags...)
	if diags.HasErrors() {
		return nil
	}
	return body
}

// singleBlock returns the single block of a type. It reports a missing or duplicate block.
func (r *reader) singleBlock(blocks map[string]hcl.Blocks, name string, file hcl.Body) *hcl.Block {
	found := blocks[name]
	if len(found) == 0 {
		if !r.diags.HasErrors() {
			what := map[string]string{
				"language": `language "NAME" { ... } sets the name of the language and the names of its files`,
				"root":     "root { ... } lists the attributes and blocks of a file",
			}[name]
			r.errorf(file.MissingItemRange(), "Missing block", "The schema has no %s block: %s.", name, what)
		}
		return nil
	}
	for _, again := range found[1:] {
		r.errorf(again.DefRange, "Duplicate block", "A %s block already exists on line %d. A schema file "+
			"describes one language.", name, found[0].DefRange.Start.Line)
	}
	return found[0]
}

// readLanguage reads the properties of the language, and returns its array_root argument.
func (r *reader) readLanguage(block *hcl.Block) (arrayRoot *hcl.Attribute) {
	if block == nil {
		return nil
	}
	c := r.readContent(block.Body, languageSchema, block.DefRange)
	d, name := r.language.Dialect, block.Labels[0]
	r.checkIdentifier(name, block.LabelRanges[0], "a language")
	d.Name, d.Product = name, cmp.Or(r.readText(c, "product"), name)
	d.ArrayRoot = r.readFlagOr(c, "array_root", true)
	d.Roots = r.readTexts(c, "roots")
	if functions := r.readTexts(c, "functions"); functions != nil {
		conventions.Of(d).Style = &conventions.Style{Functions: functions}
	}
	r.language.Summary = r.readText(c, "summary")
	r.language.Target = r.readText(c, "target")
	r.language.Note = r.readText(c, "note")
	r.readLoading(c)
	for _, block := range c.Blocks {
		if block.Type == "file" {
			r.readPattern(block)
		}
	}
	return c.Attributes["array_root"]
}

func (r *reader) readRules(blocks hcl.Blocks) {
	r.rules = map[string]*rule{}
	for _, block := range blocks {
		name := block.Labels[0]
		isMode := slices.Contains(tables.Modes, name)
		_, isConstructor := constructors[name]
		before := r.rules[name]
		switch {
		case !r.checkIdentifier(name, block.LabelRanges[0], "a rule"):
		case isMode || isConstructor:
			r.errorf(block.LabelRanges[0], "Duplicate rule", "%s is a predefined rule. Choose another name.", name)
		case before != nil:
			r.errorf(block.DefRange, "Duplicate rule", "A rule %q already exists on line %d. Rename one.",
				name, before.block.DefRange.Start.Line)
		default:
			r.rules[name] = &rule{block: block}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(r.rules)) {
		r.ruleValue(r.rules[name])
	}
}

// block is a block type of the described language. Its row is complete except for the tables of
// bodies.
type block struct {
	content
	row  tables.Block
	body *body
	// references is the first name of references to such a block, and value the argument to whose parts they refer.
	references, value string
	// labelled and valued are the bodies that labels and an argument select.
	labelled, valued map[string]*body
}

var shapes = map[string]tables.Shape{"any": tables.AnyShape, "object": tables.ObjectShape, "array": tables.ArrayShape}

// readBlock reads a block that describes a block type.
func (r *reader) readBlock(source *hcl.Block) *block {
	c := r.readContent(source.Body, blockSchema, source.DefRange)
	b := &block{content: c, labelled: map[string]*body{}, valued: map[string]*body{}, row: tables.Block{
		Type:     source.Labels[0],
		Labels:   r.readTexts(c, "labels"),
		Optional: r.readCount(c, "optional_labels", 0),
		Ordered:  r.readFlag(c, "ordered"),
		Merged:   r.readFlag(c, "merged"),
		Single:   r.readFlag(c, "single"),
		Origin:   r.readOrigin(c),
		Min:      r.readCount(c, "min", 0),
		Max:      r.readCount(c, "max", 1),
		By:       r.readText(c, "by"),
	}}
	b.row.Shape, _ = readKeyword(r, c, "shape", shapes, "object if the program accepts only an object, "+
		"array if it accepts an array also for one block, or any")
	b.references, b.value = r.readText(c, "references"), r.readText(c, "value")
	r.checkIdentifier(b.row.Type, source.LabelRanges[0], "a block")
	b.body = r.readBody(c, "")
	r.readVariants(c, "when_label", "", b.labelled, len(b.row.Labels))
	r.readVariants(c, "when_value", "", b.valued, 0)
	r.checkSettings(b)
	return b
}

// readVariants reads the bodies that labels or an argument select. A nested when_label selects by the
// label after prefix.
func (r *reader) readVariants(c content, kind, prefix string, bodies map[string]*body, labels int) {
	known := bodySchema
	if kind == "when_label" && prefix == "" {
		known = labelSchema
	}
	for _, inner := range c.Blocks {
		if inner.Type != kind {
			continue
		}
		if prefix != "" && labels < 2 {
			r.errorf(inner.DefRange, "Conflicting settings",
				"No other label can select this body. Add the label to labels.")
			continue
		}
		key := prefix + inner.Labels[0]
		if before := bodies[key]; before != nil {
			r.errorf(inner.LabelRanges[0], "Duplicate body",
				"A body for %q already exists on line %d. Remove one.", inner.Labels[0], before.rng.Start.Line)
		}
		inside := r.readContent(inner.Body, known, inner.DefRange)
		bodies[key] = r.readBody(inside, "")
		if prefix == "" {
			r.readVariants(inside, kind, key+tables.LabelSeparator, bodies, labels)
		}
	}
}

// checkSettings checks the settings of a block for conflicts.
func (r *reader) checkSettings(b *block) {
	row := &b.row
	conflict := func(name, format string, args ...any) {
		r.errorf(b.rangeOf(name), "Conflicting settings", format, args...)
	}
	if labels := len(row.Labels); row.Optional > labels {
		conflict("optional_labels",
			"A block cannot have more optional labels (%d) than labels (%d). List them all in "+
				"labels.", row.Optional, labels)
	}
	if row.Max > 0 && row.Max < row.Min {
		conflict("max", "min is %d, but max is %d.", row.Min, row.Max)
	}
	if row.Single && (row.Max > 0 || row.Min > 1) {
		conflict("single", "A single block appears at most once. Remove single, or min and max.")
	}
	if row.Single && row.Ordered {
		conflict("ordered", "A single block has no order. Remove ordered or single.")
	}
	if len(row.Labels) == 0 && len(b.labelled) > 0 {
		conflict("", "No label can select a when_label body. Add a label: labels = [\"type\"].")
	}
	switch {
	case row.By != "" && len(b.valued) == 0:
		conflict("by", "%q selects nothing. Add a body for a value, when_value \"VALUE\" { ... }, or remove "+
			"by.",
			row.By)
	case row.By == "" && len(b.valued) > 0:
		conflict("", `No argument selects the when_value bodies. Add one: by = "type".`)
	}
}

// completeRow returns the row with the tables of its bodies.
func (r *reader) completeRow(b *block) tables.Block {
	row := b.row
	row.Body, row.Dependent, row.Values = r.targetOf(b.body).table, r.tablesOf(b.labelled), r.tablesOf(b.valued)
	return row
}

func (r *reader) tablesOf(bodies map[string]*body) map[string]*tables.Body {
	if len(bodies) == 0 {
		return nil
	}
	result := make(map[string]*tables.Body, len(bodies))
	for value, b := range bodies {
		result[value] = r.targetOf(b).table
	}
	return result
}
