package provider

import (
	"testing"

	"github.com/hashicorp/go-version"
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
