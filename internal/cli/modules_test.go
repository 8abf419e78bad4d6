package cli

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/internal/cli/env"
	"github.com/hcljson/hcljson/internal/testing/oracles"
)

// jobsTree writes a tree with many files of different sizes, some of which have
// warnings or errors.
func jobsTree(t *testing.T, root string) {
	t.Helper()
	for module := range 8 {
		dir := filepath.Join(root, fmt.Sprintf("module%02d", module))
		if err := os.MkdirAll(dir, 0o777); err != nil {
			t.Fatal(err)
		}
		for file := range 3 {
			var text strings.Builder
			// The first files take longest, so that the others overtake them.
			for i := range 1 + (8-module)*2 {
				fmt.Fprintf(&text, "resource \"terraform_data\" \"r%d_%d\" {\n  input = \"${var.a} and ${var.b[%d]}\" # why\n}\n",
					file, i, i)
			}
			switch {
			case module%5 == 3 && file == 2:
				text.WriteString("locals {\n  a = = 1\n}\n")
			case module%5 == 4 && file == 1:
				text.WriteString("variable \"x\" {\n  default = var.y\n}\n")
			case module%4 == 2:
				text.WriteString("unknown {\n}\n")
			}
			writeFile(t, filepath.Join(dir, fmt.Sprintf("file%d.tf", file)), text.String())
		}
	}
}

func filesIn(t *testing.T, root string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		files[path] = string(content)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// All that a run prints and writes is the same, however many files are worked on
// at a time.
func TestJobs(t *testing.T) {
	type outcome struct {
		status         int
		stdout, stderr string
		files          map[string]string
	}
	for _, command := range [][]string{
		{"-o", "tree", "tree"},
		{"-o", "tree", "-d", "tree"},
		{"-o", "out/", "tree"},
		{"--replace", "tree"},
		{"-l", "tree"},
		{"-d", "tree"},
		{"--check", "tree"},
		{"--check", "--error-format", "json", "tree"},
		{"-d", "tree/module03", "tree/module00/file1.tf", "tree/module04"},
		{"verify", "--roundtrip", "tree/module04", "tree/module03", "tree/module05"},
	} {
		t.Run(strings.Join(command, " "), func(t *testing.T) {
			var want outcome
			for i, jobs := range []string{"1", "8", "2"}[:oracles.Rounds(2, 3)] {
				t.Chdir(t.TempDir())
				jobsTree(t, "tree")
				var got outcome
				got.status, got.stdout, got.stderr = hcljson(t, append(command[:len(command):len(command)], "-j", jobs)...)
				got.files = filesIn(t, ".")
				if i == 0 {
					want = got
					if got.stdout+got.stderr == "" || !strings.Contains(got.stderr, "file2.tf") && got.status == env.ExitError {
						t.Fatalf("status %d without a message: %s", got.status, got.stderr)
					}
					continue
				}
				if got.status != want.status {
					t.Errorf("-j %s: exit status %d, with one at a time %d", jobs, got.status, want.status)
				}
				if got.stdout != want.stdout {
					t.Errorf("-j %s: another standard output than with one at a time", jobs)
				}
				if got.stderr != want.stderr {
					t.Errorf("-j %s: another standard error than with one at a time", jobs)
				}
				if !maps.Equal(got.files, want.files) {
					t.Errorf("-j %s: other files than with one at a time", jobs)
				}
			}
		})
	}
}
