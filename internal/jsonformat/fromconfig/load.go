// Package fromconfig makes the configuration representation of a module: the
// document that "tofu show -json -config" and the configuration of a plan in JSON
// have ([jsonformat.Configuration]), from the files alone. Native files and HCL-JSON may be next to each
// other, and give the same.
//
// [Load] reads a module and the modules with local sources that it calls. What
// providers define comes from the language that [Options] has; a body without a
// schema is shown by its looks, and listed in [jsonformat.Notes]. What is the same in
// modules of one directory may be shared in the result.
//
// The properties are those of OpenTofu's JSON output format
// (https://opentofu.org/docs/internals/json-format/), the rules those of opentofu
// internal/command/jsonconfig and internal/configs. Nothing is evaluated but
// constants, and for OpenTofu the sources and versions of modules. No function of this
// package uses files, the environment or the network.
package fromconfig

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/internal/jsonformat"
	"github.com/hcljson/hcljson/internal/loading"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// File is a file of a directory.
type File struct {
	// Name is its name in the directory.
	Name  string
	Bytes []byte
}

// Options say how modules are read.
type Options struct {
	// ReadDir returns the files of a directory whose names say that the product may
	// read them, in any order; others are left out. The name of the directory is
	// that of the module, with the source of a call joined to it by a slash.
	ReadDir func(dir string) ([]File, error)
	// Resolve returns a name of a directory that is the same for all its names, such
	// as the path without links, to tell when a module calls itself. Nil is for
	// directories without other names.
	Resolve func(dir string) string
	// Target is the product whose files these are and whose document is made.
	Target opentofu.Target
	// Dialect returns the language of a module, with what its providers define; nil
	// is the language without that. The files are those that the product reads, in
	// its order. A module whose dialect is nil, or has no root, cannot be read.
	Dialect func(dir string, files []File) *schema.Dialect
}

const (
	// maxDepth is how many modules may call each other in a row.
	maxDepth = 100
	// maxModules is how many modules a configuration may have.
	maxModules = 20000
	// maxBlocks is how many blocks its modules may have, and maxText how many
	// characters. A module counts as often as it is called, for so often it is shown.
	maxBlocks = 250000
	maxText   = 32 << 20
)

// Load reads the module in a directory, and the modules that it calls by local
// sources. The result is nil if the directory has no configuration that could be
// read, which is an error. Another error says why a schema that the language should
// have had is not there. What else is wrong is a warning, and missing in the result.
func Load(dir string, opts Options) (*jsonformat.Configuration, hcl.Diagnostics) {
	if opts.Dialect == nil {
		plain := opentofu.Config(opts.Target)
		opts.Dialect = func(string, []File) *schema.Dialect { return plain }
	}
	l := &loader{opts: opts, product: product{opts.Target}, directories: map[string]*declarations{},
		resolved: map[string]string{}, reported: map[string]bool{}}
	found, err := l.directory(dir)
	if err == nil && found.empty {
		err = errNothing
	}
	if err != nil {
		return nil, append(l.diags, &hcl.Diagnostic{
			Severity: hcl.DiagError, Summary: "No configuration", Detail: fmt.Sprintf("%s: %s.", dir, err),
		})
	}
	root := l.module(found, nil, "")
	b := newBuilder(l)
	c := b.configuration(root)
	if len(b.notes.ResourcesWithoutSchema)+len(b.notes.ProviderConfigsWithoutSchema) > 0 {
		c.Notes = b.notes
	}
	return c, l.diags
}

// loader reads the modules of a configuration.
type loader struct {
	opts Options
	product
	// directories are those that have been read; nil is one that cannot be.
	directories map[string]*declarations
	// resolved are the names that stand for all names of a directory.
	resolved map[string]string
	// modules, count and length are how many modules and blocks there are, and how
	// many characters in the modules that are called.
	modules, count, length int
	// steps is how often values have been asked for.
	steps int
	// full: no more modules are read.
	full  bool
	diags hcl.Diagnostics
	// reported are the diagnostics that there are, for a module may be called more
	// than once, and the names of files that are no text, which have one each.
	reported map[string]bool
}

// directory reads the files of a directory.
func (l *loader) directory(dir string) (*declarations, error) {
	if d, known := l.directories[dir]; known {
		if d == nil {
			return nil, errUnread
		}
		return d, nil
	}
	l.directories[dir] = nil
	all, err := l.opts.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	byName := make(map[string]File, len(all))
	for _, f := range all {
		byName[f.Name] = f
	}
	primary, overrides := loading.ByProduct(l.target.Product.String()).ModuleFiles(slices.Collect(maps.Keys(byName)))
	var files []File
	for _, name := range slices.Concat(primary, overrides) {
		files = append(files, byName[name])
	}
	dialect := l.opts.Dialect(dir, files)
	if dialect.Missing() {
		return nil, errNoDialect
	}
	dialect.Prepare()
	d := newDeclarations(dir, dialect)
	// The products show a module without files, and refuse any argument for it.
	d.empty, d.broken = len(files) == 0, len(files) == 0
	var parsed []*file
	for _, f := range files {
		read := l.file(dir, f, d.dialect)
		d.broken = d.broken || read.broken
		d.length += len(f.Bytes)
		parsed = append(parsed, read)
	}
	l.declare(d, parsed[:len(primary)], parsed[len(primary):])
	l.directories[dir] = d
	return d, nil
}

var (
	errUnread    = fmt.Errorf("the directory cannot be read")
	errNoDialect = fmt.Errorf("the dialect of the module is nil, or has no root body")
	errNothing   = fmt.Errorf("the directory contains no configuration file")
)

// module is a module of a configuration.
type module struct {
	*declarations
	parent *module
	// name is that of the call.
	name string
	// address is the path of the calls: "module.a.module.b", or empty.
	address string
	// path is where the module is from the root module: path.module.
	path string
	// sources are those of the calls.
	sources map[string]string
	// children are the modules of the calls that have been followed.
	children map[string]*module
}

// module makes a module and those that it calls.
func (l *loader) module(d *declarations, parent *module, name string) *module {
	l.modules++
	l.count += d.size()
	if parent != nil {
		l.length += d.length
	}
	m := &module{declarations: d, parent: parent, name: name, path: ".", sources: map[string]string{},
		children: map[string]*module{}}
	if parent != nil {
		m.address = strings.TrimPrefix(parent.address+".module."+name, ".")
		m.path = joined(parent.path, parent.sources[name])
	}
	for _, name := range slices.Sorted(maps.Keys(d.calls)) {
		call := d.calls[name]
		if call.source.missing() {
			continue
		}
		source, ok := l.source(m, call)
		if !ok {
			continue
		}
		m.sources[name] = source
		if local(source) {
			l.follow(m, call, joined(d.dir, source))
		}
	}
	return m
}

// local reports whether a source is a directory next to the caller's (opentofu
// internal/addrs/module_source.go, isModuleSourceLocal).
func local(source string) bool {
	return slices.ContainsFunc([]string{"./", "../", `.\`, `..\`},
		func(prefix string) bool { return strings.HasPrefix(source, prefix) })
}

// joined is the directory that a local source of a module in dir names.
func joined(dir, source string) string {
	return path.Join(dir, strings.ReplaceAll(source, `\`, "/"))
}

// source returns the source of a call.
func (l *loader) source(m *module, c *call) (string, bool) {
	text, ok := l.staticString(m, c.source)
	if !ok {
		l.warn(c.source.valueRange(), "Unknown module source",
			"The files do not determine the source of module %q. The output omits the source.", c.name)
	}
	return text, ok
}

// follow reads the module that a call names.
func (l *loader) follow(m *module, call *call, dir string) {
	depth := 0
	for caller := m; caller != nil; caller = caller.parent {
		if l.resolve(caller.dir) == l.resolve(dir) {
			l.warn(call.source.valueRange(), "Module calls itself",
				"%s is already one of the calling modules. The output contains it once.", dir)
			return
		}
		depth++
	}
	if depth > maxDepth {
		l.warn(call.source.valueRange(), "Too many modules",
			"Modules call each other more than %d levels deep. The output omits this module.", maxDepth)
		return
	}
	if l.modules >= maxModules || l.count >= maxBlocks || l.length >= maxText {
		if !l.full {
			l.full = true
			l.warn(call.source.valueRange(), "Too many modules",
				"The configuration has more than %d modules, %d blocks or %d characters. The output omits this "+
					"module and the following ones.", maxModules, maxBlocks, maxText)
		}
		return
	}
	d, err := l.directory(dir)
	if err != nil {
		l.warn(call.source.valueRange(), "Module cannot be read",
			"%s: %s. The output contains the call without its module.", dir, err)
		return
	}
	m.children[call.name] = l.module(d, m, call.name)
}

// resolve returns the name that stands for all names of a directory.
func (l *loader) resolve(dir string) string {
	if l.opts.Resolve == nil {
		return dir
	}
	if _, known := l.resolved[dir]; !known {
		l.resolved[dir] = l.opts.Resolve(dir)
	}
	return l.resolved[dir]
}
