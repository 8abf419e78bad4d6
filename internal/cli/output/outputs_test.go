//go:build unix

package output

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/hcljson/hcljson/internal/cli/env"
	"github.com/hcljson/hcljson/internal/cli/input"
	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/internal/files/atomic"
)

// TestLaterLinks checks that a symbolic link cannot redirect a write out of the tree, if it is
// created after the path was resolved.
func TestLaterLinks(t *testing.T) {
	add := func(out *Outputs, path string, from *Result) atomic.Change {
		p := &Plan{Outputs: out, Log: new(report.Log)}
		if _, diag := p.Add(Target{Path: path, Content: []byte("{}\n"), Mode: 0o644, from: from}, 0); diag != nil {
			t.Fatal(diag)
		}
		return p.changes[0]
	}
	for name, change := range map[string]func(*Outputs, string) atomic.Change{
		"a conversion": func(out *Outputs, target string) atomic.Change {
			return add(out, target, &Result{Task: Task{Source: &input.Source{Name: "main.tf"}, Target: target}})
		},
		"another file": func(out *Outputs, target string) atomic.Change {
			return add(out, target, nil)
		},
	} {
		dir := t.TempDir()
		tree, outside := filepath.Join(dir, "tree"), filepath.Join(dir, "outside")
		for _, dir := range []string{filepath.Join(tree, "sub"), outside} {
			if err := os.MkdirAll(dir, 0o755); err != nil {
				t.Fatal(err)
			}
		}
		out := &Outputs{Session: &input.Session{Env: &env.Env{Options: &env.Options{}}}, Options: &env.OutputOptions{}, trees: []outputTree{newOutputTree(tree)}}
		made := change(out, filepath.Join(tree, "sub", "main.tf.json"))
		made.Source = "" // is not there
		if err := os.Remove(filepath.Join(tree, "sub")); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(outside, filepath.Join(tree, "sub")); err != nil {
			t.Fatal(err)
		}
		err := atomic.Commit([]atomic.Change{made})
		if found, _ := os.ReadDir(outside); err == nil || len(found) > 0 {
			t.Errorf("%s: %v, %v", name, err, found)
		}
	}
}
