package release

import (
	"bytes"
	"compress/gzip"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/internal/testing/oracles"
)

// TestReproducible checks that two builds of the same files in different directories, with the
// settings of .goreleaser.yaml, are equal.
func TestReproducible(t *testing.T) {
	oracles.Require(t) // It compiles the program and all below it.
	here, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	b := readBuild(t)
	there := t.TempDir()
	for _, path := range b.sources(t, here) {
		name, err := filepath.Rel(here, path)
		if err != nil {
			t.Fatal(err)
		}
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		writeFile(t, filepath.Join(there, name), content)
	}
	one, other := b.build(t, here), b.build(t, there)
	if !bytes.Equal(one, other) {
		t.Error("two builds of the same files differ")
	}
	if bytes.Contains(one, []byte(here)) {
		t.Errorf("the program has the directory in which it was built, %s", here)
	}
}

// build contains the settings of the first build in .goreleaser.yaml.
type build struct{ env, args []string }

// readBuild reads the lists of the build, which have one line each.
func readBuild(t *testing.T) build {
	t.Helper()
	src, err := os.ReadFile("../../../.goreleaser.yaml")
	if err != nil {
		t.Fatal(err)
	}
	_, text, ok := strings.Cut(string(src), "\nbuilds:\n")
	if !ok {
		t.Fatal("no builds")
	}
	text, _, _ = strings.Cut(text, "\n\n")
	lists := map[string][]string{}
	for line := range strings.Lines(text) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		if list, ok := strings.CutPrefix(value, "["); ok {
			lists[key] = strings.Split(strings.TrimSuffix(list, "]"), ", ")
		}
	}
	if len(lists["env"]) == 0 || len(lists["flags"]) == 0 {
		t.Fatalf("no environment and flags in\n%s", text)
	}
	// Only one of the directories has a commit; the files are equal.
	args := append(slices.Clone(lists["flags"]), "-buildvcs=false", "-ldflags="+strings.Join(lists["ldflags"], " "),
		"-tags="+strings.Join(lists["tags"], ","))
	return build{env: lists["env"], args: args}
}

// sources are the files of the module in a directory of which the program is made.
func (b build) sources(t *testing.T, dir string) []string {
	t.Helper()
	const files = `{{if .Module}}{{if .Module.Main}}{{$dir := .Dir}}` +
		`{{range .GoFiles}}{{$dir}}/{{.}}{{"\n"}}{{end}}{{range .EmbedFiles}}{{$dir}}/{{.}}{{"\n"}}{{end}}{{end}}{{end}}`
	out := b.run(t, dir, "list", slices.Concat(b.args, []string{"-deps", "-f", files, "."})...)
	names := []string{filepath.Join(dir, "go.mod"), filepath.Join(dir, "go.sum")}
	for line := range strings.Lines(out) {
		if name := strings.TrimSpace(line); name != "" {
			names = append(names, name)
		}
	}
	return names
}

func (b build) build(t *testing.T, dir string) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "program")
	b.run(t, dir, "build", slices.Concat(b.args, []string{"-o", path, "."})...)
	program, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return program
}

func (b build) run(t *testing.T, dir, command string, args ...string) string {
	t.Helper()
	cmd := exec.Command("go", append([]string{command}, args...)...)
	cmd.Dir = dir
	cmd.Env = slices.Concat(os.Environ(), b.env)
	var out, stderr strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &stderr
	if err := cmd.Run(); err != nil {
		t.Fatalf("go %s: %v\n%s", command, err, stderr.String())
	}
	return out.String()
}

// TestFiles checks that the additional files are equal each time, and include all files that
// .goreleaser.yaml names.
func TestFiles(t *testing.T) {
	one, other := files(t), files(t)
	if !maps.Equal(one, other) {
		t.Error("two runs write different files")
	}
	src, err := os.ReadFile("../../../.goreleaser.yaml")
	if err != nil {
		t.Fatal(err)
	}
	text := strings.ReplaceAll(string(src), "{{.Os}}", "linux")
	for _, name := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \n,[]{}\"", r) }) {
		path, ok := strings.CutPrefix(name, "build/release/")
		if strings.HasPrefix(name, "man/") || strings.HasPrefix(name, "completions/") {
			path, ok = name, true
		}
		if !ok {
			continue
		}
		matches := func(file string) bool { ok, err := filepath.Match(path, file); return ok && err == nil }
		if !slices.ContainsFunc(slices.Collect(maps.Keys(one)), matches) {
			t.Errorf("missing %s", name)
		}
	}
	if got := one["names/darwin/hcl2json"]; got != "link to hcljson" {
		t.Errorf("names/darwin/hcl2json: %q", got)
	}
	if got := one["names/windows/json2hcl.cmd"]; got != "@\"%~dp0hcljson.exe\" json2hcl %*\r\n" {
		t.Errorf("names/windows/json2hcl.cmd: %q", got)
	}
	for name, content := range one {
		if filepath.Dir(name) != "man" {
			continue
		}
		r, err := gzip.NewReader(strings.NewReader(content))
		if err != nil {
			t.Fatal(err)
		}
		page, err := io.ReadAll(r)
		if err != nil || !bytes.HasPrefix(page, []byte(".TH ")) || !r.ModTime.IsZero() {
			t.Errorf("%s: %v, %v, %.20q", name, err, r.ModTime, page)
		}
	}
}

// files are the files of a release by their names, with slashes.
func files(t *testing.T) map[string]string {
	t.Helper()
	dir, files := t.TempDir(), map[string]string{}
	if err := write(dir); err != nil {
		t.Fatal(err)
	}
	err := filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, _ := filepath.Rel(dir, path)
		if entry.Type()&fs.ModeSymlink != 0 {
			target, err := os.Readlink(path)
			files[filepath.ToSlash(name)] = "link to " + target
			return err
		}
		content, err := os.ReadFile(path)
		files[filepath.ToSlash(name)] = string(content)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func writeFile(t *testing.T, path string, content []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, content, 0o644); err != nil {
		t.Fatal(err)
	}
}
