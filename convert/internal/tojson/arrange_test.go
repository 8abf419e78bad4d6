package tojson

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/convert/internal/arrangement"
	"github.com/hcljson/hcljson/convert/internal/report"
	"github.com/hcljson/hcljson/convert/internal/scope"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/annotation"
	"github.com/hcljson/hcljson/internal/facts/guess"
	"github.com/hcljson/hcljson/internal/schema/languages"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/schema"
)

// arrangementText shows an arrangement: its annotation, the attributes with changed expressions,
// blocks by shape with their labels and bodies, and each object in braces.
func arrangementText(a arrangement.Arrangement) string {
	var parts []string
	if n := a.Annotation; n != nil {
		for _, list := range []struct {
			key   string
			texts []string
		}{
			{"above", n.Comments.At(hclwrite.Above)}, {"inside", n.Comments.At(hclwrite.Inside)},
			{"after", n.Comments.At(hclwrite.After)},
			{annotation.KeyAttributes, n.Attributes}, {annotation.KeyOrder, n.Order},
		} {
			if len(list.texts) > 0 {
				parts = append(parts, list.key+":"+strings.Join(list.texts, ","))
			}
		}
		for i := range n.At {
			parts = append(parts, "at:"+n.At[i].Path)
		}
		for _, l := range n.Labels {
			parts = append(parts, fmt.Sprint("labels:", l.BlockType, l.Counts))
		}
	}
	for _, item := range a.Members {
		switch item := item.(type) {
		case *hclwrite.Attribute:
			parts = append(parts, item.Name)
		case *arrangement.ChangedAttribute:
			parts = append(parts, item.Name+"="+exprText(item.Expr))
		case *arrangement.Blocks:
			parts = append(parts, blocksText(item))
		}
	}
	text := "{" + strings.Join(parts, " ") + "}"
	if a.Next != nil {
		text += "+" + arrangementText(*a.Next)
	}
	return text
}

func blocksText(b *arrangement.Blocks) string {
	text := hclwrite.ItemName(b) + " " + []string{"per block", "in labels", "in lists", "by label"}[b.Shape]
	if b.Closing && b.List[0].Body.Next == nil {
		text += " closed"
	}
	for i := range b.List {
		text += " " + strings.Join(append(b.List[i].Labels, arrangementText(b.List[i].Body)), " ")
	}
	return "(" + text + ")"
}

// exprText returns a string expression with its own text.
func exprText(e hclwrite.Expr) string {
	switch e := e.(type) {
	case *hclwrite.Template:
		return "<" + e.Text + ">"
	case *hclwrite.Tuple:
		var parts []string
		for _, item := range e.Elements() {
			parts = append(parts, exprText(item.Value))
		}
		return "[" + strings.Join(parts, ",") + "]"
	}
	if _, ok := e.(*hclwrite.Native); ok {
		return "${" + hclwrite.ExprText(e) + "}"
	}
	return hclwrite.ExprText(e)
}

// arranging has bodies of each shape.
func arranging() *schema.Dialect {
	literal := &tables.Value{Mode: tables.Literal}
	open := &tables.Body{Remain: tables.RemainUnknown, Dynamic: true}
	names := guess.NewNames([]string{"at"}, nil, []string{"b", "keyed"}, true)
	table := &tables.Body{
		Remain: tables.RemainUnknown, Origin: tables.Origin{Kind: tables.FromTable}, Names: names,
		Attributes: []tables.Attribute{{Name: "at", Origin: tables.FromPlugin}},
		Blocks:     []tables.Block{{Type: "b", Origin: tables.FromPlugin}, {Type: "keyed", Labels: []string{"key"}, Origin: tables.FromPlugin}},
	}
	// Bodies with names that only some readers have.
	builtIn := &tables.Body{Remain: tables.RemainUnknown, Origin: tables.Origin{Kind: tables.FromTable}, PluginNames: names, Attributes: table.Attributes,
		Blocks: table.Blocks}
	defined := func(plugin, language *guess.Names) *tables.Body {
		return &tables.Body{Remain: tables.RemainUnknown, Names: language, PluginNames: plugin,
			Origin: tables.Origin{Kind: tables.FromPlugin, Name: "A plugin"}}
	}
	closed := &tables.Body{Attributes: []tables.Attribute{{Name: "a"}, {Name: "out", Origin: tables.FromPlugin}}}
	d := &schema.Dialect{Product: "The program", Root: &tables.Body{
		Remain: tables.RemainAttributes,
		Attributes: []tables.Attribute{
			{Name: "fixed", Value: literal},
			{Name: "types", Value: &tables.Value{List: &tables.Value{Mode: tables.Type}}},
		},
		Blocks: []tables.Block{
			{Type: "one", Labels: []string{"a", "b"}, Body: open},
			{Type: "ordered", Labels: []string{"a"}, Ordered: true, Body: open},
			{Type: "object", Labels: []string{"a", "b"}, Shape: tables.ObjectShape, Body: open},
			{Type: "array", Shape: tables.ArrayShape, Body: &tables.Body{Remain: tables.RemainAttributes, JustAttributes: true}},
			{Type: "free", Body: &tables.Body{Remain: tables.RemainAttributes, JustAttributes: true}},
			{Type: "lists", Body: &tables.Body{Remain: tables.RemainAttributes, NestedInLists: true, NoComments: true}},
			{Type: "table", Body: table},
			{Type: "built_in", Body: builtIn},
			{Type: "defined", Body: defined(nil, nil)}, {Type: "aided", Body: defined(names, nil)},
			{Type: "both", Body: defined(names, names)},
			{Type: "known", Body: &tables.Body{Remain: tables.RemainUnknown, Names: names, Dynamic: true}},
			{Type: "closed", Body: closed},
			{Type: "sequence", Body: &tables.Body{Sequence: [][]string{{"x", "y"}}, Blocks: []tables.Block{
				{Type: "x", Body: open}, {Type: "y", Body: open}, {Type: "z", Body: open},
			}}},
		},
	}}
	languages.Prepare(d)
	return d
}

// All decisions about a body precede its text.
func TestArrangements(t *testing.T) {
	compact, bare := Options{Compact: true}, Options{DropComments: true}
	for _, test := range []struct {
		src  string
		opts Options
		want string
	}{
		{"a = 1\nb = x\n", Options{}, `{a b}`},
		{"fixed = \"$${x\"\n", Options{}, `{fixed=<${x>}`},
		{"fixed = [1, -(2)]\ntypes = [string, \"any\"]\n", Options{}, `{fixed=[1,-2] types=[<string>,<any>]}`},
		// The shapes of blocks.
		{"free {}\n", Options{}, `{(free by label {})}`},
		{"free {}\nfree {}\n", Options{}, `{(free per block {} {})}`},
		{"array {}\n", Options{}, `{(array per block {})}`},
		{"array {}\n", compact, `{(array per block {})}`},
		{"one \"a\" \"b\" {}\n", Options{}, `{(one per block a b {})}`},
		{"one \"a\" \"b\" {}\n", compact, `{(one by label a b {})}`},
		{"ordered \"a\" {}\n", compact, `{(ordered by label a {})}`},
		{"ordered \"a\" {}\nordered \"b\" {}\n", compact, `{(ordered in labels a {} b {})}`},
		{"lists {\n  b \"x\" {}\n  a = {}\n  c = ({})\n}\n", Options{},
			`{(lists per block {(b in lists x {}) a=[{}] c})}`},
		// Blocks of one label come together, and the note has the order.
		{"one \"a\" \"x\" {}\none \"b\" \"y\" {}\none \"a\" \"z\" {}\n", compact,
			`{order:one.a.x,one.b.y,one.a.z (one by label a x {} a z {} b y {})}`},
		{"object \"a\" \"x\" {}\nobject \"b\" \"y\" {}\nobject \"a\" \"z\" {}\n", Options{},
			`{order:object.a.x,object.b.y,object.a.z (object by label a x {} a z {} b y {})}`},
		// The order that matters.
		{"free {}\na = 1\nfree {}\n", Options{}, `{order:free,a,free (free per block {} {}) a}`},
		{"sequence {\n  x {}\n  y {}\n  z {}\n  x {}\n}\n", Options{},
			`{(sequence per block {(x per block {}) (y per block {}) (z per block {})}+{(x per block {})})}`},
		{"sequence {\n  x {}\n  z {}\n  x {}\n}\n", Options{},
			`{(sequence per block {order:x,z,x (x per block {} {}) (z per block {})})}`},
		{"one \"a\" \"b\" {\n  p {}\n  dynamic \"p\" {}\n  q = 1\n  p {}\n}\n", Options{},
			`{(one per block a b {labels:p[0] (p per block {}) (dynamic per block p {}) q}+{(p per block {})})}`},
		{"one \"a\" \"b\" {\n  dynamic \"p\" {}\n  p {}\n  dynamic \"p\" {}\n}\n", Options{},
			`{(one per block a b {labels:p[0] (dynamic per block p {}) (p per block {})}+{(dynamic per block p {})})}`},
		{"one \"a\" \"b\" {\n  dynamic \"p\" {}\n  q {}\n  dynamic \"p\" {}\n}\n", Options{},
			`{(one per block a b {order:dynamic,q,dynamic labels:q[0] (dynamic per block p {} p {}) (q per block {})})}`},
		// The note.
		{"# above\none \"a\" \"b\" { # open\n  # before\n  x = [{}]\n}\n", Options{},
			`{(one per block a b {above:# above attributes:x at:x x})}`},
		{"one \"a\" \"b\" {\n  p \"l\" {}\n  p {}\n}\n", Options{},
			`{(one per block a b {labels:p[1 0] (p per block l {} {})})}`},
		{"lists {\n  # c\n  a = 1\n}\n", Options{}, `{at:lists[0].a at:lists (lists per block {a})}`},
		// Facts from a table alone are annotated if another table can contradict them.
		{"table {\n  at = 1\n  b {}\n  keyed \"k\" {}\n}\n", Options{},
			`{(table per block {labels:keyed[1] at (b per block {}) (keyed per block k {})})}`},
		{"table {\n  at {}\n  b = [{ x = 1 }]\n  keyed = { x = {} }\n}\n", Options{},
			`{(table per block {attributes:b,keyed labels:at[0] (at per block {}) b keyed})}`},
		{"table {\n  b = \"x\"\n  at = {}\n  c = 1\n  d {}\n}\n", Options{},
			`{(table per block {attributes:b b at c (d per block {})})}`},
		{"built_in {\n  b {}\n  at = {}\n  keyed \"k\" {}\n}\n", Options{},
			`{(built_in per block {attributes:at labels:b[0] labels:keyed[1] (b per block {}) at (keyed per block k {})})}`},
		{"defined {\n  b {}\n  at = {}\n}\n", Options{},
			`{(defined per block {attributes:at labels:b[0] (b per block {}) at})}`},
		{"aided {\n  b {}\n  at = {}\n}\n", Options{}, `{(aided per block {attributes:at labels:b[0] (b per block {}) at})}`},
		{"both {\n  b {}\n  at = {}\n}\n", Options{}, `{(both per block {(b per block {}) at})}`},
		{"known {\n  b {}\n  at = {}\n  c = {}\n}\n", Options{}, `{(known per block {attributes:c (b per block {}) at c})}`},
		{"closed {\n  a = {}\n  out = {}\n  b = {}\n  c {}\n}\n", Options{},
			`{(closed per block {attributes:out,b labels:c[0] a out b (c per block {})})}`},
		{"lists {\n  b \"x\" {}\n  c {}\n}\nfree {\n  a {}\n}\n", Options{},
			`{(lists per block {(b in lists x {}) (c in lists {})}) (free by label {labels:a[0] (a per block {})})}`},
		// Without a schema, the JSON shows the kind of an item.
		{"one \"a\" \"b\" {\n  p {}\n  x = [{}]\n}\n", bare, `{(one per block a b {(p per block {}) x=${[{}]}})}`},
		{"known {\n  at {}\n  at {}\n  b {}\n  keyed = {}\n  at \"l\" {}\n}\n", bare,
			`{(known per block {(at per block closed {} {} l {}) (b per block {}) keyed=${{}}})}`},
		{"known {\n  at \"l\" {}\n  at {}\n}\nclosed {\n  c {}\n  b = {}\n  out = {}\n  a = {}\n}\n", bare,
			`{(known per block {(at per block l {} {})}) (closed per block {(c per block {}) b=${{}} out=${{}} a})}`},
		{"one = [{}]\nx {}\n", bare, `{one (x per block {})}`},
		{"sequence {\n  x {}\n  y {}\n  w {}\n  x {}\n}\n", bare,
			`{(sequence per block {(x per block {}) (y per block {}) (w per block {})}+{(x per block {})})}`},
		{"known {\n  at {\n    x {}\n    dynamic \"x\" {}\n    x {}\n  }\n}\n", bare,
			`{(known per block {(at per block {(x per block {}) (dynamic per block x {})}+{(x per block {})})})}`},
	} {
		file, diags := hclwrite.ParseFile([]byte(test.src), "x")
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		c := newArranger(file, &report.Reporter{Src: test.src, Filename: "x", Dialect: arranging()}, test.opts)
		body := c.newBody(&file.Body, c.Dialect.Root, scope.New(c.Dialect))
		if got := arrangementText(body.arrangeBody(nil)); got != test.want || c.Failed {
			t.Errorf("%s\nbecomes %s\nwant    %s\n%v", test.src, got, test.want, c.Diags)
		}
	}
}
