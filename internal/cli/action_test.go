package cli

import (
	"errors"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

// action is the decoded action.yml, with one line for each key.
type action struct {
	defaults map[string]string // of the inputs
	env      map[string]string // of the step that runs hcljson, with the name of an input each
	run      string
}

func readAction(t *testing.T) action {
	t.Helper()
	src, err := os.ReadFile("../../action.yml")
	if err != nil {
		t.Fatal(err)
	}
	a := action{defaults: map[string]string{}, env: map[string]string{}}
	input := ""
	for line := range strings.Lines(string(src)) {
		indent := len(line) - len(strings.TrimLeft(line, " "))
		key, value, _ := strings.Cut(strings.TrimPrefix(strings.TrimSpace(line), "- "), ":")
		value = strings.TrimSpace(value)
		name, isInput := strings.CutPrefix(value, "${{ inputs.")
		switch {
		case indent == 2:
			input = key
		case key == "default":
			a.defaults[input] = strings.TrimPrefix(value, `""`)
		case isInput:
			a.env[key] = strings.TrimSuffix(name, " }}")
		case key == "run":
			a.run = value
		}
	}
	return a
}

// runner runs the action's step as a workflow does.
type runner struct {
	action
	workspace, temp, bin string
}

func newRunner(t *testing.T) *runner {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("needs a shell")
	}
	dir := t.TempDir()
	r := &runner{
		action: readAction(t), workspace: filepath.Join(dir, "work space"),
		temp: filepath.Join(dir, "te mp"), bin: filepath.Join(dir, "bin"),
	}
	// The program is built already.
	writeFile(t, filepath.Join(r.bin, "go"), `#!/bin/sh
if [ ! -f go.mod ] || [ -n "$GOFLAGS" ] || [ "$GOWORK" != off ]; then
    echo "go in $PWD with GOFLAGS=$GOFLAGS GOWORK=$GOWORK" >&2
    exit 1
fi
while [ "$1" != -o ]; do shift; done
ln -sf "$(command -v hcljson)" "$2"
`)
	if err := os.Chmod(filepath.Join(r.bin, "go"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(r.temp, 0o755); err != nil {
		t.Fatal(err)
	}
	return r
}

// do runs the step with inputs, and returns its output and exit status.
func (r *runner) do(t *testing.T, inputs map[string]string) (output string, status int) {
	t.Helper()
	all := maps.Clone(r.defaults)
	maps.Copy(all, inputs)
	here, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	step := filepath.Join(r.temp, "step.sh")
	writeFile(t, step, r.run)
	cmd := exec.Command("bash", "--noprofile", "--norc", "-e", "-o", "pipefail", step)
	cmd.Dir = filepath.Join(r.workspace, all["working-directory"])
	cmd.Env = append(os.Environ(), "PATH="+r.bin+string(os.PathListSeparator)+os.Getenv("PATH"), "GOFLAGS=-mod=vendor",
		"GITHUB_WORKSPACE="+r.workspace, "GITHUB_ACTION_PATH="+here, "RUNNER_TEMP="+r.temp)
	for name, input := range r.env {
		cmd.Env = append(cmd.Env, name+"="+all[input])
	}
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return string(out), cmd.ProcessState.ExitCode()
}

// The action in a workspace with names that a shell could take apart.
func TestAction(t *testing.T) {
	r := newRunner(t)
	write := func(name, text string) { writeFile(t, filepath.Join(r.workspace, name), text) }
	write("in fra/main *.tf", "locals {\n  a = 1\n}\n")
	write("in fra/-o.tf", "locals {\n  b = 1\n}\n")
	write("bad/$(touch x)`touch y`.tf", "locals {\n  a = = 1\n}\n")
	for _, test := range []struct {
		name   string
		inputs map[string]string
		status int
		output string // a regular expression
	}{
		{"not there yet", map[string]string{"paths": "in fra", "args": "-o\njson files/"}, 1,
			`(?m)^::error file=in fra/-o\.tf,title=Missing::json files/-o\.tf\.json does not exist`},
		{"convert", map[string]string{"command": "convert", "paths": "in fra", "args": " -o \r\n\n json files/\n"}, 0, ""},
		{"an option and its value on a line",
			map[string]string{"paths": "in fra", "args": "-o   json files/\n--target opentofu@1.11"}, 0, ""},
		{"options on one line",
			map[string]string{"paths": "in fra", "args": "-q -o json files/ --target=opentofu -j 2"}, 0, ""},
		{"check", map[string]string{"paths": "  in fra\n\n", "args": "-o\njson files/"}, 0, ""},
		{"the other way",
			map[string]string{"command": "convert", "direction": "json2hcl", "paths": "json files", "args": "-o\nback/"}, 0, ""},
		{"names like options and patterns",
			map[string]string{"command": "verify", "paths": "-o.tf\nmain *.tf", "args": "--roundtrip",
				"working-directory": "in fra"}, 0, ""},
		{"names with commands", map[string]string{"paths": "$(touch x)`touch y`.tf", "working-directory": "bad"}, 2,
			"(?m)^::error file=bad/\\$\\(touch x\\)`touch y`.tf,line=2,endLine=2,col=7,endColumn=8,title=Invalid expression::"},
		{"verify", map[string]string{"command": "verify", "paths": "in fra\nback"}, 0, ""},
		{"verify directories", map[string]string{"command": "verify", "paths": "in fra\nbad"}, 1, "(?m)^::error file=bad/"},
		{"diff", map[string]string{"command": "diff", "paths": "in fra\nback"}, 0, ""},
		{"diff of what differs", map[string]string{"command": "diff", "paths": "in fra/-o.tf\nin fra/main *.tf"}, 1,
			"title=Missing attribute"},
		{"an unknown option", map[string]string{"args": "--no-such"}, 2, "(?m)^::error title=Invalid command line::"},
		{"an unknown command", map[string]string{"command": "x\n::notice::y"}, 2,
			`^::error title=Invalid input::command must be check, convert, verify or diff\n$`},
		{"an unknown direction", map[string]string{"direction": "; touch x"}, 2,
			`^::error title=Invalid input::direction must be hcl2json or json2hcl\n$`},
		{"no path", map[string]string{"paths": "\n"}, 2,
			`^::error title=Invalid input::paths has no file and no directory\n$`},
	} {
		output, status := r.do(t, test.inputs)
		if status != test.status || !regexp.MustCompile(test.output).MatchString(output) {
			t.Errorf("%s: exit status %d, want %d and %q, got\n%s", test.name, status, test.status, test.output, output)
		}
	}
	for name, text := range map[string]string{"main *.tf": "locals {\n  a = 1\n}\n", "-o.tf": "locals {\n  b = 1\n}\n"} {
		got, err := os.ReadFile(filepath.Join(r.workspace, "back", name))
		if err != nil || string(got) != text {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	for _, name := range []string{"x", "y", "bad/x", "bad/y", "in fra/x", "in fra/-o.tf.json"} {
		if _, err := os.Lstat(filepath.Join(r.workspace, name)); err == nil {
			t.Errorf("there is %s", name)
		}
	}
}

// TestActionInDocumentation checks that the inputs in docs/ci.md exist.
func TestActionInDocumentation(t *testing.T) {
	a := readAction(t)
	src, err := os.ReadFile("../../docs/ci.md")
	if err != nil {
		t.Fatal(err)
	}
	uses := regexp.MustCompile(`(?m)^( +)- uses: hcljson/hcljson@.*\n((?:^ .*\n)*)`)
	steps := uses.FindAllStringSubmatch(string(src), -1)
	if len(steps) < 2 {
		t.Errorf("docs/ci.md has %d steps", len(steps))
	}
	for _, step := range steps {
		for _, line := range regexp.MustCompile(`(?m)^`+step[1]+` {4}(\S+):`).FindAllStringSubmatch(step[2], -1) {
			if _, ok := a.defaults[line[1]]; !ok {
				t.Errorf("the action has no input %s", line[1])
			}
		}
	}
}

// Each input gets to the script, and everything of others is pinned to a commit.
func TestActionFile(t *testing.T) {
	a := readAction(t)
	for name := range a.defaults {
		if name != "working-directory" && a.env["INPUT_"+strings.ToUpper(name)] != name {
			t.Errorf("the input %s does not get to the script", name)
		}
	}
	if strings.Contains(a.run, "${{") {
		t.Errorf("the shell evaluates an input: %s", a.run)
	}
	files, err := filepath.Glob("../../.github/workflows/*.yml")
	if err != nil || len(files) == 0 {
		t.Fatal("no workflows: ", err)
	}
	pinned := regexp.MustCompile(`^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$`)
	for _, file := range append(files, "../../action.yml") {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(src)) {
			if _, used, ok := strings.Cut(strings.TrimSpace(line), "uses: "); ok && !pinned.MatchString(used) {
				t.Errorf("%s uses %s, which is not a commit with its version", file, used)
			}
		}
	}
}
