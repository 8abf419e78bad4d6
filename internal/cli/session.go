package cli

import (
	"context"
	"io/fs"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"time"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/internal/atomic"
	"github.com/hcljson/hcljson/internal/cli/command"
	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/internal/diagnostic"
	"github.com/hcljson/hcljson/internal/dialects"
	"github.com/hcljson/hcljson/internal/schemafile"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// The exit statuses are the same as in diff(1). They are ordered: the status of a run is the maximum
// of its files.
const (
	exitOK      = 0
	exitDiffers = 1
	exitError   = command.StatusError
)

// The names of the program. The names of the commands that set the direction are also names of the
// program.
const (
	programName   = "hcljson"
	commandToJSON = "hcl2json"
	commandToHCL  = "json2hcl"
)

// environment contains the options, streams and messages of a run.
type environment struct {
	*sessionOptions
	command.Streams
	report   *report.Report
	outColor bool
	// ctx is canceled when the command is interrupted; see interruptible.
	ctx  context.Context
	stop func()
}

// newEnvironment returns the environment of a command line.
func newEnvironment(o *sessionOptions, call *command.Call) *environment {
	return &environment{
		sessionOptions: o,
		Streams:        call.Streams,
		report:         report.New(o.messages, call.Streams),
		outColor:       report.UseColor(o.messages.Color, call.Out, call.Getenv),
		ctx:            context.Background(),
	}
}

// session is a run of a command with the languages and providers of its files.
type session struct {
	*environment
	described []*schemafile.Language // languages of schema files
	providers *providerSchemas
}

// start runs a command with the languages and providers of its options, and prints its messages. It
// returns the exit status.
func start(o *sessionOptions, call *command.Call, do func(*session) (int, error)) (int, error) {
	s := &session{environment: newEnvironment(o, call)}
	defer s.close()
	if !s.readLanguages() || !s.openProviders() {
		return exitError, s.report.Close()
	}
	if o.dialect == "tofu" {
		o.dialect = opentofu.OpenTofu.String() // the name of its command
	}
	if o.dialect != "" {
		if err := command.CheckChoice("dialect", o.dialect, dialects.Names(s.described...)); err != nil {
			return exitError, err
		}
	}
	status, err := do(s)
	if err != nil {
		return exitError, err
	}
	return status, s.report.Close()
}

// close stops the processes of the run.
func (s *environment) close() {
	if s.stop != nil {
		s.stop()
	}
}

// readStdin reads standard input.
func (s *environment) readStdin() ([]byte, error) {
	return atomic.ReadAtMost(s.In, nil, atomic.MaxFile)
}

// input reads an operand, which may be standard input.
func (s *environment) readInput(name string) ([]byte, fs.FileInfo, error) {
	if name == stdinPath {
		src, err := s.readStdin()
		return src, nil, err
	}
	return readOperand(name)
}

// read reads a source.
func (s *session) read(in *source) (src []byte, info fs.FileInfo, err error) {
	switch {
	case in.given != nil:
		return in.given, nil, nil
	case in.stdin:
		src, err = s.readStdin()
		return src, nil, err
	case in.pipe:
		return readOperand(in.name)
	}
	return readFile(in.name)
}

// readSchemas reads a file with schemas and returns its text. It returns nil after it reports an
// error.
func (s *session) readSchemas(name string, read func(src []byte, name string) hcl.Diagnostics) []byte {
	src, err := readSchemaFile(name)
	if err != nil {
		s.report.Add(name, nil, report.Errorf("Cannot read the schema", "%s: %s.", name, report.Reason(err)))
		return nil
	}
	shown := src
	var diags hcl.Diagnostics
	if diag := diagnostic.CheckEncoding(src); diag != nil {
		diags = hcl.Diagnostics{diag}
	} else if diag := notSchemas(name, src); diag != nil {
		shown, diags = nil, hcl.Diagnostics{diag}
	} else {
		diags = read(src, name)
	}
	s.report.Add(name, shown, diags...)
	if diags.HasErrors() {
		return nil
	}
	return src
}

const issuesURL = "https://github.com/hcljson/hcljson/issues"

// guard recovers from a panic and returns it as an error, so that other files can be converted.
func guard[T any](name string, do func() (T, hcl.Diagnostics)) (out T, diags hcl.Diagnostics) {
	defer func() {
		if cause := recover(); cause != nil {
			out, diags = *new(T), hcl.Diagnostics{report.Errorf("Internal error",
				"hcljson failed on %s, and nothing was written for it: %v. This is a bug in hcljson; please report "+
					"it with the file at %s.\n\n%s", name, cause, issuesURL, debug.Stack())}
		}
	}()
	return do()
}

// errInterrupted returns the error of an interrupted run.
func errInterrupted() *hcl.Diagnostic {
	return report.Errorf("Interrupted", "The command was interrupted before it was done.")
}

// impatience is the time after the first signal in which other signals are ignored. timeout(1), for
// example, sends two signals: to the process and to its group.
const impatience = time.Second

// receive processes signals until done is closed. The first signal stops the run after the current
// modules. A later signal, after impatience, ends it immediately.
func receive(signals <-chan os.Signal, done <-chan struct{}, stop func(), end func(os.Signal)) {
	var first time.Time
	for {
		select {
		case sig := <-signals:
			switch {
			case first.IsZero():
				first = time.Now()
				stop()
			case time.Since(first) >= impatience:
				end(sig)
			}
		case <-done:
			return
		}
	}
}

// interruptible makes signals cancel the context of the run instead of ending the program, so that
// the run can complete its modules.
func (s *environment) interruptible() {
	if s.stop != nil {
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	signals := make(chan os.Signal, 4)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	done := make(chan struct{})
	go receive(signals, done, cancel, endBySignal)
	s.ctx = ctx
	s.stop = func() {
		signal.Stop(signals)
		close(done)
		cancel()
	}
}

// endBySignal ends the program with the default action of the signal.
func endBySignal(sig os.Signal) {
	signal.Reset(sig)
	if self, err := os.FindProcess(os.Getpid()); err != nil || self.Signal(sig) != nil {
		os.Exit(exitError)
	}
}
