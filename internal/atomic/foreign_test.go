//go:build darwin || freebsd || linux || netbsd || openbsd

package atomic

import (
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// snapshot describes all that is in dirs, without opening anything but files.
func snapshot(t *testing.T, dirs ...string) map[string]string {
	t.Helper()
	found := make(map[string]string)
	for _, dir := range dirs {
		must(t, filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			info, err := entry.Info()
			if err != nil {
				return err
			}
			text := info.Mode().String()
			if info.Mode().IsRegular() {
				text += read(t, path)
			}
			if link, err := os.Readlink(path); err == nil {
				text += link
			}
			found[path] = text
			return nil
		}))
	}
	return found
}

// planted are work directories that no run of this user has left.
var planted = map[string]func(t *testing.T, dir, secrets string){
	"original is a link": func(t *testing.T, dir, secrets string) {
		work := filepath.Join(dir, workName)
		must(t, os.Mkdir(work, 0o755))
		must(t, os.Symlink(secrets, filepath.Join(work, originalName)))
		manifest, err := json.Marshal([][2][]byte{{[]byte("key"), []byte("zz")}})
		must(t, err)
		must(t, os.WriteFile(filepath.Join(work, manifestName), manifest, 0o644))
		must(t, os.Symlink(linkTo("key"), filepath.Join(dir, "key")))
	},
	"lock is a link": func(t *testing.T, dir, secrets string) {
		must(t, os.Mkdir(filepath.Join(dir, workName), 0o755))
		must(t, os.Symlink(filepath.Join(secrets, "made"), filepath.Join(dir, workName, lockName)))
	},
	"lock is a pipe": func(t *testing.T, dir, _ string) {
		must(t, os.Mkdir(filepath.Join(dir, workName), 0o755))
		must(t, syscall.Mkfifo(filepath.Join(dir, workName, lockName), 0o644))
	},
	"lock has another name": func(t *testing.T, dir, _ string) {
		must(t, os.Mkdir(filepath.Join(dir, workName), 0o755))
		secret := filepath.Join(dir, "secret")
		must(t, os.WriteFile(secret, []byte("a secret that is longer than what a lock says"), 0o600))
		must(t, os.Link(secret, filepath.Join(dir, workName, lockName)))
	},
	"manifest is a pipe": func(t *testing.T, dir, _ string) {
		must(t, os.Mkdir(filepath.Join(dir, workName), 0o755))
		must(t, os.WriteFile(filepath.Join(dir, workName, lockName), nil, 0o644))
		must(t, syscall.Mkfifo(filepath.Join(dir, workName, manifestName), 0o644))
	},
	"a pipe": func(t *testing.T, dir, _ string) {
		must(t, syscall.Mkfifo(filepath.Join(dir, workName), 0o644))
	},
	"a link": func(t *testing.T, dir, secrets string) {
		must(t, os.Symlink(secrets, filepath.Join(dir, workName)))
	},
	"with a lock, but of nobody": func(t *testing.T, dir, _ string) {
		must(t, os.MkdirAll(filepath.Join(dir, workName, afterName), 0o755))
		must(t, os.WriteFile(filepath.Join(dir, workName, lockName), nil, 0o644))
	},
	"from elsewhere": func(t *testing.T, dir, _ string) {
		other := module(t)
		cutOff(t, other, "rename", filepath.Join(workName, nowName))
		must(t, os.RemoveAll(dir))
		must(t, os.Rename(other, dir))
	},
	"a copy": func(t *testing.T, dir, _ string) {
		cutOff(t, dir, "rename", filepath.Join(workName, nowName))
		work := filepath.Join(dir, workName)
		must(t, os.Rename(work, work+"-0"))
		must(t, os.CopyFS(filepath.Join(dir, "copy"), os.DirFS(work+"-0")))
		must(t, os.Rename(filepath.Join(dir, "copy"), work))
	},
	"without the journal": func(t *testing.T, dir, _ string) {
		cutOff(t, dir, "rename", filepath.Join(workName, nowName))
		must(t, os.Remove(entryOf(t, dir)))
	},
	"a link in it since": func(t *testing.T, dir, secrets string) {
		cutOff(t, dir, "rename", filepath.Join(workName, nowName))
		must(t, os.RemoveAll(filepath.Join(dir, workName, originalName)))
		must(t, os.Symlink(secrets, filepath.Join(dir, workName, originalName)))
	},
	"a link among the files since": func(t *testing.T, dir, secrets string) {
		cutOff(t, dir, "rename", filepath.Join(workName, nowName))
		path := filepath.Join(dir, workName, originalName, "a.tf")
		must(t, os.Remove(path))
		must(t, os.Symlink(filepath.Join(secrets, "key"), path))
	},
	"others can write to it": func(t *testing.T, dir, _ string) {
		cutOff(t, dir, "rename", filepath.Join(workName, nowName))
		must(t, os.Chmod(filepath.Join(dir, workName), 0o777))
	},
	"others can write to the originals": func(t *testing.T, dir, _ string) {
		cutOff(t, dir, "rename", filepath.Join(workName, nowName))
		must(t, os.Chmod(filepath.Join(dir, workName, originalName), 0o777))
	},
	"others can write to the manifest": func(t *testing.T, dir, _ string) {
		cutOff(t, dir, "rename", filepath.Join(workName, nowName))
		must(t, os.Chmod(filepath.Join(dir, workName, manifestName), 0o666))
	},
	"a directory among the files since": func(t *testing.T, dir, _ string) {
		cutOff(t, dir, "rename", filepath.Join(workName, nowName))
		must(t, os.Mkdir(filepath.Join(dir, workName, originalName, "more"), 0o700))
	},
	"a new file that is a directory": func(t *testing.T, dir, _ string) {
		cutOff(t, dir, "rename", filepath.Join(workName, nowName))
		must(t, os.Mkdir(filepath.Join(dir, workName, newName), 0o700))
	},
	"a file of another name since": func(t *testing.T, dir, _ string) {
		cutOff(t, dir, "rename", filepath.Join(workName, nowName))
		put(t, filepath.Join(dir, workName, "notes"), "mine")
	},
	"now leads elsewhere": func(t *testing.T, dir, secrets string) {
		cutOff(t, dir, "rename", filepath.Join(workName, nowName))
		now := filepath.Join(dir, workName, nowName)
		must(t, os.Remove(now))
		must(t, os.Symlink(secrets, now))
	},
}

// What somebody else has left, or a repository holds, is reported and not touched.
func TestForeign(t *testing.T) {
	for name, plant := range planted {
		t.Run(name, func(t *testing.T) {
			dir, secrets := module(t), t.TempDir()
			put(t, filepath.Join(secrets, "key"), "secret")
			plant(t, dir, secrets)
			before := snapshot(t, dir, secrets)
			unchanged := func(when string) {
				t.Helper()
				if text := diff(snapshot(t, dir, secrets), before); text != "" {
					t.Errorf("after %s:\n%s", when, text)
				}
			}
			recovery, err := Recover(dir)
			if recovery.Outcome != Foreign || !strings.Contains(recovery.Reason, "not touched") || err != nil {
				t.Error(recovery, err)
			}
			unchanged("recovering")
			err = Commit([]Change{replaceChange(dir, "a")})
			if foreign := (*ForeignError)(nil); !errors.As(err, &foreign) {
				t.Error(err)
			}
			unchanged("replacing")
			if Pending(dir) {
				t.Error("a run of this user's is said to be pending")
			}

			other := filepath.Join(dir, "other.tf.json")
			must(t, Commit([]Change{{Path: other, Content: []byte("{}"), Mode: 0o644}}))
			must(t, os.Remove(other))
			unchanged("writing")
			through := filepath.Join(dir, "through.tf.json")
			must(t, os.Symlink(linkTo("key"), through))
			if err := Commit([]Change{{Path: through, Content: []byte("{}"), Mode: 0o644}}); err == nil {
				t.Error("a file was written through the work directory")
			}
			must(t, os.Remove(through))
			unchanged("writing through it")
		})
	}
}

// Without a place that is the user's alone there is no journal, and so no switch.
func TestNoJournal(t *testing.T) {
	for name, state := range map[string]func(t *testing.T) string{
		"others can write to it": func(t *testing.T) string {
			dir := t.TempDir()
			must(t, os.Mkdir(filepath.Join(dir, "hcljson"), 0o700))
			must(t, os.Chmod(filepath.Join(dir, "hcljson"), 0o777))
			return dir
		},
		"a link": func(t *testing.T) string {
			dir := t.TempDir()
			must(t, os.Symlink(t.TempDir(), filepath.Join(dir, "hcljson")))
			return dir
		},
		"a file": func(t *testing.T) string { return put(t, filepath.Join(t.TempDir(), "file"), "") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("XDG_STATE_HOME", state(t))
			dir := module(t)
			sys := &faulty{}
			sys.before = func(op, path string) {
				if op == "symlink" {
					t.Errorf("%s %s", op, path)
				}
			}
			must(t, commit(sys, turn(dir)))
			if got := view(t, dir); got != jsonView || exists(filepath.Join(dir, workName)) {
				t.Error(got)
			}
		})
	}
}

// The entry of the journal is there before anything but the lock is.
func TestJournalFirst(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	dir := module(t)
	state, err := stateDir()
	must(t, err)
	work := filepath.Join(dir, workName)
	files := snapshot(t, dir)
	sys := &faulty{}
	met := false
	sys.before = func(string, string) {
		if met = met || exists(work) && exists(entryOf(t, dir)) && !sys.dirty[state]; met {
			return
		}
		now := snapshot(t, dir)
		maps.DeleteFunc(now, func(path, _ string) bool {
			return path == work || path == filepath.Join(work, lockName)
		})
		if text := diff(now, files); text != "" {
			t.Error(text)
		}
	}
	must(t, commit(sys, turn(dir)))
	if !met {
		t.Error("there was no entry")
	}
	left, err := filepath.Glob(filepath.Join(state, "*.json*"))
	if err != nil || len(left) > 0 {
		t.Error(left, err)
	}
}

// entryOf is the path of the entry for the work directory in dir.
func entryOf(t *testing.T, dir string) string {
	t.Helper()
	state, err := stateDir()
	must(t, err)
	info, err := os.Lstat(filepath.Join(dir, workName))
	must(t, err)
	return filepath.Join(state, entryName(RealPath(dir), info.Sys().(*syscall.Stat_t).Ino))
}

func TestRecovery(t *testing.T) {
	for name, test := range map[string]struct {
		op, path string
		outcome  Outcome
		file     string
	}{
		"made":       {"open", filepath.Join(workName, lockName), Tidied, ""},
		"incomplete": {"symlink", filepath.Join(workName, nowName), Tidied, ""},
		"prepared":   {"rename", filepath.Join(workName, nowName), Undone, "a.tf"},
		"switched":   {"remove", "a.tf", Finished, "a.tf.json"},
		"tidied":     {"remove", filepath.Join(workName, lockName), Tidied, ""},
	} {
		t.Run(name, func(t *testing.T) {
			dir := module(t)
			cutOff(t, dir, test.op, test.path)
			recovery, err := Recover(dir)
			if err != nil || recovery.Outcome != test.outcome || Pending(dir) {
				t.Error(recovery, err)
			}
			if test.file != "" && (len(recovery.Files) != 3 || recovery.Files[0] != filepath.Join(dir, test.file)) {
				t.Error(recovery.Files)
			}
		})
	}
}

// Temporary files of a run that was killed go with the next one, unless they are
// somebody else's, or still needed.
func TestLeftovers(t *testing.T) {
	dir := module(t)
	target := put(t, filepath.Join(dir, "out"), "old")
	sys := &faulty{}
	sys.before = func(op, path string) {
		if op == "rename" && path == target {
			sys.at = sys.steps + 1
		}
	}
	change := Change{Path: target, Content: []byte("new"), Mode: 0o644}
	if survives(t, func() { must(t, commit(sys, []Change{change})) }) {
		t.Fatal("it was not cut off")
	}
	forged := []string{".hcljson-0123456789abcdef", ".hcljson-x", filepath.Base(hidden("x")) + "0"}
	for _, name := range forged {
		put(t, filepath.Join(dir, name), "not a temporary file")
	}
	link := hidden(target)
	must(t, os.Symlink("out", link))
	forged = append(forged, filepath.Base(link))
	hiddenNames := func() int {
		count := 0
		for _, name := range names(t, dir) {
			if strings.HasPrefix(name, hiddenPrefix) {
				count++
			}
		}
		return count
	}
	if hiddenNames() != len(forged)+2 {
		t.Fatal(names(t, dir))
	}

	var held claims
	held.add(dir)
	_, err := Recover(dir)
	must(t, err)
	if hiddenNames() != len(forged)+2 {
		t.Error("what is in use was removed")
	}
	held.release()
	must(t, Commit([]Change{change}))
	if hiddenNames() != len(forged) || read(t, target) != "new" {
		t.Error(names(t, dir))
	}
	for _, name := range forged {
		if !exists(filepath.Join(dir, name)) {
			t.Errorf("%s was removed", name)
		}
	}
}
