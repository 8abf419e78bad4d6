package hclwrite

import "testing"

// differing returns expressions that all differ from each other.
func differing() []Expr {
	one, two := &Literal{Text: "1"}, &Literal{Text: "2"}
	remark := CommentsAt(Above, "# c")
	tuple := func(items ...CollectionItem) *Tuple { return &Tuple{Items: items} }
	object := func(items ...CollectionItem) *Object { return &Object{Items: items} }
	list := []Expr{
		nil, one, two, &Template{Text: "1"}, &Template{Text: "2"}, &Native{Text: "1"}, &Native{Text: "2"},
		&Call{Name: "f", Argument: one}, &Call{Name: "g", Argument: one}, &Call{Name: "f", Argument: two},
		tuple(), tuple(&Element{Value: one}), tuple(&Element{Value: two}),
		tuple(&Element{Value: one}, &Element{Value: one}), tuple(&Element{Value: one, Comments: remark}),
		tuple(&Element{Value: one, Comments: CommentsAt(After, "# c")}),
		&Tuple{Comments: CommentsAt(Open, "# c")},
		&Tuple{Items: []CollectionItem{&CommentGroup{Lines: []string{"# c"}}}},
		object(), object(NewItem("a", one)), object(NewItem("b", one)),
		object(NewItem("a", two)), object(&Element{Key: &Key{Text: "a", Source: true}, Value: one}),
		object(&Element{Key: &Key{Text: "a"}, Value: one, Comments: remark}),
		object(NewItem("a", one), NewItem("b", one)),
		&Object{Comments: CommentsAt(Open, "# c")},
		&Object{Items: []CollectionItem{&CommentGroup{Lines: []string{"# c"}}}},
	}
	for _, inner := range list[1:] {
		list = append(list, tuple(&Element{Value: inner}, &Element{Value: two}))
	}
	return list
}

func TestEqual(t *testing.T) {
	for i, a := range differing() {
		for j, b := range differing() {
			if Equal(a, b) != (i == j) {
				t.Errorf("number %d and %d: %v and %v", i, j, a, b)
			}
		}
	}
	with, without := Comments{}, Comments(nil)
	if !Equal(&Tuple{Items: []CollectionItem{&Element{Value: &Literal{Text: "null"}, Comments: with}}},
		&Tuple{Items: []CollectionItem{&Element{Value: &Literal{Text: "null"}, Comments: without}}}) {
		t.Error("no comments are other ones than none")
	}
}

// TestCallsInTrees checks that a call has the position of its argument, and counts as one level.
func TestCallsInTrees(t *testing.T) {
	file, diags := ParseFile([]byte("a {\n  x = [1,\n    2]\n  y = 1\n}\n"), "")
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	file.KeepLayout()
	body := &file.Body.Items[0].(*Block).Body
	x := body.Items[0].(*Attribute)
	x.Expr = &Call{Name: "f", Argument: x.Expr}
	if x.Expr.span() != x.Expr.(*Call).Argument.span() || (&Call{}).span() != (Span{}) {
		t.Error("a call is not where its argument is")
	}
	if got, want := string(file.Bytes()), "a {\n  x = f([1, 2])\n  y = 1\n}\n"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
