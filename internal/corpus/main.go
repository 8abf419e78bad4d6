// Command corpus converts every HCL file under a directory to the other syntax
// and back, and proves with convert/roundtrip that nothing has changed. It
// prints a line of counts for each repository, and then every file that failed.
//
// A repository is a directory right below the one that it is given, or, two
// levels below, a checkout owner/name of one that corpus.txt names. Those can be
// fetched, and are what docs/scoreboard.md is made from.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/hcljson/hcljson/convert/roundtrip"
)

func main() {
	target := flag.String("target", "opentofu", "product that reads .tf files, with an optional version as in opentofu@1.12")
	budget := flag.Duration("budget", time.Minute, "longest time for one file")
	scoreboard := flag.String("scoreboard", "", "write the scoreboard of the repositories in corpus.txt to this file")
	layout := flag.Int("layout", 0, "measure how much of the layout of this many formatted native files comes back, and check nothing")
	fetchThem := flag.Bool("fetch", false, "clone the repositories in corpus.txt into DIR, and check nothing")
	flag.Usage = func() {
		fmt.Fprintf(flag.CommandLine.Output(), "Usage: corpus [options] DIR\n")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() != 1 {
		flag.Usage()
		os.Exit(2)
	}
	dir := flag.Arg(0)
	list, err := parseList(corpusText)
	good := false
	switch {
	case err != nil:
	case *fetchThem:
		good = fetch(dir, "https://github.com/", list, os.Stdout)
	case *layout > 0:
		good, err = true, measureLayout(dir, options{target: *target, list: list}, *layout, os.Stdout)
	default:
		opts := options{target: *target, budget: *budget, list: list, onlyList: *scoreboard != "", check: roundtrip.Check}
		good, err = prove(dir, opts, *scoreboard, os.Stdout)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	if !good {
		os.Exit(1)
	}
}

// prove checks the files under dir, and writes the scoreboard if that has a
// name. It reports whether there is no failure and nothing is missing.
func prove(dir string, opts options, scoreboard string, out io.Writer) (bool, error) {
	report, err := run(dir, opts)
	if err != nil {
		return false, err
	}
	if err := report.write(out); err != nil {
		return false, err
	}
	if scoreboard != "" {
		var text bytes.Buffer
		report.writeScoreboard(&text, opts)
		if err := os.WriteFile(scoreboard, text.Bytes(), 0o666); err != nil {
			return false, err
		}
	}
	return !report.failed() && len(report.missing) == 0, nil
}
