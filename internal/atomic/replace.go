//go:build darwin || freebsd || linux || netbsd || openbsd

package atomic

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// The names of what is in the work directory.
const (
	lockName     = "lock"
	manifestName = "manifest.json"
	beforeName   = "before"
	afterName    = "after"
	originalName = "original"
	nowName      = "now"
	nextName     = "next"
	newName      = "new" // what is about to be renamed, or was taken out of the way
)

// replacement is the files of one directory that take the place of others.
type replacement struct {
	*held
	dir, real string // the directory as it was named, and its one name
	lock      *os.File
	journal   *journal
	entry     *entry
	pairs     []pair
	paths     []string
	changes   []Change        // as many as pairs, and none if this is what was left
	kinds     map[string]kind // of the files that were there, while they are replaced
	edits     edits
}

// pair is the file that goes away and the one that comes.
type pair struct{ From, To stored }

// stored is what the manifest has on one file.
type stored struct {
	Name []byte // which need not be UTF-8
	Link []byte `json:",omitempty"` // where it leads to, if it is a link
	// Before and After are the checksums of what stands for it. Without one, there is nothing.
	Before, After []byte `json:",omitempty"`
}

func (s stored) name() string { return string(s.Name) }

// encode returns the manifest for pairs, which is signed with key.
func encode(key []byte, pairs []pair) ([]byte, error) {
	content, err := json.Marshal(pairs)
	if err != nil {
		return nil, err
	}
	return append(sign(key, content), content...), nil
}

// decode returns the pairs of a manifest, if it is complete and signed.
func decode(key, manifest []byte) ([]pair, error) {
	if len(manifest) < sha256.Size || !hmac.Equal(manifest[:sha256.Size], sign(key, manifest[sha256.Size:])) {
		return nil, errors.New("it is not as hcljson wrote it")
	}
	var pairs []pair
	return pairs, json.Unmarshal(manifest[sha256.Size:], &pairs)
}

func sign(key, content []byte) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write(content)
	return mac.Sum(nil)
}

// at returns the name of what is in the work directory.
func (r *replacement) at(names ...string) string {
	return filepath.Join(workName, filepath.Join(names...))
}

// prepare fills the work directory. Before that comes the entry in the journal;
// the manifest comes last and says that all is there. Until then, nothing in the
// directory itself is touched.
func (r *replacement) prepare(changes []Change) error {
	if err := checkReplacing(changes); err != nil {
		return err
	}
	if err := r.enroll(); err != nil {
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
	r.pairs, r.kinds = nil, make(map[string]kind)
	for _, change := range changes {
		if err := r.fill(change); err != nil {
			return inWork(change.Path, err)
		}
	}
	for _, name := range []string{beforeName, afterName, originalName} {
		if err := r.syncNames(r.at(name)); err != nil {
			return err
		}
	}

	content, err := encode(r.entry.Key, r.pairs)
	if err != nil {
		return err
	}
	if err := create(r.sys, r.at(newName), content, 0o600, nil); err != nil {
		return err
	}
	if err := r.sys.rename(r.at(newName), r.at(manifestName)); err != nil {
		return err
	}
	if err := r.syncNames(workName); err != nil {
		return err
	}
	return r.syncNames(".")
}

// enroll makes the entry in the journal.
func (r *replacement) enroll() error {
	journal, err := openJournal(r.sys, true)
	if err != nil {
		if cannotKeep(err) {
			return errNoSwitch
		}
		return err
	}
	r.journal = journal
	work, err := kindOf(r.dirs[workName])
	if err != nil {
		return err
	}
	r.entry = &entry{Dir: []byte(r.real), Inode: work.ino, Key: make([]byte, keySize)}
	rand.Read(r.entry.Key)
	if err := r.journal.write(r.entry); err != nil {
		if cannotKeep(err) {
			return errNoSwitch
		}
		return err
	}
	return nil
}

// mkdirs makes the directories, which whoever can read the files must be able
// to enter, and nobody else to write to.
func (r *replacement) mkdirs() error {
	info, err := r.dirs["."].Stat()
	if err != nil {
		return err
	}
	for _, name := range []string{"", beforeName, afterName, originalName} {
		if name != "" {
			if err := r.sys.mkdir(r.at(name), 0o700); err != nil {
				return err
			}
			if err := r.enter(r.at(name)); err != nil {
				return err
			}
		}
		mode := info.Mode()&(0o755|fs.ModeSetgid) | 0o700
		if err := adjust(r.sys, r.dirs[r.at(name)], mode, info); err != nil {
			return err
		}
	}
	return nil
}

// fill stores both versions of the files of one change.
func (r *replacement) fill(change Change) error {
	p := pair{
		From: stored{Name: []byte(filepath.Base(change.Replaces))},
		To:   stored{Name: []byte(filepath.Base(change.Path))},
	}
	from, err := r.store(&p.From)
	if err != nil {
		return err
	}
	if change.Source != "" && !hmac.Equal(p.From.Before, sumOf(change.Was)) {
		return r.changed(p.From.name())
	}
	if p.From.After, err = r.put(afterName, p.From, change.ReplacedIdle, from.Mode(), from); err != nil {
		return err
	}
	if r.exists(p.To.name()) {
		if _, err := r.store(&p.To); err != nil {
			return err
		}
		if change.Source != "" && !(change.Overwrites != nil && hmac.Equal(p.To.Before, sumOf(change.Overwrites))) {
			return r.changed(p.To.name())
		}
	} else if p.To.Before, err = r.put(beforeName, p.To, change.Idle, change.Mode, from); err != nil {
		return err
	}
	content := change.Content
	if content == nil {
		content = []byte{}
	}
	if p.To.After, err = r.put(afterName, p.To, content, change.Mode, from); err != nil {
		return err
	}
	r.pairs = append(r.pairs, p)
	r.changes = append(r.changes, change)
	r.paths = append(r.paths, change.Path)
	return nil
}

// put makes a file for the time before or after the switch, or none if there is
// to be none, and returns its checksum.
func (r *replacement) put(in string, s stored, content []byte, mode fs.FileMode, like fs.FileInfo) ([]byte, error) {
	if content == nil {
		return nil, nil
	}
	return sumOf(content), create(r.sys, r.at(in, s.name()), content, mode, like)
}

func sumOf(content []byte) []byte {
	sum := sha256.Sum256(content)
	return sum[:]
}

// store keeps a file of the directory for the time before the switch, and for a
// rollback, and describes it.
func (r *replacement) store(s *stored) (fs.FileInfo, error) {
	name := s.name()
	original, before := r.at(originalName, name), r.at(beforeName, name)
	k, err := r.kind(name)
	if err != nil {
		return nil, err
	}
	r.kinds[name] = k
	if k.isLink() {
		// The text alone: from here, a relative link would lead nowhere.
		link, err := r.readlink(name)
		if err != nil {
			return nil, err
		}
		s.Link = []byte(link)
		if err := duplicate(r.sys, r.full(name), before, os.Open); err != nil {
			return nil, err
		}
	} else {
		if err := r.keep(name, original); err != nil {
			return nil, err
		}
		if err := r.keep(original, before); err != nil {
			return nil, err
		}
	}
	file, _, err := r.openRegular(before)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if s.Before, err = sumOfFile(file); err != nil {
		return nil, err
	}
	return file.Stat()
}

// keep makes a second name for a regular file, or else a copy.
func (r *replacement) keep(from, to string) error {
	return keep(r.sys, from, to, func(name string) (*os.File, error) {
		file, _, err := r.openRegular(name)
		return file, err
	})
}

// lay puts the links in the place of the files, which changes nothing for a
// reader. The file that goes away becomes a link first: a product that prefers
// one of the two names finds what it did.
func (r *replacement) lay() error {
	for _, p := range r.pairs {
		for _, s := range []stored{p.From, p.To} {
			if err := r.layOne(s); err != nil {
				return err
			}
		}
	}
	return r.syncNames(".")
}

func (r *replacement) layOne(s stored) error {
	name := s.name()
	if _, ok := r.kinds[name]; !ok {
		err := r.sys.symlink(linkTo(name), name)
		if errors.Is(err, fs.ErrExist) {
			err = r.changed(name)
		}
		return err
	}
	done, err := r.putLink(name, func(k kind, at string) bool {
		if k.isLink() {
			link, err := r.readlink(at)
			return err == nil && k.isSame(r.kinds[name]) && link == string(s.Link)
		}
		sum, err := r.sum(at)
		return err == nil && k.isSame(r.kinds[name]) && hmac.Equal(sum, s.Before)
	})
	if err == nil && !done {
		err = r.changed(name)
	}
	return err
}

// putLink makes a file a link, if it is what it must be.
func (r *replacement) putLink(name string, expected func(k kind, at string) bool) (done bool, err error) {
	if err := r.removeIfThere(r.at(newName)); err != nil {
		return false, err
	}
	if err := r.sys.symlink(linkTo(name), r.at(newName)); err != nil {
		return false, err
	}
	done, err = r.swap(r.at(newName), name, expected)
	if err != nil {
		return done, err
	}
	return done, r.removeIfThere(r.at(newName))
}

// swap puts from in the place of name, if that is what it must be. Where names
// can change places, that is looked at afterwards too, so that no edit is lost
// that puts another file there in the last moment; from is then what was there.
// Elsewhere, there is a moment between the check and the rename.
func (r *replacement) swap(from, name string, expected func(k kind, at string) bool) (done bool, err error) {
	is := func(at string) bool {
		k, err := r.kind(at)
		return err == nil && expected(k, at)
	}
	if !is(name) {
		return false, nil
	}
	err = r.sys.exchange(from, name)
	switch {
	case cannotExchange(err):
		return true, r.sys.rename(from, name)
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err != nil:
		return false, err
	case !is(from):
		return false, r.sys.exchange(from, name)
	}
	return true, nil
}

func (r *replacement) changed(name string) error {
	return &fs.PathError{Op: "replace", Path: filepath.Join(r.dir, name), Err: errChanged}
}

// flip is the switch. What is about to go away must be what was converted:
// nobody has written to a file or put another one in its place.
func (r *replacement) flip() error {
	for i, p := range r.pairs {
		err := r.touched(r.at(beforeName, p.From.name()), p.From.Before)
		if err == nil && (!r.laid(p.From.name()) || !r.laid(p.To.name())) {
			err = errChanged
		}
		if isEdit(err) {
			err = &fs.PathError{Op: "replace", Path: r.changes[i].Replaces, Err: err}
		}
		if err != nil {
			return inWork(r.changes[i].Replaces, err)
		}
	}
	return r.sys.rename(r.at(nextName), r.at(nowName))
}

func linkTo(name string) string { return filepath.Join(workName, nowName, name) }

// finish tidies up, and reports whether the files are switched.
func (r *replacement) finish() (switched bool, err error) {
	switched, err = r.settle()
	if err == nil {
		err = r.release()
	}
	return switched, also(r.editError(switched), err)
}

// undone reports whether a switch has been made and taken back.
func (r *replacement) undone(switched bool) bool { return !switched && len(r.edits.names) > 0 }

// newSwitch takes the work directory of dir for a switch.
func newSwitch(sys system, dir string) (taken *replacement, err error) {
	r, err := acquire(sys, dir, true)
	if err != nil {
		return nil, err
	}
	defer func() {
		if taken == nil {
			r.unlock()
		}
	}()
	if _, err := r.settle(); err != nil {
		return nil, err
	}
	if err := r.editError(false); err != nil {
		return nil, err
	}
	return r, nil
}

// recoverSwitch goes on with what a switch has left.
func recoverSwitch(sys system, dir string) (Recovery, error) {
	r, err := acquire(sys, dir, false)
	if errors.Is(err, errNoSwitch) {
		return Recovery{Outcome: Tidied}, nil
	}
	if r == nil {
		return Recovery{}, err
	}
	defer r.unlock()
	switched, err := r.settle()
	recovery := Recovery{Outcome: Tidied, Saved: r.edits.saved}
	for _, p := range r.pairs {
		recovery.Outcome = Undone
		name := p.From.name()
		if switched {
			recovery.Outcome, name = Finished, p.To.name()
		}
		recovery.Files = append(recovery.Files, filepath.Join(dir, name))
	}
	if err != nil {
		return recovery, err
	}
	return recovery, r.release()
}

// isForeign reports whether the work directory of dir is of no run of this user's.
func isForeign(dir string) bool {
	r, err := open(osSystem{}, dir)
	if err != nil {
		return false
	}
	defer r.unlock()
	err = r.enter(workName)
	if errors.Is(err, errLinkHere) || errors.Is(err, errNotDir) {
		return true
	}
	if err == nil {
		err = r.lockable()
	}
	if err == nil {
		err = r.examine()
	}
	return errors.As(err, new(*ForeignError))
}

// settle goes on from whatever state the directory is in: it finishes what has
// been switched, undoes what has not, and empties the work directory. After an
// error, it can be called again.
func (r *replacement) settle() (switched bool, err error) {
	target, _ := r.readlink(r.at(nowName))
	switched = target == afterName
	pairs, err := r.manifest()
	if err != nil {
		return switched, err
	}
	if pairs == nil {
		if err := r.unused(); err != nil {
			return switched, err
		}
		return switched, r.empty()
	}
	r.pairs = pairs

	if switched {
		switched, err = r.forward()
	} else {
		err = r.back()
	}
	if err == nil && (!switched || !r.live()) { // forward has just looked
		err = r.keepEdits()
	}
	if err != nil {
		return switched, fmt.Errorf("%w; %s holds what the next run needs to go on", err, r.full(workName))
	}
	if err := r.unused(); err != nil {
		return switched, err
	}
	// From here on, the manifest must not come back without the rest.
	if err := r.syncNames("."); err != nil {
		return switched, err
	}
	if err := r.sys.remove(r.at(manifestName)); err != nil {
		return switched, err
	}
	if err := r.syncNames(workName); err != nil {
		return switched, err
	}
	return switched, r.empty()
}

// manifest returns nil if there is none.
func (r *replacement) manifest() ([]pair, error) {
	file, _, err := r.openRegular(r.at(manifestName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	content, err := io.ReadAll(file)
	if err != nil {
		return nil, err
	}
	pairs, err := decode(r.entry.Key, content)
	if err != nil {
		return nil, &fs.PathError{Op: "read", Path: file.Name(), Err: err}
	}
	return pairs, nil
}

// unused makes sure that no file is reached through the work directory.
func (r *replacement) unused() error {
	names, err := r.names(".")
	if err != nil {
		return err
	}
	for _, name := range names {
		link, err := r.readlink(name)
		if err == nil && strings.HasPrefix(link, workName+string(filepath.Separator)) {
			err := fmt.Errorf("it is a link into %s, which is damaged", r.full(workName))
			return &fs.PathError{Op: "recover", Path: r.full(name), Err: err}
		}
	}
	return nil
}

// empty removes what is in the work directory except for the lock.
func (r *replacement) empty() error {
	names, err := r.names(workName)
	if err != nil {
		return err
	}
	for _, name := range names {
		if name == lockName {
			continue
		}
		if r.dirs[r.at(name)] != nil {
			files, err := r.names(r.at(name))
			if err != nil {
				return err
			}
			for _, file := range files {
				if err := r.sys.remove(r.at(name, file)); err != nil {
					return err
				}
			}
		}
		if err := r.sys.remove(r.at(name)); err != nil {
			return err
		}
	}
	return nil
}

// forward moves the new files to where their links are. If this is the run that
// has switched, and somebody has written to what goes away, it goes back, and
// reports that the files are no longer switched.
func (r *replacement) forward() (switched bool, err error) {
	// The switch must last before anything is done that relies on it.
	if err := r.syncNames(workName); err != nil {
		return true, err
	}
	for _, p := range r.pairs {
		placed, placeErr := r.place(afterName, p.To.name())
		switch {
		case placeErr != nil:
		case placed:
			placeErr = r.take(p.From.name())
		case r.live():
			r.edits.add(p.To.name())
		}
		err = also(err, placeErr)
	}
	if err != nil || !r.live() {
		return true, err
	}
	if err := r.findEdits(); err != nil || len(r.edits.names) == 0 {
		return true, err
	}
	return r.rollback()
}

// live reports whether this run has made the switch.
func (r *replacement) live() bool { return r.changes != nil }

// back moves the old files to where their links are.
func (r *replacement) back() error {
	var errs error
	for _, p := range r.pairs {
		for _, s := range []stored{p.From, p.To} {
			errs = also(errs, r.restore(s))
		}
	}
	return errs
}

func (r *replacement) restore(s stored) error {
	name := s.name()
	switch {
	case len(s.Link) > 0:
		if !r.laid(name) && !r.missing(name) {
			return nil
		}
		if err := r.removeIfThere(r.at(newName)); err != nil {
			return err
		}
		if err := r.sys.symlink(string(s.Link), r.at(newName)); err != nil {
			return err
		}
		return r.sys.rename(r.at(newName), name)
	case r.laid(name) && !r.exists(r.at(originalName, name)):
		return r.take(name)
	}
	_, err := r.place(originalName, name)
	return err
}

// place puts a file in the place of its link, and reports whether it has, or did
// already. What somebody else has put there is not touched.
func (r *replacement) place(from, name string) (bool, error) {
	source := r.at(from, name)
	k, err := r.kind(source)
	if errors.Is(err, fs.ErrNotExist) || err == nil && !k.isRegular() {
		return true, nil
	}
	if err != nil {
		return false, err
	}
	if r.missing(name) {
		return true, r.sys.rename(source, name)
	}
	if r.live() {
		r.kinds[name] = k
	}
	done, err := r.swap(source, name, func(k kind, at string) bool { return r.isLinkTo(at, name) })
	return done || !r.live(), err
}

// missing reports whether a file is to be put where there is none. In the run that
// replaces it, somebody has just removed it, and it stays away.
func (r *replacement) missing(name string) bool { return !r.live() && !r.exists(name) }

// take removes the link that stands for a file. If it is another file by now, that
// stays.
func (r *replacement) take(name string) error {
	if !r.laid(name) {
		if r.live() {
			r.edits.replaced(name)
		}
		return nil
	}
	if err := r.removeIfThere(r.at(newName)); err != nil {
		return err
	}
	err := r.sys.withdraw(name, r.at(newName))
	if errors.Is(err, fs.ErrNotExist) && r.live() {
		r.edits.replaced(name)
		return nil
	}
	if err != nil {
		return err
	}
	if r.isLinkTo(r.at(newName), name) {
		return r.sys.remove(r.at(newName))
	}
	r.edits.replaced(name)
	if err := r.sys.link(r.at(newName), name); err == nil {
		return r.sys.remove(r.at(newName))
	}
	return r.saveAs(r.at(newName), name)
}

// laid reports whether the name in the directory is the link that lay made.
func (r *replacement) laid(name string) bool { return r.isLinkTo(name, name) }

func (r *replacement) isLinkTo(at, name string) bool {
	link, err := r.readlink(at)
	return err == nil && link == linkTo(name)
}
