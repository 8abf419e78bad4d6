// Package atomic writes and replaces files so that whoever reads their
// directory finds the old ones or the new ones, also after a crash.
//
// A file that is written is staged beside its place and renamed into it. That
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
// A product that is reading while the switch happens can still have read one
// file before it and another one after it. Access lists and extended attributes
// are not carried over to new files.
//
// Where symbolic links or locks cannot be made, and on systems other than Linux,
// macOS and the BSDs, new files are put in place and then the replaced ones removed.
// An error still leaves all as it was, but a crash can leave both, never none.
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
	// mean the same.
	Replaces string
	// Idle and ReplacedIdle are contents without a meaning in the syntax of Path
	// and of Replaces, which may stand there for a moment.
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

// Recover finishes or undoes what a Commit in dir that was cut off has left. It
// reports whether there was anything. It can be cut off itself and run again. A
// file that somebody has put in the place of a link since then stays.
func Recover(dir string) (bool, error) {
	return recoverDir(osSystem{}, dir)
}

// Pending reports whether dir holds the remains of a Commit that was cut off, or
// the work of one that is still running.
func Pending(dir string) bool {
	_, err := os.Lstat(filepath.Join(dir, workName))
	return err == nil
}

func recoverDir(sys system, dir string) (bool, error) {
	if !Pending(dir) {
		return false, nil
	}
	r, err := acquire(sys, dir, false)
	if errors.Is(err, errNoSwitch) {
		return true, nil
	}
	if r == nil {
		return err != nil, err
	}
	defer r.unlock()
	if _, err := r.settle(); err != nil {
		return true, err
	}
	return true, r.release()
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
	err := errNoSwitch
	if canSwitch {
		var r *replacement
		r, err = acquire(t.sys, filepath.Dir(changes[0].Path), true)
		if err == nil {
			t.replacements = append(t.replacements, r)
			_, err = r.settle()
		}
		if err == nil {
			err = r.prepare(changes)
		}
	}
	if err != nil && !errors.Is(err, errNoSwitch) {
		return forFile(changes[0].Path, err)
	}
	if err == nil {
		return nil
	}
	if err := checkReplacing(changes); err != nil {
		return err
	}
	return t.writes.stage(changes)
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
		if err := r.check(); err != nil {
			return err
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
		switched, settleErr := r.settle()
		if settleErr == nil {
			settleErr = r.release()
		}
		if switched {
			done = append(done, r.paths...)
		}
		err = also(err, settleErr)
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
		path, err := Target(change.Path)
		if err != nil {
			return err
		}
		if _, err := recoverDir(t.sys, filepath.Dir(path)); err != nil {
			return err
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
