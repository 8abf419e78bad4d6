package convert

import (
	"slices"
	"testing"
)

// A blank line parts comments that come together, and is there once.
func TestParagraphs(t *testing.T) {
	for _, test := range []struct{ a, b, want []string }{
		{nil, nil, nil},
		{nil, []string{"# b"}, []string{"# b"}},
		{[]string{"# a"}, nil, []string{"# a"}},
		{[]string{"# a"}, []string{"# b"}, []string{"# a", "", "# b"}},
		{[]string{"# a", ""}, []string{"# b"}, []string{"# a", "", "# b"}},
		{[]string{"# a"}, []string{"", "# b"}, []string{"# a", "", "# b"}},
	} {
		if got := joinParagraphs(test.a, test.b); !slices.Equal(got, test.want) {
			t.Errorf("%q and %q joined are %q, not %q", test.a, test.b, got, test.want)
		}
		got := slices.Clone(test.a)
		if addParagraph(&got, test.b); !slices.Equal(got, test.want) {
			t.Errorf("%q with %q added is %q, not %q", test.a, test.b, got, test.want)
		}
	}
}
