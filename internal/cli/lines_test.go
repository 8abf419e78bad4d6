package cli

import (
	"bytes"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/hcljson/hcljson/internal/provider/pluginschemas"
)

var updateLines = flag.Bool("update", false, "rewrite the goldens in testdata/lines")

// TestLines runs command lines in a directory with an archive's files, and compares the output and
// the written files with the file "want". The commands run in this process, which is fast. Tests
// with signals, several processes or links are scripts.
func TestLines(t *testing.T) {
	archives, err := filepath.Glob("testdata/lines/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatal(archives, err)
	}
	for _, name := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			golden, err := filepath.Abs(name)
			if err != nil {
				t.Fatal(err)
			}
			var want, got []byte
			dir := t.TempDir()
			for i, file := range archive.Files {
				if file.Name == "want" {
					want, archive.Files = file.Data, archive.Files[:i]
					break
				}
				path := filepath.Join(dir, file.Name)
				if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, file.Data, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			t.Chdir(dir)
			for line := range strings.Lines(string(archive.Comment)) {
				if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
					text := runLine(t, dir, line)
					got = append(got, text...)
					if n := messageLines(text); filepath.Base(name) == "wrong.txtar" && n > 8 {
						t.Errorf("%s: %d lines", line, n)
					}
				}
			}
			if bytes.Equal(got, want) {
				return
			}
			if !*updateLines {
				t.Errorf("%s", diff.Diff("want", want, "got", got))
				return
			}
			archive.Files = append(archive.Files, txtar.File{Name: "want", Data: got})
			if err := os.WriteFile(golden, txtar.Format(archive), 0o644); err != nil {
				t.Fatal(err)
			}
		})
	}
}

// messageLines returns the number of lines of the longest message in an output.
func messageLines(text []byte) (longest int) {
	for _, message := range regexp.MustCompile(`(?m)^(Error|Warning): `).Split(string(text), -1)[1:] {
		message, _, _ = strings.Cut(message, "\n[")
		longest = max(longest, len(regexp.MustCompile(`(?m)^.+$`).FindAllString(message, -1)))
	}
	return longest
}

// runLine returns a command line with its output, its status if it is not 0, and the files that it
// changes. "<" gives the content of a file as standard input.
func runLine(t *testing.T, dir, line string) []byte {
	t.Helper()
	before := contents(t, dir)
	words, input, _ := strings.Cut(line, " < ")
	var stdout, stderr bytes.Buffer
	getenv := func(name string) string {
		return map[string]string{pluginschemas.CacheVariable: filepath.Join(dir, ".cache")}[name]
	}
	status := Main(strings.Fields(words), strings.NewReader(before[input]), &stdout, &stderr, getenv)
	text := &bytes.Buffer{}
	fmt.Fprintf(text, "$ %s\n%s%s", line, stdout.String(), stderr.String())
	if status != 0 {
		fmt.Fprintf(text, "[%d]\n", status)
	}
	after := contents(t, dir)
	names := map[string]string{}
	maps.Copy(names, before)
	maps.Copy(names, after)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		now, there := after[name]
		switch was, known := before[name]; {
		case !there:
			fmt.Fprintf(text, "%s is removed\n", name)
		case !known || was != now:
			fmt.Fprintf(text, "> %s\n%s", name, now)
		}
	}
	return bytes.ReplaceAll(append(text.Bytes(), '\n'), []byte(dir), []byte("$WORK"))
}

// contents are the files below a directory.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path)
		files[filepath.ToSlash(name)] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
