package provider

import (
	"strconv"
	"strings"
	"testing"

	"github.com/hashicorp/go-version"
	tfaddr "github.com/hashicorp/terraform-registry-address"
)

// A constraint allows a major version if it allows one of its versions.
func TestAllows(t *testing.T) {
	for text, want := range map[string][3]bool{ // of the versions 3, 4 and 5
		"4.1": {false, true, false}, "= 4.1.2": {false, true, false}, "!= 4.0.0": {true, true, true},
		"> 4.16": {false, true, true}, ">= 4": {false, true, true}, ">= 4.0.0-beta": {false, true, true},
		"< 4": {true, false, false}, "< 4.1": {true, true, false}, "<= 4.0.0": {true, true, false},
		"~> 4": {false, true, true}, "~> 4.16": {false, true, false}, "~> 4.16.2": {false, true, false},
	} {
		for _, c := range version.MustConstraints(version.NewConstraint(text)) {
			for i := range want {
				if got := allows(c, 3+i); got != want[i] {
					t.Errorf("%q allows a version of %d is %v, want %v", text, 3+i, got, want[i])
				}
			}
		}
	}
}

// Which major versions of a provider of the table a module may mean: the locked one, or
// those that all its constraints allow.
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
		accepts, got := r.accepts(test.locked), "any"
		if accepts != nil {
			var majors []string
			for major := range 7 {
				if accepts(major) {
					majors = append(majors, strconv.Itoa(major))
				}
			}
			got = strings.Join(majors, " ")
		}
		if got != test.want {
			t.Errorf("%q: %s, want %s", test.constraints, got, test.want)
		}
	}
}
