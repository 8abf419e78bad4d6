package equivalent_test

import (
	"testing"

	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// An expression that the product refuses is never equal in silence to an accepted one, in both orders. Strict makes it a
// difference, also if both sides contain it.
func TestStrictExpressions(t *testing.T) {
	dialect := opentofu.Config(opentofu.Target{})
	for refused, accepted := range map[string]string{
		"variable \"a\" {\n  type = (string)\n}\n":               "variable \"a\" {\n  type = string\n}\n",
		"variable \"a\" {\n  type = (list(string))\n}\n":         "variable \"a\" {\n  type = list(string)\n}\n",
		"resource \"x_y\" \"a\" {\n  provider = (x.b)\n}\n":      "resource \"x_y\" \"a\" {\n  provider = x.b\n}\n",
		"removed {\n  from = (x_y.a)\n}\n":                       "removed {\n  from = x_y.a\n}\n",
		"moved {\n  from = (x_y.a)\n  to = (x_y.b)\n}\n":         "moved {\n  from = x_y.a\n  to = x_y.b\n}\n",
		"output \"o\" {\n  value = 1\n  depends_on = [(x)]\n}\n": "output \"o\" {\n  value = 1\n  depends_on = [x]\n}\n",
	} {
		for _, pair := range [][2]string{{refused, accepted}, {accepted, refused}, {refused, refused}, {accepted, accepted}} {
			a := equivalent.Source{Bytes: []byte(pair[0]), Filename: "a.tf"}
			b := equivalent.Source{Bytes: []byte(pair[1]), Filename: "b.tf"}
			isValid := pair[0] == accepted && pair[1] == accepted
			loose := equivalent.Compare(a, b, dialect, equivalent.Options{Rules: equivalent.BothAsWritten})
			strict := equivalent.Compare(a, b, dialect, equivalent.Options{Rules: equivalent.Strict})
			if len(loose.Messages()) == 0 != isValid || strict.Equal() != isValid {
				t.Errorf("%q: %v, strict %v", pair, loose.Messages(), strict.Messages())
			}
		}
	}
}
