package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/internal/atomic"
	"github.com/hcljson/hcljson/internal/cli/command"
	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/schema/dialects"
)

// sourceMapFlag is that of the commands that convert.
func (o *convertOptions) sourceMapFlag() command.Flag {
	return command.Flag{Name: "source-map", Common: true, Acts: true, To: &o.sourceMap, File: true,
		Usage: "write where each value of the JSON is in the native text to this `FILE`",
		Empty: "--source-map needs the name of a file; it is empty",
		Check: o.checkSourceMap,
		Not: append(o.comparison("-l, -d and --check only compare; leave out --source-map"),
			command.Conflict{With: &o.replace, Why: "--replace removes the source, of which --source-map tells; use -w"})}
}

// checkSourceMap checks that there is one conversion, and a file for its map.
func (o *convertOptions) checkSourceMap(operands []string) error {
	name := o.sourceMap
	switch {
	case name == "":
		return nil
	case o.tidy != "":
		return command.Usagef("--tidy changes what is converted, and no map tells where; leave out --source-map")
	case !o.merge && (len(operands) > 1 || len(operands) == 1 && isDir(operands[0])):
		return command.Usagef("--source-map writes the map of one conversion; name one file%s", o.orMerge())
	case name == stdoutPath:
		return command.Usagef("--source-map writes a file; standard output is for the conversion")
	case isDir(name) || os.IsPathSeparator(name[len(name)-1]):
		return command.Usagef("--source-map %s is a directory; name a file", name)
	}
	if isRead(name) {
		return command.Usagef("--source-map writes no configuration, and by its name %s is one that a product reads; "+
			"choose another name", name)
	}
	return nil
}

// isRead reports whether a product reads a file because of its name.
func isRead(name string) bool {
	named, err := dialects.ForFile(name, dialects.Options{})
	return err == nil && !named.Vague
}

// mapped are the options of a conversion, with the source map that is asked for.
func (o *options) mapped() convert.Options {
	opts := o.convertOptions()
	if o.sourceMap != "" {
		opts.SourceMap = &convert.SourceMap{}
	}
	return opts
}

// maxSourceMap is about how many bytes a source map may have.
const maxSourceMap = 1 << 30

// writeMap is how a source map is written, which must be over none of the other files of
// the conversion of s. There is none if nobody wants it.
func (l *languages) writeMap(m *convert.SourceMap, s *source, others ...string) ([]atomic.Change, *hcl.Diagnostic) {
	if m == nil {
		return nil, nil
	}
	name := l.opts.sourceMap
	if size := m.TextSize(); size > maxSourceMap {
		return nil, report.Errorf("Source map too large", "It would have about %d MiB, and may have %d: it has an entry "+
			"for each value, with all names around it.", size>>20, maxSourceMap>>20)
	}
	real, err := resolve(name)
	if err != nil {
		return nil, report.Errorf("Cannot write the file", "%s: %s.", name, report.Reason(err))
	}
	if slices.ContainsFunc(others, func(other string) bool {
		path, err := resolve(other)
		return other != "" && err == nil && path == real
	}) {
		return nil, report.Errorf("Source map over another file",
			"%s is a file of the conversion itself; choose another name for --source-map.", name)
	}
	if !isDir(filepath.Dir(name)) {
		return nil, report.Errorf("Cannot write the file", "%s: there is no directory %s.", name, filepath.Dir(name))
	}
	there, diag := l.alone(name).existing(name, 0, namedJSON)
	switch {
	case diag != nil:
		return nil, diag
	case isRead(real):
		return nil, report.Errorf("Source map over configuration",
			"%s is a link to %s, which is by its name one that a product reads; choose another name for --source-map.",
			name, filepath.Base(real))
	case !mayBecomeMap(there.content):
		return nil, report.Errorf("Source map over another file",
			"%s holds something else; remove it, or choose another name for --source-map.", name)
	}
	return []atomic.Change{there.change(m.Text(), modeLike(s.info))}, nil
}

// mayBecomeMap reports whether content may be replaced by a source map: it is one, or empty.
// A slip must not cost a state.
func mayBecomeMap(content []byte) bool {
	line, _, _ := bytes.Cut(content, []byte("\n"))
	return len(content) == 0 || bytes.HasPrefix(line, []byte(`{"format_version":"1.`)) &&
		bytes.HasSuffix(line, []byte(`,"values":[`))
}

// mapOnly writes the source map of a conversion that goes to standard output.
func (f *finish) mapOnly(c *conversion) int {
	changes, diag := f.writeMap(c.sourceMap, c.source, c.name)
	diags := hcl.Diagnostics{diag}
	if diag == nil {
		diags = f.commit(changes)
	}
	if len(diags) == 0 {
		return exitOK
	}
	f.log.Add(c.name, nil, diags...)
	f.summary.add(func(s *summary) { s.Errors++ })
	return exitError
}
