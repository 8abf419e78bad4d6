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

// The exit statuses are those of diff(1). They are ordered, so that the status
// of a run is the greatest among its files.
const (
	exitOK      = 0
	exitDiffers = 1
	exitError   = command.StatusError
)

// The name of the program, and the commands that set the direction, which are names to
// start it under, too.
const (
	programName   = "hcljson"
	commandToJSON = "hcl2json"
	commandToHCL  = "json2hcl"
)

// session is a run of a command: its options, the world outside, the languages that it knows, and
// what is reported.
type session struct {
	*options
	command.Streams
	described []*schemafile.Language // in schema files
	providers *providerSchemas

	report   *report.Report
	outColor bool
	// ctx ends when the command is interrupted; see interruptible.
	ctx  context.Context
	stop func()
	// record is what is kept of this run until it is complete; nil for nothing.
	record *record
}

// start runs a command, which knows the languages and providers that its options name, and
// shows what is reported. It returns the exit status.
func (o *options) start(call *command.Call, do func(*session) (int, error)) (int, error) {
	s := &session{
		options:  o,
		Streams:  call.Streams,
		report:   report.New(o.messages, call.Streams),
		outColor: report.UseColor(o.messages.Color, call.Out, call.Getenv),
		ctx:      context.Background(),
	}
	defer s.close()
	if !s.readLanguages() || !s.openProviders() {
		return exitError, s.report.Close()
	}
	if o.dialect == "tofu" {
		o.dialect = opentofu.OpenTofu.String() // the name of its command
	}
	if o.dialect != "" {
		if err := command.Choice("dialect", o.dialect, dialects.Names(s.described...)); err != nil {
			return exitError, err
		}
	}
	status, err := do(s)
	if err != nil {
		return exitError, err
	}
	return status, s.report.Close()
}

// close ends what the run has started.
func (s *session) close() {
	if s.stop != nil {
		s.stop()
	}
	s.record.close()
}

// readStdin reads standard input.
func (s *session) readStdin() ([]byte, error) { return atomic.ReadAtMost(s.In, nil, atomic.MaxFile) }

// input reads what the user names where standard input is an operand.
func (s *session) input(name string) ([]byte, fs.FileInfo, error) {
	if name == stdinPath {
		src, err := s.readStdin()
		return src, nil, err
	}
	return readOperand(name)
}

// read reads a source.
func (s *session) read(in *source) (src []byte, err error) {
	switch {
	case in.given != nil:
		return in.given, nil
	case in.stdin:
		return s.readStdin()
	case in.pipe:
		src, in.info, err = readOperand(in.name)
	default:
		src, in.info, err = readFile(in.name)
	}
	return src, err
}

// readSchemas reads a file with schemas, and returns its text. It reports what is wrong, and
// returns nil then.
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

// guard keeps a bug in the converter from taking the other files with it.
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

// errInterrupted says that a run was ended by a signal.
func errInterrupted() *hcl.Diagnostic {
	return report.Errorf("Interrupted", "The command was interrupted before it was done.")
}

// impatience is how long after a first signal another one does not count:
// timeout(1), for one, sends two of them, to the process and to its group.
const impatience = time.Second

// receive takes signals until done is closed. The first one stops the run when its modules
// are whole, and one that comes later than with it ends it at once.
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

// interruptible lets signals end the context of the run rather than the program,
// for a run that must leave things in order.
func (s *session) interruptible() {
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

// endBySignal ends the program as the signal does without us.
func endBySignal(sig os.Signal) {
	signal.Reset(sig)
	if self, err := os.FindProcess(os.Getpid()); err != nil || self.Signal(sig) != nil {
		os.Exit(exitError)
	}
}
