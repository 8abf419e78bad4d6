package convertcmd

import (
	"bytes"
	"fmt"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/cli/env"
	"github.com/hcljson/hcljson/internal/cli/input"
	"github.com/hcljson/hcljson/internal/cli/output"
	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/internal/files/atomic"
	"github.com/hcljson/hcljson/internal/language/configdir"
	"github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/internal/language/source"
	"github.com/hcljson/hcljson/internal/provider"
	"github.com/hcljson/hcljson/internal/schema/languages"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/text/diagnostic"
)

// merger converts the files of a module to one JSON document.
type merger struct {
	session *input.Session
	options *convertOptions
	sources []*input.Source
	info    fs.FileInfo // the file information of the first source
	texts   map[string][]byte
	inputs  []*source.Source
	trees   []*hclwrite.File
	// sourceMap is the source map of all files, or nil.
	sourceMap *convert.SourceMap
	// joined is the concatenated text of all sources. parts contains the position of each source in
	// joined.
	joined []byte
	parts  []convert.Part
}

// mergedName is the file name of the joined text in messages.
const mergedName = "<merged>"

// merge executes --merge and returns the exit status.
func (m *merger) merge(f *input.Finder, operands []string) int {
	var files []string
	for _, operand := range operands {
		files = append(files, filesOfModule(f, operand)...)
	}
	f.Session.AddOperands(operands...)
	f.Copies = true // JSON files next to native files are parts of the document
	m.sources = f.FindSelected(files)
	if f.Status != env.ExitOK {
		return f.Status
	}
	diags := m.oneModule()
	if !diags.HasErrors() {
		diags = append(diags, m.read()...)
	}
	if !diags.HasErrors() {
		diags = append(diags, m.findDuplicates()...)
	}
	if m.options.sourceMap != "" {
		diags = append(diags, m.refuseMapOfJSON()...)
	}
	var out []byte
	if !diags.HasErrors() {
		var more hcl.Diagnostics
		out, more = m.convert()
		diags = append(diags, more...)
	}
	var log report.Log
	log.AddWith(m.texts, diags...)
	status := report.Status(diags)
	if status == env.ExitOK {
		status = m.write(out, &log)
	}
	return max(status, log.Print(m.session.Report))
}

// filesOfModule returns the paths that an operand selects: the operand itself or, for a directory,
// the files that a product loads as one module.
func filesOfModule(f *input.Finder, operand string) (files []string) {
	if !env.IsDir(operand) {
		return []string{operand}
	}
	names, err := env.FileNames(operand)
	if err != nil {
		f.ReportError(operand, report.Errorf("Cannot read the directory", "%s.", report.PathReason(err)))
		return nil
	}
	names = slices.DeleteFunc(names, func(name string) bool { return configdir.IsExcluded(f.Files.Exclude, name) })
	for _, read := range configdir.LoadedFiles(names, f.Session.Target, f.Session.Described...) {
		if read.Together || read.Override {
			files = append(files, filepath.Join(operand, read.Name))
		}
	}
	if files == nil {
		f.ReportError(operand, report.Errorf("No configuration",
			"%s has no files that a product loads as one module. Name the directory of a module.", operand))
	}
	slices.Sort(files)
	return files
}

// oneModule returns an error for each source that is not a part of the module of the first source,
// or that cannot be merged.
func (m *merger) oneModule() (diags hcl.Diagnostics) {
	first := m.sources[0]
	dirOf := func(s *input.Source) string { return env.CanonicalDir(s.Name) }
	bases := make([]string, len(m.sources))
	refuse := func(s *input.Source, summary, format string, args ...any) {
		diag := report.Errorf(summary, format, args...)
		diag.Subject = &hcl.Range{Filename: s.Name, Start: hcl.InitialPos, End: hcl.InitialPos}
		diags = append(diags, diag)
	}
	for i, s := range m.sources {
		bases[i] = filepath.Base(s.Name)
		together, override := dialects.IsConfiguration(bases[i])
		switch {
		case dirOf(s) != dirOf(first):
			refuse(s, "Several modules", "%s and %s are in different directories, so they are two modules. Merge the "+
				"files of one directory.", first.Name, s.Name)
		case s.File.Dialect.Name != first.File.Dialect.Name:
			refuse(s, "Two languages", "%s is in the language %s and %s in %s; they are not parts of one module.",
				first.Name, first.File.Dialect.Name, s.Name, s.File.Dialect.Name)
		case override:
			refuse(s, "An override file", "The product merges %s into blocks of other files. One document cannot "+
				"express this. Leave out the file.", s.Name)
		case !together && !s.File.Dialect.Root.JustAttributes && m.isLoaded(bases[i]):
			refuse(s, "Not parts of one module", "The product reads %s by itself, not together with other files.",
				s.Name)
		}
	}
	for _, p := range dialects.Products(m.session.Described...) {
		_, instead := p.Load(bases)
		for i, base := range bases {
			if other := instead[base]; other != "" && !diags.HasErrors() {
				refuse(m.sources[i], "File not loaded", "%s loads %s instead of %s. Leave out the second file.",
					p.Product, other, base)
			}
		}
	}
	return diags
}

// refuseMapOfJSON returns an error if a source is HCL-JSON, because its text is not a part of the joined text.
func (m *merger) refuseMapOfJSON() hcl.Diagnostics {
	i := slices.IndexFunc(m.sources, func(s *input.Source) bool { return s.File.JSON })
	if i < 0 {
		return nil
	}
	return hcl.Diagnostics{report.Errorf("No source map", "%s is HCL-JSON. A source map of several files needs native "+
		"syntax: convert the file with json2hcl, or leave out --source-map.", m.sources[i].Name)}
}

// isLoaded reports whether some product loads files with the given base name from a directory.
func (m *merger) isLoaded(base string) bool {
	for _, p := range dialects.Products(m.session.Described...) {
		if p.Class(base) != nil {
			return true
		}
	}
	return false
}

// read reads and validates the sources, and joins their texts.
func (m *merger) read() (diags hcl.Diagnostics) {
	for i, s := range m.sources {
		src, info, diag := m.session.Load(s)
		if i == 0 {
			m.info = info
		}
		if diag == nil {
			diag = m.session.CheckMixed(s)
		}
		if diag != nil {
			if diag.Subject == nil {
				diag.Subject = &hcl.Range{Filename: s.Name, Start: hcl.InitialPos, End: hcl.InitialPos}
			}
			diags = append(diags, diag)
			continue
		}
		m.texts[s.Name], m.inputs = src.Bytes(), append(m.inputs, src)
		tree, more := convert.ReadSource(src, m.session.Language(s), m.options.mapped(m.session, s))
		diags = append(diags, more...)
		if more.HasErrors() {
			continue
		}
		m.trees = append(m.trees, tree)
		if len(m.joined) > 0 {
			m.joined = append(bytes.TrimRight(m.joined, "\n"), "\n\n"...)
		}
		text := bytes.TrimPrefix(src.Bytes(), input.ByteOrderMark)
		start := len(m.joined) - (len(src.Text()) - len(text))
		if s.File.JSON {
			text, start = tree.Bytes(), len(m.joined)
		}
		m.parts = append(m.parts, convert.Part{Filename: s.Name, Text: src.Bytes(), Start: start})
		m.joined = append(m.joined, text...)
	}
	return diags
}

// convert converts the joined text. If the result is written to a file, convert also checks that it
// has the meaning of the sources.
func (m *merger) convert() ([]byte, hcl.Diagnostics) {
	first := m.sources[0]
	dialect := m.session.Language(first)
	opts := m.options.mapped(m.session, first)
	out, diags := env.RecoverPanic(mergedName, func() ([]byte, hcl.Diagnostics) {
		return convert.ToJSON(m.joined, mergedName, dialect, opts)
	})
	if m.sourceMap = opts.SourceMap; m.sourceMap != nil {
		m.sourceMap.SetParts(m.parts)
		if !m.options.output.ToStdout() {
			m.sourceMap.JSONName = m.options.output.Path
		}
	}
	for _, diag := range diags {
		diag.Subject, diag.Context = m.original(diag.Subject), m.original(diag.Context)
		diag.Detail = joinedPlace.ReplaceAllStringFunc(diag.Detail, m.originalPlace)
	}
	if diags.HasErrors() || m.options.output.ToStdout() || m.options.output.NoVerify || opts.Form == convert.Query {
		return out, diags
	}
	written := equivalent.Source{Bytes: out, Filename: m.options.output.Path, JSON: true}
	found := env.CompareAll(m.originals(), []equivalent.Source{written}, dialect,
		equivalent.Options{Comments: m.options.form.Comments == "keep"})
	if problems := found.Messages(); problems.HasErrors() {
		m.texts[m.options.output.Path] = out
		diags = append(diags, report.Errors(problems)...)
		diags = append(diags, report.Errorf("Not proven", "The check cannot prove that %s means the same as the "+
			"files, so it is not written. --no-verify writes it without the check.", m.options.output.Path))
	}
	return out, diags
}

// originals returns the texts of the sources, for a comparison.
func (m *merger) originals() (list []equivalent.Source) {
	for _, s := range m.sources {
		list = append(list, s.Text(m.texts[s.Name]))
	}
	return list
}

// original converts a range of the joined text to a range of a source.
func (m *merger) original(joined *hcl.Range) *hcl.Range {
	if joined == nil || joined.Filename != mergedName {
		return joined
	}
	part := m.parts[0]
	for _, next := range m.parts[1:] {
		mark := len(next.Text) - len(bytes.TrimPrefix(next.Text, input.ByteOrderMark))
		if next.Start+mark > joined.Start.Byte {
			break
		}
		part = next
	}
	if env.NamedJSON(part.Filename) {
		// The joined text contains the file in native syntax.
		return diagnostic.RangeAt(part.Filename, part.Text, 0, 0)
	}
	at := func(offset int) int { return min(max(offset-part.Start, 0), len(part.Text)) }
	return diagnostic.RangeAt(part.Filename, part.Text, at(joined.Start.Byte), at(joined.End.Byte))
}

// joinedPlace matches a position of the joined text in a message of hashicorp/hcl.
var joinedPlace = regexp.MustCompile(mergedName + `:(\d+),(\d+)(-(\d+,)?\d+)?`)

// originalPlace converts a match of joinedPlace to the file and line of a source.
func (m *merger) originalPlace(place string) string {
	line, _ := strconv.Atoi(joinedPlace.FindStringSubmatch(place)[1])
	start := 0
	for ; line > 1; line-- {
		start += bytes.IndexByte(m.joined[start:], '\n') + 1
	}
	at := m.original(&hcl.Range{Filename: mergedName, Start: hcl.Pos{Byte: start}, End: hcl.Pos{Byte: start}})
	return fmt.Sprintf("%s:%d", at.Filename, at.Start.Line)
}

// write prints, compares or writes the document, and returns the exit status.
func (m *merger) write(out []byte, log *report.Log) int {
	var files []string
	for _, s := range m.sources {
		files = append(files, s.Name)
	}
	if !m.options.output.ToStdout() {
		files = append(files, m.options.output.Path)
	}
	p := output.NewPlan(m.session, &m.options.output, log)
	diag := p.AddMap(m.sourceMap, m.info, m.options.sourceMap, files...)
	if diag == nil && !m.options.output.ToStdout() {
		diag = m.add(p, out)
	}
	if diag != nil {
		log.AddWith(m.texts, diag)
		return env.ExitError
	}
	status := p.Finish()
	if status == env.ExitOK && m.options.output.ToStdout() {
		log.Take(out)
	}
	return status
}

// add adds the document to a plan.
func (m *merger) add(p *output.Plan, out []byte) *hcl.Diagnostic {
	name := m.options.output.Path
	real, err := env.Resolve(name)
	if err != nil {
		return report.Errorf("Cannot write the file", "%s: %s.", name, report.Reason(err))
	}
	if slices.ContainsFunc(m.sources, func(s *input.Source) bool {
		path, err := env.Resolve(s.Name)
		return err == nil && path == real
	}) {
		return report.Errorf("Output over an input", "%s is one of the merged files. Choose another name for -o.", name)
	}
	if diag := m.errLoadedTogether(name); diag != nil {
		return diag
	}
	t := output.Target{Path: name, Content: out, Mode: atomic.DefaultMode, Accepts: env.NamedJSON,
		Protects: func(old []byte) *hcl.Diagnostic {
			first := m.sources[0]
			if diag := p.CheckOverwritable(name, old, out, first); diag != nil || m.options.output.Force || !p.IsCounterpart(first, m.info, name) {
				return diag
			}
			m.texts[name] = old
			there := equivalent.Source{Bytes: old, Filename: name, JSON: true}
			about := output.CompareCounterpart(m.originals(), there, m.session.Language(first))
			var lost *hcl.Diagnostic
			if last := len(about) - 1; about.HasErrors() {
				lost, about = about[last], about[:last]
			}
			p.Log.AddWith(m.texts, about...)
			return lost
		}}
	_, diag := p.Add(t, p.Tree(filepath.Dir(name)))
	return diag
}

// errLoadedTogether returns an error if a product would load the document together with its sources.
func (m *merger) errLoadedTogether(name string) *hcl.Diagnostic {
	base := filepath.Base(name)
	if env.CanonicalDir(name) != m.sources[0].Dir() {
		return nil
	}
	for _, read := range configdir.LoadedFiles([]string{base}, m.session.Target, m.session.Described...) {
		if read.Together || read.Override {
			return report.Errorf("Output into the module", "%s is in the directory of its sources, so the product "+
				"would load every definition twice. Write it to another directory.", name)
		}
	}
	return nil
}

// definition is the position of a definition that must be unique in a module.
type definition struct {
	*input.Source
	name string
	span hclwrite.Span
}

// duplicates collects duplicate definitions in the files of a module.
type duplicates struct {
	texts map[string][]byte
	first map[string]definition
	diags hcl.Diagnostics
	// required contains the provider requirements of the module.
	required provider.Requirements
}

// findDuplicates returns an error for each definition that must be unique in a module and is a
// duplicate.
func (m *merger) findDuplicates() hcl.Diagnostics {
	d := m.sources[0].File.Dialect
	languages.Prepare(d)
	all := &duplicates{texts: m.texts, first: map[string]definition{}}
	var files []provider.File
	for _, src := range m.inputs {
		files = append(files, provider.File{Source: src})
	}
	all.required, _ = provider.ReadRequirements(files, m.session.Terraform()) // the product reports invalid requirements
	for i, tree := range m.trees {
		all.addBody(m.sources[i], tree, &tree.Body, d.Root)
	}
	return all.diags
}

// addBody adds the definitions in the blocks of a body, and reports duplicates.
func (d *duplicates) addBody(s *input.Source, tree *hclwrite.File, body *hclwrite.Body, rows *tables.Body) {
	for _, item := range body.Items {
		block, ok := item.(*hclwrite.Block)
		if !ok {
			continue
		}
		_, row := rows.Lookup(block.Type)
		if row == nil {
			continue
		}
		words := append([]string{block.Type}, block.Labels...)
		at := definition{s, strings.Join(words, "."), block.Span}
		if row.UniqueAcrossTypes != "" {
			d.define(key("", row.UniqueAcrossTypes), at)
		}
		distinction, known := distinction(tree, block, row)
		switch {
		case !row.Unique:
		case len(row.Labels) == 0 && row.Body.JustAttributes:
			for _, item := range block.Body.Content() {
				name := hclwrite.ItemName(item)
				d.define(key(block.Type, name), definition{s, block.Type + "." + name, hclwrite.SpanOf(item)})
			}
		case known:
			if a := block.Body.Attribute(row.DistinguishedBy); len(distinction) > 0 {
				at.name += " with " + row.DistinguishedBy + " = " + strings.Join(strings.Fields(tree.Text(a.Expr)), " ")
			}
			if row.OfProvider && len(words) > 1 {
				words[1] = d.provider(words[1])
			}
			d.define(key(append(words, distinction...)...), at)
		}
		if row.Body != nil && !row.Body.JustAttributes {
			d.addBody(s, tree, &block.Body, row.Body)
		}
	}
}

// provider returns the provider address of a local name, or the local name if the address is
// unknown.
func (d *duplicates) provider(local string) string {
	if found, ok := d.required.Requirement(local); ok && found.Err == nil {
		return found.Address.String()
	}
	return local
}

// define adds a definition. If a definition has the same key, it adds an error instead.
func (d *duplicates) define(key string, at definition) {
	before, again := d.first[key]
	if !again {
		d.first[key] = at
		return
	}
	diag := diagnostic.Errorf("Defined twice",
		"%s already defines %s in line %d. %s accepts one definition in a module; remove one.",
		before.Source.Name, before.name, d.place(before).Start.Line, at.File.Dialect.Product)
	diag.Subject = d.place(at)
	d.diags = append(d.diags, diag)
}

func key(words ...string) string { return strings.Join(words, tables.LabelSeparator) }

// distinction returns the value of the argument that distinguishes a block from blocks with the same
// labels. known is false if the value depends on variables.
func distinction(tree *hclwrite.File, block *hclwrite.Block, row *tables.Block) (words []string, known bool) {
	a := block.Body.Attribute(row.DistinguishedBy)
	if row.DistinguishedBy == "" || a == nil {
		return nil, true
	}
	text := tree.Text(a.Expr)
	expr, diags := hclsyntax.ParseExpression([]byte(text), "", hcl.InitialPos)
	if diags.HasErrors() {
		return nil, false
	}
	traversal, diags := hcl.AbsTraversalForExpr(expr)
	if diags.HasErrors() {
		return []string{text}, len(expr.Variables()) == 0
	}
	for _, step := range traversal {
		switch step := step.(type) {
		case hcl.TraverseRoot:
			words = append(words, step.Name)
		case hcl.TraverseAttr:
			words = append(words, step.Name)
		case hcl.TraverseIndex:
			words = append(words, step.Key.GoString())
		}
	}
	return words, true
}

// place returns the range of the first line of a definition.
func (d *duplicates) place(at definition) *hcl.Range {
	src := d.texts[at.Source.Name]
	line, _, _ := bytes.Cut(src[at.span.Start:at.span.End], []byte("\n"))
	return diagnostic.RangeAt(at.Source.Name, src, at.span.Start, at.span.Start+len(bytes.TrimRight(line, " {\r")))
}
