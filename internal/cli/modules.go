package cli

import (
	"context"
	"path/filepath"
)

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

// dir is the one name of the directory that a source is in; standard input is
// alone.
func (s *source) dir() string {
	if s.stdin {
		return stdinName
	}
	if s.canonicalDir == "" {
		s.canonicalDir = canonicalDir(s.name)
	}
	return s.canonicalDir
}

// canonicalDir returns the one name of the directory that a path is in, however
// the path leads there.
func canonicalDir(path string) string { return oneName(filepath.Dir(path)) }

// oneName returns the one name of a directory.
func oneName(dir string) string {
	if name, err := canonical(filepath.Join(dir, "x")); err == nil {
		return filepath.Dir(name)
	}
	return dir
}

// maxFinishing is how many modules are written at a time, unless the user says
// otherwise: they wait for the disk rather than for the processor.
const maxFinishing = 16

// modules converts modules beside each other and shows the results in their
// order. It returns the exit status.
func (r *run) modules(ctx context.Context, list []*module) int {
	working := make(chan struct{}, r.opts.limit())
	finishing := working
	if r.opts.jobs == 0 {
		finishing = make(chan struct{}, max(maxFinishing, r.opts.limit()))
	}
	total := 0
	for _, m := range list {
		total += len(m.sources)
	}
	progress := r.startProgress(total)
	defer progress.stop()
	status := exitOK
	// What is ready early has to wait for its turn, in memory.
	inOrder(len(list), 4*cap(finishing), func(i int) *outcome {
		return r.module(ctx, list[i], working, finishing, progress)
	}, func(_ int, o *outcome) {
		status = max(status, o.status, o.log.print(r.report))
	})
	return status
}

// outcome is what has become of a piece of work.
type outcome struct {
	log    log
	status int
}

// module converts the sources of one module and puts the results in place.
func (r *run) module(ctx context.Context, m *module, working, finishing chan struct{}, progress *progress) *outcome {
	conversions := make([]*conversion, len(m.sources))
	inOrder(len(m.sources), len(m.sources), func(i int) *conversion {
		working <- struct{}{}
		defer func() { <-working }()
		defer progress.step()
		if ctx.Err() != nil {
			return &conversion{source: m.sources[i], failed: true}
		}
		return r.convert(m.sources[i])
	}, func(i int, c *conversion) {
		conversions[i] = c
	})
	finishing <- struct{}{}
	defer func() { <-finishing }()
	f := &finish{run: r, module: m, conversions: conversions, outcome: &outcome{}}
	f.status = f.do(ctx)
	return f.outcome
}
