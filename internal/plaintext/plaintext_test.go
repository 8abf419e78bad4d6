package plaintext

import (
	"testing"

	"github.com/hashicorp/hcl/v2"
)

func TestCheckEncoding(t *testing.T) {
	for _, src := range []string{"\xff\xfea\x00", "\xfe\xff\x00a", "\xff\xfe\x00\x00a\x00\x00\x00",
		"\x00\x00\xfe\xff\x00\x00\x00a"} {
		if diag := CheckEncoding([]byte(src)); diag == nil {
			t.Errorf("%q is accepted", src)
		}
	}
	for _, src := range []string{"", "a = 1\n", "\ufeffa = 1\n"} {
		if diag := CheckEncoding([]byte(src)); diag != nil {
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
		diag := Check("x.tf", []byte(test.src))
		if diag == nil {
			t.Errorf("%q is accepted", test.src)
		} else if diag.Subject.Start != test.start || diag.Subject.End.Byte != test.start.Byte+1 {
			t.Errorf("%q: %v, want %v", test.src, *diag.Subject, test.start)
		}
	}
	if diag := Check("x.tf", []byte("a = \"\ufffdé\U0001F600\"\n")); diag != nil {
		t.Error(diag.Detail)
	}
}
