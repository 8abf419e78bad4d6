package atomic

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// The names of the work directory and of what is in it.
const (
	workName     = ".hcljson-replace"
	lockName     = "lock"
	manifestName = "manifest.json"
	beforeName   = "before"
	afterName    = "after"
	originalName = "original"
	nowName      = "now"
	nextName     = "next"
	newName      = "new" // what is about to be renamed
)

var errNoSwitch = errors.New("there are no symbolic links or locks here")

// replacement is the files of one directory that take the place of others.
type replacement struct {
	sys       system
	dir, work string
	lock      *os.File
	pairs     []pair
	paths     []string
	changes   []Change // as many as pairs
}

// pair is the names of the file that goes away and of the one that comes.
type pair struct{ From, To string }

// encode returns the manifest for pairs: JSON with the names as bytes, since
// they need not be UTF-8.
func encode(pairs []pair) ([]byte, error) {
	names := make([][2][]byte, len(pairs))
	for i, p := range pairs {
		names[i] = [2][]byte{[]byte(p.From), []byte(p.To)}
	}
	return json.Marshal(names)
}

// decode returns nil for what is no complete manifest.
func decode(manifest []byte) []pair {
	var names [][2][]byte
	if json.Unmarshal(manifest, &names) != nil {
		return nil
	}
	var pairs []pair
	for _, n := range names {
		pairs = append(pairs, pair{From: string(n[0]), To: string(n[1])})
	}
	return pairs
}

// at returns a path in the work directory.
func (r *replacement) at(names ...string) string {
	return filepath.Join(r.work, filepath.Join(names...))
}

// prepare fills the work directory. The manifest comes last and says that all
// is there; before it, nothing in the directory itself is touched.
func (r *replacement) prepare(changes []Change) error {
	if err := checkReplacing(changes); err != nil {
		return err
	}
	if err := r.mkdirs(); err != nil {
		return err
	}
	if err := r.sys.symlink(beforeName, r.at(nowName)); err != nil {
		if cannotLink(err) {
			return errNoSwitch
		}
		return err
	}
	if err := r.sys.symlink(afterName, r.at(nextName)); err != nil {
		return err
	}
	for _, change := range changes {
		if err := r.fill(change); err != nil {
			return forFile(change.Path, err)
		}
	}
	for _, name := range []string{beforeName, afterName, originalName} {
		if err := syncDir(r.sys, r.at(name)); err != nil {
			return err
		}
	}

	content, err := encode(r.pairs)
	if err != nil {
		return err
	}
	if err := create(r.sys, r.at(newName), content, 0o600, nil); err != nil {
		return err
	}
	if err := r.sys.rename(r.at(newName), r.at(manifestName)); err != nil {
		return err
	}
	if err := syncDir(r.sys, r.work); err != nil {
		return err
	}
	return syncDir(r.sys, r.dir)
}

// mkdirs makes the directories, which whoever can read the files has to be able
// to enter, and nobody else to write to.
func (r *replacement) mkdirs() error {
	info, err := os.Stat(r.dir)
	if err != nil {
		return err
	}
	for _, name := range []string{"", beforeName, afterName, originalName} {
		path := r.at(name)
		if name != "" {
			if err := r.sys.mkdir(path, 0o700); err != nil {
				return err
			}
		}
		file, err := os.Open(path)
		if err != nil {
			return err
		}
		err = adjust(r.sys, file, info.Mode()&(0o755|fs.ModeSetgid)|0o700, info)
		file.Close()
		if err != nil {
			return err
		}
	}
	return nil
}

// fill stores both versions of the files of one change.
func (r *replacement) fill(change Change) error {
	p := pair{From: filepath.Base(change.Replaces), To: filepath.Base(change.Path)}
	r.pairs = append(r.pairs, p)
	r.changes = append(r.changes, change)
	r.paths = append(r.paths, change.Path)

	from, err := os.Stat(change.Replaces)
	if err != nil {
		return err
	}
	if err := r.store(p.From); err != nil {
		return err
	}
	if err := create(r.sys, r.at(afterName, p.From), change.ReplacedIdle, from.Mode(), from); err != nil {
		return err
	}
	if exists(change.Path) {
		err = r.store(p.To)
	} else {
		err = create(r.sys, r.at(beforeName, p.To), change.Idle, change.Mode, from)
	}
	if err != nil {
		return err
	}
	return create(r.sys, r.at(afterName, p.To), change.Content, change.Mode, from)
}

// store keeps a file of the directory for the time before the switch, and for a
// rollback.
func (r *replacement) store(name string) error {
	path := filepath.Join(r.dir, name)
	link, err := os.Readlink(path)
	if err != nil {
		if err := keep(r.sys, path, r.at(originalName, name)); err != nil {
			return err
		}
		return keep(r.sys, path, r.at(beforeName, name))
	}
	// A relative link leads nowhere from here, but does again once it is back.
	if err := r.sys.symlink(link, r.at(originalName, name)); err != nil {
		return err
	}
	return duplicate(r.sys, path, r.at(beforeName, name))
}

// lay puts the links in the place of the files, which changes nothing for a
// reader. An edit that puts another file in place in the moment between the
// check and the rename is lost: no call does both.
func (r *replacement) lay() error {
	for i, p := range r.pairs {
		for _, name := range []string{p.From, p.To} {
			if err := r.sys.symlink(linkTo(name), r.at(newName)); err != nil {
				return err
			}
			if name == p.From {
				if err := r.changes[i].unchanged(filepath.Join(r.dir, name)); err != nil {
					return err
				}
			}
			if err := r.sys.rename(r.at(newName), filepath.Join(r.dir, name)); err != nil {
				return err
			}
		}
	}
	return syncDir(r.sys, r.dir)
}

// check makes sure that what is about to go away is what was converted: that
// nobody has written to a file or put another one in its place.
func (r *replacement) check() error {
	for i, p := range r.pairs {
		if err := r.changes[i].unchanged(r.at(beforeName, p.From)); err != nil {
			return err
		}
		if !r.laid(p.From) || !r.laid(p.To) {
			return &fs.PathError{Op: "replace", Path: r.changes[i].Replaces, Err: errChanged}
		}
	}
	return nil
}

func linkTo(name string) string { return filepath.Join(workName, nowName, name) }

// flip is the switch.
func (r *replacement) flip() error { return r.sys.rename(r.at(nextName), r.at(nowName)) }

// settle goes on from whatever state the directory is in: it finishes what has
// been switched, undoes what has not, and empties the work directory. After an
// error, it can be called again.
func (r *replacement) settle() (switched bool, err error) {
	target, _ := os.Readlink(r.at(nowName))
	switched = target == afterName
	pairs, err := r.manifest()
	if err != nil {
		return switched, err
	}
	if pairs == nil {
		if err := r.unused(); err != nil {
			return switched, err
		}
		return switched, removeAll(r.sys, r.work, lockName)
	}

	if switched {
		err = r.forward(pairs)
	} else {
		err = r.back(pairs)
	}
	if err != nil {
		return switched, fmt.Errorf("%w; %s holds what the next run needs to go on", err, r.work)
	}
	if err := r.unused(); err != nil {
		return switched, err
	}
	// From here on, the manifest must not come back without the rest.
	if err := syncDir(r.sys, r.dir); err != nil {
		return switched, err
	}
	if err := r.sys.remove(r.at(manifestName)); err != nil {
		return switched, err
	}
	if err := syncDir(r.sys, r.work); err != nil {
		return switched, err
	}
	return switched, removeAll(r.sys, r.work, lockName)
}

// manifest returns nil if there is none, or not all of it.
func (r *replacement) manifest() ([]pair, error) {
	content, err := os.ReadFile(r.at(manifestName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	pairs := decode(content)
	for _, p := range pairs {
		for _, name := range []string{p.From, p.To} {
			// It may come from elsewhere, as a part of a repository.
			if name == "." || !filepath.IsLocal(name) || filepath.Base(name) != name {
				return nil, &fs.PathError{Op: "read", Path: r.at(manifestName), Err: fmt.Errorf("%q is not a file name", name)}
			}
		}
	}
	return pairs, nil
}

// unused makes sure that no file is reached through the work directory.
func (r *replacement) unused() error {
	entries, err := os.ReadDir(r.dir)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		path := filepath.Join(r.dir, entry.Name())
		if link, err := os.Readlink(path); err == nil && strings.HasPrefix(link, workName+string(filepath.Separator)) {
			return &fs.PathError{Op: "recover", Path: path, Err: fmt.Errorf("it is a link into %s, which is damaged", r.work)}
		}
	}
	return nil
}

// forward moves the new files to where their links are.
func (r *replacement) forward(pairs []pair) error {
	// The switch has to last before anything is done that relies on it.
	if err := syncDir(r.sys, r.work); err != nil {
		return err
	}
	var errs error
	for _, p := range pairs {
		if err := r.move(afterName, p.To); err != nil {
			errs = also(errs, err)
			continue
		}
		if r.laid(p.From) {
			errs = also(errs, r.sys.remove(filepath.Join(r.dir, p.From)))
		}
	}
	return errs
}

// back moves the old files to where their links are.
func (r *replacement) back(pairs []pair) error {
	var errs error
	for _, p := range pairs {
		errs = also(errs, r.move(originalName, p.From))
		if r.laid(p.To) && !exists(r.at(originalName, p.To)) {
			errs = also(errs, r.sys.remove(filepath.Join(r.dir, p.To)))
			continue
		}
		errs = also(errs, r.move(originalName, p.To))
	}
	return errs
}

// move puts a file in the place of its link. Anything else that is there is not
// touched: either it has been moved already, or somebody put it there.
func (r *replacement) move(from, name string) error {
	source, path := r.at(from, name), filepath.Join(r.dir, name)
	if r.laid(name) || !exists(path) && exists(source) {
		return r.sys.rename(source, path)
	}
	return nil
}

// laid reports whether the name in the directory is the link that lay made.
func (r *replacement) laid(name string) bool {
	link, err := os.Readlink(filepath.Join(r.dir, name))
	return err == nil && link == linkTo(name)
}
