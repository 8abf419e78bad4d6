package main

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"github.com/hcljson/hcljson/convert/roundtrip"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/dialects"
)

type options struct {
	target string
	// budget is the time that one file has.
	budget time.Duration
	// list names the repositories that are known; with onlyList no others are
	// looked at.
	list     []entry
	onlyList bool
	check    func(filename string, src []byte, d *schema.Dialect, opts roundtrip.Options) roundtrip.Result
}

// maxSize is the size of the largest files that are checked, in bytes.
const maxSize = 5_000_000

// run checks all files under dir. Files with the same content and language
// count once, where they are met first in the order of repositories and paths.
func run(dir string, opts options) (*report, error) {
	w := &walker{
		dir:     dir,
		options: opts,
		jobs:    make(chan job),
		report:  newReport(),
		seen:    map[[sha256.Size]byte]bool{},
	}
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for j := range w.jobs {
				w.report.add(checkInTime(j, opts))
			}
		})
	}
	err := w.walk()
	close(w.jobs)
	workers.Wait()
	w.report.sort()
	return w.report, err
}

type job struct {
	// name is the path below the directory of all repositories, with slashes.
	name, repository string
	src              []byte
	file             dialects.File
}

// walker finds the files, one after the other so that the order is always the
// same.
type walker struct {
	dir string
	options
	jobs   chan job
	report *report
	seen   map[[sha256.Size]byte]bool
}

func (w *walker) walk() error {
	if !w.onlyList {
		return w.walkBelow(w.dir)
	}
	for _, e := range w.list {
		root := filepath.Join(w.dir, filepath.FromSlash(e.name))
		if info, err := os.Stat(root); err != nil || !info.IsDir() {
			w.report.missing = append(w.report.missing, e)
			continue
		}
		w.report.repository(e.name)
		if err := w.walkBelow(root); err != nil {
			return err
		}
	}
	return nil
}

func (w *walker) walkBelow(root string) error {
	return filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(w.dir, path)
		if err != nil {
			return err
		}
		// A hidden directory right below dir is not a repository.
		if entry.IsDir() && (entry.Name() == ".git" || relative != "." && relative == entry.Name() && relative[0] == '.') {
			return fs.SkipDir
		}
		if !entry.Type().IsRegular() {
			return nil
		}
		file, ok := recognise(relative, w.target)
		if !ok {
			return nil
		}
		if info, err := entry.Info(); err != nil || info.Size() > maxSize {
			return err
		}
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		w.add(filepath.ToSlash(relative), src, file)
		return nil
	})
}

func (w *walker) add(name string, src []byte, file dialects.File) {
	repository := w.repositoryOf(name)
	key := sha256.Sum256(fmt.Appendf(nil, "%s %t %s", file.Dialect.Name, file.JSON, src))
	if w.seen[key] {
		w.report.duplicate(repository)
		return
	}
	w.seen[key] = true
	w.jobs <- job{name: name, repository: repository, src: src, file: file}
}

// repositoryOf is the first two elements of a path if the list names them, and
// the first one otherwise.
func (w *walker) repositoryOf(name string) string {
	parts := strings.SplitN(name, "/", 3)
	if len(parts) == 3 {
		for _, e := range w.list {
			if e.name == parts[0]+"/"+parts[1] {
				return e.name
			}
		}
	}
	if len(parts) == 1 {
		return "."
	}
	return parts[0]
}

// recognise finds the language of a file. A file that the target does not read
// is read by the product that does.
func recognise(name, target string) (dialects.File, bool) {
	file, err := dialects.ForFile(name, dialects.Options{Target: target})
	if err != nil {
		file, err = dialects.ForFile(name, dialects.Options{})
	}
	return file, err == nil
}

// checkInTime gives up waiting for a file that takes too long; what checks it
// cannot be stopped.
func checkInTime(j job, opts options) outcome {
	done := make(chan outcome, 1)
	go func() {
		o := outcome{job: j}
		defer func() {
			if p := recover(); p != nil {
				o.failures = []failure{{fault: panicked, detail: fmt.Sprint(p), stack: string(debug.Stack())}}
			}
			done <- o
		}()
		o.take(opts.check(j.name, j.src, j.file.Dialect, roundtrip.Options{}))
	}()
	select {
	case o := <-done:
		return o
	case <-time.After(opts.budget):
		return outcome{job: j, failures: []failure{{fault: slow, detail: fmt.Sprintf("given up after %s", opts.budget)}}}
	}
}
