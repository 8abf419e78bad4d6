package schemacmd

import (
	"bytes"
	"cmp"
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

	"github.com/hcljson/hcljson/internal/cli/command"
	"github.com/hcljson/hcljson/internal/cli/env"
	"github.com/hcljson/hcljson/internal/cli/input"
	"github.com/hcljson/hcljson/internal/cli/output"
	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/internal/facts/typespec"
	"github.com/hcljson/hcljson/internal/files/atomic"
	"github.com/hcljson/hcljson/internal/generate/jsonformat"
	"github.com/hcljson/hcljson/internal/generate/jsonschema"
	"github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/internal/language/source"
	"github.com/hcljson/hcljson/internal/provider"
	"github.com/hcljson/hcljson/internal/provider/builtin"
	"github.com/hcljson/hcljson/internal/provider/pluginschemas"
	"github.com/hcljson/hcljson/internal/provider/registry"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/text/diagnostic"
	"github.com/hcljson/hcljson/schema"
)

// show prints the types of a provider, or the content of a type.
func (s *schemaRun) show(operands []string) error {
	if len(operands) > 2 {
		return command.Usagef("schema show takes one address and one type")
	}
	if !strings.Contains(operands[0], "/") && strings.Contains(operands[0], "_") {
		provider, _, _ := strings.Cut(operands[0], "_")
		return command.Usagef("schema show takes the address of a provider first, and then a type: "+
			"hcljson schema show hashicorp/%s %s", provider, operands[0])
	}
	from, err := s.shown(operands[0])
	if err != nil {
		return err
	}
	none := len(operands) > 1
	var types []string
	for _, part := range provider.Parts {
		for _, typ := range from.types(part) {
			types = append(types, typ)
			switch {
			case len(operands) == 1:
				fmt.Fprintf(s.session.Out, "%s %s\n", jsonformat.BlockType(part), typ)
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
			fmt.Fprintf(s.session.Out, "%s %s%s\n", jsonformat.BlockType(part), typ, from.note)
			table := tabwriter.NewWriter(s.session.Out, 0, 0, 2, ' ', 0)
			body.print(table, "  ")
			if err := table.Flush(); err != nil {
				return err
			}
		}
	}
	if none {
		if near := command.Nearest(operands[1], types); near != "" {
			return fmt.Errorf("%s has no type %q, but %s", from.name, operands[1], near)
		}
		return fmt.Errorf("%s has no type %q; \"hcljson schema show %s\" lists its types", from.name, operands[1],
			operands[0])
	}
	return nil
}

// list prints the schemas in the cache and the built-in tables.
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

// shownSchema is a schema of the cache or of a built-in table.
type shownSchema struct {
	name, note string
	types      func(tables.Part) []string
	body       func(tables.Part, string) (shownBody, error)
}

// shownBody contains the arguments and blocks of a body. Each block has a body.
type shownBody []shownRow

type shownRow struct {
	name, kind, typ string
	body            shownBody
}

// print prints a body, with more indentation for nested bodies.
func (b shownBody) print(w io.Writer, indent string) {
	for _, row := range b {
		fmt.Fprintf(w, "%s%s\t%s\t%s\n", indent, row.name, row.kind, row.typ)
		row.body.print(w, indent+"  ")
	}
}

// shown returns the newest schema of an operand.
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
		return nil, fmt.Errorf("the schema of %s was removed from the cache", e.Address)
	}
	return &shownSchema{name: found.String(), types: found.Types,
		body: func(part tables.Part, typ string) (shownBody, error) {
			block, err := found.Block(part, typ)
			if err != nil || block == nil {
				return nil, err
			}
			return bodyOf(found.Body(part, typ), block), nil
		}}, nil
}

// bodyOf returns the rows of a body of a provider.
func bodyOf(body *tables.Body, block *tfjson.SchemaBlock) shownBody {
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

// tabled is a version of a provider in a built-in table.
type tabled struct {
	builtin.Provider
	index int
}

func (t tabled) version() builtin.Version { return t.Versions[t.index] }

// tabledVersions returns the built-in versions of the operands, or all versions without operands.
// They are sorted by provider and version. The second result reports for each operand whether a
// version was found.
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
		address, constraints, err := registry.ParseAddress(operand, s.session.Terraform())
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

// shown returns the built-in schema of a provider.
func (t tabled) shown() *shownSchema {
	name := fmt.Sprintf("%s %s, built in", t.Source, t.version().Version)
	return &shownSchema{
		name: name + ",", note: " (" + name + ": arguments of type string, number and bool are not in it)",
		types: func(part tables.Part) []string {
			return slices.DeleteFunc(t.Types(part), func(typ string) bool {
				_, ok := t.Tree(t.index, part, typ)
				return !ok
			})
		},
		body: func(part tables.Part, typ string) (shownBody, error) {
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

// tableKinds contains the names of the kinds of attributes and blocks.
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

// jsonSchema writes the JSON Schema of a kind of document, for the module of a directory or file.
func (s *schemaRun) jsonSchema(operands []string) error {
	o := &s.options.output
	kind, path := operands[0], "."
	switch {
	case !slices.Contains(jsonschema.Kinds(), kind):
		return command.Usagef("unknown kind %q; %s", kind, command.AdviceOnValue(kind, jsonschema.Kinds()))
	case len(operands) > 2:
		return command.Usagef("schema json-schema takes a kind and one file or directory")
	case len(operands) == 2 && slices.Contains(jsonschema.Formats(), kind):
		return command.Usagef("the schema of a %s is always the same; leave out %s", kind, operands[1])
	case len(operands) == 2:
		path = operands[1]
	}
	if _, err := os.Stat(path); err != nil {
		return &report.FileError{Name: path, Diagnostic: report.CannotRead(path, err)}
	}
	request, err := s.schemaOf(kind, path, s.options.all)
	if err != nil {
		return err
	}
	text, err := jsonschema.SchemaOf(*request)
	if err != nil {
		return err
	}
	dir, name := filepath.Split(o.Path)
	t := output.Target{Path: name, Content: text, Mode: atomic.DefaultMode, Accepts: env.NamedJSON,
		Protects: func(old []byte) *hcl.Diagnostic {
			if o.Force || bytes.Contains(old[:min(len(old), 200)], []byte(`"$schema"`)) {
				return nil // an older schema
			}
			return output.ErrOtherContent(o.Path)
		}}
	s.status = output.Put(s.session, o, cmp.Or(dir, "."), []output.Target{t})
	return nil
}

// schemaOf returns the request for the JSON Schema of a module, with its language, files and
// providers.
func (s *schemaRun) schemaOf(kind, path string, all bool) (*jsonschema.Request, error) {
	dir, name, opts := path, "main.tf", s.session.LanguageOptions()
	if !env.IsDir(path) {
		dir, name = filepath.Dir(path), path
	}
	if opts.Dialect != "" {
		name = env.StdinPath
	}
	file, err := dialects.ForFile(name, opts)
	if err != nil {
		return nil, err
	}
	if all && file.Dialect.Root.UsesPart(tables.Builder) {
		return nil, command.Usagef("--all applies to providers; leave it out for Packer")
	}
	p := s.session.Providers
	r := &jsonschema.Request{Kind: kind, Dialect: file.Dialect, All: all}
	module := s.session.ModuleAt(dir)
	m := module.Providers(s.session.Terraform())
	r.Requirements = m.Requirements
	r.Find = func(required provider.Requirement) (*provider.Schema, error) {
		return p.Find(m.Root, required)
	}
	r.Component = func(part tables.Part, typ string) (*typespec.Body, error) {
		return p.Finder.PackerSpec(part, typ)
	}
	if r.Dialect.Root.UsesPlugins() && !(r.Dialect.Root.UsesPart(tables.Builder) && p.Finder.HasNoSources()) {
		r.Dialect = p.Dialect(r.Dialect, m)
	}
	if kind == jsonschema.Variables {
		r.Files, err = module.ConfigurationFiles(s.session.Terraform())
	} else {
		r.Files, err = s.filesIn(module, file.Dialect)
	}
	for _, file := range r.Files {
		if diag := diagnostic.CheckText(file.Name, file.Bytes()); diag != nil && err == nil {
			err = fmt.Errorf("%s: %s", file.Name, strings.TrimSuffix(diag.Detail, "."))
		}
	}
	return r, err
}

// filesIn returns the files of a directory in a language.
func (s *schemaRun) filesIn(m *input.Module, language *schema.Dialect) (files []provider.File, err error) {
	names, err := m.Names()
	for i := 0; i < len(names) && err == nil; i++ {
		of, unknown := s.session.ByItsName(names[i])
		if unknown != nil || of.Dialect.Name != language.Name {
			continue
		}
		var src *source.Source
		if src, _, err = m.File(names[i], of.JSON); err == nil {
			files = append(files, input.NewFile(src))
		}
	}
	return files, err
}
