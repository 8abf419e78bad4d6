package diagnostic_test

import (
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/internal/text/diagnostic"
)

func TestCheckEncoding(t *testing.T) {
	for _, src := range []string{"\xff\xfea\x00", "\xfe\xff\x00a", "\xff\xfe\x00\x00a\x00\x00\x00",
		"\x00\x00\xfe\xff\x00\x00\x00a"} {
		if diag := diagnostic.CheckEncoding([]byte(src)); diag == nil {
			t.Errorf("%q is accepted", src)
		}
	}
	for _, src := range []string{"", "a = 1\n", "\ufeffa = 1\n"} {
		if diag := diagnostic.CheckEncoding([]byte(src)); diag != nil {
			t.Errorf("%q: %s", src, diag.Detail)
		}
	}
}

func TestCheckText(t *testing.T) {
	for _, test := range []struct {
		src   string
		start hcl.Pos
	}{
		{"\x00", hcl.Pos{Line: 1, Column: 1, Byte: 0}},
		{"a = 1\nb = \"\x00\"\n", hcl.Pos{Line: 2, Column: 6, Byte: 11}},
		{"# é\n# é\xe9\n", hcl.Pos{Line: 2, Column: 4, Byte: 9}},
		{"\x7fELF\x02\x01\x01\x00", hcl.Pos{Line: 1, Column: 8, Byte: 7}},
		{"a\xc3", hcl.Pos{Line: 1, Column: 2, Byte: 1}},
	} {
		diag := diagnostic.CheckText("x.tf", []byte(test.src))
		if diag == nil {
			t.Errorf("%q is accepted", test.src)
		} else if diag.Subject.Start != test.start || diag.Subject.End.Byte != test.start.Byte+1 {
			t.Errorf("%q: %v, want %v", test.src, *diag.Subject, test.start)
		}
	}
	if diag := diagnostic.CheckText("x.tf", []byte("a = \"\ufffdé\U0001F600\"\n")); diag != nil {
		t.Error(diag.Detail)
	}
}

// TestCheckSource checks the names of rejected formats: other encodings in both syntaxes, and
// formats other than JSON in JSON.
func TestCheckSource(t *testing.T) {
	const mark = ", according to its byte order mark. HCL is always UTF-8: save the file in that encoding."
	for _, test := range []struct {
		src, json, native string
	}{
		{"\xff\xfea\x00", "Not UTF-8; The file is in UTF-16" + mark, "Not UTF-8; The file is in UTF-16" + mark},
		{"\xff\xfe\x00\x00", "Not UTF-8; The file is in UTF-32" + mark, "Not UTF-8; The file is in UTF-32" + mark},
		{"\ufeff \n", "Empty file; x is empty. HCL-JSON is one object, {} at the least.", ""},
		{"", "Empty file; x is empty. HCL-JSON is one object, {} at the least.", ""},
		{"{\x00}", "Not a text file; There is a NUL byte, so this is a binary file, or text in another encoding than UTF-8.",
			""},
		{"{\xe9}", "Not UTF-8; The byte 0xE9 is not part of a UTF-8 character, so this is text in another encoding, " +
			"or a binary file.", ""},
		{"{}", "", ""},
	} {
		for isJSON, want := range map[bool]string{true: test.json, false: test.native} {
			got := ""
			if diag := diagnostic.CheckSource("x", []byte(test.src), isJSON); diag != nil {
				got = diag.Summary + "; " + diag.Detail
			}
			if got != want {
				t.Errorf("%q, JSON: %t: %q, want %q", test.src, isJSON, got, want)
			}
		}
	}
}

// A limit of the check is no sign that the product refuses the text.
func TestWhyNotProven(t *testing.T) {
	limit := hcl.Diagnostics{{Summary: "Other"}, {Summary: diagnostic.Undecided}}
	if got := diagnostic.WhyNotProven(limit, "a.tf", "it"); strings.Contains(got, "product") {
		t.Error(got)
	}
	if got := diagnostic.WhyNotProven(limit[:1], "a.tf", "it"); !strings.Contains(got, "the product does not accept a.tf") {
		t.Error(got)
	}
}
