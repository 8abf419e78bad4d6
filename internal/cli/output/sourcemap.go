package output

import (
	"bytes"
	"io/fs"
	"path/filepath"
	"slices"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/internal/cli/env"
	"github.com/hcljson/hcljson/internal/cli/report"
)

// maxSourceMap is the approximate maximum size of a source map in bytes.
const maxSourceMap = 1 << 30

// AddMap adds a source map to the plan. It ignores a nil map. name is the path of the source map,
// and info describes the source. It is an error if the source map would overwrite a file in others.
func (p *Plan) AddMap(m *convert.SourceMap, info fs.FileInfo, name string, others ...string) *hcl.Diagnostic {
	if m == nil {
		return nil
	}
	if size := m.TextSize(); size > maxSourceMap {
		return report.Errorf("Source map too large", "It has about %d MiB, and the limit is %d MiB. It contains an "+
			"entry for each value, with its path.", size>>20, maxSourceMap>>20)
	}
	real, err := env.Resolve(name)
	if err != nil {
		return report.Errorf("Cannot write the file", "%s: %s.", name, report.Reason(err))
	}
	if slices.ContainsFunc(others, func(other string) bool {
		path, err := env.Resolve(other)
		return other != "" && err == nil && path == real
	}) {
		return report.Errorf("Source map over another file",
			"%s is also a file of the conversion; choose another name for --source-map.", name)
	}
	if !env.IsDir(filepath.Dir(name)) {
		return report.Errorf("Cannot write the file", "%s: the directory %s does not exist.", name, filepath.Dir(name))
	}
	if env.IsRead(real) {
		return report.Errorf("Source map over configuration",
			"%s is a link to %s, and a product reads files with this name; choose another name for --source-map.",
			name, filepath.Base(real))
	}
	t := Target{Path: name, Content: m.Text(), Mode: NewFileMode(info), Accepts: env.NamedJSON,
		Protects: func(old []byte) *hcl.Diagnostic {
			if isSourceMap(old) {
				return nil
			}
			return report.Errorf("Source map over another file",
				"%s is not a source map; remove it, or choose another name for --source-map.", name)
		}}
	_, diag := p.Add(t, p.Tree(filepath.Dir(name)))
	return diag
}

// isSourceMap reports whether the content of an existing file is empty or a source map. A mistyped
// name must not overwrite a state.
func isSourceMap(content []byte) bool {
	line, _, _ := bytes.Cut(content, []byte("\n"))
	return len(content) == 0 || bytes.HasPrefix(line, []byte(`{"format_version":"1.`)) &&
		bytes.HasSuffix(line, []byte(`,"values":[`))
}
