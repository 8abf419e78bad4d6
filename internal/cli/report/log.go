package report

import (
	"bytes"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/internal/cli/command"
)

// Log keeps what a part of a run must print until it is its turn.
type Log struct {
	entries []entry
	Out     bytes.Buffer // for standard output
}

type entry struct {
	name  string
	src   []byte
	diags hcl.Diagnostics
}

// Add notes diagnostics as [Report.Add] takes them.
func (l *Log) Add(name string, src []byte, diags ...*hcl.Diagnostic) {
	if len(diags) > 0 {
		l.entries = append(l.entries, entry{name, src, diags})
	}
}

// Take is like writing to Out, but the text must not be changed any more: it may be large.
func (l *Log) Take(text []byte) {
	if l.Out.Len() > 0 {
		l.Out.Write(text)
		return
	}
	l.Out = *bytes.NewBuffer(text)
}

// Append notes what another log has, except for its output.
func (l *Log) Append(other *Log) { l.entries = append(l.entries, other.entries...) }

// AddWith notes diagnostics on several files, whose sources are known by name.
func (l *Log) AddWith(sources map[string][]byte, diags ...*hcl.Diagnostic) {
	for _, diag := range diags {
		name := ""
		if diag.Subject != nil {
			name = diag.Subject.Filename
		}
		l.Add(name, sources[name], diag)
	}
}

// Print shows what has been noted, and returns an exit status.
func (l *Log) Print(r *Report) int {
	for _, e := range l.entries {
		r.Add(e.name, e.src, e.diags...)
	}
	if _, err := r.Out.Write(l.Out.Bytes()); err != nil {
		r.Add("", nil, Errorf("Cannot write to standard output", "%s.", Reason(err)))
		return command.StatusError
	}
	return 0
}
