package output

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/internal/cli/env"
	"github.com/hcljson/hcljson/internal/cli/input"
	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/internal/files/atomic"
)

// Writer prints, compares or writes the results of a command line.
type Writer struct {
	Session *input.Session
	Find    *input.Finder
	Out     *Outputs
	// Work processes one file. It must be safe for concurrent use.
	Work func(Task) *Result
	// Jobs is the maximum number of files that are processed at a time. 0 selects the number of
	// processors.
	Jobs int
	// Together, if not nil, receives all results of a module and changes them before they are
	// printed, compared or written.
	Together func([]*Result)
	// Tree is true if all sources are treated as one module.
	Tree bool
}

// All processes all sources, and prints, compares or writes the results. It returns the exit status.
func (w *Writer) All(sources []Task) int {
	dir := (*input.Source).Dir
	switch {
	case w.Tree:
		dir = func(*input.Source) string { return "" }
	case w.Together != nil:
		dir = (*input.Source).Module
	}
	status := max(w.Find.Status, w.modules(modules(sources, dir)))
	w.Find.Summarize()
	return status
}

// moduleResults contains the results of a module.
type moduleResults struct {
	*Writer
	plan        *Plan
	conversions []*Result
	Outcome
}

// finish prints, compares or writes the results of a module.
func (w *Writer) finish(conversions []*Result) *Outcome {
	if w.Together != nil {
		w.Together(conversions)
	}
	r := &moduleResults{Writer: w, conversions: conversions}
	r.plan = &Plan{Outputs: w.Out, Log: &r.Log}
	r.Status = r.put()
	return &r.Outcome
}

func (r *moduleResults) put() int {
	failed, broken := 0, false
	for _, c := range r.conversions {
		r.Log.Append(&c.Log)
		if c.Failed {
			failed++
		}
		broken = broken || r.Find.Broken[c.Dir()]
	}
	switch {
	case !r.Out.Options.Writing():
		status := env.ExitOK
		for _, c := range r.conversions {
			status = max(status, r.show(c))
		}
		return status
	case failed > 0 || broken:
		r.reportNotWritten(failed)
		return env.ExitError
	}
	return r.write()
}

// show prints a conversion, or compares it with its target. It returns the exit status.
func (r *moduleResults) show(c *Result) int {
	switch {
	case c.Failed:
		r.counts.Errors++
		return env.ExitError
	case c.Target == "":
		return r.print(c)
	}
	state, diag := r.plan.Add(r.target(c), c.home)
	if diag != nil {
		r.Log.Add(c.Name, nil, diag)
		r.counts.Errors++
		return env.ExitError
	}
	_, same, notSame, none := r.Out.counters(&r.counts)
	switch state {
	case upToDate:
		*same++
		return env.ExitOK
	case outdated:
		*notSame++
	case missing:
		*none++
	}
	return env.ExitDiffers
}

// target returns the target of a conversion or edit. A new file gets at most the permissions of its
// source. A file that replaces its source gets the same permissions.
func (r *moduleResults) target(c *Result) Target {
	mode := NewFileMode(c.Info)
	if r.Out.Options.Replace && c.Info != nil && c.Info.Mode().IsRegular() {
		mode = c.Info.Mode().Perm()
	}
	return Target{Path: c.Target, Content: c.Converted, Mode: mode, from: c, Accepts: r.Out.acceptsNames(c.Source),
		Protects: func(old []byte) *hcl.Diagnostic { return r.Out.checkOverwrite(c, old, &r.Log) }}
}

// print writes the source map of a conversion, and then the conversion to standard output. It
// returns the exit status.
func (r *moduleResults) print(c *Result) int {
	p := NewPlan(r.Session, r.Out.Options, &r.Log)
	if diag := p.AddMap(c.SourceMap, c.Info, c.MapName, c.Name); diag != nil {
		r.Log.Add(c.Name, nil, diag)
		r.counts.Errors++
		return env.ExitError
	}
	if p.Finish() != env.ExitOK {
		r.counts.Errors++
		return env.ExitError
	}
	r.Log.Take(c.Converted)
	return env.ExitOK
}

// reportNotWritten reports that the error in one file prevents the output of the other files of its
// module.
func (r *moduleResults) reportNotWritten(failed int) {
	left := len(r.conversions) - failed
	r.counts.Errors += failed
	r.counts.Left += left
	if left == 0 {
		return
	}
	what := "another file"
	if left > 1 {
		what = fmt.Sprintf("%d other files", left)
	}
	where, reason := " in the same module", "the product loads them together"
	if slices.ContainsFunc(r.conversions, func(c *Result) bool { return c.Module() != r.conversions[0].Module() }) {
		where, reason = "", "the changes belong together"
	}
	r.Log.Add(filepath.Dir(r.conversions[0].Name), nil, report.Errorf("Module not changed",
		"The error also prevents the output of %s%s, because %s.", what, where, reason))
}

// write writes either all conversions of a module or none, and returns the exit status. It writes
// source maps first, and the target of a link before the link.
func (r *moduleResults) write() int {
	c, diag := r.addAll()
	changes := r.plan.changes
	if diag == nil {
		c, diag = r.Out.checkLoading(r.conversions)
	}
	maps := NewPlan(r.Session, r.Out.Options, &r.Log)
	if diag == nil {
		c = r.conversions[0] // a source map requires a single file
		diag = maps.AddMap(c.SourceMap, c.Info, c.MapName, c.Name, c.Target)
	}
	if diag != nil {
		return r.refuse(c, diag)
	}
	r.Out.Record.addResults(r.conversions)
	maps.changes = append(maps.changes, changes...)
	err := maps.apply()
	partial := (*atomic.PartialError)(nil)
	if err != nil && !errors.As(err, &partial) {
		return r.refuse(r.resultOf(err), report.Errorf("Cannot write the file", "%s.", report.PathReason(err)))
	}
	done, status := len(changes), env.ExitOK
	if partial != nil {
		done, status = min(len(partial.Done), done), env.ExitError
		r.Log.Add(r.resultOf(err).Name, nil, report.Errorf("Written, but not completely", "%s.", err))
	} else {
		r.countRemoved(changes)
	}
	written, same, _, _ := r.Out.counters(&r.counts)
	left := len(changes) - done
	for _, c := range r.conversions {
		if c.Edited {
			*written++
			*same--
			r.recovery(c.Name).Edited++
		}
	}
	for _, change := range changes[:done] {
		if slices.ContainsFunc(r.conversions, func(c *Result) bool { return c.Copied && c.Target == change.Path }) {
			r.counts.Copied++
			done--
		}
	}
	*written += done
	*same += len(r.conversions) - len(changes)
	r.counts.Left += left
	return status
}

// resultOf returns the conversion whose source or target is named by an error. If there is no such
// conversion, it returns the first one.
func (r *moduleResults) resultOf(err error) *Result {
	if at := (*fs.PathError)(nil); errors.As(err, &at) {
		for _, c := range r.conversions {
			if at.Path == c.Name || at.Path == c.Target {
				return c
			}
		}
	}
	return r.conversions[0]
}

// countRemoved counts the removed sources whose result already existed, by directory. An interrupted
// run leaves such sources.
func (o *Outcome) countRemoved(changes []atomic.Change) {
	for _, c := range changes {
		if c.Remove && c.Overwrites != nil && bytes.Equal(c.Overwrites, c.Content) {
			o.recovery(c.Path).Sources++
		}
	}
}

// recovery returns the recovery counts of the directory that contains a file. It adds missing
// counts.
func (o *Outcome) recovery(path string) *report.Recovery {
	dir := filepath.Dir(path)
	i := slices.IndexFunc(o.recovered, func(r report.Recovery) bool { return r.Dir == dir })
	if i < 0 {
		i, o.recovered = len(o.recovered), append(o.recovered, report.Recovery{Dir: dir})
	}
	return &o.recovered[i]
}

// refuse reports an error in a conversion that prevents the output of its module. It returns the
// exit status.
func (r *moduleResults) refuse(c *Result, diag *hcl.Diagnostic) int {
	r.Log.Add(c.Name, nil, diag)
	r.reportNotWritten(1)
	return env.ExitError
}

// addAll adds all conversions to the plan, each link after its target. It returns the first error,
// with its conversion.
func (r *moduleResults) addAll() (at *Result, diag *hcl.Diagnostic) {
	inOrder := slices.Clone(r.conversions)
	slices.SortStableFunc(inOrder, func(a, b *Result) int {
		return cmp.Or(a.Order-b.Order, a.Links()-b.Links())
	})
	for _, c := range inOrder {
		if _, diag := r.plan.Add(r.target(c), c.home); diag != nil {
			return c, diag
		}
	}
	return nil, nil
}

// modules groups the sources by module. The function module returns the key of a source's module.
// Each group is written completely or not at all, because a product loads the files of a module
// together. With --replace, the group of a link also contains the target of the link.
func modules(sources []Task, module func(*input.Source) string) [][]Task {
	var result [][]Task
	groups := map[string]int{}
	group := func(dir string) int {
		if i, ok := groups[dir]; ok {
			return i
		}
		result = append(result, nil)
		groups[dir] = len(result) - 1
		return len(result) - 1
	}
	for _, s := range sources {
		group(module(s.Source))
	}
	for _, s := range sources {
		if s.Linked == nil {
			continue
		}
		from, to := group(module(s.Source)), group(module(s.Linked))
		for dir, i := range groups {
			if i == from {
				groups[dir] = to
			}
		}
	}
	for _, s := range sources {
		i := group(module(s.Source))
		result[i] = append(result[i], s)
	}
	return slices.DeleteFunc(result, func(module []Task) bool { return module == nil })
}

// maxFinishing is the maximum number of modules that are written at a time. It can exceed the number of
// processors, because a write waits for the disk. The option --jobs replaces it.
const maxFinishing = 16

// modules processes modules in parallel and prints the results in order. It returns the exit status.
func (w *Writer) modules(list [][]Task) int {
	working := make(chan struct{}, env.Limit(w.Jobs))
	finishing := working
	if w.Jobs == 0 {
		finishing = make(chan struct{}, max(maxFinishing, env.Limit(w.Jobs)))
	}
	total := 0
	for _, m := range list {
		total += len(m)
	}
	progress := w.Session.Report.Progress(total)
	defer progress.Stop()
	status := env.ExitOK
	// Finished modules wait in memory until earlier modules are printed. The limit bounds their
	// number.
	env.InOrder(len(list), 4*cap(finishing), func(i int) *Outcome {
		return w.module(list[i], working, finishing, progress)
	}, func(_ int, o *Outcome) {
		status = max(status, o.Status, o.Log.Print(w.Session.Report))
		w.Find.Summary.Add(&o.counts)
		for _, r := range o.recovered {
			w.Session.Report.Recovered(r)
		}
	})
	return status
}

// Outcome is the log, the counts and the exit status of a task.
type Outcome struct {
	Log       report.Log
	recovered []report.Recovery
	counts    input.Summary
	// Differences is the number of differences between two files.
	Differences int
	Status      int
}

// module processes the sources of a module in parallel, and then prints, compares or writes the
// results.
func (w *Writer) module(sources []Task, working, finishing chan struct{}, progress *report.Progress) *Outcome {
	conversions := make([]*Result, len(sources))
	env.InOrder(len(sources), len(sources), func(i int) *Result {
		working <- struct{}{}
		defer func() { <-working }()
		defer progress.Step()
		return w.Work(sources[i])
	}, func(i int, c *Result) {
		conversions[i] = c
	})
	finishing <- struct{}{}
	defer func() { <-finishing }()
	outcome := w.finish(conversions)
	for _, s := range sources {
		w.Session.Release(s.Source)
	}
	return outcome
}
