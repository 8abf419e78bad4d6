package supervise

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
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
		if got := strings.Join(filterEnviron(lines, test.windows), " "); got != test.want {
			t.Errorf("windows %v: got %s", test.windows, got)
		}
	}
	if got := Environ(nil); got == nil {
		t.Error("the environment is nil, so that os/exec inherits the process environment")
	}
}

func TestPrivateDir(t *testing.T) {
	place, err := NewPrivateDir()
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
	below := filepath.Join(place.Work, "a", "b")
	if err := errors.Join(os.MkdirAll(below, 0o700),
		os.WriteFile(filepath.Join(below, "file"), nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(place.Work, "a", "link")); err != nil && runtime.GOOS != "windows" {
		t.Fatal(err)
	}
	if err := place.Remove(); err != nil {
		t.Error(err)
	}
	if _, err := os.Lstat(place.Temp); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("it is left: %v", err)
	}
	if _, err := os.Stat(outside); err != nil {
		t.Errorf("the target of a link was deleted: %v", err)
	}
	if err := place.Remove(); err != nil {
		t.Errorf("the second time: %v", err)
	}
}

// A long path of the directory for temporary files is too long for sockets.
func TestPrivateDirForSockets(t *testing.T) {
	if info, err := os.Stat("/tmp"); err != nil || !info.IsDir() || runtime.GOOS == "windows" {
		t.Skip("requires /tmp")
	}
	long := filepath.Join(t.TempDir(), strings.Repeat("x", 90))
	if err := os.Mkdir(long, 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("TMPDIR", long)
	place, err := NewPrivateDir()
	if err != nil {
		t.Fatal(err)
	}
	defer place.Remove()
	if socket := filepath.Join(place.Temp, "plugin-dir1234567890", "plugin1234567890"); len(socket) > 103 {
		t.Errorf("%s has %d bytes", socket, len(socket))
	}
}

// newLauncher returns a launcher of an executable in a directory.
func newLauncher(path, dir string, env ...string) *Launcher {
	return &Launcher{&PrivateDir{Temp: dir, Work: dir}, Options{Env: env, Memory: 1 << 62}, path}
}

// startProcess starts the executable of a launcher.
func startProcess(ctx context.Context, l *Launcher, args ...string) (*Process, error) {
	return l.Start(ctx, args, nil, NewHead(1<<20, nil), NewTail(1<<10))
}

// startShell starts a script.
func startShell(t *testing.T, script string) *Process {
	t.Helper()
	if _, err := os.Stat("/bin/sh"); err != nil {
		t.Skip(err)
	}
	p, err := startProcess(t.Context(), newLauncher("/bin/sh", t.TempDir(), "PATH="+os.Getenv("PATH")), "-c", script)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.End)
	return p
}

// TestLauncher checks the defaults: a plugin without options receives the necessary variables, a
// temporary directory that the launcher removes, and a time limit.
func TestLauncher(t *testing.T) {
	t.Setenv("AWS_SECRET_ACCESS_KEY", "secret")
	t.Setenv("HOME", "/home/x")
	temp := ""
	err := Options{}.Run(t.Context(), "program", func(ctx context.Context, l *Launcher) error {
		env := l.command(ctx, nil, []string{"OWN=1"}).Env
		for _, want := range []string{"HOME=/home/x", "TMPDIR=" + l.Temp, "OWN=1"} {
			if !slices.Contains(env, want) {
				t.Errorf("no %s in %q", want, env)
			}
		}
		if slices.ContainsFunc(env, func(s string) bool { return strings.Contains(s, "secret") }) {
			t.Errorf("the environment is passed on: %q", env)
		}
		if _, ends := ctx.Deadline(); !ends || !filepath.IsAbs(l.path) {
			t.Errorf("%s runs for ever", l.path)
		}
		temp = l.Temp
		return os.WriteFile(filepath.Join(l.Temp, "left"), nil, 0o600)
	})
	if _, there := os.Stat(temp); err != nil || there == nil {
		t.Errorf("%v, and %s is there", err, temp)
	}
}

func TestStart(t *testing.T) {
	p := startShell(t, `echo out; echo err >&2; env | sed 's/=.*//' | sort | tr '\n' ' '; exit 3`)
	<-p.Done()
	if p.Err() == nil || p.Err().Error() != "exit status 3" {
		t.Error(p.Err())
	}
	variables, _ := strings.CutPrefix(string(p.Stdout.Bytes()), "out\n")
	for name := range strings.FieldsSeq(variables) {
		if !slices.Contains([]string{"PATH", "PWD", "OLDPWD", "SHLVL", "_", "TMPDIR", "TMP", "TEMP"}, name) {
			t.Errorf("it has the variable %s", name)
		}
	}
	if said, _ := p.Stderr.Bytes(); string(said) != "err\n" {
		t.Errorf("%q", said)
	}
	p.End()
	if _, err := startProcess(t.Context(), newLauncher(filepath.Join(t.TempDir(), "none"), t.TempDir())); err == nil {
		t.Error("a missing program was started")
	}
}

// End ends a program and its group.
func TestEnd(t *testing.T) {
	p := startShell(t, `trap '' TERM INT HUP; yes & yes >&2`)
	if line, _ := p.Stdout.Line(nil); line != "y" {
		t.Errorf("%q was passed on", line)
	}
	p.End()
}

// A line is complete at its end or at the limit.
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
		if over := len(strings.Join(test.writes, "")) > 8; h.ExceedsLimit() != over || calls > 1 || over != (calls == 1) {
			t.Errorf("%q: %v, %d", test.writes, h.ExceedsLimit(), calls)
		}
	}
	h := NewHead(8, nil)
	go func() { _, _ = h.Write([]byte("line\n")) }()
	if line, whole := h.Line(nil); line != "line" || !whole {
		t.Error(line, whole)
	}
}
