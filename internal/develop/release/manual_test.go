package release

import (
	"bufio"
	"bytes"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/hcljson/hcljson/internal/cli/command"
)

// A line of a man page that starts with a dot or a quote is an instruction; no text may
// become one.
func TestManuals(t *testing.T) {
	pages := manuals(described(), "program v1")
	if len(pages) != 6 {
		t.Fatalf("%d pages", len(pages))
	}
	macros := []string{".TH", ".SH", ".TP", ".PP", ".nf", ".fi"}
	for name, page := range pages {
		for lines := bufio.NewScanner(strings.NewReader(page)); lines.Scan(); {
			macro, _, _ := strings.Cut(lines.Text(), " ")
			if strings.HasPrefix(macro, "'") || strings.HasPrefix(macro, ".") && !slices.Contains(macros, macro) {
				t.Errorf("%s: %q is an instruction", name, lines.Text())
			}
		}
	}
	got := &txtar.Archive{}
	for _, name := range slices.Sorted(maps.Keys(pages)) {
		got.Files = append(got.Files, txtar.File{Name: name, Data: []byte(pages[name])})
	}
	want, err := os.ReadFile("testdata/manuals.txtar")
	if err != nil || !bytes.Equal(want, txtar.Format(got)) {
		t.Errorf("%v\n%s", err, diff.Diff("want", want, "got", txtar.Format(got)))
	}
}

// described is a program with all that a text about it has.
func described() *command.Command {
	ran := func(*command.Call) (int, error) { return 0, nil }
	files := command.Group{Title: "Files:", Flags: []command.Flag{
		{Name: "jobs", Short: "j", To: new(int), Usage: "work on `N` files at a time", Default: "all"},
		{Name: "exclude", To: new([]string), Usage: "leave out files like `GLOB`"},
		{Name: "input", To: new(string), Usage: "read `FILE` [first]", File: true},
	}}
	output := command.Group{Title: "Output:", Flags: []command.Flag{
		{Name: "form", To: new(string), Usage: "shape", Choices: []string{"general", "compact"}},
		{Name: "write", Short: "w", To: new(bool), Usage: "write what comes out into the file that it comes from, and " +
			"leave the rest of the directory alone, in many words"},
	}}
	schemas := command.Group{Title: "Schemas:", Flags: []command.Flag{
		{Name: "schema", To: new(string), Usage: "the `LANGUAGE`", Choices: []string{"a", "b"}, Open: true},
		{Name: "an-option-with-a-rather-long-name", To: new(bool), Usage: "it's long"},
		{Name: "another-option-with-a-rather-long-name", To: new(bool), Usage: "it is as long"},
		{Name: "one-more", To: new(bool), Usage: "more"},
		{Name: "last", To: new(string), Usage: "no name of a value"},
	}}
	colors := command.Group{Title: "Colors:", Flags: []command.Flag{
		{Name: "color", To: new(string), Usage: "when", Choices: []string{"auto", "never"}, Default: "never"}}}
	return &command.Command{
		Name: "program", Usage: "convert 'HCL'", Args: "PATH...",
		Description: "Reads .tf files.\n.tofu files too.\n\n'quoted' \\d ~/x ^ `y`",
		Examples:    "program a.tf      # one\nprogram -w .      # all",
		Groups: []command.Group{files, output,
			{Title: "Files:", Flags: []command.Flag{{Name: "all", To: new(bool), Usage: "all"}}}, schemas, colors},
		Run: ran,
		Commands: []*command.Command{
			{Name: "plain", Usage: "convert", Args: "PATH...", Groups: []command.Group{output}, Run: ran},
			{Name: "schema", Usage: "schemas", Description: "Of providers.", Groups: []command.Group{schemas, colors, files},
				Commands: []*command.Command{{Name: "list", Usage: "list them,\nall"},
					{Name: "add", Args: "FILE", Usage: "add one"}}},
			{Name: "word", Usage: "take a word", Args: "WORD", Forms: "twice WORD WORD", Choices: []string{"x", "y"}, Run: ran,
				Offers: "word --complete"},
		},
	}
}
