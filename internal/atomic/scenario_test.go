//go:build darwin || freebsd || linux || netbsd || openbsd

package atomic

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// scenario is one use of Commit.
type scenario struct {
	name    string
	files   map[string]string // content or, after "-> ", what the link leads to
	changes []Change

	noLinks, noSymlinks, noLocks, noExchange bool

	prefers bool // the product takes one of two names
}

func replaceChange(dir, name string) Change {
	return Change{
		Path:         filepath.Join(dir, name+".tf.json"),
		Content:      fmt.Appendf(nil, "{\"def\": %q}\n", name),
		Mode:         0o640,
		Replaces:     filepath.Join(dir, name+".tf"),
		Idle:         []byte("{}\n"),
		ReplacedIdle: []byte{},
	}
}

// preferredChange is for a product that takes one name and never looks at the other.
func preferredChange(dir, name string) Change {
	change := replaceChange(dir, name)
	change.Idle, change.ReplacedIdle = nil, nil
	return change
}

// backwards is from JSON to native syntax.
func backwards(change Change) Change {
	name := strings.TrimSuffix(filepath.Base(change.Replaces), ".tf")
	change.Path, change.Replaces = change.Replaces, change.Path
	change.Content = []byte("def " + name + "\n")
	return change
}

var scenarios = []scenario{
	{
		name:    "preferred",
		files:   map[string]string{"m/a.tf": "def a\n", "m/b.tf": "-> ../shared/b", "shared/b": "def b\n"},
		changes: []Change{preferredChange("m", "a"), preferredChange("m", "b")},
		prefers: true,
	},
	{
		name:    "preferred backwards",
		files:   map[string]string{"m/a.tf.json": `{"def": "a"}`, "m/b.tf.json": `{"def": "b"}`},
		changes: []Change{backwards(preferredChange("m", "a")), backwards(preferredChange("m", "b"))},
		prefers: true,
	},
	{
		name:    "preferred, no hard links",
		files:   map[string]string{"m/a.tf": "def a\n"},
		changes: []Change{preferredChange("m", "a")},
		noLinks: true, prefers: true,
	},
	{
		name:       "preferred, no symbolic links",
		files:      map[string]string{"m/a.tf": "def a\n"},
		changes:    []Change{preferredChange("m", "a")},
		noSymlinks: true, prefers: true,
	},
	{
		name:    "one",
		files:   map[string]string{"m/a.tf": "def a\n"},
		changes: []Change{replaceChange("m", "a")},
	},
	{
		name: "module",
		files: map[string]string{"m/a.tf": "def a\n", "m/b.tf": "def b\n", "m/b.tf.json": `{"def": "b"}`,
			"m/c.tf": "-> ../shared/c", "shared/c": "def c\n", "m/d.tf": "def d\n"},
		changes: []Change{replaceChange("m", "a"), replaceChange("m", "b"), replaceChange("m", "c")},
	},
	{
		name:  "directories",
		files: map[string]string{"m/a.tf": "def a\n", "n/b.tf": "def b\n", "out/x": "old"},
		changes: []Change{replaceChange("m", "a"), {Path: "out/x", Content: []byte("new"), Mode: 0o600},
			replaceChange("n", "b")},
	},
	{
		name:  "writes",
		files: map[string]string{"out/x": "old", "out/y": "-> ../z", "z": "old", "out/v": "-> w"},
		changes: []Change{
			{Path: "out/x", Content: []byte("new"), Mode: 0o600},
			{Path: "out/y", Content: []byte("new"), Mode: 0o666},
			{Path: "out/v", Content: []byte("new"), Mode: 0o444},
			{Path: "deep/er/x", Content: []byte("new"), Mode: 0o644},
		},
	},
	{
		name:  "no hard links",
		files: map[string]string{"m/a.tf": "def a\n", "m/b.tf": "def b\n", "m/b.tf.json": `{"def": "b"}`, "out/x": "old"},
		changes: []Change{replaceChange("m", "a"), replaceChange("m", "b"),
			{Path: "out/x", Content: []byte("new"), Mode: 0o600}},
		noLinks: true,
	},
	{
		name: "no symbolic links",
		files: map[string]string{"m/a.tf": "def a\n", "m/b.tf": "def b\n", "m/b.tf.json": `{"def": "b"}`,
			"out/x": "old"},
		changes: []Change{replaceChange("m", "a"), replaceChange("m", "b"),
			{Path: "out/x", Content: []byte("new"), Mode: 0o600}},
		noSymlinks: true,
	},
	{
		name:    "no links",
		files:   map[string]string{"m/a.tf": "def a\n", "m/b.tf": "def b\n"},
		changes: []Change{replaceChange("m", "a"), replaceChange("m", "b")},
		noLinks: true, noSymlinks: true,
	},
	{
		name:       "no exchange",
		files:      map[string]string{"m/a.tf": "def a\n", "m/b.tf": "def b\n", "m/b.tf.json": `{"def": "b"}`},
		changes:    []Change{replaceChange("m", "a"), replaceChange("m", "b")},
		noExchange: true,
	},
	{
		name:    "no locks",
		files:   map[string]string{"m/a.tf": "def a\n", "m/b.tf": "def b\n"},
		changes: []Change{replaceChange("m", "a"), replaceChange("m", "b")},
		noLocks: true,
	},
}

// trial is a scenario in a directory of its own.
type trial struct {
	*scenario
	t        *testing.T
	root     string
	changes  []Change
	old, new map[string]string // states
	inodes   map[string]string // the old state with them
	views    map[string][2]string
	flipped  map[string]bool
}

func (s *scenario) system() *faulty {
	return &faulty{noLinks: s.noLinks, noSymlinks: s.noSymlinks, noLocks: s.noLocks, noExchange: s.noExchange}
}

// switches reports whether the files are replaced in one moment.
func (s *scenario) switches() bool { return !s.noSymlinks && !s.noLocks }

// start lays the files of s. What the changes lead to is taken from a run in
// which nothing fails.
func (s *scenario) start(t *testing.T, model *trial) *trial {
	t.Helper()
	root, err := os.MkdirTemp(fastTempDir(t), "")
	if err != nil {
		t.Fatal(err)
	}
	tr := &trial{scenario: s, t: t, root: root, flipped: make(map[string]bool)}
	for _, name := range slices.Sorted(maps.Keys(s.files)) {
		path := filepath.Join(root, name)
		must(t, os.MkdirAll(filepath.Dir(path), 0o755))
		if link, ok := strings.CutPrefix(s.files[name], "-> "); ok {
			must(t, os.Symlink(link, path))
			continue
		}
		must(t, os.WriteFile(path, []byte(s.files[name]), 0o444))
	}
	for _, change := range s.changes {
		change.Path = filepath.Join(root, change.Path)
		if change.Replaces != "" {
			change.Replaces = filepath.Join(root, change.Replaces)
		}
		tr.changes = append(tr.changes, change)
	}
	tr.inodes = tr.state(true)
	if model != nil {
		tr.old, tr.new, tr.views = model.old, model.new, model.views
		return tr
	}
	tr.old = tr.state(false)

	tr.views = make(map[string][2]string)
	for _, dir := range tr.dirs() {
		tr.views[dir] = [2]string{0: tr.view(dir)}
	}
	must(t, commit(s.system(), tr.changes))
	for dir, views := range tr.views {
		views[1] = tr.view(dir)
		tr.views[dir] = views
	}
	tr.new = tr.state(false)
	return tr
}

// dirs are the directories in which files replace others.
func (tr *trial) dirs() []string {
	var dirs []string
	for _, change := range tr.scenario.changes {
		if dir := filepath.Dir(change.Path); change.Replaces != "" && !slices.Contains(dirs, dir) {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

// state describes all files below the root. With inodes, it tells a file from
// a copy of it.
func (tr *trial) state(inodes bool) map[string]string {
	tr.t.Helper()
	state := make(map[string]string)
	must(tr.t, filepath.WalkDir(tr.root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		text := info.Mode().String()
		switch {
		case info.Mode()&fs.ModeSymlink != 0:
			link, err := os.Readlink(path)
			if err != nil {
				return err
			}
			text += " " + link
		case info.Mode().IsRegular():
			content, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			text += " " + string(content)
			if inodes && !tr.noLinks {
				text += fmt.Sprint(info.Sys().(*syscall.Stat_t).Ino)
			}
		}
		name, err := filepath.Rel(tr.root, path)
		state[name] = text
		return err
	}))
	return state
}

// view is what a product reads from a directory: each definition, and the
// syntax of the file that it is in.
func (tr *trial) view(dir string) string {
	tr.t.Helper()
	if tr.prefers {
		return tr.preferredView(dir)
	}
	return view(tr.t, filepath.Join(tr.root, dir))
}

// preferredView is what a product reads that takes the first name that is there,
// in whichever order it looks. It opens no other.
func (tr *trial) preferredView(dir string) string {
	tr.t.Helper()
	var views []string
	for _, order := range [][]string{{".tf", ".tf.json"}, {".tf.json", ".tf"}} {
		var found []string
		for _, change := range tr.scenario.changes {
			name, _, _ := strings.Cut(filepath.Base(change.Path), ".")
			for _, ending := range order {
				path := filepath.Join(tr.root, dir, name+ending)
				if _, err := os.Stat(path); err != nil {
					continue
				}
				content, err := os.ReadFile(path)
				must(tr.t, err)
				found = append(found, definitions(tr.t, path, content)...)
				break
			}
		}
		views = append(views, strings.Join(found, ", "))
	}
	if views[0] != views[1] && tr.switches() {
		tr.t.Errorf("%s: %q, in the other order %q", dir, views[0], views[1])
	}
	return views[0]
}

func view(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	must(t, err)
	var found []string
	for _, entry := range entries {
		name := entry.Name()
		if strings.HasPrefix(name, ".") || entry.IsDir() ||
			!strings.HasSuffix(name, ".tf") && !strings.HasSuffix(name, ".tf.json") {
			continue
		}
		content, err := os.ReadFile(filepath.Join(dir, name))
		must(t, err)
		found = append(found, definitions(t, name, content)...)
	}
	slices.Sort(found)
	return strings.Join(found, ", ")
}

// definitions is what a file says.
func definitions(t *testing.T, name string, content []byte) []string {
	t.Helper()
	switch text := strings.TrimSpace(string(content)); {
	case strings.HasSuffix(name, ".tf") && text == "", strings.HasSuffix(name, ".json") && text == "{}":
	case strings.HasSuffix(name, ".tf") && strings.HasPrefix(text, "def "):
		return []string{strings.TrimPrefix(text, "def ") + " native"}
	case strings.HasSuffix(name, ".json") && strings.HasPrefix(text, `{"def": "`):
		return []string{strings.TrimSuffix(strings.TrimPrefix(text, `{"def": "`), `"}`) + " JSON"}
	default:
		t.Errorf("%s cannot be read: %q", name, content)
	}
	return nil
}

// check makes sure that a product finds what was there or what will be, and
// does not go back.
func (tr *trial) check(when string) {
	tr.t.Helper()
	for dir, views := range tr.views {
		got := tr.view(dir)
		switch {
		case !tr.switches():
			for _, change := range tr.scenario.changes {
				name, _, _ := strings.Cut(filepath.Base(change.Path), ".")
				if filepath.Dir(change.Path) == dir && !strings.Contains(got, name+" ") {
					tr.t.Errorf("%s: %s holds %q", when, dir, got)
				}
			}
		case got == views[1]:
			tr.flipped[dir] = true
		case got != views[0], tr.flipped[dir]:
			tr.t.Errorf("%s: %s holds %q (old %q, new %q)", when, dir, got, views[0], views[1])
		}
	}
	for _, change := range tr.changes {
		if change.Replaces != "" {
			continue
		}
		content, err := os.ReadFile(change.Path)
		if text := string(content); err == nil && text != "old" && text != "new" {
			tr.t.Errorf("%s: %s holds %q", when, change.Path, text)
		}
	}
}

// diff returns what is not as in want.
func diff(got, want map[string]string) string {
	var lines []string
	for name, text := range want {
		if got[name] != text {
			lines = append(lines, fmt.Sprintf("%s is %q, not %q", name, got[name], text))
		}
	}
	for name, text := range got {
		if _, ok := want[name]; !ok {
			lines = append(lines, fmt.Sprintf("%s is left: %q", name, text))
		}
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// fastTempDir is in memory where the system has such a place: the tests sync
// thousands of files.
func fastTempDir(t *testing.T) string {
	dir, err := os.MkdirTemp("/dev/shm", "hcljson")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}
