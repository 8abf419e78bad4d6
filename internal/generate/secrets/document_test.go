package secrets_test

import (
	"regexp"
	"testing"

	"github.com/hcljson/hcljson/internal/generate/jsonformat"
	"github.com/hcljson/hcljson/internal/generate/secrets"
)

// Values in the test documents are named after their class: secret, public, or part of an output
// that is sensitive as a whole.
const (
	plan = `{"format_version": "1.2", "terraform_version": "1.14.0",
  "variables": {"v": {"value": "secret-variable"}, "e": {"value": "secret-ephemeral"}, "p": {"value": "public-variable"},
    "unknown": {"value": "public-undeclared"}},
  "planned_values": {"outputs": {
    "s": {"sensitive": true, "value": "secret-planned-output"}, "o": {"sensitive": true, "value": {"x": "whole-planned"}},
    "p": {"sensitive": false, "value": "public-planned-output"}}, "root_module": {}},
  "prior_state": {"format_version": "1.0", "values": {
    "outputs": {"s": {"sensitive": true, "value": "secret-prior-output"}, "l": {"sensitive": true, "value": ["whole-prior"]}},
    "root_module": {
      "resources": [{"address": "a.b", "mode": "managed", "type": "a", "name": "b",
        "values": {"s": "secret-prior", "p": "public-prior"}, "sensitive_values": {"s": true}}],
      "child_modules": [{"address": "module.m", "resources": [{"address": "module.m.a.b", "mode": "managed", "type": "a",
        "name": "b", "values": {"s": "secret-prior-module"}, "sensitive_values": {"s": true}}]}]}}},
  "resource_changes": [{"address": "a.b", "mode": "managed", "type": "a", "name": "b", "change": {"actions": ["update"],
    "before": {"s": "secret-before", "t": "public-before"}, "before_sensitive": {"s": true},
    "after": {"s": "public-after", "t": "secret-after"}, "after_sensitive": {"t": true}}}],
  "resource_drift": [{"address": "a.c", "mode": "managed", "type": "a", "name": "c", "change": {"actions": ["update"],
    "before": {"s": "secret-drift"}, "before_sensitive": true, "after": {"s": "public-drift"}, "after_sensitive": false}}],
  "deferred_changes": [{"reason": "x", "resource_change": {"address": "a.d", "mode": "managed", "type": "a", "name": "d",
    "change": {"actions": ["create"], "before": null, "before_sensitive": true, "after": {"s": "secret-deferred"},
      "after_sensitive": {"s": true}}}}],
  "action_invocations": [{"address": "action.a.b", "type": "a", "name": "b",
    "config_values": {"s": "secret-action", "p": "public-action"}, "config_sensitive": {"s": true}}],
  "deferred_action_invocations": [{"reason": "x", "action_invocation": {"address": "action.a.b", "type": "a", "name": "b",
    "config_values": {"s": "secret-deferred-action"}, "config_sensitive": {"s": true}}}],
  "output_changes": {
    "s": {"actions": ["update"], "before": "secret-output-before", "before_sensitive": true, "after": "secret-output-after",
      "after_sensitive": true},
    "l": {"actions": ["update"], "before": ["whole-before"], "before_sensitive": true, "after": ["whole-after"],
      "after_sensitive": true},
    "m": {"actions": ["create"], "before": null, "before_sensitive": false, "after": {"a": "whole-part", "b": "public-part"},
      "after_sensitive": {"a": true}},
    "p": {"actions": ["create"], "before": null, "before_sensitive": false, "after": "public-output",
      "after_sensitive": false}},
  "configuration": {"root_module": {"variables": {"v": {"default": "secret-default", "sensitive": true},
    "e": {"default": "secret-ephemeral-default", "ephemeral": true}, "p": {"default": "public-default"}}}}}`
	state = `{"format_version": "1.0", "terraform_version": "1.14.0", "values": {
  "outputs": {"s": {"sensitive": true, "value": "secret-output"}, "p": {"sensitive": false, "value": "public-output"},
    "o": {"sensitive": true, "value": {"x": "whole-output"}}},
  "root_module": {"resources": [{"address": "a.b", "mode": "managed", "type": "a", "name": "b", "values": {
      "list": ["public-first", "secret-second"], "longer": ["secret-longer", "secret-longest"],
      "map": {"k": "secret-key", "l": "public-key"}, "form": {"k": "secret-form"}, "number": 1, "bool": true,
      "twice": "secret-twice", "twice": "secret-again", "marked": "secret-marked", "none": "public-none"},
    "sensitive_values": {"list": [false, true], "longer": [true], "map": {"k": true}, "form": [true], "number": true, "bool": true,
      "twice": true, "marked": true, "marked": false, "absent": true}}]}}}`
)

func TestAddDocument(t *testing.T) {
	const empty = `{"format_version": "1.0", "terraform_version": "1"}`
	for name, src := range map[string]string{"plan": plan, "state": state, "empty": empty} {
		doc, diags := jsonformat.Read([]byte(src), name)
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		for _, whole := range []bool{false, true} {
			var s secrets.Set
			s.AddDocument(doc, whole)
			for _, found := range regexp.MustCompile(`"((secret|whole|public)-[a-z-]*)"`).FindAllStringSubmatch(src, -1) {
				want := found[2] == "secret" || found[2] == "whole" && whole
				if got := s.Matches(found[1]); got != want {
					t.Errorf("%s: %s is sensitive: %t, with whole outputs: %t", name, found[1], got, whole)
				}
			}
		}
	}
}
