package eject_test

import (
	"flag"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/generate/eject"
	"github.com/hcljson/hcljson/internal/schema/conventions"
	"github.com/hcljson/hcljson/schema/opentofu"
)

func TestManifest(t *testing.T) {
	stacks, diags := eject.ReadManifest([]byte(`{
  "version": "0.21.0",
  "stacks": {
    "z": {"name": "z", "workingDirectory": "stacks/z", "synthesizedStackPath": "stacks/z/cdk.tf.json"},
    "a": {"name": "a", "workingDirectory": "stacks\\a", "synthesizedStackPath": "stacks\\a\\cdk.tf.json"},
    "root": {"name": "root", "workingDirectory": ".", "synthesizedStackPath": "main.tf.json"}
  }
}`), "manifest.json")
	want := []eject.Stack{
		{Name: "z", Dir: "stacks/z", File: "stacks/z/cdk.tf.json", Out: "z"},
		{Name: "a", Dir: "stacks/a", File: "stacks/a/cdk.tf.json", Out: "a"},
		{Name: "root", Dir: ".", File: "main.tf.json", Out: "root"},
	}
	if len(diags) > 0 || !slices.Equal(stacks, want) {
		t.Errorf("%v, %v", stacks, diags)
	}
}

func TestManifestFaults(t *testing.T) {
	stack := func(fields string) string { return `{"stacks": {"s": {` + fields + `}}}` }
	const (
		lost = `No configuration; The manifest does not contain the path of the stack "s": the string ` +
			`"synthesizedStackPath" is missing.`
		invalid = " cannot be used as a directory name."
	)
	outside := func(path string) string {
		return `Path outside the directory; The manifest has the path "` + path +
			`" for the stack "s", which is not below its directory. Nothing outside it is read.`
	}
	for src, want := range map[string]string{
		`[]`:                                  `1,1-3: No stacks; The manifest has no object "stacks".`,
		` {"stacks": []}`:                     `1,2-16: No stacks; The manifest has no object "stacks".`,
		`{"stacks": {}}`:                      "1,12-14: No stacks; The manifest lists no stacks.",
		`{"stacks": {"s": 1}}`:                "1,18-19: " + lost,
		stack(``):                             "1,18-20: " + lost,
		stack(`"synthesizedStackPath": null`): "1,18-48: " + lost,
		stack(`"synthesizedStackPath": ""`):   "1,43-45: " + outside(""),
		stack(`"synthesizedStackPath": "."`):  "1,43-46: " + outside("."),
		stack(`"synthesizedStackPath": "/etc/cdk.tf.json"`): "1,43-61: " + outside("/etc/cdk.tf.json"),
		stack(
			`"synthesizedStackPath": "a/../../cdk.tf.json"`): "1,43-64: " + outside("a/../../cdk.tf.json"),
		stack(`"synthesizedStackPath": "..\\cdk.tf.json"`): "1,43-60: " + outside(`..\\cdk.tf.json`),
		stack(`"synthesizedStackPath": "a:b/cdk.tf.json"`): "1,43-60: " + outside("a:b/cdk.tf.json"),
		stack(
			`"synthesizedStackPath": "a\u0000/cdk.tf.json"`): "1,43-64: " + outside(`a\x00/cdk.tf.json`),
		stack(`"synthesizedStackPath": "a/cdk.tf.json", "workingDirectory": ".."`): "1,80-84: " + outside(".."),
		stack(`"synthesizedStackPath": "a/cdk.tf.json", "workingDirectory": 1`):    "1,80-81: " + outside("1"),
		stack(`"synthesizedStackPath": "a/cdk.tf.json", "workingDirectory": "b"`): "1,43-58: Another directory; " +
			`The configuration of the stack "s" is not in the directory that the stack is run in, b.`,
		`{"stacks": {"a/b": {"synthesizedStackPath": "c.json"}}}`: `1,20-54: Invalid directory name; "a/b"` + invalid,
		`{"stacks": {"..": {"synthesizedStackPath": "c.json"}}}`:  `1,19-53: Invalid directory name; ".."` + invalid,
		`{"stacks": {".": {"synthesizedStackPath": "c.json"}}}`:   `1,18-52: Invalid directory name; "."` + invalid,
		`{"stacks": {"a": {"synthesizedStackPath": "x/s/c.json"}, "b": {"synthesizedStackPath": "y/S/c.json"}}}`: "" +
			"1,63-101: Two stacks in the same place; The stacks a and b would both be written to S.",
	} {
		_, diags := eject.ReadManifest([]byte(src), "manifest.json")
		if got := diags.Error(); got != "manifest.json:"+want {
			t.Errorf("%s\n got %s\nwant %s", src, got, "manifest.json:"+want)
		}
	}
	if _, diags := eject.ReadManifest(nil, "manifest.json"); !diags.HasErrors() {
		t.Error("an empty file is accepted")
	}
	// An error in one stack does not hide an error in another stack.
	src := `{"stacks": {"a": {}, "b": {"synthesizedStackPath": "b/c.json"}, "c": {}}}`
	stacks, diags := eject.ReadManifest([]byte(src), "")
	if len(diags) != 2 || len(stacks) != 1 || stacks[0].Name != "b" {
		t.Error(stacks, diags)
	}
}

func TestIsForeignManifest(t *testing.T) {
	for src, want := range map[string]bool{
		`{"stacks": {}}`: false, `{"stacks": []}`: false, `{"stack": {}}`: true, `[]`: true, `{`: false, ``: false,
	} {
		if got := eject.IsForeignManifest([]byte(src)); got != want {
			t.Errorf("%s: %t", src, got)
		}
	}
}

// FuzzManifest checks that no path in an accepted manifest is outside of its directory.
func FuzzManifest(f *testing.F) {
	f.Add(`stacks/a`, `stacks/a/cdk.tf.json`, "a")
	f.Add(`.`, `..\x`, "..")
	f.Fuzz(func(t *testing.T, dir, file, name string) {
		src := fmt.Sprintf(`{"stacks": {%s: {"workingDirectory": %s, "synthesizedStackPath": %s}}}`, quote(name), quote(dir),
			quote(file))
		stacks, diags := eject.ReadManifest([]byte(src), "manifest.json")
		if diags.HasErrors() {
			return
		}
		for _, path := range []string{stacks[0].Dir, stacks[0].File, stacks[0].Out} {
			for part := range strings.SplitSeq(path, "/") {
				if part == ".." || part == "" || strings.ContainsAny(part, "\\:\x00") {
					t.Fatalf("%q", stacks)
				}
			}
		}
	})
}

// quote writes a JSON string, in which any character may be escaped.
func quote(text string) string {
	var b strings.Builder
	for _, char := range text {
		if char > 0xffff {
			char = '?'
		}
		fmt.Fprintf(&b, `\u%04x`, char)
	}
	return `"` + b.String() + `"`
}

var update = flag.Bool("update", false, "rewrite the notes in the archive")

// TestReview compares the notes about the other files with the file "want" in each directory of the
// archive.
func TestReview(t *testing.T) {
	name := filepath.Join("testdata", "look.txtar")
	archive, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	placeholders := conventions.Of(opentofu.Config(opentofu.Target{})).Placeholders
	want := string(txtar.Format(archive))
	modules := map[string][]eject.File{}
	var made []txtar.File
	for i, f := range archive.Files {
		dir, base := path.Split(f.Name)
		if base == "want" {
			continue
		}
		modules[dir] = append(modules[dir], eject.File{Name: base, Bytes: f.Data})
		made = append(made, f)
		next := i + 1
		for next < len(archive.Files) && path.Base(archive.Files[next].Name) == "want" {
			next++
		}
		if next < len(archive.Files) && path.Dir(archive.Files[next].Name)+"/" == dir {
			continue
		}
		notes, diags := eject.Review(modules[dir], eject.ReviewRows(), placeholders, "/opt/made/here")
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		var b strings.Builder
		for _, note := range notes {
			fmt.Fprintf(&b, "%s: %s: %s\n", note.Range, note.Place, note.Text)
		}
		made = append(made, txtar.File{Name: dir + "want", Data: []byte(b.String())})
	}
	archive.Files = made
	got := txtar.Format(archive)
	if string(got) == want {
		return
	}
	if !*update {
		t.Errorf("%s", diff.Diff("want", []byte(want), "got", got))
	} else if err := os.WriteFile(name, got, 0o644); err != nil {
		t.Error(err)
	}
}

func TestReviewOfFaults(t *testing.T) {
	if _, diags := eject.Review([]eject.File{{Name: "main.tf", Bytes: []byte("a = ")}},
		eject.ReviewRows(), nil); !diags.HasErrors() {
		t.Error("no error")
	}
}

func TestPaths(t *testing.T) {
	file, diags := hclwrite.ParseFile([]byte(`module "a" {
  source = "./modules/a"
}

module "b" {
  source = "../b"
}

module "c" {
  source = "../c/${var.x}"
}

module "d" {
  source = "hashicorp/x/y"
}

module "e" {
  source = "../stays"
  other  = "../other"
}

module "f" {
  x {
    source = "../x"
  }
}

module "g" {
  source = "../$${g}"
}

module "h" {
  path = "../"
}

module "i" {
  source = file("../i")
}

resource "x" "y" {
  a      = "${path.module}/f.tpl"
  b      = ["./modules/a", "./../up", "./", "${path.module}/${var.x}", "/etc/x", "./a/./b"]
  source = "../e"
  f      = [file("../f"), "${file("../g")}-x"]
  g      = [file("${path.module}/g"), "${file("./h")}-x", file("${path.root}/i/"), file("${path.module}/f.tpl")]
  h      = [file("/j"), file("./k${var.x}"), file("./../l"), file("m./n"), "says \"./o\""]
}
`), "main.tf")
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	want := []string{"modules/a", "f.tpl", "a/b", "g", "h", "i"}
	if got := eject.RelativePaths(&file.Body); !slices.Equal(got, want) {
		t.Errorf("same directory: %q, want %q", got, want)
	}
	above := []string{"../b", "../stays", "../other", "../x", "../", "../i", "../e", "../f", "../g"}
	if got := eject.ParentPaths(&file.Body); !slices.Equal(got, above) {
		t.Errorf("above: %q, want %q", got, above)
	}
	was := string(file.Bytes())
	rows := append(eject.LocalSources(), conventions.Look{Blocks: []conventions.LookBlock{{Type: "module"}}},
		conventions.Look{Blocks: []conventions.LookBlock{{Type: "module"}}, Path: []string{"other", "path"}})
	moves := eject.Relocate(&file.Body, rows, func(path string) (string, bool) {
		if path == "../stays" {
			return "", false
		}
		return "../.." + path[2:], true
	})
	var changed [][2]string
	for _, move := range moves {
		changed = append(changed, [2]string{move.Before, move.After})
	}
	if want := [][2]string{{"../b", "../../b"}, {"../$${g}", "../../$${g}"}}; !slices.Equal(changed, want) {
		t.Errorf("moves: %v", changed)
	}
	moved := strings.NewReplacer(`"../b"`, `"../../b"`, `"../$${g}"`, `"../../$${g}"`).Replace(was)
	if got := string(file.Bytes()); got != moved {
		t.Errorf("got\n%s", got)
	}
	for _, move := range moves {
		move.Undo()
	}
	if got := string(file.Bytes()); got != was {
		t.Errorf("undone\n%s", got)
	}
	for _, move := range moves {
		move.Redo()
	}
	if got := string(file.Bytes()); got != moved {
		t.Errorf("done again\n%s", got)
	}
}
