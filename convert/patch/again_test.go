package patch_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/convert/patch"
	"github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/internal/testing/golden"
	"github.com/hcljson/hcljson/internal/text/jsontree"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// A second application of an edit changes nothing, and duplicates no comment.
func TestApplyTwice(t *testing.T) {
	for _, g := range golden.ReadSample(t, 20) {
		t.Run(g.Name, func(t *testing.T) {
			r := rand.New(rand.NewSource(1))
			for _, src := range sources(g) {
				deletions(t, r, src, "", g.Targets[0].Dialect)
			}
		})
	}
}

// TestApplyTwiceCases checks repeated edits with computed and repeated names, with sorted edits,
// with changed elements that have comments, and with a comment at the end.
func TestApplyTwiceCases(t *testing.T) {
	const computed = `{"locals": {"x": {"${var.k}": true, "a": 2}}}`
	const twice = "locals {\n  x = [\n    {\n      # two\n      b = {}\n      a = 1\n      a = 2\n    },\n    2,\n  ]\n}\n"
	const alone = "# A\n\nvariable \"a\" {}\n\n# B\n\nvariable \"b\" {\n  type    = string\n  default = 1\n}\n"
	const below = `{"data": {"c": {"d": {}}}, "variable": {"a": {"//": {"above": "A\n"}}, ` +
		`"b": {"//": {"above": "B\n"}, "type": "string", "default": 1}}}`
	// The note of the edit has the comments of keys and arguments at the names that they had.
	const named = `{"locals": {"//": {"at": {"o.e": {"above": "1"}, "o.%[1]s": {"above": "1"}, ` +
		`"o.%[1]s.x": {"after": "2"}, "o.l[0].%[1]s": {"after": "3"}, "%[2]s": {"above": "1"}}}, ` +
		`"o": {"%[3]s": {"x": 1}, "e": 4, "l": [{"%[3]s": 5}]}, "%[4]s": "f"}}`
	const inNative = "locals {\n  o = {\n    # 1\n    %[1]s = {\n      x = 1 # 2\n    }\n    # 1\n    e = 4\n" +
		"    l = [\n      {\n        %[1]s = 5 # 3\n      }\n    ]\n  }\n  # 1\n  %[2]s = \"f\"\n}\n"
	// Blocks of one kind come before a banner, and another comes elsewhere.
	const rearranged = `{"//": {"order": ["locals", "resource", "locals", "resource", "locals"]}, ` +
		`"locals": [{"n": 2, "m": 3}, {"//": {"above": "G\n"}, "g": 2, "h": 3}, {"//": {"above": "S\n"}, "a": 1}], ` +
		`"resource": [{"r": {"r": {}}}, {"r": {"s": {}}}]}`
	const arranged = "resource \"r\" \"r\" {}\n\n%sresource \"r\" \"s\" {}\n\n# S\n\n%slocals {\n  a = 1\n}\n"
	// Banners of blocks, elements and items that move go with them.
	const first = "  # A\n\n  provisioner \"a\" {}\n\n"
	const second = "  # B\n\n  provisioner \"b\" {}\n\n"
	const third = "  # C\n\n  provisioner \"c\" {}\n"
	const inResource = "resource \"r\" \"r\" {\n  x = 1\n\n%s}\n"
	const ofItems = `{"locals": {"//": {"at": {"o.c": {"above": "C\n\nof c"}}}, "o": {"x": 2, "y": 3, "c": 4}}}`
	const items = "locals {\n  o = {\n%s    # C\n\n%s    # of c\n    c = 4\n  }\n}\n"
	// A comment at the end of the body stays free-standing.
	const atEnd = `{"//": {"end": "changed"}, "locals": {"a": 1}}`
	// After the end of a heredoc is no room.
	const heredoc = "locals {\n  o = {\n%s    \"k-k\" = <<EOT\n      x\n     EOT\n  }\n}\n"
	const ofHeredoc = `{"locals": {"//": {"at": {"o.k-k": {"after": "c"}}}, "o": {"k-k": "      x\n"}}}`
	const adjacent = "locals {\n  a = 1\n  # g\n\n  # g2\n\n  b = 3\n  # e\n}\n"
	stale := fmt.Sprintf(named, "b", "c", "z", "y")
	renamed := `{"locals": {"//": {"at": {"o.e": {"above": "1"}, "y": {"above": "1"}, "o.z": {"above": "1"}, ` +
		`"o.z.x": {"after": "2"}, "o.l[0].z": {"after": "3"}}}, "o": {"z": {"x": 1}, "e": 4, "l": [{"z": 5}]}, "y": "f"}}`
	for _, test := range []struct{ src, edited, want string }{
		{fmt.Sprintf(named, "b", "c", "b", "c"), stale, renamed},
		{fmt.Sprintf(inNative, "b", "c"), stale, fmt.Sprintf(inNative, "z", "y")},
		{fmt.Sprintf(arranged, "# G\n\nlocals {\n  g = 1\n  h = 1\n}\n\n", ""), rearranged, fmt.Sprintf(arranged, "",
			"locals {\n  n = 2\n  m = 3\n}\n\n# G\n\nlocals {\n  g = 2\n  h = 3\n}\n\n")},
		{fmt.Sprintf(inResource, first+second+third), fmt.Sprintf(inResource, first+third+"\n"+second[:len(second)-1]),
			fmt.Sprintf(inResource, first+third+"\n"+second[:len(second)-1])},
		{fmt.Sprintf(items, "", ""), ofItems, fmt.Sprintf(items, "", "    x = 2\n    y = 3\n")},
		{"locals {\n  a = 1\n}\n\n# B\n\nvariable \"b\" {}\n", atEnd, "locals {\n  a = 1\n}\n\n# B\n\n# changed\n"},
		{fmt.Sprintf(heredoc, ""), ofHeredoc, fmt.Sprintf(heredoc, "    # c\n")},
		{"locals {}\n\n", `{"//": {"end": "c"}, "locals": {}}`, "locals {}\n# c\n\n"},
		{"locals {}\n\n", `{"//": {"end": "\nc"}, "locals": {}}`, "locals {}\n\n# c\n"},
		// New items follow a group that is directly below an item, except at the end of a body.
		{adjacent, `{"locals": {"//": {"at": {"b": {"above": "g\n\ng2\n"}}, "end": "e"}, "a": 1, "x": 2, "b": 3, "z": 5}}`,
			"locals {\n  a = 1\n  # g\n\n  x = 2\n\n  # g2\n\n  b = 3\n  z = 5\n  # e\n}\n"},
		{"locals {} # on it\n# g\n\nvariable \"v\" {}\n", `{"locals": {"//": {"after": "on it"}}, "data": {"x": {"y": {}}}, ` +
			`"variable": {"v": {"//": {"above": "g\n"}}}}`,
			"locals {} # on it\n# g\n\ndata \"x\" \"y\" {}\n\nvariable \"v\" {}\n"},
		{`{"locals": {"x": {"a": 2}}}`, computed, computed},
		{`{"locals": {"x": {"b": 1, "a": 2}}}`, `{"locals": {"x": {"a": 2, "b": 3}}}`, `{"locals": {"x": {"b": 3, "a": 2}}}`},
		{"locals {\n  x = { a = { a = 2 } }\n}\n", `{"locals": {"x": {"a": {"${var.k}": true, "a": 2}}}}`,
			"locals {\n  x = { a = { (var.k) = true, a = 2 } }\n}\n"},
		{twice, strings.Replace(twice, "{}", "1", 1), strings.Replace(twice, "{}", "1", 1)},
		{"locals {\n  x = [\n    # one\n    null,\n    2,\n    3,\n  ]\n}\n",
			"locals {\n  x = [\n    # one\n    2,\n    {},\n    3,\n  ]\n}\n",
			"locals {\n  x = [\n    # one\n    2,\n    {},\n    3,\n  ]\n}\n"},
		// The file has text below a free-standing comment, the edit text above it, as after the
		// first edit.
		{alone, below, "# A\n\ndata \"c\" \"d\" {}\n\n" + alone[5:]},
		{"locals {}\n\n# A\n\ndata \"x\" \"y\" {}\n", `{"locals": {}, "data": {"c": {"d": {"//": {"above": "C\n"}}}, ` +
			`"x": {"y": {"//": {"above": "A\n"}}}}}`,
			"locals {}\n\n# A\n\n# C\n\ndata \"c\" \"d\" {}\n\ndata \"x\" \"y\" {}\n"},
		{"locals {\n  x = [\n    {\n      # two\n      b   = {}\n      b-b = 3\n    },\n    2,\n  ]\n}\n",
			"locals {\n  x = [\n    {\n      # two\n      b   = 1\n      b-b = {}\n    },\n    2,\n  ]\n}\n",
			"locals {\n  x = [\n    {\n      # two\n      b   = 1\n      b-b = {}\n    },\n    2,\n  ]\n}\n"},
	} {
		file, edited := sourceOf(test.src, "file"), sourceOf(test.edited, "edited")
		for range 2 {
			out, diags := patch.Steps(file, edited, opentofu.Config(opentofu.Target{}), patch.Options{})
			if string(out) != test.want {
				t.Errorf("%s\nas\n%s\ngives\n%s%s\nwant\n%s", file.Bytes, test.edited, out, diags, test.want)
			}
			file.Bytes = out
		}
	}
}

// TestApplyTwiceCorpus does so with the files of the directory in HCLJSON_CORPUS.
func TestApplyTwiceCorpus(t *testing.T) {
	dir := os.Getenv("HCLJSON_CORPUS")
	if dir == "" {
		t.Skip("HCLJSON_CORPUS names no directory of HCL files")
	}
	r, made := rand.New(rand.NewSource(1)), 0
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || r.Intn(20) > 0 {
			return err
		}
		file, err := dialects.ForFile(path, dialects.Options{})
		if err != nil || file.JSON || file.Dialect == nil {
			return nil
		}
		src, err := os.ReadFile(path)
		if err == nil && len(src) < 1<<14 {
			made += deletions(t, r, src, path, file.Dialect)
		}
		return err
	})
	t.Logf("%d edits, %v", made, err)
}

// deletions deletes something in each kind of JSON of a file, and patches the file and its
// JSON twice. It returns how many edits were made.
func deletions(t *testing.T, r *rand.Rand, src []byte, name string, d *schema.Dialect) (made int) {
	t.Helper()
	for _, v := range variants(t, src, "native", d) {
		edited, ok := withoutMember(r, v.text)
		if !ok {
			continue
		}
		for _, file := range []equivalent.Source{
			{Bytes: src, Filename: "native"}, {Bytes: v.text, Filename: "json", JSON: true},
		} {
			if again(t, file, edited, name+", "+v.name, d) {
				made++
			}
		}
	}
	return made
}

// again makes an edit twice.
func again(t *testing.T, file equivalent.Source, edited []byte, name string, d *schema.Dialect) bool {
	t.Helper()
	edit := func(src []byte) ([]byte, hcl.Diagnostics) {
		return patch.Steps(equivalent.Source{Bytes: src, Filename: file.Filename, JSON: file.JSON},
			equivalent.Source{Bytes: edited, Filename: "edited", JSON: true}, d,
			patch.Options{SkipCheck: !file.JSON, Form: convert.Compact})
	}
	once, diags := edit(file.Bytes)
	if diags.HasErrors() {
		return false
	}
	twice, diags := edit(once)
	if diags.HasErrors() || !bytes.Equal(twice, once) {
		t.Errorf("%s: %s\nthe edit\n%s\nof\n%s\ngives\n%s\nand then\n%s", name, diags, edited, file.Bytes, once, twice)
	}
	was, is := commentsIn(t, file), commentsIn(t, equivalent.Source{Bytes: once, JSON: file.JSON})
	for c, n := range is {
		if n > max(1, was[c]) {
			t.Errorf("%s: %d times %q, and %d times before:\n%s\nof\n%s\ngives\n%s", name, n, c, was[c], edited,
				file.Bytes, once)
		}
	}
	return true
}

// commentsIn counts the comments of a file in native syntax.
func commentsIn(t *testing.T, file equivalent.Source) map[string]int {
	t.Helper()
	if file.JSON {
		return nil
	}
	tokens, diags := hclsyntax.LexConfig(file.Bytes, "native", hcl.InitialPos)
	if diags.HasErrors() {
		t.Fatalf("%s\n%s", diags, file.Bytes)
	}
	count := map[string]int{}
	for _, token := range tokens {
		if token.Type == hclsyntax.TokenComment {
			count[strings.TrimSpace(string(token.Bytes))]++
		}
	}
	return count
}

// withoutMember is a JSON text in which a member of an object is deleted, chosen at random.
func withoutMember(r *rand.Rand, text []byte) ([]byte, bool) {
	root, diags := jsontree.Parse(text, "")
	if diags.HasErrors() {
		return nil, false
	}
	type stretch struct{ start, end int }
	var members []stretch
	var collect func(v *jsontree.Value)
	collect = func(v *jsontree.Value) {
		for i := range v.Members {
			m := stretch{v.Members[i].NameStart, v.Members[i].Value.End}
			switch {
			case i+1 < len(v.Members):
				m.end = v.Members[i+1].NameStart
			case i > 0:
				m.start = v.Members[i-1].Value.End
			}
			members = append(members, m)
		}
		for i := range v.Len() {
			if name, part := v.Part(i); name != "//" {
				collect(part)
			}
		}
	}
	collect(root)
	m, ok := some(r, members)
	return slices.Concat(text[:m.start], text[max(m.end, m.start):]), ok
}

// A free-standing comment stays if the edit may be older than the file. If the edit was made from
// the file, the comment is deleted.
func TestFreeStandingComments(t *testing.T) {
	const file = "# head\n\n# alone\n\na = 1\n\n# more\n\n# of b\nb = 2\n\n# end\n"
	const noted = `{"//": {"inside": "head", "at": {"b": {"above": "of b"}}}, "a": 1, "b": 2}`
	for _, test := range []struct {
		edited, want, diags string
		given               bool
	}{
		{edited: noted, want: file, diags: "Comment kept, Comment kept, Comment kept"},
		{edited: noted, want: "# head\n\na = 1\n\n# of b\nb = 2\n", given: true},
		{edited: strings.Replace(noted, "head", "other", 1), want: strings.Replace(file, "head", "other", 1),
			diags: "Comment kept, Comment kept, Comment kept"},
		{edited: strings.Replace(noted, "of b", "other", 1), want: strings.Replace(file, "of b", "other", 1),
			diags: "Comment kept, Comment kept, Comment kept"},
		{edited: strings.Replace(noted, ` "a": 1,`, "", 1), want: "# head\n\n# alone\n\n# more\n\n# of b\nb = 2\n\n# end\n",
			diags: "Comment kept, Comment kept, Comment kept"},
		{edited: strings.Replace(noted, `, "b": 2`, "", 1), want: "# head\n\n# alone\n\na = 1\n\n# more\n\n# end\n",
			diags: "Comment kept, Comment kept"},
		{edited: strings.Replace(noted, `, "a": 1, "b": 2`, "", 1), want: "# head\n\n# alone\n\n# more\n\n# end\n",
			diags: "Comment kept, Comment kept"},
	} {
		d := opentofu.Variables(opentofu.Target{})
		out, diags := patch.Native([]byte(file), "native", []byte(test.edited), "edited", d, patch.Options{Given: test.given})
		if string(out) != test.want || summaries(diags) != test.diags {
			t.Errorf("%s: %s\n%s\nwant %s\n%s", test.edited, summaries(diags), out, test.diags, test.want)
		}
	}
}

// A second application of an edit changes nothing if parts of each kind, with comments next to
// them, are rearranged.
func TestApplyTwiceRearranged(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	d := opentofu.Config(opentofu.Target{})
	for _, kind := range []string{
		"locals {\n  v%[1]d = %[2]d\n}", "variable \"v%[1]d\" {\n  default = %[2]d\n}",
		"terraform {\n  backend \"b%[1]d\" {\n    n = %[2]d\n  }\n}",
		"resource \"a\" \"b\" {\n%s\n}\n:provisioner \"file\" {\n  source      = \"%[1]d\"\n  destination = \"%[2]d\"\n}",
		"resource \"a\" \"b\" {\n%s\n}\n:ingress {\n  port = %[1]d\n  n    = %[2]d\n}",
		"locals {\n%s\n}\n:v%[1]d = %[2]d",
		"locals {\n  l = [\n%s\n  ]\n}\n:{ name = \"%[1]d\", n = %[2]d },",
		"locals {\n  l = [\n%s\n  ]\n}\n:{\n  name = %[1]d\n  n    = %[2]d\n},",
		"locals {\n  l = [\n%s\n  ]\n}\n:%[1]d%[2]d,",
		"locals {\n  o = {\n%s\n  }\n}\n:v%[1]d = %[2]d",
	} {
		around, part, ok := strings.Cut(kind, ":")
		if !ok {
			around, part = "%s\n", kind
		}
		for range 150 {
			file := func(parts []string) []byte {
				text := strings.Join(parts, "")
				if r.Intn(3) == 0 {
					text += "\n# end"
				}
				return fmt.Appendf(nil, around, strings.TrimSuffix(text, "\n"))
			}
			made := func(i int) string {
				text := fmt.Sprintf(part, i, r.Intn(3)) + "\n"
				if r.Intn(3) == 0 {
					text = fmt.Sprint("# of ", i, "\n", text)
				}
				if r.Intn(2) == 0 {
					text = fmt.Sprint("\n# section ", i, "\n\n", text)
				}
				return text
			}
			var olds, news []string
			for i := range 1 + r.Intn(4) {
				olds = append(olds, made(i))
			}
			news = slices.Clone(olds)
			for k := range 1 + r.Intn(3) {
				switch i := r.Intn(len(news) + 1); {
				case i == len(news) || r.Intn(3) == 0:
					news = slices.Insert(news, i, made(10+k))
				case r.Intn(2) == 0:
					news = slices.Delete(news, i, i+1)
				case r.Intn(4) == 0:
					if section, own, ok := strings.Cut(news[i], "\n\n"); ok {
						j := r.Intn(len(news))
						news[i] = own
						news[j] = section + "\n\n" + news[j]
					}
				default:
					moved := news[i]
					news = slices.Delete(news, i, i+1)
					news = slices.Insert(news, r.Intn(len(news)+1), moved)
				}
			}
			old := file(olds)
			for _, form := range []convert.Form{convert.General, convert.Compact} {
				text, diags := convert.ToJSON(file(news), "new", d, convert.Options{Form: form})
				if diags.HasErrors() {
					t.Fatal(diags, string(file(news)))
				}
				again(t, equivalent.Source{Bytes: old, Filename: "native"}, text, part, d)
			}
		}
	}
}
