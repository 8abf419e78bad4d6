package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"
)

// counts are the numbers of one repository.
type counts struct {
	native, json, duplicates    int
	rejected, accepted, outside int
	warnings, excused           int
	faults                      [faults]int
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
	for i := range c.faults {
		c.faults[i] += o.faults[i]
	}
}

// report collects the outcomes of all files.
type report struct {
	mutex        sync.Mutex
	repositories map[string]*counts
	// outcomes are those of the files with a failure, excused or not.
	outcomes []outcome
	failures int
}

func newReport() *report {
	return &report{repositories: map[string]*counts{}}
}

func (r *report) repository(name string) *counts {
	if r.repositories[name] == nil {
		r.repositories[name] = &counts{}
	}
	return r.repositories[name]
}

func (r *report) duplicate(repository string) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.repository(repository).duplicates++
}

func (r *report) add(repository string, o outcome) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	c := r.repository(repository)
	count := func(n *int, when bool) {
		if when {
			*n++
		}
	}
	count(&c.native, !o.json)
	count(&c.json, o.json)
	count(&c.rejected, o.rejected)
	count(&c.accepted, o.accepted)
	count(&c.outside, o.outside)
	c.warnings += o.warnings
	for _, f := range o.failures {
		if o.excused(f) {
			c.excused++
			continue
		}
		c.faults[f.fault]++
		r.failures++
	}
	if len(o.failures) > 0 {
		r.outcomes = append(r.outcomes, o)
	}
}

func (r *report) failed() bool { return r.failures > 0 }

func (r *report) write(w io.Writer) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(table, "native\tJSON\tduplicate\trejected\taccepted\toutside\twarnings\texcused\t%s\t  repository\n", strings.Join(faultNames[:], "\t"))
	row := func(name string, c *counts) {
		for _, n := range slices.Concat([]int{c.native, c.json, c.duplicates, c.rejected, c.accepted, c.outside, c.warnings, c.excused}, c.faults[:]) {
			fmt.Fprintf(table, "%d\t", n)
		}
		fmt.Fprintf(table, "  %s\n", name)
	}
	var total counts
	for _, name := range slices.Sorted(maps.Keys(r.repositories)) {
		row(name, r.repositories[name])
		total.add(r.repositories[name])
	}
	row("total", &total)
	if err := table.Flush(); err != nil {
		return err
	}
	slices.SortFunc(r.outcomes, func(a, b outcome) int { return cmp.Compare(a.path, b.path) })
	for _, o := range r.outcomes {
		for _, f := range o.failures {
			note := ""
			if o.excused(f) {
				note = " (excused)"
			}
			if _, err := fmt.Fprintf(w, "%s: %s%s: %s\n", o.path, faultNames[f.fault], note, f.detail); err != nil {
				return err
			}
		}
	}
	return nil
}
