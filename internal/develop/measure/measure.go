// Package measure contains the shared parts of the programs that measure hcljson with
// public files: a command line, a walk over directories, work on all processors, and
// sums of counts.
package measure

import (
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
)

// Main runs a program with at least one and at most this number of arguments (most). The exit status is 1
// for a bad result, and 2 after an error.
func Main(arguments string, most int, run func(out io.Writer, args []string) (good bool, err error)) {
	name := strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe")
	flag.Usage = func() {
		fmt.Fprintf(flag.CommandLine.Output(), "Usage: %s [options] %s\n", name, arguments)
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() == 0 || flag.NArg() > most {
		flag.Usage()
		os.Exit(2)
	}
	good, err := run(os.Stdout, flag.Args())
	if err != nil {
		fmt.Fprintf(os.Stderr, "%s: %s\n", name, err)
		os.Exit(2)
	}
	if !good {
		os.Exit(1)
	}
}

// Files reads the regular files below a directory for whose paths a function returns
// true, in the order of their paths. It skips the directory .git.
func Files(dir string, want func(path string) bool, do func(path string, src []byte) error) error {
	return filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && entry.Name() == ".git":
			return fs.SkipDir
		case !entry.Type().IsRegular() || !want(path):
			return nil
		}
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return do(path, src)
	})
}

// Ending returns a function for Files that selects the paths with an ending.
func Ending(ending string) func(path string) bool {
	return func(path string) bool { return strings.HasSuffix(path, ending) }
}

// Each calls do for the emitted values, on all processors.
func Each[T any](all func(emit func(T)), do func(T)) {
	todo := make(chan T)
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for one := range todo {
				do(one)
			}
		})
	}
	all(func(one T) { todo <- one })
	close(todo)
	workers.Wait()
}

// Lines returns the lines of two texts, without the equal lines at both ends.
func Lines(first, second string) (a, b []string) {
	a, b = slices.Collect(strings.Lines(first)), slices.Collect(strings.Lines(second))
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return a, b
}

// Add adds counts to the counts at the same indexes of another list.
func Add(to, counts []int) {
	for i, n := range counts {
		to[i] += n
	}
}

// At returns the value of a map for a key. A missing key gets a zero value.
func At[K comparable, V any](m map[K]*V, key K) *V {
	if m[key] == nil {
		m[key] = new(V)
	}
	return m[key]
}
