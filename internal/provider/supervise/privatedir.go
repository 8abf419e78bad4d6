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

// PrivateDir is a new private directory of a program. Other users cannot read it.
type PrivateDir struct {
	// Temp is the directory for temporary files and sockets. Work is an empty working directory
	// below it.
	Temp, Work string
}

// NewPrivateDir creates a directory. The caller must call [PrivateDir.Remove].
func NewPrivateDir() (*PrivateDir, error) {
	temp, err := os.MkdirTemp(shortTempDir(), "hcljson-plugin-*")
	if err != nil {
		return nil, err
	}
	p := &PrivateDir{Temp: temp, Work: filepath.Join(temp, "w")}
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
func (p *PrivateDir) Environ() []string {
	return []string{"TMPDIR=" + p.Temp, "TMP=" + p.Temp, "TEMP=" + p.Temp}
}

// Check returns an error unless only a program that uses the directory can listen at an address: a socket
// in the directory, or a port of this machine.
func (p *PrivateDir) Check(network, address string) error {
	switch network {
	case "unix":
		if !p.contains(address) {
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

// contains reports whether a name is in the directory and not a link to another directory. It accepts names
// that do not exist.
func (p *PrivateDir) contains(name string) bool {
	if !isBelow(filepath.Clean(name), p.Temp) {
		return false
	}
	if info, err := os.Lstat(name); err == nil && info.Mode()&fs.ModeSymlink != 0 {
		return false
	}
	temp, tempErr := filepath.EvalSymlinks(p.Temp)
	dir, err := filepath.EvalSymlinks(filepath.Dir(name))
	return tempErr != nil || err != nil || dir == temp || isBelow(dir, temp)
}

func isBelow(name, dir string) bool { return strings.HasPrefix(name, dir+string(filepath.Separator)) }

// Remove removes the directory and its contents.
func (p *PrivateDir) Remove() error { return os.RemoveAll(p.Temp) }
