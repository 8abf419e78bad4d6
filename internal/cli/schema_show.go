package cli

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	goversion "github.com/hashicorp/go-version"
	"github.com/hashicorp/hcl/v2"
	tfjson "github.com/hashicorp/terraform-json"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/convert/jsonformat/toconfig"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/atomic"
	"github.com/hcljson/hcljson/internal/builtin"
	"github.com/hcljson/hcljson/internal/cli/command"
	"github.com/hcljson/hcljson/internal/jsonschema"
	"github.com/hcljson/hcljson/internal/packercomponents"
	"github.com/hcljson/hcljson/internal/pluginschemas"
	"github.com/hcljson/hcljson/internal/registry"
	"github.com/hcljson/hcljson/internal/skeleton"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/dialects"
	"github.com/hcljson/hcljson/schema/opentofu"
	"github.com/hcljson/hcljson/schema/provider"
)

// show prints what a provider defines.
func (s *schemaRun) show(operands []string) error {
	if s.session.as != asTable {
		return s.skeletons(operands)
	}
	if len(operands) > 2 {
		return command.Usagef("schema show takes one address and one type")
	}
	if !strings.Contains(operands[0], "/") && strings.Contains(operands[0], "_") {
		provider, _, _ := strings.Cut(operands[0], "_")
		return command.Usagef("schema show takes the address of a provider first, and then a type: hcljson schema show "+
			"hashicorp/%s %s. --as hcl writes an example of a block", provider, operands[0])
	}
	from, err := s.shown(operands[0])
	if err != nil {
		return err
	}
	none := len(operands) > 1
	for _, part := range provider.Parts {
		for _, typ := range from.types(part) {
			switch {
			case len(operands) == 1:
				fmt.Fprintf(s.session.Out, "%s %s\n", opentofu.BlockType(part), typ)
				continue
			case typ != operands[1]:
				continue
			case !none:
				fmt.Fprintln(s.session.Out)
			}
			none = false
			body, err := from.body(part, typ)
			if err != nil {
				return err
			}
			fmt.Fprintf(s.session.Out, "%s %s%s\n", opentofu.BlockType(part), typ, from.note)
			table := tabwriter.NewWriter(s.session.Out, 0, 0, 2, ' ', 0)
			body.print(table, "  ")
			if err := table.Flush(); err != nil {
				return err
			}
		}
	}
	if none {
		return fmt.Errorf("%s has no type %q; \"hcljson schema show %s\" lists its types", from.name, operands[1],
			operands[0])
	}
	return nil
}

// list lists the cache and the table.
func (s *schemaRun) list(operands []string) error {
	tables, named, err := s.tabledVersions(operands)
	if err != nil {
		return err
	}
	var entries []pluginschemas.Entry
	if len(operands) == 0 {
		if entries, err = s.entries(nil); err != nil {
			return err
		}
	}
	for i, operand := range operands {
		found, err := s.entries([]string{operand})
		if err != nil && !named[i] {
			return err
		}
		entries = append(entries, found...)
	}
	for _, e := range entries {
		fmt.Fprintf(s.session.Out, "%s %s\n", e.Address, e.Version)
	}
	for _, t := range tables {
		fmt.Fprintf(s.session.Out, "%s %s built in, %s\n", t.Source, t.version().Version, t.version().Date)
	}
	return nil
}

// shownSchema is a schema of the cache, or of the table that the program has.
type shownSchema struct {
	name, note string
	types      func(schema.Part) []string
	body       func(schema.Part, string) (shownBody, error)
}

// shownBody is what is in a body: arguments, and blocks with what is in them.
type shownBody []shownRow

type shownRow struct {
	name, kind, typ string
	body            shownBody
}

// print prints a body, those inside of it with more indentation.
func (b shownBody) print(w io.Writer, indent string) {
	for _, row := range b {
		fmt.Fprintf(w, "%s%s\t%s\t%s\n", indent, row.name, row.kind, row.typ)
		row.body.print(w, indent+"  ")
	}
}

// shown is the newest schema that an operand names.
func (s *schemaRun) shown(operand string) (*shownSchema, error) {
	entries, err := s.entries([]string{operand})
	if err != nil {
		if versions, _, unknown := s.tabledVersions([]string{operand}); unknown == nil && len(versions) > 0 {
			return slices.MaxFunc(versions, func(a, b tabled) int { return a.index - b.index }).shown(), nil
		}
		return nil, err
	}
	e := entries[len(entries)-1]
	found, err := s.cache.Load(e.Address, e.Version)
	switch {
	case err != nil:
		return nil, err
	case found == nil:
		return nil, fmt.Errorf("the schema of %s is gone from the cache", e.Address)
	}
	return &shownSchema{name: found.String(), types: found.Types,
		body: func(part schema.Part, typ string) (shownBody, error) {
			block, err := found.Block(part, typ)
			if err != nil || block == nil {
				return nil, err
			}
			return bodyOf(found.Body(part, typ), block), nil
		}}, nil
}

// bodyOf is what a provider defines in a body.
func bodyOf(body *schema.Body, block *tfjson.SchemaBlock) shownBody {
	var rows shownBody
	for i := range body.Attributes {
		row := &body.Attributes[i]
		kind := "argument"
		if row.AsBlocks != nil {
			kind = "argument, or blocks"
		}
		rows = append(rows, shownRow{name: row.Name, kind: kind, typ: typeText(block.Attributes[row.Name])})
	}
	for i := range body.Blocks {
		row := &body.Blocks[i]
		nested := block.NestedBlocks[row.Type]
		kind := "block"
		if len(row.Labels) > 0 {
			kind = "block with a label"
		}
		inner := cmp.Or(nested.Block, &tfjson.SchemaBlock{})
		rows = append(rows, shownRow{row.Type, kind, string(nested.NestingMode), bodyOf(row.Body, inner)})
	}
	return rows
}

func typeText(a *tfjson.SchemaAttribute) string {
	if a == nil {
		return ""
	}
	if a.AttributeNestedType != nil {
		return "nested, " + string(a.AttributeNestedType.NestingMode)
	}
	return a.AttributeType.FriendlyNameForConstraint()
}

// tabled is a version of a provider in the table that the program has.
type tabled struct {
	builtin.Provider
	index int
}

func (t tabled) version() builtin.Version { return t.Versions[t.index] }

// tabledVersions are those that operands name, or all, by provider and version. The
// second result says of each operand whether it names one.
func (s *schemaRun) tabledVersions(operands []string) ([]tabled, []bool, error) {
	var all, found []tabled
	for _, p := range builtin.List() {
		for i := range p.Versions {
			all = append(all, tabled{p, i})
		}
	}
	if len(operands) == 0 {
		return all, nil, nil
	}
	named := make([]bool, len(operands))
	for i, operand := range operands {
		address, constraints, err := registry.ParseAddress(operand, s.session.terraform())
		if err != nil {
			return nil, nil, err
		}
		if !provider.IsDefaultHost(address.Hostname) {
			continue
		}
		source := builtin.Source(address.Namespace, address.Type)
		for _, t := range all {
			v, err := goversion.NewVersion(t.version().Version)
			if t.Source == source && err == nil && constraints.Check(v) {
				found, named[i] = append(found, t), true
			}
		}
	}
	return found, named, nil
}

// shown is what the table has of a provider.
func (t tabled) shown() *shownSchema {
	name := fmt.Sprintf("%s %s, built in", t.Source, t.version().Version)
	return &shownSchema{
		name: name + ",", note: " (" + name + ": arguments of type string, number and bool are not in it)",
		types: func(part schema.Part) []string {
			return slices.DeleteFunc(t.Types(part), func(typ string) bool {
				_, ok := t.Tree(t.index, part, typ)
				return !ok
			})
		},
		body: func(part schema.Part, typ string) (shownBody, error) {
			tree, _ := t.Tree(t.index, part, typ)
			return bodyOfTree(tree), nil
		},
	}
}

func bodyOfTree(tree builtin.Tree) shownBody {
	var rows shownBody
	for _, e := range tree {
		kind := tableKinds[e.Kind]
		rows = append(rows, shownRow{e.Name, kind[0], kind[1], bodyOfTree(e.Body)})
	}
	return rows
}

// tableKinds are the names of kinds.
var tableKinds = map[builtin.Kind][2]string{
	builtin.ListAttribute:     {"argument", "list or set"},
	builtin.MapAttribute:      {"argument", "map"},
	builtin.ObjectAttribute:   {"argument", "object"},
	builtin.ObjectsAttribute:  {"argument", "list or set of object"},
	builtin.AnyAttribute:      {"argument", "any"},
	builtin.AttributeAsBlocks: {"argument, or blocks", "list or set of object"},
	builtin.ObjectsOrBlocks:   {"argument", "list or set of object"},
	builtin.SingleBlock:       {"block", "single"},
	builtin.ListBlock:         {"block", "list"},
	builtin.SetBlock:          {"block", "set"},
	builtin.UnknownBlock:      {"block", ""},
}

// The ways in which schema show shows.
const (
	asTable = "table"
	asHCL   = "hcl"
	asJSON  = "json"
)

// skeletons prints example blocks. Operands are types, and in front of them perhaps the
// address of their provider.
func (s *schemaRun) skeletons(operands []string) error {
	w := &skeletons{session: s.session}
	if strings.Contains(operands[0], "/") {
		address, constraints, err := registry.ParseAddress(operands[0], s.session.terraform())
		if err != nil {
			return err
		}
		w.of, operands = &provider.Requirement{Address: address, Constraints: constraints}, operands[1:]
	}
	if len(operands) == 0 {
		return command.Usagef("schema show --as %s needs a type, such as aws_instance", s.session.as)
	}
	var file hclwrite.File
	var in *schema.Dialect
	for _, operand := range operands {
		block, d, err := w.find(operand)
		switch {
		case err != nil:
			return err
		case in != nil && in.Name != d.Name:
			return command.Usagef("%s is in the language %s, and what stands before it in %s; show one after the other",
				operand, d.Name, in.Name)
		}
		in = d
		file.Body.Append(block)
	}
	out := file.Bytes()
	if s.session.as == asJSON {
		var diags hcl.Diagnostics
		if out, diags = convert.ToJSON(out, operands[0], in, convert.Options{Form: convert.Compact}); diags.HasErrors() {
			return diags
		}
	}
	_, err := s.session.Out.Write(out)
	return err
}

// skeletons finds what examples are of.
type skeletons struct {
	session *session
	// of is the provider that the operands name; nil if they do not.
	of     *provider.Requirement
	module *providerModule
}

// find returns the example for an operand: the type of a block of a language, or of what
// a provider or plugin defines, where a prefix says in which blocks: data.aws_ami.
func (w *skeletons) find(operand string) (*hclwrite.Block, *schema.Dialect, error) {
	languages, err := w.candidates()
	if err != nil {
		return nil, nil, err
	}
	blockType, typ, prefixed := strings.Cut(operand, ".")
	if !prefixed {
		typ = operand
	}
	asked := map[schema.Part]bool{}
	for _, d := range languages {
		if row := w.rowOf(d, operand); row != nil && w.of == nil {
			return skeleton.OfRow(row), d, nil
		}
		for _, part := range parts {
			way := d.Way(part)
			fits := !prefixed || slices.ContainsFunc(way, func(row *schema.Block) bool { return row.Type == blockType })
			if way == nil || asked[part] || !fits || !prefixed && part == schema.ProviderConfig {
				continue
			}
			asked[part] = true
			body, err := w.spec(d, part, typ)
			if err != nil {
				return nil, nil, err
			}
			if body != nil {
				return example(way, typ, body), d, nil
			}
		}
	}
	return nil, nil, w.unknown(operand, typ, languages)
}

// candidates are the languages that a type is looked for in.
func (w *skeletons) candidates() (list []*schema.Dialect, err error) {
	names := append([]string{opentofu.OpenTofu.String()}, dialects.Names(w.session.described...)...)
	if product, _, _ := strings.Cut(w.session.target, "@"); slices.Contains(names, product) {
		names[0] = product
	}
	if w.session.dialect != "" {
		names = []string{w.session.dialect}
	}
	for _, name := range names {
		opts := w.session.languageOptions()
		opts.Dialect = name
		if name != names[0] {
			opts.Target = ""
		}
		file, err := dialects.ForFile(stdinPath, opts)
		if err != nil {
			return nil, err
		}
		file.Dialect.Prepare()
		list = append(list, file.Dialect)
	}
	return list, nil
}

// parts are those that have types, resources first.
var parts = append(slices.Clone(provider.Parts), schema.ProviderConfig,
	schema.Builder, schema.Provisioner, schema.PostProcessor, schema.PluginDataSource)

// rowOf finds the row of a type of blocks: at the root, and if the user names the language
// anywhere in it.
func (w *skeletons) rowOf(d *schema.Dialect, typ string) *schema.Block {
	if _, row := d.Root.Lookup(typ); row != nil || w.session.dialect == "" {
		return row
	}
	seen := map[*schema.Body]bool{nil: true}
	for queue := []*schema.Body{d.Root}; len(queue) > 0; queue = queue[1:] {
		if _, row := queue[0].Lookup(typ); row != nil && row.Body != nil && typ != schema.DynamicType {
			return row
		}
		for i := range queue[0].Blocks {
			if body := queue[0].Blocks[i].Body; !seen[body] {
				seen[body] = true
				queue = append(queue, body)
			}
		}
	}
	return nil
}

// spec is what is known of a type; nil if nothing is.
func (w *skeletons) spec(d *schema.Dialect, part schema.Part, typ string) (*schema.SpecBody, error) {
	if d.UsesPart(schema.Builder) {
		body, err := w.session.providers.finder.PackerSpec(part, typ)
		if body == nil && err == nil {
			body = packercomponents.Lookup(part, typ)
		}
		return body, err
	}
	if body := d.BuiltIn[part][typ]; body != nil && w.of == nil {
		return body, nil
	}
	found, err := w.provider(part, typ)
	if err != nil || found == nil {
		return nil, err
	}
	if part == schema.ProviderConfig {
		typ = ""
	}
	spec, err := found.Spec(part, typ)
	if spec == nil || err != nil {
		return nil, err
	}
	return spec.Body, nil
}

// provider is the one that a type belongs to; nil if there is no schema of it.
func (w *skeletons) provider(part schema.Part, typ string) (*provider.Schema, error) {
	required, ok := w.requirement(part, typ)
	if !ok {
		return nil, nil
	}
	found, err := w.session.providers.finder.Find(w.session.ctx, w.module.root, required)
	if doubt := (*provider.DoubtError)(nil); errors.As(err, &doubt) {
		err = nil
	}
	return found, err
}

// requirement is what the module in this directory requires for a type.
func (w *skeletons) requirement(part schema.Part, typ string) (provider.Requirement, bool) {
	if w.module == nil {
		w.module = w.session.providers.newModule(".", requiringFiles(".", w.session.terraform()), w.session.terraform())
	}
	if w.of != nil {
		return *w.of, true
	}
	local, _ := schema.LocalName(part, []string{typ}, "")
	return w.module.requirements.Requirement(local)
}

// example is an example of a type in the blocks of the language around it.
func example(way []*schema.Block, typ string, body *schema.SpecBody) *hclwrite.Block {
	var block *hclwrite.Block
	for i, row := range slices.Backward(way) {
		labels := slices.Clone(row.Labels)
		outermost := !slices.ContainsFunc(way[:i], func(row *schema.Block) bool { return len(row.Labels) > 0 })
		for j := range labels {
			switch {
			case outermost && j == 0:
				labels[j] = typ
			case outermost:
				labels[j] = "example"
			}
		}
		if block == nil {
			block = skeleton.Of(row.Type, labels, body)
			continue
		}
		around := hclwrite.NewBlock(row.Type, labels...)
		around.Body.Append(block)
		block = around
	}
	return block
}

// unknown is the error that there is no example for an operand.
func (w *skeletons) unknown(operand, typ string, languages []*schema.Dialect) error {
	required, ok := w.requirement(schema.Resource, typ)
	if !ok || !slices.ContainsFunc(languages, func(d *schema.Dialect) bool { return d.UsesPart(schema.Resource) }) {
		return fmt.Errorf("there is no block or type %q in the language %s", operand, languages[0].Name)
	}
	found, err := w.provider(schema.Resource, typ)
	name := provider.Name(required.Address)
	switch {
	case err != nil:
		return err
	case found != nil:
		return fmt.Errorf("%s has no type %q; \"hcljson schema show %s\" lists its types", found, typ, name)
	case w.of == nil && !strings.Contains(typ, "_"):
		return fmt.Errorf("there is no block or type %q; types of providers are such as aws_instance, and those of "+
			"Packer such as amazon-ebs", operand)
	default:
		return fmt.Errorf("there is no schema of %s, which tells what %s needs: \"hcljson schema fetch %s\" gets it from "+
			"the registry, --installed-schemas from the provider that init has installed, and --provider-schema from a "+
			"file", name, typ, name)
	}
}

// jsonSchema writes the JSON Schema of a kind of JSON, for the module in a directory or around a
// file.
func (s *schemaRun) jsonSchema(operands []string) error {
	o := s.session
	kind, path := operands[0], "."
	switch {
	case !slices.Contains(jsonschema.Kinds(), kind):
		return command.Usagef("there is no kind %q: want one of %s", kind, strings.Join(jsonschema.Kinds(), ", "))
	case len(operands) > 2:
		return command.Usagef("schema json-schema takes a kind and one file or directory")
	case len(operands) == 2 && slices.Contains(jsonschema.Formats(), kind):
		return command.Usagef("the schema of a %s is always the same; leave out %s", kind, operands[1])
	case len(operands) == 2:
		path = operands[1]
	}
	if _, err := os.Stat(path); err != nil {
		return err
	}
	request, err := s.schemaOf(kind, path, o.all)
	if err != nil {
		return err
	}
	text, err := jsonschema.Of(*request)
	if err != nil {
		return err
	}
	if o.toStdout() {
		return s.told(s.session.writeOut(text))
	}
	if old, _, err := readTarget(o.output); err == nil && bytes.Contains(old[:min(len(old), 200)], []byte(`"$schema"`)) {
		o.force = true // an older one
	}
	dir, name := filepath.Split(o.output)
	made := newFiles{list: []toconfig.File{{Name: name, Bytes: text}}, dir: cmp.Or(dir, "."), like: namedJSON}
	return s.told(made.write(s.session))
}

// told reports diagnostics; with an error among them, nothing more is said.
func (s *schemaRun) told(diags hcl.Diagnostics) error {
	s.session.report.Add("", nil, diags...)
	if diags.HasErrors() {
		return errReported
	}
	return nil
}

// schemaOf finds the language, the files in it and the providers of a module.
func (s *schemaRun) schemaOf(kind, path string, all bool) (*jsonschema.Request, error) {
	dir, name, opts := path, "main.tf", s.session.languageOptions()
	if !isDir(path) {
		dir, name = filepath.Dir(path), path
	}
	if opts.Dialect != "" {
		name = stdinPath
	}
	file, err := dialects.ForFile(name, opts)
	if err != nil {
		return nil, err
	}
	if all && file.Dialect.UsesPart(schema.Builder) {
		return nil, command.Usagef("--all is for the types of providers; leave it out: " +
			"the components of Packer that the templates use are described")
	}
	p := s.session.providers
	r := &jsonschema.Request{Kind: kind, Dialect: file.Dialect, All: all}
	m := p.newModule(dir, requiringFiles(dir, s.session.terraform()), s.session.terraform())
	r.Requirements = m.requirements
	r.Find = func(required provider.Requirement) (*provider.Schema, error) {
		return p.finder.Find(p.session.ctx, m.root, required)
	}
	r.Component = func(part schema.Part, typ string) (*schema.SpecBody, error) {
		return p.finder.PackerSpec(part, typ)
	}
	if r.Dialect.UsesPlugins() && !(r.Dialect.UsesPart(schema.Builder) && p.finder.Idle()) {
		r.Dialect = p.dialect(r.Dialect, m)
	}
	if kind == jsonschema.Variables {
		r.Files = configurationFiles(dir, s.session.terraform())
		return r, nil
	}
	names, err := fileNames(dir)
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		of, err := s.session.byItsName(name)
		if err != nil || of.Dialect.Name != file.Dialect.Name {
			continue
		}
		src, _, err := atomic.ReadFile(filepath.Join(dir, name))
		if errors.Is(err, atomic.ErrNotRegular) {
			continue
		}
		if err != nil {
			return nil, err
		}
		r.Files = append(r.Files, newFile(name, src, of.JSON))
	}
	return r, nil
}
