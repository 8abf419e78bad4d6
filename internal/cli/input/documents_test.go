package input

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

// TestDocumentKinds checks that each distinguishing member identifies the kind of a document, and
// only together with the required members.
func TestDocumentKinds(t *testing.T) {
	for text, want := range map[string]string{
		`{"format_version": "1", "provider_schemas": {}}`:                          "the output of \"providers schema -json\"",
		`{"format_version": "1", "planned_values": {}}`:                            "a plan",
		`{"format_version": "1", "resource_changes": []}`:                          "a plan",
		`{"format_version": "1", "prior_state": {}}`:                               "a plan",
		`{"format_version": "1", "values": {}}`:                                    "a state",
		`{"format_version": "1", "terraform_version": "1"}`:                        "a state",
		`{"format_version": "1"}`:                                                  "",
		`{"values": {}, "terraform_version": "1"}`:                                 "",
		`{"terraform_version": "1", "lineage": "x", "serial": 1}`:                  "a state file in the format of the product",
		`{"terraform_version": "1", "lineage": "x"}`:                               "",
		`{"terraform_version": "1", "serial": 1}`:                                  "",
		`{"lineage": "x", "serial": 1}`:                                            "",
		`{"stacks": {"p": {"synthesizedStackPath": "stacks/p/cdk.tf.json"}}}`:      "a manifest of CDK for Terraform",
		`{"stacks": {"p": {}}}`:                                                    "",
		`{"p": {"stacks": {"synthesizedStackPath": "stacks/p/cdk.tf.json"}}}`:      "",
		`{"resource": {}, "values": {"format_version": "1", "planned_values": 1}}`: "",
	} {
		got := ""
		if d := DocumentOf([]byte(text)); d != nil {
			got = d.Is
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}

// TestMemberNames checks that the members of truncated and invalid documents are read.
func TestMemberNames(t *testing.T) {
	for text, want := range map[string]string{
		`{"a": {"x": 1}, "b": [2]}`:      "a b",
		`{"a": 1, "b": {"x" 1, "y": 2}}`: "a b",
		`{"a": 1, "b": {"x": 1`:          "a b",
		`{"a": 1, 2: {"x": 1}, "b": 1}`:  "a b",
		`{"a": 1, "b`:                    "a b",
		`["a"]`:                          "",
		``:                               "",
	} {
		if got := strings.Join(slices.Sorted(maps.Keys(MemberNames([]byte(text)))), " "); got != want {
			t.Errorf("%s: %s", text, got)
		}
	}
}
