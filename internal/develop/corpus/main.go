// Package corpus converts every HCL file below a directory to the other syntax and back, and checks
// with convert/roundtrip that nothing changes. It prints a line of counts for each repository, and
// then every failed file.
//
// A repository is a child of the given directory or, two levels below, a checkout owner/name from
// corpus.txt. The listed repositories can be cloned; docs/development/scoreboard.md is made from
// them.
package corpus

import (
	"bytes"
	"flag"
	"io"
	"os"
	"time"

	"github.com/hcljson/hcljson/convert/roundtrip"
	"github.com/hcljson/hcljson/internal/develop/measure"
)

// Main is the program; see package main.
func Main() {
	opts := options{check: roundtrip.Check}
	flag.StringVar(&opts.target, "target", "opentofu",
		"product that reads .tf files, with an optional version as in opentofu@1.12")
	flag.DurationVar(&opts.budget, "budget", time.Minute, "longest time for one file")
	flag.StringVar(&opts.scoreboard, "scoreboard", "",
		"write the scoreboard of the repositories in corpus.txt to this file, and their table to the same directory")
	layout := flag.Int("layout", 0,
		"measure how much of the layout of this many formatted native files comes back, and check nothing")
	fetchThem := flag.Bool("fetch", false, "clone the repositories in corpus.txt into DIR, and check nothing")
	measure.Main("DIR", 1, func(out io.Writer, args []string) (good bool, err error) {
		if opts.list, err = parseList(corpusText); err != nil {
			return false, err
		}
		switch {
		case *fetchThem:
			return fetch(args[0], "https://github.com/", opts.list, out), nil
		case *layout > 0:
			return true, measureLayout(args[0], opts, *layout, out)
		}
		opts.onlyList = opts.scoreboard != ""
		return prove(args[0], opts, out)
	})
}

// prove checks the files below dir, and writes the scoreboard if it has a name. It returns false
// after a failure or if a repository is missing.
func prove(dir string, opts options, out io.Writer) (bool, error) {
	report, err := run(dir, opts)
	if err != nil {
		return false, err
	}
	if err := report.write(out); err != nil {
		return false, err
	}
	if opts.scoreboard != "" {
		for name, write := range map[string]func(io.Writer, options){
			opts.scoreboard: report.writeScoreboard, tableName(opts.scoreboard): report.writeTable,
		} {
			var text bytes.Buffer
			write(&text, opts)
			if err := os.WriteFile(name, text.Bytes(), 0o666); err != nil {
				return false, err
			}
		}
	}
	return !report.failed() && len(report.missing) == 0, nil
}
