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

// TestJSONEndComments adds blocks and arguments to bodies with comments after the last item. The comments stay in the
// annotation of the body.
func TestJSONEndComments(t *testing.T) {
	const src = `{"//":{"end":"tail"},"resource":{"x_y":{"a":{` +
		`"//":{"end":"end of a","labels":{"rule":0}},"rule":[{"//":{"end":"in rule"},"p":1}]}}},"variable":{"v":{"//":"in v"}}}`
	for _, test := range []struct{ c, text, added string }{
		{"resource.x_y.a", "rule {\n  p = 2\n}", `{"p":2}`},
		{"resource.x_y.a", "n = 1", `"n":1`},
		{"resource.x_y.a.rule[0]", "q = 1", `"q":1`},
		{".", "locals {\n  a = 1\n}", `"locals":{"a":1}`},
		{"var.v", "default = 1", `"default":1`},
	} {
		m := module(t, src, "main.tf.json")
		c := address.Change{Op: address.Add, Address: parse(t, test.c), Text: []string{test.text}}
		_, diags := m.Apply(&c)
		out, more := m.Results()
		if diags.HasErrors() || more.HasErrors() {
			t.Errorf("%s: %v %v", test.c, diags, more)
			continue
		}
		got := strings.Join(strings.Fields(string(out[0])), "")
		if before := strings.Replace(got, ","+test.added, "", 1); before != strings.Join(strings.Fields(src), "") {
			t.Errorf("add %s to %s gives\n%s", test.text, test.c, out[0])
		}
	}
	m := module(t, src, "main.tf.json")
	c := address.Change{Op: address.Copy, Address: parse(t, "var.v"), To: parse(t, "w")}
	_, diags := m.Apply(&c)
	if out, _ := m.Results(); diags.HasErrors() || !strings.Contains(string(out[0]), `{"//":{"end":"tail"}`) {
		t.Errorf("%s%v", out, diags)
	}
}

// TestForeignProperties checks that a "//" property that is not an annotation stays unchanged.
func TestForeignProperties(t *testing.T) {
	for _, value := range []string{`{}`, `5`, `["x", 1]`, `[["x"], 1]`, `[{"a": 1}]`} {
		src := `{"resource": {"a_b": {"c": {"//": ` + value + `, "d": 1}}}}` + "\n"
		for _, c := range []address.Change{
			{Op: address.Set, Address: parse(t, "a_b.c.d"), Text: []string{"2"}},
			{Op: address.Remove, Address: parse(t, "a_b.c.d")},
			{Op: address.Add, Address: parse(t, "a_b.c"), Text: []string{"x {}"}},
		} {
			m := module(t, src, "main.tf.json")
			_, diags := m.Apply(&c)
			texts, more := m.Results()
			if diags = append(diags, more...); diags.HasErrors() || !strings.Contains(string(texts[0]), `"//": `+value) {
				t.Errorf("%s: %s%v", value, texts, diags)
			}
		}
	}
}
