package cli

import (
	"context"
	"io"
	"io/fs"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/internal/cli/command"
	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/schema/dialects"
)

// session is what every command works with: the world outside, what the user says, and
// what is reported.
type session struct {
	command.Streams
	opts     *options
	report   *report.Report
	summary  summary
	outColor bool
	// ctx ends when the command is interrupted; see interruptible.
	ctx  context.Context
	stop func()
}

// start runs a command with what its options say, knowing the languages and providers of
// the schema files, and shows what is reported. It returns the exit status.
func start(call *command.Call, opts *options, do func(*languages) (int, error)) (int, error) {
	s := &session{
		Streams:  call.Streams,
		opts:     opts,
		report:   report.New(opts.reported(), call.Streams),
		outColor: report.UseColor(opts.color, call.Out, call.Getenv),
		ctx:      context.Background(),
	}
	defer s.close()
	l := &languages{session: s}
	if !l.readSchemas() || !l.openProviders() {
		return exitError, s.report.Close()
	}
	if opts.dialect != "" {
		if err := command.Choice("dialect", opts.dialect, dialects.Names(l.described...)); err != nil {
			return exitError, err
		}
	}
	status, err := do(l)
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
}

// input reads what the user names where standard input is an operand.
func (s *session) input(name string) ([]byte, fs.FileInfo, error) {
	if name == stdinPath {
		src, err := io.ReadAll(s.In)
		return src, nil, err
	}
	return readOperand(name)
}

// writeOut writes to standard output.
func (s *session) writeOut(text []byte) hcl.Diagnostics {
	if _, err := s.Out.Write(text); err != nil {
		return hcl.Diagnostics{report.Errorf("Cannot write to standard output", "%s.", report.Reason(err))}
	}
	return nil
}

// inputName is the name of an operand in messages.
func inputName(operand string) string {
	if operand == stdinPath {
		return stdinName
	}
	return operand
}

// errInterrupted says that a run was ended by a signal.
func errInterrupted() *hcl.Diagnostic {
	return report.Errorf("Interrupted", "The command was interrupted before it was done.")
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

// unique leaves out paths that are named a second time.
func unique(paths []string) []string { return firsts(paths, filepath.Clean) }

// firsts leaves out what has the same key as something before it.
func firsts[T any](list []T, key func(T) string) []T {
	seen := make(map[string]bool, len(list))
	return slices.DeleteFunc(slices.Clone(list), func(element T) bool {
		again := seen[key(element)]
		seen[key(element)] = true
		return again
	})
}

// limit returns how many files are worked on at a time.
func (o *fileOptions) limit() int {
	if o.jobs > 0 {
		return o.jobs
	}
	return runtime.GOMAXPROCS(0)
}

// inOrder does n pieces of work in parallel, as many as have been begun
// ahead of the first unfinished one, and hands each result on in its order.
func inOrder[T any](n, ahead int, work func(i int) T, use func(i int, result T)) {
	results := make([]chan T, n)
	for i := range results {
		results[i] = make(chan T, 1)
	}
	begun := make(chan struct{}, ahead)
	go func() {
		for i := range n {
			begun <- struct{}{}
			go func() { results[i] <- work(i) }()
		}
	}()
	for i := range n {
		use(i, <-results[i])
		<-begun
	}
}
