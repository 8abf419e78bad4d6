package hclwrite

import (
	"bytes"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	upstream "github.com/hashicorp/hcl/v2/hclwrite"

	"github.com/hcljson/hcljson/internal/text/hcltext"
)

// A file whose nodes have no layout is in canonical layout, except for the markers of comments.
func TestNoLayout(t *testing.T) {
	eachGolden(t, func(t *testing.T, src []byte) {
		if bytes.Contains(src, []byte("//")) {
			return
		}
		file := parse(t, string(src))
		want := file.Bytes()
		file.Layout = &Layout{}
		if got := file.Bytes(); !bytes.Equal(got, want) {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	})
}

// respelled matches text that a tree does not preserve: escapes, interpolations of constants,
// numbers and keywords as keys, comments with a token after them on their line or without text,
// blank lines between the comments of a head, and the indentation of heredocs with strip markers or
// tabs.
var respelled = regexp.MustCompile("(?m)" + strings.Join([]string{
	`\\[uU]`, `"\$\{ *["\[{0-9<]`, `[ {][0-9.]+ +[=:] `, `\bfor +=`, `\*/ *[^\s,]`, `# *$`, `^ *, *\S`,
	`\A\n\n# .*\n\n\n`, `<<-\w+\n( *%[^%]*~}|\t)`,
}, "|"))

// TestKeepLayout checks that the layout is preserved: a formatted file whose text the tree
// preserves is printed unchanged.
func TestKeepLayout(t *testing.T) {
	compared := 0
	eachGolden(t, func(t *testing.T, src []byte) {
		file := parse(t, string(src))
		canonical := file.Bytes()
		file.KeepLayout()
		if bytes.Equal(src, canonical) {
			checkNoLayout(t, file)
		}
		kept, ok := file.layoutBytes()
		if want := upstream.Format(src); !respelled.Match(src) {
			if compared++; !ok || !bytes.Equal(kept, want) {
				t.Errorf("kept (%t) is\n%s\nwant\n%s", ok, kept, want)
			}
		}
		if !bytes.Equal(upstream.Format(kept), kept) {
			t.Errorf("hashicorp/hcl's formatter changes\n%s", kept)
		}
		again := parse(t, string(kept))
		if got := again.Bytes(); !bytes.Equal(got, canonical) {
			t.Errorf("the kept text is another file:\n%s\nwant\n%s", got, canonical)
		}
		again.KeepLayout()
		if twice := again.Bytes(); !bytes.Equal(twice, kept) {
			t.Errorf("not a fixpoint:\n%s\nbecomes\n%s", kept, twice)
		}
	})
	if compared < 300 {
		t.Errorf("only %d files are compared", compared)
	}
}

// checkNoLayout fails if a node of a canonical file has a layout.
func checkNoLayout(t *testing.T, file *File) {
	t.Helper()
	layouts := []*Layout{file.Layout}
	Walk(&file.Body, func(node Node) bool {
		switch node := node.(type) {
		case *Attribute:
			layouts = append(layouts, node.Layout)
		case *Block:
			layouts = append(layouts, node.Layout)
		case *Element:
			layouts = append(layouts, node.Layout)
		}
		return true
	})
	for _, l := range layouts {
		if *l != (Layout{}) {
			t.Errorf("%+v is in canonical layout in\n%s", *l, file.Source())
		}
	}
}

// TestAnyLayout checks that a file with random layouts is parsed as the same file, and that the
// formatter does not change it.
func TestAnyLayout(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	eachGolden(t, func(t *testing.T, src []byte) {
		file := parse(t, string(src))
		canonical := file.Bytes()
		for range 3 {
			file.Layout = anyLayout(r)
			Walk(&file.Body, func(node Node) bool {
				switch node := node.(type) {
				case *Attribute:
					node.Layout = anyLayout(r)
				case *Block:
					node.Layout = anyLayout(r)
				case *Element:
					node.Layout = anyLayout(r)
				}
				return true
			})
			text, ok := file.layoutBytes()
			if !ok {
				t.Fatalf("given up, of\n%s", src)
			}
			if !bytes.Equal(upstream.Format(text), text) {
				t.Fatalf("hashicorp/hcl's formatter changes\n%s", text)
			}
			if got := parse(t, string(text)).Bytes(); !bytes.Equal(got, canonical) {
				t.Fatalf("%s\nreads as\n%s\nwant\n%s", text, got, canonical)
			}
		}
	})
}

// anyLayout is a layout of anything.
func anyLayout(r *rand.Rand) *Layout {
	l := &Layout{}
	some := func() bool { return r.IntN(4) == 0 }
	blanks := func(n int) string { return strings.Repeat(" ", n) }
	if some() {
		l.Blank, l.Head, l.Foot = uint8(r.IntN(4)), uint8(r.IntN(2)), uint8(r.IntN(2))
	}
	l.Joined, l.CloserJoined, l.QuotedKey, l.Colon, l.UnquotedLabels = some(), some(), some(), some(), some()
	l.Comma, l.Lines, l.Wrapping = hcltext.Choice(r.IntN(3)), hcltext.Lines(r.IntN(3)), 0
	if some() {
		l.Wrapping = hcltext.Wrapping(r.IntN(16))
	}
	if some() {
		l.String = hcltext.StringLayout{Quotes: some(), Flush: some(), Text: blanks(r.IntN(5)), End: blanks(r.IntN(5))}
		l.String.Marker = []string{"", "EOF", "END", "a"}[r.IntN(4)]
	}
	return l
}

// TestLayouts checks that each requested layout is printed.
func TestLayouts(t *testing.T) {
	for _, src := range []string{
		"", "a = 1", "a = 1\n\n\n", "\n\na = 1\n", "# c\n", "\n# c\n\n# d\n\n\na = 1\n",
		"a {\n}\n", "a {}\n", "a { b = 1 }\n", "a b c {\n}\n", "a b {\n\n  c = 1\n\n}\nd {}\n",
		"a = [1, 2,\n3]\n", "a = { b = 1, c : 2 }\n", "a = [{\n  b = 1\n}]\n", "a = [\n  1\n]\n",
		"a = (b)\n", "a = (\n  b\n)\n", "a = \"${b}\"\n", "a = (\"b\")\n", "a = ([\n  1,\n])\n",
		"a = <<EOF\nb\nEOF\n", "a = <<-X\n      b\n        c\n    X\n", "a = \"b\\nc\\n\"\n",
		"a = <<-X\n\n      b\n    X\n", "a = <<-X\n\t\tb\n\t\t  c\n\tX\n", "a = <<-X\n    %{ if x ~}\n    b\n    %{ endif ~}\n  X\n",
		"a = [<<X\nb\nX\n  ,\n  1,\n]\n", "a = { \"b\" = 1, \"c d\" = 2 }\n", "a = {\n  b = 1, # c\n  c = 2,\n}\n",
		"a = 1 // b\n// c\n", "a = [(for), (b)]\n", "a = [\"${for}\", b]\n",
		"a = 1\r\nb {\r\n}\r\n", "a = [] /* b */ # c\n", "a = [ # b\n  1,\n\n  # c\n  2 # d\n]\n", "a = {\n\n  b = 1\n\n}\n",
	} {
		src := upstream.Format([]byte(src))
		file := parse(t, string(src))
		file.KeepLayout()
		if got, ok := file.layoutBytes(); !ok || !bytes.Equal(got, src) {
			t.Errorf("got (%t)\n%s\nwant\n%s", ok, got, src)
		}
	}
}

// TestCommentNextToHeredoc checks that a comment added to a heredoc is printed above it, because no
// comment can follow the heredoc.
func TestCommentNextToHeredoc(t *testing.T) {
	for src, want := range map[string]string{
		"a = <<X\nb\nc\nX\n":             "# s\na = <<X\nb\nc\nX\n",
		"a = {\n  b = <<X\nc\nd\nX\n}\n": "a = {\n  # s\n  b = <<X\nc\nd\nX\n}\n",
		"a = [\n  <<X\nb\nc\nX\n]\n":     "a = [\n  # s\n  <<X\nb\nc\nX\n]\n",
	} {
		file := parse(t, src)
		file.KeepLayout()
		attribute := file.Body.Attribute("a")
		comment := CommentsAt(After, "# s")
		switch e := attribute.Expr.(type) {
		case *Object:
			e.Elements()[0].Comments = comment
		case *Tuple:
			e.Elements()[0].Comments = comment
		default:
			attribute.Comments = comment
		}
		if got, ok := file.layoutBytes(); !ok || string(got) != want {
			t.Errorf("%s\nbecomes (%t)\n%s\nwant\n%s", src, ok, got, want)
		}
	}
}

// A value, comments or a layout that do not go together are no reason to give up the
// layout of the file.
func TestLayoutOfChangedTree(t *testing.T) {
	for _, test := range []struct {
		src    string
		change func(a *Attribute)
		want   string
	}{
		{"a = {\n  b = 1,\n  c = 2,\n}\n", func(a *Attribute) { a.Expr.(*Object).Set("b", NewString("x\ny\n")) },
			"a = {\n  b = <<-EOT\n    x\n    y\n  EOT\n  c = 2,\n}\n"},
		{"a = { b = 1, c = 2 }\n", func(a *Attribute) { a.Expr.(*Object).Set("c", NewString("x\ny\n")) },
			"a = { b = 1, c = <<-EOT\n  x\n  y\nEOT\n}\n"},
		{"a = { b = 1, c = 2 }\n", func(a *Attribute) {
			o := a.Expr.(*Object)
			o.Comments, o.Elements()[0].Comments = CommentsAt(Open, "/* o */"), CommentsAt(After, "/* b */")
		}, "a = { /* o */\n  b = 1, /* b */\nc = 2 }\n"},
		{"a = [1, for,\nb]\n", func(a *Attribute) { a.Expr.(*Tuple).Items = a.Expr.(*Tuple).Items[1:] },
			"a = [(for),\nb]\n"},
		{"a = { b = 1, for.x = 2 }\n", func(a *Attribute) { a.Expr.(*Object).Items = a.Expr.(*Object).Items[1:] },
			"a = { (for.x) = 2 }\n"},
		{"a = [1, 2,\n3]\n", func(a *Attribute) {
			o := a.Expr.(*Tuple)
			o.Comments, o.Elements()[1].Comments = CommentsAt(Open, "/* o */"), CommentsAt(After, "/* 2 */")
		}, "a = [/* o */\n  1, 2, /* 2 */\n3]\n"},
		{"a = \"${b}\"\n", func(a *Attribute) { a.Expr = &Native{Text: "b == <<X\nc\nX"} },
			"a = \"${b == <<X\nc\nX\n}\"\n"},
		{"a = \"b\\nc\\n\"\n", func(a *Attribute) { a.Expr = &Template{Text: "${~b}\nc\n"} },
			"a = <<EOT\n${~b}\nc\nEOT\n"},
	} {
		// The line after it shows that the layout was not given up.
		const after = "z = [\n1]\n"
		file := parse(t, test.src+after)
		file.KeepLayout()
		test.change(file.Body.Attribute("a"))
		if got := string(file.Bytes()); got != test.want+after {
			t.Errorf("%s\nbecomes\n%s\nwant\n%s", test.src, got, test.want)
		}
	}
}

// An expression is read with its layout, if it is one.
func TestParseWithLayout(t *testing.T) {
	e, l, ok := ParseWithLayout("([\n  1, 2])")
	if tuple, is := e.(*Tuple); !ok || !is || len(tuple.Items) != 2 || l.Wrapping != hcltext.Parentheses || !l.CloserJoined ||
		l.Lines != hcltext.ManyLines || !tuple.Elements()[1].Layout.Joined || tuple.Elements()[0].Layout.Joined {
		t.Errorf("%v %+v %t", e, l, ok)
	}
	for _, text := range []string{"", "1 2", "1\ny = 2", "1 }"} {
		if e, l, ok := ParseWithLayout(text); e != nil || l != nil || ok {
			t.Errorf("%q is %v", text, e)
		}
	}
}

// TestKeepLayoutOfChangedTree checks that a changed tree preserves the layout of its remaining
// nodes.
func TestKeepLayoutOfChangedTree(t *testing.T) {
	const src = "a = [1, 2]\nb = { \"c\" = [1, { d = 1 }] }\n\n\ne {\n  f = <<X\ng\nX\n}\n"
	file := parse(t, src)
	body := &file.Body
	object := body.Attribute("b").Expr.(*Object)
	object.Set("new", NewTuple(NewLiteral(1), NewString("x")))
	list := object.Value("c").(*Tuple)
	list.Items[0], list.Items[1] = list.Items[1], list.Items[0]
	body.Attribute("a").Expr = NewTuple(NewLiteral(true))
	body.Append(NewBlock("last"))
	body.Insert(0, &Attribute{Name: "first", Expr: object})
	body.Items[1], body.Items[2] = body.Items[2], body.Items[1]
	canonical := file.Bytes()
	file.KeepLayout()
	text := file.Bytes()
	if got := parse(t, string(text)).Bytes(); !bytes.Equal(got, canonical) || !bytes.Contains(text, []byte("<<X")) {
		t.Errorf("%s\nreads as\n%s\nwant\n%s", text, got, canonical)
	}
	longer := parse(t, "a = [\n  1,\n\n  2 ]\nb = { c : 1, \"d\" = 2 }\n")
	a, b := longer.Body.Attribute("a").Expr.(*Tuple), longer.Body.Attribute("b").Expr.(*Object)
	a.Items = append([]CollectionItem{&Element{Value: NewLiteral(0)}}, a.Items...)
	b.Items = append([]CollectionItem{&Element{Key: &Key{Text: "new"}, Value: NewLiteral(0)}}, b.Items...)
	longer.KeepLayout()
	if got, want := string(longer.Bytes()), "a = [\n  0,\n  1,\n\n2]\nb = { new = 0, c : 1, \"d\" = 2 }\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	emptied := parse(t, "b {\n\n  a = 1\n  # end\n}\n")
	emptied.Body.Items[0].(*Block).Body.Items = emptied.Body.Items[0].(*Block).Body.Items[1:]
	emptied.KeepLayout()
	if got, want := string(emptied.Bytes()), "b {\n  # end\n}\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	made := &File{Body: Body{Items: []Item{&Attribute{Name: "a", Expr: NewTuple(NewLiteral(1))}, NewBlock("b", "c")}}}
	made.KeepLayout()
	if got, want := string(made.Bytes()), "a = [1]\n\nb \"c\" {}\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// eachGolden calls do with the native files of the goldens that can be read.
func eachGolden(t *testing.T, do func(t *testing.T, src []byte)) {
	t.Helper()
	natives(t, func(src []byte) {
		if _, diags := ParseFile(src, ""); !diags.HasErrors() && !t.Failed() {
			do(t, src)
		}
	})
}

// TestCommentAfterHeredoc checks a comment after a quoted string that becomes a heredoc: no comment
// can follow a heredoc, so it is printed above.
func TestCommentAfterHeredoc(t *testing.T) {
	file := parse(t, `a = "b\nc\n" # after a
d = {
  e = "b\nc\n" # after e
}
f = [0, "b\nc\n"]
g = ["b\nc\n", # after the first
1]
`)
	file.KeepLayout()
	inF := file.Body.Attribute("f").Expr.(*Tuple).Elements()[1]
	inF.Comments = CommentsAt(After, "# after the second")
	Walk(&file.Body, func(node Node) bool {
		var l *Layout
		switch node := node.(type) {
		case *Attribute:
			l = node.Layout
		case *Element:
			l = node.Layout
		}
		if l != nil {
			l.String = hcltext.StringLayout{}
		}
		return true
	})
	const want = `# after a
a = <<-EOT
  b
  c
EOT
d = {
  # after e
  e = <<-EOT
    b
    c
  EOT
}
f = [0,
  # after the second
  <<-EOT
  b
  c
EOT
]
g = [
  # after the first
  <<-EOT
    b
    c
  EOT
  ,
1]
`
	got := string(file.Bytes())
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if formatted := string(upstream.Format([]byte(got))); formatted != got {
		t.Errorf("hashicorp/hcl's formatter makes of it\n%s", formatted)
	}
}
