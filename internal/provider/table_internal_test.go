package provider

import (
	"strings"
	"testing"

	"github.com/hashicorp/go-version"
	tfaddr "github.com/hashicorp/terraform-registry-address"

	"github.com/hcljson/hcljson/internal/provider/builtin"
)

// A constraint allows a version of the table if it allows a version that this version represents.
func TestAllows(t *testing.T) {
	for text, want := range map[string][3]bool{ // of the versions 3, 4 and 5
		"4.1": {false, true, false}, "= 4.1.2": {false, true, false}, "!= 4.0.0": {true, true, true},
		"> 4.16": {false, true, true}, ">= 4": {false, true, true}, ">= 4.0.0-beta": {false, true, true},
		"< 4": {true, false, false}, "< 4.1": {true, true, false}, "<= 4.0.0": {true, true, false},
		"~> 4": {false, true, true}, "~> 4.16": {false, true, false}, "~> 4.16.2": {false, true, false},
	} {
		checkAllows(t, text, []string{"3.2.0", "4.1.0", "5.9.9"}, want[:])
	}
	for text, want := range map[string][3]bool{
		"0.7.6": {true, false, false}, "~> 0.7.1": {true, false, false}, "~> 0.8.1": {true, false, false},
		"< 0.9": {true, false, false}, "0.8.20": {true, false, false}, "0.9.0": {false, true, false},
		"~> 0.9.1": {false, true, false}, ">= 0.9.8": {false, true, true}, "0.12.0-rc1": {false, true, false},
		"~> 0.6": {true, true, false}, "~> 1.0": {false, false, true}, "!= 0.8.3": {true, true, true},
	} {
		checkAllows(t, text, []string{"0.8.3", "0.9.7", "1.2.0"}, want[:])
	}
}

func checkAllows(t *testing.T, text string, table []string, want []bool) {
	t.Helper()
	for _, c := range version.MustConstraints(version.NewConstraint(text)) {
		for i, known := range table {
			if got := allowsSpan(c, spansOf(table)[known]); got != want[i] {
				t.Errorf("%q allows the versions of %s: %v, want %v", text, known, got, want[i])
			}
		}
	}
}

// A module accepts the locked version of a provider, or the versions that all its constraints allow.
func TestAccepts(t *testing.T) {
	address, err := ParseAddress("hashicorp/aws", false)
	if err != nil {
		t.Fatal(err)
	}
	lock := func(text string) func(tfaddr.Provider) *version.Version {
		return func(asked tfaddr.Provider) *version.Version {
			if asked != address || text == "" {
				return nil
			}
			return version.Must(version.NewVersion(text))
		}
	}
	for _, test := range []struct {
		constraints string
		locked      func(tfaddr.Provider) *version.Version
		want        string
	}{
		{"", nil, "any"}, {"", lock(""), "any"}, {"", lock("4.3.0"), "4"}, {">= 5", lock("4.3.0"), "4"},
		{">= 4, < 6", nil, "4 5"}, {">= 4, < 6", lock(""), "4 5"}, {"~> 5.1", nil, "5"}, {">= 4, != 5.0.0", nil, "4 5 6"},
		{"> 99", nil, ""},
	} {
		r := Requirement{Address: address}
		if test.constraints != "" {
			r.Constraints = version.MustConstraints(version.NewConstraint(test.constraints))
		}
		accepts, got := r.acceptedVersions(test.locked), "any"
		if accepts != nil {
			var majors []string
			for _, known := range builtin.Versions("hashicorp/aws") {
				if major, _, _ := strings.Cut(known, "."); accepts(known) {
					majors = append(majors, major)
				}
			}
			got = strings.Join(majors, " ")
		}
		if got != test.want {
			t.Errorf("%q: %s, want %s", test.constraints, got, test.want)
		}
	}
}
