package address_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/convert/address"
	"github.com/hcljson/hcljson/internal/testing/golden"
)

// TestManyRenames checks that the time of many renames in one module is linear in their number, for each kind of name.
func TestManyRenames(t *testing.T) {
	many := func(n int, text string) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(strings.ReplaceAll(text, "N", strconv.Itoa(i)))
		}
		return b.String()
	}
	for _, test := range []struct{ script, start, text, end string }{
		{"mv local.pN local.rN\n", "locals {\n", "  pN = N\n  q_N = local.pN\n", "}\n"},
		{"mv aws_x.rN aws_y.rN\n", "", "resource \"aws_x\" \"rN\" {\n}\noutput \"oN\" {\n  value = aws_x.rN.id\n}\n", ""},
		{"mv 'aws_x.rN[\"a\"]' 'aws_x.rN[\"b\"]'\n", "",
			"resource \"aws_x\" \"rN\" {\n  for_each = toset([\"a\"])\n}\noutput \"oN\" {\n  value = aws_x.rN[\"a\"].id\n}\n", ""},
		{"mv provider.aws.aN provider.aws.bN\n", "",
			"provider \"aws\" {\n  alias = \"aN\"\n}\nresource \"aws_x\" \"rN\" {\n  provider = aws.aN\n}\n", ""},
		{"mv terraform.required_providers.pN qN\n", "terraform {\n  required_providers {\n", "    pN = { source = \"a/pN\" }\n", "  }\n}\n"},
		{"mv local.m.kN local.m.lN\n", "locals {\n  m = {\n", "    kN = N\n", "  }\n}\noutput \"o\" {\n  value = local.m.k1\n}\n"},
	} {
		golden.CheckLinear(t, 500, func(n int) func() {
			m := module(t, test.start+many(n, test.text)+test.end, "main.tf")
			changes, err := address.ParseScript(many(n, test.script))
			if err != nil {
				t.Fatal(err)
			}
			return func() {
				for i := range changes {
					if n, diags := m.Apply(&changes[i]); n != 1 || diags.HasErrors() {
						t.Fatal(test.script, n, diags)
					}
				}
				if _, diags := m.Results(); diags.HasErrors() {
					t.Fatal(diags)
				}
			}
		})
	}
}
