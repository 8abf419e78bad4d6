package patch

import (
	"strings"
	"testing"

	"github.com/hcljson/hcljson/schema/opentofu"
)

// TestRepeatedKeys checks that an edit of two items with one key is refused: JSON contains only one
// of them, so the edit would delete the other.
func TestRepeatedKeys(t *testing.T) {
	const src = "a = {\n  # first\n  x = { n = 1 }\n  x = { n = 2 } # second\n}\nl = [{ k = 1, k = 2 }]\n"
	for json, key := range map[string]string{
		`{"a": {"x": {"n": 2}}, "l": [{"k": 2}]}`:         "",
		`{"a": {"x": {"n": 2}}, "l": [{"k": 2}], "b": 1}`: "",
		`{"l": [{"k": 2}]}`:                               "",
		`{"a": 1, "l": [{"k": 2}]}`:                       "",
		`{"a": {"x": {"n": 3}}, "l": [{"k": 2}]}`:         "key x here and on line 3",
		`{"a": {"x": {"n": 2}, "y": 1}, "l": [{"k": 2}]}`: "key x here and on line 3",
		`{"a": {"x": {"n": 2}}, "l": [{"k": 3}]}`:         "key k here and on line 6",
		`{"a": {"x": {"n": 2}}, "l": [{"q": 3, "k": 4}]}`: "key k here and on line 6",
	} {
		out, diags := Native([]byte(src), "x.tfvars", []byte(json), "json", opentofu.Variables(opentofu.Target{}), Options{})
		if key == "" && (diags.HasErrors() || !strings.Contains(string(out), "k = 1, k = 2")) {
			t.Errorf("%s: %s\n%s", json, diags, out)
		} else if key != "" && (out != nil || len(diags) != 1 || !strings.Contains(diags[0].Detail, key)) {
			t.Errorf("%s: %s\n%s", json, diags, out)
		}
	}
}
