package address_test

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/rogpeppe/go-internal/diff"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/convert/address"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/internal/testing/golden"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/internal/text/jsontree"
	"github.com/hcljson/hcljson/internal/text/lcs"
	"github.com/hcljson/hcljson/schema"
)

// TestEditedJSONBytes makes random edits in HCL-JSON in several layouts: of goldens, or of the native
// files under the directory that the environment names. Every byte outside of the edited element
// stays; of a name that changes, every byte outside of the names.
func TestEditedJSONBytes(t *testing.T) {
	e := &jsonEdits{T: t, counts: map[string]int{}, random: rand.New(rand.NewPCG(5, 41))}
	dir := os.Getenv("HCLJSON_CORPUS")
	if dir == "" {
		for _, g := range golden.ReadSample(t, 2) {
			src, _ := g.File(g.Input)
			e.file(src, g.Input, g.JSON, g.Targets[0].Dialect)
		}
	}
	for source := range corpusSources(dir, e.random) {
		if e.file(source.Bytes, source.Filename, source.JSON, source.Dialect); e.counts["edits"] >= 3000 {
			break
		}
	}
	logCounts(t, e.counts)
}

// withNull returns JSON with a null member in one of the named lists of objects, if the result is
// valid.
func (e *jsonEdits) withNull(src []byte, name string, dialect *schema.Dialect) []byte {
	lists := slices.DeleteFunc(objectList.FindAllIndex(src, -1), func(at []int) bool {
		return bytes.HasSuffix(src[:at[0]], []byte(`"dynamic":`)) || bytes.HasSuffix(src[:at[0]], []byte(`"dynamic": `))
	})
	if len(lists) == 0 {
		return src
	}
	at := lists[len(lists)/2][1]
	changed := slices.Concat(src[:at], []byte(`"null_4711": null, `), src[at:])
	if _, diags := convert.ReadJSON(changed, name, dialect, convert.Options{}); diags.HasErrors() {
		return src
	}
	e.counts["with null"]++
	return changed
}

// objectList matches the start of a list of objects with a member.
var objectList = regexp.MustCompile(`\[\s*\{\s*`)

// jsonEdits makes random edits of HCL-JSON and counts them.
type jsonEdits struct {
	*testing.T
	counts map[string]int
	random *rand.Rand
	source address.Source
}

func (e *jsonEdits) file(src []byte, name string, isJSON bool, dialect *schema.Dialect) {
	if !isJSON {
		written, diags := convert.ToJSON(src, name, dialect, convert.Options{DropComments: e.random.IntN(2) == 0})
		if diags.HasErrors() {
			return
		}
		src = written
	}
	src = e.withNull(src, name, dialect)
	var other bytes.Buffer
	switch e.random.IntN(3) {
	case 0:
		_ = json.Compact(&other, src)
		src = other.Bytes()
	case 1:
		_ = json.Indent(&other, src, "", "\t")
		src = bytes.ReplaceAll(bytes.ReplaceAll(other.Bytes(), []byte("{\n"), []byte("{ ")), []byte("/"), []byte(`\/`))
		src = bytes.ReplaceAll(src, []byte(`"\/\/"`), []byte(`"//"`))
	}
	e.source = address.Source{Source: equivalent.Source{Bytes: src, Filename: name, JSON: true}, Dialect: dialect}
	m, diags := address.Read(e.source)
	if diags.HasErrors() {
		return
	}
	list := m.Get(parse(e.T, "**"))
	// An object with a computed key, or a key twice, is written as a whole.
	list = slices.DeleteFunc(list, func(f address.Found) bool {
		text := string(src[f.Range.Start.Byte:f.Range.End.Byte])
		// An argument written as blocks that becomes dynamic blocks is written as a whole, too.
		return strings.Contains(text, "(each)") || strings.Contains(text, "a = 1, a = 2") ||
			strings.HasPrefix(f.Address, "net_group.order_inside.")
	})
	if len(list) < 2 {
		return
	}
	e.counts["files"]++
	root, _ := jsontree.Parse(src, "")
	commented := bytes.Contains(src, []byte(`"//"`)) // what is written there changes too
	for range 8 {
		found := list[1+e.random.IntN(len(list)-1)]
		at := parse(e.T, found.Address)
		value := valueAt(root, found.Range.Start.Byte)
		replaced := func(out []byte) bool {
			return value != nil && bytes.HasPrefix(out, src[:value.Start]) && bytes.HasSuffix(out, bytes.TrimLeft(src[value.End:], " \t\n]"))
		}
		switch text := (&byteEdits{T: e.T, random: e.random}).text(); e.random.IntN(4) {
		case 0:
			if found.IsBlock || value == nil || commented {
				continue
			}
			e.apply("set", &address.Change{Address: at, Syntax: address.String, Text: []string{text}}, replaced)
		case 1:
			steps := strings.LastIndexByte(found.Address, '.') + 1
			last := found.Address[steps:]
			if strings.ContainsAny(last, `[]"`) || steps == 0 || commented || !found.IsBlock && !strings.HasPrefix(found.Address, "local.") {
				continue // the name of an argument says how it is read
			}
			to := parse(e.T, found.Address[:steps]+"fresh_4711")
			e.apply("mv", &address.Change{Op: address.Move, Address: at, To: to, NoMoved: true}, func(out []byte) bool {
				// In an expression, the = sign of the name keeps its column.
				renamed := bytes.ReplaceAll(out, []byte("fresh_4711"), []byte(hcltext.EscapeTemplate(last)))
				if bytes.Equal(beforeSign.ReplaceAll(renamed, nil), beforeSign.ReplaceAll(src, nil)) {
					return true
				}
				// A block with an unknown name can get another form.
				name := bytes.LastIndex(src[:found.Range.Start.Byte+1], []byte(last))
				return found.IsBlock && value != nil && bytes.HasPrefix(out, src[:max(name, 0)]) && bytes.HasSuffix(out, bytes.TrimLeft(src[value.End:], " \t\n]"))
			})
		case 2:
			if !found.IsBlock && !commented && !strings.Contains(found.Address, ".provisioner") { // taken for an argument
				e.apply("rm", &address.Change{Op: address.Remove, Address: at}, func(out []byte) bool {
					out = notedAttributes.ReplaceAll(out, nil) // of an object that is empty now
					return inserted(out, src) || replaced(out) // by null, in a list of objects
				})
			}
		default:
			if commented || !found.IsBlock && !strings.HasPrefix(found.Address, "local.") {
				continue
			}
			for _, text := range []string{"fresh_4711 = 1", `"fresh"`} {
				e.apply("add", &address.Change{Op: address.Add, Address: at, Text: []string{text}}, func(out []byte) bool {
					// A block with an argument that its object cannot contain becomes a dynamic block.
					return inserted(src, out) || replaced(out) && string(src[value.Start:value.End]) == "null" ||
						bytes.Count(out, []byte(`"dynamic"`)) > bytes.Count(src, []byte(`"dynamic"`))
				})
			}
		}
	}
}

// apply makes a change. kept reports whether the result keeps the other bytes.
func (e *jsonEdits) apply(kind string, c *address.Change, kept func(out []byte) bool) {
	m, _ := address.Read(e.source)
	n, warnings := m.Apply(c)
	if n != 1 || warnings.HasErrors() {
		return
	}
	out, diags := m.Results()
	diags = append(diags, warnings...)
	if diags.HasErrors() {
		e.counts[kind+": refused"]++
		return
	}
	e.counts["edits"]++
	// The reader can need a hint for a body that changes.
	if e.counts[kind]++; kept(out[0]) || kept(neededHints.ReplaceAll(out[0], nil)) {
		return
	}
	if slices.ContainsFunc(diags, func(d *hcl.Diagnostic) bool { return d.Summary == "Layout not kept" }) {
		e.counts[kind+": layout not kept"]++
		return
	}
	if e.counts[kind+": wrong"]++; e.counts[kind+": wrong"] < 6 {
		e.Errorf("%s: %s %s %q\n%s", e.source.Filename, kind, c.Address, c.Text, diff.Diff("was", e.source.Bytes, "is", out[0]))
	}
}

var (
	beforeSign      = regexp.MustCompile(" +=")
	neededHints     = regexp.MustCompile(`"//":\s*\{\s*"labels":\s*\{[^}]*\}\s*\},\s*`)
	notedAttributes = regexp.MustCompile(`"//":\s*\{\s*"attributes":\s*\[[^]]*\]\s*\},\s*`)
)

// inserted reports whether long is short with one insertion.
func inserted(short, long []byte) bool {
	start, end := lcs.CommonEnds(short, long)
	return start+end == len(short)
}

// The place of an element of an expression is in its string.
func TestJSONPlaces(t *testing.T) {
	src := `{"locals": {"o": "${{ a = 1 }}", "p": "${[1,{b=2}]}", "q": {"c": "${[3]}"}}}`
	d, _ := dialects.ForFile("f.tf.json", dialects.Options{})
	m, diags := address.Read(address.Source{
		Source: equivalent.Source{Bytes: []byte(src), Filename: "f.tf.json", JSON: true}, Dialect: d.Dialect,
	})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	for text, want := range map[string]string{
		"local.o.a": "a", "local.p[1].b": "b", "local.q.c[0]": "3", "local.q.c": `"c"`,
	} {
		for _, found := range m.Get(parse(t, text)) {
			if got := src[found.Range.Start.Byte:found.Range.End.Byte]; got != want {
				t.Errorf("%s is at %s, not %s", text, got, want)
			}
		}
	}
}

// valueAt is the value that starts at an offset, or whose name does.
func valueAt(v *jsontree.Value, at int) *jsontree.Value {
	if v.Start == at {
		return v
	}
	for i := range v.Len() {
		if v.Kind == jsontree.Object && v.Members[i].NameStart == at {
			return &v.Members[i].Value
		}
		if _, part := v.Part(i); part.Start <= at && at < part.End {
			return valueAt(part, at)
		}
	}
	return nil
}

// TestSortOne sorts one object: repeated blocks in other places keep their order.
func TestSortOne(t *testing.T) {
	const text = `{
  "provider": [
    {"aws": {"region": "a"}},
    {"aws": {"alias": "b", "region": "b"}}
  ],
  "locals": {"b": 1, "a": 2}
}
`
	m := module(t, text, "main.tf.json")
	want := strings.Replace(text, `"b": 1, "a": 2`, `"a": 2, "b": 1`, 1)
	if n, diags := m.Apply(&address.Change{Op: address.Sort, Address: parse(t, "locals")}); n != 1 || diags.HasErrors() {
		t.Fatal(n, diags)
	}
	if out, diags := m.Results(); diags.HasErrors() || string(out[0]) != want {
		t.Errorf("%s %s", out, diags)
	}
}
