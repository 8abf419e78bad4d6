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
}

// NewPlace makes a directory. The caller must call [Place.Remove].
func NewPlace() (*Place, error) {
	temp, err := os.MkdirTemp(shortTempDir(), "hcljson-plugin-*")
	if err != nil {
		return nil, err
	}
	p := &Place{Temp: temp, Work: filepath.Join(temp, "w")}
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
	if abs, err := filepath.Abs(base); err == nil {
		base = abs
	}
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
func (p *Place) Remove() error { return os.RemoveAll(p.Temp) }
