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

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/dialects"
)

// converter is what is put to the test.
type converter struct {
	toJSON, toHCL convertFunc
}

type convertFunc = func(src []byte, filename string, dialect *schema.Dialect, opts convert.Options) ([]byte, hcl.Diagnostics)

var hcljson = converter{toJSON: convert.ToJSON, toHCL: convert.ToHCL}

type options struct {
	target string
	budget time.Duration
	converter
}

// abandonAfter is how many budgets a whole file gets before it counts as
// hanging. A file needs about a dozen conversions.
const abandonAfter = 20

// run checks all files under dir. Files with the same content and language
// count once.
func run(dir string, opts options) (*report, error) {
	jobs := make(chan job)
	results := newReport()
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for j := range jobs {
				results.add(j.repository, checkInTime(j, opts))
			}
		})
	}
	err := walk(dir, opts, jobs, results)
	close(jobs)
	workers.Wait()
	return results, err
}

type job struct {
	name, repository string
	src              []byte
	file             dialects.File
}

func walk(dir string, opts options, jobs chan<- job, results *report) error {
	seen := map[[sha256.Size]byte]bool{}
	return filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		// A hidden directory right below dir is no repository.
		if entry.IsDir() && (entry.Name() == ".git" || relative != "." && relative == entry.Name() && relative[0] == '.') {
			return fs.SkipDir
		}
		if !entry.Type().IsRegular() {
			return nil
		}
		file, ok := recognise(relative, opts.target)
		if !ok {
			return nil
		}
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		repository, _, inside := strings.Cut(relative, string(filepath.Separator))
		if !inside {
			repository = "."
		}
		key := sha256.Sum256(fmt.Appendf(nil, "%s %t %s", file.Dialect.Name, file.JSON, src))
		if seen[key] {
			results.duplicate(repository)
			return nil
		}
		seen[key] = true
		jobs <- job{name: relative, repository: repository, src: src, file: file}
		return nil
	})
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

// checkInTime gives up waiting for a file that takes too long; what converts it
// cannot be stopped.
func checkInTime(j job, opts options) outcome {
	done := make(chan outcome, 1)
	go func() {
		c := &check{job: j, options: opts, outcome: outcome{path: j.name, json: j.file.JSON}}
		defer func() {
			if p := recover(); p != nil {
				c.fail(panicked, "", fmt.Sprintf("%v\n%s", p, debug.Stack()))
			}
			done <- c.outcome
		}()
		c.run()
	}()
	select {
	case o := <-done:
		return o
	case <-time.After(abandonAfter * opts.budget):
		o := outcome{path: j.name, json: j.file.JSON}
		o.fail(slow, "", fmt.Sprintf("given up after %s", abandonAfter*opts.budget))
		return o
	}
}
