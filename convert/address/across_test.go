package address_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/convert/address"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/schema/opentofu"
)

func TestMoveAcross(t *testing.T) {
	const text = `# object
resource "aws_s3_bucket_object" "x" { # kept
  bucket = "b"
  depends_on = [aws_s3_bucket_object.other, aws_s3_bucket_object.y["k"]]
}

resource "aws_s3_bucket_object" "y" {
  for_each = toset(["k"])
  key      = aws_s3_bucket_object.x.key # x
  tags = {
    id    = "${aws_s3_bucket_object.x.id}-aws_s3_bucket_object.x"
    all   = [for o in aws_s3_bucket_object.y : o.id if resource.aws_s3_bucket_object.x.id != ""]
    index = aws_s3_bucket_object["x"].id
    local = local.aws_s3_bucket_object.x
  }
}

data "aws_s3_bucket_object" "x" {
  depends_on = [aws_s3_bucket_object.x]
}

module "m" {
  source = "./m"
  id     = data.aws_s3_bucket_object.x.id
}

resource "aws_used" "a" {
  id = aws_taken.x.id
}

moved {
  from = aws_s3_bucket_object.old
  to   = aws_s3_bucket_object.x
}
`
	var got strings.Builder
	for _, test := range [][2]string{
		{"aws_s3_bucket_object.x", "aws_s3_object.x"}, {"resource.aws_s3_bucket_object.x", "resource.aws_s3_object.z"},
		{"aws_s3_bucket_object.y", "aws_s3_object.y"}, {"aws_s3_bucket_object.x", "aws_used.a"}, {"aws_s3_bucket_object.x", "aws_taken.x"},
		{"aws_s3_bucket_object.x", "aws_s3_object.1"}, {"aws_s3_bucket_object.x", "aws_s3_object.x.y"}, {"aws_s3_bucket_object.nosuch", "aws_s3_object.x"},
		{"data.aws_s3_bucket_object.x", "data.aws_s3_object.x"}, {"aws_s3_bucket_object.*", "aws_s3_object.x"},
		{"aws_s3_bucket_object.x", "module.m.aws_s3_object.x"}, {"module.m.aws_a.x", "aws_b.y"}, {"module.m.aws_a.x", "module.m.aws_b.x"},
		{"aws_s3_bucket_object.x", "module.nosuch.aws_s3_object.x"},
	} {
		c := &address.Change{Op: address.Move, Address: parse(t, test[0]), To: parse(t, test[1])}
		fmt.Fprintf(&got, "# mv %s %s\n%s\n", test[0], test[1], inBoth(t, text, c))
	}
	compare(t, "across.txt", got.String())

	// The other files of a module follow.
	other := equivalent.Source{Bytes: []byte("output \"o\" {\n  value = aws_s3_bucket_object.x[*].id # all\n}\n"), Filename: "other.tf"}
	for _, form := range bothForms(t, text) {
		m := read(t, opentofu.Config(opentofu.Target{}), other, form)
		n, diags := m.Apply(&address.Change{Op: address.Move, Address: parse(t, "aws_s3_bucket_object.x"), To: parse(t, "aws_s3_object.x"), NoMoved: true})
		if n != 1 || diags.HasErrors() {
			t.Fatal(n, diags)
		}
		out, diags := m.Results()
		if want := strings.Replace(string(other.Bytes), "bucket_object", "object", 1); diags.HasErrors() || string(out[0]) != want ||
			!m.Defines(form.Filename) || m.Defines("other.tf") {
			t.Errorf("%s %s", out[0], diags)
		}
	}
}

// TestMoveHeaders gives blocks of a generic language other types and labels.
func TestMoveHeaders(t *testing.T) {
	const text = `# of b1
b1 "l1" { # open
  n {
    a = 1
  } # after
  m "x" {}
}
b1 "l2" "l3" {}

b2 {
  a = 2
}

b3 x {}
`
	var got strings.Builder
	for _, test := range [][2]string{
		{"b1.l1", "b2.l1"}, {"b1.l1", "b4"}, {"b1.l1", "b1.x.y"}, {"b1.l2.l3", "b1.x.l3"}, {"b2", "b4"}, {"b2", `b4."l.1"`}, {"b3.x", "b4.y"},
		{"b1.l1.n", "b1.l1.o"}, {"b1.l1.m.x", "b1.l1.n.x"}, {"b1.l1.n.a", "b1.l1.n.b"}, {"b1.*", "b2.x"}, {"b1.*[0]", "b2.x"},
		{"b1.l1.n", "b1.other.n"}, {"b1.l1.n", "b2"}, {"b1.l1", "b2"}, {"b1.l1", `"1".x`}, {"b1", "b4"}, {"b1.l1.n.a", "b1.l1.n.a.b"}, {"b5.x", "b6.x"},
	} {
		c := &address.Change{Op: address.Move, Address: parse(t, test[0]), To: parse(t, test[1])}
		fmt.Fprintf(&got, "# mv %s %s\n", test[0], test[1])
		for _, form := range formsOf(t, text, dialects.Generic(), "main.hcl") {
			got.WriteString(change(read(t, dialects.Generic(), form), string(form.Bytes), c))
		}
		got.WriteByte('\n')
	}
	compare(t, "headers.txt", got.String())
}

// TestFollowInOrder renames an output in HCL-JSON whose items have another order than its properties.
func TestFollowInOrder(t *testing.T) {
	const text = `{
  "//": {"order": ["locals", "module", "locals"]},
  "locals": [{"a": 1}, {"b": "${module.m.old}"}],
  "module": {"m": {"source": "./m", "x": "${local.a}"}}
}
`
	m, child := module(t, text, "main.tf.json"), module(t, "output \"old\" {\n  value = 1\n}\n", "m/main.tf")
	address.NewTree(map[string]*address.Module{".": m, "m": child}, nil)
	_, diags := child.Apply(&address.Change{Op: address.Move, Address: parse(t, "output.old"), To: parse(t, "output.new")})
	out, more := m.Results()
	if want := strings.Replace(text, "m.old", "m.new", 1); diags.HasErrors() || more.HasErrors() || string(out[0]) != want {
		t.Errorf("%s %s %s", out, diags, more)
	}
}

// TestMoveInOtherModule moves an address that is not in the files, because it can be in another
// module.
func TestMoveInOtherModule(t *testing.T) {
	const text = "resource \"aws_z\" \"z\" {}\n"
	for _, test := range [][2]string{
		{"aws_x.a", "aws_y.a"}, {"aws_x.a[0]", "aws_x.a[1]"}, {"aws_x.a", "aws_x.a[0]"}, {"module.m", `module.m["k"]`}, {"data.aws_x.a", "data.aws_y.a"},
	} {
		m := module(t, text, "main.tf")
		n, diags := m.Apply(&address.Change{Op: address.Move, Address: parse(t, test[0]), To: parse(t, test[1])})
		if n != 0 || len(diags) > 0 {
			t.Errorf("%s: %d %s", test, n, diags)
		}
	}
}

// TestMoveArgumentOfCall renames an item in a call of a module, which is no object in the module.
func TestMoveArgumentOfCall(t *testing.T) {
	const text = "module \"m\" {\n  source = \"./m\"\n  tags = {\n    Name = \"a\"\n  }\n}\n"
	for _, test := range [][2]string{{"module.m.tags.Name", "module.m.tags.Title"}, {`module.m.tags["Name"]`, "module.m.tags.Title"}} {
		m := module(t, text, "main.tf")
		n, diags := m.Apply(&address.Change{Op: address.Move, Address: parse(t, test[0]), To: parse(t, test[1])})
		out, more := m.Results()
		if want := strings.Replace(text, "Name", "Title", 1); n != 1 || diags.HasErrors() || more.HasErrors() || string(out[0]) != want {
			t.Errorf("%s: %d %s %s %s", test, n, diags, more, out)
		}
	}
}

// TestMoveToReservedType gives a resource a type with which references to something else start.
func TestMoveToReservedType(t *testing.T) {
	for _, root := range []string{"local", "var", "module", "each", "count", "path", "self", "terraform", "data"} {
		m := module(t, "resource \"aws_a\" \"x\" {}\n", "main.tf")
		_, diags := m.Apply(&address.Change{Op: address.Move, Address: parse(t, "aws_a.x"), To: parse(t, root+".y")})
		if !diags.HasErrors() {
			t.Errorf("%s is accepted", root)
		}
	}
}

// TestMoveToModule moves to and from called modules: only resources and calls can move, and once.
func TestMoveToModule(t *testing.T) {
	const text = "module \"m\" {\n  source = \"./m\"\n}\n"
	for _, test := range [][2]string{
		{"var.x", "module.m.var.x"}, {"module.m.output.o", "output.o"}, {"module.m.aws_x.y", "module.m.aws_x.y"}, {"aws_x.y", "module.m.module.n"},
		{"module.m.local.x", "module.m.aws_x.y"},
	} {
		m := module(t, text, "main.tf")
		n, diags := m.Apply(&address.Change{Op: address.Move, Address: parse(t, test[0]), To: parse(t, test[1])})
		if n != 0 || !diags.HasErrors() {
			t.Errorf("%s is accepted", test)
		}
	}
	for _, test := range [][2]string{{"aws_x.y", "module.m.aws_x.y"}, {`aws_x.y["k"]`, `module.m["l"].aws_x.y[0]`}, {"module.n", "module.m.module.n"}} {
		for _, form := range bothForms(t, text) {
			m := read(t, opentofu.Config(opentofu.Target{}), form)
			for range 2 {
				n, diags := m.Apply(&address.Change{Op: address.Move, Address: parse(t, test[0]), To: parse(t, test[1])})
				if n != 1 || diags.HasErrors() {
					t.Errorf("%s: %d %s", test, n, diags)
				}
			}
			if out, diags := m.Results(); diags.HasErrors() || strings.Count(string(out[0]), "moved") != 1 {
				t.Errorf("%s: %s %s", test, diags, out)
			}
		}
	}
}

// TestMoveToIterator changes the type of a resource to a name that is also the iterator of a
// dynamic block.
func TestMoveToIterator(t *testing.T) {
	for _, header := range []string{"dynamic \"aws_b\" {", "dynamic \"n\" {\n    iterator = aws_b"} {
		text := "resource \"aws_a\" \"x\" {}\n\nresource \"aws_c\" \"c\" {\n  " + header +
			"\n    for_each = [1]\n    content {\n      w = aws_a.x.id\n    }\n  }\n}\n"
		for _, form := range bothForms(t, text) {
			m := read(t, opentofu.Config(opentofu.Target{}), form)
			_, diags := m.Apply(&address.Change{Op: address.Move, Address: parse(t, "aws_a.x"), To: parse(t, "aws_b.x")})
			if !diags.HasErrors() || !strings.Contains(diags.Error(), "iterator") {
				t.Errorf("%s %s: %s", form.Filename, header, diags)
			}
		}
	}
}

// TestMoveByIndex refuses new labels for a block that an index selected.
func TestMoveByIndex(t *testing.T) {
	const text = "b1 \"l1\" {\n  n \"x\" \"y\" {\n    q = 1\n  }\n}\n"
	for _, from := range []string{"b1.l1.n[0]", "b1.l1.n[*]"} {
		m := read(t, dialects.Generic(), equivalent.Source{Bytes: []byte(text), Filename: "x.hcl"})
		if _, diags := m.Apply(&address.Change{Op: address.Move, Address: parse(t, from), To: parse(t, "b1.l1.m")}); !diags.HasErrors() {
			t.Errorf("%s: no error", from)
		}
	}
}

// TestNewNameSpelling gives new addresses that start with the type of the declaration, and references for such addresses.
func TestNewNameSpelling(t *testing.T) {
	const text = "resource \"aws_x\" \"a\" {}\n\nlocals {\n  a = 1\n}\n\nvariable \"a\" {}\n"
	for _, test := range [][2]string{
		{"aws_x.a", "resource.aws_x.b"}, {"resource.aws_x.a", "aws_x.b"}, {"local.a", "locals.b"}, {"locals.a", "local.b"},
		{"var.a", "variable.b"}, {"variable.a", "var.b"},
	} {
		for _, op := range []address.Op{address.Move, address.Copy} {
			m := module(t, text, "main.tf")
			n, diags := m.Apply(&address.Change{Op: op, Address: parse(t, test[0]), To: parse(t, test[1]), NoMoved: true})
			out, more := m.Results()
			if n != 1 || diags.HasErrors() || more.HasErrors() || !strings.Contains(string(out[0]), "b") {
				t.Errorf("%s, %d: %d %s %s %s", test, op, n, diags, more, out)
			}
		}
	}
	for _, to := range []string{"var.b", "aws_y.z.b", "data.aws_x.b"} {
		m := module(t, text, "main.tf")
		if n, diags := m.Apply(&address.Change{Op: address.Copy, Address: parse(t, "aws_x.a"), To: parse(t, to)}); n != 0 || !diags.HasErrors() {
			t.Errorf("%s is accepted", to)
		}
	}
}
