//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package cli

import (
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/hcljson/hcljson/internal/cli/env"
	"github.com/hcljson/hcljson/internal/testing/oracles"
)

// killTree is a tree of modules. Each defines the same names once, in several
// files.
type killTree struct {
	root    string
	modules []string
	json    map[string]string // the files of each module when all is done
}

// The files of each module.
var killNative = map[string]string{
	"main.tf":      "locals {\n  a = \"value-a\"\n  b = \"value-b\"\n}\n",
	"variables.tf": "variable \"c\" {\n  default = \"value-c\"\n}\n",
}

func newKillTree(t *testing.T, modules int) *killTree {
	t.Helper()
	tree := &killTree{root: t.TempDir(), json: map[string]string{}}
	for i := range modules {
		module := filepath.Join(tree.root, fmt.Sprintf("group%d", i%7), fmt.Sprintf("module%d", i))
		if err := os.MkdirAll(module, 0o777); err != nil {
			t.Fatal(err)
		}
		for name, content := range killNative {
			writeFile(t, filepath.Join(module, name), content)
		}
		tree.modules = append(tree.modules, module)
	}
	for name := range killNative {
		_, stdout, _ := hcljson(t, filepath.Join(tree.modules[0], name))
		tree.json[name+".json"] = stdout
	}
	return tree
}

// check reads each module as Terraform does: all files with one of the two endings, except hidden
// files. Each file must be complete, in one form or in both. It reports whether both native syntax
// and JSON occur.
func (tree *killTree) check(t *testing.T) (mixed bool) {
	t.Helper()
	seen := map[string]bool{}
	for _, module := range tree.modules {
		got := map[string]bool{}
		entries, err := os.ReadDir(module)
		if err != nil {
			t.Fatal(err)
		}
		for _, entry := range entries {
			name := entry.Name()
			if strings.HasPrefix(name, ".") || !strings.HasSuffix(name, ".tf") && !strings.HasSuffix(name, ".tf.json") {
				continue
			}
			content, err := os.ReadFile(filepath.Join(module, name))
			if err != nil {
				t.Fatal(err)
			}
			if want := killNative[name] + tree.json[name]; string(content) != want {
				t.Fatalf("%s in %s holds %q and not %q", name, module, content, want)
			}
			seen[filepath.Ext(name)] = true
			got[strings.TrimSuffix(name, ".json")] = true
		}
		if len(got) != len(killNative) {
			t.Fatalf("%s has %v", module, entries)
		}
	}
	return len(seen) > 1
}

// left returns the temporary files of an unfinished run.
func (tree *killTree) left(t *testing.T) []string {
	t.Helper()
	var left []string
	err := filepath.WalkDir(tree.root, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && (strings.HasPrefix(entry.Name(), ".") || !entry.IsDir() && !entry.Type().IsRegular()) {
			left = append(left, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return left
}

// finished checks that each module has these files and no others.
func (tree *killTree) finished(t *testing.T, files map[string]string) {
	t.Helper()
	for _, module := range tree.modules {
		got := map[string]string{}
		entries, err := os.ReadDir(module)
		if err != nil {
			t.Fatal(err)
		}
		for _, entry := range entries {
			content, err := os.ReadFile(filepath.Join(module, entry.Name()))
			if err != nil || !entry.Type().IsRegular() {
				t.Fatalf("%s: %v, %v", entry.Name(), entry.Type(), err)
			}
			got[entry.Name()] = string(content)
		}
		if !maps.Equal(got, files) {
			t.Fatalf("%s has\n%q\nand not\n%q", module, got, files)
		}
	}
}

// replace returns a process that replaces the files of the tree.
func (tree *killTree) replace(t *testing.T, command string, args ...string) (*exec.Cmd, *strings.Builder) {
	t.Helper()
	cmd := exec.Command(command, append(args, "--replace", tree.root)...)
	stderr := &strings.Builder{}
	cmd.Stderr = stderr
	return cmd, stderr
}

// interrupt starts a replacement of the tree, in either direction, and sends the signal. It repeats
// this until all expected states were observed.
func (tree *killTree) interrupt(t *testing.T, signal os.Signal, check func(exit int, stderr string) (met bool)) {
	const giveUp = 1000
	enough := oracles.Rounds(3, 10)
	rounds, mixed, met := 0, 0, 0
	wait := 300 * time.Millisecond
	for ; rounds < enough || (mixed == 0 || met == 0) && rounds < giveUp; rounds++ {
		command := env.CommandToJSON
		if rand.N(2) == 0 {
			command = env.CommandToHCL
		}
		cmd, stderr := tree.replace(t, command, "-j", strconv.Itoa(1+rand.N(8)))
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(20*time.Millisecond + rand.N(wait))
		_ = cmd.Process.Signal(signal)
		_ = cmd.Wait()
		// How long it takes to begin, and to end, depends on the machine.
		switch {
		case tree.check(t):
			mixed++
		case cmd.ProcessState.Success():
			wait = max(wait/2, 20*time.Millisecond)
		default:
			wait = min(wait*5/4, 10*time.Second)
		}
		if check(cmd.ProcessState.ExitCode(), stderr.String()) {
			met++
		}
	}
	t.Logf("%d signals, %d with some modules replaced and some not, %d at a moment that matters", rounds, mixed, met)
	if mixed == 0 || met == 0 {
		t.Error("the signals came at no moment that matters")
	}

	// Another run, to the end.
	cmd, stderr := tree.replace(t, env.CommandToJSON, "-j", "16")
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v: %s", err, stderr)
	}
	tree.finished(t, tree.json)
}

// Killed at any moment, --replace leaves every file in one form or in both, and the
// next run goes on from there.
func TestReplaceKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	t.Parallel()
	tree := newKillTree(t, oracles.Rounds(60, 150))
	tree.interrupt(t, os.Kill, func(exit int, stderr string) bool {
		if exit > 0 {
			t.Fatalf("exit status %d: %s", exit, stderr)
		}
		return len(tree.left(t)) > 0
	})
}

// TestReplaceInterrupted checks that an interrupted run completes the files of the current module
// and leaves nothing to recover.
func TestReplaceInterrupted(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	t.Parallel()
	tree := newKillTree(t, oracles.Rounds(60, 150))
	tree.interrupt(t, os.Interrupt, func(exit int, stderr string) bool {
		if left := tree.left(t); len(left) > 0 {
			t.Fatalf("these are left: %q", left)
		}
		if exit > env.ExitOK {
			t.Fatalf("exit status %d: %s", exit, stderr)
		}
		return exit < 0
	})
}
