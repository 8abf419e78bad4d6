package hclwrite

import (
	"slices"
	"strings"
	"testing"
)

// parse parses a file without errors.
func parse(t testing.TB, src string) *File {
	t.Helper()
	f, diags := ParseFile([]byte(src), "test.hcl")
	if diags.HasErrors() {
		t.Fatalf("%s: %v", src, diags)
	}
	return f
}

const tree = `# head

a = 1
b = 2 # b

# block
x "l" "m" {
  c = 3
}

x "l" {}

y {}
`

func TestFindItems(t *testing.T) {
	body := &parse(t, tree).Body
	if a := body.Attribute("b"); a == nil || a.Comments.At(After)[0] != "# b" || body.Attribute("x") != nil ||
		body.Attribute("") != nil {
		t.Errorf("attribute b is %v", a)
	}
	for _, test := range []struct {
		labels string
		count  int
	}{{"", 2}, {"l", 2}, {"l m", 1}, {"m", 0}, {"l m n", 0}} {
		labels := strings.Fields(test.labels)
		found := slices.Collect(body.Blocks("x", labels...))
		if len(found) != test.count || (body.Block("x", labels...) != nil) != (test.count > 0) {
			t.Errorf("%d blocks have the labels %q", len(found), labels)
		}
		for block := range body.Blocks("x", labels...) {
			if block != found[0] {
				t.Error("it goes on after the end")
			}
			break
		}
	}
	if i := body.Index(body.Block("y")); i != 5 || body.Index(&Block{Type: "y"}) != -1 {
		t.Errorf("y is at %d", i)
	}
}

func TestChangeItems(t *testing.T) {
	for name, test := range map[string]struct {
		change func(*Body) bool
		want   string
		is     bool
	}{
		"set": {func(b *Body) bool { return b.Set("b", NewLiteral(true)) == b.Attribute("b") },
			strings.Replace(tree, "b = 2", "b = true", 1), true},
		"set a new one": {func(b *Body) bool { return b.Set("n", &Literal{Text: "null"}) == b.Items[3] },
			strings.Replace(tree, "# b\n", "# b\nn = null\n", 1), true},
		"set without blocks": {func(b *Body) bool {
			b.Block("y").Body.Set("n", NewLiteral(-7))
			return true
		}, strings.Replace(tree, "y {}", "y {\n  n = -7\n}", 1), true},
		"rename": {func(b *Body) bool { return b.Rename("a", "aa") },
			strings.NewReplacer("a =", "aa =", "b =", "b  =").Replace(tree), true},
		"rename to the same":    {func(b *Body) bool { return b.Rename("a", "a") }, tree, true},
		"rename a missing name": {func(b *Body) bool { return b.Rename("x", "z") }, tree, false},
		"rename to another":     {func(b *Body) bool { return b.Rename("a", "b") }, tree, false},
		"rename to a block": {func(b *Body) bool { return b.Rename("a", "y") }, strings.Replace(tree, "a =", "y =", 1),
			true},
		"remove": {func(b *Body) bool { return b.Remove(b.Attribute("b"), b.Block("x", "l", "m")) },
			"# head\n\na = 1\n\nx \"l\" {}\n\ny {}\n", true},
		"remove a missing attribute": {func(b *Body) bool { return b.Remove(b.Attribute("none")) }, tree, false},
		"remove a block not here": {func(b *Body) bool { return b.Remove(b.Block("none"), b.Block("y")) },
			strings.TrimSuffix(tree, "\ny {}\n"), false},
		"insert before": {func(b *Body) bool {
			b.Insert(b.Index(b.Block("y")), NewBlock("z", "$${", "a\"b"),
				&Attribute{Name: "n", Expr: NewTuple(NewString("${"), NewReference("a", "b"))})
			return true
		}, strings.Replace(tree, "y {}", "z \"$$${\" \"a\\\"b\" {}\n\nn = [\"$${\", a.b]\n\ny {}", 1), true},
	} {
		t.Run(name, func(t *testing.T) {
			f := parse(t, tree)
			if is := test.change(&f.Body); is != test.is {
				t.Errorf("it returns %t", is)
			}
			if got := string(f.Bytes()); got != test.want {
				t.Errorf("the file is\n%s\nwant\n%s", got, test.want)
			}
			if diags := Check(f, ""); diags.HasErrors() {
				t.Error(diags)
			}
			if again := parse(t, test.want); !slices.EqualFunc(again.Body.Items, f.Body.Items, func(x, y Item) bool { return Equal(x, y) }) {
				t.Errorf("the printed tree differs from the parsed tree:\n%s", test.want)
			}
		})
	}
}

// sameItem compares names, labels and values.
func TestObject(t *testing.T) {
	e, diags := ParseExpr("{ a = 1, \"b c\" = 2, (d) = 3, a = 4 }", "")
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	o := e.(*Object)
	if !Equal(o.Value("a"), NewLiteral(4)) || !Equal(o.Value("b c"), NewLiteral(2)) || o.Value("d") != nil ||
		o.Value("(d)") != nil {
		t.Error("a value is wrong")
	}
	o.Set("b c", NewString("x")).Set("${", &Literal{Text: "null"})
	for i, want := range []bool{true, true, false} { // it is there twice
		if o.Remove("a") != want {
			t.Errorf("removed wrongly the %d. time", i+1)
		}
	}
	if o.Remove("d") {
		t.Error("removed an expression")
	}
	if got := ExprText(o); got != "{\n  \"b c\" = \"x\"\n  (d)   = 3\n  \"$${\" = null\n}" {
		t.Error(got)
	}
	if !Equal(o.Value("${"), &Literal{Text: "null"}) {
		t.Error("a key that looks like a template is not found")
	}
}

// TestWalk checks that Walk visits all nodes in source order, and skips the requested nodes.
func TestWalk(t *testing.T) {
	f := parse(t, "a = [1, { b = c }]\nx {\n  d = \"e\"\n}\n")
	f.Body.Set("f", &Call{Name: "f", Argument: NewTuple(&Literal{Text: "null"})})
	names := func(into func(node Node) bool) string {
		var list []string
		Walk(&f.Body, func(node Node) bool {
			switch node := node.(type) {
			case *Attribute:
				list = append(list, node.Name)
			case *Block:
				list = append(list, node.Type)
			case *Element:
				if node.Key != nil {
					list = append(list, node.Key.Text)
				} else {
					list = append(list, "item")
				}
			case Expr:
				list = append(list, ExprText(node))
			}
			return into(node)
		})
		return strings.ReplaceAll(strings.Join(list, " "), "\n", "")
	}
	if got, want := names(func(Node) bool { return true }),
		"a [  1,  {    b = c  },] item 1 item {  b = c} b c f f([null]) [null] item null x d \"e\""; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got, want := names(func(node Node) bool { _, is := node.(*Block); return is }), "a f x d"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestFileText checks that a file returns the source text of an expression, and never the text of a
// replaced expression.
func TestFileText(t *testing.T) {
	const src = "a = f( 1 )\nb = [ 1,2 ]\nc = \"x\\u0041\"\nd = (\n  1)\ne = <<E\nx\nE\ng = {a=1}\r\n"
	f := parse(t, src)
	for name, want := range map[string]string{"a": "f( 1 )", "b": "[ 1,2 ]", "c": `"x\u0041"`, "d": "1", "e": "<<E\nx\nE",
		"g": "{a=1}"} {
		if got := f.Text(f.Body.Attribute(name).Expr); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	tuple := f.Body.Attribute("b").Expr.(*Tuple)
	tuple.Items = append(tuple.Items, &Element{Value: NewLiteral(3)})
	if got := f.Text(tuple); got != "[1, 2, 3]" {
		t.Errorf("a changed tuple is %q", got)
	}
	f.Body.Attribute("c").Expr.(*Template).Text = "y"
	if got := f.Text(f.Body.Attribute("c").Expr); got != `"y"` {
		t.Errorf("a changed template is %q", got)
	}
	// Places in another file, or in none.
	other := parse(t, strings.Repeat("# c\n", 9)+"z = [[[ 1,2 ]]]\n")
	for _, e := range []Expr{tuple, f.Body.Attribute("g").Expr, f.Body.Attribute("e").Expr, &Tuple{Span: Span{3, 9999}},
		&Tuple{Span: Span{9, 4}}} {
		if got := other.Text(e); got != ExprText(e) {
			t.Errorf("%q comes from the text of another file, want %q", got, ExprText(e))
		}
		if got := new(File).Text(e); got != ExprText(e) {
			t.Errorf("%q comes from no text, want %q", got, ExprText(e))
		}
	}
}

// Every tree that was read passes, and is equal to itself but to no other.
func TestCheckGoldens(t *testing.T) {
	var trees int
	natives(t, func(src []byte) {
		f, diags := ParseFile(src, "test.hcl")
		if diags.HasErrors() {
			return
		}
		trees++
		if diags := Check(f, "test.hcl"); diags.HasErrors() {
			t.Errorf("%v\n%s", diags, src)
		}
		checkPieces(t, f)
	})
	if trees < 100 {
		t.Errorf("only %d trees", trees)
	}
}

// otherItem and otherExpr are nodes that no tree has.
type (
	otherItem struct{ Attribute }
	otherExpr struct{ Literal }
)

// Each thing that no file can have is an error at its place.
func TestCheck(t *testing.T) {
	deep := NewTuple()
	for range maxNesting {
		deep = NewTuple(deep)
	}
	block := &Block{Type: "b"}
	for range maxNesting {
		block = &Block{Type: "b", Body: Body{Items: []Item{block}}}
	}
	expr := func(e Expr) func(*Body) { return func(b *Body) { b.Attribute("a").Expr = e } }
	for want, changes := range map[string][]func(*Body){
		"name of an attribute is not an identifier": {
			func(b *Body) { b.Attribute("a").Name = "a b" },
			func(b *Body) { b.Attribute("a").Name = "" },
		},
		"name of a call is not an identifier":  {expr(&Call{Name: "f(", Argument: NewTuple()})},
		"type of a block is not an identifier": {func(b *Body) { b.Block("x").Type = "1" }, func(b *Body) { b.Append(&Block{}) }},
		"a appears twice":                      {func(b *Body) { b.Append(&Attribute{Name: "a", Expr: &Literal{Text: "null"}}) }},
		"expression is missing": {
			expr(nil), expr(NewTuple(nil)), expr(new(Object).Set("a", nil)), expr(&Call{Name: "f"}),
			func(b *Body) { b.Append(&Attribute{Name: "n"}) },
		},
		"not an attribute, block or group": {func(b *Body) { b.Append(&otherItem{}) }},
		"type of an expression is unknown": {expr(&otherExpr{}), expr(NewTuple(&otherExpr{}))},
		"is nil": {func(b *Body) { b.Append(nil) }, func(b *Body) { b.Append(b.Block("none")) },
			func(b *Body) { b.Append(b.Attribute("none")) }},
		"literal": {expr(&Literal{}), expr(&Literal{Text: "x"}), expr(&Literal{Text: "--1"}), expr(&Literal{Text: "1 2"}),
			expr(&Literal{Text: `"a"`})},
		"template does not parse": {
			expr(&Template{Text: "${"}), expr(&Template{Text: "%{if a}"}),
			expr(&Object{Items: []CollectionItem{&Element{Key: &Key{Text: "${"}, Value: &Literal{Text: "null"}}}}),
		},
		"expression does not parse": {
			expr(&Native{}), expr(&Native{Text: "a b"}), expr(&Native{Text: "a\n}"}), expr(&Native{Text: "a)"}),
			expr(&Object{Items: []CollectionItem{&Element{Key: &Key{Text: "(", Source: true}, Value: &Literal{Text: "null"}}}}),
		},
		"comment": {
			func(b *Body) { b.Attribute("a").Comments = CommentsAt(Above, "text") },
			func(b *Body) { b.Attribute("a").Comments = CommentsAt(After, "# a\nb = 1") },
			func(b *Body) { b.Block("x").Comments = CommentsAt(Open, "/* a */ b") },
			func(b *Body) { b.Append(&CommentGroup{Lines: []string{"# a", "/* b"}}) },
			func(b *Body) { b.Insert(0, &CommentGroup{Lines: []string{"/* a */ /* b */"}}) },
			expr(&Tuple{Comments: CommentsAt(Open, "]")}),
			expr(&Object{Items: []CollectionItem{&CommentGroup{Lines: []string{"}"}}}}),
			expr(&Tuple{Items: []CollectionItem{&Element{Comments: CommentsAt(Above, "x"), Value: &Literal{Text: "null"}}}}),
		},
		"group of comments is empty": {
			func(b *Body) { b.Append(&CommentGroup{}) },
			func(b *Body) { b.Append(&CommentGroup{Lines: []string{"# a", "", "# b"}}) },
		},
		"has no key": {
			expr(&Object{Items: []CollectionItem{&Element{Value: &Literal{Text: "null"}}}}),
			expr(NewTuple(&Tuple{Items: []CollectionItem{NewItem("a", &Literal{Text: "null"})}})),
		},
		"nested more deeply": {expr(deep), func(b *Body) { b.Append(block) }},
	} {
		for i, change := range changes {
			f := parse(t, "\na = 1\nx {}\n")
			change(&f.Body)
			diags := Check(f, "test.hcl")
			if len(diags) != 1 || !strings.Contains(diags[0].Detail, want) || diags[0].Subject.Filename != "test.hcl" {
				t.Errorf("%s %d: %v", want, i, diags)
			}
		}
	}
	f := parse(t, "\na = 1\n")
	f.Body.Attribute("a").Expr = nil
	if rng := Check(f, "test.hcl")[0].Subject.String(); rng != "test.hcl:2,1-6" {
		t.Error(rng)
	}
}

// A tree without an expression cannot be printed.
func TestMissingExpression(t *testing.T) {
	for name, print := range map[string]func(){
		"attribute": func() { (&File{Body: Body{Items: []Item{&Attribute{Name: "a"}}}}).Bytes() },
		"layout":    func() { (&File{Layout: &Layout{}, Body: Body{Items: []Item{&Attribute{Name: "a"}}}}).Bytes() },
		"element":   func() { ExprText(NewTuple(nil)) },
		"item":      func() { ExprText(new(Object).Set("a", nil)) },
		"text":      func() { new(File).Text(nil) },
		"call":      func() { ExprText(&Call{Name: "f"}) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if text, _ := recover().(string); !strings.Contains(text, "Check reports it") {
					t.Errorf("it panics with %q", text)
				}
			}()
			print()
		})
	}
}

// Comment groups are items of collections, and do not count as elements.
func TestGroupsInCollections(t *testing.T) {
	src := "a = [ # open\n  # head\n\n  # of c\n  \"c\",\n  # group\n\n  # of b\n  \"b\", # after b\n\n  # foot\n]\n"
	tuple := parse(t, src).Body.Attribute("a").Expr.(*Tuple)
	var items []string
	for _, item := range tuple.Items {
		switch item := item.(type) {
		case *CommentGroup:
			items = append(items, item.Lines...)
		case *Element:
			items = append(items, ExprText(item.Value))
		}
	}
	if got := strings.Join(items, " "); got != `# head "c" # group "b" # foot` || len(tuple.Elements()) != 2 {
		t.Errorf("got %s and %d elements", got, len(tuple.Elements()))
	}
	object := parse(t, "a = {\n  b = 1\n  # foot\n}\n").Body.Attribute("a").Expr.(*Object)
	if got, want := ExprText(object.Set("c", NewLiteral(2))), "{\n  b = 1\n  c = 2\n  # foot\n}"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
