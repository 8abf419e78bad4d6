package hcltext

import (
	"math/rand/v2"
	"testing"
)

func TestIndent(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"a {\n  b = <<-EOT\n    x\n      y\n\n  EOT\n  c = <<EOT\n z\nEOT\n}\n",
			"\ta {\r\n\t\tb = <<-EOT\r\n\t\t\tx\n\t\t\t  y\n\n\t\tEOT\r\n\t\tc = <<EOT\r\n z\nEOT\r\n\t}\r\n"},
		{"a {\n\n  b = 1\n}", "\ta {\r\n\r\n\t\tb = 1\r\n\t}"},
		{"a {\n  /* b\n  c */\n  d = 1 /* e\n*/\n  f = 2\n}\n",
			"\ta {\r\n\t\t/* b\r\n  c */\r\n\t\td = 1 /* e\r\n*/\r\n\t\tf = 2\r\n\t}\r\n"},
		// A heredoc that the printer did not format is indented by its own minimum indentation.
		{"a = f([\n    , <<-X\n    two\n     \n   one\n  X\n  ])\n",
			"\ta = f([\r\n\t\t\t, <<-X\r\n\t\t  two\n     \n\t\t one\n\t\tX\r\n\t\t])\r\n"},
		{"  a = <<-X\n b\nX\n", "\t\ta = <<-X\r\n\t b\n\tX\r\n"},
		// Lines after a strip marker keep their indentation. If one line has no indentation, all
		// lines keep it.
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

// TestPositionsOfEmptyText checks that positions in binary data are found in linear time.
func TestPositionsOfEmptyText(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	src := make([]byte, 1<<20)
	for i := range src {
		src[i] = byte(128 + random.IntN(128))
	}
	if at := NewPositions(src).At(len(src)); at.Byte != len(src) || at.Line != 1 || at.Column < len(src)/4 {
		t.Error(at)
	}
}
