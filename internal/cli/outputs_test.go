//go:build unix

package cli

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/hcljson/hcljson/internal/atomic"
)

// A link that somebody lays after the place of a file has been found leads nowhere out of
// the tree.
func TestLaterLinks(t *testing.T) {
	for name, change := range map[string]func(*outputs, string) atomic.Change{
		"a conversion": func(out *outputs, target string) atomic.Change {
			place, diag := out.destination(target, 0, nil)
			if diag != nil {
				t.Fatal(diag)
			}
			c := &conversion{source: &source{name: "main.tf", target: target}, converted: []byte("{}\n")}
			return c.change(existing{destination: place}, false)
		},
		"another file": func(out *outputs, target string) atomic.Change {
			there, diag := out.existing(target, 0, nil)
			if diag != nil {
				t.Fatal(diag)
			}
			return there.change([]byte("{}\n"), 0o644)
		},
	} {
		dir := t.TempDir()
		tree, outside := filepath.Join(dir, "tree"), filepath.Join(dir, "outside")
		for _, dir := range []string{filepath.Join(tree, "sub"), outside} {
			if err := os.MkdirAll(dir, 0o755); err != nil {
				t.Fatal(err)
			}
		}
		out := &outputs{session: &session{options: &options{}}, trees: []outputTree{newOutputTree(tree)}}
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
