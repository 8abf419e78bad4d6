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

// Place is a new private directory of a program. Other users cannot read it.
type Place struct {
	// Temp is the directory for temporary files and sockets. Work is an empty working directory
	// below it.
	Temp, Work string
}

// NewPlace creates a directory. The caller must call [Place.Remove].
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

// shortTempDir returns a directory with a path short enough for a socket in it: some systems limit
// socket paths to 103 bytes.
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

// Environ returns the variables that select the directory for temporary files.
func (p *Place) Environ() []string {
	return []string{"TMPDIR=" + p.Temp, "TMP=" + p.Temp, "TEMP=" + p.Temp}
}

// Check returns an error unless only a program in the place can listen at an address: a socket in
// the place, or a port of this machine.
func (p *Place) Check(network, address string) error {
	switch network {
	case "unix":
		if !p.has(address) {
			return fmt.Errorf("it listens at %.100q, which is outside its directory", address)
		}
	case "tcp":
		at, err := netip.ParseAddrPort(address)
		if err != nil || !at.Addr().IsLoopback() {
			return fmt.Errorf("it listens at %.100q, which is not on this machine's loopback network", address)
		}
	default:
		return fmt.Errorf("it listens on an unknown network, %.100q", network)
	}
	return nil
}

// has reports whether a name is in the place and not a link to another directory. It accepts names
// that do not exist.
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

// Remove removes the directory and its contents.
func (p *Place) Remove() error { return os.RemoveAll(p.Temp) }
