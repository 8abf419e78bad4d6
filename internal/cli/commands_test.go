package cli

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/internal/cli/command"
)

// Each flag of a command has a name, a usage and a place for its value of its own, and one name
// takes a value in all commands, or in none: it is read before the command is known.
func TestCommands(t *testing.T) {
	p := Program(programName)
	takesValue := map[string]bool{}
	for _, c := range append([]*command.Command{p}, p.Commands...) {
		names, places := map[string]bool{}, map[any]bool{}
		for _, group := range c.Groups {
			for _, f := range group.Flags {
				if names[f.Name] || f.Short != "" && names[f.Short] || places[f.To] || f.Usage == "" || group.Title == "" {
					t.Errorf("%s --%s: its name, usage, title or place is missing or used twice", c.Name, f.Name)
				}
				names[f.Name], names[f.Short], places[f.To] = true, true, true
				for _, name := range f.Names() {
					if takes, known := takesValue[name]; known && takes != f.TakesValue() {
						t.Errorf("%s %s: another command has it with a value, or without one", c.Name, name)
					}
					takesValue[name] = f.TakesValue()
				}
			}
		}
		if c.Usage == "" || c.Run == nil && len(c.Commands) == 0 {
			t.Errorf("%s has no usage, or does nothing", c.Name)
		}
	}
}

// documented are the rows of docs/cli.md that begin with options.
var documented = regexp.MustCompile("(?m)^\\| (`-[^|\\n]*(?:\\\\\\|[^|\\n]*)*) \\| .*$")

// The tables of options in the manual have all flags with their choices, and no others.
func TestDocumentedOptions(t *testing.T) {
	manual, err := os.ReadFile(filepath.Join("..", "..", "docs", "cli.md"))
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string][]string{}
	option := regexp.MustCompile("`--([a-z-]+)")
	for _, row := range documented.FindAllStringSubmatch(string(manual), -1) {
		for _, name := range option.FindAllStringSubmatch(row[1], -1) {
			rows[name[1]] = append(rows[name[1]], row[0])
		}
	}
	p := Program(programName)
	known := []string{"help", "version"}
	for _, c := range append([]*command.Command{p}, p.Commands...) {
		for _, group := range c.Groups {
			for _, f := range group.Flags {
				known = append(known, f.Name)
				if !slices.ContainsFunc(rows[f.Name], func(row string) bool { return shows(row, f) }) {
					t.Errorf("%s --%s %q is not in a table of docs/cli.md: %q", c.Name, f.Name, f.Choices, rows[f.Name])
				}
			}
		}
	}
	for name := range rows {
		if !slices.Contains(known, name) {
			t.Errorf("docs/cli.md has --%s, which no command has", name)
		}
	}
}

// shows reports whether a row of the manual has the short name and the choices of a flag.
func shows(row string, f command.Flag) bool {
	if f.Short != "" && !strings.Contains(row, "`-"+f.Short+"`") {
		return false
	}
	return !slices.ContainsFunc(f.Choices, func(choice string) bool {
		return !regexp.MustCompile(`[|\x60 ]` + choice + `[\\\x60]`).MatchString(row)
	})
}
