package cli

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"

	"github.com/hcljson/hcljson/internal/cli/command"
	"github.com/hcljson/hcljson/internal/cli/env"
	"github.com/hcljson/hcljson/internal/facts/loading"
	"github.com/hcljson/hcljson/internal/language/dialects"
)

// Each option of a command has a unique name, a usage and a category. An option takes a value in all
// commands or in none, because it is read before the command is known.
func TestCommands(t *testing.T) {
	takesValue := map[string]bool{}
	all(Program(env.ProgramName), nil, func(c *cli.Command, _ []string) {
		seen := map[string]bool{}
		for _, f := range c.Flags {
			o := command.OptionOf(f)
			for _, name := range o.Names {
				if seen[name] || o.Usage == "" || f.(cli.CategorizableFlag).GetCategory() == "" {
					t.Errorf("%s %s: its name is used twice, or the usage or category is missing", c.Name, name)
				}
				if takes, known := takesValue[name]; known && takes != (o.Value != "") {
					t.Errorf("%s %s: another command has it with a value, or without one", c.Name, name)
				}
				seen[name], takesValue[name] = true, o.Value != ""
			}
		}
		if c.Usage == "" || c.Action == nil {
			t.Errorf("%s has no usage or action", c.Name)
		}
	})
}

// In a page, an option is a word of a code span or of a command line of hcljson.
var (
	commandLine = regexp.MustCompile("(?m)^(?:\\$ )?(?:[^\n#'\"]*\\| )?((?:hcljson|hcl2json|json2hcl) [^\n|;&<>]*)")
	codeSpan    = regexp.MustCompile("`(-[^`\n]+|(?:hcljson|hcl2json|json2hcl) [^`\n]*)`")
	quotedText  = regexp.MustCompile(`'[^']*'|"[^"]*"`)
	optionWord  = regexp.MustCompile(`(?: |^)--([a-z][a-z-]*)(?:[= ]([a-z][a-z|,]*))?`)
)

// TestDocumentedOptions checks that every option in README.md and docs is an option of a command,
// with a valid choice, and that the help of a command contains all its options and choices.
func TestDocumentedOptions(t *testing.T) {
	choices := map[string][]string{"help": nil, "version": nil}
	// Options of other programs, which the pages compare with hcljson.
	for _, name := range []string{"allow-read", "lang", "newline", "package", "with-comments"} {
		choices[name] = nil
	}
	p := Program(env.ProgramName)
	all(p, nil, func(c *cli.Command, path []string) {
		var help strings.Builder
		if _, err := command.WriteHelp(&help, 80, p, path...); err != nil {
			t.Fatal(err)
		}
		for _, f := range c.Flags {
			o := command.OptionOf(f)
			for _, name := range f.Names() {
				choices[name] = append(choices[name], o.Choices...)
				dashes := strings.Repeat("-", min(len(name), 2))
				if !strings.Contains(help.String(), dashes+name) {
					t.Errorf("the help of %q does not contain %s%s", c.Name, dashes, name)
				}
			}
			for _, choice := range o.Choices {
				if f.Names()[0] != "target" && !strings.Contains(help.String(), choice) { // with a version
					t.Errorf("the help of %q does not contain %q", c.Name, choice)
				}
			}
		}
	})
	pages, err := filepath.Glob(filepath.Join("..", "..", "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, page := range append(pages, filepath.Join("..", "..", "README.md")) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		lines := commandLine.FindAllStringSubmatch(string(text), -1)
		lines = append(lines, codeSpan.FindAllStringSubmatch(string(text), -1)...)
		for _, line := range lines {
			own, _, _ := strings.Cut(line[1], " -- ") // the rest is another program
			for _, m := range optionWord.FindAllStringSubmatch(quotedText.ReplaceAllString(own, "''"), -1) {
				found++
				allowed, known := choices[m[1]]
				if !known {
					t.Errorf("%s: no command has --%s: %s", page, m[1], line[1])
				}
				for _, value := range strings.FieldsFunc(m[2], func(r rune) bool { return r == '|' || r == ',' }) {
					if len(allowed) > 0 && !slices.Contains(allowed, value) {
						t.Errorf("%s: --%s has no %q: %s", page, m[1], value, line[1])
					}
				}
			}
		}
	}
	if found < 200 {
		t.Errorf("the pages contain %d options", found)
	}
}

// TestDocumentedEndings checks that the manual lists all supported file name endings, and that no
// other document lists five or more of them.
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
		t.Errorf("the table contains %q, the program supports %q", listed, known)
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
	p := Program(env.ProgramName)
	all(p, nil, func(_ *cli.Command, path []string) {
		var help strings.Builder
		if _, err := command.WriteHelp(&help, 80, p, path...); err != nil {
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
