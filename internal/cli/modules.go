package cli

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/hcljson/hcljson/internal/cli/report"
)

// modules groups the sources by module: those that are written together or not at all, as the
// product reads the files of a directory together. When they are replaced, a link and what it
// leads to are in one. module tells which one a source is of.
func modules(sources []*source, module func(*source) string) [][]*source {
	var result [][]*source
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
		group(module(s))
	}
	for _, s := range sources {
		if s.linked == nil {
			continue
		}
		from, to := group(module(s)), group(module(s.linked))
		for dir, i := range groups {
			if i == from {
				groups[dir] = to
			}
		}
	}
	for _, s := range sources {
		i := group(module(s))
		result[i] = append(result[i], s)
	}
	return slices.DeleteFunc(result, func(module []*source) bool { return module == nil })
}

// maxFinishing is how many modules are written at a time, unless the user says
// otherwise: they wait for the disk rather than for the processor.
const maxFinishing = 16

// modules works on modules in parallel and shows the results in their order. It returns
// the exit status.
func (w *writer) modules(list [][]*source) int {
	working := make(chan struct{}, limit(w.session.jobs))
	finishing := working
	if w.session.jobs == 0 {
		finishing = make(chan struct{}, max(maxFinishing, limit(w.session.jobs)))
	}
	total := 0
	for _, m := range list {
		total += len(m)
	}
	progress := w.session.report.Progress(total)
	defer progress.Stop()
	status := exitOK
	// What is ready early must wait for its turn, in memory.
	inOrder(len(list), 4*cap(finishing), func(i int) *outcome {
		return w.module(list[i], working, finishing, progress)
	}, func(_ int, o *outcome) {
		status = max(status, o.status, o.log.Print(w.session.report))
		for _, r := range o.recovered {
			w.session.report.Recovered(r)
		}
	})
	return status
}

// outcome is what has become of a piece of work.
type outcome struct {
	log       report.Log
	recovered []report.Recovery
	status    int
}

// module works on the sources of one module and puts the results in place.
func (w *writer) module(sources []*source, working, finishing chan struct{}, progress *report.Progress) *outcome {
	conversions := make([]*conversion, len(sources))
	inOrder(len(sources), len(sources), func(i int) *conversion {
		working <- struct{}{}
		defer func() { <-working }()
		defer progress.Step()
		if w.session.ctx.Err() != nil {
			return &conversion{source: sources[i], failed: true}
		}
		return w.work(sources[i])
	}, func(i int, c *conversion) {
		conversions[i] = c
	})
	finishing <- struct{}{}
	defer func() { <-finishing }()
	return w.finish(conversions)
}

// limit returns how many files are worked on at a time, where the user says so many.
func limit(jobs int) int {
	if jobs > 0 {
		return jobs
	}
	return runtime.GOMAXPROCS(0)
}

// inOrder does n pieces of work in parallel, as many as have been begun
// ahead of the first unfinished one, and hands each result on in its order.
func inOrder[T any](n, ahead int, work func(i int) T, use func(i int, result T)) {
	results := make([]chan T, n)
	for i := range results {
		results[i] = make(chan T, 1)
	}
	begun := make(chan struct{}, ahead)
	go func() {
		for i := range n {
			begun <- struct{}{}
			go func() { results[i] <- work(i) }()
		}
	}()
	for i := range n {
		use(i, <-results[i])
		<-begun
	}
}

// parallel does n pieces of work, shows how far that has come, and hands each result on in its
// order. When the run is interrupted, nothing more is begun.
func parallel[T any](s *session, n, jobs int, work func(i int) *T, use func(*T)) {
	progress := s.report.Progress(n)
	defer progress.Stop()
	inOrder(n, limit(jobs), func(i int) *T {
		defer progress.Step()
		if s.ctx.Err() != nil {
			return nil
		}
		return work(i)
	}, func(_ int, result *T) {
		if result != nil {
			use(result)
		}
	})
}

// summary counts what a run has done with the files of directories. Files of
// the same state on the command line count as well.
type summary struct {
	mutex sync.Mutex

	Converted int `json:"converted"`
	UpToDate  int `json:"up_to_date"`
	OutOfDate int `json:"out_of_date"`
	Missing   int `json:"missing"`
	Equal     int `json:"equal"`
	Different int `json:"different"`
	Errors    int `json:"errors"`
	// Left are the files without an error that are not written, because another
	// file of their module has one or the run was interrupted.
	Left int `json:"left"`
	// Alone are the files that have no twin to be compared with.
	Alone int `json:"alone"`
	// Unclear are the files in directories that are HCL in a language that
	// their names do not say.
	Unclear int `json:"unclear"`
	// Edited, Unchanged and ToEdit are what has become of the files that are edited:
	// the last would be changed, but are not written.
	Edited    int `json:"edited,omitempty"`
	Unchanged int `json:"unchanged,omitempty"`
	ToEdit    int `json:"to_edit,omitempty"`
}

func (s *summary) add(change func(*summary)) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	change(s)
}

// count is a number, and what it counts.
type count struct {
	n      int
	format string
}

func (s *summary) counts() []count {
	return []count{
		{s.Edited, "%d edited"},
		{s.ToEdit, "%d to be edited"},
		{s.Unchanged, "%d unchanged"},
		{s.Converted, "%d converted"},
		{s.UpToDate, "%d up to date"},
		{s.OutOfDate, "%d out of date"},
		{s.Missing, "%d missing"},
		{s.Equal, "%d equal"},
		{s.Different, "%d different"},
		{s.Errors, "%d with errors"},
		{s.Left, "%d left as they were"},
		{s.Alone, "%d without a twin"},
		{s.Unclear, "%d in no clear language left out"},
	}
}

// String is one line.
func (s *summary) String() string {
	var parts []string
	for _, count := range s.counts() {
		if count.n > 0 {
			parts = append(parts, fmt.Sprintf(count.format, count.n))
		}
	}
	return fmt.Sprintf("%s: %s\n", counted(s.total(), "file"), strings.Join(parts, ", "))
}

func (s *summary) total() (n int) {
	for _, count := range s.counts() {
		n += count.n
	}
	return n
}

// counted is a number of things.
func counted(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	if strings.HasSuffix(thing, "s") {
		thing += "e"
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
