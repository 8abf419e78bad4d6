package annotation

import (
	"slices"
	"testing"
)

// Joined paragraphs are separated by exactly one blank line.
func TestParagraphs(t *testing.T) {
	for _, test := range []struct{ a, b, want []string }{
		{nil, nil, nil},
		{nil, []string{"# b"}, []string{"# b"}},
		{[]string{"# a"}, nil, []string{"# a"}},
		{[]string{"# a"}, []string{"# b"}, []string{"# a", "", "# b"}},
		{[]string{"# a", ""}, []string{"# b"}, []string{"# a", "", "# b"}},
		{[]string{"# a"}, []string{"", "# b"}, []string{"# a", "", "# b"}},
	} {
		if got := JoinParagraphs(test.a, test.b); !slices.Equal(got, test.want) {
			t.Errorf("%q and %q joined are %q, not %q", test.a, test.b, got, test.want)
		}
		got := slices.Clone(test.a)
		if AddParagraph(&got, test.b); !slices.Equal(got, test.want) {
			t.Errorf("%q with %q added is %q, not %q", test.a, test.b, got, test.want)
		}
	}
}

// Every line gets a marker, and block comments are complete.
func TestSplitMarkedComments(t *testing.T) {
	for text, want := range map[string][]string{
		"a":                {"# a"},
		"a\n\nb":           {"# a", "", "# b"},
		"# a\n  \n#b":      {"# a", "", "#b"},
		"/* a */":          {"/* a */"},
		"/* a\nb */\nc":    {"/* a\nb */", "# c"},
		"/* a */ b":        {"# /* a */ b"},
		"/* a":             {"# /* a"},
		"/*/\na */":        {"/*/\na */"},
		"/**/\n/***/":      {"/**/", "/***/"},
		"x\n/* a */\n/* b": {"# x", "/* a */", "# /* b"},
		"/* a */\n/* b */": {"/* a */", "/* b */"},
		"// a\n/ b":        {"# // a", "# / b"},
	} {
		if got := SplitMarkedComments(text, false); !slices.Equal(got, want) {
			t.Errorf("%q is %q, not %q", text, got, want)
		}
	}
	if got, want := SplitMarkedComments("// a\nb", true), []string{"// a", "// b"}; !slices.Equal(got, want) {
		t.Errorf("with slashes it is %q, not %q", got, want)
	}
}
