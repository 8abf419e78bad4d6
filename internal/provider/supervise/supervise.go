// Package supervise runs untrusted programs, such as plugins: with a part of the environment
// ([Environ]), in their own directory ([NewPrivateDir]), with limits of memory and output, and for a
// limited time. It is not a sandbox: a program has the rights of the user. The package also runs
// programs of the user ([Filter]).
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

// DefaultMemory is the default limit of memory of a program in bytes. The largest providers use one
// GiB.
const DefaultMemory = 4 << 30

// maxFile is the maximum size of a file that a program writes.
const maxFile = 1 << 30

// maxHeld is the maximum time that other processes can hold the pipes of an ended program.
const maxHeld = time.Second

// maxBusy is the maximum number of attempts to start an executable that is open for writing, and
// busyDelay is the time between them.
const (
	maxBusy   = 100
	busyDelay = 20 * time.Millisecond
)

// Options are the options for running a plugin. The zero value is ready to use.
type Options struct {
	// Env is the environment of the plugin, without the variables of its protocol; nil means the
	// necessary part of this process's environment, see [Environ].
	Env []string
	// Timeout limits the total time of a plugin; 0 means two minutes.
	Timeout time.Duration
	// Memory is the limit of memory in bytes for each process of the plugin; 0 means
	// [DefaultMemory]. Only Linux supports it.
	Memory uint64
}

const defaultTimeout = 2 * time.Minute

// Launcher starts an executable, possibly several times, in its own place.
type Launcher struct {
	*PrivateDir
	Options
	path string
}

// Run calls f with a launcher for an executable, and removes its directory at the end. The context
// of f ends after the timeout of the plugin.
func (o Options) Run(ctx context.Context, executable string, f func(context.Context, *Launcher) error) (err error) {
	path, err := filepath.Abs(executable) // not relative to the working directory, and not on the PATH
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
	place, err := NewPrivateDir()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, place.Remove()) }()
	return f(ctx, &Launcher{place, o, path})
}

// Process is a started program with its output.
type Process struct {
	Stdout *Head
	Stderr *Tail

	cmd    *exec.Cmd
	cancel context.CancelFunc
	done   chan struct{}
	err    error
}

// Start starts the executable with additional variables. The process and its group are killed when
// ctx ends. The caller must call [Process.End].
func (l *Launcher) Start(ctx context.Context, args, env []string, stdout *Head, stderr *Tail) (*Process, error) {
	ctx, cancel := context.WithCancel(ctx)
	p := &Process{Stdout: stdout, Stderr: stderr, cancel: cancel, done: make(chan struct{})}
	start := func() error {
		p.cmd = l.command(ctx, args, env)
		p.cmd.Stdout, p.cmd.Stderr = stdout, stderr
		return p.cmd.Start()
	}
	err := start()
	// A process that starts at the same moment briefly inherits all open files of this process,
	// including an executable that was being written.
	for try := 0; isBusy(err) && ctx.Err() == nil && try < maxBusy; try++ {
		time.Sleep(busyDelay)
		err = start()
	}
	if err != nil {
		cancel()
		return nil, err
	}
	setLimits(p.cmd.Process.Pid, l.Memory)
	go func() {
		defer close(p.done)
		if err := p.cmd.Wait(); !errors.Is(err, exec.ErrWaitDelay) {
			p.err = err
		}
		Kill(p.cmd)
	}()
	return p, nil
}

// command returns the command for one start of the executable. It has no standard input.
func (l *Launcher) command(ctx context.Context, args, env []string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, l.path, args...)
	cmd.Env = slices.Concat(l.Env, l.Environ(), env)
	cmd.Dir = l.Work
	cmd.WaitDelay = maxHeld
	SetGroup(cmd)
	cmd.Cancel = func() error {
		Kill(cmd)
		return os.ErrProcessDone // Wait does not report the kill as an error.
	}
	return cmd
}

// Done returns a channel that is closed after the process ended and all its output was received.
func (p *Process) Done() <-chan struct{} { return p.done }

// Err returns the error of the process after it is done.
func (p *Process) Err() error { return p.err }

// End kills the process and the rest of its group, and returns after the process ended. It does not
// wait for processes that left the group.
func (p *Process) End() {
	p.cancel()
	<-p.done
}

// passedVariables are the variables that a program receives. None of them contains a credential, except
// possibly the address of a proxy.
var passedVariables = []string{
	"PATH", "HOME", "USER", "LOGNAME", "LANG", "LANGUAGE", "TZ", "TMPDIR", "TMP", "TEMP",
	"HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "no_proxy", "all_proxy",
	"SSL_CERT_FILE", "SSL_CERT_DIR",
}

// passedOnWindows are the additional variables that programs on Windows need to start or to find the
// home directory.
var passedOnWindows = []string{
	"SYSTEMROOT", "SYSTEMDRIVE", "WINDIR", "COMSPEC", "PATHEXT", "USERPROFILE", "APPDATA", "LOCALAPPDATA",
	"PROGRAMDATA", "HOMEDRIVE", "HOMEPATH",
}

// Environ returns the part of an environment, in lines NAME=VALUE, that a program receives: the
// variables for finding programs, for the home directory, proxies, certificates, the language and
// the time zone.
func Environ(lines []string) []string { return filterEnviron(lines, runtime.GOOS == "windows") }

func filterEnviron(lines []string, windows bool) []string {
	kept := []string{}
	for _, line := range lines {
		name, _, ok := strings.Cut(line, "=")
		if windows {
			name = strings.ToUpper(name)
		}
		known := slices.Contains(passedVariables, name) || strings.HasPrefix(name, "LC_") ||
			windows && slices.Contains(passedOnWindows, name)
		if ok && known {
			kept = append(kept, line)
		}
	}
	return kept
}
