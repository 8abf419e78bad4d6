//go:build darwin || freebsd || linux || netbsd || openbsd

package atomic

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/hcljson/hcljson/internal/tree"
)

const definition = "the one definition"

// defined counts how often a product finds the definition in a directory.
func defined(t *testing.T, p product, dir string) int {
	t.Helper()
	files, err := p.load(dir)
	if err != nil {
		t.Errorf("%s: %v", p.Name, err)
	}
	count := 0
	for _, f := range files {
		count += bytes.Count(f.Content, []byte(definition))
	}
	return count
}

// standIn is what the command allows at a path for a moment.
func standIn(path string) []byte {
	if !tree.StandIn(filepath.Base(path)) {
		return nil
	}
	if filepath.Ext(path) == ".json" {
		return []byte("{}\n")
	}
	return []byte{}
}

// Every product finds exactly one definition before each step of a switch, in
// either direction, and after a crash at each of them, until it is recovered from.
func TestProducts(t *testing.T) {
	for _, p := range products {
		for _, names := range [][2]string{{p.Native, p.JSON}, {p.JSON, p.Native}} {
			t.Run(p.Name+" to "+names[1], func(t *testing.T) {
				crashed := true
				for at := 1; crashed && !t.Failed(); at++ {
					dir := fastTempDir(t)
					from, to := filepath.Join(dir, names[0]), filepath.Join(dir, names[1])
					must(t, os.WriteFile(from, []byte(definition), 0o644))
					change := Change{
						Path: to, Content: []byte(definition), Mode: 0o644,
						Replaces: from, Idle: standIn(to), ReplacedIdle: standIn(from),
					}
					once := func(op, path string) {
						if n := defined(t, p, dir); n != 1 {
							t.Errorf("before %s %s, %s finds %d definitions", op, path, p.Name, n)
						}
					}
					sys := &faulty{at: at}
					// Before earlier steps, all is as when one of those was the last.
					sys.before = func(op, path string) {
						if sys.fired || sys.steps+1 >= sys.at {
							once(op, path)
						}
					}
					crashed = !survives(t, func() { must(t, commit(sys, []Change{change})) })
					once("the", "next run")
					again := &faulty{before: once}
					if _, err := recoverDir(again, dir); err != nil {
						t.Error(err)
					}
					once("the", "end")
				}
			})
		}
	}
}
