package cli

import (
	"fmt"
	"strings"

	"github.com/hcljson/hcljson/internal/cli/report"
)

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

// ejectNote is something that a person should look at: in a file that was written, or in
// the source where that says more.
type ejectNote struct {
	File  string `json:"file,omitempty"`
	Line  int    `json:"line,omitempty"`
	Place string `json:"place"`
	Text  string `json:"text"`
}

func (e *ejection) summary(modules []*ejected) *ejectSummary {
	s := &ejectSummary{Modules: []ejectedModule{}, Notes: []ejectNote{}}
	for _, m := range modules {
		done := ejectedModule{Name: m.name, Files: []string{}, Assets: m.assets, Renamed: m.renamed, Guesses: m.guesses}
		for _, file := range m.result {
			if !file.asset {
				done.Files = append(done.Files, file.name)
			}
		}
		s.Notes = append(s.Notes, m.notes...)
		if !e.read.printing {
			done.Directory = m.to
		}
		s.Modules = append(s.Modules, done)
	}
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

// counted is a number of things.
func counted(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	if strings.HasSuffix(thing, "s") {
		thing += "e"
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
