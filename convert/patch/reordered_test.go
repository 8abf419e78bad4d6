package patch_test

import (
	"strings"
	"testing"

	"github.com/hcljson/hcljson/convert/patch"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// A member that the edit moves and the result does not move causes one warning with its position.
func TestOrderWarning(t *testing.T) {
	const native = "locals {\n  a = 1\n  m = {\n    x = 1\n    y = 2\n  }\n  l = [{ k = 1 }, { n = 2 }]\n}\n\n" +
		"variable \"v\" {}\nvariable \"w\" {}\n"
	const json = `{"locals": {"a": 1, "m": {"x": 1, "y": 2}, "l": [{"k": 1}, {"n": 2}]}, ` +
		`"variable": {"v": {}, "w": {}}}`
	const provisioners = "resource \"a\" \"b\" {\n  n = 1\n  provisioner \"file\" {\n    content     = 1\n    destination = 1\n  }\n  provisioner \"local-exec\" {\n    command = 1\n  }\n}\n"
	for _, test := range []struct{ name, src, edited, want string }{
		{"as it is", native, json, ""},
		{"arguments", native, strings.Replace(json, `"a": 1, "m": {"x": 1, "y": 2}`, `"m": {"x": 1, "y": 2}, "a": 1`, 1),
			"a"},
		{"items", native, strings.Replace(json, `"x": 1, "y": 2`, `"y": 2, "x": 1`, 1), "x"},
		{"labels", native, strings.Replace(json, `"v": {}, "w": {}`, `"w": {}, "v": {}`, 1), "v"},
		{"labels in arrays", native, `{"variable": [{"w": [{}]}, {"v": [{}]}], "locals": [` +
			`{"a": 1, "m": {"x": 1, "y": 2}, "l": [{"k": 1}, {"n": 2}]}]}`, "v"},
		{"new members, and others", native, strings.Replace(json, `"x": 1, "y": 2`, `"n": 0, "y": 2, "x": 1`, 1), "x"},
		{"with new and deleted members", native, strings.Replace(json, `"a": 1, "m": {"x": 1`, `"b": 2, "m": {"z": 3`, 1), ""},
		{"elements, which move", native, strings.Replace(json, `{"k": 1}, {"n": 2}`, `{"n": 2}, {"k": 1}`, 1), ""},
		{"blocks whose order counts, which move", provisioners,
			`{"resource": {"a": {"b": {"n": 1, "provisioner": {"local-exec": {"command": 1}, "file": {"content": 1, "destination": 1}}}}}}`, ""},
		{"a JSON file", json, strings.Replace(json, `"x": 1, "y": 2`, `"y": 2, "x": 1`, 1), "x"},
		{"an object with an annotation", `{"//": "c", "locals": {"a": 1}}`, `{"locals": {"a": 1}, "//": "c"}`, ""},
		{"an edit in native syntax", native,
			strings.Replace(native, "    x = 1\n    y = 2\n", "    y = 2\n    x = 1\n", 1), ""},
	} {
		d := opentofu.Config(opentofu.Target{})
		src, edited := sourceOf(test.src, "src"), sourceOf(test.edited, "edited")
		edited, _, restoring := patch.Restored(edited, src, d, false)
		out, diags := patch.Steps(src, edited, d, patch.Options{})
		diags = append(restoring, diags...)
		got := ""
		for _, d := range diags {
			got = d.Summary
			if d.Subject != nil && d.Subject.Filename == "edited" {
				got = strings.Trim(test.edited[d.Subject.Start.Byte:d.Subject.End.Byte], `"`)
			}
		}
		if got != test.want || len(diags) > 1 {
			t.Errorf("%s: %q, want %q: %s\n%s", test.name, got, test.want, diags, out)
		}
	}
}
