package address

import (
	"fmt"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/convert/patch"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/nativeedit"
	"github.com/hcljson/hcljson/internal/tidy"
	"github.com/hcljson/hcljson/schema"
)

// Module is the files that a product reads together, as trees that can be changed.
type Module struct {
	dialect *schema.Dialect
	files   []*file
	// Unproven: nothing is proven.
	Unproven bool
	// renamed are new names in the trees that no text has yet.
	renamed []tidy.Change
	noMoved bool
}

// file is a file of a module, or the text of an argument of a call.
type file struct {
	equivalent.Source
	// old is the file as it was read, and tree what becomes of it. Of HCL-JSON, both are what
	// native syntax has in its place, and json has the places.
	old, tree, json *hclwrite.File
	dialect         *schema.Dialect
	// outer is the file that has the call, if this is an argument of one, margin what its
	// line starts with there, call the place of that. alone: the result of the call has the same elements.
	outer  *file
	margin string
	call   hclwrite.Span
	alone  bool
	// start is where it starts in the text of the call.
	start int
	// opened are the calls into which addresses have led, those in others after them.
	opened []*call
	closed []changed
	// touched are the places at which something was changed.
	touched map[hclwrite.Span]bool
	// sorted: something in it was sorted.
	sorted bool
}

// Read reads the files of a module.
func Read(sources []equivalent.Source, dialect *schema.Dialect) (*Module, hcl.Diagnostics) {
	if dialect.Missing() {
		return nil, hcl.Diagnostics{problem("No language", schema.NoDialect)}
	}
	dialect.Prepare()
	m := &Module{dialect: dialect}
	var diags hcl.Diagnostics
	for _, source := range sources {
		f, more := read(source, dialect)
		if diags = append(diags, more...); !more.HasErrors() {
			m.files = append(m.files, f)
		}
	}
	return m, diags
}

func read(source equivalent.Source, dialect *schema.Dialect) (f *file, diags hcl.Diagnostics) {
	f = &file{Source: source, dialect: dialect, touched: map[hclwrite.Span]bool{}}
	native := source.Bytes
	if source.JSON {
		if f.json, diags = convert.ReadJSON(source.Bytes, source.Filename, dialect, convert.Options{}); diags.HasErrors() {
			return nil, diags
		}
		native = f.json.Bytes()
	}
	var more hcl.Diagnostics
	if f.old, more = hclwrite.ParseFile(native, source.Filename); more.HasErrors() {
		return nil, append(diags, more...)
	}
	f.tree, _ = hclwrite.ParseFile(native, source.Filename)
	return f, diags
}

// trees are the files as another package takes them.
func (m *Module) trees() []tidy.File {
	list := make([]tidy.File, len(m.files))
	for i, f := range m.files {
		list[i] = tidy.File{Name: f.Filename, File: f.tree}
	}
	return list
}

func problem(summary, format string, args ...any) *hcl.Diagnostic {
	return &hcl.Diagnostic{Severity: hcl.DiagError, Summary: summary, Detail: fmt.Sprintf(format, args...)}
}

// Results are the texts of the files, in their order, with all that was changed. They are
// proven to differ from what was read at the places of the changes alone.
func (m *Module) Results() ([][]byte, hcl.Diagnostics) {
	diags := m.settle()
	texts := make([][]byte, len(m.files))
	for i, f := range m.files {
		texts[i] = f.Bytes
	}
	return texts, diags
}

// settle writes what has changed into the texts, and reads them again.
func (m *Module) settle() (diags hcl.Diagnostics) {
	var before []equivalent.Source
	for i, f := range m.files {
		before = append(before, f.Source)
		f.close()
		text, script, more := nativeedit.ChangedTree(f.old, f.Filename, f.tree)
		diags = append(diags, more...)
		if script.Unchanged() {
			continue
		}
		if !m.Unproven {
			diags = append(diags, m.prove(f, script, text)...)
		}
		result := f.Source
		if result.Bytes = text; f.JSON {
			opts := patch.Options{Unproven: m.Unproven}
			result.Bytes, more = patch.JSON(f.Bytes, f.Filename, text, f.Filename, m.dialect, opts)
			if diags = append(diags, more...); f.sorted && !diags.HasErrors() {
				result.Bytes = f.inOrder(result.Bytes)
			}
		}
		if diags.HasErrors() {
			return diags
		}
		again, more := read(result, m.dialect)
		if diags = append(diags, more...); more.HasErrors() {
			return diags
		}
		m.files[i] = again
	}
	if len(m.renamed) > 0 && !m.Unproven {
		diags = append(diags, m.proveNames(before)...)
	}
	m.renamed = nil
	return diags
}
