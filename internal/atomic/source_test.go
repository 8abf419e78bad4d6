//go:build darwin || freebsd || linux || netbsd || openbsd

package atomic

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// An edit that comes after the source was read, at whichever step, is neither
// lost nor passed over.
func TestSourceChanged(t *testing.T) {
	edits := map[string]func(path string) error{
		"written to": func(path string) error { return os.WriteFile(path, []byte("edited\n"), 0o644) },
		"another file": func(path string) error {
			if err := os.WriteFile(path+".new", []byte("edited\n"), 0o644); err != nil {
				return err
			}
			return os.Rename(path+".new", path)
		},
	}
	for name, edit := range edits {
		for step := 1; ; step++ {
			dir := fastTempDir(t)
			change := replaceChange(dir, "a")
			change.Source, change.Was = change.Replaces, []byte("def a\n")
			must(t, os.WriteFile(change.Replaces, change.Was, 0o644))
			sys := &faulty{}
			edited, flipped := false, false
			sys.before = func(op, path string) {
				flipped = flipped || op == "rename" && path == filepath.Join(dir, workName, nowName)
				within := op == "rename" && path == change.Replaces // too late for a check
				if sys.steps+1 >= step && !edited && !flipped && !within {
					edited = true
					must(t, edit(change.Replaces))
				}
			}
			err := commit(sys, []Change{change})
			if !edited {
				if err != nil || step < 5 {
					t.Fatal(step, err)
				}
				break
			}
			content, readErr := os.ReadFile(change.Replaces)
			if !errors.Is(err, errChanged) || string(content) != "edited\n" || exists(change.Path) || Pending(dir) {
				t.Errorf("%s at step %d: %v; %q, %v", name, step, err, content, readErr)
			}
		}
	}
}

// What somebody puts at the place of the new file after that was looked at is not
// lost either, whether there was one or not.
func TestTargetChanged(t *testing.T) {
	for name, was := range map[string][]byte{"made": nil, "empty": {}, "other": []byte("def a\n")} {
		for _, sys := range []*faulty{{}, {noSymlinks: true}} {
			dir := fastTempDir(t)
			change := replaceChange(dir, "a")
			change.Source, change.Was, change.Overwrites = change.Replaces, []byte("def a\n"), was
			must(t, os.WriteFile(change.Replaces, change.Was, 0o644))
			must(t, os.WriteFile(change.Path, []byte("edited\n"), 0o644))
			err := commit(sys, []Change{change})
			if !errors.Is(err, errChanged) || !strings.Contains(err.Error(), change.Path) || Pending(dir) ||
				read(t, change.Path) != "edited\n" || read(t, change.Replaces) != "def a\n" {
				t.Errorf("%s: %v", name, err)
			}
			change.Overwrites = []byte("edited\n")
			err = commit(sys, []Change{change})
			if err != nil || read(t, change.Path) != string(change.Content) || exists(change.Replaces) {
				t.Errorf("%s: it is not replaced: %v, no links: %v", name, err, sys.noSymlinks)
			}
		}
	}
}

func TestSourceOfWrite(t *testing.T) {
	dir := fastTempDir(t)
	source := filepath.Join(dir, "a.tf")
	change := Change{Path: filepath.Join(dir, "out", "a.tf.json"), Content: []byte("{}"), Mode: 0o644, Source: source,
		Was: []byte("def a\n")}
	must(t, os.WriteFile(source, []byte("edited\n"), 0o644))
	if err := Commit([]Change{change}); !errors.Is(err, errChanged) || exists(filepath.Dir(change.Path)) {
		t.Error(err)
	}
	must(t, os.WriteFile(source, change.Was, 0o644))
	must(t, os.Mkdir(filepath.Join(dir, workName), 0o755))
	if err := Commit([]Change{change}); err == nil || !strings.Contains(err.Error(), "another hcljson") ||
		exists(change.Path) {
		t.Error(err)
	}
	must(t, os.Remove(filepath.Join(dir, workName)))
	must(t, Commit([]Change{change}))
}

func TestLink(t *testing.T) {
	dir := fastTempDir(t)
	path := filepath.Join(dir, "a")
	must(t, os.WriteFile(path, []byte("copy"), 0o644))
	must(t, Link(path, "../b"))
	if text, err := os.Readlink(path); err != nil || text != "../b" {
		t.Error(text, err)
	}
	must(t, os.MkdirAll(filepath.Join(dir, "full", "x"), 0o755))
	if err := Link(filepath.Join(dir, "full"), "b"); err == nil {
		t.Error("a directory was replaced")
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 2 {
		t.Error(entries)
	}
}
