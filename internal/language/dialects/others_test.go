package dialects_test

import (
	"testing"

	"github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/schema"
)

func TestLegacyPackerTemplate(t *testing.T) {
	for _, src := range []string{
		`{"builders": []}`,
		"\ufeff" + `{"description": "x", "provisioners": [{"type": "shell"}]}`,
		`{"Post-Processors": []}`,
		`{"min_packer_version": "1.0"}`,
		`{"provisioners": []}`,
		`{"post-processors": []}`,
		`{"error-cleanup-provisioner": {}}`,
		`{"sensitive-variables": []}`,
		`{"_comment": "x", "variables": {}, "sensitive-variables": ["a"], "builders": []}`,
		`{"variables": {"a": "{{env ` + "`A`" + `}}", "b": null}}`,
	} {
		diag := dialects.OtherFormat("x.json", []byte(src), nil)
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
		`{"builders": []`,
		`{"builders": []}}`,
		`["builders", "provisioners"]`,
		`{"source": {}, "builders": []}`,
		`{"builders": [], "build": {}}`,
		`{"variables": {"a": "b"}}`,
		`{"variables": {"a": "{{x}}", "b": 1}}`,
		`{"variables": [{"a": "{{x}}"}]}`,
		`{"description": "x"}`,
		`{"a": {"builders": []}}`,
	} {
		if diag := dialects.OtherFormat("x.json", []byte(src), nil); diag != nil {
			t.Errorf("%s is refused: %s", src, diag.Detail)
		}
	}
}

func TestOtherFormatsByLanguage(t *testing.T) {
	for _, c := range []struct {
		file, src, dialect string
		want               bool
	}{
		{"x.json", `{"builders": []}`, "packer", true},
		{"x.json", `{"builders": []}`, "nomad", false},
		{"x.pkr.json", `{"builders": []}`, "generic", true},
		{"x.json", `{"builders": []}`, "generic", false},
		{"x.nomad.json", `{"Job": {}}`, "nomad", true},
		{"x.nomad.json", `{"Job": {}}`, "generic", false},
		{"x.nomad.json", `{"job": {}}`, "nomad", false},
		{"x.nomad.json", `{"job": {}, "ID": 1}`, "nomad", false},
		{"x.json", `{"Job": {}}`, "packer", false},
	} {
		diag := dialects.OtherFormat(c.file, []byte(c.src), &schema.Dialect{Name: c.dialect})
		if got := diag != nil; got != c.want {
			t.Errorf("%s in %s as %s: refused %t, want %t", c.src, c.file, c.dialect, got, c.want)
		}
	}
	if diag := dialects.OtherFormat("x.json", []byte(`{"Job": {}}`), nil); diag != nil {
		t.Errorf("a file in no language: %s", diag.Detail)
	}
}
