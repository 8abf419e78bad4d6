package cli

import (
	"context"
	"os"
	"path/filepath"
	"slices"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/internal/cli/report"
)

// batch is the conversion or edit of all files of a command line.
type batch struct {
	*finder
	out  *outputs
	work func(*source) *conversion
}

func newBatch(f *finder, work func(*source) *conversion) *batch {
	return &batch{finder: f, out: &outputs{languages: f.languages, editing: f.editor != nil}, work: work}
}

// files converts the operands and returns the exit status.
func (b *batch) files(operands []string) int {
	sources := b.find(unique(operands))
	if diag := b.place(sources, len(operands)); diag != nil {
		b.report.Add("", nil, diag)
		return exitError
	}
	if b.opts.writing() && b.editor == nil {
		sources = b.withoutCollisions(sources)
	}
	b.notes(sources)
	if b.opts.writing() {
		// Whoever interrupts finds every module whole.
		b.interruptible()
	}
	status := max(b.status, b.modules(b.ctx, modules(sources, b.opts.replace)))
	switch {
	case b.ctx.Err() == nil || len(sources) == 0:
	case !b.opts.writing():
		b.report.Add("", nil, errInterrupted())
		status = exitError
	default:
		b.report.Add("", nil, b.unfinished(sources[0]))
		status = exitError
	}
	b.summarize()
	return status
}

// place sets the target of each source. Inputs is the number of files that the
// user named, which decides what a new path under -o becomes.
func (b *batch) place(sources []*source, inputs int) *hcl.Diagnostic {
	if b.editor != nil {
		for _, s := range sources {
			if b.opts.write || b.opts.comparing() {
				s.target = s.name
			}
		}
		b.out.findTrees(sources)
		return nil
	}
	output := b.opts.output
	many := inputs > 1 || b.walked
	if output != "" && output != stdoutPath {
		info, err := os.Stat(output)
		switch {
		case err == nil && info.IsDir(), os.IsPathSeparator(output[len(output)-1]), err != nil && many:
			b.out.dir = output
		case many:
			return report.Errorf("Invalid command line",
				"-o %s is a file, but several files are converted; name a directory.", output)
		case !isDir(filepath.Dir(output)):
			return report.Errorf("Cannot write the file", "%s: there is no directory %s.", output, filepath.Dir(output))
		}
	}
	for _, s := range sources {
		switch {
		case b.out.dir != "" && s.name == stdinName:
			return report.Errorf("Invalid command line",
				"Standard input has no file name to use under -o %s; use --stdin-filepath, or name a file.", output)
		case b.out.dir != "":
			s.target = filepath.Join(b.out.dir, filepath.Dir(s.below), filepath.Base(s.file.Twin))
		case output != "" && output != stdoutPath:
			s.target = output
		case b.opts.write || b.opts.replace || b.opts.comparing():
			s.target = s.file.Twin
		}
	}
	b.out.findTrees(sources)
	return nil
}

// withoutCollisions returns the sources whose targets are neither sources nor other
// sources' targets. Links are what leads a target to another place than its own;
// without one it is the command line that is wrong, and nothing is left.
func (b *batch) withoutCollisions(sources []*source) []*source {
	inputs := make(map[string]*source, len(sources))
	refused := make(map[*source]*hcl.Diagnostic)
	for _, s := range sources {
		if s.stdin {
			continue
		}
		path, err := resolve(s.name)
		if err != nil {
			refused[s] = report.Errorf("Cannot read the file", "%s: %s.", s.name, report.Reason(err))
		}
		if inputs[path] == nil || !s.link {
			inputs[path] = s
		}
	}
	writer := make(map[string]*source, len(sources))
	for _, s := range sources {
		follow := resolve
		if b.opts.replace {
			follow = canonical // a link is replaced, not written through
		}
		path, err := follow(s.target)
		if err != nil {
			refused[s] = report.Errorf("Cannot write the file", "%s: %s.", s.target, report.Reason(err))
			continue
		}
		other := writer[path]
		writer[path] = s
		diag := overInput(s, inputs[path])
		if other != nil {
			diag = report.Errorf("Two outputs in the same place",
				"%s and %s would both be written to %s.", other.name, s.name, s.target)
			if isLink(other.target) {
				refused[other] = diag
			}
		}
		switch {
		case diag == nil:
		case isLink(s.target) || other != nil && isLink(other.target):
			refused[s] = diag
		default:
			b.error("", diag)
			return nil
		}
	}
	return slices.DeleteFunc(sources, func(s *source) bool {
		if refused[s] != nil {
			b.fail(s, nil, refused[s])
			b.summary.Errors++
		}
		return refused[s] != nil
	})
}

// overInput is the error that a source would be written over one that is read.
func overInput(s, input *source) *hcl.Diagnostic {
	switch {
	case input == nil:
		return nil
	case input == s:
		return report.Errorf("Output over the input", "%s would be overwritten with its own conversion.", s.name)
	}
	return report.Errorf("Output over an input",
		"%s would be written to %s, which is itself converted. Name one of the two.", s.name, input.name)
}

// unfinished says of an interrupted run how to go on.
func (b *batch) unfinished(first *source) *hcl.Diagnostic {
	command := commandToJSON
	switch {
	case b.editor != nil:
		return report.Errorf("Interrupted", "Files left as they were: %d. The others are edited.", b.summary.Left)
	case first.file.JSON:
		command = commandToHCL
	}
	return report.Errorf("Interrupted",
		"Files left as they were: %d. The same command goes on from here, but for directories it must say what is "+
			"left: hcljson %s.", b.summary.Left, command)
}

// notes shows what the languages say of the names that change, each once.
func (b *batch) notes(sources []*source) {
	if !b.opts.replace {
		return
	}
	shown := map[string]bool{"": true}
	for _, s := range sources {
		if !shown[s.file.Note] {
			b.report.Add(s.name, nil, report.Warningf("The name matters",
				"%s becomes %s. %s", s.name, filepath.Base(s.file.Twin), s.file.Note))
		}
		shown[s.file.Note] = true
	}
}

// module is a set of sources that are written together or not at all: those of
// one directory, as the product reads them together.
type module struct {
	sources []*source
}

// modules groups the sources. When they are replaced, a link and what it leads
// to are in one group.
func modules(sources []*source, replace bool) []*module {
	var result []*module
	groups := map[string]int{}
	group := func(dir string) int {
		if i, ok := groups[dir]; ok {
			return i
		}
		result = append(result, &module{})
		groups[dir] = len(result) - 1
		return len(result) - 1
	}
	for _, s := range sources {
		group(s.dir())
	}
	if replace {
		for _, s := range sources {
			if s.linked == nil {
				continue
			}
			from, to := group(s.dir()), group(s.linked.dir())
			for dir, i := range groups {
				if i == from {
					groups[dir] = to
				}
			}
		}
	}
	for _, s := range sources {
		m := result[group(s.dir())]
		m.sources = append(m.sources, s)
	}
	kept := result[:0]
	for _, m := range result {
		if len(m.sources) > 0 {
			kept = append(kept, m)
		}
	}
	return kept
}

// maxFinishing is how many modules are written at a time, unless the user says
// otherwise: they wait for the disk rather than for the processor.
const maxFinishing = 16

// modules converts modules in parallel and shows the results in their
// order. It returns the exit status.
func (b *batch) modules(ctx context.Context, list []*module) int {
	working := make(chan struct{}, b.opts.limit())
	finishing := working
	if b.opts.jobs == 0 {
		finishing = make(chan struct{}, max(maxFinishing, b.opts.limit()))
	}
	total := 0
	for _, m := range list {
		total += len(m.sources)
	}
	progress := b.report.Progress(total)
	defer progress.Stop()
	status := exitOK
	// What is ready early must wait for its turn, in memory.
	inOrder(len(list), 4*cap(finishing), func(i int) *outcome {
		return b.module(ctx, list[i], working, finishing, progress)
	}, func(_ int, o *outcome) {
		status = max(status, o.status, o.log.Print(b.report))
		for _, r := range o.recovered {
			b.report.Recovered(r)
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

// module converts the sources of one module and puts the results in place.
func (b *batch) module(
	ctx context.Context, m *module, working, finishing chan struct{}, progress *report.Progress,
) *outcome {
	conversions := make([]*conversion, len(m.sources))
	inOrder(len(m.sources), len(m.sources), func(i int) *conversion {
		working <- struct{}{}
		defer func() { <-working }()
		defer progress.Step()
		if ctx.Err() != nil {
			return &conversion{source: m.sources[i], failed: true}
		}
		return b.work(m.sources[i])
	}, func(i int, c *conversion) {
		conversions[i] = c
	})
	finishing <- struct{}{}
	defer func() { <-finishing }()
	f := &finish{batch: b, module: m, conversions: conversions, outcome: &outcome{}}
	f.status = f.do(ctx)
	return f.outcome
}
