package output

import (
	"io/fs"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/internal/cli/input"
	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/internal/generate/tidy"
	"github.com/hcljson/hcljson/internal/language/source"
)

// Task is a source with the target of its result.
type Task struct {
	*input.Source
	Target string // the file to write or to compare; "" is standard output
	home   int    // the index of the output tree
}

// Counterpart returns a source for a comparison: the counterpart, with the content out.
func (t Task) Counterpart(out []byte) equivalent.Source {
	return equivalent.Source{Bytes: out, Filename: t.Target, JSON: !t.File.JSON}
}

// Result is the result of a conversion or edit of one source.
type Result struct {
	Task
	Info      fs.FileInfo    // of the read file; nil for standard input
	Src       []byte         // the content of the source; set if files are written or edited
	Parsed    *source.Source // the source of Src, or nil
	Converted []byte
	Failed    bool
	Edited    bool               // an interrupted run wrote the result
	SourceMap *convert.SourceMap // nil without --source-map
	// MapName is the file name of the source map.
	MapName string
	// Order is the position in the write order. Files that declare a new name follow the files that
	// refer to it, and a module follows its callers.
	Order int
	// Tidy is the result of the --tidy steps, or nil.
	Tidy *tidy.Result
	Log  report.Log
}

// Fail adds errors to the log, discards the conversion and returns the result.
func (c *Result) Fail(src []byte, diags ...*hcl.Diagnostic) *Result {
	c.Log.Add(c.Name, src, diags...)
	c.Converted, c.Failed = nil, true
	return c
}
