package patch

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/testing/golden"
	"github.com/hcljson/hcljson/internal/text/jsontree"
	"github.com/hcljson/hcljson/jsonemit"
	"github.com/hcljson/hcljson/schema"
)

// styles are hand-made layouts.
var styles = []string{"as it is", "four blanks", "tabs", "minified", "CRLF", "shortened", "sorted"}

// restyled is one JSON file in these layouts.
func restyled(src []byte) map[string][]byte {
	indented := func(prefix, indent string) []byte {
		var b bytes.Buffer
		_ = json.Indent(&b, bytes.TrimSpace(src), prefix, indent)
		return b.Bytes()
	}
	var minified bytes.Buffer
	_ = json.Compact(&minified, src)
	root, _ := jsontree.Parse(src, "")
	return map[string][]byte{
		"as it is":    src,
		"four blanks": append(indented("", "    "), '\n'),
		"tabs":        indented("", "\t"),
		"minified":    minified.Bytes(),
		"CRLF":        bytes.ReplaceAll(src, []byte("\n"), []byte("\r\n")),
		"shortened":   shortened(root),
		"sorted":      sorted(root),
	}
}

// shortened writes the arrays of scalars, and small objects, on one line.
func shortened(v *jsontree.Value) []byte {
	var write func(b []byte, v *jsontree.Value, indent string) []byte
	write = func(b []byte, v *jsontree.Value, indent string) []byte {
		n := v.Len()
		if n == 0 {
			return append(b, oneLine(v)...)
		}
		flat := true
		for i := range n {
			_, part := v.Part(i)
			flat = flat && part.Len() == 0
		}
		if flat && n < 4 {
			return append(b, oneLine(v)...)
		}
		deeper := indent + "   "
		for i := range n {
			name, part := v.Part(i)
			if i == 0 {
				b = append(b, byte(v.Kind))
			} else {
				b = append(b, ',')
			}
			b = append(b, "\n"+deeper...)
			if v.Kind == jsontree.Object {
				b = append(jsonemit.AppendString(b, name), " : "...)
			}
			b = write(b, part, deeper)
		}
		return append(append(b, "\n"+indent...), byte(v.Kind)+2)
	}
	return append(write(nil, v, ""), '\n')
}

func oneLine(v *jsontree.Value) []byte {
	switch v.Kind {
	case jsontree.String:
		return jsonemit.AppendString(nil, v.Text)
	case jsontree.Null:
		return []byte("null")
	case jsontree.Array, jsontree.Object:
		b := []byte{byte(v.Kind), ' '}
		for i := range v.Len() {
			name, part := v.Part(i)
			if i > 0 {
				b = append(b, ", "...)
			}
			if v.Kind == jsontree.Object {
				b = append(jsonemit.AppendString(b, name), ": "...)
			}
			b = append(b, oneLine(part)...)
		}
		return append(b, ' ', byte(v.Kind)+2)
	}
	return []byte(v.Text)
}

// sorted writes objects with their members by name, as programs do that keep them in
// maps; the "//" of bodies, and with it the order of items, goes.
func sorted(v *jsontree.Value) []byte {
	var w jsonemit.Writer
	var write func(v *jsontree.Value)
	write = func(v *jsontree.Value) {
		switch v.Kind {
		case jsontree.Array:
			w.BeginArray()
			for i := range v.Elems {
				write(&v.Elems[i])
			}
			w.EndArray()
		case jsontree.Object:
			w.BeginObject()
			members := slices.Clone(v.Members)
			slices.SortStableFunc(members, func(a, b jsontree.Member) int { return strings.Compare(a.Name, b.Name) })
			for i := range members {
				if members[i].Name != "//" {
					w.Name(members[i].Name)
					write(&members[i].Value)
				}
			}
			w.EndObject()
		default:
			w.Raw(string(oneLine(v)))
		}
	}
	write(v)
	return w.Bytes()
}

// jsonGoldens calls check with the JSON of every golden, in both forms and many
// layouts.
func jsonGoldens(t *testing.T, check func(t *testing.T, style, name string, src []byte, d *schema.Dialect)) {
	t.Helper()
	checked := 0
	for _, g := range golden.ReadSample(t, 9) {
		d := g.Targets[0].Dialect
		src, _ := g.File(g.Input)
		var files [][]byte
		if g.JSON {
			files = append(files, src)
		} else {
			for _, form := range []convert.Form{convert.General, convert.Compact} {
				if out, diags := convert.ToJSON(src, g.Input, d, convert.Options{Form: form}); !diags.HasErrors() {
					files = append(files, out)
				}
			}
		}
		for form, file := range files {
			if _, diags := convert.ReadJSON(file, "", d, convert.Options{}); diags.HasErrors() {
				continue
			}
			restyled := restyled(file)
			for _, style := range styles {
				file := restyled[style]
				checked++
				t.Run(fmt.Sprint(g.Name, form, style), func(t *testing.T) { check(t, style, g.Input, file, d) })
			}
		}
	}
	if checked < 150 {
		t.Errorf("only %d files are checked", checked)
	}
}

// native returns the tree of a JSON file.
func native(t *testing.T, src []byte, d *schema.Dialect) *hclwrite.File {
	t.Helper()
	file, diags := convert.ReadJSON(src, "", d, convert.Options{})
	if diags.HasErrors() {
		t.Fatalf("%s\n%s", diags, src)
	}
	return file
}

// An edit without changes leaves the file unchanged.
func TestJSONIdentity(t *testing.T) {
	jsonGoldens(t, func(t *testing.T, style, name string, src []byte, d *schema.Dialect) {
		edited := native(t, src, d).Bytes()
		if proof(src, edited, d).HasErrors() {
			return // it is repaired
		}
		got, diags := JSON(src, "old.json", edited, "edited", d, Options{})
		if diags.HasErrors() {
			t.Fatalf("%s\n%s\n%s", diags, src, edited)
		}
		if !bytes.Equal(got, src) {
			t.Errorf("%s\nwith\n%s\nbecomes\n%s", src, edited, got)
		}
	})
}

// jsonEdits are typical edits. Each is made at the first possible position after a number.
var jsonEdits = []struct {
	name string
	edit func(f *hclwrite.File, n int) bool
}{
	{"change a value", func(f *hclwrite.File, n int) bool {
		return eachAttribute(&f.Body, &n, func(_ *hclwrite.Body, a *hclwrite.Attribute) bool {
			switch a.Expr.(type) {
			case *hclwrite.Template:
				a.Expr = hclwrite.NewString("changed")
			case *hclwrite.Literal:
				a.Expr = hclwrite.NewLiteral(4711)
			default:
				return false
			}
			return true
		})
	}},
	{"remove an attribute", func(f *hclwrite.File, n int) bool {
		return eachAttribute(&f.Body, &n, func(b *hclwrite.Body, a *hclwrite.Attribute) bool { return b.Remove(a) })
	}},
	{"add an attribute", func(f *hclwrite.File, n int) bool {
		return eachAttribute(&f.Body, &n, func(b *hclwrite.Body, a *hclwrite.Attribute) bool {
			b.Insert(b.Index(a)+1, &hclwrite.Attribute{Name: "added", Expr: hclwrite.NewString("new")})
			return true
		})
	}},
	{"add an element", func(f *hclwrite.File, n int) bool {
		return eachAttribute(&f.Body, &n, func(_ *hclwrite.Body, a *hclwrite.Attribute) bool {
			switch e := a.Expr.(type) {
			case *hclwrite.Tuple:
				e.Items = append(e.Items, &hclwrite.Element{Value: hclwrite.NewString("new")})
			case *hclwrite.Object:
				e.Set("added", hclwrite.NewLiteral(1))
			default:
				return false
			}
			return true
		})
	}},
	{"remove an element", func(f *hclwrite.File, n int) bool {
		return eachAttribute(&f.Body, &n, func(_ *hclwrite.Body, a *hclwrite.Attribute) bool {
			switch e := a.Expr.(type) {
			case *hclwrite.Tuple:
				if len(e.Items) > 1 {
					e.Items = slices.Delete(e.Items, 0, 1)
					return true
				}
			case *hclwrite.Object:
				if len(e.Items) > 1 {
					e.Items = slices.Delete(e.Items, 0, 1)
					return true
				}
			}
			return false
		})
	}},
	{"remove a block", func(f *hclwrite.File, n int) bool {
		return eachBlock(&f.Body, &n, func(b *hclwrite.Body, block *hclwrite.Block) bool { return b.Remove(block) })
	}},
	{"add a block", func(f *hclwrite.File, n int) bool {
		return eachBlock(&f.Body, &n, func(b *hclwrite.Body, block *hclwrite.Block) bool {
			counterpart := *block
			counterpart.Comments = nil
			if k := len(block.Labels); k > 0 {
				counterpart.Labels = append(slices.Clone(block.Labels[:k-1]), "added")
			}
			b.Insert(b.Index(block)+1, &counterpart)
			return true
		})
	}},
	{"double a block", func(f *hclwrite.File, n int) bool {
		return eachBlock(&f.Body, &n, func(b *hclwrite.Body, block *hclwrite.Block) bool {
			counterpart := *block
			b.Append(&counterpart)
			return true
		})
	}},
	{"rename a block", func(f *hclwrite.File, n int) bool {
		return eachBlock(&f.Body, &n, func(_ *hclwrite.Body, block *hclwrite.Block) bool {
			if len(block.Labels) == 0 {
				return false
			}
			block.Labels[len(block.Labels)-1] = "renamed"
			return true
		})
	}},
	{"swap two blocks", func(f *hclwrite.File, n int) bool {
		return eachBlock(&f.Body, &n, func(b *hclwrite.Body, block *hclwrite.Block) bool {
			i := b.Index(block)
			if i+1 == len(b.Items) {
				return false
			}
			b.Items[i], b.Items[i+1] = b.Items[i+1], b.Items[i]
			return true
		})
	}},
	{"a comment", func(f *hclwrite.File, n int) bool {
		return eachAttribute(&f.Body, &n, func(_ *hclwrite.Body, a *hclwrite.Attribute) bool {
			a.Comments = append(a.Comments, hclwrite.NewComment("added"))
			return true
		})
	}},
}

// eachAttribute calls edit with the attributes of a body, until it has made the edit
// with the number n.
func eachAttribute(b *hclwrite.Body, n *int, edit func(*hclwrite.Body, *hclwrite.Attribute) bool) bool {
	for _, item := range b.Items {
		switch item := item.(type) {
		case *hclwrite.Attribute:
			if *n > 0 {
				*n--
			} else if edit(b, item) {
				return true
			}
		case *hclwrite.Block:
			if eachAttribute(&item.Body, n, edit) {
				return true
			}
		}
	}
	return false
}

func eachBlock(b *hclwrite.Body, n *int, edit func(*hclwrite.Body, *hclwrite.Block) bool) bool {
	for _, item := range b.Items {
		if block, ok := item.(*hclwrite.Block); ok {
			if *n > 0 {
				*n--
			} else if edit(b, block) {
				return true
			}
			if eachBlock(&block.Body, n, edit) {
				return true
			}
		}
	}
	return false
}

// A result is equivalent to the edited file, and only edited parts are written again.
func TestJSONEdits(t *testing.T) {
	made, coarse, number := map[string]int{}, map[string]int{}, 0
	jsonGoldens(t, func(t *testing.T, style, name string, src []byte, d *schema.Dialect) {
		// One layout of each file, in turn.
		number++
		if number%len(styles) != number/len(styles)%len(styles) {
			return
		}
		// The native syntax contains repairs of errors that the product rejects.
		repaired := proof(src, native(t, src, d).Bytes(), d).HasErrors()
		for _, edit := range jsonEdits {
			file := native(t, src, d)
			if !edit.edit(file, number%2*5) {
				continue
			}
			edited := file.Bytes()
			if _, diags := convert.ToJSON(edited, "", d, convert.Options{}); diags.HasErrors() {
				continue
			}
			made[edit.name]++
			if !checkJSON(t, edit.name, style, src, edited, d, repaired) && !repaired {
				coarse[edit.name]++
			}
		}
	})
	for _, edit := range jsonEdits {
		if made[edit.name] < 10 {
			t.Errorf("%s: only %d edits", edit.name, made[edit.name])
		}
		if coarse[edit.name]*12 > made[edit.name] {
			t.Errorf("%s: too much is rewritten in %d of %d edits", edit.name, coarse[edit.name], made[edit.name])
		}
	}
}

// checkJSON makes an edit, and reports whether only the necessary parts were rewritten.
func checkJSON(t *testing.T, name, style string, src, edited []byte, d *schema.Dialect, repaired bool) (finest bool) {
	t.Helper()
	out, diags := JSON(src, "", edited, "", d, Options{})
	if strings.Contains(diags.Error(), `property of an enclosing block`) {
		return true // only a person writes comments there
	}
	if diags.HasErrors() && name == "rename a block" && strings.Contains(diags.Error(), `backend "renamed"`) {
		return true // a backend without a row, whose blocks and strings the product reads in another way
	}
	if diags.HasErrors() {
		t.Errorf("%s: %s\n%s\n%s", name, diags, src, edited)
		return false
	}
	if !json.Valid(out) {
		t.Errorf("%s: %s\nwith\n%s\nbecomes\n%s", name, src, edited, out)
	}
	if diags := proof(out, edited, d); diags.HasErrors() && !repaired {
		t.Errorf("%s: %s\nwith\n%s\nbecomes\n%s\n%s", name, src, edited, out, diags)
	}
	if bytes.Contains(src, []byte(`"//"`)) && !repaired && !bytes.Contains(src, []byte(`"nulls"`)) {
		a, b := equivalent.Source{Bytes: edited, Filename: "edited"}, equivalent.Source{Bytes: out, Filename: "json", JSON: true}
		if diags := equivalent.Compare(a, b, d, equivalent.Options{Comments: true}).Messages(); diags.HasErrors() {
			t.Errorf("%s: %s\nwith\n%s\nbecomes\n%s\n%s", name, src, edited, out, diags)
		}
	}
	got, most, ok := countLines(d, name, style, src, edited, out)
	return !ok || got <= most
}

// countLines returns the number of changed lines, and the permitted number: the changed lines in
// our own output in the same form and layout, plus a few. ok is false if they cannot be compared.
func countLines(d *schema.Dialect, name, style string, src, edited, out []byte) (got, most int, ok bool) {
	if style == "" || bytes.Contains(out, []byte(`"${{`)) && !bytes.Contains(src, []byte(`"${{`)) {
		return 0, 0, false // an object that has no JSON form any more
	}
	was, diags := convert.ToHCL(src, "", d, convert.Options{})
	if strings.Contains(diags.Error(), "Comment without its element") {
		return 0, 0, false // comments are elsewhere in what we write
	}
	form := convert.Compact
	if bytes.Contains(bytes.Join(bytes.Fields(src), nil), []byte(`":[{"`)) {
		form = convert.General
	}
	before, _ := convert.ToJSON(was, "", d, convert.Options{Form: form})
	after, diags := convert.ToJSON(edited, "", d, convert.Options{Form: form})
	if diags.HasErrors() || before == nil || bytes.Contains(before, []byte(`"${{`)) {
		return 0, 0, false
	}
	before, after = restyled(before)[style], restyled(after)[style]
	got, most = changedLines(src, out), changedLines(before, after)
	linesOf[0] += got
	linesOf[1] += most
	// An object that becomes an array gets another indentation.
	if strings.HasSuffix(name, "block") || strings.HasSuffix(name, "blocks") {
		most += most/2 + 10
	}
	return got, most + most/4 + 4, true
}

// linesOf are the total numbers of changed lines and of necessary lines.
var linesOf [2]int

// changedLines is how many lines are in one text and not in the other.
func changedLines(a, b []byte) int {
	count := map[string]int{}
	for line := range strings.Lines(string(a)) {
		count[strings.TrimSuffix(strings.TrimSpace(line), ",")]++
	}
	for line := range strings.Lines(string(b)) {
		count[strings.TrimSuffix(strings.TrimSpace(line), ",")]--
	}
	n := 0
	for _, c := range count {
		n += max(c, -c)
	}
	return n
}

func proof(src, edited []byte, d *schema.Dialect) hcl.Diagnostics {
	a := equivalent.Source{Bytes: edited, Filename: "edited"}
	b := equivalent.Source{Bytes: src, Filename: "json", JSON: true}
	return equivalent.Compare(a, b, d, equivalent.Options{}).Messages()
}

// The native original of a JSON file is an edit without changes, in any layout.
func TestJSONFromOriginal(t *testing.T) {
	checked := 0
	for _, g := range golden.ReadSample(t, 4) {
		d := g.Targets[0].Dialect
		src, _ := g.File(g.Input)
		if g.JSON {
			continue
		}
		for _, form := range []convert.Form{convert.General, convert.Compact} {
			out, diags := convert.ToJSON(src, g.Input, d, convert.Options{Form: form})
			if diags.HasErrors() {
				continue
			}
			all := restyled(out)
			for _, style := range styles[:len(styles)-1] {
				checked++
				got, diags := JSON(all[style], "old.json", src, g.Input, d, Options{})
				if diags.HasErrors() || !bytes.Equal(got, all[style]) {
					t.Errorf("%s: %s: %s\n%s\nwith\n%s\nbecomes\n%s", g.Name, style, diags, all[style], src, got)
				}
			}
		}
	}
	if checked < 150 {
		t.Errorf("only %d files are checked", checked)
	}
}
