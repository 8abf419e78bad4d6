package convert_test

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// mapOf converts a file with a source map.
func mapOf(t *testing.T, name, src string, opts convert.Options) (m *convert.SourceMap, out string) {
	t.Helper()
	file, err := dialects.ForFile(name, dialects.Options{})
	if err != nil {
		t.Fatal(err)
	}
	run := convert.ToJSON[[]byte]
	if file.JSON {
		run = convert.ToHCL[[]byte]
	}
	opts.SourceMap = &convert.SourceMap{}
	text, diags := run([]byte(src), name, file.Dialect, opts)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	return opts.SourceMap, string(text)
}

// shown returns a map as text, one value per line: its pointer and its native text, with names
// before a colon.
func shown(m *convert.SourceMap, native string) string {
	var b strings.Builder
	for mapping := range m.All() {
		b.WriteString(mapping.Pointer)
		for _, place := range mapping.Native {
			text := func(r hcl.Range) string {
				return strings.ReplaceAll(native[r.Start.Byte:r.End.Byte], "\n", `\n`)
			}
			b.WriteString(" | ")
			if place.Name != nil {
				b.WriteString(text(*place.Name) + " : ")
			}
			b.WriteString(text(place.Value))
			if place.Block != nil {
				fmt.Fprintf(&b, " (block at %d:%d)", place.Block.Start.Line, place.Block.Start.Column)
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func compareShown(t *testing.T, got, want string) {
	t.Helper()
	if want = strings.TrimPrefix(want, "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

const mapped = `locals {
  a = (1) # one
}
resource "x" y { tags = { "k l" = [true, "${z}"] } }
locals {
  b = <<E
text
E
}
`

func TestSourceMapOfGeneralForm(t *testing.T) {
	m, _ := mapOf(t, "main.tf", mapped, convert.Options{})
	text := strings.ReplaceAll(mapped, "\n", `\n`)
	compareShown(t, shown(m, mapped), `
 | `+text+`
/~1~1
/~1~1/order
/~1~1/order/0
/~1~1/order/1
/~1~1/order/2
/locals | locals : {\n  a = (1) # one\n} (block at 1:1) | locals : {\n  b = <<E\ntext\nE\n} (block at 5:1)
/locals/0 | {\n  a = (1) # one\n} (block at 1:1)
/locals/0/~1~1
/locals/0/~1~1/at
/locals/0/~1~1/at/a
/locals/0/~1~1/at/a/after
/locals/0/a | a : (1)
/locals/1 | {\n  b = <<E\ntext\nE\n} (block at 5:1)
/locals/1/b | b : <<E\ntext\nE
/resource | resource : "x" y { tags = { "k l" = [true, "${z}"] } }
/resource/0 | "x" y { tags = { "k l" = [true, "${z}"] } }
/resource/0/x | "x" : y { tags = { "k l" = [true, "${z}"] } }
/resource/0/x/0 | y { tags = { "k l" = [true, "${z}"] } }
/resource/0/x/0/y | y : { tags = { "k l" = [true, "${z}"] } } (block at 4:1)
/resource/0/x/0/y/tags | tags : { "k l" = [true, "${z}"] }
/resource/0/x/0/y/tags/k l | "k l" : [true, "${z}"]
/resource/0/x/0/y/tags/k l/0 | true
/resource/0/x/0/y/tags/k l/1 | "${z}"
`)
}

func TestSourceMapOfQueryForm(t *testing.T) {
	m, _ := mapOf(t, "main.tf", mapped, convert.Options{Form: convert.Query})
	text := strings.ReplaceAll(mapped, "\n", `\n`)
	compareShown(t, shown(m, mapped), `
 | `+text+`
/locals | locals : {\n  a = (1) # one\n} (block at 1:1) | locals : {\n  b = <<E\ntext\nE\n} (block at 5:1)
/locals/a | a : (1)
/locals/b | b : <<E\ntext\nE
/resource | resource : "x" y { tags = { "k l" = [true, "${z}"] } }
/resource/x | "x" : y { tags = { "k l" = [true, "${z}"] } }
/resource/x/y | y : { tags = { "k l" = [true, "${z}"] } } (block at 4:1)
/resource/x/y/0 | { tags = { "k l" = [true, "${z}"] } } (block at 4:1)
/resource/x/y/0/tags | tags : { "k l" = [true, "${z}"] }
/resource/x/y/0/tags/k l | "k l" : [true, "${z}"]
/resource/x/y/0/tags/k l/0 | true
/resource/x/y/0/tags/k l/1 | "${z}"
`)
}

// TestSourceMapOfSplitBody checks a body that is split into several JSON objects to keep the order
// of its blocks.
func TestSourceMapOfSplitBody(t *testing.T) {
	const src = `resource "x" "y" {
  provisioner "a" {}
  dynamic "provisioner" {}
  provisioner "b" {}
}
`
	m, _ := mapOf(t, "main.tf", src, convert.Options{DropComments: true, Form: convert.Compact})
	body := `{\n  provisioner "a" {}\n  dynamic "provisioner" {}\n  provisioner "b" {}\n}`
	if got := shown(m, src); !strings.Contains(got, "/resource/x/y/0 | "+body+" (block at 1:1)\n") ||
		!strings.Contains(got, "/resource/x/y/0/0 | provisioner \"a\" {} | dynamic \"provisioner\" {}\n") ||
		!strings.Contains(got, "/resource/x/y/0/1 | provisioner \"b\" {}\n") {
		t.Error(got)
	}
}

// A constant that the language takes alone is computed, and has its place as a whole.
func TestSourceMapOfConstant(t *testing.T) {
	const src = "variable \"x\" {\n  default = [for i in [1, 2]: i + 1]\n}\n"
	m, out := mapOf(t, "main.tf", src, convert.Options{})
	got := shown(m, src)
	if !strings.Contains(got, "/default | default : [for i in [1, 2]: i + 1]\n") ||
		!strings.Contains(got, "/default/1\n") {
		t.Errorf("%s%s", got, out)
	}
}

func TestSourceMapOfJSON(t *testing.T) {
	const src = `{"//": "Head.", "locals": [{"a": 1, "l": ["x", "${[2]}"]}],
"resource": {"x": {"y": [{"b": "${v}"}, {"c": {"K": null}}]}}}`
	m, out := mapOf(t, "main.tf.json", src, convert.Options{})
	text := strings.ReplaceAll(out, "\n", `\n`)
	compareShown(t, shown(m, out), `
 | `+text+`
/~1~1
/locals | locals : {\n  a = 1\n  l = ["x", [2]]\n} (block at 3:1)
/locals/0 | {\n  a = 1\n  l = ["x", [2]]\n} (block at 3:1)
/locals/0/a | a : 1
/locals/0/l | l : ["x", [2]]
/locals/0/l/0 | "x"
/locals/0/l/1 | [2]
/resource | resource : "x" "y" {\n  b = v\n} | resource : "x" "y" {\n  c = {\n    K = null\n  }\n}
/resource/x | "x" : "y" {\n  b = v\n} | "x" : "y" {\n  c = {\n    K = null\n  }\n}
/resource/x/y | "y" : {\n  b = v\n} (block at 8:1) | "y" : {\n  c = {\n    K = null\n  }\n} (block at 12:1)
/resource/x/y/0 | {\n  b = v\n} (block at 8:1)
/resource/x/y/0/b | b : v
/resource/x/y/1 | {\n  c = {\n    K = null\n  }\n} (block at 12:1)
/resource/x/y/1/c | c : {\n    K = null\n  }
/resource/x/y/1/c/K | K : null
`)
}

// TestSourceMapsOfBodies checks values whose native text has another type.
func TestSourceMapsOfBodies(t *testing.T) {
	const path = "testdata/sourcemaps.txtar"
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	d := noted()
	d.ArrayRoot = true
	made := &txtar.Archive{Comment: archive.Comment}
	for _, f := range archive.Files {
		if strings.HasSuffix(f.Name, ".map") {
			continue
		}
		made.Files = append(made.Files, f)
		for i, form := range []string{"general", "compact", "query"} {
			opts := convert.Options{DropComments: true, Form: convert.Form(i), SourceMap: &convert.SourceMap{}}
			native := f.Data
			if strings.HasSuffix(f.Name, ".json") {
				opts.DropComments = false
				native, _ = convert.ToHCL(f.Data, "", d, opts)
			} else if _, diags := convert.ToJSON(f.Data, "", d, opts); diags.HasErrors() {
				t.Errorf("%s: %s", f.Name, diags)
			}
			name := f.Name + " " + form + ".map"
			made.Files = append(made.Files, txtar.File{Name: name, Data: []byte(shown(opts.SourceMap, string(native)))})
			if strings.HasSuffix(f.Name, ".json") {
				break
			}
		}
	}
	if *update {
		if err := os.WriteFile(path, txtar.Format(made), 0o666); err != nil {
			t.Fatal(err)
		}
	} else if got := txtar.Format(made); !bytes.Equal(got, txtar.Format(archive)) {
		t.Errorf("the maps are\n%s", got)
	}
}

// TestSourceMapOfTree checks that the map of a changed tree contains the unchanged nodes.
func TestSourceMapOfTree(t *testing.T) {
	const src = "resource \"x\" \"y\" {\n  a = 1\n  b = 2\n}\n"
	file, _ := hclwrite.ParseFile([]byte(src), "main.tf")
	body := &file.Body.Block("resource", "x", "y").Body
	body.Set("b", hclwrite.NewLiteral(3))
	body.Set("c", hclwrite.NewTuple(hclwrite.NewString("s")))
	file.Body.Append(hclwrite.NewBlock("locals"), hclwrite.NewBlock("may"))
	m := &convert.SourceMap{}
	opts := convert.Options{Form: convert.Compact, DropComments: true, SourceMap: m}
	if _, diags := convert.WriteJSON(file, "main.tf", noted(), opts); diags.HasErrors() {
		t.Fatal(diags)
	}
	compareShown(t, shown(m, src), `
 | resource "x" "y" {\n  a = 1\n  b = 2\n}\n
/resource | resource : "x" "y" {\n  a = 1\n  b = 2\n}
/resource/0 | "x" "y" {\n  a = 1\n  b = 2\n}
/resource/0/x | "x" : "y" {\n  a = 1\n  b = 2\n}
/resource/0/x/0 | "y" {\n  a = 1\n  b = 2\n}
/resource/0/x/0/y | "y" : {\n  a = 1\n  b = 2\n} (block at 1:1)
/resource/0/x/0/y/a | a : 1
/resource/0/x/0/y/b
/resource/0/x/0/y/c
/resource/0/x/0/y/c/0
/locals
/locals/0
/may
/may/0
/may/0/n
/may/0/sub
`)
}

// TestSourceMapOfRepeatedName checks that a pointer refers to the first property of a name.
func TestSourceMapOfRepeatedName(t *testing.T) {
	m, _ := mapOf(t, "main.tf.json", `{"locals": {"a": 1}, "locals": {"b": 2}}`, convert.Options{})
	if found, ok := m.At("/locals/a"); !ok || found.Pointer != "/locals/a" {
		t.Errorf("/locals/a is %v", found)
	}
	if found, ok := m.At("/locals/b"); ok {
		t.Errorf("/locals/b is %v", found)
	}
}

// Columns are grapheme clusters, lines end with \n, and a byte order mark has no column.
func TestSourceMapColumns(t *testing.T) {
	m, _ := mapOf(t, "x.tfvars", "\ufeffa = 1\r\nb = [\"e\u0301\", \"👩‍👩‍👧\", 2]\r\n", convert.Options{})
	for pointer, want := range map[string]string{"/a": "1:1 1:5-1:6", "/b/1": "2:11-2:14", "/b/2": "2:16-2:17"} {
		mapping, ok := m.At(pointer)
		if !ok || len(mapping.Native) != 1 {
			t.Fatalf("%s is at %v", pointer, mapping)
		}
		place, name := mapping.Native[0], ""
		if place.Name != nil {
			name = fmt.Sprintf("%d:%d ", place.Name.Start.Line, place.Name.Start.Column)
		}
		value := place.Value
		got := fmt.Sprintf("%s%d:%d-%d:%d", name, value.Start.Line, value.Start.Column, value.End.Line, value.End.Column)
		if got != want || value.Filename != "x.tfvars" {
			t.Errorf("%s is at %s, want %s", pointer, got, want)
		}
	}
}

// The innermost value at each place.
func TestSourceMapLookUp(t *testing.T) {
	m, out := mapOf(t, "main.tf", mapped, convert.Options{Form: convert.Query})
	for at, want := range map[string]string{
		"locals {\n": "/locals", "a = (1)": "/locals/a", "(1)": "/locals/a", "# one": "/locals",
		"resource": "/resource", `"x"`: "/resource/x", "y {": "/resource/x/y", "tags": "/resource/x/y/0/tags",
		`= { "k`: "/resource/x/y/0/tags", `"k l"`: "/resource/x/y/0/tags/k l", `"${z}"`: "/resource/x/y/0/tags/k l/1",
		"text": "/locals/b",
	} {
		if got, ok := m.AtNative(strings.Index(mapped, at)); !ok || got.Pointer != want {
			t.Errorf("at %q is %q", at, got.Pointer)
		}
	}
	for at, want := range map[string]string{
		"{": "", `"locals"`: "/locals", `"k l"`: "/resource/x/y/0/tags/k l", "true": "/resource/x/y/0/tags/k l/0",
	} {
		if got, ok := m.AtJSON(strings.Index(out, at)); !ok || got.Pointer != want {
			t.Errorf("at %q is %q", at, got.Pointer)
		}
	}
	for got := range m.All() {
		if got.Pointer != "" {
			t.Errorf("%q comes first", got.Pointer)
		}
		break
	}
	if got, ok := m.AtNative(len(mapped)); ok {
		t.Errorf("after the text is %q", got.Pointer)
	}
	if got, ok := m.AtJSON(len(out) - 1); ok {
		t.Errorf("after the JSON is %q", got.Pointer)
	}
	for _, pointer := range []string{"/", "/nothing", "locals", "/locals/a/", "/resource/x/y/1", "/resource/x/y/00"} {
		if got, ok := m.At(pointer); ok {
			t.Errorf("%q names %q", pointer, got.Pointer)
		}
	}
}

// TestSourceMapText checks the map as JSON, with the known file names.
func TestSourceMapText(t *testing.T) {
	const src = "resource \"a\" \"b\" {\n  c = 1\n}\n"
	m, _ := mapOf(t, "main.tf", src, convert.Options{Form: convert.Compact})
	m.JSONName = "out\".json"
	const native = `,"native":[{"file":"main.tf",`
	const block = `"end":{"line":3,"column":2,"byte":28}}`
	want := `{"format_version":"1.0","json":"out\".json","values":[
{"pointer":"","json":{"value":{"start":{"line":1,"column":1,"byte":0},` +
		`"end":{"line":9,"column":2,"byte":76}}}` + native +
		`"value":{"start":{"line":1,"column":1,"byte":0},"end":{"line":4,"column":1,"byte":29}}}]},
{"pointer":"/resource","json":{"name":{"start":{"line":2,"column":3,"byte":4},` +
		`"end":{"line":2,"column":13,"byte":14}},` +
		`"value":{"start":{"line":2,"column":15,"byte":16},"end":{"line":8,"column":4,"byte":74}}}` + native +
		`"name":{"start":{"line":1,"column":1,"byte":0},"end":{"line":1,"column":9,"byte":8}},` +
		`"value":{"start":{"line":1,"column":10,"byte":9},` + block + `}]},
{"pointer":"/resource/a","json":{"name":{"start":{"line":3,"column":5,"byte":22},` +
		`"end":{"line":3,"column":8,"byte":25}},` +
		`"value":{"start":{"line":3,"column":10,"byte":27},"end":{"line":7,"column":6,"byte":70}}}` + native +
		`"name":{"start":{"line":1,"column":10,"byte":9},"end":{"line":1,"column":13,"byte":12}},` +
		`"value":{"start":{"line":1,"column":14,"byte":13},` + block + `}]},
{"pointer":"/resource/a/b","json":{"name":{"start":{"line":4,"column":7,"byte":35},` +
		`"end":{"line":4,"column":10,"byte":38}},` +
		`"value":{"start":{"line":4,"column":12,"byte":40},"end":{"line":6,"column":8,"byte":64}}}` + native +
		`"name":{"start":{"line":1,"column":14,"byte":13},"end":{"line":1,"column":17,"byte":16}},` +
		`"value":{"start":{"line":1,"column":18,"byte":17},` + block +
		`,"block":{"start":{"line":1,"column":1,"byte":0},` + block + `}]},
{"pointer":"/resource/a/b/c","json":{"name":{"start":{"line":5,"column":9,"byte":50},` +
		`"end":{"line":5,"column":12,"byte":53}},` +
		`"value":{"start":{"line":5,"column":14,"byte":55},"end":{"line":5,"column":15,"byte":56}}}` + native +
		`"name":{"start":{"line":2,"column":3,"byte":21},"end":{"line":2,"column":4,"byte":22}},` +
		`"value":{"start":{"line":2,"column":7,"byte":25},"end":{"line":2,"column":8,"byte":26}}}]}
]}
`
	if got := string(m.Text()); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	m, _ = mapOf(t, "x.tfvars.json", `{"a": 1, "//": "c"}`, convert.Options{})
	m.NativeName = ""
	if got := string(m.Text()); strings.Contains(got, `"file"`) || !strings.Contains(got, `,"json":"x.tfvars.json",`) ||
		!strings.HasSuffix(got, `,"native":[]}`+"\n]}\n") {
		t.Error(got)
	}
	if got := string((&convert.SourceMap{}).Text()); got != `{"format_version":"1.0","values":[`+"\n]}\n" {
		t.Error(got)
	}
}

// How a string is read is the same, whichever text is the source.
func TestSourceMapModes(t *testing.T) {
	const native = `variable "v" {
  type    = list(string)
  default = (["$${a}", {k = 1 + 2, l = "x"}])
}

resource "aws_vpc" "r" {
  cidr       = "${var.v}-x"
  depends_on = [a.b, "c.d"]
  provider   = aws.west

  lifecycle {
    ignore_changes = [tags["k"]]
  }
}
`
	want := []string{
		"/variable/v/type: type", "/variable/v/default/0: literal", "/variable/v/default/1/l: literal",
		"/resource/aws_vpc/r/cidr: template", "/resource/aws_vpc/r/depends_on/0: traversal",
		"/resource/aws_vpc/r/depends_on/1: traversal", "/resource/aws_vpc/r/provider: reference",
		"/resource/aws_vpc/r/lifecycle/ignore_changes/0: traversal",
	}
	m, json := mapOf(t, "main.tf", native, convert.Options{Form: convert.Compact})
	back, _ := mapOf(t, "main.tf.json", json, convert.Options{})
	for _, m := range []*convert.SourceMap{m, back} {
		var got []string
		for mapping := range m.All() {
			if at := mapping.JSON.Value.Start.Byte; json[at] == '"' {
				got = append(got, mapping.Pointer+": "+mapping.Mode)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		text := string(m.Text())
		if !strings.Contains(text, `,"read":"type","native"`) || strings.Contains(text, `"read":"template"`) {
			t.Error(text)
		}
	}
}

// TestSourceMapTextSize checks that the size of the text is known in advance, and includes the
// pointers.
func TestSourceMapTextSize(t *testing.T) {
	for src, want := range map[string]int{
		`{}`:                       400,
		`{"a": 1}`:                 2*400 + len("/a"),
		`{"a": [1, {"b/": null}]}`: 5*400 + len("/a") + len("/a/0") + len("/a/1") + len("/a/1/b~1"),
	} {
		m, _ := mapOf(t, "x.tfvars.json", src, convert.Options{})
		if got := m.TextSize(); got != want {
			t.Errorf("%s: %d, want %d", src, got, want)
		}
	}
}

// TestSourceMapOfParts checks native text joined from several files: positions are in these files,
// and a range over a boundary has a position in each. The first file has a byte order mark, which
// the text lacks.
func TestSourceMapOfParts(t *testing.T) {
	const first, second = "\ufefflocals {\n  a = 1\n}\n", "# two\nlocals {\n  b = 2\n}\n"
	bare := strings.TrimPrefix(first, "\ufeff")
	m, _ := mapOf(t, "main.tf", bare+second, convert.Options{Form: convert.Compact})
	m.SetParts([]convert.Part{
		{Filename: "one.tf", Text: []byte(first), Start: -len("\ufeff")}, {Filename: "empty.tf", Start: len(bare)},
		{Text: []byte(second), Start: len(bare)},
	})
	for pointer, want := range map[string]string{
		"":            "one.tf:1,1-4,1 empty.tf:1,1-1 main.tf:1,1-5,1",
		"/locals":     "locals one.tf:1,8-3,2 one.tf:1,1-3,2 locals main.tf:2,8-4,2 main.tf:2,1-4,2",
		"/locals/0/a": "a one.tf:2,7-8",
		"/locals/1":   "main.tf:2,8-4,2 main.tf:2,1-4,2",
		"/locals/1/b": "b main.tf:3,7-8",
	} {
		mapping, ok := m.At(pointer)
		var got []string
		for _, place := range mapping.Native {
			if place.Name != nil {
				text := map[string]string{"one.tf": first, "main.tf": second}[place.Name.Filename]
				got = append(got, text[place.Name.Start.Byte:place.Name.End.Byte])
			}
			got = append(got, place.Value.String())
			if place.Block != nil {
				got = append(got, place.Block.String())
			}
		}
		if !ok || strings.Join(got, " ") != want {
			t.Errorf("%q is at %q, want %q", pointer, strings.Join(got, " "), want)
		}
	}
	if got, ok := m.AtNative(len(bare) + strings.Index(second, "2")); !ok || got.Pointer != "/locals/1/b" {
		t.Errorf("%q", got.Pointer)
	}
}

// After an error nothing of an earlier conversion is left.
func TestSourceMapAfterError(t *testing.T) {
	m, _ := mapOf(t, "main.tf", mapped, convert.Options{})
	file, _ := dialects.ForFile("main.tf", dialects.Options{})
	if _, diags := convert.ToJSON([]byte("a = "), "main.tf", file.Dialect,
		convert.Options{SourceMap: m}); !diags.HasErrors() {
		t.Fatal("no error")
	}
	if _, ok := m.At(""); ok {
		t.Error("the map is not empty")
	}
}

// TestSourceMapSize checks that a map is linear in the size of the file: two maps, as text, have
// 400 bytes per value. This file has a value every few bytes.
func TestSourceMapSize(t *testing.T) {
	file, _ := dialects.ForFile("main.tf", dialects.Options{})
	blocks := func(n int) string { return many(n, "resource \"x\" \"yN\" {\n  a = [1, { b = N }]\n}\n") }
	convertMapped := func(src []byte) {
		opts := convert.Options{SourceMap: &convert.SourceMap{}}
		out, _ := convert.ToJSON(src, "main.tf", file.Dialect, opts)
		opts.SourceMap.Text()
		opts.SourceMap.AtNative(len(src) / 2)
		convert.ToHCL(out, "main.tf.json", file.Dialect, opts)
		opts.SourceMap.Text()
	}
	checkGrowth(t, "blocks", blocks, convertMapped)
	checkGrowth(t, "one line", func(n int) string {
		return "locals {\n  a = [" + many(n, `"é", N, `) + "]\n}\n"
	}, convertMapped)
}

// A tree that was read from JSON contains the positions in the JSON text. The map needs this text.
func TestSourceMapOfTreeFromJSON(t *testing.T) {
	const src = `{"locals": {"a": "${b + 1}", "o": {"k": "${c}", "l": ["x${d}", 1]}},
 "resource": {"x_y": {"z": {"n": "${[1, e]}"}}}}`
	d := opentofu.Config(opentofu.Target{})
	file, diags := convert.ReadJSON(src, "a.tf.json", d, convert.Options{})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	m := &convert.SourceMap{}
	if _, diags := convert.WriteJSON(file, "a.tf.json", d, convert.Options{Form: convert.Query, SourceMap: m}); diags.HasErrors() {
		t.Fatal(diags)
	}
	for v := range m.All() {
		if len(v.Native) > 0 {
			t.Errorf("%s has positions in an unknown text: %v", v.Pointer, v.Native)
		}
	}
	m.SetParts([]convert.Part{{Filename: "a.tf.json", Text: []byte(src)}})
	for pointer, want := range map[string]string{
		"": src, "/locals/a": `"${b + 1}"`, "/locals/o/k": `"${c}"`, "/locals/o/l": `["x${d}", 1]`, "/locals/o/l/0": `"x${d}"`,
		"/locals/o/l/1": "1", "/resource/x_y/z/0": `{"n": "${[1, e]}"}`, "/resource/x_y/z/0/n": `"${[1, e]}"`, "/resource/x_y/z/0/n/1": "e",
	} {
		v, _ := m.At(pointer)
		if len(v.Native) != 1 || src[v.Native[0].Value.Start.Byte:v.Native[0].Value.End.Byte] != want {
			t.Errorf("%s: %v", pointer, v.Native)
		}
	}
}
