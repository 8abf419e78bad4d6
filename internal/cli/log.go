package cli

import (
	"bytes"

	"github.com/hashicorp/hcl/v2"
)

// log keeps what a part of a run has to print until it is its turn.
type log struct {
	entries []entry
	out     bytes.Buffer // for standard output
}

type entry struct {
	name  string
	src   []byte
	diags hcl.Diagnostics
}

// add notes diagnostics as [reporter.add] takes them.
func (l *log) add(name string, src []byte, diags hcl.Diagnostics) {
	if len(diags) > 0 {
		l.entries = append(l.entries, entry{name, src, diags})
	}
}

// addWith notes diagnostics on several files, whose sources are known by name.
func (l *log) addWith(sources map[string][]byte, diags hcl.Diagnostics) {
	for _, diag := range diags {
		name := ""
		if diag.Subject != nil {
			name = diag.Subject.Filename
		}
		l.add(name, sources[name], hcl.Diagnostics{diag})
	}
}

// print shows what has been noted, and returns an exit status.
func (l *log) print(r *reporter) int {
	for _, e := range l.entries {
		r.add(e.name, e.src, e.diags)
	}
	if _, err := r.Out.Write(l.out.Bytes()); err != nil {
		r.add("", nil, hcl.Diagnostics{errorf("Cannot write to standard output", "%s.", reason(err))})
		return exitError
	}
	return exitOK
}
