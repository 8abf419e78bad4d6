package module

import (
	"testing"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/internal/service"
)

func TestUncertain(t *testing.T) {
	for src, want := range map[string]bool{
		"resource \"aws_security_group\" \"x\" {\n  ingress {\n  }\n}\n":             true,
		"resource \"aws_security_group\" \"x\" {\n  dynamic \"ingress\" {\n  }\n}\n": true,
		"resource \"aws_security_group\" \"x\" {\n  ingress{}\n}\n":                  true,
		"resource \"aws_security_group\" \"x\" {\n  ingress = [{ a = 1 }]\n}\n":      false,
		"resource \"aws_instance\" \"x\" {\n  timeouts {\n  }\n}\n":                  false,
	} {
		if got := Uncertain(service.Source{Bytes: []byte(src)}, nil); got != want {
			t.Errorf("%s: %t", src, got)
		}
	}
	guess := hcl.Diagnostics{{Extra: convert.Guess{}}}
	if !Uncertain(service.Source{JSON: true}, guess) || Uncertain(service.Source{JSON: true}, nil) {
		t.Error("a guess, and nothing but that, is uncertain")
	}
}
