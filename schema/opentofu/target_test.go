package opentofu_test

import (
	"testing"

	"github.com/hcljson/hcljson/schema/opentofu"
)

func TestParseTarget(t *testing.T) {
	for _, test := range []struct{ in, want string }{
		{"opentofu", "opentofu@1.13"},
		{"tofu", "opentofu@1.13"},
		{"tofu@1.9", "opentofu@1.9"},
		{"opentofu@1.12", "opentofu@1.12"},
		{"terraform", "terraform@1.16"},
		{"terraform@1.11", "terraform@1.11"},
		{"terraform@1.11.4", "terraform@1.11"},
		{"terraform@1.99", "terraform@1.99"},
	} {
		got, err := opentofu.ParseTarget(test.in)
		if err != nil || got.String() != test.want {
			t.Errorf("ParseTarget(%q) = %s, %v; want %s", test.in, got, err, test.want)
		}
		again, err := opentofu.ParseTarget(got.String())
		if err != nil || again != got {
			t.Errorf("ParseTarget(%q) = %s, %v; want it back", got, again, err)
		}
	}
	for _, in := range []string{
		"", "Terraform", "packer", "terraform@", "terraform@1", "terraform@0.12", "terraform@2.0", "terraform@99", "terraform@latest",
		"terraform@1.x", "terraform@v1.5",
		"terraform@1.2.3.4", "terraform@1.-1", "terraform@1.5@2", "terraform@1.11.4-beta",
	} {
		if got, err := opentofu.ParseTarget(in); err == nil {
			t.Errorf("ParseTarget(%q) = %s, want an error", in, got)
		}
	}
}

func TestAtLeast(t *testing.T) {
	v := opentofu.Target{Product: opentofu.Terraform, Major: 1, Minor: 11}
	for _, test := range []struct {
		major, minor int
		want         bool
	}{{1, 10, true}, {1, 11, true}, {1, 12, false}, {0, 15, true}, {2, 0, false}} {
		if got := v.AtLeast(test.major, test.minor); got != test.want {
			t.Errorf("%s.AtLeast(%d, %d) = %t", v, test.major, test.minor, got)
		}
	}
}
