package cli

import (
	"errors"
	"maps"
	"path/filepath"
	"slices"
	"testing"

	"github.com/hcljson/hcljson/internal/atomic"
)

// interruptedTree are files that the commands of TestAddressesInterrupted change.
var interruptedTree = map[string]string{
	"variables.tf": "variable \"v\" {}\n\nvariable \"unused\" {}\n",
	"main.tf": "resource \"aws_x\" \"a\" {\n  name = \"${var.v}-a\"\n  tags = { A = 1 }\n  list = [1]\n}\n\n" +
		"locals {\n  a = var.v\n}\n\nmodule \"net\" {\n  source = \"./net\"\n  v      = var.v\n}\n",
	"net/main.tf":     "variable \"v\" {}\n\nmodule \"sub\" {\n  source = \"./sub\"\n  v      = var.v\n}\n",
	"net/outputs.tf":  "output \"o\" {\n  value = \"${var.v}${module.sub.o}\"\n}\n",
	"net/sub/main.tf": "variable \"v\" {}\n\noutput \"o\" {\n  value = var.v\n}\n",
	"call/main.tf": "module \"net\" {\n  source = \"../net\"\n  v      = 1\n}\n\n" +
		"output \"o\" {\n  value = module.net.o\n}\n",
	"more.tf": "resource \"aws_x\" \"b\" {\n  name = \"${var.v}-${aws_x.a.name}\" # b\n  tags = {}\n  list = []\n" +
		"  note = local.a\n}\n",
	"outputs.tf.json": `{"output": {"o": {"value": "${var.v}${local.a}", "description": "${aws_x.a.id}"}}}` + "\n",
	"dev.tfvars":      "v = 1\n",
	"tests/a.tftest.hcl": "variables {\n  v = 1\n}\n\nrun \"a\" {\n  assert {\n    condition     = var.v == output.o\n" +
		"    error_message = \"no\"\n  }\n}\n",
}

// TestAddressesInterrupted breaks each command off after each of the files that it writes. The same
// command again makes what it makes at once.
func TestAddressesInterrupted(t *testing.T) {
	defer func() { commit = atomic.Commit }()
	errBroken := errors.New("broken off")
	for _, args := range [][]string{
		{"mv", "var.v", "var.w"},
		{"mv", "local.a", "local.z"},
		{"mv", "aws_x.a", "aws_x.z"},
		{"mv", "output.o", "output.p"},
		{"set", "aws_x.*.name=\"n\""},
		{"set", "--create", "aws_x.*.more=1"},
		{"add", "aws_x.*.tags", "B = 2"},
		{"add", "aws_x.*.list", "2"},
		{"add", "aws_x.*", "provisioner \"local-exec\" {\n  command = \"c\"\n}"},
		{"rm", "aws_x.*.name"},
		{"sort", "aws_x.*.list"},
	} {
		made := func(dir string) map[string]string {
			files := map[string]string{}
			for name, text := range contents(t, dir) {
				files[name] = string(text)
			}
			return files
		}
		for n := 0; ; n++ {
			dir, whole := t.TempDir(), t.TempDir()
			for name, text := range interruptedTree {
				writeFile(t, filepath.Join(dir, name), text)
				writeFile(t, filepath.Join(whole, name), text)
			}
			commit = atomic.Commit
			at := func(dir string) []string { return slices.Concat(args[:1], []string{"-w"}, args[1:], []string{dir}) }
			if status, _, stderr := hcljson(t, at(whole)...); status != exitOK {
				t.Fatalf("%q: %d %s", args, status, stderr)
			}
			left, broken := n, false
			commit = func(changes []atomic.Change) error {
				if len(changes) <= left {
					left -= len(changes)
					return atomic.Commit(changes)
				}
				err := atomic.Commit(changes[:left])
				left, broken = 0, true
				return errors.Join(err, errBroken)
			}
			_, _, _ = hcljson(t, at(dir)...)
			if !broken {
				break // it has written all
			}
			commit = atomic.Commit
			status, _, stderr := hcljson(t, at(dir)...)
			if got, want := made(dir), made(whole); status != exitOK || !maps.Equal(got, want) {
				t.Errorf("%q, after %d files: %d %s\n%q\nnot\n%q", args, n, status, stderr, got, want)
			}
		}
	}
}
