package address_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/hcljson/hcljson/convert/address"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/schema/opentofu"
)

const copied = `# file

# of a
# second line
variable "a" { # open
  # above
  type = string # type
  default = <<-EOT
    x
  EOT
} # end

variable "c" {
  type = string
}

resource "aws_x" "y" {
	count   = 2 # count
	tags = {
		Name = "x"
	}

	/* nested */
	dynamic "ingress" {
		for_each = []
	}

	lifecycle {}
}

locals {
  a = 1 # one
  b = 2
}
output "o" { value = 1 }
`

func TestCopy(t *testing.T) {
	var got strings.Builder
	for _, test := range [][2]string{
		{"var.a", "b"}, {"variable.a", "c"}, {"aws_x.y", "z"}, {"aws_x.y.count", "other"}, {"aws_x.y.count", "tags"}, {"aws_x.y.dynamic.ingress", "egress"},
		{"aws_x.y.lifecycle", "x"}, {"local.a", "c"}, {"local.b", "a"}, {"local.*", "c"}, {"aws_x.y.tags.Name", "x"}, {"aws_x.y", "a.b"}, {"output.o", "p"},
		{"output.o.value", "x"}, {"variable.*", "d"}, {"var.a", "not a name"}, {"var.nosuch", "d"},
	} {
		to := address.Address{}
		if test[1] != "not a name" {
			to = parse(t, test[1])
		} else {
			to = parse(t, `"not a name"`)
		}
		c := &address.Change{Op: address.Copy, Address: parse(t, test[0]), To: to}
		fmt.Fprintf(&got, "# cp %s %s\n%s\n", test[0], test[1], inBoth(t, copied, c))
	}
	several := []*address.Change{
		setting(t, `var.a.default="new"`), {Op: address.Copy, Address: parse(t, "var.a"), To: parse(t, "b")}, setting(t, `var.b.default="other"`),
	}
	fmt.Fprintf(&got, "# set, cp, set\n%s\n", inBoth(t, copied, several...))
	compare(t, "copy.txt", got.String())
}

func TestMoveToFile(t *testing.T) {
	var got strings.Builder
	for _, at := range []string{"var.a", "variable.*", "aws_x.y", "locals", "local.a", "aws_x.y.lifecycle", "output.o", "**"} {
		fmt.Fprintf(&got, "# mv %s --to other\n", at)
		for i, form := range bothForms(t, copied) {
			for j, target := range bothForms(t, "# other\n\nterraform {}\n") {
				target.Filename = "other" + strings.TrimPrefix(target.Filename, "main")
				for _, empty := range []bool{false, true} {
					if empty {
						target.Bytes = [][]byte{nil, []byte("{}\n")}[j]
					}
					m := read(t, opentofu.Config(opentofu.Target{}), form, target)
					n, diags := m.Apply(&address.Change{Op: address.MoveToFile, Address: parse(t, at), File: target.Filename})
					var out [][]byte
					if !diags.HasErrors() {
						out, diags = m.Results()
					}
					for _, diag := range diags {
						fmt.Fprintln(&got, diag)
					}
					if diags.HasErrors() {
						continue
					}
					if !m.Defines(form.Filename) {
						t.Errorf("%s: %s is not written last", at, form.Filename)
					}
					before, after := []equivalent.Source{form, target}, []equivalent.Source{form, target}
					after[0].Bytes, after[1].Bytes = out[0], out[1]
					if d := equivalent.CompareModules(before, after, opentofu.Config(opentofu.Target{}), equivalent.Options{Comments: true}); !d.Equal() {
						t.Errorf("%s to %s: %s", at, target.Filename, d.Messages())
					}
					if i+j == 0 {
						fmt.Fprintf(&got, "%d\n%s%s", n, diff.Diff("a", form.Bytes, "b", out[0]), diff.Diff("a", target.Bytes, "b", out[1]))
					}
				}
			}
		}
	}
	compare(t, "tofile.txt", got.String())

	// The other file can have changes already.
	m := read(t, opentofu.Config(opentofu.Target{}), equivalent.Source{Filename: "a.tf", Bytes: []byte("variable \"a\" {}\n")},
		equivalent.Source{Filename: "b.tf", Bytes: []byte("locals {\n  a = 1\n}\n")})
	for _, c := range []*address.Change{setting(t, "local.a=2"), {Op: address.MoveToFile, Address: parse(t, "var.a"), File: "b.tf"}} {
		if n, diags := m.Apply(c); n != 1 || diags.HasErrors() {
			t.Error(n, diags)
		}
	}
	if out, diags := m.Results(); diags.HasErrors() || len(out[0]) > 0 || string(out[1]) != "locals {\n  a = 2\n}\n\nvariable \"a\" {}\n" {
		t.Errorf("%s %s", out, diags)
	}
}

// TestNamesOfOtherFiles refuses names that another file or block of the module declares.
func TestNamesOfOtherFiles(t *testing.T) {
	a := "locals {\n  a = 1\n}\n\noutput \"o\" {\n  value = 1\n}\n\nvariable \"v\" {}\n"
	b := strings.NewReplacer("a =", "b =", `"o"`, `"p"`, `"v"`, `"w"`).Replace(a)
	for _, test := range []struct {
		op       address.Op
		from, to string
	}{
		{address.Copy, "local.a", "b"}, {address.Copy, "output.o", "p"}, {address.Copy, "var.v", "w"},
		{address.Copy, "var.v", "count"}, {address.Move, "var.v", "var.version"}, {address.Move, "var.v", "var.lifecycle"}, {address.Move, "var.v", "var.locals"},
		{address.Move, "local.a", "local.b"}, {address.Move, "output.o", "output.p"}, {address.Move, "var.v", "var.w"},
	} {
		m := read(t, opentofu.Config(opentofu.Target{}), equivalent.Source{Bytes: []byte(a), Filename: "a.tf"},
			equivalent.Source{Bytes: []byte(b), Filename: "b.tf"})
		_, diags := m.Apply(&address.Change{Op: test.op, Address: parse(t, test.from), To: parse(t, test.to)})
		if !diags.HasErrors() {
			t.Errorf("%s %s %s: no error", names[test.op], test.from, test.to)
		}
	}
}

// TestCopyToFormerAddress refuses the address of a moved object.
func TestCopyToFormerAddress(t *testing.T) {
	const text = "resource \"x_y\" \"s\" {}\n\nmoved {\n  from = x_y.r\n  to   = x_y.s\n}\n"
	for name, refused := range map[string]bool{"r": true, "q": false} {
		m := module(t, text, "main.tf")
		_, diags := m.Apply(&address.Change{Op: address.Copy, Address: parse(t, "x_y.s"), To: parse(t, name)})
		if diags.HasErrors() != refused {
			t.Errorf("%s: %v", name, diags)
		}
	}
}
