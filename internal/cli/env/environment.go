// Package env contains the code that all commands share: groups of options, the report of messages,
// signals, and functions for paths and files.
package env

import (
	"context"
	"io/fs"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/internal/atomic"
	"github.com/hcljson/hcljson/internal/cli/command"
	"github.com/hcljson/hcljson/internal/cli/report"
)

// The exit statuses are the same as in diff(1). The status of a run is the maximum status of its
// files.
const (
	ExitOK      = 0
	ExitDiffers = 1
	ExitError   = command.StatusError
)

// The names of the program. If the program file has the name of a command, the program runs this
// command.
const (
	ProgramName   = "hcljson"
	CommandToJSON = "hcl2json"
	CommandToHCL  = "json2hcl"
)

// Env contains the options, streams and messages of a run.
type Env struct {
	*Options
	command.Streams
	Report   *report.Report
	OutColor bool
	// Ctx is canceled when the command is interrupted; see Interruptible.
	Ctx  context.Context
	stop func()
}

// NewEnv returns the environment for a run of a command line.
func NewEnv(o *Options, call *command.Call) *Env {
	return &Env{
		Options:  o,
		Streams:  call.Streams,
		Report:   report.New(o.messages, call.Streams),
		OutColor: report.UseColor(o.messages.Color, call.Out, call.Getenv),
		Ctx:      context.Background(),
	}
}

// Close cancels the context of the run, and restores the default handling of signals.
func (s *Env) Close() {
	if s.stop != nil {
		s.stop()
	}
}

// ReadStdin reads standard input.
func (s *Env) ReadStdin() ([]byte, error) {
	return atomic.ReadAtMost(s.In, nil, atomic.MaxFile)
}

// ReadInput reads a file operand. The operand [StdinPath] is standard input.
func (s *Env) ReadInput(name string) ([]byte, fs.FileInfo, error) {
	if name == StdinPath {
		src, err := s.ReadStdin()
		return src, nil, err
	}
	return ReadOperand(name)
}

// IssuesURL is the address for bug reports.
const IssuesURL = "https://github.com/hcljson/hcljson/issues"

// ErrInterrupted returns the error of an interrupted run.
func ErrInterrupted() *hcl.Diagnostic {
	return report.Errorf("Interrupted", "The command was interrupted.")
}

// secondSignalGrace is the time after the first signal in which other signals are ignored. The
// program timeout(1), for example, sends one signal to the process and another to its group.
const secondSignalGrace = time.Second

// receive processes signals until done is closed. On the first signal, it calls stop: the run
// completes the current modules and stops. On a signal after secondSignalGrace, it calls end, which
// ends the program immediately.
func receive(signals <-chan os.Signal, done <-chan struct{}, stop func(), end func(os.Signal)) {
	var first time.Time
	for {
		select {
		case sig := <-signals:
			switch {
			case first.IsZero():
				first = time.Now()
				stop()
			case time.Since(first) >= secondSignalGrace:
				end(sig)
			}
		case <-done:
			return
		}
	}
}

// Interruptible makes signals cancel the context of the run instead of ending the program, so that
// the run can complete its modules.
func (s *Env) Interruptible() {
	if s.stop != nil {
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	signals := make(chan os.Signal, 4)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	done := make(chan struct{})
	go receive(signals, done, cancel, endBySignal)
	s.Ctx = ctx
	s.stop = func() {
		signal.Stop(signals)
		close(done)
		cancel()
	}
}

// endBySignal ends the program with the default action of a signal.
func endBySignal(sig os.Signal) {
	signal.Reset(sig)
	if self, err := os.FindProcess(os.Getpid()); err != nil || self.Signal(sig) != nil {
		os.Exit(ExitError)
	}
}
