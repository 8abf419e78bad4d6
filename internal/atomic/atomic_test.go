package atomic

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

func put(t *testing.T, path, content string) string {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func read(t *testing.T, path string) string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

func names(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return names
}

func TestCommit(t *testing.T) {
	dir := t.TempDir()
	from := put(t, filepath.Join(dir, "main.tf"), "old")
	other := put(t, filepath.Join(dir, "x"), "old")
	to := filepath.Join(dir, "main.tf.json")
	made := filepath.Join(dir, "a", "b", "y")
	err := Commit([]Change{
		{Path: to, Content: []byte("new"), Mode: 0o666, Replaces: from, Idle: []byte("{}\n")},
		{Path: other, Content: []byte("new x"), Mode: 0o600},
		{Path: made, Content: []byte("new y"), Mode: 0o644},
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := names(t, dir); !slices.Equal(got, []string{"a", "main.tf.json", "x"}) {
		t.Errorf("there are %q", got)
	}
	for path, want := range map[string]string{to: "new", other: "new x", made: "new y"} {
		if got := read(t, path); got != want {
			t.Errorf("%s holds %q", path, got)
		}
	}
	if info, err := os.Stat(to); err != nil || runtime.GOOS != "windows" && info.Mode() != 0o666 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	if Pending(dir) {
		t.Error("there is something left")
	}
	if found, err := Recover(dir); found.Outcome != Nothing || err != nil {
		t.Errorf("recovered %v, %v", found, err)
	}
	if err := Commit(nil); err != nil {
		t.Error(err)
	}
}

func TestRefused(t *testing.T) {
	dir := t.TempDir()
	a := put(t, filepath.Join(dir, "a"), "a")
	sub := filepath.Join(dir, "sub")
	if err := os.Mkdir(sub, 0o755); err != nil {
		t.Fatal(err)
	}
	missing := filepath.Join(dir, "missing")
	tests := map[string]struct {
		changes []Change
		want    error
	}{
		"twice":            {[]Change{{Path: a}, {Path: filepath.Join(sub, "..", "a")}}, errSameFile},
		"written replaced": {[]Change{{Path: a}, {Path: missing, Replaces: a}}, errSameFile},
		"itself":           {[]Change{{Path: a, Replaces: a}}, errSameFile},
		"other directory":  {[]Change{{Path: filepath.Join(sub, "a"), Replaces: a}}, errOtherDir},
		"nothing there":    {[]Change{{Path: a, Replaces: missing}}, fs.ErrNotExist},
		"a directory":      {[]Change{{Path: missing, Replaces: sub}}, errNotRegular},
		"onto a directory": {[]Change{{Path: sub, Replaces: a}}, errNotRegular},
		"over a directory": {[]Change{{Path: sub}}, errNotRegular},
		"below a file":     {[]Change{{Path: filepath.Join(a, "b")}}, nil},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			changes := append([]Change{{Path: filepath.Join(dir, "new", "x"), Mode: 0o644}}, test.changes...)
			err := Commit(changes)
			if err == nil || test.want != nil && !errors.Is(err, test.want) {
				t.Errorf("got %v", err)
			}
			if got := names(t, dir); !slices.Equal(got, []string{"a", "sub"}) || read(t, a) != "a" || len(names(t, sub)) > 0 {
				t.Errorf("there are %q", got)
			}
		})
	}
}

func TestPartialError(t *testing.T) {
	err := error(
		&PartialError{Done: []string{filepath.Join("b", "x"), filepath.Join("a", "y"), filepath.Join("b", "z")},
			Err: fs.ErrPermission})
	if !errors.Is(err, fs.ErrPermission) || !strings.HasPrefix(err.Error(), "the changes in a, b were made, but then: ") {
		t.Error(err)
	}
}
