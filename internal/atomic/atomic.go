// Package atomic writes and replaces files so that whoever reads their
// directory finds the old ones or the new ones, also after a crash.
//
// A file that is written is staged next to its place and renamed into it. That
// is not enough where main.tf.json takes the place of main.tf, as a product
// loads every file of a directory: two renames or removals always leave a
// moment with both files, or with none. Such files go through a symbolic link
// instead. The directory .hcljson-replace, which products skip, is given
//
//	before/   main.tf as it was, and a main.tf.json without meaning
//	after/    a main.tf without meaning, and the new main.tf.json
//	original/ what a rollback puts back
//	now       a symbolic link to before
//
// and main.tf and main.tf.json become symbolic links to now/main.tf and
// now/main.tf.json. Renaming another link onto now then switches all files of
// the directory at once, and the new files are moved to where their links are.
//
// Where a product takes one of the two names and never looks at the other, a file
// without meaning would be the one it takes. A [Change] without one leaves it
// out: the name leads nowhere as long as the other one counts, and main.tf becomes
// a link first and goes away last.
//
// Before anything is removed, it is compared with what was converted. What
// somebody has written to it in the meantime takes the directory back.
//
// A directory .hcljson-replace can come from anywhere, as a part of a repository.
// What is in it counts only if a journal in the user's own state directory has an
// entry for it, which is made before all else: the path, the inode, and the key
// that the list of its files is signed with. Everything in it is reached by
// descriptors, and no link in it is followed.
//
// A product that is reading while the switch happens can still have read one
// file before it and another one after it. Access lists and extended attributes
// are not carried over to new files.
//
// Where symbolic links, locks or a journal cannot be made, and on systems other than
// Linux, macOS, FreeBSD, NetBSD and OpenBSD, new files are put in place and then the
// replaced ones removed. An error still leaves all as it was, but a crash can leave
// both, never none.
// Where hard links cannot be made, copies stand in for them: a rollback then
// restores content and permissions, but the file is another one.
package atomic

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// DefaultMode stands for the permissions that the process gives to new files, which
// are subject to the umask.
const DefaultMode = fs.ModeIrregular

// Change is one file that is written, and perhaps another one that goes away
// for it.
type Change struct {
	// Path is the file that is written. If it is a symbolic link, the file that
	// it leads to is; with Replaces, that is an error.
	Path    string
	Content []byte
	// Root, if not empty, is a directory that Path begins with. The file is then
	// written without leaving that directory, whatever links there are on the way,
	// and is an error if it is a link itself.
	Root string
	// Mode is the permissions, not subject to the umask, or [DefaultMode].
	Mode fs.FileMode
	// Source, if not empty, is the file that Content was made from, and Was is
	// what it held: if it holds something else by now, that is an error.
	Source string
	Was    []byte
	// Replaces, if not empty, is the file in the same directory that goes away
	// in the same moment. If there is a file at Path already, the two have to
	// mean the same: with a Source, it is an error if that file is not Overwrites.
	Replaces   string
	Overwrites []byte
	// Idle and ReplacedIdle are contents without a meaning in the syntax of Path
	// and of Replaces, which are there for a moment. If one is nil, none does.
	Idle, ReplacedIdle []byte
}

// PartialError is what Commit returns if it failed too late to undo all.
type PartialError struct {
	// Done is the Path of each change that was made. Of the others, nothing was.
	Done []string
	Err  error
}

func (e *PartialError) Error() string {
	dirs := make([]string, 0, len(e.Done))
	for _, path := range e.Done {
		dirs = append(dirs, filepath.Dir(path))
	}
	slices.Sort(dirs)
	return fmt.Sprintf("the changes in %s were made, but then: %s", strings.Join(slices.Compact(dirs), ", "), e.Err)
}

func (e *PartialError) Unwrap() error { return e.Err }

// Commit makes all the changes or, if it returns an error, none, unless that is
// a [PartialError].
//
// The files that replace others are switched in one moment in each directory,
// and the directories one after another in the order in which they first
// appear; all that can be done before the first switch is. If a later one
// fails, the directories that have been switched stay so, as do files that
// replace none, and the others are as they were. A PartialError is also
// returned if all changes were made but something could not be tidied up.
//
// A crash leaves each directory in which files replace others to [Recover],
// which Commit calls itself where it is needed, and each other file either old
// or new. It can leave hidden files whose names begin with ".hcljson-".
//
// Missing directories are made for files that replace none. If the process is
// run by root, a new file gets the owner of the one that was at its place or
// that it replaces.
func Commit(changes []Change) error {
	return commit(osSystem{}, changes)
}

// Link makes path a symbolic link with this text, in place of the file that is
// there.
func Link(path, text string) error {
	temporary := hidden(path)
	if err := os.Symlink(text, temporary); err != nil {
		return forFile(path, err)
	}
	if err := os.Rename(temporary, path); err != nil {
		return forFile(path, also(err, os.Remove(temporary)))
	}
	return nil
}

// An Outcome is what has become of the remains of a Commit that was cut off.
type Outcome int

const (
	Nothing  Outcome = iota // there were none
	Tidied                  // they were of no use to anybody
	Finished                // the files are the new ones
	Undone                  // the files are the old ones
	Foreign                 // they are not this user's, and were not touched
)

// Recovery is what Recover has found and done.
type Recovery struct {
	Outcome Outcome
	// Files are those that are there now, in place of others.
	Files []string
	// Saved are files with what somebody has written to where it would have gone
	// away.
	Saved []string
	// Reason is a sentence on remains that were not touched.
	Reason string
}

// Recover finishes or undoes what a Commit in dir that was cut off has left. It can
// be cut off itself and run again. A file that somebody has put in the place of a
// link since then stays. What another user has left, or nobody, is not touched. If
// another process is at work, the error is a [BusyError].
func Recover(dir string) (Recovery, error) {
	return recoverDir(osSystem{}, dir)
}

// Pending reports whether dir holds the remains of a Commit that was cut off, or
// the work of one that is still running.
func Pending(dir string) bool {
	return exists(filepath.Join(dir, workName)) && !isForeign(dir)
}

// workName is the name of the work directory.
const workName = ".hcljson-replace"

var (
	errNoSwitch = errors.New("there are no symbolic links or locks here, or no place for a journal")
	errBusy     = errors.New("another hcljson is replacing files here")
)

// BusyError reports that another process is replacing the files of a directory.
type BusyError struct {
	Dir     string
	Process int // 0 if that is not known
}

func (e *BusyError) Error() string {
	process := ""
	if e.Process != 0 {
		process = fmt.Sprintf(" (process %d)", e.Process)
	}
	return fmt.Sprintf("%s: another hcljson%s is replacing files here; try again when it is done", e.Dir, process)
}

func (e *BusyError) Unwrap() error { return errBusy }

// ForeignError reports a work directory that this user's own runs have not left.
type ForeignError struct{ Path, Reason string }

func (e *ForeignError) Error() string {
	return fmt.Sprintf("%s: %s, so it is not touched. Remove it if you do not need it; links next to it that lead into "+
		"it must become files again first", e.Path, e.Reason)
}

func recoverDir(sys system, dir string) (Recovery, error) {
	removeLeftovers(sys, dir)
	if !exists(filepath.Join(dir, workName)) {
		return Recovery{}, nil
	}
	recovery, err := recoverSwitch(sys, dir)
	if foreign := (*ForeignError)(nil); errors.As(err, &foreign) {
		return Recovery{Outcome: Foreign, Reason: foreign.Error()}, nil
	}
	return recovery, err
}

// transaction is one Commit.
type transaction struct {
	sys          system
	replacements []*replacement
	writes       writes
}

func commit(sys system, changes []Change) error {
	t := &transaction{sys: sys, writes: writes{sys: sys}}
	// Only the locks are given up by defer: after a panic, as after a crash,
	// the files stay as they are for Recover.
	defer func() {
		for _, r := range t.replacements {
			r.unlock()
		}
		t.writes.claims.release()
	}()
	err := t.prepare(changes)
	if err == nil {
		err = t.apply()
	}
	return t.finish(err)
}

// prepare does all that does not touch the files themselves.
func (t *transaction) prepare(changes []Change) error {
	if err := t.recover(changes); err != nil {
		return err
	}
	if err := distinct(changes); err != nil {
		return err
	}
	var dirs []string
	replacing := make(map[string][]Change)
	for _, change := range changes {
		if change.Replaces == "" {
			continue
		}
		if filepath.Dir(change.Path) != filepath.Dir(change.Replaces) {
			return &fs.PathError{Op: "replace", Path: change.Replaces, Err: errOtherDir}
		}
		dir := RealPath(filepath.Dir(change.Path))
		if replacing[dir] == nil {
			dirs = append(dirs, dir)
		}
		replacing[dir] = append(replacing[dir], change)
	}

	for _, dir := range dirs {
		if err := t.replace(replacing[dir]); err != nil {
			return err
		}
	}
	return t.writes.stage(slices.DeleteFunc(slices.Clone(changes), func(c Change) bool { return c.Replaces != "" }))
}

// replace prepares the switch of one directory or, where there is none, what
// comes closest.
func (t *transaction) replace(changes []Change) error {
	r, err := newSwitch(t.sys, filepath.Dir(changes[0].Path))
	if r != nil {
		t.replacements = append(t.replacements, r)
		err = r.prepare(changes)
	}
	if err == nil {
		return nil
	}
	if !errors.Is(err, errNoSwitch) {
		return inWork(changes[0].Path, err)
	}
	if err := checkReplacing(changes); err != nil {
		return err
	}
	return t.writes.stage(changes)
}

// inWork names the file that the user knows in an error about one in the work
// directory.
func inWork(path string, err error) error {
	var pathErr *fs.PathError
	var linkErr *os.LinkError
	at := ""
	switch {
	case errors.As(err, &pathErr):
		at = pathErr.Path
	case errors.As(err, &linkErr):
		at = linkErr.New
	}
	if _, inside := aboveWork(at); inside {
		return forFile(path, err)
	}
	return err
}

// aboveWork returns the directory of the work directory that a path leads through,
// and whether it does.
func aboveWork(path string) (dir string, inside bool) {
	for parent := filepath.Dir(path); parent != path; path, parent = parent, filepath.Dir(parent) {
		if filepath.Base(path) == workName {
			return parent, true
		}
	}
	return "", false
}

// apply does what others see.
func (t *transaction) apply() error {
	if err := t.writes.put(); err != nil {
		return err
	}
	for _, r := range t.replacements {
		if err := r.lay(); err != nil {
			return err
		}
	}
	for _, r := range t.replacements {
		if len(r.pairs) == 0 {
			continue // its files are among the writes
		}
		if err := r.flip(); err != nil {
			return err
		}
	}
	return nil
}

// finish tidies up or, after an error, undoes what can be undone.
func (t *transaction) finish(err error) error {
	var done []string
	failed := err != nil
	for _, r := range t.replacements {
		switched, finishErr := r.finish()
		if switched {
			done = append(done, r.paths...)
		}
		failed = failed || r.undone(switched)
		err = also(err, finishErr)
	}
	if failed && len(done) == 0 {
		return also(err, t.writes.undo())
	}
	err = also(err, t.writes.clean())
	if err != nil {
		return &PartialError{Done: append(done, t.writes.paths...), Err: err}
	}
	return nil
}

// recover brings the directories of the changes in order.
func (t *transaction) recover(changes []Change) error {
	for _, change := range changes {
		if _, err := recoverDir(t.sys, filepath.Dir(change.Path)); err != nil {
			return err
		}
		if change.Replaces != "" {
			continue
		}
		path, err := change.target()
		if err != nil {
			return err
		}
		dir := filepath.Dir(path)
		above, inside := aboveWork(path)
		if inside {
			dir = above
		}
		if _, err := recoverDir(t.sys, dir); err != nil {
			return err
		}
		// What is left may be a link to anywhere.
		if inside {
			err := errors.New("it leads into " + workName + ", so it is not written to")
			return &fs.PathError{Op: "write", Path: change.Path, Err: err}
		}
	}
	return nil
}

// also adds what went wrong after err.
func also(err, next error) error {
	switch {
	case next == nil:
		return err
	case err == nil:
		return next
	}
	return fmt.Errorf("%w; after that: %w", err, next)
}
