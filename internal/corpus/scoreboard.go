package main

import (
	"fmt"
	"io"

	"github.com/hcljson/hcljson/convert/roundtrip"
)

const scoreboardHead = `<!-- Written by go run ./internal/corpus -scoreboard docs/scoreboard.md DIR. Do not edit. -->

# Scoreboard

Every HCL file of %d public repositories, converted to the other syntax and back in both forms. [%s](https://pkg.go.dev/%s) proves each step: it decodes the file and what became of it with hashicorp/hcl, and compares the meaning and the comments. How often JSON that other programs have written is read right, of public modules %s, is in [guesses.md](guesses.md).

` + "```sh" + `
go run ./internal/corpus -fetch DIR                               # clone the repositories at these commits
go run ./internal/corpus -scoreboard docs/scoreboard.md DIR       # write this page
` + "```" + `

The target is %s. Files with the same content count once, in the first repository that has them; the others are duplicates. Links, and files of more than %d MB, are left out.

| column | |
|---|---|
| native, JSON | files in each syntax |
| duplicate | files that another row, or this one, has already counted |
| rejected | hashicorp/hcl does not read the file: broken on purpose, a template, HCL 1, or not in the language that its name says |
| refused | the converter does not accept what hashicorp/hcl reads |
| different | the meaning is not the same afterwards |
| comments | a comment is lost or added |
| other | the result is no valid JSON or cannot be read, is not in hashicorp/hcl's own format, changes with the second round trip, or the converter panics or takes more than %s |
| excused | refused or different, but the file does not keep to its language: the target does not accept it, or not in both syntaxes. The reason stands below |

`

// guessedRight is what internal/foreign has measured last; see docs/guesses.md.
const guessedRight = "99.8 % of 43,136 names, and none wrong without a warning"

// failureColumns are the failures that have columns of their own.
var failureColumns = []fault{roundtrip.Refused, roundtrip.Different, roundtrip.Comments}

// writeScoreboard writes the page. An error of w is the caller's to find.
func (r *report) writeScoreboard(w io.Writer, opts options) {
	const proof = "github.com/hcljson/hcljson/convert/roundtrip"
	fmt.Fprintf(w, scoreboardHead, len(opts.list), "convert/roundtrip", proof, guessedRight, opts.target, maxSize/1_000_000, opts.budget)
	if len(r.missing) > 0 {
		fmt.Fprintf(w, "**Incomplete: %d repositories are missing.**\n\n", len(r.missing))
	}
	fmt.Fprintln(w, "| repository | commit | native | JSON | duplicate | rejected | native to JSON and back: refused | different | comments | JSON to native and back: refused | different | comments | other | excused |")
	fmt.Fprintln(w, "|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|")
	commits := map[string]string{}
	for _, e := range opts.list {
		commits[e.name] = fmt.Sprintf("[%.10s](https://github.com/%s/tree/%s)", e.commit, e.name, e.commit)
	}
	r.rows(func(name string, c *counts) {
		if commits[name] == "" {
			name = "**" + name + "**"
		}
		fmt.Fprintf(w, "| %s | %s |", name, commits[name])
		for _, n := range c.scores() {
			fmt.Fprintf(w, " %d |", n)
		}
		fmt.Fprintln(w)
	})
	for _, e := range r.missing {
		fmt.Fprintf(w, "| %s | %s | missing |\n", e.name, commits[e.name])
	}
	r.writeFiles(w, "Failures", false)
	r.writeFiles(w, "Excused", true)
}

// scores are the numbers of a row.
func (c *counts) scores() []int {
	scores := []int{c.native, c.json, c.duplicates, c.rejected}
	other := 0
	for _, kinds := range [][faults]int{c.nativeFaults, c.jsonFaults} {
		for _, n := range kinds {
			other += n
		}
		for _, f := range failureColumns {
			scores = append(scores, kinds[f])
			other -= kinds[f]
		}
	}
	return append(scores, other, c.excused)
}

// writeFiles lists the files that failed, or those that are excused.
func (r *report) writeFiles(w io.Writer, title string, excused bool) {
	fmt.Fprintf(w, "\n## %s\n\n", title)
	found := false
	for _, o := range r.outcomes {
		for _, f := range o.failures {
			if (f.excuse != "") == excused {
				fmt.Fprintf(w, "    %s: %s\n", o.name, o.line(f))
				found = true
			}
		}
	}
	if !found {
		fmt.Fprintln(w, "None.")
	}
}
