package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/internal/text/parsecount"
)

// Each file is parsed once, and a file whose names cannot matter is not parsed. The texts of single
// expressions, such as a new value, are small compared with the files.
func TestEachFileIsParsedOnce(t *testing.T) {
	native := many(200, "locals {\n  aN = \"b\"\n}\n") + "language {}\n"
	sibling := many(200, "locals {\n  bN = \"b\"\n}\n")
	versions := "terraform {\n  required_providers {\n    x = {\n      source = \"a/x\"\n    }\n  }\n}\n" +
		many(100, "# a comment N\n")
	json := `{"locals": {` + many(200, `"cN": "c", `) + `"c": 1}, "language": {}}`
	all := len(native) + len(versions)
	for i, test := range []struct {
		args         string
		native, json int // the numbers of bytes for our parsers
		// checked is the number of bytes of sources for the decoders of the check, which also read
		// the results.
		checked int
	}{
		{args: "hcl2json main.tf"}, // also reads tables that all commands use
		{args: "hcl2json main.tf", native: all},
		{args: "hcl2json sibling.tf", native: all + len(sibling)},
		{args: "hcl2json --check main.tf", native: all},
		{args: "json2hcl j/main.tf.json", json: len(json)},
		{args: "hcl2json -o out.tf.json main.tf", native: all, checked: len(native)},
		{args: "json2hcl -o out.tf j/main.tf.json", json: len(json), checked: len(json)},
		{args: "hcl2json -o out/ main.tf sibling.tf versions.tf", native: all + len(sibling), checked: all + len(sibling)},
		{args: "verify main.tf sibling.tf", native: all, checked: len(native) + len(sibling)},
		{args: "get local.a1 main.tf", native: all},
		{args: "list main.tf", native: all},
		{args: "show main", native: all + len(sibling)},
	} {
		dir := t.TempDir()
		for name, text := range map[string]string{
			"main.tf": native, "sibling.tf": sibling, "versions.tf": versions, "j/main.tf.json": json,
		} {
			path := filepath.Join(dir, "main", filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		t.Chdir(dir)
		if !strings.HasPrefix(test.args, "show") {
			t.Chdir("main")
		}
		var output strings.Builder
		before := parses()
		status := Main(append([]string{"hcljson"}, strings.Fields(test.args)...), strings.NewReader(""), &output, &output,
			os.Getenv)
		after := parses()
		if i == 0 {
			continue
		}
		checked := test.checked
		results, err := filepath.Glob("out*")
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range results {
			checked += textSize(t, name)
		}
		for j, want := range []int{test.native, test.json, checked} {
			if got := int(after[j] - before[j]); got < want || got > want+smallText {
				t.Errorf("%s: status %d, %d bytes for parser %d, want %d\n%.200s", test.args, status, got, j, want,
					output.String())
			}
		}
	}
}

// textSize returns the size of a file, or of all files in a directory.
func textSize(t *testing.T, name string) int {
	t.Helper()
	size := 0
	err := filepath.WalkDir(name, func(path string, _ fs.DirEntry, err error) error {
		info, failed := os.Stat(path)
		if err == nil && failed == nil && info.Mode().IsRegular() {
			size += int(info.Size())
		}
		return errors.Join(err, failed)
	})
	if err != nil {
		t.Fatal(err)
	}
	return size
}

// smallText is the size of texts of single values that a command also parses.
const smallText = 500

// parses returns the bytes that our parsers of native syntax and of JSON, and the check, have read.
func parses() [3]int64 {
	return [3]int64{parsecount.Native.Load(), parsecount.JSON.Load(), parsecount.Checked.Load()}
}

// many returns the format n times, with N replaced by the index.
func many(n int, format string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.ReplaceAll(format, "N", fmt.Sprint(i)))
	}
	return b.String()
}
