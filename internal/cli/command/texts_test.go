package command

import (
	"bytes"
	"flag"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/rogpeppe/go-internal/txtar"
)

var update = flag.Bool("update", false, "write testdata/texts.txtar anew")

// described is a program with all that a text about it has.
func described() *Command {
	ran := func(*Call) (int, error) { return 0, nil }
	files := Group{Title: "Files:", Flags: []Flag{
		{Name: "jobs", Short: "j", To: new(int), Usage: "work on `N` files at a time", Default: "all"},
		{Name: "exclude", To: new([]string), Usage: "leave out files like `GLOB`"},
		{Name: "input", To: new(string), Usage: "read `FILE` [first]", File: true},
	}}
	output := Group{Title: "Output:", Flags: []Flag{
		{Name: "form", To: new(string), Usage: "shape", Choices: []string{"general", "compact"}},
		{Name: "write", Short: "w", To: new(bool), Usage: "write what comes out into the file that it comes from, and " +
			"leave the rest of the directory alone, in many words"},
	}}
	schemas := Group{Title: "Schemas:", Flags: []Flag{
		{Name: "schema", To: new(string), Usage: "the `LANGUAGE`", Choices: []string{"a", "b"}, Open: true},
		{Name: "an-option-with-a-rather-long-name", To: new(bool), Usage: "it's long"},
		{Name: "another-option-with-a-rather-long-name", To: new(bool), Usage: "it is as long"},
		{Name: "one-more", To: new(bool), Usage: "more"},
		{Name: "last", To: new(string), Usage: "no name of a value"},
	}}
	colors := Group{Title: "Colors:", Flags: []Flag{
		{Name: "color", To: new(string), Usage: "when", Choices: []string{"auto", "never"}, Default: "never"}}}
	return &Command{
		Name: "program", Usage: "convert 'HCL'", Args: "PATH...",
		Description: "Reads .tf files.\n.tofu files too.\n\n'quoted' \\d ~/x ^ `y`",
		Examples:    "program a.tf      # one\nprogram -w .      # all",
		Groups: []Group{files, output, {Title: "Files:", Flags: []Flag{{Name: "all", To: new(bool), Usage: "all"}}},
			schemas, colors},
		Run: ran,
		Commands: []*Command{
			{Name: "plain", Usage: "convert", Args: "PATH...", Groups: []Group{output}, Run: ran},
			{Name: "schema", Usage: "schemas", Description: "Of providers.", Groups: []Group{schemas, colors, files},
				Commands: []*Command{{Name: "list", Usage: "list them,\nall"}, {Name: "add", Args: "FILE", Usage: "add one"}}},
			{Name: "word", Usage: "take a word", Args: "WORD", Forms: "twice WORD WORD", Choices: []string{"x", "y"}, Run: ran,
				Offers: "word --complete"},
		},
	}
}

// The texts about a program: its help and completion scripts.
func TestTexts(t *testing.T) {
	program := described()
	texts := map[string]string{}
	for _, names := range [][]string{nil, {"plain"}, {"schema"}, {"schema", "list"}, {"schema", "add"}, {"word"}} {
		var out bytes.Buffer
		if found, err := program.WriteHelp(&out, helpWidth, names...); !found || err != nil {
			t.Errorf("help of %q: %v, %v", names, found, err)
		}
		texts[strings.TrimSpace("help "+strings.Join(names, " "))] = out.String()
	}
	if found, err := program.WriteHelp(nil, helpWidth, "schema", "other"); found || err != nil {
		t.Errorf("help of an unknown command: %v, %v", found, err)
	}
	for _, shell := range Shells() {
		script, err := program.Completion(shell, "plain")
		if err != nil {
			t.Fatal(err)
		}
		texts["completion "+shell] = script
	}
	got := &txtar.Archive{}
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		got.Files = append(got.Files, txtar.File{Name: name, Data: []byte(texts[name])})
	}
	const golden = "testdata/texts.txtar"
	want, err := os.ReadFile(golden)
	if *update {
		err = os.WriteFile(golden, txtar.Format(got), 0o644)
	} else if err == nil && !bytes.Equal(want, txtar.Format(got)) {
		t.Errorf("%s", diff.Diff("want", want, "got", txtar.Format(got)))
	}
	if err != nil {
		t.Fatal(err)
	}
}
