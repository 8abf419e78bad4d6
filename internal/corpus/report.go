package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"

	"github.com/hcljson/hcljson/convert/roundtrip"
)

// fault is a kind of failure: a kind of problem, or one that only a run shows.
type fault = roundtrip.Kind

const (
	panicked = roundtrip.Kinds + iota
	slow
	faults
)

// columns are the faults that there can be, in the order of the report.
var columns = []fault{
	roundtrip.Unreadable, roundtrip.Refused, roundtrip.Invalid, roundtrip.Different, roundtrip.Comments,
	roundtrip.Unformatted, roundtrip.Unstable, panicked, slow,
}

func nameOf(f fault) string {
	switch f {
	case panicked:
		return "panicked"
	case slow:
		return "slow"
	}
	return f.String()
}

type failure struct {
	fault  fault
	detail string
	stack  string
	// excuse says why the failure does not count, if it does not.
	excuse string
}

// outcome is what came of one file.
type outcome struct {
	job
	result   roundtrip.Result
	failures []failure
}

// take makes failures of problems, one of each kind. A file that does not keep
// to its language may be refused, and has no meaning to keep.
func (o *outcome) take(result roundtrip.Result) {
	o.result = result
	if result.Rejected {
		return
	}
	for _, p := range result.Problems {
		if slices.ContainsFunc(o.failures, func(known failure) bool { return known.fault == p.Kind }) {
			continue
		}
		f := failure{fault: p.Kind, detail: p.Step + ": " + p.Diagnostics[0].Error()}
		if len(result.Outside) > 0 && (p.Kind == roundtrip.Refused || p.Kind == roundtrip.Different) {
			f.excuse = result.Outside[0].Error()
		}
		o.failures = append(o.failures, f)
	}
}

// counts are the numbers of one repository.
type counts struct {
	native, json, duplicates    int
	rejected, accepted, outside int
	warnings, excused           int
	// nativeFaults and jsonFaults are those of the files in each syntax.
	nativeFaults, jsonFaults [faults]int
}

func (c *counts) add(o *counts) {
	c.native += o.native
	c.json += o.json
	c.duplicates += o.duplicates
	c.rejected += o.rejected
	c.accepted += o.accepted
	c.outside += o.outside
	c.warnings += o.warnings
	c.excused += o.excused
	for i := range c.nativeFaults {
		c.nativeFaults[i] += o.nativeFaults[i]
		c.jsonFaults[i] += o.jsonFaults[i]
	}
}

// report collects the outcomes of all files.
type report struct {
	mutex        sync.Mutex
	repositories map[string]*counts
	// missing are the repositories on the list that are not there.
	missing []entry
	// outcomes are those of the files with a failure, excused or not.
	outcomes []outcome
	failures int
}

func newReport() *report {
	return &report{repositories: map[string]*counts{}}
}

// repository returns the counts of a repository, which it enters.
func (r *report) repository(name string) *counts {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return r.enter(name)
}

func (r *report) enter(name string) *counts {
	if r.repositories[name] == nil {
		r.repositories[name] = &counts{}
	}
	return r.repositories[name]
}

func (r *report) duplicate(repository string) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.enter(repository).duplicates++
}

func (r *report) add(o outcome) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	c := r.enter(o.repository)
	count := func(n *int, when bool) {
		if when {
			*n++
		}
	}
	count(&c.native, !o.file.JSON)
	count(&c.json, o.file.JSON)
	count(&c.rejected, o.result.Rejected)
	count(&c.accepted, o.result.Accepted)
	count(&c.outside, len(o.result.Outside) > 0)
	c.warnings += len(o.result.Warnings)
	kinds := &c.nativeFaults
	if o.file.JSON {
		kinds = &c.jsonFaults
	}
	for _, f := range o.failures {
		if f.excuse != "" {
			c.excused++
			continue
		}
		kinds[f.fault]++
		r.failures++
	}
	if len(o.failures) > 0 {
		o.src = nil
		r.outcomes = append(r.outcomes, o)
	}
}

func (r *report) sort() {
	slices.SortFunc(r.outcomes, func(a, b outcome) int { return cmp.Compare(a.name, b.name) })
}

func (r *report) failed() bool { return r.failures > 0 }

// rows calls row with each repository, and with the total.
func (r *report) rows(row func(name string, c *counts)) {
	var total counts
	for _, name := range slices.Sorted(maps.Keys(r.repositories)) {
		row(name, r.repositories[name])
		total.add(r.repositories[name])
	}
	row("total", &total)
}

func (r *report) write(w io.Writer) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(table, "native\tJSON\tduplicate\trejected\taccepted\toutside\twarnings\texcused\t")
	for _, f := range columns {
		fmt.Fprintf(table, "%s\t", nameOf(f))
	}
	fmt.Fprint(table, "  repository\n")
	r.rows(func(name string, c *counts) {
		numbers := []int{c.native, c.json, c.duplicates, c.rejected, c.accepted, c.outside, c.warnings, c.excused}
		for _, f := range columns {
			numbers = append(numbers, c.nativeFaults[f]+c.jsonFaults[f])
		}
		for _, n := range numbers {
			fmt.Fprintf(table, "%d\t", n)
		}
		fmt.Fprintf(table, "  %s\n", name)
	})
	if err := table.Flush(); err != nil {
		return err
	}
	for _, e := range r.missing {
		fmt.Fprintf(w, "%s: missing\n", e.name)
	}
	for _, o := range r.outcomes {
		for _, f := range o.failures {
			if _, err := fmt.Fprintln(w, o.name+": "+o.line(f)+strings.TrimRight("\n"+f.stack, "\n")); err != nil {
				return err
			}
		}
	}
	return nil
}

// line tells a failure of the file in one line, with the names of files alone.
func (o *outcome) line(f failure) string {
	text := nameOf(f.fault) + ": " + f.detail
	if f.excuse != "" {
		text = nameOf(f.fault) + " (excused): " + f.detail + " The reason: " + f.excuse
	}
	if dir, _ := path.Split(o.name); dir != "" {
		text = strings.ReplaceAll(text, dir, "")
	}
	return strings.ReplaceAll(text, "\n", `\n`)
}
