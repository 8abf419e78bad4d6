package schemafile

import (
	"cmp"
	"maps"
	"slices"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/internal/reading"
)

const (
	// maxSize is the size of the largest schema file that is read, in bytes.
	maxSize = 1 << 20
	// maxRows is how many rows the bodies may have together. With use, a small
	// file can describe very many.
	maxRows = 200_000
)

// What the blocks of a schema file hold.
var (
	fileBlocks = &hcl.BodySchema{Blocks: []hcl.BlockHeaderSchema{
		{Type: "language", LabelNames: []string{"name"}},
		{Type: "rule", LabelNames: []string{"name"}},
		{Type: "body", LabelNames: []string{"name"}},
		{Type: "root"},
	}}
	languageSchema = &hcl.BodySchema{
		Attributes: arguments("product", "summary", "array_root", "roots", "target", "note", "functions", "instead"),
		Blocks:     []hcl.BlockHeaderSchema{{Type: "file"}, {Type: "load"}},
	}
	fileSchema = &hcl.BodySchema{Attributes: append(arguments("json", "no_json", "note", "vague"),
		hcl.AttributeSchema{Name: "native", Required: true})}
	loadSchema = &hcl.BodySchema{Attributes: append(arguments("order", "only", "together", "first", "dot_files"),
		hcl.AttributeSchema{Name: "groups", Required: true})}
	ruleSchema = &hcl.BodySchema{
		Attributes: arguments("value", "functions", "variables", "only_json", "differs", "text_of_call", "native_constant")}
	attributeSchema = &hcl.BodySchema{
		Attributes: append(arguments("no_json", "outside"), ruleSchema.Attributes...),
		Blocks:     []hcl.BlockHeaderSchema{{Type: "as_blocks"}},
	}
	bodySchema = &hcl.BodySchema{
		Attributes: arguments("use", "attributes", "others", "other_blocks", "just_attributes", "dynamic", "comments",
			"lists", "sequences", "definer", "component"),
		Blocks: []hcl.BlockHeaderSchema{
			{Type: "attribute", LabelNames: []string{"name"}},
			{Type: "block", LabelNames: []string{"type"}},
			{Type: "known_names"},
		},
	}
	blockSchema = &hcl.BodySchema{
		Attributes: append(
			arguments("labels", "optional_labels", "ordered", "single", "outside", "shape", "min", "max", "by"),
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
	namesSchema = &hcl.BodySchema{Attributes: arguments("attributes", "blocks", "lists", "complete")}
)

func arguments(names ...string) []hcl.AttributeSchema {
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
	bodies        []*body          // all of them
	named         map[string]*body // the body blocks
	copied        int              // how many use has copied
	seen          map[string]bool  // diagnostics

	ruleList, bodyList string // for messages, once they are asked for
}

// file reads a whole file. What depends on other parts of it is looked at when
// these are without errors.
func (r *reader) file(src []byte) {
	parsed := r.parse(src)
	if parsed == nil {
		return
	}
	blocks := r.content(parsed, fileBlocks, hcl.Range{}).Blocks.ByType()
	r.language = &Language{Dialect: &schema.Dialect{}}
	arrayRoot := r.languageBlock(r.only(blocks, "language", parsed))
	r.readRules(blocks["rule"])
	r.named = map[string]*body{}
	for _, block := range blocks["body"] {
		name := block.Labels[0]
		r.identifier(name, block.LabelRanges[0], "a body")
		if before := r.named[name]; before != nil {
			r.errorf(block.DefRange, "Duplicate body",
				"There is already a body %q, on line %d. Give one of the two another "+
					"name.", name, before.rng.Start.Line)
		}
		r.named[name] = r.body(r.content(block.Body, bodySchema, block.DefRange), name)
	}
	root := r.only(blocks, "root", parsed)
	if root == nil {
		return
	}
	top := r.body(r.content(root.Body, bodySchema, root.DefRange), "")
	if r.diags.HasErrors() || !r.link() {
		return
	}
	d := r.language.Dialect
	d.Root = r.target(top).table
	if d.Root.Free {
		if arrayRoot != nil && d.ArrayRoot {
			r.errorf(arrayRoot.Expr.Range(), "Conflicting settings", "A root that is read as attributes only is an "+
				"object in JSON. Leave out array_root.")
		}
		d.ArrayRoot = false
	}
	r.unused(top)
}

func (r *reader) parse(src []byte) hcl.Body {
	if len(src) > maxSize {
		r.errorf(hcl.Range{Filename: r.filename, Start: hcl.InitialPos, End: hcl.InitialPos}, "File too large",
			"A schema file has at most %d bytes, and this one has %d.", maxSize, len(src))
		return nil
	}
	body, diags := reading.Body(src, r.filename, r.json)
	r.diags = append(r.diags, diags...)
	if diags.HasErrors() {
		return nil
	}
	return body
}

// only returns the one block of a type, or nil.
func (r *reader) only(blocks map[string]hcl.Blocks, name string, file hcl.Body) *hcl.Block {
	found := blocks[name]
	if len(found) == 0 {
		if !r.diags.HasErrors() {
			what := map[string]string{
				"language": `language "NAME" { ... } gives the language its name and those of its files`,
				"root":     "root { ... } describes what a file may contain",
			}[name]
			r.errorf(file.MissingItemRange(), "Missing block", "The schema has no %s block: %s.", name, what)
		}
		return nil
	}
	for _, again := range found[1:] {
		r.errorf(again.DefRange, "Duplicate block", "There is already a %s block, on line %d. A schema file "+
			"describes one language.", name, found[0].DefRange.Start.Line)
	}
	return found[0]
}

// languageBlock reads what is said of the language as a whole, and returns what
// is said of the root of JSON files.
func (r *reader) languageBlock(block *hcl.Block) (arrayRoot *hcl.Attribute) {
	if block == nil {
		return nil
	}
	c := r.content(block.Body, languageSchema, block.DefRange)
	d, name := r.language.Dialect, block.Labels[0]
	r.identifier(name, block.LabelRanges[0], "a language")
	d.Name, d.Product = name, cmp.Or(r.text(c, "product"), name)
	d.ArrayRoot = r.flagOr(c, "array_root", true)
	d.Roots = r.texts(c, "roots")
	if functions := r.texts(c, "functions"); functions != nil {
		d.Style = &schema.Style{Functions: functions}
	}
	r.language.Summary = r.text(c, "summary")
	r.language.Target = r.text(c, "target")
	r.language.Note = r.text(c, "note")
	r.loading(c)
	for _, block := range c.Blocks {
		if block.Type == "file" {
			r.pattern(block)
		}
	}
	return c.Attributes["array_root"]
}

func (r *reader) readRules(blocks hcl.Blocks) {
	r.rules = map[string]*rule{}
	for _, block := range blocks {
		name := block.Labels[0]
		_, isMode := modes[name]
		_, isConstructor := constructors[name]
		before := r.rules[name]
		switch {
		case !r.identifier(name, block.LabelRanges[0], "a rule"):
		case isMode || isConstructor:
			r.errorf(block.LabelRanges[0], "Duplicate rule", "%s is a rule of its own. Choose another name.", name)
		case before != nil:
			r.errorf(block.DefRange, "Duplicate rule", "There is already a rule %q, on line %d. Give one of the "+
				"two another name.", name, before.block.DefRange.Start.Line)
		default:
			r.rules[name] = &rule{block: block}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(r.rules)) {
		r.ruleValue(r.rules[name])
	}
}
