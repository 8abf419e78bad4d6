package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/internal/cli/env"
	"github.com/hcljson/hcljson/internal/provider/pluginschemas"
	"github.com/hcljson/hcljson/internal/testing/golden"
)

// hcljson runs the command without any standard input or environment.
func hcljson(t *testing.T, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, err bytes.Buffer
	status = Main(append([]string{"hcljson"}, args...), strings.NewReader(""), &out, &err,
		func(name string) string { return map[string]string{pluginschemas.CacheVariable: cacheDir}[name] })
	return status, out.String(), err.String()
}

func writeFile(t *testing.T, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
}

// A write replaces the file, unless it would change nothing, and leaves nothing
// else after.
func TestWriteIsAtomic(t *testing.T) {
	dir := t.TempDir()
	source := filepath.Join(dir, "main.tf")
	counterpart := source + ".json"
	write := func(content string) os.FileInfo {
		t.Helper()
		writeFile(t, source, content)
		if status, _, stderr := hcljson(t, "-q", "-o", dir, source); status != env.ExitOK {
			t.Fatalf("exit status %d: %s", status, stderr)
		}
		info, err := os.Stat(counterpart)
		if err != nil {
			t.Fatal(err)
		}
		return info
	}

	write("locals {\n  a = 1\n}\n")
	before, err := os.Stat(source)
	if err != nil {
		t.Fatal(err)
	}
	if status, _, stderr := hcljson(t, "set", "-w", "local.a=1", source); status != env.ExitOK {
		t.Fatalf("exit status %d: %s", status, stderr)
	}
	if after, err := os.Stat(source); err != nil || !os.SameFile(before, after) || !before.ModTime().Equal(after.ModTime()) {
		t.Error("a file that an edit does not change was written", err)
	}

	opened, err := os.Open(counterpart)
	if err != nil {
		t.Fatal(err)
	}
	defer opened.Close()
	write("locals {\n  a = 2\n}\n")
	var old bytes.Buffer
	if _, err := old.ReadFrom(opened); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(old.String(), "1") && runtime.GOOS != "windows" {
		t.Errorf("the old file was written into: %s", &old)
	}

	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) != 2 {
		t.Errorf("files left behind: %v", entries)
	}
}

func TestNotText(t *testing.T) {
	for _, test := range []struct{ name, content, want string }{
		{"utf16.tf", "\xff\xfea\x00 \x00=\x00 \x001\x00\n\x00", "The file is in UTF-16"},
		{"utf16.tf.json", "\xfe\xff\x00{\x00}", "The file is in UTF-16"},
		{"elf.tf", "\x7fELF\x02\x01\x01\x00\x00", "on DIR/elf.tf line 1, column 8:\n\nThere is a NUL byte"},
		{"elf.tf.json", "\x7fELF\x02\x01\x01\x00\x00", "on DIR/elf.tf.json line 1, column 8:\n\nThere is a NUL byte"},
		{"latin1.tf", "locals {\n  a = \"caf\xe9\"\n}\n",
			"on DIR/latin1.tf line 2, column 11:\n\nThe byte 0xE9 is not part of a UTF-8 character"},
		{"latin1.tf.json", "{\"locals\":\n {\"a\": \"caf\xe9\"}}",
			"on DIR/latin1.tf.json line 2, column 12:\n\nThe byte 0xE9 is not part of a UTF-8 character"},
	} {
		dir := t.TempDir()
		path := filepath.Join(dir, test.name)
		writeFile(t, path, test.content)
		status, stdout, stderr := hcljson(t, path)
		want := strings.ReplaceAll(test.want, "DIR/", dir+string(filepath.Separator))
		if status != env.ExitError || stdout != "" || !strings.Contains(stderr, want) || strings.Count(stderr, "Error: ") != 1 {
			t.Errorf("%s: exit status %d, stdout %q, stderr:\n%s", test.name, status, stdout, stderr)
		}
	}
}

// TestNotTextTakesLittleMemory edits a module with a binary file, for which the parser has thousands
// of diagnostics. No diagnostic may keep a copy of the file, so the memory is linear in its size.
func TestNotTextTakesLittleMemory(t *testing.T) {
	for _, args := range []string{"set -w local.a=2", "mv -w local.a local.b", "rm -d local.a"} {
		golden.CheckLinearMemory(t, 2500, func(n int) func() {
			dir := t.TempDir()
			writeFile(t, filepath.Join(dir, "binary.tf"), strings.Repeat("\x82\n\x90=", n))
			writeFile(t, filepath.Join(dir, "main.tf"), "locals {\n  a = 1\n}\n")
			return func() {
				status, _, stderr := hcljson(t, append(strings.Fields(args), dir)...)
				if status != env.ExitError || strings.Count(stderr, "Error: Not UTF-8") != 1 {
					t.Errorf("%q: exit status %d, stderr:\n%s", args, status, stderr)
				}
			}
		})
	}
}

// TestNotTextButValid checks that files with unusual characters are accepted if the products read
// them.
func TestNotTextButValid(t *testing.T) {
	for name, content := range map[string]string{
		"latin1.tf": "# caf\xe9\nlocals {\n  a = 1\n}\n",
		"nul.tf":    "locals {\n  a = \"\x00\"\n}\n",
	} {
		path := filepath.Join(t.TempDir(), name)
		writeFile(t, path, content)
		if status, stdout, stderr := hcljson(t, path); status != env.ExitOK || !strings.Contains(stdout, `"a"`) {
			t.Errorf("%s: exit status %d, stdout %q, stderr:\n%s", name, status, stdout, stderr)
		}
	}
}
