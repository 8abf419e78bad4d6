package convert_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/schema"
)

func dialectOf(t testing.TB, filename string) *schema.Dialect {
	t.Helper()
	file, err := dialects.ForFile(filename, dialects.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return file.Dialect
}

// TestHugeNumbers checks that any number is converted to JSON and back without a change, or is an
// error with a position.
func TestHugeNumbers(t *testing.T) {
	const refused = "refused"
	for _, test := range []struct{ filename, value, want string }{
		{"main.tf", "1e999999999", `"${1e999999999}"`},
		{"main.tf", "-1e999999999", `"${-1e999999999}"`},
		{"main.tf", "[1e2147483646]", `["${1e2147483646}"]`},
		{"main.tf", "{ a = 1e999999999 }", `{"a":"${1e999999999}"}`},
		{"main.tf", "{ 1e999999999 = 1 }", `"${{ 1e999999999 = 1 }}"`},
		{"main.tf", "{ 1e600000000 = 1, 1e-600000000 = 2 }", `"${{ 1e600000000 = 1, 1e-600000000 = 2 }}"`},
		{"main.tf", "1e600000000", "1e600000000"},
		{"main.tf", "1e-999999999", "1e-999999999"},
		{"main.tf", "0e9999999999", "0e9999999999"},
		{"x.tfvars", "1e600000000", "1e600000000"},
		{"x.tfvars", "1e999999999", refused},
		{"x.tfvars", "-1e999999999", refused},
		{"x.tfvars", "1e999999999 + 1", refused},
		{"x.tfvars", "1e999999999 * 0", refused},
		{"x.tfvars", "1e600000000 * 1e600000000", refused},
		{"x.tfvars", "[for x in [1e999999999] : x]", refused},
		{"x.tfvars", "{ 1e999999999 = 1 }", refused},
		{"x.tfvars", "{ 1e600000000 = 1 }", refused},
		{"x.tfvars", `"a${1e600000000}"`, refused},
		{"x.tfvars", "1" + strings.Repeat(" * 1e150", 10000), refused},
		{"x.tfvars", "a" + strings.Repeat(" + a", 10000), refused},
		{"x.tfvars", "1e99 + 1", "1" + strings.Repeat("0", 98) + "1"},
	} {
		src := test.value
		name := fmt.Sprintf("%s %.30s", test.filename, src)
		if test.filename == "main.tf" {
			src = "locals {\n  v = " + src + "\n}\n"
		} else {
			src = "v = " + src + "\n"
		}
		d := dialectOf(t, test.filename)
		out, diags := convert.ToJSON([]byte(src), test.filename, d, convert.Options{})
		if test.want == refused {
			if !diags.HasErrors() || diags[0].Subject == nil || diags[0].Subject.Start.Byte < strings.Index(src, "v =") {
				t.Errorf("%s: %v gives %.80s", name, diags, out)
			}
			continue
		}
		if diags.HasErrors() {
			t.Errorf("%s: %s", name, diags)
			continue
		}
		var file struct{ V json.RawMessage }
		var locals struct{ Locals json.RawMessage }
		inner := out
		if test.filename == "main.tf" {
			if err := json.Unmarshal(out, &locals); err != nil {
				t.Errorf("%s: %s", name, err)
			}
			inner = locals.Locals
		}
		if err := json.Unmarshal(inner, &file); err != nil {
			t.Errorf("%s: %s", name, err)
		}
		if got := strings.Join(strings.Fields(string(file.V)), ""); got != strings.Join(strings.Fields(test.want), "") {
			t.Errorf("%s: %.200s, want %.200s", name, got, test.want)
		}
		if _, diags := convert.ToHCL(out, test.filename+".json", d, convert.Options{}); diags.HasErrors() {
			t.Errorf("%s: it does not come back: %s", name, diags)
		}
	}
}
