// Package env contains the code that all commands share: groups of options, the report of messages,
// signals, and functions for paths and files.
package env

import (
	"context"
	"io/fs"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"github.com/hcljson/hcljson/internal/cli/command"
	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/internal/files/atomic"
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

	protection protection
}

// NewEnv returns the environment for a run of a command line.
func NewEnv(o *Options, call *command.Call) *Env {
	return &Env{
		Options:  o,
		Streams:  call.Streams,
		Report:   report.New(o.messages, call.Streams),
		OutColor: report.UseColor(o.messages.Color, call.Out, call.Getenv),
	}
}

// Close restores the default handling of signals.
func (s *Env) Close() { s.protection.close() }

// Protect calls f, which writes files together, or starts programs or downloads files and removes the rest
// of them if its context ends. A signal during f cancels the context, and ends the program when f returns.
// At any other time, the first signal ends the program at once. f must not call Protect.
func (s *Env) Protect(f func(ctx context.Context)) { s.protection.run(f) }

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

// protection is the state of [Env.Protect].
type protection struct {
	start sync.Once
	// running is locked for reading while protected functions run.
	running sync.RWMutex
	ctx     context.Context
	// stop restores the default handling of signals; nil without a handler.
	stop func()
}

// secondSignalGrace is the time after the first signal in which other signals are ignored. The
// program timeout(1), for example, sends one signal to the process and another to its group.
const secondSignalGrace = time.Second

// receive processes signals until done is closed. After the first signal, it calls stop. After a signal that
// follows secondSignalGrace later, it calls end.
func receive(signals <-chan os.Signal, done <-chan struct{}, stop, end func(os.Signal)) {
	var first time.Time
	for {
		select {
		case sig := <-signals:
			switch {
			case first.IsZero():
				first = time.Now()
				stop(sig)
			case time.Since(first) >= secondSignalGrace:
				end(sig)
			}
		case <-done:
			return
		}
	}
}

func (p *protection) run(f func(ctx context.Context)) {
	p.start.Do(p.notify)
	p.running.RLock()
	f(p.ctx)
	p.running.RUnlock()
	if p.ctx.Err() != nil {
		select {} // the program ends
	}
}

// notify installs the handler of signals.
func (p *protection) notify() {
	ctx, cancel := context.WithCancel(context.Background())
	signals, done := make(chan os.Signal, 4), make(chan struct{})
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	stop := func(sig os.Signal) {
		cancel()
		go func() {
			p.running.Lock() // until no protected function runs
			endBySignal(sig)
		}()
	}
	go receive(signals, done, stop, endBySignal)
	p.ctx = ctx
	p.stop = func() {
		signal.Stop(signals)
		close(done)
	}
}

func (p *protection) close() {
	if p.stop != nil {
		p.stop()
	}
}

// endBySignal ends the program with the default action of a signal.
func endBySignal(sig os.Signal) {
	signal.Reset(sig)
	if self, err := os.FindProcess(os.Getpid()); err != nil || self.Signal(sig) != nil {
		os.Exit(ExitError)
	}
}
