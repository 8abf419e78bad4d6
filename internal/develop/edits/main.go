// Package edits measures how many lines an edit changes. It edits files of public repositories as
// JSON, like several kinds of programs, and compares the number of changed lines with the necessary
// number. Rules that are independent of package patch make the same edit in the text; the check
// confirms that both edits are equal.
//
//	go run . edits DIR
//
// DIR contains repositories in directories. Files that are not formatted are skipped.
package edits

import (
	"bytes"
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/hcljson/hcljson/internal/develop/measure"
	"github.com/hcljson/hcljson/internal/language/dialects"
)

// Main is the program; see package main.
func Main() {
	m := newEditor()
	files := flag.Int("files", 500, "how many files are edited")
	flag.StringVar(&m.keep, "keep", "", "write what fails into this directory")
	flag.StringVar(&m.all, "results", "",
		"write all results into this directory, for \"terraform fmt -check -recursive\"")
	flag.IntVar(&m.shown, "show", 20, "how many failures are listed")
	measure.Main("DIR", 1, func(out io.Writer, args []string) (bool, error) {
		if path, err := exec.LookPath("jq"); err == nil {
			m.programs[0] = program{"jq", throughJQ(path)}
		}
		err := m.run(args[0], *files, out)
		return !m.failed(), err
	})
}

// editor makes the edits of a run and counts the results.
type editor struct {
	programs []program
	keep     string
	all      string
	shown    int

	lock    sync.Mutex
	counts  map[through]*count
	repos   map[string]int
	results []result
}

func newEditor() *editor {
	return &editor{
		programs: []program{{"keeps order", inOrder}, {"sorts keys", forgetful}}, shown: 20,
		counts: map[through]*count{}, repos: map[string]int{},
	}
}

// through is a kind of edits that a program makes.
type through struct{ kind, program string }

// count contains the numbers of edits, of necessary and actual changed lines, and of edits with
// each fault.
type count [7]int

const (
	edits = iota
	least
	changed
	more
	errors
	unequal
)

// result is an incorrect edit.
type result struct {
	path, kind, program, why string
	least, changed           int
}

func (m *editor) run(dir string, files int, out io.Writer) error {
	chosen, err := choose(dir)
	if err != nil {
		return err
	}
	begin := time.Now()
	var done atomic.Int64
	measure.Each(func(emit func(string)) {
		for _, path := range chosen {
			if int(done.Load()) < files {
				emit(path)
			}
		}
	}, func(path string) {
		if m.file(dir, path) {
			done.Add(1)
		}
	})
	fmt.Fprintf(out, "%d files of %d repositories in %s\n", done.Load(), len(m.repos),
		time.Since(begin).Round(time.Second))
	m.report(out)
	return nil
}

// choose returns the files of a directory in an order that takes them from all
// repositories alike.
func choose(dir string) ([]string, error) {
	repos, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var lists [][]string
	for _, repo := range repos {
		var list []string
		err := measure.Files(filepath.Join(dir, repo.Name()), measure.Ending(".tf"), func(path string, _ []byte) error {
			list = append(list, path)
			return nil
		})
		if err != nil {
			return nil, err
		}
		slices.SortFunc(list, func(a, b string) int { return cmp.Or(cmp.Compare(hash(a), hash(b)), cmp.Compare(a, b)) })
		lists = append(lists, list)
	}
	var chosen []string
	for i := 0; ; i++ {
		more := false
		for _, list := range lists {
			if i < len(list) {
				chosen = append(chosen, list[i])
				more = true
			}
		}
		if !more {
			return chosen, nil
		}
	}
}

// file makes the edits of a file, and reports whether there is any.
func (m *editor) file(dir, path string) bool {
	src, err := os.ReadFile(path)
	if err != nil || len(src) > 1<<20 {
		return false
	}
	language, err := dialects.ForFile(path, dialects.Options{})
	if err != nil {
		return false
	}
	s := newSubject(path, src, language.Dialect)
	if s == nil {
		return false
	}
	any := false
	for _, kind := range kinds {
		e := s.choose(kind)
		if e == nil {
			continue
		}
		any = any || kind != nothing
		for _, program := range m.programs {
			m.add(s, e, program)
		}
	}
	if rel, err := filepath.Rel(dir, path); err == nil && any {
		repo, _, _ := strings.Cut(rel, string(filepath.Separator))
		m.lock.Lock()
		m.repos[repo]++
		m.lock.Unlock()
	}
	return any
}

// add makes an edit and counts its result.
func (m *editor) add(s *subject, e *edit, p program) {
	o := s.through(e, p)
	m.lock.Lock()
	defer m.lock.Unlock()
	c := measure.At(m.counts, through{e.kind, p.name})
	c[edits]++
	if m.all != "" && o.got != nil {
		dir := filepath.Join(m.all, fmt.Sprintf("%016x", hash(s.path)))
		_ = os.MkdirAll(dir, 0o755)
		_ = os.WriteFile(filepath.Join(dir, "main.tf"), s.src, 0o644)
		_ = os.WriteFile(filepath.Join(dir, strings.ReplaceAll(e.kind+" "+p.name, " ", "_")+".tf"), o.got, 0o644)
	}
	switch o.fault {
	case faultError:
		c[errors]++
	case faultUnequal:
		c[unequal]++
	}
	if o.fault != faultError {
		c[least] += o.least
		c[changed] += o.changed
		if o.changed > o.least {
			c[more]++
		}
	}
	if o.fault == none && o.changed <= o.least {
		return
	}
	why := o.why
	if o.fault == none {
		why = fmt.Sprintf("%d lines instead of %d", o.changed, o.least)
	}
	r := result{path: s.path, kind: e.kind, program: p.name, why: why, least: o.least, changed: o.changed}
	m.results = append(m.results, r)
	m.write(len(m.results), s, e, p, o, why)
}

// write keeps a failure.
func (m *editor) write(n int, s *subject, e *edit, p program, o outcome, why string) {
	if m.keep == "" {
		return
	}
	dir := filepath.Join(m.keep, fmt.Sprintf("%04d", n))
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return
	}
	put := func(name string, text []byte) { _ = os.WriteFile(filepath.Join(dir, name), text, 0o644) }
	path, _ := json.Marshal(e.path)
	put("main.tf", s.src)
	put("edited.tf.json", o.edited)
	put("want.tf", s.best(e))
	put("got.tf", o.got)
	put("why", fmt.Appendf(nil, "%s\n%s, %s\n%s\n%s\n", s.path, e.kind, p.name, path, why))
}

func (m *editor) report(out io.Writer) {
	const format = "%-24s %-12s %6v %7v %8v %6v %6v %7v %8v\n"
	fmt.Fprintf(out, format,
		"edit", "program", "edits", "least", "changed", "ratio", "more", "errors", "unequal")
	line := func(of through, c *count) {
		ratio := fmt.Sprintf("%.3f", float64(c[changed])/float64(max(c[least], 1)))
		fmt.Fprintf(out, format, of.kind, of.program, c[edits], c[least], c[changed], ratio,
			c[more], c[errors], c[unequal])
	}
	for _, of := range slices.SortedFunc(maps.Keys(m.counts), func(a, b through) int {
		first, second := slices.Index(kinds, a.kind), slices.Index(kinds, b.kind)
		return cmp.Or(cmp.Compare(first, second), cmp.Compare(a.program, b.program))
	}) {
		line(of, m.counts[of])
	}
	line(through{kind: "all"}, m.total())
	slices.SortFunc(m.results, func(a, b result) int {
		return cmp.Or(cmp.Compare(b.changed-b.least, a.changed-a.least), strings.Compare(a.path, b.path))
	})
	for _, r := range m.results[:min(m.shown, len(m.results))] {
		fmt.Fprintf(out, "%s: %s (%s): %s\n", r.path, r.kind, r.program, strings.ReplaceAll(r.why, "\n", " "))
	}
}

func (m *editor) total() *count {
	var all count
	for _, c := range m.counts {
		measure.Add(all[:], c[:])
	}
	return &all
}

// failed reports whether the edits fail the limits.
func (m *editor) failed() bool {
	all := m.total()
	return all[errors]+all[unequal] > 0 || float64(all[changed]) > 1.1*float64(all[least])
}

// program makes an edit in a JSON text.
type program struct {
	name string
	edit func(text []byte, e *edit) ([]byte, error)
}

// throughJQ makes the edit with jq.
func throughJQ(path string) func([]byte, *edit) ([]byte, error) {
	return func(text []byte, e *edit) ([]byte, error) {
		args := []string{"--argjson", "path", string(compact(e.path))}
		switch {
		case e.kind == nothing:
			args = append(args, ".")
		case e.set != nil:
			args = append(args, "--argjson", "value", string(compact(e.set)), "setpath($path; $value)")
		case e.add != nil:
			args = append(args, "--argjson", "value", string(compact(e.add)),
				"setpath($path; getpath($path) + [$value])")
		default:
			args = append(args, "delpaths([$path])")
		}
		cmd := exec.Command(path, args...)
		cmd.Stdin = bytes.NewReader(text)
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		out, err := cmd.Output()
		if err != nil {
			err = fmt.Errorf("jq: %w: %s", err, stderr.Bytes())
		}
		return out, err
	}
}
