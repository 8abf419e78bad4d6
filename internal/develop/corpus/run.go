package corpus

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/hcljson/hcljson/convert/roundtrip"
	"github.com/hcljson/hcljson/internal/develop/measure"
	"github.com/hcljson/hcljson/schema/dialects"
)

type options struct {
	target string
	// budget is the time that one file has.
	budget time.Duration
	// list contains the known repositories; with onlyList, other directories are skipped.
	list     []entry
	onlyList bool
	// scoreboard is the name of the page, or empty.
	scoreboard string
	check      func(filename string, src []byte, file dialects.File, opts roundtrip.Options) roundtrip.Result
}

// maxSize is the maximum size of files in bytes.
const maxSize = 5_000_000

// run checks all files under dir. Files with the same content and language
// count once, where they are met first in the order of repositories and paths.
func run(dir string, opts options) (*report, error) {
	r := &report{repositories: map[string]*counts{}}
	var err error
	measure.Each(func(emit func(job)) { err = walk(dir, opts, r, emit) },
		func(j job) { r.add(checkInTime(j, opts)) })
	slices.SortFunc(r.outcomes, func(a, b outcome) int { return cmp.Compare(a.name, b.name) })
	return r, err
}

type job struct {
	// name is the path below the directory of all repositories, with slashes.
	name, repository string
	src              []byte
	file             dialects.File
}

// walk emits the files, one after the other so that the order is always the same.
func walk(dir string, opts options, r *report, emit func(job)) error {
	seen := map[[sha256.Size]byte]bool{}
	below := func(root string) error {
		var name string
		var file dialects.File
		return measure.Files(root, func(path string) (ok bool) {
			relative, err := filepath.Rel(dir, path)
			name = filepath.ToSlash(relative)
			// A hidden directory right below dir is not a repository.
			if err != nil || name[0] == '.' && strings.Contains(name, "/") {
				return false
			}
			file, ok = recognise(relative, opts.target)
			return ok
		}, func(_ string, src []byte) error {
			if len(src) > maxSize {
				return nil
			}
			repository := opts.repositoryOf(name)
			key := sha256.Sum256(fmt.Appendf(nil, "%s %t %s", file.Dialect.Name, file.JSON, src))
			if seen[key] {
				r.count(repository, duplicate, 1)
				return nil
			}
			seen[key] = true
			emit(job{name: name, repository: repository, src: src, file: file})
			return nil
		})
	}
	if !opts.onlyList {
		return below(dir)
	}
	for _, e := range opts.list {
		root := filepath.Join(dir, filepath.FromSlash(e.name))
		if info, err := os.Stat(root); err != nil || !info.IsDir() {
			r.missing = append(r.missing, e)
			continue
		}
		r.count(e.name, duplicate, 0)
		if err := below(root); err != nil {
			return err
		}
	}
	return nil
}

// repositoryOf is the first two elements of a path if the list names them, and
// the first one otherwise.
func (o options) repositoryOf(name string) string {
	parts := strings.SplitN(name, "/", 3)
	if len(parts) == 3 {
		for _, e := range o.list {
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
		o.take(opts.check(j.name, j.src, j.file, roundtrip.Options{}))
	}()
	select {
	case o := <-done:
		return o
	case <-time.After(opts.budget):
		return outcome{job: j, failures: []failure{{fault: slow, detail: fmt.Sprintf("given up after %s", opts.budget)}}}
	}
}
