package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/hcljson/hcljson/internal/cli/env"
	"github.com/hcljson/hcljson/internal/provider/pluginschemas"
)

func TestMain(m *testing.M) {
	run := func() { os.Exit(Main(os.Args, os.Stdin, os.Stdout, os.Stderr, os.Getenv)) }
	testscript.Main(tests{m}, map[string]func(){
		"hcljson":         run,
		env.CommandToJSON: run,
		env.CommandToHCL:  run,
		"jsonedit": func() {
			if err := jsonEdit(os.Args[1:], os.Stdin, os.Stdout); err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
		},
	})
}

// tests runs the tests with fewer garbage collections, which saves a quarter of the time, because
// this process retains little memory. Child processes use the default.
type tests struct{ *testing.M }

func (m tests) Run() int {
	debug.SetGCPercent(400)
	var err error
	if cacheDir, err = os.MkdirTemp("", "hcljson-cache"); err != nil {
		panic(err)
	}
	defer os.RemoveAll(cacheDir)
	os.Setenv(pluginschemas.CacheVariable, cacheDir) // for those that they start
	return m.M.Run()
}

// cacheDir is the cache of the commands that tests run in their process.
var cacheDir string

func TestScript(t *testing.T) {
	links := readsLinks(t)
	testscript.Run(t, testscript.Params{
		Files:               scripts(t, "testdata/script"),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			lockProcess(env)
			env.Setenv("n", "\n")
			return nil
		},
		Condition: func(condition string) (bool, error) {
			switch condition {
			case "root":
				return os.Geteuid() == 0, nil
			case "links":
				return links, nil
			}
			return false, fmt.Errorf("unknown condition %q", condition)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": cmdExits,
			"run":   cmdRun,
			"mode":  cmdMode,
			"files": cmdFiles,
			"link":  cmdLink,
		},
	})
}

// readsLinks reports whether links can be made and read. Wine makes them, and cannot read them.
func readsLinks(t *testing.T) bool {
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(".", link); err != nil {
		return false
	}
	to, err := os.Readlink(link)
	return err == nil && to == "."
}

// cmdExits runs a program that must end with the given exit status:
// exits STATUS PROGRAM ARG...
func cmdExits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits STATUS PROGRAM ARG...")
	}
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		exit := (*exec.ExitError)(nil)
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if strconv.Itoa(got) != args[0] {
		ts.Fatalf("exit status %d, want %s", got, args[0])
	}
}

// cmdMode checks the permissions of a file: mode 644 FILE
func cmdMode(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: mode PERMISSIONS FILE")
	}
	info, err := os.Stat(ts.MkAbs(args[1]))
	ts.Check(err)
	if got := strconv.FormatUint(uint64(info.Mode().Perm()), 8); got != args[0] {
		ts.Fatalf("%s has mode %s, want %s", args[1], got, args[0])
	}
}

// cmdFiles checks that a directory holds the files that a list names, hidden
// ones among them, and no others: files DIR LIST
func cmdFiles(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: files DIR LIST")
	}
	root := ts.MkAbs(args[0])
	var names []string
	ts.Check(filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			path, err = filepath.Rel(root, path)
			names = append(names, filepath.ToSlash(path))
		}
		return err
	}))
	slices.Sort(names)
	if got, want := strings.Join(names, "\n")+"\n", ts.ReadFile(args[1]); got != want {
		ts.Fatalf("%s has these files:\n%sbut should have:\n%s", args[0], got, want)
	}
}

// cmdLink checks that a file is a symbolic link, and its target: link FILE TEXT
func cmdLink(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: link FILE TEXT")
	}
	got, err := os.Readlink(ts.MkAbs(args[0]))
	ts.Check(err)
	if got != args[1] {
		ts.Fatalf("%s is a link to %s, want %s", args[0], got, args[1])
	}
}
