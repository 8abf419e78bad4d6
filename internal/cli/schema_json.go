package cli

import (
	"bytes"
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert/jsonformat/toconfig"
	"github.com/hcljson/hcljson/internal/cli/command"
	"github.com/hcljson/hcljson/internal/jsonschema"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/dialects"
	"github.com/hcljson/hcljson/schema/provider"
)

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
	changes, diag := made.changes(s.session)
	if diag != nil {
		return s.told(hcl.Diagnostics{diag})
	}
	return s.told(s.session.commit(changes))
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
	m := p.newModule(dir, p.moduleFiles(dir))
	r.Requirements = m.requirements
	r.Find = func(required provider.Requirement) (*provider.Schema, error) {
		return p.finder.Find(p.session.ctx, m.root, required)
	}
	r.Component = func(part schema.Part, typ string) (*schema.SpecBody, error) {
		return p.finder.PackerSpec(p.session.ctx, part, typ)
	}
	if r.Dialect.UsesPlugins() && !(r.Dialect.UsesPart(schema.Builder) && p.finder.Idle()) {
		r.Dialect = p.dialect(r.Dialect, m)
	}
	if kind == jsonschema.Variables {
		r.Files = p.configurationFiles(dir)
		return r, nil
	}
	names, err := fileNames(dir)
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		of, err := s.session.byItsName(name)
		if err != nil || of.Dialect.Name != file.Dialect.Name || !isRegular(filepath.Join(dir, name)) {
			continue
		}
		src, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return nil, err
		}
		r.Files = append(r.Files, newFile(name, src, of.JSON))
	}
	return r, nil
}
