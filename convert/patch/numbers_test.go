package patch_test

import (
	"strings"
	"testing"

	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/convert/patch"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// A program with 64-bit numbers deletes an element before a long number, or sorts members.
func TestApplyRoundedNumbers(t *testing.T) {
	for _, test := range []struct{ src, given, edited, want, diags string }{
		{"locals {\n  a = [11111111111111111111, 22222222222222222222]\n}\n", `{"locals":{"a":[11111111111111111111,22222222222222222222]}}`,
			`{"locals":{"a":[22222222222222220000]}}`, "locals {\n  a = [22222222222222222222]\n}\n", "Rounded numbers"},
		{"locals {\n  a = [12345678901234567890, 12345678901234567990]\n}\n", `{"locals":{"a":[12345678901234567890,12345678901234567990]}}`,
			`{"locals":{"a":[12345678901234567000]}}`, "", "Rounded number"},
		{`{"locals": {"z": 1, "n": 12345678901234567890}}`, "", `{"locals":{"n":12345678901234567000,"z":2}}`,
			`{"locals": {"z": 2, "n": 12345678901234567890}}`, "Rounded numbers"},
		{`{"resource":{"null_resource":{"z":{"provisioner":{"remote-exec":{"inline":[]},"local-exec":{"command":"x"}},"n":12345678901234567890}}}}`, "",
			`{"resource":{"null_resource":{"z":{"n":12345678901234567000,"provisioner":{"local-exec":{"command":"x"},"remote-exec":{"inline":[]}}}}}}`,
			`{"resource":{"null_resource":{"z":{"provisioner":{"remote-exec":{"inline":[]},"local-exec":{"command":"x"}},"n":12345678901234567890}}}}`,
			"Rounded numbers, Sorted members"},
	} {
		e := patch.Edit{
			Source:  equivalent.Source{Bytes: []byte(test.src), Filename: "src", JSON: strings.HasPrefix(test.src, "{")},
			Edited:  equivalent.Source{Bytes: []byte(test.edited), Filename: "edited", JSON: true},
			Dialect: opentofu.Config(opentofu.Target{}),
		}
		if test.given != "" {
			e.Given = &equivalent.Source{Bytes: []byte(test.given), JSON: true}
		}
		result, diags := patch.Apply(e)
		if string(result.Bytes) != test.want || summaries(diags) != test.diags {
			t.Errorf("%s by %s: %s\n%s, want %s\n%s", test.src, test.edited, summaries(diags), result.Bytes, test.diags, test.want)
		}
	}
}
