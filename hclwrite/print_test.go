package hclwrite

import (
	"strings"
	"testing"
	"time"

	upstream "github.com/hashicorp/hcl/v2/hclwrite"

	"github.com/hcljson/hcljson/internal/text/hcltext"
)

// layouts are files and their canonical layout; "" if the file is canonical.
var layouts = []struct{ name, src, want string }{
	{"empty", "", ""},
	{"alignment", "a = 1 # x\nbbb = 2 # y\n\n\nc = [\n1]\n", "a   = 1 # x\nbbb = 2 # y\nc   = [1]\n"},
	{"blocks", "a {}\nb \"x\" y {\nc = 1\n}\nd = 1\n", "a {}\n\nb \"x\" \"y\" {\n  c = 1\n}\n\nd = 1\n"},
	{"labels", `a "\"\\$${x}" {}` + "\n", ""},
	{"head", "# head\n\n# above\na = 1\n\n# more\nb = 1\n# end\n", ""},
	{"end of an empty body", "a {\n  # c\n}\n", ""},
	{"open", "a { # c\n  b = 1 # d\n} # e\n", "a {     # c\n  b = 1 # d\n}       # e\n"},
	{"markers", "// a\n#b\n/* c */ a = 1 // d\n", "# a\n#b\n/* c */\na = 1 # d\n"},
	{"object", "a = { b = 1, \"c d\": 2, (e) = 3 }\n", "a = {\n  b     = 1\n  \"c d\" = 2\n  (e)   = 3\n}\n"},
	{"empty collections", "a = { }\nb = [ ]\n", "a = {}\nb = []\n"},
	{"tuple with a comment", "a = [1, # b\n2]\n", "a = [\n  1, # b\n  2,\n]\n"},
	{"tuple of objects", "a = [{}, {b = 1}]\n", "a = [\n  {},\n  {\n    b = 1\n  },\n]\n"},
	{
		"long tuple",
		"a = [\"0123456789\", \"0123456789\", \"0123456789\", \"0123456789\", \"0123456789\", \"0123456789\"]\n",
		"a = [\n  \"0123456789\",\n  \"0123456789\",\n  \"0123456789\",\n  \"0123456789\",\n  \"0123456789\",\n  " +
			"\"0123456789\",\n]\n",
	},
	{"heredoc", "a = \"b\\n  c\\n\\n${d}\\n\"\n", "a = <<-EOT\n  b\n    c\n\n  ${d}\nEOT\n"},
	{"heredoc without a margin", "a = \" b\\n c\\n\"\n", "a = <<EOT\n b\n c\nEOT\n"},
	{"heredoc of its marker", "a = \"EOT\\nEOT2\\n\"\n", "a = <<-EOT3\n  EOT\n  EOT2\nEOT3\n"},
	{"heredoc in a tuple", "a = [\"b\\nc\\n\", 1]\n", "a = [\n  <<-EOT\n    b\n    c\n  EOT\n  ,\n  1,\n]\n"},
	{"heredoc with other spaces", "a = <<-EOT\n  \u00a0b\n  c\n  EOT\n", ""},
	{"one line is no heredoc", "a = <<EOT\nb\nEOT\n", "a = \"b\\n\"\n"},
	{"sequences", "a = \"${ b }-%{ if c ~}d%{ endif }\"\n", "a = \"${b}-%{if c~}d%{endif}\"\n"},
	{"parentheses", "a = (b)\nc = (\n1 +\n2)\n", "a = b\nc = (\n  1 +\n  2\n)\n"},
	{
		"full splat on lines", "a = (b[*\n])\nc = (b[0][* # d\n].e)\n",
		"a = (\n  b[*\n  ]\n)\nc = (\n  b[0][* # d\n  ].e\n)\n",
	},
	{"full splat on lines in brackets", "a = [b[\n*]]\n", "a = [\n  (\n    b[\n    *]\n  ),\n]\n"},
	{"call on lines", "a = f(b, {\nc = 1\n\nddd = 2\n})\n", "a = f(b, {\n  c = 1\n\n  ddd = 2\n})\n"},
	{"numbers", "a = - 5\nb = 007\nc = 1e5\n", "a = -5\nb = 007\nc = 1e5\n"},
	{
		"lines after a multiline comment", "a {\n  b = c /* d\n */ + f(\ng,\nh)\n  i = { jjj = c /* d\n */ + f(\ng) }\n}\n",
		"a {\n  b = c /* d\n */ + f(\n    g,\n  h)\n  i = {\n    jjj = c /* d\n */ + f(\n    g)\n  }\n}\n",
	},
	{"columns of graphemes", "é = 1\nbbb = \"é\" # c\ncc = 3 # d\n", "é   = 1\nbbb = \"é\" # c\ncc  = 3   # d\n"},
	{"carriage returns in sequences", "a = \"-${b(\r\nc)}\"\r\n", "a = \"-${b(\nc)}\"\n"},
	{"carriage returns", "a = f(\r\nb)\r\n", "a = f(\nb)\n"},
	{"key with =", "a = {\n\"${b == c}\" = 1\n d = 2\n}\n", "a = {\n  \"${b == c}\" = 1\n  d           = 2\n}\n"},
	{"comment in an interpolation", "a = [\"${b /* c */}\", 1]\n", "a = [(b /* c */), 1]\n"},
	{"heredoc at the end", "bbb = 1\na = b ? c : <<EOT\nd\n\ne\nEOT\n", "bbb = 1\na   = b ? c : <<EOT\nd\n\ne\nEOT\n"},
	{
		"heredoc at the end of an element", "a = [b ? c : <<EOT\nd\nEOT\n, 2]\n",
		"a = [\n  b ? c : <<EOT\nd\nEOT\n  ,\n  2,\n]\n",
	},
	{
		"lines before a heredoc at the end", "a = [f({\nb = 1\n}) == <<EOT\nd\nEOT\n, 2]\n",
		"a = [\n  f({\n    b = 1\n  }) == <<EOT\nd\nEOT\n  ,\n  2,\n]\n",
	},
	{
		"lines before a heredoc at the end of an item", "a = {\nb = f({\nc = 1\n}) == <<EOT\nd\nEOT\ne = 2\n}\n",
		"a = {\n  b = f({\n    c = 1\n  }) == <<EOT\nd\nEOT\n  e = 2\n}\n",
	},
	{
		"block comment on lines", "bbb = 1\na = b /*\nc\n */ + 1 # d\n",
		"bbb = 1\na   = b /*\nc\n */ + 1 # d\n",
	},
	{
		"block comment on lines in an element", "a = [b + /*\n c */ 1, # d\n2]\n",
		"a = [\n  b + /*\n c */ 1, # d\n  2,\n]\n",
	},
	{"heredoc that goes on", "a = (b ? <<EOT\nc\nEOT\n: d)\n", "a = (\n  b ? <<EOT\nc\nEOT\n  : d\n)\n"},
	{"heredoc at the end", "a = b ? c : <<EOT\nd\nEOT\nbbb = 1\n", "a   = b ? c : <<EOT\nd\nEOT\nbbb = 1\n"},
	{"heredoc at the end of an element", "a = [b ? c : <<EOT\nd\nEOT\n, 1]\n",
		"a = [\n  b ? c : <<EOT\nd\nEOT\n  ,\n  1,\n]\n"},
	{"comment on lines", "a = f(/* b\n c */ d)\naaa=1\n", "a   = f(/* b\n c */ d)\naaa = 1\n"},
	{"multiline comment next to others", "a = f(\n/* b\n c */ d) # e\nbbb = 2 # x\n",
		"a = f(\n/* b\n c */ d) # e\nbbb = 2       # x\n"},
	{"comment on lines before a heredoc", "a = f(/* b\n c */ <<X\nd\nX\n)\naaa=1\n",
		"a = f(/* b\n c */ <<X\nd\nX\n)\naaa = 1\n"},
	{"comment on lines in an element", "a = [f(/* b\n c */ d), 1]\n", "a = [\n  f(/* b\n c */ d),\n  1,\n]\n"},
}

func TestLayout(t *testing.T) {
	for _, test := range layouts {
		t.Run(test.name, func(t *testing.T) {
			want := test.want
			if want == "" {
				want = test.src
			}
			got := layout(t, test.src)
			if got != want {
				t.Errorf("layout is\n%s\nwant\n%s", got, want)
			}
			if again := layout(t, got); again != got {
				t.Errorf("layout is no fixpoint:\n%s\nbecomes\n%s", got, again)
			}
			if formatted := string(upstream.Format([]byte(got))); formatted != got {
				t.Errorf("upstream formats\n%s\nas\n%s", got, formatted)
			}
		})
	}
}

func layout(t *testing.T, src string) string {
	t.Helper()
	f, diags := ParseFile([]byte(src), "test.hcl")
	if diags.HasErrors() {
		t.Fatalf("%s\n%s", diags, src)
	}
	return string(f.Bytes())
}

// Upstream's formatter makes one number of a number and an index that spaces part.
func TestNumberBeforeDot(t *testing.T) {
	for src, want := range map[string]string{
		"a = 1 .0\n":                    "a = 1 .0\n",
		"a = 1. 0\n":                    "a = 1 .0\n",
		"a = [1\t.\te5+2 .b]\n":         "a = [1 .e5 + 2.b]\n",
		"a = f(1 ...)\n":                "a = f(1...)\n",
		"a = 00000\nb = 0.000 .0\n":     "a = 00000\nb = 0.000 .0\n",
		"a = [\"é\", 1\t.0] # c\n":      "a = [\"é\", 1 .0] # c\n",
		"a = (\n1 .0 + # c\nb .0 .1)\n": "a = (\n  1 .0 + # c\n  b.0 .1\n)\n",
	} {
		got := layout(t, src)
		if got != want {
			t.Errorf("layout of %q is %q, want %q", src, got, want)
		}
		if again := layout(t, got); again != got {
			t.Errorf("layout is no fixpoint:\n%s\nbecomes\n%s", got, again)
		}
	}
}

// A call is laid out like its argument, in a way that reads back as it is.
func TestCall(t *testing.T) {
	one := &Literal{Text: "1"}
	text := &Template{Text: "0123456789"}
	var long Tuple
	for range 7 {
		long.Items = append(long.Items, &Element{Value: text})
	}
	object := &Object{Comments: CommentsAt(Open, "# open"),
		Items: []CollectionItem{&Element{Key: &Key{Text: "b"}, Value: one, Comments: CommentsAt(After, "# c")}}}
	file := File{Body: Body{Items: []Item{
		&Attribute{Name: "first", Expr: &Call{"f", &Tuple{Items: []CollectionItem{&Element{Value: one}}}}},
		&Attribute{Name: "a", Expr: &Call{"f", &Object{}}},
		&Attribute{Name: "long", Expr: &Call{"f", &long}},
		&Attribute{Name: "o", Expr: &Call{"f", object}, Comments: CommentsAt(After, "# end")},
		&Attribute{Name: "list", Expr: &Tuple{Items: []CollectionItem{&Element{Value: &Call{"f", object}}, &Element{Value: one}}}},
	}}}
	want := `first = f([1])
a     = f({})
long = f([
  "0123456789",
  "0123456789",
  "0123456789",
  "0123456789",
  "0123456789",
  "0123456789",
  "0123456789",
])
o = f({ # open
  b = 1 # c
})      # end
list = [
  f({     # open
    b = 1 # c
  }),
  1,
]
`
	if got := string(file.Bytes()); got != want {
		t.Errorf("layout is\n%s\nwant\n%s", got, want)
	}
	if again := layout(t, want); again != want {
		t.Errorf("layout is no fixpoint:\n%s\nbecomes\n%s", want, again)
	}
}

func TestQuoteTemplate(t *testing.T) {
	for template, want := range map[string]string{
		"a\nb\n":                     `"a\nb\n"`,
		`${f("a")} "b" $${`:          `"${f("a")} \"b\" $${"`,
		"\x00\a\b\t\v\f\r\x1f ~\x7f": `"\u0000\u0007\u0008\t\u000b\u000c\r\u001f ~\u007f"`,
		"\u0080\u009f\u00a0é":        `"\u0080\u009f` + "\u00a0é\"",
		"\u2027\u2028\u2029\u202a\ufefe\ufeff\uff00": "\"\u2027" + `\u2028\u2029` + "\u202a\ufefe" + `\ufeff` + "\uff00\"",
		"\U0001F389\ufffd\xff\xc3":                   "\"\U0001F389\ufffd" + `\ufffd\ufffd"`,
		`\ $ % { $$ %% $%%{a $${"} %%{\`:             `"\\ $ % { $$ %% $%%{a $${\"} %%{\\"`,
		`${a}\${b["c"]}"`:                            `"${a}\\${b["c"]}\""`,
		`%{if a["b"]}"%{endif}`:                      `"%{if a["b"]}\"%{endif}"`,
	} {
		if got := hcltext.QuoteTemplate(template); got != want {
			t.Errorf("%q is %s in quotes, want %s", template, got, want)
		}
	}
}

func TestOneLine(t *testing.T) {
	long := "{ a = [\"" + strings.Repeat("x", lineWidth) + "\", {}] }"
	for _, test := range []struct{ src, want string }{
		{"{}", "{}"},
		{"{\n  a   = [1,2]\n  \"b c\" : {\n (d.e) = \"f${ g }\"}\n}", `{ a = [1, 2], "b c" = { (d.e) = "f${g}" } }`},
		{"f(a,b)", "f(a, b)"},
		// However long it is.
		{long, long},
		{"[\n  [],\n  {\n    for_each = null\n  },\n]", "[[], { for_each = null }]"},
		{"\"a\\nb\"", `"a\nb"`},
		{"\"a\\nb\\n\"", ""},
		{"[{ a = \"b\\nc\\n\" }]", ""},
		{"f(\n  a,\n)", ""},
		{"{\n  # comment\n  a = 1\n}", ""},
		{"{\n  a = 1 # comment\n}", ""},
		{"{\n  a = 1\n  # comment\n}", ""},
		{"[\n  1, # comment\n]", ""},
	} {
		e, diags := ParseExpr(test.src+"\n", "")
		if diags.HasErrors() {
			t.Fatalf("%s: %v", test.src, diags)
		}
		text, ok := OneLine(e)
		if ok != (test.want != "") || ok && text != test.want {
			t.Errorf("%s: %q, %v; want %q", test.src, text, ok, test.want)
		}
	}
}

// TestTrimmedLines checks templates that need another spelling in quotes: trimmed text is omitted,
// and a $ or % next to a sequence is escaped.
func TestTrimmedLines(t *testing.T) {
	for _, test := range []struct{ template, want string }{
		{"${b ~}\n\n$\n${~ c}", `"${b}\n\u0024${c}"`},
		{"${b ~}\n\n%\n%{~ if c }x%{ endif }", `"${b}\n\u0025%{if c}x%{endif}"`},
		{"${b ~}\n\n$\n%{~ if c }x%{ endif }", `"${b}\n$%{if c}x%{endif}"`},
	} {
		e, diags := ParseTemplate(test.template, "")
		if diags.HasErrors() {
			t.Fatalf("%q: %v", test.template, diags)
		}
		if got := ExprText(e); got != test.want {
			t.Errorf("%q: got %s, want %s", test.template, got, test.want)
		}
	}
}

// A tuple may be as wide as the line, and no wider.
func TestLineWidth(t *testing.T) {
	for width := lineWidth - 1; width <= lineWidth+1; width++ {
		text := strings.Repeat("x", width-len(`a = ["", 1]`))
		tuple := &Tuple{}
		for _, e := range []Expr{NewString(text), NewLiteral(1)} {
			tuple.Items = append(tuple.Items, &Element{Comments: Comments{}, Value: e})
		}
		file := File{Body: Body{Items: []Item{&Attribute{Name: "a", Expr: tuple}}}}
		if got := string(file.Bytes()); (strings.Count(got, "\n") == 1) != (width <= lineWidth) {
			t.Errorf("%d columns: %s", width, got)
		}
	}
}

// A tuple in a tuple, and in a call, may be as wide as the line, and no wider. A long text in
// nested tuples is not written for each of them.
func TestNestedLineWidth(t *testing.T) {
	for name, wrap := range map[string]func(e Expr) Expr{
		"tuple": func(e Expr) Expr { return NewTuple(&Object{}, e, NewTuple(NewString(strings.Repeat("x", lineWidth)))) },
		"call":  func(e Expr) Expr { return &Call{Name: "f", Argument: e} },
	} {
		fits := false
		for length := lineWidth; length > 0 && !fits; length-- {
			e := wrap(NewTuple(NewString(strings.Repeat("x", length))))
			longest := 0
			for line := range strings.Lines("a = " + ExprText(e)) {
				if strings.Contains(line, "xxx\"]") && strings.Count(line, "x") == length {
					longest, fits = len(strings.TrimRight(line, ",\n")), true
				}
			}
			if fits && (longest > lineWidth || longest < lineWidth-len(" = ")) {
				t.Errorf("%s: %d columns", name, longest)
			}
		}
		if !fits {
			t.Errorf("%s: no tuple is on one line", name)
		}
	}
	deep := Expr(&Native{Text: strings.Repeat("a + ", 1<<20) + "b"})
	for range 900 {
		deep = NewTuple(deep)
	}
	start := time.Now()
	if ExprText(deep); time.Since(start) > 10*time.Second {
		t.Errorf("it takes %s", time.Since(start))
	}
}
