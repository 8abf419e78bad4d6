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
	"github.com/urfave/cli/v2"
)

var update = flag.Bool("update", false, "write testdata/texts.txtar anew")

// described is a program with all properties of a help.
func described() *cli.Command {
	conversion := func() []cli.Flag {
		return []cli.Flag{
			Choice(new(string), "form", Conversion, "shape", "general", "compact"),
			&cli.BoolFlag{Name: "write", Aliases: []string{"w"}, Category: Output, Usage: "write the result to the source file, and " +
				"leave the rest of the directory alone, in many words"},
		}
	}
	schemas := []cli.Flag{
		OpenChoice(new(string), "schema", Schemas, "the `LANGUAGE`", "a", "b"),
		&cli.BoolFlag{Name: "an-option-with-a-rather-long-name", Category: Schemas, Usage: "it's long"},
		&cli.StringFlag{Name: "last", Category: Schemas, Usage: "no name of a value"},
	}
	files := []cli.Flag{
		&cli.IntFlag{Name: "jobs", Aliases: []string{"j"}, Category: Files, Usage: "work on `N` files at a time", DefaultText: "all"},
		List(new([]string), cli.GenericFlag{Name: "exclude", Category: Files, Usage: "leave out files like `GLOB`"}),
	}
	program := Define(&cli.Command{
		Name: "program", Usage: "convert 'HCL'", ArgsUsage: "PATH...",
		Description: "Reads .tf files.\n.tofu files too.\n\nExamples:\n  program a.tf      # one\n  program -w .      # all",
		Flags:       slices.Concat(files, conversion(), schemas),
	}, Rules{}, nil)
	program.Subcommands = []*cli.Command{
		Define(&cli.Command{Name: "plain", Usage: "convert", ArgsUsage: "PATH...", Flags: conversion()}, Rules{}, nil),
		Parent(&cli.Command{Name: "schema", Usage: "schemas", Description: "Of providers.", Subcommands: []*cli.Command{
			Define(&cli.Command{Name: "list", Usage: "list them,\nall"}, Rules{}, nil),
			Define(&cli.Command{Name: "add", ArgsUsage: "FILE", Usage: "add one"}, Rules{}, nil),
		}}),
		Define(&cli.Command{Name: "word", Usage: "take a word", ArgsUsage: "WORD", UsageText: "twice WORD WORD"}, Rules{}, nil),
	}
	return program
}

// TestTexts compares the help of a program.
func TestTexts(t *testing.T) {
	program := described()
	texts := map[string]string{}
	for _, names := range [][]string{nil, {"plain"}, {"schema"}, {"schema", "list"}, {"schema", "add"}, {"word"}} {
		var out bytes.Buffer
		if found, err := WriteHelp(&out, 80, program, names...); !found || err != nil {
			t.Errorf("help of %q: %v, %v", names, found, err)
		}
		texts[strings.TrimSpace("help "+strings.Join(names, " "))] = out.String()
	}
	if found, err := WriteHelp(nil, 80, program, "schema", "other"); found || err != nil {
		t.Errorf("help of an unknown command: %v, %v", found, err)
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
