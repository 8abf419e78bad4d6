package corpus

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/hcljson/hcljson/convert/roundtrip"
)

const scoreboardHead = `<!-- Written by go run . corpus -scoreboard ../../docs/development/scoreboard.md DIR in internal/develop. Do not edit. -->

# Scoreboard

Every HCL file of %d public repositories, converted to the other syntax and back in both forms. [%s](https://pkg.go.dev/%s) proves each step: it decodes the file and what became of it with hashicorp/hcl, and compares the meaning and the comments.

`

const scoreboardLegend = `
The same for each repository, with its commit, is in [%s](%s). How often JSON that other programs have written is read right, of public modules %s, is in [testing.md](testing.md#guesses).

` + "```sh" + `
cd internal/develop
go run . corpus -fetch DIR                               # clone the repositories at these commits
go run . corpus -scoreboard ../../docs/development/scoreboard.md DIR # write this page and the table
` + "```" + `

The target is %s. Files with the same content count once, in the first repository that has them; the others are duplicates. Links, and files of more than %d MB, are left out.

| column | |
|---|---|
| native, JSON | files in each syntax |
| duplicate | files that another repository, or the same one, has already counted |
| rejected | hashicorp/hcl does not read the file: broken on purpose, a template, HCL 1, or not in the language that its name says |
| refused | the converter does not accept what hashicorp/hcl reads |
| different | the meaning is not the same afterwards |
| comments | a comment is lost or added |
| other | the result is not valid JSON or cannot be read, is not in hashicorp/hcl's own format, changes with the second round trip, or the converter panics or takes more than %s |
| excused | refused or different, but the file does not follow its language: the target does not accept it, or not in both syntaxes. The reason is below |
`

// tableColumns are the columns of the table of all repositories.
var tableColumns = []string{
	"repository", "commit", "native", "JSON", "duplicate", "rejected",
	"native to JSON and back: refused", "native to JSON and back: different", "native to JSON and back: comments",
	"JSON to native and back: refused", "JSON to native and back: different", "JSON to native and back: comments",
	"other", "excused",
}

// scoreColumns are the columns of [counts.scores].
const scoreColumns = "native | JSON | duplicate | rejected | " +
	"native to JSON and back: refused | different | comments | JSON to native and back: refused | different | comments " +
	"| other | excused |"

// scoreAlignment is for the same columns.
var scoreAlignment = strings.Repeat("--:|", 12)

// guessedRight was measured in November 2026; see docs/development/testing.md.
const guessedRight = "99.8 % of 43,136 names, and none wrong without a warning"

// failureColumns are the failures with separate columns.
var failureColumns = []fault{roundtrip.Refused, roundtrip.Different, roundtrip.Comments}

// tableName is the name of the file with the table that belongs to a page.
func tableName(page string) string { return strings.TrimSuffix(page, ".md") + "-repositories.tsv" }

// writeScoreboard writes the page. An error of w is the caller's to find.
func (r *report) writeScoreboard(w io.Writer, opts options) {
	const proof = "github.com/hcljson/hcljson/convert/roundtrip"
	fmt.Fprintf(w, scoreboardHead, len(opts.list), "convert/roundtrip", proof)
	if len(r.missing) > 0 {
		fmt.Fprintf(w, "**Incomplete: %d repositories are missing.**\n\n", len(r.missing))
	}
	fmt.Fprintf(w, "| %s\n|%s\n| %s |\n", scoreColumns, scoreAlignment, strings.Join(r.total().scores(), " | "))
	table := filepath.Base(tableName(opts.scoreboard))
	fmt.Fprintf(w, scoreboardLegend, table, table, guessedRight, opts.target, maxSize/1_000_000, opts.budget)
	r.writeFiles(w, "Failures", false)
	r.writeFiles(w, "Excused", true)
}

// writeTable writes the table of all repositories, with tabs between the columns.
func (r *report) writeTable(w io.Writer, opts options) {
	fmt.Fprintln(w, strings.Join(tableColumns, "\t"))
	commits := map[string]string{}
	for _, e := range opts.list {
		commits[e.name] = e.commit
	}
	r.rows(func(name string, c *counts) {
		if commits[name] != "" { // not the total
			fmt.Fprintf(w, "%s\t%s\t%s\n", name, commits[name], strings.Join(c.scores(), "\t"))
		}
	})
	for _, e := range r.missing {
		fmt.Fprintf(w, "%s\t%s\tmissing\n", e.name, e.commit)
	}
}

// scores are the numbers of a row.
func (c *counts) scores() []string {
	scores := slices.Clone(c[:accepted])
	other := 0
	for _, first := range []int{nativeFaults, jsonFaults} {
		for _, n := range c[first : first+int(faults)] {
			other += n
		}
		for _, f := range failureColumns {
			scores = append(scores, c[first+int(f)])
			other -= c[first+int(f)]
		}
	}
	var row []string
	for _, n := range append(scores, other, c[excused]) {
		row = append(row, strconv.Itoa(n))
	}
	return row
}

// writeFiles lists the failed files, or the excused files.
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
