package main

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
)

func TestMain(m *testing.M) {
	beam.Init()
	os.Exit(m.Run())
}

// build builds the program, and returns its path.
func build(t *testing.T) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "hcljson.exe")
	cmd := exec.Command("go", "build", "-o", program, ".")
	cmd.Dir = filepath.Join("..", "..", "..")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s: %s", err, out)
	}
	return program
}

// converted runs the pipeline on files, and returns the written lines, sorted.
func converted(t *testing.T, program string, files []string) (rows, problems []string) {
	t.Helper()
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	list := []byte(strings.Join(files, "\n") + "\n\n")
	if err := os.WriteFile(path("files.txt"), list, 0o666); err != nil {
		t.Fatal(err)
	}
	// The output of an earlier run must be deleted.
	if err := os.WriteFile(path("problems"), []byte("old\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := run("prism", program, path("files.txt"), path("rows"), path("problems")); err != nil {
		t.Fatal(err)
	}
	lines := func(name string) []string {
		text, err := os.ReadFile(path(name))
		if err != nil {
			t.Fatal(err)
		}
		return slices.Sorted(strings.Lines(string(text)))
	}
	return lines("rows"), lines("problems")
}

// TestRows checks that an invalid file results in a problem, and that the other files have rows.
func TestRows(t *testing.T) {
	program := build(t)
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"a.tf": "locals {\n  n = [{}, 12345678901234567890.10]\n}\n\nmoved {\n  from = a.b\n  to = a.c\n}\n" +
			"resource \"a_b\" \"c\" {\n  d = \"<${var.e}>\"\n}\n",
		"b.tf":     "data \"a\" \"b\" {\n}\nvariable \"e\" {\n}\nvariable \"e\" {\n}\nfly = 1\n",
		"empty.tf": "",
		"wrong.tf": "locals {",
		"bytes.tf": "\xff",
	} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	rows, problems := converted(t, program, []string{"a.tf", "b.tf", "empty.tf", "wrong.tf", "bytes.tf", "none.tf"})
	want := []string{
		`{"file":"a.tf","address":"a_b.c","json":{"d":"<${var.e}>"}}` + "\n",
		`{"file":"a.tf","address":"local.n","json":[{},12345678901234567890.10]}` + "\n",
		`{"file":"a.tf","address":"moved","json":{"from":"a.b","to":"a.c"}}` + "\n",
		`{"file":"b.tf","address":"data.a.b","json":{}}` + "\n",
		`{"file":"b.tf","address":"fly","json":1}` + "\n",
		`{"file":"b.tf","address":"variable.e","json":{}}` + "\n",
		`{"file":"b.tf","address":"variable.e","json":{}}` + "\n",
	}
	if !slices.Equal(rows, slices.Sorted(slices.Values(want))) {
		t.Errorf("got %q", rows)
	}
	for i, want := range []string{`not UTF-8`, `none.tf`, `"start":{"line":1,`} {
		if len(problems) != 3 || !strings.Contains(problems[i], want) {
			t.Fatalf("got %q, want %s in one", problems, want)
		}
	}
	if _, problems := converted(t, program, []string{"a.tf"}); len(problems) > 0 {
		t.Errorf("got %q", problems)
	}
}

func TestNoList(t *testing.T) {
	if err := run("prism", "hcljson", filepath.Join(t.TempDir(), "none"), "rows", "problems"); err == nil {
		t.Error("no error without files")
	}
}

// TestCorpus compares the rows with the rows of one process per file.
func TestCorpus(t *testing.T) {
	dir := os.Getenv("HCLJSON_CORPUS")
	if dir == "" {
		t.Skip("HCLJSON_CORPUS is not set")
	}
	var files []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() && strings.HasSuffix(path, ".tf") {
			files = append(files, path)
		}
		return err
	})
	if err != nil || len(files) == 0 {
		t.Fatal(len(files), err)
	}
	program := build(t)
	var want []string
	failed := 0
	for _, file := range files {
		text, err := exec.Command(program, "hcl2json", "--form", "query", file).Output()
		if err != nil {
			failed++
			continue
		}
		err = eachBlock(bytes.TrimSpace(text), nil, func(address string, body json.RawMessage) error {
			return emit(func(line string) { want = append(want, line+"\n") }, row{file, address, body})
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	slices.Sort(want)
	rows, problems := converted(t, program, files)
	t.Logf("%d files: %d rows, and %d files without", len(files), len(rows), len(problems))
	if !slices.Equal(rows, want) || len(problems) != failed {
		t.Errorf("of a process for each file: %d rows, and %d files without", len(want), failed)
	}
}
