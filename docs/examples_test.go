// Package docs checks the documentation: it runs the examples in README.md and in this directory
// again, and compares the results with the shown output.
//
//	go test ./docs -update
//
// rewrites the outputs.
//
// Tests read the lines that readers see. In a console block, lines that start with "$ " are
// commands for a shell; the lines after a command are its output. A block after a line that ends
// with the name of a file and a colon, such as "`main.tf`:", is the content of this file. Other
// blocks are text.
//
// The blocks of a document share a directory, which starts as a copy of docs/examples. "$ go run
// main.go" runs a program that uses the library.
package docs

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/rogpeppe/go-internal/testscript"

	"github.com/hcljson/hcljson/internal/cli"
	"github.com/hcljson/hcljson/internal/testing/oracles"
)

var update = flag.Bool("update", false, "rewrite the outputs in the documentation")

func TestMain(m *testing.M) {
	run := func() { os.Exit(cli.Main(os.Args, os.Stdin, os.Stdout, os.Stderr, os.Getenv)) }
	testscript.Main(m, map[string]func(){"hcljson": run, "hcl2json": run, "json2hcl": run})
}

// outputs are the examples that are created from other examples.
var outputs = []struct {
	from, to string
	options  []string
	back     bool // comes back as it was, byte for byte
}{
	{from: "network.tf", to: "network.tf.json", back: true},
	{from: "app.tf.json", to: "app.tf"},
	{from: "image.pkr.hcl", to: "image.pkr.json"},
	{from: "language/nightly.job.hcl", to: "language/nightly.job.hcl.json",
		options: []string{"--schema", "language/job.hclschema.hcl"}, back: true},
}

func TestExamples(t *testing.T) {
	t.Chdir("examples")
	for _, o := range outputs {
		compare(t, o.to, hcljson(t, append(o.options, o.from)...))
	}
	for _, o := range outputs {
		if !o.back {
			continue
		}
		native, err := os.ReadFile(o.from)
		if err != nil {
			t.Fatal(err)
		}
		if back := hcljson(t, append(o.options, o.to)...); !bytes.Equal(back, native) {
			t.Errorf("%s does not come back as %s:\n%s", o.to, o.from, diff.Diff(o.from, native, "back", back))
		}
	}
}

// hcljson runs the command in the current directory.
func hcljson(t *testing.T, args ...string) []byte {
	t.Helper()
	var out, problems bytes.Buffer
	status := cli.Main(append([]string{"hcljson"}, args...), strings.NewReader(""), &out, &problems,
		func(string) string { return "" })
	if status != 0 {
		t.Fatalf("hcljson %s: exit status %d\n%s", strings.Join(args, " "), status, problems.Bytes())
	}
	return out.Bytes()
}

// compare compares a file with its expected content, or rewrites it.
func compare(t *testing.T, name string, want []byte) {
	t.Helper()
	got, err := os.ReadFile(name)
	if err != nil && !*update {
		t.Error(err)
		return
	}
	switch {
	case bytes.Equal(got, want):
	case *update:
		if err := os.WriteFile(name, want, 0o644); err != nil {
			t.Error(err)
		}
	default:
		t.Errorf("%s is not up to date; run go test ./docs -update\n%s", name, diff.Diff(name, got, "want", want))
	}
}

func TestDocuments(t *testing.T) {
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	for i, name := range slices.Sorted(maps.Keys(pages(t, "README.md", "docs/*.md", "docs/development/*.md"))) {
		if !*update && i%oracles.Rounds(3, 1) > 0 {
			continue // each command takes a process
		}
		document := filepath.Join(root, "docs", name)
		t.Run(strings.TrimPrefix(filepath.ToSlash(name), "../"), func(t *testing.T) {
			dir := t.TempDir()
			if err := os.CopyFS(dir, os.DirFS(filepath.Join(root, "docs", "examples"))); err != nil {
				t.Fatal(err)
			}
			text, err := os.ReadFile(document)
			if err != nil {
				t.Fatal(err)
			}
			t.Chdir(dir)
			d := runner{t: t, root: root, dir: dir}
			compare(t, document, d.document(text))
			if len(d.lacking) > 0 {
				t.Skipf("blocks that need %s, not on the PATH, were not compared", strings.Join(d.lacking, ", "))
			}
		})
	}
}

// runner runs the blocks of a document.
type runner struct {
	t         *testing.T
	root, dir string
	// lacking are programs that blocks need.
	lacking []string
}

// fileName matches the end of a line that names the file in the next block.
var fileName = regexp.MustCompile("`([\\w./-]+\\.\\w+)`:$")

// document returns a document with the outputs of its blocks.
func (r *runner) document(text []byte) []byte {
	var out, block bytes.Buffer
	var fence, language, previous string
	for line := range strings.Lines(string(text)) {
		trimmed := strings.TrimRight(line, "\r\n")
		switch {
		case fence == "" && strings.HasPrefix(trimmed, "```"):
			language = strings.TrimLeft(trimmed, "`")
			fence = trimmed[:len(trimmed)-len(language)]
			block.Reset()
			if strings.Contains(language, " ") {
				r.t.Errorf("readers do not see %q after the language of a block", language)
			}
		case fence != "" && trimmed == fence:
			out.Write(r.block(language, previous, block.Bytes()))
			fence, previous = "", ""
		case fence != "":
			block.WriteString(line)
			continue
		case trimmed != "":
			previous = trimmed
		}
		out.WriteString(line)
	}
	if fence != "" {
		r.t.Error("a block has no end")
	}
	return out.Bytes()
}

// block returns the expected content of a block. previous is the last line of text before it.
func (r *runner) block(language, previous string, content []byte) []byte {
	if language == "console" {
		return r.console(content)
	}
	if name := fileName.FindStringSubmatch(previous); name != nil && language != "sh" {
		if err := errors.Join(os.MkdirAll(filepath.Dir(name[1]), 0o755), os.WriteFile(name[1], content, 0o644)); err != nil {
			r.t.Fatal(err)
		}
	}
	return content
}

// goRun runs a program that uses the library.
func (r *runner) goRun(name string) []byte {
	cmd := exec.Command("go", "run", filepath.Join(r.dir, name))
	cmd.Dir = r.root
	out, err := cmd.CombinedOutput()
	if err != nil {
		r.t.Errorf("go run %s: %s\n%s", name, err, out)
	}
	return out
}

// mark parts the outputs of commands.
const mark = "----8<----"

// console runs the commands of a block in one shell.
func (r *runner) console(content []byte) []byte {
	if first, _, _ := strings.Cut(string(content), "\n"); strings.HasPrefix(first, "$ go run ") {
		if !*update && !oracles.Enabled() {
			return content // to link a program takes a second
		}
		return append([]byte(first+"\n"), r.goRun(strings.TrimPrefix(first, "$ go run "))...)
	}
	shell, err := exec.LookPath("sh")
	if err != nil || filepath.Separator != '/' {
		return content
	}
	for _, program := range []string{"jq", "conftest", "opa", "node", "nvim"} {
		if _, err := exec.LookPath(program); err != nil && bytes.Contains(content, []byte(program+" ")) {
			r.lacking = append(r.lacking, program)
			return content
		}
	}
	var commands []string
	var script strings.Builder
	for line := range strings.Lines(string(content)) {
		if command, ok := strings.CutPrefix(line, "$ "); ok {
			commands = append(commands, line)
			// A command sees the exit status of the one before.
			fmt.Fprintf(&script, "%sstatus=$?; echo '%s'; (exit $status)\n", command, mark)
		}
	}
	ctx, cancel := context.WithTimeout(r.t.Context(), time.Minute) // an editor may wait for somebody
	defer cancel()
	cmd := exec.CommandContext(ctx, shell, "-c", script.String())
	cmd.WaitDelay = time.Second
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	// The output shows the exit status of the last command.
	_ = cmd.Run()
	parts := strings.Split(out.String(), mark+"\n")
	if len(parts) != len(commands)+1 {
		r.t.Fatalf("a command ended the shell:\n%s", out.Bytes())
	}
	var result bytes.Buffer
	for i, command := range commands {
		result.WriteString(command)
		result.WriteString(parts[i])
	}
	return result.Bytes()
}
