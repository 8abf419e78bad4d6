package cli

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hcljson/hcljson/internal/cli/env"
	"github.com/hcljson/hcljson/internal/cli/output"
	"github.com/hcljson/hcljson/internal/files/atomic"
)

// interruptedTree are files that the commands of TestInterrupted change.
var interruptedTree = map[string]string{
	"variables.tf": "variable \"v\" {}\n\nvariable \"unused\" {}\n",
	"main.tf": "resource \"aws_x\" \"a\" {\n  name = \"${var.v}-a\"\n  tags = { A = 1 }\n  list = [3, 2, 1]\n}\n\n" +
		"locals {\n  a = var.v\n  b = local.a\n}\n\nmodule \"net\" {\n  source = \"./net\"\n  v      = var.v\n}\n",
	"v_override.tf":   "variable \"v\" {\n  default = 1\n}\n",
	"net/main.tf":     "variable \"v\" {}\n\nmodule \"sub\" {\n  source = \"./sub\"\n  v      = var.v\n}\n",
	"net/outputs.tf":  "output \"o\" {\n  value = \"${var.v}${module.sub.o}\"\n}\n",
	"net/sub/main.tf": "variable \"v\" {}\n\noutput \"o\" {\n  value = var.v\n}\n",
	"call/main.tf": "module \"net\" {\n  source = \"../net\"\n  v      = 1\n}\n\n" +
		"output \"o\" {\n  value = module.net.o\n}\n",
	"more.tf": "resource \"aws_x\" \"b\" {\n  name = \"${var.v}-${aws_x.a.name}\" # b\n  tags = {}\n  list = [6, 5, 4]\n" +
		"  note = local.a\n}\n",
	"outputs.tf.json": `{"output": {"o": {"value": "${var.v}${local.a}", "description": "${aws_x.a.id}"}}}` + "\n",
	"dev.tfvars":      "v = 1\n",
	"tests/a.tftest.hcl": "variables {\n  v = 1\n}\n\nrun \"a\" {\n  assert {\n    condition     = var.v == output.o\n" +
		"    error_message = \"no\"\n  }\n}\n",
}

// TestInterrupted interrupts each command after each written file, also after the last. The
// repeated command must produce the files and the report of an uninterrupted run.
func TestInterrupted(t *testing.T) {
	for _, args := range [][]string{
		{"mv", "-w", "var.v", "var.w", "."},
		{"mv", "-w", "local.a", "local.z", "."},
		{"mv", "-w", "aws_x.a", "aws_x.z", "."},
		{"mv", "-w", "output.o", "output.p", "."},
		{"mv", "-w", "-e", "local.a", "-e", "local.t", "-e", "local.b", "-e", "local.a", "-e", "local.t", "-e", "local.b", "."},
		{"set", "-w", "aws_x.*.name=\"n\"", "."},
		{"set", "-w", "--create", "aws_x.*.more=1", "."},
		{"set", "-w", "-e", "aws_x.a.name=aws_x.b.name", "-e", "aws_x.b.name=\"n\"", "."},
		{"add", "-w", "aws_x.*.tags", "B = 2", "."},
		{"add", "-w", "aws_x.*.list", "2", "."},
		{"add", "-w", "--if-missing", "aws_x.*.list", "2", "."},
		{"add", "-w", "aws_x.*", "provisioner \"local-exec\" {\n  command = \"c\"\n}", "."},
		{"add", "-w", "output.*", "precondition {\n  condition     = true\n  error_message = \"x\"\n}", "."},
		{"add", "-w", "--before", "output.*.value", "output.*", "precondition {\n  condition = true\n}", "."},
		{"rm", "-w", "aws_x.*.name", "."},
		{"rm", "-w", "-d", "aws_x.*.list[0]", "."},
		{"rm", "-w", "-e", "local.a", "-e", "var.unused", "-e", "module.sub", "."},
		{"rm", "-w", "aws_x.a.tags", "main.tf"},
		{"sort", "-w", "aws_x.*.list", "."},
		{"hcl2json", "-o", ".", "."},
		{"hcl2json", "-o", "out/", "."},
		{"hcl2json", "--replace", "."},
	} {
		interrupted(t, args)
	}
}

// recovered matches the report about an interrupted run.
var recovered = regexp.MustCompile("(?m)^(Completed an interrupted run|Removed (temporary files|sources)) .*\n")

func interrupted(t *testing.T, args []string) {
	t.Helper()
	run := func() string {
		status, stdout, stderr := hcljson(t, args...)
		if args[0] == env.CommandToJSON {
			return fmt.Sprintln(status) // what is up to date depends on the first run
		}
		return fmt.Sprintf("%d\n%s%s", status, stdout, recovered.ReplaceAllString(stderr, ""))
	}
	defer func() { output.Commit = atomic.Commit }()
	make := func() string {
		dir := t.TempDir()
		for name, text := range interruptedTree {
			writeFile(t, filepath.Join(dir, name), text)
		}
		t.Chdir(dir)
		return dir
	}
	whole := make()
	report, want := run(), contents(t, whole)
	if !strings.HasPrefix(report, "0\n") || maps.Equal(want, interruptedTree) {
		t.Fatalf("%q: %s", args, report)
	}
	for n := 0; ; n++ {
		dir := make()
		left, broken := n, false
		var mutex sync.Mutex
		output.Commit = func(changes []atomic.Change) error {
			mutex.Lock()
			defer mutex.Unlock()
			if len(changes) < left {
				left -= len(changes)
				return atomic.Commit(changes)
			}
			err := atomic.Commit(changes[:left])
			left, broken = 0, true
			return errors.Join(err, errors.New("broken off"))
		}
		_ = run()
		output.Commit = atomic.Commit
		if !broken {
			break // it has written all
		}
		again := run()
		if got := contents(t, dir); again != report || !maps.Equal(got, want) {
			t.Fatalf("%q, after %d files:\n%s\nnot\n%s\n%q\nnot\n%q", args, n, again, report, got, want)
		}
	}
	if list, err := os.ReadDir(filepath.Join(cacheDir, "runs")); err != nil || len(list) > 0 {
		t.Errorf("%q: left of complete runs: %v, %v", args, list, err)
	}
}

// TestRecord checks when a run resumes an interrupted run: the written file is unchanged, the
// command produces the same content, and the record has not expired.
func TestRecord(t *testing.T) {
	defer func() { output.Commit = atomic.Commit }()
	t.Chdir(t.TempDir())
	said := ""
	add := func(more ...string) (status int, a, b string) {
		status, _, said = hcljson(t, append([]string{"add", "-w", "locals.l", "2"}, more...)...)
		files := contents(t, ".")
		return status, files["a/a.tf"], files["b/b.tf"]
	}
	list := func(elements string) string { return "locals {\n  l = [" + elements + "]\n}\n" }
	interrupt := func() {
		t.Helper()
		writeFile(t, "a/a.tf", list("1"))
		writeFile(t, "b/b.tf", list("1"))
		output.Commit = func(changes []atomic.Change) error {
			if filepath.Dir(changes[0].Path) == "a" {
				return atomic.Commit(changes)
			}
			return errors.New("broken off")
		}
		if status, a, b := add("a", "b"); status != env.ExitError || a != list("1, 2") || b != list("1") {
			t.Fatal(status, a, b)
		}
		output.Commit = atomic.Commit
	}
	records := func() []string {
		names, _ := filepath.Glob(filepath.Join(cacheDir, "runs", "*"))
		return names
	}
	for name, c := range map[string]struct {
		change func()
		args   []string
		a, b   string
	}{
		"as it was":       {func() {}, []string{"a", "b"}, "1, 2", "1, 2"},
		"another command": {func() {}, []string{"b", "a"}, "1, 2, 2", "1, 2"},
		"restored":        {func() { writeFile(t, "a/a.tf", list("1")) }, []string{"a", "b"}, "1, 2", "1, 2"},
		"edited":          {func() { writeFile(t, "a/a.tf", list("1, 2, 3")) }, []string{"a", "b"}, "1, 2, 3, 2", "1, 2"},
		"cut off": {func() {
			if err := os.Truncate(records()[0], 20); err != nil {
				t.Fatal(err)
			}
		}, []string{"a", "b"}, "1, 2, 2", "1, 2"},
		"old": {func() {
			if err := os.Chtimes(records()[0], time.Time{}, time.Now().Add(-7*24*time.Hour)); err != nil {
				t.Fatal(err)
			}
		}, []string{"a", "b"}, "1, 2, 2", "1, 2"},
	} {
		interrupt()
		c.change()
		if status, a, b := add(c.args...); status != env.ExitOK || a != list(c.a) || b != list(c.b) {
			t.Errorf("%s: %d\n%s%s", name, status, a, b)
		}
		const completed = "Completed an interrupted run of this command in a. Files edited before: 1\n"
		if strings.Contains(said, completed) != (name == "as it was") {
			t.Errorf("%s: %s", name, said)
		}
		for _, name := range records() {
			_ = os.Remove(name)
		}
	}
	// Without a record that fits, nothing is written over.
	interrupt()
	record, err := os.ReadFile(records()[0])
	if err == nil {
		encoded := base64.StdEncoding.EncodeToString
		record = bytes.Replace(record, []byte(encoded([]byte(list("1")))), []byte(encoded([]byte(list("7")))), -1)
		err = os.WriteFile(records()[0], record, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	if status, a, _ := add("a", "b"); status != env.ExitError || a != list("1, 2") {
		t.Error(status, a)
	}
	_, _, stderr := hcljson(t, "add", "-w", "locals.l", "2", "a", "b")
	if !strings.Contains(stderr, "Interrupted run with another result") || !strings.Contains(stderr, records()[0]) {
		t.Error(stderr)
	}
	_ = os.Remove(records()[0])
}
