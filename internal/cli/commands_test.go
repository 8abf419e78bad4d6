package cli

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/internal/cli/command"
	"github.com/hcljson/hcljson/internal/dialects"
	"github.com/hcljson/hcljson/internal/loading"
)

// Each flag of a command has a name, a usage and a place for its value of its own, and one name
// takes a value in all commands, or in none: it is read before the command is known.
func TestCommands(t *testing.T) {
	p := Program(programName)
	takesValue := map[string]bool{}
	all(p, nil, func(c *command.Command, _ []string) {
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
	})
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
	option := regexp.MustCompile("`--?([a-z-]+)")
	for _, row := range documented.FindAllStringSubmatch(string(manual), -1) {
		for _, name := range option.FindAllStringSubmatch(row[1], -1) {
			rows[name[1]] = append(rows[name[1]], row[0])
		}
	}
	p := Program(programName)
	known := []string{"help", "version"}
	all(p, nil, func(c *command.Command, _ []string) {
		for _, group := range c.Groups {
			for _, f := range group.Flags {
				known = append(known, f.Name, f.Short)
				if !slices.ContainsFunc(rows[f.Name], func(row string) bool { return shows(row, f) }) {
					t.Errorf("%s --%s %q is not in a table of docs/cli.md: %q", c.Name, f.Name, f.Choices, rows[f.Name])
				}
			}
		}
	})
	for name := range rows {
		if !slices.Contains(known, name) {
			t.Errorf("docs/cli.md has --%s, which no command has", name)
		}
	}
}

// The table of commands and options for output in the manual is the one of the program.
func TestDocumentedOutput(t *testing.T) {
	manual, err := os.ReadFile(filepath.Join("..", "..", "docs", "cli.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(manual), "\n| command |")
	table, _, _ = strings.Cut(table, "\n\n")
	code := regexp.MustCompile("`-*([^`]+)`")
	rows := strings.Split(table, "\n")
	var columns [][][]string
	for _, cell := range strings.Split(strings.Trim(rows[0], "| "), "|") {
		columns = append(columns, code.FindAllStringSubmatch(cell, -1))
	}
	documented := map[string][]string{}
	for _, row := range rows[2:] {
		cells := strings.Split(strings.Trim(row, "| "), "|")
		if len(cells) != len(columns)+1 {
			t.Fatalf("%q has %d cells, and the head %d", row, len(cells), len(columns)+1)
		}
		for _, name := range code.FindAllStringSubmatch(cells[0], -1) {
			documented[name[1]] = []string{}
			for i, cell := range cells[1:] {
				for _, option := range columns[i] {
					if strings.TrimSpace(cell) != "–" {
						documented[name[1]] = append(documented[name[1]], option[1])
					}
				}
			}
		}
	}
	all(Program(programName), nil, func(c *command.Command, path []string) {
		var has []string
		for _, column := range columns {
			for _, option := range column {
				if slices.ContainsFunc(c.Groups, func(g command.Group) bool {
					return slices.ContainsFunc(g.Flags, func(f command.Flag) bool { return f.Short == option[1] || f.Name == option[1] })
				}) {
					has = append(has, option[1])
				}
			}
		}
		name := strings.Join(path, " ")
		if name == "" {
			name = programName
		}
		if !slices.Equal(has, documented[name]) {
			t.Errorf("the table has %v for %s, which has %v", documented[name], name, has)
		}
	})
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

// The endings of the names of files are listed once, in the manual: the table there has all that
// the program knows, and nothing else that people read has a fifth of them.
func TestDocumentedEndings(t *testing.T) {
	var known []string
	for _, f := range loading.Files {
		known = append(known, f.Native, f.JSON)
	}
	for _, language := range dialects.Described() {
		for _, p := range language.Head().Files {
			if p.JSON != "" {
				known = append(known, strings.TrimPrefix(p.Native, "*"), strings.TrimPrefix(p.JSON, "*"))
			}
		}
	}
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	_, table, _ := strings.Cut(read("docs/cli.md"), "\n## File names\n\n")
	table, _, _ = strings.Cut(table, "\n\n")
	var listed []string
	for _, row := range strings.Split(table, "\n")[2:] {
		cells := strings.SplitN(row, "|", 4)
		for _, word := range regexp.MustCompile("`[^`]+`").FindAllString(cells[1]+cells[2], -1) {
			listed = append(listed, strings.Trim(word, "`"))
		}
	}
	slices.Sort(known)
	slices.Sort(listed)
	if !slices.Equal(known, listed) {
		t.Errorf("the table has %q, the program knows %q", listed, known)
	}

	texts := map[string]string{}
	pages, err := filepath.Glob(filepath.Join("..", "..", "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range pages {
		name := "docs/" + filepath.Base(page)
		texts[name] = strings.ReplaceAll(read(name), table, "")
	}
	texts["README.md"] = read("README.md")
	p := Program(programName)
	all(p, nil, func(_ *command.Command, path []string) {
		var help strings.Builder
		if _, err := p.WriteHelp(&help, 80, path...); err != nil {
			t.Fatal(err)
		}
		texts["help "+strings.Join(path, " ")] = help.String()
	})
	for _, name := range []string{"a.x", "a.json", "a", "a.txt.json"} {
		_, err := dialects.ForFile(name, dialects.Options{})
		if err == nil {
			t.Errorf("%s has a language", name)
			continue
		}
		texts["the error for "+name] = err.Error()
	}
	for name, text := range texts {
		for paragraph := range strings.SplitSeq(text, "\n\n") {
			words := strings.FieldsFunc(paragraph, func(r rune) bool { return strings.ContainsRune(" \n`,;:()|\"", r) })
			found := slices.DeleteFunc(slices.Clone(known), func(ending string) bool { return !slices.Contains(words, ending) })
			if len(found) > len(known)/5 {
				t.Errorf("%s lists endings again: %s", name, paragraph)
			}
		}
	}
}
