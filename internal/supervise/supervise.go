// Package supervise runs programs that come from elsewhere, such as plugins: with
// a part of the environment ([Environ]), in a directory of their own ([NewPlace]),
// with limits of memory and of what they write, and for no longer than they are
// wanted. It is not a sandbox: a program has the rights of the user. And it runs
// programs of the user's own ([Filter]).
package supervise

import (
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"time"
)

// ErrLean says what to do instead, in a program that was built with -tags lean: it starts no
// plugins and asks no registries.
var ErrLean = errors.New("this program was built with -tags lean: it starts no plugins and asks no registries; " +
	"give the schemas as files with --provider-schema, or use a program that was built without that tag")

// DefaultMemory is how many bytes of memory a program may have that is given no
// other limit. The largest providers take one GiB.
const DefaultMemory = 4 << 30

// maxFile is how large a file may be that a program writes.
const maxFile = 1 << 30

// maxHeld is how long others may hold the pipes of a program that is gone.
const maxHeld = time.Second

// maxBusy is how often an executable is tried again that is open for writing, and
// busyDelay how long after the last time.
const (
	maxBusy   = 100
	busyDelay = 20 * time.Millisecond
)

// Command is what to start.
type Command struct {
	// Path is that of the executable, with a directory in it.
	Path string
	Args []string
	// Env is the whole environment, and Dir the working directory.
	Env []string
	Dir string
	// Stdout and Stderr take what the program writes, and must not wait for
	// anything. Nil throws it away. Nothing comes from standard input.
	Stdout, Stderr io.Writer
	// Memory is how many bytes of memory each process of it may have; 0 is
	// [DefaultMemory]. Only Linux has the limit.
	Memory uint64
}

// Process is a program that was started.
type Process struct {
	cmd    *exec.Cmd
	cancel context.CancelFunc
	done   chan struct{}
	err    error
}

// Start starts a program, which is killed when ctx ends, together with those of
// its process group. The caller must call [Process.End].
func Start(ctx context.Context, c Command) (*Process, error) {
	ctx, cancel := context.WithCancel(ctx)
	p := &Process{cmd: c.prepare(ctx), cancel: cancel, done: make(chan struct{})}
	err := p.cmd.Start()
	// Another process that starts at this moment has for a moment all that is open
	// here, also the executable, if that was still being written.
	for try := 0; isBusy(err) && ctx.Err() == nil && try < maxBusy; try++ {
		time.Sleep(busyDelay)
		p.cmd = c.prepare(ctx)
		err = p.cmd.Start()
	}
	if err != nil {
		cancel()
		return nil, err
	}
	limit(p.cmd.Process.Pid, c.Memory)
	go func() {
		defer close(p.done)
		if err := p.cmd.Wait(); !errors.Is(err, exec.ErrWaitDelay) {
			p.err = err
		}
		Kill(p.cmd)
	}()
	return p, nil
}

// prepare is what starts the command once.
func (c *Command) prepare(ctx context.Context) *exec.Cmd {
	cmd := exec.CommandContext(ctx, c.Path, c.Args...)
	cmd.Env = append([]string{}, c.Env...) // nil would be the environment of this process
	cmd.Dir = c.Dir
	cmd.Stdout, cmd.Stderr = c.Stdout, c.Stderr
	cmd.WaitDelay = maxHeld
	Own(cmd)
	cmd.Cancel = func() error {
		Kill(cmd)
		return os.ErrProcessDone // The kill is no news to Wait.
	}
	return cmd
}

// Done is closed when the process is gone and all that it wrote was passed on.
func (p *Process) Done() <-chan struct{} { return p.done }

// Err is how the process ended, once it is done.
func (p *Process) Err() error { return p.err }

// End kills the process and what is left of its group, and returns when it is
// gone. A process that left the group is not waited for.
func (p *Process) End() {
	p.cancel()
	<-p.done
}

// passed are the variables that a program gets. None of them is a credential,
// unless that of a proxy is in its address.
var passed = []string{
	"PATH", "HOME", "USER", "LOGNAME", "LANG", "LANGUAGE", "TZ", "TMPDIR", "TMP", "TEMP",
	"HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "no_proxy", "all_proxy",
	"SSL_CERT_FILE", "SSL_CERT_DIR",
}

// passedOnWindows are those without which programs do not start or find no home.
var passedOnWindows = []string{
	"SYSTEMROOT", "SYSTEMDRIVE", "WINDIR", "COMSPEC", "PATHEXT", "USERPROFILE", "APPDATA", "LOCALAPPDATA",
	"PROGRAMDATA", "HOMEDRIVE", "HOMEPATH",
}

// Environ returns the lines of an environment, NAME=VALUE, that a program gets:
// those by which it finds programs, the home directory, a proxy and the
// certificates of authorities, and those of the language and the time zone.
func Environ(lines []string) []string { return environ(lines, runtime.GOOS == "windows") }

func environ(lines []string, windows bool) []string {
	kept := []string{}
	for _, line := range lines {
		name, _, ok := strings.Cut(line, "=")
		if windows {
			name = strings.ToUpper(name)
		}
		known := slices.Contains(passed, name) || strings.HasPrefix(name, "LC_") ||
			windows && slices.Contains(passedOnWindows, name)
		if ok && known {
			kept = append(kept, line)
		}
	}
	return kept
}
