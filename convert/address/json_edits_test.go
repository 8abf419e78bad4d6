package address_test

import (
	"strings"
	"testing"

	"github.com/hcljson/hcljson/convert/address"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/internal/language/dialects"
)

// TestJSONEdits compares edits of HCL-JSON with the expected text, without spaces.
func TestJSONEdits(t *testing.T) {
	add := func(at, text string) *address.Change {
		return &address.Change{Op: address.Add, Address: parse(t, at), Text: []string{text}}
	}
	set := func(at, text string) *address.Change {
		return &address.Change{Address: parse(t, at), Text: []string{text}}
	}
	rm := func(at string) *address.Change { return &address.Change{Op: address.Remove, Address: parse(t, at)} }
	mv := func(at, to string) *address.Change {
		return &address.Change{Op: address.Move, Address: parse(t, at), To: parse(t, to), NoMoved: true}
	}
	for _, test := range []struct {
		name, src string
		c         *address.Change
		want      string
	}{
		{
			"element of an argument without all members",
			`{"resource":{"aws_security_group":{"a":{"ingress":[{"from_port":1},{"to_port":2}]}}}}`,
			set("aws_security_group.a.ingress[0].from_port", "3"),
			`{"resource":{"aws_security_group":{"a":{"ingress":[{"from_port":3},{"to_port":2}]}}}}`,
		},
		{
			"list in a template with strip markers", `{"locals":{"a":"${~ [1, 2] ~}"}}`, set("local.a[0]", "5"), `{"locals":{"a":"${~ [5, 2] ~}"}}`,
		},
		{
			"list in a template on lines of its own", `{"locals":{"a":"${\n [1, 2]\n}"}}`, set("local.a[0]", "5"), `{"locals":{"a":"${\n [5, 2]\n}"}}`,
		},
		{
			"new member that was null", `{"resource":{"aws_security_group":{"a":{"ingress":[{"from_port":1,"self":null}]}}}}`,
			add("aws_security_group.a.ingress[0]", "self = true"),
			`{"resource":{"aws_security_group":{"a":{"ingress":[{"from_port":1,"self":true}]}}}}`,
		},
		{
			"comment in a file without comments", `{"locals":{"a":1}}`, add("locals", "# why\nb = 2"),
			`{"locals":{"//":{"at":{"b":{"above":"why"}}},"a":1,"b":2}}`,
		},
		{
			"block with a comment in a file without comments", `{"variable":{"a":{}}}`, add(".", "# why\nvariable \"b\" {}"),
			`{"variable":{"a":{},"b":{"//":{"above":"why"}}}}`,
		},
		{
			"comment next to a string", `{"locals":{"//":"text","a":1}}`, add("locals", "# why\nb = 2"),
			`{"locals":{"//":{"inside":"text","at":{"b":{"above":"why"}}},"a":1,"b":2}}`,
		},
		{
			"group above a removed block",
			`{"variable":{"a":{},"b":{"//":{"above":"banner\n\nof b"}},"c":{"//":{"above":"of c"}}}}`, rm("var.b"),
			`{"variable":{"a":{},"c":{"//":{"above":"banner\n\nof c"}}}}`,
		},
		{
			"group above the last block", `{"variable":{"a":{},"b":{"//":{"above":"banner\n\nof b"}}}}`, rm("var.b"),
			`{"//":{"end":"\nbanner"},"variable":{"a":{}}}`,
		},
		{
			"group above the first block", `{"variable":{"a":{"//":{"above":"banner\n\nof a"}},"b":{}}}`, rm("var.a"),
			`{"//":"banner","variable":{"b":{}}}`,
		},
		{
			"order of provisioners",
			`{"resource":{"x_y":{"a":{"provisioner":{"local-exec":{"command":"1"},"file":{"source":"2","destination":"d"}}}}}}`,
			add("x_y.a", "provisioner \"local-exec\" {\n  command = \"3\"\n}"),
			`{"resource":{"x_y":{"a":{"provisioner":[{"local-exec":{"command":"1"}},` +
				`{"file":{"source":"2","destination":"d"}},{"local-exec":{"command":"3"}}]}}}}`,
		},
		{
			"spaces in a string", `{"locals":{"a":"${ f(x) }"}}`, set("local.a", "f(y)"), `{"locals":{"a":"${ f(y) }"}}`,
		},
		{
			"element in a string", `{"locals":{"a":"${[1,  2] }"}}`, set("local.a[0]", "3"), `{"locals":{"a":"${[3,  2] }"}}`,
		},
		{
			"stale hint", `{"resource":{"x_y":{"a":{"//":{"attributes":["n","m"]},"n":[{"a":1}],"m":[{"a":1}]}}}}`, rm("x_y.a.n"),
			`{"resource":{"x_y":{"a":{"//":{"attributes":["m"]},"m":[{"a":1}]}}}}`,
		},
		{
			"comment of a removed element",
			`{"locals":{"//":{"at":{"l":{"elements":"0-yhtSkN"},"l[0]":{"above":"a"},"l[1]":{"above":"b"}}},"l":["x","y"]}}`,
			rm("local.l[0]"), `{"locals":{"//":{"at":{"l":{"elements":"tSkN"},"l[0]":{"above":"b"}}},"l":["y"]}}`,
		},
		{
			"labels of a block in a merged body", `{"resource":{"x_y":{"c":[[{"limit":{"a":1}},{"limit":[{"a":2}]}]]}}}`,
			add("x_y.c.limit[1]", "fresh \"k\" {\n  a = 1\n}"),
			`{"resource":{"x_y":{"c":[[{"limit":{"a":1}},{"limit":[{"//":{"labels":{"fresh":1}},"a":2,"fresh":[{"k":{"a":1}}]}]}]]}}}`,
		},
		{
			"comment in the annotation of the parent body that stays", `{"//":{"at":{"locals.k":{"above":"c"}}},"locals":{"k":1,"l":2}}`,
			set("local.k", "2"), `{"//":{"at":{"locals.k":{"above":"c"}}},"locals":{"k":2,"l":2}}`,
		},
		{
			"removed argument with a comment in the annotation of the parent body",
			`{"//":{"at":{"locals.k":{"above":"c"}}},"locals":{"k":1,"l":2}}`, rm("local.k"), `{"locals":{"l":2}}`,
		},
		{
			"removed block with a comment in the annotation of the parent body",
			`{"resource":{"x_y":{"a":{"//":{"at":{"rule.p":{"above":"c"},"t":{"above":"d"}}},"rule":[{"p":1}],"t":1}}}}`,
			rm("x_y.a.rule"), `{"resource":{"x_y":{"a":{"//":{"at":{"t":{"above":"d"}}},"t":1}}}}`,
		},
		{
			"renamed argument with a comment in the annotation of the parent body",
			`{"//":{"at":{"locals.k":{"above":"c"}}},"locals":{"k":1,"l":2}}`, mv("local.k", "local.n"),
			`{"locals":{"//":{"at":{"n":{"above":"c"}}},"n":1,"l":2}}`,
		},
		{
			"all comments in the annotation of the parent body",
			`{"//":{"at":{"locals[0].k":{"above":"c"},"locals[1].m[0]":{"above":"d"},"variable":{"above":"e"}}},` +
				`"variable":{"v":{}},"locals":[{"k":1,"l":2},{"m":["x"]}]}`, rm("local.k"),
			`{"//":{"at":{"variable":{"above":"e"}}},"variable":{"v":{}},` +
				`"locals":[{"l":2},{"//":{"at":{"m[0]":{"above":"d"}}},"m":["x"]}]}`,
		},
	} {
		m := module(t, test.src, "main.tf.json")
		_, diags := m.Apply(test.c)
		out, more := m.Results()
		if diags.HasErrors() || more.HasErrors() {
			t.Errorf("%s: %v %v", test.name, diags, more)
			continue
		}
		fields := func(text string) string { return strings.Join(strings.Fields(text), " ") }
		if fields(string(out[0])) != fields(test.want) {
			t.Errorf("%s: got\n%s\nwant\n%s", test.name, out[0], test.want)
		}
	}
}

// TestParenthesizedObject changes an object in parentheses, which in a body of Nomad's config is no list of objects.
func TestParenthesizedObject(t *testing.T) {
	const src = `{"job":{"x":{"group":{"g":{"task":{"t":{"config":{"a":"${({ a = 1 })}"}}}}}}}}`
	described, _ := dialects.ForFile("x.nomad.json", dialects.Options{})
	for _, test := range []struct {
		c    address.Change
		want string
	}{
		{address.Change{Op: address.Add, Address: parse(t, "**.config.a"), Text: []string{"b = 2"}}, `"${({ a = 1, b = 2 })}"`},
		{address.Change{Address: parse(t, "**.config.a.a"), Text: []string{"2"}}, `"${({ a = 2 })}"`},
		{address.Change{Address: parse(t, "**.config.a"), Text: []string{"({ b = 2 })"}}, `{"b":2}`},
	} {
		m := read(t, described.Dialect, equivalent.Source{Bytes: []byte(src), Filename: "x.nomad.json", JSON: true})
		_, diags := m.Apply(&test.c)
		out, more := m.Results()
		if diags = append(diags, more...); diags.HasErrors() {
			t.Fatal(diags)
		}
		if want := strings.Replace(src, `"${({ a = 1 })}"`, test.want, 1); string(out[0]) != want {
			t.Errorf("got %s, want %s", out[0], want)
		}
	}
}

// TestSameMember checks that renamed and added blocks with the same names stay in one member: other programs read only
// the last of several members with one name.
func TestSameMember(t *testing.T) {
	for _, test := range [][3]string{
		{"rename", `{"provider":{"aws":[{"region":"a"},{"alias":"w"}],"google":{"project":"p"}},"terraform":{"required_providers":{"aws":{"source":"hashicorp/aws"}}}}`,
			`{"provider":{"amz":[{"region":"a"},{"alias":"w"}],"google":{"project":"p"}},"terraform":{"required_providers":{"amz":{"source":"hashicorp/aws"}}}}`},
		{"add", `{"provider":{"y":{"b":1}}}`, `{"provider":{"y":{"b":1},"x":[{"a":1},{"alias":"b"}]}}`},
	} {
		m := module(t, test[1], "main.tf.json")
		c := &address.Change{Op: address.Move, Address: parse(t, "terraform.required_providers.aws"), To: parse(t, "terraform.required_providers.amz")}
		if test[0] == "add" {
			c = &address.Change{Op: address.Add, Address: parse(t, "."), Text: []string{"provider \"x\" {\n  a = 1\n}\n\nprovider \"x\" {\n  alias = \"b\"\n}"}}
		}
		if _, diags := m.Apply(c); diags.HasErrors() {
			t.Fatal(diags)
		}
		texts, diags := m.Results()
		if diags.HasErrors() || strings.ReplaceAll(string(texts[0]), " ", "") != test[2] {
			t.Errorf("%s: %s %v", test[0], texts, diags)
		}
	}
}
