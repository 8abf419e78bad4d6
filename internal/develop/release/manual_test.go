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
	"github.com/urfave/cli/v2"

	"github.com/hcljson/hcljson/internal/cli/command"
)

// A line of a man page that starts with a dot or a quote is an instruction; no text may
// become one.
func TestManuals(t *testing.T) {
	pages := manuals(described(), "program v1")
	if len(pages) != 6 {
		t.Fatalf("%d pages", len(pages))
	}
	macros := []string{".TH", ".nh", ".SH", ".TP", ".PP", ".nf", ".fi"}
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

// described is a program with all properties of a page.
func described() *cli.Command {
	form := func() cli.Flag {
		return command.Choice(new(string), "form", command.Conversion, "shape", "general", "compact")
	}
	define := func(c *cli.Command, flags ...cli.Flag) *cli.Command {
		c.Flags = flags
		return command.Define(c, command.Rules{}, nil)
	}
	program := define(&cli.Command{
		Name: "program", Usage: "convert 'HCL'", ArgsUsage: "PATH...",
		Description: "Reads .tf files.\n.tofu files too.\n\n'quoted' \\d ~/x ^ `y`\n\n" +
			"Examples:\n  program a.tf      # one\n  program -w .      # all",
	}, form(),
		&cli.IntFlag{Name: "jobs", Aliases: []string{"j"}, Category: "Files", Usage: "work on `N` files at a time", DefaultText: "all"},
		&cli.StringFlag{Name: "input", Category: "Files", Usage: "read `FILE` [first]", TakesFile: true},
		command.OpenChoice(new(string), "schema", "Schemas", "the `LANGUAGE`", "a", "b"),
		&cli.BoolFlag{Name: "an-option", Category: "Schemas", Usage: "it's long"},
		&cli.StringFlag{Name: "last", Category: "Schemas", Usage: "no name of a value"})
	program.Subcommands = []*cli.Command{
		define(&cli.Command{Name: "plain", Usage: "convert", ArgsUsage: "PATH..."}, form()),
		command.Parent(&cli.Command{Name: "schema", Usage: "schemas", Description: "Of providers.", Subcommands: []*cli.Command{
			define(&cli.Command{Name: "list", Usage: "list them,\nall"}),
			define(&cli.Command{Name: "add", ArgsUsage: "FILE", Usage: "add one"}),
		}}),
		define(&cli.Command{Name: "word", Usage: "take a word", ArgsUsage: "WORD", UsageText: "twice WORD WORD"}),
	}
	return program
}
