package supervise

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"time"
)

const (
	// grace is how long a program that is to end may take before it is killed.
	grace = 500 * time.Millisecond

	// maxFilterHeld is how long others may hold the pipes of a program that is gone.
	maxFilterHeld = 2 * time.Second

	// maxNoise is how much of the end of standard error is kept.
	maxNoise = 4 << 10
)

// Filter is a program of the user's that reads a text from standard input and prints
// another one. The program is started directly, without a shell, with the
// environment and in the directory of this process; it is none that must be kept
// from anything. What it prints has limits anyway, so that a mistake does not
// fill the memory, and it ends with what it has started when the run is interrupted.
type Filter struct {
	path string
	args []string
}

// FindFilter looks for the program that a command line names: on the PATH if its name has
// no directory, and then never in the directory that we are in.
func FindFilter(command []string) (*Filter, error) {
	path, err := exec.LookPath(command[0])
	if err != nil {
		return nil, err
	}
	return &Filter{path: path, args: command}, nil
}

// Filtered is what a program has printed.
type Filtered struct {
	Output []byte
	// Noise is the end of what came to standard error.
	Noise []byte
}

var (
	// ErrTooMuch says that a program printed more than the limit.
	ErrTooMuch = errors.New("it prints more than is read")

	// ErrHeld says that a program is gone, but what it has started goes on with its
	// output, so that there is no telling whether that is complete.
	ErrHeld = errors.New("it has ended, but something that it has started has not, " +
		"and holds its standard output or standard error")
)

// Run starts the program with this text as standard input and more variables in
// its environment, and returns when it is gone. It may print up to limit bytes. It
// is ended, with its process group, when ctx ends; the error is that of ctx then.
func (p *Filter) Run(ctx context.Context, input []byte, env []string, limit int) (Filtered, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	output := NewHead(limit, func() { cancel(ErrTooMuch) })
	noise := NewTail(maxNoise)
	cmd := exec.CommandContext(ctx, p.path)
	cmd.Args = p.args
	cmd.Env = append(os.Environ(), env...)
	cmd.Stdin = bytes.NewReader(input)
	cmd.Stdout, cmd.Stderr = output, noise
	cmd.WaitDelay = maxFilterHeld
	Own(cmd)
	cmd.Cancel = func() error {
		if Terminate(cmd) != nil {
			return os.ErrProcessDone
		}
		time.AfterFunc(grace, func() { _ = cmd.Process.Kill() })
		return nil
	}
	if err := cmd.Start(); err != nil {
		return Filtered{}, err
	}
	err := cmd.Wait()
	cause := context.Cause(ctx)
	if cause != nil || errors.Is(err, exec.ErrWaitDelay) {
		Kill(cmd)
	}
	result := Filtered{Output: output.Bytes(), Noise: lastLines(noise)}
	switch {
	case cause != nil:
		return result, cause
	case errors.Is(err, exec.ErrWaitDelay):
		return result, ErrHeld
	}
	return result, err
}

// Failure says how a program ended that failed.
func Failure(err error) string {
	exit := (*exec.ExitError)(nil)
	if !errors.As(err, &exit) {
		return err.Error()
	}
	if code := exit.ExitCode(); code >= 0 {
		return fmt.Sprintf("it ended with exit status %d", code)
	}
	return "it was ended: " + exit.String()
}

// lastLines returns what was kept, from the start of a line if there is one.
func lastLines(t *Tail) []byte {
	kept, cut := t.Bytes()
	if !cut {
		return kept
	}
	if _, rest, found := bytes.Cut(kept, []byte{'\n'}); found && len(rest) > 0 {
		kept = rest
	}
	return append([]byte("…\n"), kept...)
}
