//go:build darwin || freebsd || linux || netbsd || openbsd

package atomic

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/hcljson/hcljson/internal/judges"
)

// each runs test for each scenario.
func each(t *testing.T, test func(t *testing.T, s *scenario, model *trial)) {
	for i := range scenarios {
		s := &scenarios[i]
		t.Run(strings.ReplaceAll(s.name, " ", "_"), func(t *testing.T) {
			t.Parallel()
			test(t, s, s.start(t, nil))
		})
	}
}

// stride leaves out steps if there is little time.
func stride() int {
	if testing.Short() {
		return 5
	}
	return 1
}

// watch checks the files before the step that goes wrong and each later one.
// The earlier ones are those of a run in which an earlier step goes wrong.
func (tr *trial) watch(sys *faulty) {
	sys.before = func(op, path string) {
		if sys.fired || sys.steps+1 >= sys.at {
			tr.check(fmt.Sprintf("before step %d, %s %s", sys.steps+1, op, path))
		}
	}
}

// An error at any step leaves all as it was or, after a switch, done.
func TestError(t *testing.T) {
	for _, fail := range []error{syscall.EIO, syscall.ENOSPC} {
		t.Run(fmt.Sprintf("%d", fail), func(t *testing.T) {
			each(t, func(t *testing.T, s *scenario, model *trial) {
				undone, partial := 0, 0
				for at := 1; ; at += stride() {
					tr := s.start(t, model)
					sys := s.system()
					sys.at, sys.fail = at, fail
					if fail == syscall.ENOSPC {
						sys.only = "write"
					}
					tr.watch(sys)
					err := commit(sys, tr.changes)
					tr.check(fmt.Sprintf("after an error at step %d", at))
					if err != nil && !errors.Is(err, fail) {
						t.Errorf("step %d: %v", at, err)
					}
					var late *PartialError
					switch {
					case err == nil:
						tr.expect(at, "no error", tr.state(false), tr.new)
					case errors.As(err, &late):
						partial++
						tr.recover()
						tr.expect(at, err.Error(), tr.tidyState(), tr.partly(late.Done))
					default:
						undone++
						if s.noLocks {
							tr.recover() // the directory that could not be locked
						}
						tr.expect(at, err.Error(), tr.state(true), tr.inodes)
					}
					if !sys.fired {
						break
					}
					if t.Failed() {
						return
					}
					must(t, os.RemoveAll(tr.root))
				}
				t.Logf("%d undone, %d partly done", undone, partial)
				if !testing.Short() && (undone == 0 || partial == 0 && fail != syscall.ENOSPC) {
					t.Error("not all kinds of errors were met")
				}
			})
		})
	}
}

// After a first error, nothing works any more, not even tidying up.
func TestErrorsOnly(t *testing.T) {
	each(t, func(t *testing.T, s *scenario, model *trial) {
		for at := 1; !t.Failed(); at += stride() {
			tr := s.start(t, model)
			sys := s.system()
			sys.at, sys.fail, sys.forever = at, syscall.EROFS, true
			err := commit(sys, tr.changes)
			tr.check(fmt.Sprintf("after errors from step %d", at))
			if !sys.fired {
				must(t, err)
				return
			}
			tr.recover()
			tr.settled(at)
			must(t, os.RemoveAll(tr.root))
		}
	})
}

// A crash at any step, also while an earlier one is recovered from, leaves what
// Recover can bring to the old or the new state.
func TestCrash(t *testing.T) {
	each(t, func(t *testing.T, s *scenario, model *trial) {
		olds, news, runs := 0, 0, 0
		for at := 1; ; at += stride() {
			crashed := false
			for again := 1; ; again++ {
				tr := s.start(t, model)
				sys := s.system()
				sys.at = at
				crashed = !survives(t, func() { must(t, commit(sys, tr.changes)) })
				tr.check(fmt.Sprintf("after a crash at step %d", at))

				second := s.system()
				// Without a manifest there is little to recover, so that some of
				// these will do, and so for copies and for several directories.
				// Where time counts, a third of the others does.
				full := tr.manifests() && len(tr.dirs()) == 1 && !s.noLinks && (judges.Asked() || at%3 == 0)
				if !testing.Short() && (full || at%10 == 0) {
					second.at = again
				}
				completed := survives(t, func() {
					for _, dir := range tr.dirs() {
						found, err := recoverDir(second, filepath.Join(tr.root, dir))
						must(t, err)
						if found.Outcome == Foreign {
							t.Error(found.Reason)
						}
					}
				})
				tr.check(fmt.Sprintf("after a crash at step %d, and at step %d of recovering", at, again))
				if !completed {
					tr.recover()
				}
				switch runs++; tr.settled(at) {
				case "old":
					olds++
				case "new":
					news++
				}
				if t.Failed() {
					return
				}
				must(t, os.RemoveAll(tr.root))
				if completed {
					break
				}
			}
			if !crashed {
				break
			}
		}
		t.Logf("%d runs, %d times old, %d times new", runs, olds, news)
		if !testing.Short() && s.switches() && len(model.dirs()) > 0 && (olds == 0 || news == 0) {
			t.Error("not both outcomes were met")
		}
	})
}

// What a step relies on has been synced before it.
func TestSync(t *testing.T) {
	each(t, func(t *testing.T, s *scenario, model *trial) {
		tr := s.start(t, model)
		sys := s.system()
		clean := func(when string, dirs ...string) {
			t.Helper()
			for _, dir := range dirs {
				if sys.dirty[dir] {
					t.Errorf("%s: %s is not synced", when, dir)
				}
			}
		}
		touched, switched := make(map[string]bool), make(map[string]bool)
		met := 0
		sys.before = func(op, path string) {
			when := op + " " + path
			if op == "rename" && len(sys.unsynced) > 0 {
				t.Errorf("%s: a file is not synced", when)
			}
			dir, name := filepath.Split(path)
			dir = filepath.Clean(dir)
			work := filepath.Join(dir, workName)
			module, rest, within := strings.Cut(path, "/"+workName+"/")
			switch {
			case within && op == "rename" && rest == nowName:
				clean(when, module)
				switched[module] = true
				met |= 1
			case within && op == "remove" && rest == manifestName:
				clean(when, module)
				met |= 2
			case within && op == "remove" && rest != newName && exists(filepath.Join(module, workName, manifestName)):
				t.Errorf("%s: the manifest is still there", when)
			case !within && op == "rename" && leftover.MatchString(name) && !touched[dir]:
				touched[dir] = true
				clean(when, dir) // the new file lasts before the old one goes
				met |= 4
			case !within && op == "rename" && switched[dir]:
				clean(when, work)
				switched[dir] = false // what comes later relies on no more
				met |= 8
			case within && op == "symlink" && rest == newName && !touched[module]:
				touched[module] = true
				work := filepath.Join(module, workName)
				clean(when, module, work, filepath.Join(work, beforeName), filepath.Join(work, afterName),
					filepath.Join(work, originalName))
				met |= 16
			}
		}
		must(t, commit(sys, tr.changes))
		for dir := range sys.dirty {
			if filepath.Base(dir) != workName && filepath.Base(dir) != "hcljson" && !strings.Contains(dir, workName+"/") &&
				exists(dir) && !onlyBackups(s) {
				t.Errorf("%s is not synced in the end", dir)
			}
		}
		want := 1 | 2 | 8 | 16
		switch {
		case !s.switches():
			want = 4
		case len(tr.dirs()) == 0:
			want = 0
		}
		if met != want {
			t.Errorf("not all steps were met: %b", met)
		}
	})
}

// onlyBackups reports whether what is left to sync may be the removal of
// backups, which need not last.
func onlyBackups(s *scenario) bool {
	for _, change := range s.changes {
		if change.Replaces == "" || !s.switches() {
			return true
		}
	}
	return false
}

func (tr *trial) manifests() bool {
	for _, dir := range tr.dirs() {
		if exists(filepath.Join(tr.root, dir, workName, manifestName)) {
			return true
		}
	}
	return false
}

func (tr *trial) recover() {
	tr.t.Helper()
	for _, dir := range tr.dirs() {
		dir = filepath.Join(tr.root, dir)
		pending := Pending(dir)
		// Not Recover itself, which waits for the disk.
		found, err := recoverDir(tr.system(), dir)
		must(tr.t, err)
		if (found.Outcome != Nothing) != pending || found.Outcome == Foreign || Pending(dir) {
			tr.t.Errorf("%s was pending: %t, there was something to recover: %v, and still is: %t", dir, pending, found,
				Pending(dir))
		}
	}
}

var leftover = regexp.MustCompile(`(^|/)\.hcljson-[0-9a-f]{16}$`)

// tidyState is the state without the hidden files that may be left.
func (tr *trial) tidyState() map[string]string {
	state := tr.state(false)
	maps.DeleteFunc(state, func(name, _ string) bool { return leftover.MatchString(name) })
	return state
}

// partly is the state in which some of the changes are made.
func (tr *trial) partly(done []string) map[string]string {
	state := maps.Clone(tr.new)
	made := make(map[string]bool)
	for _, path := range done {
		made[path] = true
	}
	for i, change := range tr.changes {
		if made[change.Path] {
			continue
		}
		for _, name := range []string{tr.scenario.changes[i].Path, tr.scenario.changes[i].Replaces} {
			delete(state, name)
			if text, ok := tr.old[name]; ok {
				state[name] = text
			}
		}
	}
	return state
}

func (tr *trial) expect(at int, when string, got, want map[string]string) {
	tr.t.Helper()
	if text := diff(got, want); text != "" {
		tr.t.Errorf("step %d: %s:\n%s", at, when, text)
	}
}

// settled makes sure that each directory is entirely old or new, and returns
// which the first is.
func (tr *trial) settled(at int) string {
	tr.t.Helper()
	state := tr.tidyState()
	first := ""
	for _, dir := range tr.dirs() {
		within := func(all map[string]string) map[string]string {
			found := make(map[string]string)
			for name, text := range all {
				if strings.HasPrefix(name, dir+"/") {
					found[name] = text
				}
			}
			return found
		}
		is := ""
		switch {
		case diff(within(state), within(tr.old)) == "":
			is = "old"
		case diff(within(state), within(tr.new)) == "":
			is = "new"
		case tr.switches():
			tr.t.Errorf("step %d: %s is neither old nor new:\n%s\n\n%s", at, dir, diff(within(state), within(tr.old)),
				diff(within(state), within(tr.new)))
		}
		if first == "" {
			first = is
		}
	}
	return first
}
