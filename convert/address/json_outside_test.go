package address_test

import (
	"strings"
	"testing"

	"github.com/hcljson/hcljson/convert/address"
)

// TestJSONOutsideAddress keeps data that native syntax cannot express, wherever the address is.
func TestJSONOutsideAddress(t *testing.T) {
	for _, kept := range []string{
		`"x_y":{"a":{"r":[{"v":null,"w":1}]}}`, `"x_y":{"a":{"r":[{"w":1, "v":null},{"s":{"v":null}}]}}`,
		`"aws_security_group":{"a":{"ingress":[{"from_port":1}]}}`, `"terraform_data":{"a":{"nope":null}}`,
	} {
		src := `{"resource":{` + kept + `},"locals":{"a":1, "s": "${ 1+2 }", "t": "${local.a}"}}`
		for _, test := range []struct {
			c   address.Change
			new string
		}{
			{address.Change{Address: parse(t, "local.a"), Text: []string{"2"}}, `"a":2, "s": "${ 1+2 }", "t": "${local.a}"`},
			{address.Change{Op: address.Remove, Address: parse(t, "local.s")}, `"a":1, "t": "${local.a}"`},
			{address.Change{Op: address.Move, Address: parse(t, "local.a"), To: parse(t, "local.b")},
				`"b":1, "s": "${ 1+2 }", "t": "${local.b}"`},
			{address.Change{Op: address.Add, Address: parse(t, "locals"), Text: []string{"n = 1"}},
				`"a":1, "s": "${ 1+2 }", "t": "${local.a}", "n":1`},
		} {
			m := module(t, src, "main.tf.json")
			_, diags := m.Apply(&test.c)
			out, more := m.Results()
			if diags.HasErrors() || more.HasErrors() {
				t.Errorf("%s: %v %v", kept, diags, more)
				continue
			}
			want := src[:strings.Index(src, `"a":1, "s"`)] + test.new + "}}"
			if string(out[0]) != want {
				t.Errorf("got\n%s\nwant\n%s", out[0], want)
			}
		}
	}
}
