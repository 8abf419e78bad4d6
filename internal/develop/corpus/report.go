package corpus

import (
	"fmt"
	"io"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"

	"github.com/hcljson/hcljson/convert/roundtrip"
	"github.com/hcljson/hcljson/internal/develop/measure"
)

// fault is a kind of failure: a kind of problem, or a fault of the run.
type fault = roundtrip.Kind

const (
	panicked = roundtrip.Unstable + 1 + iota
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
	// excuse is the reason why the failure is excused, or empty.
	excuse string
}

// outcome is what came of one file.
type outcome struct {
	job
	result   roundtrip.Result
	failures []failure
}

// take converts problems to failures, one of each kind. A file that does not follow its language
// may be refused, and its meaning is not compared.
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

// The numbers of a repository. The faults of native files follow, then the faults of JSON files.
const (
	native = iota
	json
	duplicate
	rejected
	accepted
	outside
	warnings
	excused
	nativeFaults
	jsonFaults = nativeFaults + int(faults)
	numbers    = jsonFaults + int(faults)
)

type counts [numbers]int

// report collects the outcomes of all files.
type report struct {
	mutex        sync.Mutex
	repositories map[string]*counts
	// missing are the listed repositories that do not exist.
	missing []entry
	// outcomes are the files with a failure, excused or not.
	outcomes []outcome
	failures int
}

// count adds to a number of a repository, which it enters.
func (r *report) count(repository string, number, n int) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	measure.At(r.repositories, repository)[number] += n
}

func (r *report) add(o outcome) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	c := measure.At(r.repositories, o.repository)
	syntax, kinds := native, nativeFaults
	if o.file.JSON {
		syntax, kinds = json, jsonFaults
	}
	c[syntax]++
	for number, is := range map[int]bool{
		rejected: o.result.Rejected, accepted: o.result.Accepted, outside: len(o.result.Outside) > 0,
	} {
		if is {
			c[number]++
		}
	}
	c[warnings] += len(o.result.Warnings)
	for _, f := range o.failures {
		if f.excuse != "" {
			c[excused]++
			continue
		}
		c[kinds+int(f.fault)]++
		r.failures++
	}
	if len(o.failures) > 0 {
		o.src = nil
		r.outcomes = append(r.outcomes, o)
	}
}

func (r *report) failed() bool { return r.failures > 0 }

func (r *report) total() *counts {
	var total counts
	for _, c := range r.repositories {
		measure.Add(total[:], c[:])
	}
	return &total
}

// rows calls row with each repository, and with the total.
func (r *report) rows(row func(name string, c *counts)) {
	for _, name := range slices.Sorted(maps.Keys(r.repositories)) {
		row(name, r.repositories[name])
	}
	row("total", r.total())
}

func (r *report) write(w io.Writer) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(table, "native\tJSON\tduplicate\trejected\taccepted\toutside\twarnings\texcused\t")
	for _, f := range columns {
		fmt.Fprintf(table, "%s\t", nameOf(f))
	}
	fmt.Fprint(table, "  repository\n")
	r.rows(func(name string, c *counts) {
		for _, n := range c[:nativeFaults] {
			fmt.Fprintf(table, "%d\t", n)
		}
		for _, f := range columns {
			fmt.Fprintf(table, "%d\t", c[nativeFaults+int(f)]+c[jsonFaults+int(f)])
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

// line describes a failure of the file on one line, with base names of files.
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
