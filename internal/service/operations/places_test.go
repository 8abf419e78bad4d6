package operations_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/internal/service"
	"github.com/hcljson/hcljson/internal/service/operations"
)

// The ranges in the tree match the texts of the nodes.
func TestExpressionRanges(t *testing.T) {
	for text, want := range map[string]string{
		`f(a, b...)`:                `argsRanges=["a" "b"] closeParenRange=")" nameRange="f" openParenRange="("`,
		`ns::f()`:                   `argsRanges=[] closeParenRange=")" nameRange="ns::f" openParenRange="("`,
		`!a`:                        `symbolRange="!"`,
		`a[*].b`:                    `markerRange="[*]"`,
		`a.*.b`:                     `markerRange=".*"`,
		`[for k, v in a : v]`:       `closeRange="]" closeRangeValue openRange="[" openRangeValue`,
		`{ for k, v in a : v => 1}`: `closeRange="}" closeRangeValue openRange="{" openRangeValue`,
		`a.b["c"][0]`: `traversal=[nameTraversal a "a" nameTraversal b ".b" ` +
			`indexTraversal "c" "[\"c\"]" indexTraversal 0 "[0]"]`,
		`a().b[1]`: `traversal=[nameTraversal b ".b" indexTraversal 1 "[1]"]`,
	} {
		resp := operations.Service().Do(&service.Request{Operation: service.Expression, Text: text})
		var node struct{ Meta map[string]any }
		if resp.Text == nil || json.Unmarshal([]byte(*resp.Text), &node) != nil {
			t.Errorf("%s: %v", text, resp.Diagnostics)
			continue
		}
		at := func(place any) string {
			offset := func(name string) int {
				return int(place.(map[string]any)[name].(map[string]any)["byte"].(float64))
			}
			return fmt.Sprintf("%q", text[offset("start"):offset("end")])
		}
		var got []string
		for _, name := range slices.Sorted(maps.Keys(node.Meta)) {
			switch value := node.Meta[name].(type) {
			case map[string]any:
				if strings.HasSuffix(name, "Range") {
					got = append(got, name+"="+at(value))
				}
			case []any:
				parts := []string{}
				for _, part := range value {
					if step := part.(map[string]any); name == "traversal" {
						parts = append(parts, fmt.Sprint(step["type"], " ", step["segment"], " ", at(step["range"])))
					} else {
						parts = append(parts, at(part))
					}
				}
				got = append(got, name+"="+fmt.Sprint(parts))
			case string:
				if place, ok := strings.CutSuffix(name, "Value"); ok && node.Meta[place] != nil {
					got = append(got, name)
					if at(node.Meta[place]) != fmt.Sprintf("%q", value) {
						t.Errorf("%s: %s is %q", text, name, value)
					}
				}
			}
		}
		if got := strings.Join(got, " "); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", text, got, want)
		}
	}
}
