package plansummary_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/internal/generate/jsonformat"
	"github.com/hcljson/hcljson/internal/generate/jsonformat/plansummary"
)

// TestDepth checks that values nested deeper than maxDepth are compared and not shown, on both
// sides of a change.
func TestDepth(t *testing.T) {
	const maxDepth = 50
	nested := func(n int, value string) string {
		return strings.Repeat("[", n) + value + strings.Repeat("]", n)
	}
	for _, test := range []struct {
		depth         int
		before, after string
		shown         []string
	}{
		{maxDepth - 1, "1", "2", []string{"# - 1,", "2, # +"}},
		{maxDepth, "1", "2", []string{"# - deeply_nested_value,", "deeply_nested_value, # +"}},
		{maxDepth + 1, "1", "2", []string{"# - deeply_nested_value,", "deeply_nested_value, # +"}},
		{maxDepth + 1, "1", "1", []string{"# 1 unchanged"}},
	} {
		doc, diags := jsonformat.Read(fmt.Appendf(nil, `{"format_version": "1.2", "resource_changes": [{"address": "t.a",
			"change": {"actions": ["update"], "before": {"a": %s, "b": 1}, "after": {"a": %s, "b": 2}}}]}`,
			nested(test.depth, test.before), nested(test.depth, test.after)), "plan.json")
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		text := string(plansummary.Summarize(doc))
		for _, shown := range test.shown {
			if !strings.Contains(text, shown) {
				t.Errorf("no %q at depth %d:\n%s", shown, test.depth, text)
			}
		}
		state, diags := jsonformat.Read(fmt.Appendf(nil, `{"format_version": "1.0", "values": {"outputs": {"o": {"value": %s}},
			"root_module": {"resources": [{"address": "t.a", "values": {"a": %s}}]}}}`,
			nested(test.depth, test.after), nested(test.depth-1, test.after)), "state.json")
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		if n := strings.Count(string(plansummary.Summarize(state)), "deeply_nested_value"); (n > 0) != (test.depth > maxDepth) ||
			n == 1 {
			t.Errorf("%d values of a state are not shown at depth %d", n, test.depth)
		}
		if hidden := strings.Count(text, "deeply"); hidden != strings.Count(strings.Join(test.shown, ""), "deeply") {
			t.Errorf("%d values are not shown at depth %d", hidden, test.depth)
		}
	}
}
