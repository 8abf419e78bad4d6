// Package fromconfig makes the configuration representation of a module from its files:
// [jsonformat.Configuration], the output of "tofu show -json -config" and a part of a plan in JSON.
// Native files and HCL-JSON can be mixed, and have the same result.
//
// [Load] reads a module and the modules with local sources that it calls. [Options] contain the
// language with the schemas of providers. A body without a schema is represented by its shape, and
// listed in [jsonformat.Notes]. Modules of one directory can share parts of the result.
//
// The properties are defined by OpenTofu's JSON output format
// (https://opentofu.org/docs/internals/json-format/), the rules by opentofu
// internal/command/jsonconfig and internal/configs. Only constants are evaluated, and for OpenTofu
// also the sources and versions of modules. No function of this package uses files, the environment
// or the network.
package fromconfig

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/internal/facts/loading"
	"github.com/hcljson/hcljson/internal/generate/jsonformat"
	"github.com/hcljson/hcljson/internal/language/source"
	"github.com/hcljson/hcljson/internal/schema/languages"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// File is a file of a directory.
type File struct {
	// Name is the file's name in the directory.
	Name   string
	Source *source.Source
}

// Options control the reading of modules.
type Options struct {
	// ReadDir returns the files of a directory that the product reads, in any order. dir is the
	// name of the module's directory; for a called module, it is the caller's directory and the
	// source joined by a slash.
	ReadDir func(dir string) ([]File, error)
	// Resolve returns a unique name of a directory, such as the path without links, to detect a
	// module that calls itself. It may be nil if each directory has one name.
	Resolve func(dir string) string
	// Target is the product that reads the files and defines the output.
	Target opentofu.Target
	// Dialect returns the language of a module including its providers; nil selects the language
	// without providers. files are the files that the product reads, in its order. A module with a
	// nil dialect or without a root body cannot be read.
	Dialect func(dir string, files []File) *schema.Dialect
}

const (
	// maxDepth is the maximum depth of module calls.
	maxDepth = 100
	// maxModules is the maximum number of modules in a configuration.
	maxModules = 20000
	// maxBlocks is the maximum number of blocks, and maxText of characters, in all modules. A
	// module counts once for each call, because the output contains it for each call.
	maxBlocks = 250000
	maxText   = 32 << 20
)

// Load reads the module in a directory, and the modules that it calls by local sources. The result
// is nil, with an error, if the directory contains no readable configuration. A missing schema is
// also an error. Other problems are warnings, and the result is incomplete.
func Load(dir string, opts Options) (*jsonformat.Configuration, hcl.Diagnostics) {
	if opts.Dialect == nil {
		plain := opentofu.Config(opts.Target)
		opts.Dialect = func(string, []File) *schema.Dialect { return plain }
	}
	l := &loader{opts: opts, product: product{opts.Target}, directories: map[string]*declarations{},
		resolved: map[string]string{}, reported: map[string]bool{}}
	found, err := l.readDirectory(dir)
	if err == nil && found.isEmpty {
		err = errNothing
	}
	if err != nil {
		return nil, append(l.diags, &hcl.Diagnostic{
			Severity: hcl.DiagError, Summary: "No configuration", Detail: fmt.Sprintf("%s: %s.", dir, err),
		})
	}
	root := l.loadModule(found, nil, "")
	b := newBuilder(l)
	c := b.buildConfiguration(root)
	if len(b.notes.ResourcesWithoutSchema)+len(b.notes.ProviderConfigsWithoutSchema) > 0 {
		c.Notes = b.notes
	}
	return c, l.diags
}

// loader reads the modules of a configuration.
type loader struct {
	opts Options
	product
	// directories are the directories that were read; nil is an unreadable directory.
	directories map[string]*declarations
	// resolved maps the names of directories to unique names.
	resolved map[string]string
	// modules, count and length are the numbers of modules, blocks and characters in all calls.
	modules, count, length int
	// steps is the number of evaluations.
	steps int
	// isFull is true if no further modules are read.
	isFull bool
	diags  hcl.Diagnostics
	// reported contains the reported diagnostics, because a module can be called more than once,
	// and the names of files that are not text, which have one diagnostic each.
	reported map[string]bool
}

// readDirectory reads the files of a directory.
func (l *loader) readDirectory(dir string) (*declarations, error) {
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
	if languages.Missing(dialect) {
		return nil, errNoDialect
	}
	languages.Prepare(dialect)
	d := newDeclarations(dir, dialect)
	// The products accept a module without files, and refuse any argument for it.
	d.isEmpty, d.isIncomplete = len(files) == 0, len(files) == 0
	var parsed []*file
	for _, f := range files {
		read := l.readFile(dir, f, d.dialect)
		d.isIncomplete = d.isIncomplete || read.isIncomplete
		d.length += len(f.Source.Text())
		parsed = append(parsed, read)
	}
	l.readDeclarations(d, parsed[:len(primary)], parsed[len(primary):])
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
	// name is the name of the call.
	name string
	// address is the path of the calls: "module.a.module.b", or empty.
	address string
	// path is the path from the root module: path.module.
	path string
	// sources are the sources of the calls.
	sources map[string]string
	// children are the modules of the calls that were read.
	children map[string]*module
}

// loadModule makes a module and its child modules.
func (l *loader) loadModule(d *declarations, parent *module, name string) *module {
	l.modules++
	l.count += d.size()
	if parent != nil {
		l.length += d.length
	}
	m := &module{declarations: d, parent: parent, name: name, path: ".", sources: map[string]string{},
		children: map[string]*module{}}
	if parent != nil {
		m.address = strings.TrimPrefix(parent.address+".module."+name, ".")
		m.path = joinSource(parent.path, parent.sources[name])
	}
	for _, name := range slices.Sorted(maps.Keys(d.calls)) {
		call := d.calls[name]
		if call.source.isMissing() {
			continue
		}
		source, ok := l.callSource(m, call)
		if !ok {
			continue
		}
		m.sources[name] = source
		if isLocalSource(source) {
			l.loadCall(m, call, joinSource(d.dir, source))
		}
	}
	return m
}

// isLocalSource reports whether a source is a local directory (opentofu internal/addrs/module_source.go,
// isModuleSourceLocal).
func isLocalSource(source string) bool {
	return slices.ContainsFunc([]string{"./", "../", `.\`, `..\`},
		func(prefix string) bool { return strings.HasPrefix(source, prefix) })
}

// joinSource returns the directory of a local source in dir.
func joinSource(dir, source string) string {
	return path.Join(dir, strings.ReplaceAll(source, `\`, "/"))
}

// callSource returns the source of a call.
func (l *loader) callSource(m *module, c *call) (string, bool) {
	text, ok := l.staticString(m, c.source)
	if !ok {
		l.warn(c.source.valueRange(), "Unknown module source",
			"The files do not determine the source of module %q. The output omits the source.", c.name)
	}
	return text, ok
}

// loadCall reads the module of a call.
func (l *loader) loadCall(m *module, call *call, dir string) {
	depth := 0
	for caller := m; caller != nil; caller = caller.parent {
		if l.uniqueDir(caller.dir) == l.uniqueDir(dir) {
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
		if !l.isFull {
			l.isFull = true
			l.warn(call.source.valueRange(), "Too many modules",
				"The configuration has more than %d modules, %d blocks or %d characters. The output omits this "+
					"module and the following ones.", maxModules, maxBlocks, maxText)
		}
		return
	}
	d, err := l.readDirectory(dir)
	if err != nil {
		l.warn(call.source.valueRange(), "Module cannot be read",
			"%s: %s. The output contains the call without its module.", dir, err)
		return
	}
	m.children[call.name] = l.loadModule(d, m, call.name)
}

// uniqueDir returns the unique name of a directory.
func (l *loader) uniqueDir(dir string) string {
	if l.opts.Resolve == nil {
		return dir
	}
	if _, known := l.resolved[dir]; !known {
		l.resolved[dir] = l.opts.Resolve(dir)
	}
	return l.resolved[dir]
}
