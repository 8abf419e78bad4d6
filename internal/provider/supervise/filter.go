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
	// terminationGrace is the time between the request to end and the kill of a program.
	terminationGrace = 500 * time.Millisecond

	// maxFilterHeld is the maximum time that other processes can hold the pipes of an ended program.
	maxFilterHeld = 2 * time.Second

	// maxNoise is the number of bytes kept from the end of standard error.
	maxNoise = 4 << 10
)

// Filter is a program of the user that reads a text from standard input and prints another one. It
// runs without a shell, in the environment and the directory of this process, because the user
// trusts it. Its output has a limit, so that a mistake does not fill the memory. It ends with its
// child processes if the run is interrupted.
type Filter struct {
	path string
	args []string
}

// FindFilter finds the program of a command line. It searches the PATH for a name without a
// directory, but never the current directory.
func FindFilter(command []string) (*Filter, error) {
	path, err := exec.LookPath(command[0])
	if err != nil {
		return nil, err
	}
	return &Filter{path: path, args: command}, nil
}

// FilterOutput is the output of a program.
type FilterOutput struct {
	Output []byte
	// Noise is the end of standard error.
	Noise []byte
}

var (
	// ErrTooMuch is the error for output above the limit.
	ErrTooMuch = errors.New("it prints more than is read")

	// ErrHeld is the error for a program that ended while a child process still holds its output,
	// which can therefore be incomplete.
	ErrHeld = errors.New("it has ended, but a process started by it has not, " +
		"and holds its standard output or standard error")
)

// Run starts the program with this standard input and additional environment variables, and returns
// after it ended. It fails if the output exceeds limit bytes. If ctx ends, Run ends the process
// group and returns the error of ctx.
func (p *Filter) Run(ctx context.Context, input []byte, env []string, limit int) (FilterOutput, error) {
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
	SetGroup(cmd)
	cmd.Cancel = func() error {
		if Terminate(cmd) != nil {
			return os.ErrProcessDone
		}
		time.AfterFunc(terminationGrace, func() { _ = cmd.Process.Kill() })
		return nil
	}
	if err := cmd.Start(); err != nil {
		return FilterOutput{}, err
	}
	err := cmd.Wait()
	cause := context.Cause(ctx)
	if cause != nil || errors.Is(err, exec.ErrWaitDelay) {
		Kill(cmd)
	}
	result := FilterOutput{Output: output.Bytes(), Noise: lastLines(noise)}
	switch {
	case cause != nil:
		return result, cause
	case errors.Is(err, exec.ErrWaitDelay):
		return result, ErrHeld
	}
	return result, err
}

// Failure returns a description of how a program failed.
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

// lastLines returns the kept text, from the start of its first complete line.
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
