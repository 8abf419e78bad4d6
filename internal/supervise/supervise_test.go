package supervise

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestEnviron(t *testing.T) {
	lines := []string{
		"PATH=/bin", "HOME=/h", "LC_ALL=C", "LANG=C", "https_proxy=p", "SSL_CERT_FILE=f", "TF_DATA_DIR=d", "EMPTY",
		"AWS_SECRET_ACCESS_KEY=s", "TF_TOKEN_a_b=s", "PATHS=s", "path=s", "GITHUB_TOKEN=s", "LD_PRELOAD=s", "SystemRoot=w",
		"=C:=w",
	}
	for _, test := range []struct {
		windows bool
		want    string
	}{
		{false, "PATH=/bin HOME=/h LC_ALL=C LANG=C https_proxy=p SSL_CERT_FILE=f"},
		{true, "PATH=/bin HOME=/h LC_ALL=C LANG=C https_proxy=p SSL_CERT_FILE=f path=s SystemRoot=w"},
	} {
		if got := strings.Join(environ(lines, test.windows), " "); got != test.want {
			t.Errorf("windows %v: got %s", test.windows, got)
		}
	}
	if got := Environ(nil); got == nil {
		t.Error("an environment of nil is that of the process for os/exec")
	}
}

func TestPlace(t *testing.T) {
	place, err := NewPlace()
	if err != nil {
		t.Fatal(err)
	}
	if entries, err := os.ReadDir(place.Work); err != nil || len(entries) > 0 {
		t.Errorf("%v, %v", entries, err)
	}
	if info, err := os.Stat(place.Temp); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o700 {
		t.Errorf("%v, %v", info, err)
	}
	outside := t.TempDir()
	if err := os.Chmod(outside, 0o755); err != nil {
		t.Fatal(err)
	}
	locked := filepath.Join(place.Work, "a", "b")
	if err := errors.Join(os.MkdirAll(locked, 0o700),
		os.WriteFile(filepath.Join(locked, "file"), nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(place.Work, "a", "link")); err != nil && runtime.GOOS != "windows" {
		t.Fatal(err)
	}
	for _, dir := range []string{locked, filepath.Dir(locked), place.Work, place.Temp} {
		if err := os.Chmod(dir, 0); err != nil {
			t.Fatal(err)
		}
	}
	if err := place.Remove(); err != nil {
		t.Error(err)
	}
	if _, err := os.Lstat(place.Temp); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("it is left: %v", err)
	}
	if info, err := os.Stat(outside); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o755 {
		t.Errorf("what a link led to has changed: %v, %v", info, err)
	}
	if err := place.Remove(); err != nil {
		t.Errorf("the second time: %v", err)
	}
}

// A directory for temporary files with a long name leaves no room for sockets.
func TestPlaceWithRoomForSockets(t *testing.T) {
	if info, err := os.Stat("/tmp"); err != nil || !info.IsDir() || runtime.GOOS == "windows" {
		t.Skip("there is no /tmp")
	}
	long := filepath.Join(t.TempDir(), strings.Repeat("x", 90))
	if err := os.Mkdir(long, 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("TMPDIR", long)
	place, err := NewPlace()
	if err != nil {
		t.Fatal(err)
	}
	defer place.Remove()
	if socket := filepath.Join(place.Temp, "plugin-dir1234567890", "plugin1234567890"); len(socket) > 103 {
		t.Errorf("%s has %d bytes", socket, len(socket))
	}
}

// kept is what a program wrote.
type kept struct {
	lock sync.Mutex
	data bytes.Buffer
}

func (k *kept) Write(data []byte) (int, error) {
	k.lock.Lock()
	defer k.lock.Unlock()
	return k.data.Write(data)
}

// shell runs a script.
func shell(t *testing.T, script string) (p *Process, stdout, stderr *kept) {
	t.Helper()
	if _, err := os.Stat("/bin/sh"); err != nil {
		t.Skip(err)
	}
	stdout, stderr = &kept{}, &kept{}
	p, err := Start(t.Context(), Command{
		Path: "/bin/sh", Args: []string{"-c", script},
		Env: []string{"PATH=" + os.Getenv("PATH")}, Dir: t.TempDir(), Stdout: stdout, Stderr: stderr,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.End)
	return p, stdout, stderr
}

func TestStart(t *testing.T) {
	p, stdout, stderr := shell(t, `echo out; echo err >&2; env | sed 's/=.*//' | sort | tr '\n' ' '; exit 3`)
	<-p.Done()
	if p.Err() == nil || p.Err().Error() != "exit status 3" {
		t.Error(p.Err())
	}
	variables, _ := strings.CutPrefix(stdout.data.String(), "out\n")
	for name := range strings.FieldsSeq(variables) {
		if !slices.Contains([]string{"PATH", "PWD", "OLDPWD", "SHLVL", "_"}, name) {
			t.Errorf("it has the variable %s", name)
		}
	}
	if stderr.data.String() != "err\n" {
		t.Errorf("%q", stderr.data.String())
	}
	p.End()
	if _, err := Start(t.Context(), Command{Path: filepath.Join(t.TempDir(), "none")}); err == nil {
		t.Error("a program that is not there was started")
	}
}

// A program without end is ended with its group.
func TestEnd(t *testing.T) {
	p, stdout, _ := shell(t, `trap '' TERM INT HUP; yes & yes >&2`)
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		stdout.lock.Lock()
		n := stdout.data.Len()
		stdout.data.Truncate(min(n, 1))
		stdout.lock.Unlock()
		if n > 1 {
			break
		}
	}
	p.End()
	if stdout.data.Len() == 0 {
		t.Error("nothing was passed on")
	}
}

// A line is whole when it ends, or when no more of it is kept.
func TestHead(t *testing.T) {
	ended := make(chan struct{})
	close(ended)
	for _, test := range []struct {
		writes []string
		line   string
		whole  bool
		kept   string
	}{
		{nil, "", false, ""},
		{[]string{"a", "b"}, "ab", false, "ab"},
		{[]string{"a", "b\nc", "\n"}, "ab", true, "ab\nc\n"},
		{[]string{"12345678"}, "12345678", false, "12345678"},
		{[]string{"1234567", "89", "x\n"}, "12345678", true, "12345678"},
	} {
		calls := 0
		h := NewHead(8, func() { calls++ })
		for _, text := range test.writes {
			if n, err := h.Write([]byte(text)); n != len(text) || err != nil {
				t.Error(n, err)
			}
		}
		line, whole := h.Line(ended)
		if line != test.line || whole != test.whole || string(h.Bytes()) != test.kept {
			t.Errorf("%q: %q, %v, %q", test.writes, line, whole, h.Bytes())
		}
		if over := len(strings.Join(test.writes, "")) > 8; h.Over() != over || calls > 1 || over != (calls == 1) {
			t.Errorf("%q: %v, %d", test.writes, h.Over(), calls)
		}
	}
	h := NewHead(8, nil)
	go func() { _, _ = h.Write([]byte("line\n")) }()
	if line, whole := h.Line(nil); line != "line" || !whole {
		t.Error(line, whole)
	}
}
