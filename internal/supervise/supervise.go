// Package supervise runs programs that come from elsewhere, such as plugins: with
// a part of the environment ([Environ]), in a directory of their own ([NewPlace]),
// with limits of memory and of what they write, and for no longer than they are
// wanted. It is not a sandbox: a program has the rights of the user. And it runs
// programs of the user's own ([Filter]).
package supervise

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
)

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

// Options say how a plugin is run. The zero value is ready to use.
type Options struct {
	// Env is the environment of the plugin, before what its protocol sets; nil is what it
	// needs of that of this process: see [Environ].
	Env []string
	// Timeout bounds all that is done with the plugin; 0 is two minutes.
	Timeout time.Duration
	// Memory is how many bytes of memory each process of it may have; 0 is
	// [DefaultMemory]. Only Linux has the limit.
	Memory uint64
}

const defaultTimeout = 2 * time.Minute

// Launcher starts one executable, perhaps several times, in a place of its own.
type Launcher struct {
	*Place
	Options
	path string
}

// Run calls f with what starts an executable, and removes what that has left. The context
// ends with the time of the plugin.
func (o Options) Run(ctx context.Context, executable string, f func(context.Context, *Launcher) error) (err error) {
	path, err := filepath.Abs(executable) // not below the working directory, nor on the PATH
	if err != nil {
		return err
	}
	if o.Timeout <= 0 {
		o.Timeout = defaultTimeout
	}
	if o.Env == nil {
		o.Env = Environ(os.Environ())
	}
	ctx, cancel := context.WithTimeout(ctx, o.Timeout)
	defer cancel()
	place, err := NewPlace()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, place.Remove()) }()
	return f(ctx, &Launcher{place, o, path})
}

// Process is a program that was started, with what it writes.
type Process struct {
	Stdout *Head
	Stderr *Tail

	cmd    *exec.Cmd
	cancel context.CancelFunc
	done   chan struct{}
	err    error
}

// Start starts the executable, with more variables. It is killed when ctx ends, together
// with those of its process group. The caller must call [Process.End].
func (l *Launcher) Start(ctx context.Context, args, env []string, stdout *Head, stderr *Tail) (*Process, error) {
	ctx, cancel := context.WithCancel(ctx)
	p := &Process{Stdout: stdout, Stderr: stderr, cancel: cancel, done: make(chan struct{})}
	start := func() error {
		p.cmd = l.command(ctx, args, env)
		p.cmd.Stdout, p.cmd.Stderr = stdout, stderr
		return p.cmd.Start()
	}
	err := start()
	// Another process that starts at this moment has for a moment all that is open
	// here, also the executable, if that was still being written.
	for try := 0; isBusy(err) && ctx.Err() == nil && try < maxBusy; try++ {
		time.Sleep(busyDelay)
		err = start()
	}
	if err != nil {
		cancel()
		return nil, err
	}
	limit(p.cmd.Process.Pid, l.Memory)
	go func() {
		defer close(p.done)
		if err := p.cmd.Wait(); !errors.Is(err, exec.ErrWaitDelay) {
			p.err = err
		}
		Kill(p.cmd)
	}()
	return p, nil
}

// command is what starts the executable once. Nothing comes from standard input.
func (l *Launcher) command(ctx context.Context, args, env []string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, l.path, args...)
	cmd.Env = slices.Concat(l.Env, l.Environ(), env)
	cmd.Dir = l.Work
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
