package cli

import (
	"testing"

	"github.com/hashicorp/hcl/v2"
)

func TestCheckEncoding(t *testing.T) {
	for _, src := range []string{"\xff\xfea\x00", "\xfe\xff\x00a", "\xff\xfe\x00\x00a\x00\x00\x00", "\x00\x00\xfe\xff\x00\x00\x00a"} {
		if diag := checkEncoding([]byte(src)); diag == nil {
			t.Errorf("%q is accepted", src)
		}
	}
	for _, src := range []string{"", "a = 1\n", "\ufeffa = 1\n"} {
		if diag := checkEncoding([]byte(src)); diag != nil {
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
		diag := checkText("x.tf", []byte(test.src))
		if diag == nil {
			t.Errorf("%q is accepted", test.src)
		} else if diag.Subject.Start != test.start || diag.Subject.End.Byte != test.start.Byte+1 {
			t.Errorf("%q: %v, want %v", test.src, *diag.Subject, test.start)
		}
	}
	if diag := checkText("x.tf", []byte("a = \"\ufffdé\U0001F600\"\n")); diag != nil {
		t.Error(diag.Detail)
	}
}

func TestLegacyPackerTemplate(t *testing.T) {
	for _, src := range []string{
		`{"builders": []}`,
		"\ufeff" + `{"description": "x", "provisioners": [{"type": "shell"}]}`,
		`{"Post-Processors": []}`,
		`{"min_packer_version": "1.0"}`,
		`{"_comment": "x", "variables": {}, "sensitive-variables": ["a"], "builders": []}`,
		`{"variables": {"a": "{{env ` + "`A`" + `}}", "b": null}}`,
	} {
		diag := legacyPackerTemplate("x.json", []byte(src))
		if diag == nil {
			t.Errorf("%s is not recognised", src)
		} else if got := diag.Subject.SliceBytes([]byte(src)); got[0] != '"' || got[len(got)-1] != '"' {
			t.Errorf("%s: the place is %s", src, got)
		}
	}
	for _, src := range []string{
		``,
		`{}`,
		`[{"builders": []}]`,
		`"builders"`,
		`{"builders": [}`,
		`{"source": {}, "builders": []}`,
		`{"builders": [], "build": {}}`,
		`{"variables": {"a": "b"}}`,
		`{"variables": {"a": "{{x}}", "b": 1}}`,
		`{"variables": [{"a": "{{x}}"}]}`,
		`{"description": "x"}`,
		`{"a": {"builders": []}}`,
	} {
		if diag := legacyPackerTemplate("x.json", []byte(src)); diag != nil {
			t.Errorf("%s is refused: %s", src, diag.Detail)
		}
	}
}
