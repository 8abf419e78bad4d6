package supervise

import (
	"errors"
	"fmt"
	"io/fs"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
)

// Place is a new directory that a program has for itself. Nobody else can read it.
type Place struct {
	// Temp is the directory for temporary files and sockets, and Work an empty one
	// below it to work in.
	Temp, Work string

	temp *Temp
}

// NewPlace makes a directory. The caller must call [Place.Remove].
func NewPlace() (*Place, error) {
	temp, err := NewTemp(shortTempDir(), "hcljson-plugin-")
	if err != nil {
		return nil, err
	}
	p := &Place{Temp: temp.Dir, Work: filepath.Join(temp.Dir, "w"), temp: temp}
	if err := os.Mkdir(p.Work, 0o700); err != nil {
		return nil, errors.Join(err, p.Remove())
	}
	return p, nil
}

// shortTempDir returns a directory whose path leaves room for that of a socket:
// some systems allow 103 bytes.
func shortTempDir() string {
	const room = 103 - len("/hcljson-plugin-1234567890") - len("/plugin-dir1234567890/plugin1234567890")
	base := os.TempDir()
	if info, err := os.Stat("/tmp"); len(base) > room && err == nil && info.IsDir() {
		base = "/tmp"
	}
	return base
}

// Environ returns the variables that let a program put its temporary files into
// the place.
func (p *Place) Environ() []string {
	return []string{"TMPDIR=" + p.Temp, "TMP=" + p.Temp, "TEMP=" + p.Temp}
}

// Check returns why an address is not one at which only a program in the place can
// listen: a socket in it, or a port of this machine.
func (p *Place) Check(network, address string) error {
	switch network {
	case "unix":
		if !p.has(address) {
			return fmt.Errorf("it listens at %.100q, which is outside of the directory that it was given", address)
		}
	case "tcp":
		at, err := netip.ParseAddrPort(address)
		if err != nil || !at.Addr().IsLoopback() {
			return fmt.Errorf("it listens at %.100q, which is not on this machine's loopback network", address)
		}
	default:
		return fmt.Errorf("it listens on a network that is not known, %.100q", network)
	}
	return nil
}

// has reports whether a name is one in the place, which no link leads out of. One
// that is not there may be any.
func (p *Place) has(name string) bool {
	if !within(filepath.Clean(name), p.Temp) {
		return false
	}
	if info, err := os.Lstat(name); err == nil && info.Mode()&fs.ModeSymlink != 0 {
		return false
	}
	temp, tempErr := filepath.EvalSymlinks(p.Temp)
	dir, err := filepath.EvalSymlinks(filepath.Dir(name))
	return tempErr != nil || err != nil || dir == temp || within(dir, temp)
}

func within(name, dir string) bool { return strings.HasPrefix(name, dir+string(filepath.Separator)) }

// Remove removes the directory with all that is in it.
func (p *Place) Remove() error { return p.temp.Remove() }

// Temp is a new directory that nobody else can read. A process that is killed leaves
// its own, and the next one that makes such a directory removes it.
type Temp struct {
	Dir string
	// held is open as long as the directory is in use; nil where that cannot be known.
	held *os.File
}

// NewTemp makes a directory, whose name begins with a prefix that no other kind has.
// The caller must call [Temp.Remove].
func NewTemp(base, prefix string) (*Temp, error) {
	base, err := filepath.Abs(base)
	if err != nil {
		return nil, err
	}
	removeLeft(base, prefix)
	for {
		dir, err := os.MkdirTemp(base, prefix+"*")
		if err != nil {
			return nil, err
		}
		held, err := hold(dir)
		if err == nil {
			_, err = os.Lstat(dir)
		}
		if !errors.Is(err, errHeld) && !errors.Is(err, fs.ErrNotExist) {
			return &Temp{dir, held}, nil
		}
		// Another process has just taken it for one that was left.
		if held != nil {
			_ = held.Close()
		}
	}
}

var errHeld = errors.New("another process has it")

// removeLeft removes the directories that are in use no longer, as far as that can be
// known.
func removeLeft(base, prefix string) {
	entries, _ := os.ReadDir(base)
	for _, entry := range entries {
		if !entry.IsDir() || !strings.HasPrefix(entry.Name(), prefix) {
			continue
		}
		dir := filepath.Join(base, entry.Name())
		if held, err := hold(dir); err == nil {
			_ = removeAll(dir)
			_ = held.Close()
		}
	}
}

// Remove removes the directory with all that is in it, also where a program has taken
// the permission to do so away.
func (t *Temp) Remove() error {
	err := removeAll(t.Dir)
	if t.held != nil {
		_ = t.held.Close()
	}
	return err
}

func removeAll(dir string) error {
	if os.RemoveAll(dir) == nil {
		return nil
	}
	_ = os.Chmod(dir, 0o700)
	// Whoever is left could put a link in place of a directory.
	if root, err := os.OpenRoot(dir); err == nil {
		_ = fs.WalkDir(root.FS(), ".", func(name string, entry fs.DirEntry, err error) error {
			if err == nil && entry.IsDir() {
				_ = root.Chmod(name, 0o700)
			}
			return nil
		})
		_ = root.Close()
	}
	return os.RemoveAll(dir)
}
