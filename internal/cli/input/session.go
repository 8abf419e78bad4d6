package input

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/internal/cli/command"
	"github.com/hcljson/hcljson/internal/cli/env"
	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/internal/language/schemafile"
	"github.com/hcljson/hcljson/internal/text/diagnostic"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// Session is a run of a command. It provides the languages and the provider schemas of the sources.
type Session struct {
	*env.Env
	Described []*schemafile.Language // languages of schema files
	Providers *providerSchemas

	modules sync.Map // from a canonical directory to a *Module

	// operands contains the canonical paths of the operands, and trees their trees (see [env.Tree]).
	operands, trees []string
}

// AddOperands defines the trees whose files the run may read through links.
func (s *Session) AddOperands(paths ...string) {
	for _, path := range paths {
		if path == env.StdinPath {
			path = "."
		}
		if name, err := env.Canonical(path); err == nil {
			s.operands = append(s.operands, name)
		}
		s.trees = append(s.trees, env.Tree(path))
	}
}

// checkLink returns an error if a file in a directory is a link to a file outside of the trees of the
// operands. An operand can be any link. This function is the only rule about links that are read.
func (s *Session) checkLink(path string) error {
	if s.ReadLinks || !env.IsLink(path) {
		return nil
	}
	if name, err := env.Canonical(path); err == nil && slices.Contains(s.operands, name) {
		return nil
	}
	real, err := filepath.EvalSymlinks(path)
	if err == nil {
		real, err = filepath.Abs(real)
	}
	if err != nil {
		return nil // reading reports the error
	}
	trees := s.trees
	if trees == nil {
		trees = []string{env.Tree(path)}
	}
	if slices.ContainsFunc(trees, func(tree string) bool { return env.IsBelow(tree, real) }) {
		return nil
	}
	target, _ := os.Readlink(path)
	return &fs.PathError{Op: "read", Path: path, Err: fmt.Errorf("it is a link to %s, outside of %s. Name the file itself, or "+
		"read such links with --read-links", target, strings.Join(env.Unique(trees), ", "))}
}

// Start starts a session with the languages and schemas of the options, and calls do. It prints the
// messages of the session and returns the exit status.
func Start(o *env.Options, call *command.Call, do func(*Session) (int, error)) (int, error) {
	s := &Session{Env: env.NewEnv(o, call)}
	defer s.Close()
	if !s.readLanguages() || !s.openProviders() {
		return env.ExitError, s.Report.Close()
	}
	if o.Dialect == "tofu" {
		o.Dialect = opentofu.OpenTofu.String() // tofu is the command of OpenTofu
	}
	if o.Dialect != "" {
		if err := command.CheckChoice("dialect", o.Dialect, dialects.Names(s.Described...)); err != nil {
			return env.ExitError, err
		}
	}
	if err := s.checkTarget(); err != nil {
		return env.ExitError, err
	}
	status, err := do(s)
	if err != nil {
		return env.ExitError, err
	}
	return status, s.Report.Close()
}

// checkTarget returns the error for a product or version that does not exist.
func (s *Session) checkTarget() error {
	if s.Target == "" {
		return nil
	}
	known, err := dialects.CheckTarget(s.Target, s.Described...)
	switch {
	case err == nil:
		return nil
	case known:
		return command.Usagef("--target: %s", err)
	}
	product, _, _ := strings.Cut(s.Target, "@")
	return command.CheckChoice("target", product, dialects.Targets(s.Described...))
}

// ReadSchemas reads a file with provider schemas, passes its text to read, and returns the text. It
// returns nil after it reports an error.
func (s *Session) ReadSchemas(name string, read func(src []byte, name string) hcl.Diagnostics) []byte {
	src, err := env.ReadSchemaFile(name)
	if name == env.StdinPath && err != nil {
		s.Report.Add("", nil, report.Errorf("Invalid command line", "schemas are read from files, not from standard input; "+
			"write them to a file first"))
		return nil
	}
	if err != nil {
		s.Report.Add(name, nil, report.CannotRead(name, err))
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
	s.Report.Add(name, shown, diags...)
	if diags.HasErrors() {
		return nil
	}
	return src
}
