package hclwrite

import "testing"

func TestRealign(t *testing.T) {
	for _, test := range []struct{ was, text, want string }{
		{"a = 1\n", "a = 1\nbcd = 2\n", "a   = 1\nbcd = 2\n"},
		{"a  =  1\nb = 2 # c\n", "a  =  1\nb = 2 # c\nlong = 3\n", "a  =  1\nb = 2 # c\nlong = 3\n"},
		{"a      = 1\nb      = 2\n", "a      = 1\nb      = 2\nlong = 3\n", "a      = 1\nb      = 2\nlong   = 3\n"},
		{
			"x  = 0\n\na   = 1\nbcd = 2 # d\n",
			"x  = 0\n\na   = 1\nbcd = 2 # d\nb = 10 # e\n",
			"x  = 0\n\na   = 1\nbcd = 2  # d\nb   = 10 # e\n",
		},
		// A canonical file is one again.
		{"a = [\n  1, # b\n]\n", "a = [\n1, # b\n   200 , # c\n]\n", "a = [\n  1,   # b\n  200, # c\n]\n"},
		// Where the lines of a group differ, each stays as it is.
		{"a  = 1\nb   = 2\n", "a  = 1\nlong  = 3\nb   = 2\n", "a  = 1\nlong  = 3\nb   = 2\n"},
		// A group is canonical though another is not.
		{"a = 1\n\nb  =  2\n", "a = 1\nlong = 3\n\nb  =  2\n", "a    = 1\nlong = 3\n\nb  =  2\n"},
		{"x  = 1\n\nb {\n  c = 1 # d\n}\n", "x  = 1\n\nb {\n  c = 100 # d\n  e = 2 # f\n}\n",
			"x  = 1\n\nb {\n  c = 100 # d\n  e = 2   # f\n}\n"},
		// Comments keep their column where all have one.
		{"a  = 1     # c\nbc = 22    # d\n", "a  = 1     # c\nnew = 333 # e\nbc = 22    # d\n",
			"a   = 1     # c\nnew = 333  # e\nbc  = 22    # d\n"},
		{"a  = 1   # c\n", "a  = 1   # c\nx = 1234567 # d\n", "a  = 1   # c\nx  = 1234567 # d\n"},
		// Lines that are the same from the name on are told apart by their order.
		{"a {\n  x   = 1\n}\nb {\n  x  =  1\n}\n", "a {\n  x   = 1\n  yyyyyy = 2\n}\nb {\n  x  =  1\n  yy = 2\n}\n",
			"a {\n  x   = 1\n  yyyyyy = 2\n}\nb {\n  x  =  1\n  yy = 2\n}\n"},
		{"é      = 1\nb      = 2\n", "é      = 1\nb      = 2\nüüü = 3\n", "é      = 1\nb      = 2\nüüü    = 3\n"},
		{"  a     = 1\n", "  a     = 1\n  b = 2 ", "  a     = 1\n  b     = 2 "},
	} {
		if got := Realign(test.was, test.text, false); got != test.want {
			t.Errorf("%q from %q becomes %q, want %q", test.text, test.was, got, test.want)
		}
	}
}

// What has not changed is not realigned, and what is indented reads as it did.
func TestEditGoldens(t *testing.T) {
	eachGolden(t, func(t *testing.T, src []byte) {
		if got := Realign(string(src), string(src), false); got != string(src) {
			t.Errorf("%s\nis realigned to\n%s", src, got)
		}
		text := string(parse(t, string(src)).Bytes())
		if got := Indent(text, "", "  ", "\n"); got != text {
			t.Errorf("%s\nbecomes\n%s", text, got)
		}
		natives := func(b *Body) (list []*Native) {
			Walk(b, func(node any) bool {
				if e, ok := node.(*Native); ok {
					list = append(list, e)
				}
				return true
			})
			return list
		}
		inner := parse(t, "w {\n"+Indent(text, "   ", "\t", "\n")+"}\n").Body.Block("w").Body
		inner.Inside, inner.Span = append(inner.Open, inner.Inside...), Span{}
		inner.Open = nil
		was, is := natives(&parse(t, text).Body), natives(&inner)
		for i := range min(len(was), len(is)) {
			if SameSource(was[i].Text, is[i].Text, true) {
				is[i].Text = was[i].Text // with heredocs that are indented otherwise
			}
		}
		if got := string((&File{Body: inner}).Bytes()); got != text {
			t.Errorf("%s\nreads in a block as\n%s", text, got)
		}
	})
}

func TestIndent(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"a {\n  b = <<-EOT\n    x\n      y\n\n  EOT\n  c = <<EOT\n z\nEOT\n}\n",
			"\ta {\r\n\t\tb = <<-EOT\r\n\t\t\tx\n\t\t\t  y\n\n\t\tEOT\r\n\t\tc = <<EOT\r\n z\nEOT\r\n\t}\r\n"},
		{"a {\n\n  b = 1\n}", "\ta {\r\n\r\n\t\tb = 1\r\n\t}"},
		{"a {\n  /* b\n  c */\n  d = 1 /* e\n*/\n  f = 2\n}\n",
			"\ta {\r\n\t\t/* b\r\n  c */\r\n\t\td = 1 /* e\r\n*/\r\n\t\tf = 2\r\n\t}\r\n"},
		// A heredoc that the printer has not laid out is indented as far as all of it is.
		{"a = f([\n    , <<-X\n    two\n     \n   one\n  X\n  ])\n",
			"\ta = f([\r\n\t\t\t, <<-X\r\n\t\t  two\n     \n\t\t one\n\t\tX\r\n\t\t])\r\n"},
		{"  a = <<-X\n b\nX\n", "\t\ta = <<-X\r\n\t b\n\tX\r\n"},
		// Of a line behind a strip marker no indentation is removed, and of none if one has none left.
		{"a = <<-X\n  b\n  %{ if c ~}\n  d\n    %{ endif ~} \ne\n  f ~}\n  g\nX\n",
			"\ta = <<-X\r\n\t\tb\n\t\t%{ if c ~}\n  d\n\t\t  %{ endif ~} \ne\n\t\tf ~}\n\t\tg\n\tX\r\n"},
		{"a = <<-X\n  b\n    ${~ c }\n  d\nX\ne = 1\n", "\ta = <<-X\r\n  b\n    ${~ c }\n  d\n\tX\r\n\te = 1\r\n"},
		// Text in text stays.
		{"a = <<-X\n  ${<<Y\n  b\nY\n  }\n  X\nc = 1\n", "\ta = <<-X\r\n  ${<<Y\n  b\nY\n  }\n  X\r\n\tc = 1\r\n"},
		{"a = <<X\n  ${<<-Y\n  b\nY\n  }\n  X\nc = 1\n", "\ta = <<X\r\n  ${<<-Y\n  b\nY\n  }\n  X\r\n\tc = 1\r\n"},
	} {
		if got := Indent(test.text, "\t", "\t", "\r\n"); got != test.want {
			t.Errorf("got %q\nwant %q", got, test.want)
		}
	}
}

func TestSameSource(t *testing.T) {
	for _, test := range []struct {
		a, b string
		same bool
	}{
		{"f(a,b)", "f( a, b )", true},
		{"a+1", "a + 1 # c", true},
		{"[for x in y : x]", "[for x in y: x]", true},
		{"(a)", "a", true},
		{"a", "b", false},
		{`"a b"`, `"ab"`, false},
	} {
		if SameSource(test.a, test.b, false) != test.same {
			t.Errorf("%s and %s: want %v", test.a, test.b, test.same)
		}
	}
	if SameSource("a # c", "a # d", true) {
		t.Error("comments do not count")
	}
	// What is different in any part of it, be it an operator, is another expression.
	different := []string{
		"1", "2", `"1"`, "true", "null", "a", "b", "a.b", "a.c", "a[0]", "a[1]", `a["b c"]`, "a[b]", "a[c]",
		"a()", "b()", "a(b)", "a(c)", "a(b, c)", "a(b...)", "a().b", "a().c",
		"a + b", "a - b", "a * b", "a / b", "a % b", "a == b", "a != b", "a < b", "a <= b", "a > b", "a >= b",
		"a && b", "a || b", "b + a", "a + c", "!a", "-a", "-b", "-1",
		"a ? b : c", "a ? b : d", "a ? d : c", "d ? b : c", "a.*.b", "a.*.c", "a[*].b.c", "a[*][0]",
		"[]", "[a]", "[b]", "[a, b]", "{}", "{ a = b }", "{ a = c }", "{ b = b }", "{ (a) = b }", "{ a = b, c = d }",
		"[for x in a : x]", "[for x in b : x]", "[for x in a : y]", "[for y in a : x]", "[for k, x in a : x]",
		"[for x in a : x if x]", "[for x in a : x if y]", "{ for x in a : x => x }", "{ for x in a : x => x... }",
		"{ for x in a : x => y }", "{ for x in a : y => x }",
		`"${a}b"`, `"${a}c"`, `"${b}b"`, `"a${b}"`, `"%{ if a }b%{ endif }"`, `"%{ if a }b%{ else }c%{ endif }"`,
		`"%{ if c }b%{ endif }"`, `"%{ for x in a }b%{ endfor }"`, `"%{ for x in a }${x}%{ endfor }"`,
	}
	for i, a := range different {
		for j, b := range different[i:] {
			if SameSource(a, b+" ", false) != (j == 0) {
				t.Errorf("%s and %s are the same: %t", a, b, j > 0)
			}
		}
	}
}

// A short integer is all that needs no reading to be an index as it is usually spelled.
func TestCanonicalIndexes(t *testing.T) {
	for s, want := range map[string]bool{
		"a[0]": true, "a[123456789012345]": true, "a[1234567890123456]": false, "a[12345678901234567]": false,
		"a[]": false, "a[": false, "a[1": false, "a[\"": false, "a[\"b": false, "a[\"b\"": false, "a[\"b\"]": true,
		"a[\"\"]": true, "a[b]": false, "a[1.5]": false, "a[-1]": false, "a[\"b\\n\"]": false, "a[\"${b}\"]": false,
		"a[\"\x7f\"]": false, "a[\"\t\"]": false, "a[\"b\"]c": false, "a.b[0].c[\"d\"]": true, "a.for": false, "é": false,
		"a.é": false, "a.bé": false, "a.": false, "a..b": false, "a.in.b": false, "for": false,
	} {
		if got := CanonicalTraversal(s); got != want {
			t.Errorf("%s is one: %t", s, got)
		}
	}
}
