package cli

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/internal/atomic"
	"github.com/hcljson/hcljson/internal/cli/report"
)

// writer prints, compares or writes the results of a command line.
type writer struct {
	session *session
	find    *finder
	out     *outputs
	// work processes one file. It must be safe for concurrent use.
	work func(task) *conversion
	// jobs is the number of files that are processed at a time, or 0.
	jobs int
	// together, if not nil, changes the results of a module.
	together func([]*conversion)
	// tree is true if all modules are changed and written together.
	tree bool
}

// all processes all sources, and prints, compares or writes the results. It returns the exit status.
func (w *writer) all(sources []task) int {
	if w.out.options.writing() {
		// An interruption must not leave an incomplete module.
		w.session.interruptible()
	}
	dir := (*source).dir
	switch {
	case w.tree:
		dir = func(*source) string { return "" }
	case w.together != nil:
		dir = (*source).module
	}
	status := max(w.find.status, w.modules(modules(sources, dir)))
	if w.session.ctx.Err() != nil && len(sources) > 0 {
		diag := errInterrupted()
		if w.out.options.writing() {
			diag = w.out.unfinished(sources[0], w.find.summary.Left)
		}
		w.session.report.Add("", nil, diag)
		status = exitError
	}
	w.find.summarize()
	return status
}

// results contains the results of a module.
type results struct {
	*writer
	plan        *plan
	conversions []*conversion
	outcome
}

// finish prints, compares or writes the results of a module.
func (w *writer) finish(conversions []*conversion) *outcome {
	if w.together != nil {
		w.together(conversions)
	}
	r := &results{writer: w, conversions: conversions}
	r.plan = &plan{outputs: w.out, log: &r.log}
	r.status = r.put()
	return &r.outcome
}

func (r *results) put() int {
	failed, broken := 0, false
	for _, c := range r.conversions {
		r.log.Append(&c.log)
		if c.failed {
			failed++
		}
		broken = broken || r.find.broken[c.dir()]
	}
	switch {
	case !r.out.options.writing():
		status := exitOK
		for _, c := range r.conversions {
			status = max(status, r.show(c))
		}
		return status
	case r.session.ctx.Err() != nil:
		r.counts.Left += len(r.conversions)
		return exitError
	case failed > 0 || broken:
		r.leave(failed)
		return exitError
	}
	return r.write()
}

// show prints a conversion, or compares it with its target.
func (r *results) show(c *conversion) int {
	switch {
	case c.failed:
		r.counts.Errors++
		return exitError
	case c.target == "":
		return r.print(c)
	}
	state, diag := r.plan.add(r.target(c), c.home)
	if diag != nil {
		r.log.Add(c.name, nil, diag)
		r.counts.Errors++
		return exitError
	}
	_, same, notSame, none := r.out.counters(&r.counts)
	switch state {
	case upToDate:
		*same++
		return exitOK
	case outdated:
		*notSame++
	case missing:
		*none++
	}
	return exitDiffers
}

// target returns the target of a conversion or edit. A new file gets at most the permissions of its
// source, and a file that replaces its source the same ones.
func (r *results) target(c *conversion) target {
	mode := modeLike(c.info)
	if r.out.options.replace && c.info != nil && c.info.Mode().IsRegular() {
		mode = c.info.Mode().Perm()
	}
	return target{path: c.target, content: c.converted, mode: mode, from: c, accepts: r.out.like(c.source),
		protects: func(old []byte) *hcl.Diagnostic { return r.out.mayReplace(c, old, &r.log) }}
}

// print writes a conversion to standard output, after its source map.
func (r *results) print(c *conversion) int {
	p := newPlan(r.session, r.out.options, &r.log)
	if diag := p.addMap(c.sourceMap, c.info, c.mapName, c.name); diag != nil {
		r.log.Add(c.name, nil, diag)
		r.counts.Errors++
		return exitError
	}
	if p.finish() != exitOK {
		r.counts.Errors++
		return exitError
	}
	r.log.Take(c.converted)
	return exitOK
}

// leave reports that a module with an error was not written.
func (r *results) leave(failed int) {
	left := len(r.conversions) - failed
	r.counts.Errors += failed
	r.counts.Left += left
	if left == 0 {
		return
	}
	what := "the other file"
	if left > 1 {
		what = fmt.Sprintf("%d other files", left)
	}
	r.log.Add(filepath.Dir(r.conversions[0].name), nil, report.Errorf("Module left as it was",
		"Because of the error, %s of the same module will not be written either: the product reads them "+
			"together.", what))
}

// write writes the conversions of a module, all or none. Source maps come first, and the targets of
// links come before the links.
func (r *results) write() int {
	c, diag := r.addAll()
	changes := r.plan.changes
	if diag == nil {
		c, diag = r.out.mayCome(r.conversions)
	}
	maps := newPlan(r.session, r.out.options, &r.log)
	if diag == nil {
		c = r.conversions[0] // a source map requires a single file
		diag = maps.addMap(c.sourceMap, c.info, c.mapName, c.name, c.target)
	}
	if diag != nil {
		return r.none(c, diag)
	}
	r.out.record.add(r.conversions)
	maps.changes = append(maps.changes, changes...)
	err := maps.apply()
	partial := (*atomic.PartialError)(nil)
	if err != nil && !errors.As(err, &partial) {
		return r.none(r.named(err), report.Errorf("Cannot write the file", "%s.", report.PathReason(err)))
	}
	done, status := len(changes), exitOK
	if partial != nil {
		done, status = min(len(partial.Done), done), exitError
		r.log.Add(r.named(err).name, nil, report.Errorf("Written, but not completely", "%s.", err))
	} else {
		r.onlyRemoved(changes)
	}
	written, same, _, _ := r.out.counters(&r.counts)
	left := len(changes) - done
	for _, c := range r.conversions {
		if c.edited {
			*written++
			*same--
			r.recovery(c.name).Edited++
		}
	}
	for _, change := range changes[:done] {
		if slices.ContainsFunc(r.conversions, func(c *conversion) bool { return c.copied && c.target == change.Path }) {
			r.counts.Copied++
			done--
		}
	}
	*written += done
	*same += len(r.conversions) - len(changes)
	r.counts.Left += left
	return status
}

// named returns the conversion of the file in an error, or the first conversion.
func (r *results) named(err error) *conversion {
	if at := (*fs.PathError)(nil); errors.As(err, &at) {
		for _, c := range r.conversions {
			if at.Path == c.name || at.Path == c.target {
				return c
			}
		}
	}
	return r.conversions[0]
}

// onlyRemoved counts, by directory, the removed sources whose result already existed. An interrupted
// run leaves such sources.
func (o *outcome) onlyRemoved(changes []atomic.Change) {
	for _, c := range changes {
		if c.Remove && c.Overwrites != nil && bytes.Equal(c.Overwrites, c.Content) {
			o.recovery(c.Path).Sources++
		}
	}
}

// recovery returns the recovery counts of the directory of a file.
func (o *outcome) recovery(path string) *report.Recovery {
	dir := filepath.Dir(path)
	i := slices.IndexFunc(o.recovered, func(r report.Recovery) bool { return r.Dir == dir })
	if i < 0 {
		i, o.recovered = len(o.recovered), append(o.recovered, report.Recovery{Dir: dir})
	}
	return &o.recovered[i]
}

// none reports an error that prevents the output of a module.
func (r *results) none(c *conversion, diag *hcl.Diagnostic) int {
	r.log.Add(c.name, nil, diag)
	r.leave(1)
	return exitError
}

// addAll adds all conversions to the plan. The target of a link is written before the link, and
// removed after it.
func (r *results) addAll() (at *conversion, diag *hcl.Diagnostic) {
	inOrder := slices.Clone(r.conversions)
	slices.SortStableFunc(inOrder, func(a, b *conversion) int {
		return cmp.Or(a.order-b.order, a.links()-b.links())
	})
	for _, c := range inOrder {
		if _, diag := r.plan.add(r.target(c), c.home); diag != nil {
			return c, diag
		}
	}
	return nil, nil
}

// modules groups the sources by module. A module is written completely or not at all, because the
// product loads the files of a directory together. With --replace, a link is in the module of its
// target. The function module returns the key of a source's module.
func modules(sources []task, module func(*source) string) [][]task {
	var result [][]task
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
		group(module(s.source))
	}
	for _, s := range sources {
		if s.linked == nil {
			continue
		}
		from, to := group(module(s.source)), group(module(s.linked))
		for dir, i := range groups {
			if i == from {
				groups[dir] = to
			}
		}
	}
	for _, s := range sources {
		i := group(module(s.source))
		result[i] = append(result[i], s)
	}
	return slices.DeleteFunc(result, func(module []task) bool { return module == nil })
}

// maxFinishing is the default maximum number of modules written at a time. It may exceed the number
// of processors, because the writes wait for the disk.
const maxFinishing = 16

// modules processes modules in parallel and prints the results in order. It returns the exit status.
func (w *writer) modules(list [][]task) int {
	working := make(chan struct{}, limit(w.jobs))
	finishing := working
	if w.jobs == 0 {
		finishing = make(chan struct{}, max(maxFinishing, limit(w.jobs)))
	}
	total := 0
	for _, m := range list {
		total += len(m)
	}
	progress := w.session.report.Progress(total)
	defer progress.Stop()
	status := exitOK
	// The limit bounds the results in memory that wait for an earlier module.
	inOrder(len(list), 4*cap(finishing), func(i int) *outcome {
		return w.module(list[i], working, finishing, progress)
	}, func(_ int, o *outcome) {
		status = max(status, o.status, o.log.Print(w.session.report))
		w.find.summary.add(&o.counts)
		for _, r := range o.recovered {
			w.session.report.Recovered(r)
		}
	})
	return status
}

// outcome is the result of a task.
type outcome struct {
	log       report.Log
	recovered []report.Recovery
	counts    summary
	// differences is the number of differences between two files.
	differences int
	status      int
}

// module processes the sources of a module and finishes its results.
func (w *writer) module(sources []task, working, finishing chan struct{}, progress *report.Progress) *outcome {
	conversions := make([]*conversion, len(sources))
	inOrder(len(sources), len(sources), func(i int) *conversion {
		working <- struct{}{}
		defer func() { <-working }()
		defer progress.Step()
		if w.session.ctx.Err() != nil {
			return &conversion{task: sources[i], failed: true}
		}
		return w.work(sources[i])
	}, func(i int, c *conversion) {
		conversions[i] = c
	})
	finishing <- struct{}{}
	defer func() { <-finishing }()
	return w.finish(conversions)
}

// limit returns the number of files that are processed at a time: jobs, or the number of processors
// if jobs is 0.
func limit(jobs int) int {
	if jobs > 0 {
		return jobs
	}
	return runtime.GOMAXPROCS(0)
}

// inOrder runs n tasks in parallel and passes the results to use, in order. At most ahead tasks are
// started before their results are used.
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

// parallel runs n tasks in parallel, reports the progress, and passes the results to use, in order.
// After an interruption, it starts no more tasks.
func parallel[T any](s *environment, n, jobs int, work func(i int) *T, use func(*T)) {
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

// summary counts the results of a run over directories. It includes the files of the command line.
type summary struct {
	Converted int `json:"converted"`
	// Copied is the number of files in the target syntax that were copied to another directory.
	Copied    int `json:"copied,omitempty"`
	UpToDate  int `json:"up_to_date"`
	OutOfDate int `json:"out_of_date"`
	Missing   int `json:"missing"`
	Equal     int `json:"equal"`
	Different int `json:"different"`
	Errors    int `json:"errors"`
	// Left is the number of valid files that were not written, because of an error in their module
	// or an interruption.
	Left int `json:"left"`
	// Alone is the number of files without a counterpart.
	Alone int `json:"alone"`
	// Unclear is the number of HCL files in directories whose names do not define a language.
	Unclear int `json:"unclear"`
	// Edited and Unchanged are numbers of edited files. ToEdit is the number of files that the edit
	// would change, but that are not written.
	Edited    int `json:"edited,omitempty"`
	Unchanged int `json:"unchanged,omitempty"`
	ToEdit    int `json:"to_edit,omitempty"`
}

// add adds the counts of another part of the run.
func (s *summary) add(part *summary) {
	more := part.counts()
	for i, count := range s.counts() {
		*count.n += *more[i].n
	}
}

// count is a number and its format.
type count struct {
	n      *int
	format string
}

func (s *summary) counts() []count {
	return []count{
		{&s.Edited, "%d edited"},
		{&s.ToEdit, "%d to be edited"},
		{&s.Unchanged, "%d unchanged"},
		{&s.Converted, "%d converted"},
		{&s.Copied, "%d copied"},
		{&s.UpToDate, "%d up to date"},
		{&s.OutOfDate, "%d out of date"},
		{&s.Missing, "%d missing"},
		{&s.Equal, "%d equal"},
		{&s.Different, "%d different"},
		{&s.Errors, "%d with errors"},
		{&s.Left, "%d left as they were"},
		{&s.Alone, "%d without a twin"},
		{&s.Unclear, "%d in no clear language left out"},
	}
}

// String returns the summary as one line.
func (s *summary) String() string {
	var parts []string
	for _, count := range s.counts() {
		if *count.n > 0 {
			parts = append(parts, fmt.Sprintf(count.format, *count.n))
		}
	}
	return fmt.Sprintf("%s: %s\n", counted(s.total(), "file"), strings.Join(parts, ", "))
}

func (s *summary) total() (n int) {
	for _, count := range s.counts() {
		n += *count.n
	}
	return n
}

// counted returns a number with a noun.
func counted(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	if strings.HasSuffix(thing, "s") {
		thing += "e"
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
