package cli

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/internal/atomic"
	"github.com/hcljson/hcljson/internal/cli/report"
)

// put prints the modules, compares them with what is there, or writes them all or
// none.
func (e *ejection) put(modules []*ejected) int {
	if e.printing {
		return e.print(modules[0])
	}
	e.out.trees = []outputTree{newOutputTree(e.session.output)}
	status := exitOK
	var changes []atomic.Change
	var out report.Log
	for _, m := range modules {
		if diag := m.overSource(); diag != nil {
			out.Add("", nil, diag)
			status = exitError
			continue
		}
		for _, file := range m.result {
			change, diag := e.change(m, file, &out)
			switch {
			case diag != nil:
				out.Add("", nil, diag)
				status = exitError
			case change.Path != "":
				changes = append(changes, change)
			}
		}
		status = max(status, e.others(m, &out))
	}
	status = max(status, out.Print(e.session.report))
	switch {
	case status != exitOK:
		return status
	case e.session.comparing():
		if len(changes) > 0 {
			return exitDiffers
		}
		return exitOK
	}
	if diags := e.session.commit(changes); diags != nil {
		e.session.report.Add("", nil, diags...)
		return exitError
	}
	return exitOK
}

// print writes the configuration of a module to standard output.
func (e *ejection) print(m *ejected) int {
	var out report.Log
	for i, file := range m.result { // without assets, which are not read for this
		if i > 0 {
			out.Out.WriteByte('\n')
		}
		out.Out.Write(file.bytes)
	}
	return out.Print(e.session.report)
}

// overSource is the error that a module would be written next to its source, as the
// product reads both.
func (m *ejected) overSource() *hcl.Diagnostic {
	if m.root == nil {
		return nil
	}
	if rel, err := filepath.Rel(m.realDir, m.realTo); err == nil &&
		(rel == "." || isAsset(".", filepath.ToSlash(rel))) {
		return report.Errorf("Output next to the input",
			"%s would be written to %s, where the product reads its source as well. Name another directory with -o.",
			m.name, m.to)
	}
	return nil
}

// change is how a file is written; without a path, if it is there already.
func (e *ejection) change(m *ejected, file ejectedFile, out *report.Log) (atomic.Change, *hcl.Diagnostic) {
	path := filepath.Join(m.to, filepath.FromSlash(file.name))
	same := func(name string) bool { return filepath.Ext(name) == filepath.Ext(path) }
	there, diag := e.out.existing(path, 0, same)
	switch {
	case diag != nil:
		return atomic.Change{}, diag
	case there.info != nil && bytes.Equal(there.content, file.bytes):
		return atomic.Change{}, nil
	case e.session.comparing():
		e.compareFile(path, there.content, there.info != nil, file, out)
	case there.info != nil && !e.session.force:
		return atomic.Change{}, errThere(path)
	}
	return there.change(file.bytes, file.mode), nil
}

// compareFile shows that a file is missing or out of date.
func (e *ejection) compareFile(path string, existing []byte, exists bool, file ejectedFile, out *report.Log) {
	if e.session.list {
		fmt.Fprintln(&out.Out, path)
	}
	if e.session.diff && !file.asset {
		report.WriteDiff(&out.Out, path, existing, exists, file.bytes, e.session.outColor)
	}
	switch {
	case !e.session.check:
	case exists:
		out.Add("", nil, report.Errorf("Out of date", "%s is not what would be written.", path))
	default:
		out.Add("", nil, report.Errorf("Missing", "There is no %s, which would be written.", path))
	}
}

// others refuses to write next to configuration that the product would read as a part
// of the same module.
func (e *ejection) others(m *ejected, out *report.Log) int {
	diag := otherFiles(m.to, func(name string) bool {
		return slices.ContainsFunc(m.result, func(f ejectedFile) bool { return f.name == name })
	})
	if diag == nil {
		return exitOK
	}
	if diag.Severity == hcl.DiagWarning && !e.session.force && !e.session.comparing() {
		diag.Severity = hcl.DiagError
		diag.Detail += " Nothing was written: choose another directory, remove them, or write next to them with --force."
	}
	out.Add("", nil, diag)
	return report.Status(hcl.Diagnostics{diag})
}

// ejectSummary is what the command eject has done, and what a person should look at.
type ejectSummary struct {
	Modules []ejectedModule `json:"modules"`
	Notes   []ejectNote     `json:"notes"`
}

type ejectedModule struct {
	Name string `json:"name"`
	// Directory is absent when the module is printed.
	Directory string   `json:"directory,omitempty"`
	Files     []string `json:"files"`
	Assets    int      `json:"assets"`
	// Renamed are the addresses with a new name, Guesses the warnings about what no
	// schema says.
	Renamed int `json:"renamed"`
	Guesses int `json:"guesses"`
}

func (e *ejection) summary(modules []*ejected) *ejectSummary {
	s := &ejectSummary{Modules: []ejectedModule{}, Notes: []ejectNote{}}
	var changes []ejectNote
	for _, m := range modules {
		done := ejectedModule{Name: m.name, Files: []string{}, Assets: m.assets, Renamed: m.renamed, Guesses: m.guesses}
		for _, file := range m.result {
			if !file.asset {
				done.Files = append(done.Files, file.name)
			}
		}
		s.Notes = append(s.Notes, m.notes...)
		changes = append(changes, m.changes...)
		if !e.printing {
			done.Directory = m.to
		}
		s.Modules = append(s.Modules, done)
	}
	s.Notes = append(s.Notes, changes...)
	return s
}

// maxNotes is how many notes the text lists.
const maxNotes = 20

// String is a line for each module, and one for each note.
func (s *ejectSummary) String() string {
	var b strings.Builder
	for _, m := range s.Modules {
		parts := []string{counted(len(m.Files), "file")}
		if m.Assets > 0 {
			parts = append(parts, counted(m.Assets, "asset"))
		}
		if m.Renamed > 0 {
			parts = append(parts, counted(m.Renamed, "new name"))
		}
		if m.Guesses > 0 {
			parts = append(parts, counted(m.Guesses, "guess"))
		}
		where := ""
		if m.Directory != "" {
			where = " in " + m.Directory
		}
		fmt.Fprintf(&b, "%s: %s%s\n", m.Name, strings.Join(parts, ", "), where)
	}
	if len(s.Notes) > 0 {
		b.WriteString("To look at:\n")
	}
	for i, note := range s.Notes {
		if i == maxNotes {
			fmt.Fprintf(&b, "  and %d more, which --error-format json lists\n", len(s.Notes)-maxNotes)
			break
		}
		where := ""
		if note.Line > 0 {
			where = fmt.Sprintf("%s:%d: ", note.File, note.Line)
		}
		fmt.Fprintf(&b, "  %s%s %s\n", where, note.Place, note.Text)
	}
	return report.PrintableLines(b.String())
}
