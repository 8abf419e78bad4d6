package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/internal/parsecount"
)

// Each file is parsed once, and a file whose names cannot matter is not parsed. The texts of single
// expressions, such as a new value, are small compared with the files.
func TestEachFileIsParsedOnce(t *testing.T) {
	native := many(100, "locals {\n  aN = \"b\"\n}\n") + "language {}\n"
	sibling := many(100, "locals {\n  bN = \"b\"\n}\n")
	versions := "terraform {\n  required_providers {\n    x = {\n      source = \"a/x\"\n    }\n  }\n}\n" +
		many(50, "# a comment N\n")
	json := `{"locals": {` + many(200, `"cN": "c", `) + `"c": 1}, "language": {}}`
	const size = 1000
	for _, test := range []struct {
		args         string
		native, json int // the number of bytes, in this order for ours
		ofNative     int // for the decoders of the check
		ofJSON       int
	}{
		{args: "hcl2json main.tf", native: len(native) + len(versions)},
		{args: "hcl2json --check main.tf", native: len(native) + len(versions)},
		{args: "json2hcl j/main.tf.json", json: len(json)},
		{args: "hcl2json -o out.tf.json main.tf", native: len(native) + len(versions), ofNative: len(native), ofJSON: 1},
		{args: "json2hcl -o out/main.tf j/main.tf.json", json: len(json), ofNative: 1, ofJSON: len(json)},
		{args: "-o out/ .", native: len(native) + len(versions) + len(sibling), json: len(json), ofNative: 1, ofJSON: 1},
		{args: "verify main.tf main.tf", native: len(native) + len(versions), ofNative: 2 * len(native)},
		{args: "get local.a1 main.tf", native: len(native)},
		{args: "get local.c1 j/main.tf.json", json: len(json)},
		{args: "list local main.tf", native: len(native)},
		{args: "show .", native: len(native) + len(versions) + len(sibling)},
	} {
		dir := t.TempDir()
		for name, text := range map[string]string{
			"main.tf": native, "sibling.tf": sibling, "versions.tf": versions, "j/main.tf.json": json,
		} {
			path := filepath.Join(dir, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		t.Chdir(dir)
		var output strings.Builder
		before := parses()
		Main(append([]string{"hcljson"}, strings.Fields(test.args)...), strings.NewReader(""), &output, &output, os.Getenv)
		after := parses()
		fmt.Println(test.args, after[0]-before[0], after[1]-before[1], after[2]-before[2], after[3]-before[3], test, size)
	}
}

func parses() [4]int64 {
	return [4]int64{parsecount.Native.Load(), parsecount.JSON.Load(), parsecount.CheckedNative.Load(),
		parsecount.CheckedJSON.Load()}
}

// many is a text that is n times, with the numbers in place of N.
func many(n int, format string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.ReplaceAll(format, "N", fmt.Sprint(i)))
	}
	return b.String()
}
