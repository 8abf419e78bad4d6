// Package toconfig writes configuration for a state or a plan: blocks for its resources, with
// literal values. Moved blocks for changed addresses and import blocks connect the blocks to the
// existing objects.
//
// [Generate] converts a document of package jsonformat to the files of a configuration. Sensitive
// values are neither in the files nor in diagnostics: variables replace them. The configuration
// lacks everything that a state does not contain, such as lifecycle arguments, provisioners and the
// expressions of values.
//
// docs/generate.md describes the output.
package toconfig

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/facts/tfname"
	"github.com/hcljson/hcljson/internal/facts/typespec"
	"github.com/hcljson/hcljson/internal/generate/jsonformat"
	"github.com/hcljson/hcljson/internal/generate/secrets"
	"github.com/hcljson/hcljson/internal/schema/languages"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/schema"
)

// From selects the values of a plan.
type From uint8

const (
	// Planned selects the values after the apply.
	Planned From = iota
	// Prior selects the values of the prior state.
	Prior
)

// Options select the output. Dialect is required: without it, or without a root body in it,
// Generate returns only an error.
type Options struct {
	// Dialect is the language of the configuration: OpenTofu's or Terraform's. Its tables replace
	// missing schemas of providers.
	Dialect *schema.Dialect
	// Spec returns the schema of a type, by the provider's address in the document. It returns nil
	// for an unknown schema, and an error for an unusable one. Spec may be nil.
	Spec func(provider string, part tables.Part, typ string) (*typespec.Type, error)
	// From has no effect on a state, which has only one set of values.
	From From
	// Data, Outputs and Import enable data blocks, outputs of the root module, and import blocks.
	Data, Outputs, Import bool
	// JSON selects HCL-JSON in the given Form.
	JSON bool
	Form convert.Form
	// Single selects one file for each module. Otherwise variables, outputs and other blocks are in
	// separate files.
	Single bool
	// Strict makes every guess an error instead of a warning.
	Strict bool
}

// File is a file of the configuration. Name is a path with slashes, relative to the root module.
type File struct {
	Name  string
	Bytes []byte
}

// Generate returns the files of the configuration for a document; the files of the root module come
// first. Diagnostics have positions in the document. They contain addresses and attributes, but
// never values. If a diagnostic is an error, there are no files.
//
// Unknown, omitted and guessed parts become comments or warnings.
func Generate(doc *jsonformat.Document, opts Options) ([]File, hcl.Diagnostics) {
	if languages.Missing(opts.Dialect) {
		return nil, hcl.Diagnostics{{Severity: hcl.DiagError, Summary: "No dialect", Detail: languages.NoDialect}}
	}
	g := &generator{doc: doc, opts: opts, reported: map[string]bool{}, guessed: map[string]*guesses{},
		specs: map[specKey]*typespec.Type{}}
	values := jsonformat.Values{}
	if found := g.selectedValues(); found != nil {
		values = *found
	}
	g.collectSecrets()
	g.readChanges()
	if g.isPlanned() {
		g.addPrior(&values)
		g.warnForgotten()
	}
	g.readConfiguration()
	g.nameProviders(&values.Root)
	root := g.newModule(&values.Root, nil)
	root.addPriorMoves()
	if opts.Outputs {
		root.addOutputs(values.Outputs)
	}
	g.reportGuesses()
	if root.isEmpty() && len(root.outputs) == 0 && !g.diags.HasErrors() {
		g.report(doc.Range(0, 1), hcl.DiagWarning, "Nothing to generate", "No managed resource is in %s%s.",
			g.valuesName(), g.optionHint())
	}
	files := root.files("", opts.Single)
	if g.diags.HasErrors() {
		return nil, g.diags
	}
	return files, g.diags
}

// generator is the state of one call of Generate.
type generator struct {
	doc   *jsonformat.Document
	opts  Options
	diags hcl.Diagnostics
	// reported contains the diagnostics that are reported once.
	reported map[string]bool
	// guessed are the guesses by type.
	guessed map[string]*guesses
	secrets secrets.Set
	specs   map[specKey]*typespec.Type
	// changes are the planned changes by address, and outputChanges by name.
	changes       map[string]*jsonformat.ResourceChange
	outputChanges map[string]*jsonformat.Change
	// locals maps addresses of providers to local names, and sources to the sources in
	// required_providers.
	locals, sources map[string]string
	config          configuration
}

type specKey struct {
	provider string
	part     tables.Part
	typ      string
}

// optionHint suggests options for more output.
func (g *generator) optionHint() string {
	has := func(values *jsonformat.Values, mode string) bool {
		return values != nil && slices.ContainsFunc(values.Root.Resources,
			func(r jsonformat.Resource) bool { return r.Mode == mode })
	}
	switch {
	case !g.opts.Data && has(g.selectedValues(), jsonformat.Data):
		return "; use --data to write data sources"
	case g.isPlanned() && g.priorValues() != nil && hasManaged(&g.priorValues().Root):
		return "; use --from prior for the resources of the prior state"
	}
	return ""
}

// hasManaged reports whether a module or a child module has managed resources.
func hasManaged(m *jsonformat.Module) bool {
	for r := range m.All {
		if r.Mode == jsonformat.Managed {
			return true
		}
	}
	return false
}

// addOutputs adds the outputs of the root module.
func (m *module) addOutputs(outputs []jsonformat.Output) {
	if m.g.doc.Plan != nil {
		outputs = m.g.plannedOutputs(outputs)
	}
	for i := range outputs {
		o := &outputs[i]
		if !hcltext.IsIdentifier(o.Name) {
			m.g.report(m.g.doc.Range(0, 1), hcl.DiagError, "Invalid name",
				"The name of this output is not an identifier.")
			continue
		}
		m.addOutput(o)
	}
}

// plannedOutputs returns the outputs of a plan. The changes are more complete than the values: the
// values lack outputs that are partly unknown, and with prior values the values are too new.
func (g *generator) plannedOutputs(outputs []jsonformat.Output) []jsonformat.Output {
	byName := make(map[string]jsonformat.Output, len(outputs))
	for _, o := range outputs {
		byName[o.Name] = o
	}
	var all []jsonformat.Output
	absent := "create"
	if g.isPlanned() {
		absent = "delete"
	}
	for i := range g.doc.Plan.OutputChanges {
		c := &g.doc.Plan.OutputChanges[i]
		o := byName[c.Name]
		delete(byName, c.Name)
		if slices.Equal(c.Change.Actions, []string{absent}) {
			continue
		}
		o.Name, o.Value = c.Name, c.Change.Before
		if g.isPlanned() {
			o.Value = c.Change.After
		}
		all = append(all, o)
	}
	for _, o := range outputs {
		if _, left := byName[o.Name]; left {
			all = append(all, o)
		}
	}
	return all
}

func (m *module) addOutput(o *jsonformat.Output) {
	res := &jsonformat.Resource{Mode: jsonformat.Managed, Type: tfname.OutputBlock, Name: o.Name, Place: o.Value}
	w := &walker{g: m.g, instance: &instance{Resource: res}, typ: tfname.OutputBlock + "." + o.Name}
	v := value{Value: o.Value.Tree()}
	if c := m.g.outputChanges[o.Name]; c != nil {
		v.sensitive = m.g.sensitiveMarks(c)
		if m.g.isPlanned() {
			v.unknown = c.AfterUnknown.Tree()
		}
	}
	sensitive := o.Sensitive
	if o.Sensitive {
		v.sensitive = wholeMark
	}
	if v.Value != nil && m.g.isTooDeep(v.Value, o.Value.Range(), "The value of output."+o.Name+" is") {
		return
	}
	block := hclwrite.NewBlock(tfname.OutputBlock, o.Name)
	e, ok := w.expr(v)
	if !ok {
		e = &hclwrite.Literal{Text: "null"}
		block.Comments = hclwrite.CommentsAt(hclwrite.Above, "# The value is known after apply.")
	} else if len(w.unknown) > 0 {
		block.Comments = hclwrite.CommentsAt(hclwrite.Above, "# Known after apply: "+joinNames(w.unknown)+".")
	}
	if e, ok = typedExpr(e, o.Type.Tree()); !ok {
		m.g.report(o.Value.Range(), hcl.DiagWarning, "Different type",
			"The value of output.%s contains a list, set or map with a multi-line string. A conversion function cannot "+
				"contain such a string, so the output has a tuple or an object instead.", o.Name)
	}
	for _, s := range w.secrets {
		sensitive = sensitive || !s.unmarked
	}
	m.addVariables([]*instance{w.instance}, singleRepetition())
	block.Body.Set("value", e)
	if sensitive {
		block.Body.Set("sensitive", hclwrite.NewLiteral(true))
	}
	m.outputs = append(m.outputs, block)
}

// modulesDir is the directory of called modules, and mainFile the file with the resources.
const (
	modulesDir = "modules"
	mainFile   = "main.tf"
)

// files returns the files of a module and its child modules. single is true for one file per
// module.
func (m *module) files(dir string, single bool) []File {
	var files []File
	add := func(name string, blocks []*hclwrite.Block) {
		d := m.main
		if name != mainFile && !single {
			d = m.g.newDocument()
		}
		d.addBlocks(blocks...)
		if d == m.main || d.isEmpty {
			return
		}
		files = append(files, m.g.outputFile(path.Join(dir, name), d))
	}
	add("versions.tf", m.providerBlocks())
	add("variables.tf", m.variables())
	add("imports.tf", m.importBlocks())
	add("moved.tf", m.moved)
	add(mainFile, m.calls)
	before := len(files)
	add("outputs.tf", m.outputs)
	files = slices.Insert(files, before, m.g.outputFile(path.Join(dir, mainFile), m.main))
	for _, c := range m.children {
		files = append(files, c.files(path.Join(dir, modulesDir, c.dir), single)...)
	}
	return files
}

// outputFile returns a document as a file. name is the name in native syntax.
func (g *generator) outputFile(name string, d *document) File {
	if g.opts.JSON {
		name += ".json"
	}
	src, diags := d.bytes()
	g.diags = append(g.diags, diags...)
	return File{Name: name, Bytes: src}
}

// variables returns the variable blocks for sensitive values.
func (m *module) variables() []*hclwrite.Block {
	blocks := make([]*hclwrite.Block, len(m.inputs))
	for i, in := range m.inputs {
		blocks[i] = hclwrite.NewBlock(tfname.VariableBlock, in.name)
		blocks[i].Body.Set("description", hclwrite.NewString("The sensitive value of "+in.what+"."))
		blocks[i].Body.Set("type", &hclwrite.Native{Text: in.typ})
		blocks[i].Body.Set("sensitive", hclwrite.NewLiteral(true))
	}
	return blocks
}

// configText returns a text that is equal for modules with equal configuration.
func (m *module) configText() string {
	resources, _ := m.main.bytes()
	var b strings.Builder
	b.Write(resources)
	var rest hclwrite.Body
	for _, blocks := range [][]*hclwrite.Block{m.providerBlocks(), m.variables(), m.importBlocks(), m.moved, m.calls,
		m.outputs} {
		for _, block := range blocks {
			rest.Append(block)
		}
	}
	b.Write(bodyText(rest))
	for _, c := range m.children {
		b.WriteString(c.dir + "\n" + c.configText())
	}
	return b.String()
}

// blockTypes are the block types in their order in a file.
var blockTypes = []string{
	tfname.TerraformBlock, tfname.ProviderBlock, tfname.VariableBlock, tfname.ImportBlock, tfname.MovedBlock,
	tfname.ResourceBlock, tfname.DataBlock, tfname.ModuleBlock, tfname.OutputBlock,
}

// document is a file of the configuration. In native syntax, blocks are written immediately, because there can
// be many.
type document struct {
	g *generator
	// blocks are the blocks of a file in HCL-JSON, and native are the texts of all other blocks by type.
	blocks  []*hclwrite.Block
	native  [][]byte
	isEmpty bool
}

func (g *generator) newDocument() *document {
	return &document{g: g, native: make([][]byte, len(blockTypes)), isEmpty: true}
}

func (d *document) addBlocks(blocks ...*hclwrite.Block) {
	d.isEmpty = d.isEmpty && len(blocks) == 0
	if d.g.opts.JSON {
		d.blocks = append(d.blocks, blocks...)
		return
	}
	for _, block := range blocks {
		text := &d.native[slices.Index(blockTypes, block.Type)]
		if len(*text) > 0 {
			*text = append(*text, '\n')
		}
		*text = append(*text, bodyText(hclwrite.Body{Items: []hclwrite.Item{block}})...)
	}
}

// bytes returns the content of the file.
func (d *document) bytes() ([]byte, hcl.Diagnostics) {
	if d.g.opts.JSON {
		order := func(block *hclwrite.Block) int { return slices.Index(blockTypes, block.Type) }
		slices.SortStableFunc(d.blocks, func(a, b *hclwrite.Block) int { return order(a) - order(b) })
		var file hclwrite.File
		for _, block := range d.blocks {
			file.Body.Append(block)
		}
		return convert.WriteJSON(&file, mainFile, d.g.opts.Dialect, convert.Options{Form: d.g.opts.Form})
	}
	texts := slices.DeleteFunc(slices.Clone(d.native), func(text []byte) bool { return len(text) == 0 })
	return bytes.Join(texts, []byte("\n")), nil
}
