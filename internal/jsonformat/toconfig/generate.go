// Package toconfig writes configuration for what a state or a plan has: blocks
// for its resources, with the values as literals, and what is needed for the
// blocks to stand for the objects that are there already: moved blocks, where
// addresses change, and import blocks.
//
// [Generate] takes a document that package jsonformat has read, and returns
// the files of a configuration. Values that are sensitive are not among them, nor
// in diagnostics: variables take their place. What a state cannot tell, such as
// lifecycle arguments, provisioners and the expressions that values come from,
// the configuration does not have.
//
// docs/generate.md says what becomes of what.
package toconfig

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/hcltext"
	"github.com/hcljson/hcljson/internal/jsonformat"
	"github.com/hcljson/hcljson/internal/secrets"
	"github.com/hcljson/hcljson/internal/tfname"
	"github.com/hcljson/hcljson/internal/typespec"
	"github.com/hcljson/hcljson/schema"
)

// From says which values of a plan are taken.
type From uint8

const (
	// Planned are the values after the plan has been applied.
	Planned From = iota
	// Prior are the values of the state that the plan was made for.
	Prior
)

// Options say what is written. Dialect must be set; without one, or without a root
// body in it, there is an error and nothing else.
type Options struct {
	// Dialect is the language of the configuration: OpenTofu's or Terraform's. Its
	// tables help where the schema of a provider is not at hand.
	Dialect *schema.Dialect
	// Spec returns what the schema of a provider says of a type, by the
	// provider's address as the document has it. It returns nil if there is no
	// schema, and an error if one cannot be used. It may be nil itself.
	Spec func(provider string, part schema.Part, typ string) (*typespec.Type, error)
	// From is of no meaning for a state, which has only its own values.
	From From
	// Data, Outputs and Import ask for data blocks, for the outputs of the root
	// module, and for import blocks.
	Data, Outputs, Import bool
	// JSON asks for HCL-JSON, in the given Form.
	JSON bool
	Form convert.Form
	// Single asks for one file a module. Otherwise variables, outputs and the
	// like have files of their own.
	Single bool
	// Strict makes an error of every guess that is otherwise a warning.
	Strict bool
}

// File is a file of the configuration. Name is a path with slashes, which starts
// in the directory of the root module.
type File struct {
	Name  string
	Bytes []byte
}

// Generate returns the files of a configuration for what the document has, those
// of the root module first. Diagnostics have positions in the document; they name
// addresses and attributes, and never values. With an error among them there are
// no files.
//
// What is not known yet, and what is left out or guessed, is a comment or a
// warning.
func Generate(doc *jsonformat.Document, opts Options) ([]File, hcl.Diagnostics) {
	if opts.Dialect.Missing() {
		return nil, hcl.Diagnostics{{Severity: hcl.DiagError, Summary: "No dialect", Detail: schema.NoDialect}}
	}
	g := &generator{doc: doc, opts: opts, reported: map[string]bool{}, guessed: map[string]*guesses{},
		specs: map[specKey]*typespec.Type{}}
	values := jsonformat.Values{}
	if found := g.values(); found != nil {
		values = *found
	}
	g.collectSecrets()
	g.readChanges()
	if g.planned() {
		g.addPrior(&values)
		g.warnForgotten()
	}
	g.readConfiguration()
	g.nameProviders(&values.Root)
	root := g.module(&values.Root, nil)
	root.movedBefore()
	if opts.Outputs {
		root.addOutputs(values.Outputs)
	}
	g.reportGuesses()
	if root.empty() && len(root.outputs) == 0 && !g.diags.HasErrors() {
		g.report(doc.Range(0, 1), hcl.DiagWarning, "Nothing to generate", "No managed resource is in %s%s.",
			g.source(), g.hint())
	}
	files := root.files("", opts.Single)
	if g.diags.HasErrors() {
		return nil, g.diags
	}
	return files, g.diags
}

// generator is one run.
type generator struct {
	doc   *jsonformat.Document
	opts  Options
	diags hcl.Diagnostics
	// reported are the diagnostics that come once.
	reported map[string]bool
	// guessed are the guesses by type.
	guessed map[string]*guesses
	secrets secrets.Set
	specs   map[specKey]*typespec.Type
	// changes are those of a plan by address, and outputChanges by name.
	changes       map[string]*jsonformat.ResourceChange
	outputChanges map[string]*jsonformat.Change
	// locals are the local names of providers by their addresses, and sources what
	// they are required by.
	locals, sources map[string]string
	config          configuration
}

type specKey struct {
	provider string
	part     schema.Part
	typ      string
}

// hint says which options would give more.
func (g *generator) hint() string {
	has := func(values *jsonformat.Values, mode string) bool {
		return values != nil && slices.ContainsFunc(values.Root.Resources,
			func(r jsonformat.Resource) bool { return r.Mode == mode })
	}
	switch {
	case !g.opts.Data && has(g.values(), jsonformat.Data):
		return "; use --data to write data sources"
	case g.planned() && g.prior() != nil && hasManaged(&g.prior().Root):
		return "; use --from prior for the resources of the prior state"
	}
	return ""
}

// hasManaged reports whether a module or one below has managed resources.
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
		if !hcltext.ValidIdentifier(o.Name) {
			m.g.report(m.g.doc.Range(0, 1), hcl.DiagError, "Invalid name",
				"The name of this output is not an identifier.")
			continue
		}
		m.addOutput(o)
	}
}

// plannedOutputs are those of a plan, whose changes tell more than its values: the
// state before the plan has values after it, and the planned values leave out what
// is not known in full.
func (g *generator) plannedOutputs(outputs []jsonformat.Output) []jsonformat.Output {
	byName := make(map[string]jsonformat.Output, len(outputs))
	for _, o := range outputs {
		byName[o.Name] = o
	}
	var all []jsonformat.Output
	absent := "create"
	if g.planned() {
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
		if g.planned() {
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
		v.sensitive = m.g.marks(c)
		if m.g.planned() {
			v.unknown = c.AfterUnknown.Tree()
		}
	}
	sensitive := o.Sensitive
	if o.Sensitive {
		v.sensitive = everything
	}
	if v.Value != nil && m.g.tooDeep(v.Value, o.Value.Range(), "The value of output."+o.Name+" is") {
		return
	}
	block := hclwrite.NewBlock(tfname.OutputBlock, o.Name)
	e, ok := w.expr(v)
	if !ok {
		e = &hclwrite.Literal{Text: "null"}
		block.Above = []string{"# The value is known after apply."}
	} else if len(w.unknown) > 0 {
		block.Above = []string{"# Known after apply: " + join(w.unknown) + "."}
	}
	if e, ok = typed(e, o.Type.Tree()); !ok {
		m.g.report(o.Value.Range(), hcl.DiagWarning, "Different type",
			"The value of output.%s contains a list, set or map with a multi-line string. A conversion function cannot "+
				"contain such a string, so the output has a tuple or an object instead.", o.Name)
	}
	for _, s := range w.secrets {
		sensitive = sensitive || !s.unmarked
	}
	m.fill([]*instance{w.instance}, once())
	block.Body.Set("value", e)
	if sensitive {
		block.Body.Set("sensitive", hclwrite.NewLiteral(true))
	}
	m.outputs = append(m.outputs, block)
}

// modulesDir is the directory of the modules that a module calls, and mainFile
// the file with the resources.
const (
	modulesDir = "modules"
	mainFile   = "main.tf"
)

// files are those of a module and of the modules below. single: a module is one
// file.
func (m *module) files(dir string, single bool) []File {
	var files []File
	add := func(name string, blocks []*hclwrite.Block) {
		d := m.main
		if name != mainFile && !single {
			d = m.g.document()
		}
		d.add(blocks...)
		if d == m.main || d.empty {
			return
		}
		files = append(files, m.g.file(path.Join(dir, name), d))
	}
	add("versions.tf", m.providerBlocks())
	add("variables.tf", m.variables())
	add("imports.tf", m.importBlocks())
	add("moved.tf", m.moved)
	add(mainFile, m.calls)
	before := len(files)
	add("outputs.tf", m.outputs)
	files = slices.Insert(files, before, m.g.file(path.Join(dir, mainFile), m.main))
	for _, c := range m.children {
		files = append(files, c.files(path.Join(dir, modulesDir, c.dir), single)...)
	}
	return files
}

// file returns a document as a file. name is that of a native one.
func (g *generator) file(name string, d *document) File {
	if g.opts.JSON {
		name += ".json"
	}
	src, diags := d.bytes()
	g.diags = append(g.diags, diags...)
	return File{Name: name, Bytes: src}
}

// variables are the blocks of the variables for sensitive values.
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

// text is the same for modules with the same configuration.
func (m *module) text() string {
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
	b.Write(printed(rest))
	for _, c := range m.children {
		b.WriteString(c.dir + "\n" + c.text())
	}
	return b.String()
}

// blockTypes are the types of the blocks, in the order in which they are in a file.
var blockTypes = []string{
	tfname.TerraformBlock, tfname.ProviderBlock, tfname.VariableBlock, tfname.ImportBlock, tfname.MovedBlock,
	tfname.ResourceBlock, tfname.DataBlock, tfname.ModuleBlock, tfname.OutputBlock,
}

// document is a file of the configuration. Blocks are written when they are added, for
// they can be many.
type document struct {
	// json is nil for native syntax.
	json *convert.Document
	// native are the blocks by type.
	native [][]byte
	empty  bool
}

func (g *generator) document() *document {
	d := &document{empty: true}
	if !g.opts.JSON {
		d.native = make([][]byte, len(blockTypes))
		return d
	}
	var diags hcl.Diagnostics
	d.json, diags = convert.NewDocument(mainFile, g.opts.Dialect, convert.Options{Form: g.opts.Form}, blockTypes...)
	g.diags = append(g.diags, diags...)
	return d
}

func (d *document) add(blocks ...*hclwrite.Block) {
	d.empty = d.empty && len(blocks) == 0
	if d.json != nil {
		d.json.Append(blocks...)
		return
	}
	for _, block := range blocks {
		text := &d.native[slices.Index(blockTypes, block.Type)]
		if len(*text) > 0 {
			*text = append(*text, '\n')
		}
		*text = append(*text, printed(hclwrite.Body{Items: []hclwrite.Item{block}})...)
	}
}

// bytes are those of the file.
func (d *document) bytes() ([]byte, hcl.Diagnostics) {
	if d.json != nil {
		return d.json.Bytes()
	}
	texts := slices.DeleteFunc(slices.Clone(d.native), func(text []byte) bool { return len(text) == 0 })
	return bytes.Join(texts, []byte("\n")), nil
}
