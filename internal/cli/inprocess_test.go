package cli

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/internal/testing/oracles"
)

// Lines of a script that start the program, and need no process of their own for it: they
// have no input or terminal, which is in a line above, and do not run in the background.
var (
	executed = regexp.MustCompile(`^((?:\[\S+\] )*(?:! )?)exec ((?:hcljson|hcl2json|json2hcl)\b.*[^&])$`)
	exiting  = regexp.MustCompile(`^((?:\[\S+\] )*)exits (\d (?:hcljson|hcl2json|json2hcl)\b.*)$`)
	feeding  = regexp.MustCompile(`^(?:\[\S+\] )*(?:stdin|ttyin) `)
)

// scripts returns the scripts of a directory. It replaces program starts by calls in this process,
// which take less time, unless the judges are enabled.
func scripts(t *testing.T, dir string) (files []string) {
	t.Helper()
	dir, err := filepath.Abs(dir) // commands of scripts change the directory of the process
	if err != nil {
		t.Fatal(err)
	}
	names, err := filepath.Glob(filepath.Join(dir, "*.txtar"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no scripts in %s: %v", dir, err)
	}
	if oracles.Enabled() {
		return names
	}
	to := t.TempDir()
	for _, name := range names {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(to, filepath.Base(name))
		if err := os.WriteFile(file, []byte(inProcess(string(src))), 0o600); err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	return files
}

// inProcess returns a script whose commands run with cmdRun.
func inProcess(script string) string {
	lines := strings.Split(script, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, "-- ") {
			break // the files
		}
		if i > 0 && feeding.MatchString(lines[i-1]) {
			continue
		}
		line = executed.ReplaceAllString(line, "${1}run $2")
		lines[i] = exiting.ReplaceAllString(line, "${1}run $2")
	}
	return strings.Join(lines, "\n")
}

// ofProcess are the environment variables that are read without the function given to Main.
var ofProcess = []string{"PATH", "HOME", "TMPDIR", "XDG_CACHE_HOME", "SSL_CERT_FILE", "SSL_CERT_DIR"}

// running is locked by the script that uses the directory and the variables of the process. While
// it is locked, no other script may start a process: the child would, for a moment, inherit open
// files that this script writes, like a concurrent writer.
var running sync.Mutex

// lockProcess locks running for the rest of a script that runs in this process.
func lockProcess(env *testscript.Env) {
	if !oracles.Enabled() {
		running.Lock()
		env.Defer(running.Unlock)
	}
}

// cmdRun runs the program in this process; it must end with status 0 or the given one, or,
// after a "!", with another than 0: run [STATUS] PROGRAM ARG...
func cmdRun(ts *testscript.TestScript, neg bool, args []string) {
	want, err := strconv.Atoi(args[0])
	if err == nil {
		args = args[1:]
	}
	got := run(ts, args)
	if neg && got == 0 || !neg && got != want {
		ts.Fatalf("exit status %d", got)
	}
}

func run(ts *testscript.TestScript, args []string) int {
	files := pathsOf(ts)
	back, err := os.Getwd()
	ts.Check(err)
	ts.Check(os.Chdir(ts.MkAbs(".")))
	defer func() { ts.Check(os.Chdir(back)) }()
	for _, name := range ofProcess {
		defer setenv(ts, name, os.Getenv(name))
		setenv(ts, name, ts.Getenv(name))
	}
	var stdout, stderr strings.Builder
	status := Main(args, strings.NewReader(""), &stdout, &stderr, ts.Getenv)
	said := asOnUnix(append(files, pathsOf(ts)...))
	for to, text := range map[io.Writer]string{ts.Stdout(): stdout.String(), ts.Stderr(): stderr.String()} {
		_, err := said.WriteString(to, text)
		ts.Check(err)
	}
	return status
}

// pathsOf returns the paths of a script's files, on systems whose path separator is not a slash.
func pathsOf(ts *testscript.TestScript) (found []string) {
	if filepath.Separator == '/' {
		return nil
	}
	root := ts.MkAbs(".")
	ts.Check(filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
		found = append(found, strings.TrimPrefix(path, root+string(filepath.Separator)))
		return err
	}))
	return found
}

// asOnUnix returns a replacer of the program's output, also of JSON. It replaces Windows paths and
// Windows errors about missing files by the output on Unix.
func asOnUnix(paths []string) *strings.Replacer {
	if len(paths) == 0 {
		return strings.NewReplacer()
	}
	const none = "no such file or directory"
	pairs := []string{report.Reason(syscall.ENOENT), none, report.Reason(syscall.ENOTDIR), none, `..\`, "../"}
	slices.Sort(paths)
	for _, path := range slices.Backward(paths) { // of two texts in one place, the longer is first
		escaped := strings.ReplaceAll(path, `\`, `\\`)
		pairs = append(pairs, path, filepath.ToSlash(path), escaped, filepath.ToSlash(path))
	}
	return strings.NewReplacer(pairs...)
}

// setenv sets a variable of the process, or removes it.
func setenv(ts *testscript.TestScript, name, value string) {
	if value == "" {
		ts.Check(os.Unsetenv(name))
		return
	}
	ts.Check(os.Setenv(name, value))
}
