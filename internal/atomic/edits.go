//go:build darwin || freebsd || linux || netbsd || openbsd

package atomic

import (
	"crypto/hmac"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
)

var (
	errEdited = errors.New("it was changed while it was being replaced, so nothing in this directory is " +
		"replaced; convert it again")
	errWriting = errors.New("another program has it open for writing; close it there and convert it again")
)

// edits is what somebody has done to the files while they were replaced.
type edits struct {
	names []string // of files that are not what was converted
	own   []string // those that somebody has put in the place of a link, or removed
	later []string // those that somebody has made where there was nothing any more
	saved []string // where writings are that have no place
}

func (e *edits) add(name string) {
	if !slices.Contains(e.names, name) {
		e.names = append(e.names, name)
	}
}

func (e *edits) replaced(name string) {
	e.add(name)
	e.own = append(e.own, name)
}

// touched returns errChanged or errWriting if a file is not what it was, or
// somebody is about to write to it.
func (h *held) touched(name string, sum []byte) error {
	file, _, err := h.openRegular(name)
	if err != nil {
		return err
	}
	defer file.Close()
	writing := beingWritten(file)
	is, err := sumOfFile(file)
	switch {
	case err != nil:
		return err
	case !hmac.Equal(is, sum):
		return errChanged
	case writing:
		return errWriting
	}
	return nil
}

func isEdit(err error) bool { return errors.Is(err, errChanged) || errors.Is(err, errWriting) }

// findEdits looks at all that is to be removed, once no name leads to it.
func (r *replacement) findEdits() error {
	for _, p := range r.pairs {
		from := p.From.name()
		if r.exists(from) && !slices.Contains(r.edits.own, from) {
			r.edits.add(from)
			r.edits.later = append(r.edits.later, from)
		}
		for _, s := range r.superfluous(p) {
			err := r.touched(s.at, s.sum)
			if isEdit(err) {
				r.edits.add(s.name)
			} else if err != nil {
				return err
			}
		}
	}
	return nil
}

// spare is a file in the work directory that gets no place, and its checksum.
type spare struct {
	name, at string
	sum      []byte
}

// superfluous returns the files for one pair that get no place.
func (r *replacement) superfluous(p pair) []spare {
	var found []spare
	for _, s := range []stored{p.From, p.To} {
		for _, version := range []struct {
			in  string
			sum []byte
		}{{beforeName, s.Before}, {afterName, s.After}} {
			at := r.at(version.in, s.name())
			k, err := r.kind(at)
			if len(version.sum) > 0 && err == nil && k.isRegular() {
				found = append(found, spare{s.name(), at, version.sum})
			}
		}
	}
	return found
}

// rollback switches back after the files have been put in place: it lays the links
// again, so that this is one step as well.
func (r *replacement) rollback() (switched bool, err error) {
	for _, p := range r.pairs {
		// What has been made since may be a part of what was there: both stay.
		if !slices.Contains(r.edits.later, p.From.name()) {
			if err := r.layAgain(p); err != nil {
				return true, err
			}
		}
	}
	if err := r.syncNames("."); err != nil {
		return true, err
	}
	if err := r.sys.symlink(beforeName, r.at(nextName)); err != nil {
		return true, err
	}
	if err := r.sys.rename(r.at(nextName), r.at(nowName)); err != nil {
		return true, err
	}
	if err := r.syncNames(workName); err != nil {
		return false, err
	}
	return false, r.back()
}

func (r *replacement) layAgain(p pair) error {
	from, to := p.From.name(), p.To.name()
	if !slices.Contains(r.edits.own, from) && !r.laid(from) {
		err := r.sys.symlink(linkTo(from), from)
		if errors.Is(err, fs.ErrExist) {
			r.edits.later = append(r.edits.later, from)
			return nil
		}
		if err != nil {
			return err
		}
	}
	placed := func(k kind, _ string) bool { return k.isSame(r.kinds[to]) }
	if k, err := r.kind(to); err != nil || !placed(k, to) {
		return nil // somebody's own
	}
	after := r.at(afterName, to)
	if err := r.removeIfThere(after); err != nil {
		return err
	}
	if err := r.keep(to, after); err != nil {
		return err
	}
	_, err := r.putLink(to, placed)
	return err
}

// keepEdits gives a name next to the file to what somebody has written where it
// would go away.
func (r *replacement) keepEdits() error {
	for _, p := range r.pairs {
		for _, s := range r.superfluous(p) {
			if r.inPlace(s) {
				continue
			}
			err := r.touched(s.at, s.sum)
			if isEdit(err) {
				r.edits.add(s.name)
				err = r.saveAs(s.at, s.name)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// inPlace reports whether the directory has the very file.
func (r *replacement) inPlace(s spare) bool {
	k, err := r.kind(s.at)
	if err != nil {
		return false
	}
	there, err := r.kind(s.name)
	return err == nil && there.isSame(k)
}

// saveAs gives a file of the work directory a name that says which file it was
// meant for, and that no product reads.
func (r *replacement) saveAs(at, name string) error {
	for i := 1; ; i++ {
		saved := name + ".hcljson-edit"
		if i > 1 {
			saved += fmt.Sprint("-", i)
		}
		if r.exists(saved) {
			continue
		}
		r.edits.saved = append(r.edits.saved, filepath.Join(r.dir, saved))
		return r.sys.rename(at, saved)
	}
}

// editError reports what somebody has changed during the run.
func (r *replacement) editError(switched bool) error {
	if len(r.edits.names) == 0 {
		return nil
	}
	err := errEdited
	if switched {
		err = errors.New("it was changed after it was replaced")
	}
	if len(r.edits.saved) > 0 {
		err = fmt.Errorf("%w; what was written is in %s", err, strings.Join(r.edits.saved, ", "))
	}
	return &fs.PathError{Op: "replace", Path: filepath.Join(r.dir, strings.Join(r.edits.names, ", ")), Err: err}
}
