package address_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/convert/address"
)

// inBoth applies changes to a file and to its form in HCL-JSON, and returns the lines that differ.
func inBoth(t *testing.T, text string, changes ...*address.Change) string {
	t.Helper()
	var got strings.Builder
	for _, form := range bothForms(t, text) {
		m, last := module(t, string(form.Bytes), form.Filename), len(changes)-1
		failed := false
		for _, c := range changes[:last] {
			if n, diags := m.Apply(c); n != 1 || diags.HasErrors() {
				fmt.Fprintln(&got, c.Address, n, diags)
				failed = true
			}
		}
		if !failed {
			got.WriteString(change(m, string(form.Bytes), changes[last]))
		}
	}
	return got.String()
}

// setting returns a change for an assignment.
func setting(t *testing.T, text string) *address.Change {
	t.Helper()
	c, err := address.NewChange("set", address.Change{}, text)
	if err != nil {
		t.Fatal(err)
	}
	return &c
}

func TestPresent(t *testing.T) {
	const text = `resource "aws_instance" "web" {
  tags  = var.tags
  count = var.more ? 2 : 1
  ids   = local.ids[*].id # of all
  sum   = 1
  text  = "a@b"
  list = [
    "x", # first
  ]
  policy = <<EOT
  {}
  EOT
  called = jsonencode({ Name = "web" })
}

resource "aws_instance" "other" {
  ami = "x"
}
`
	var got strings.Builder
	for _, at := range []string{
		`tags=merge(@, { Team = "shop" })`, `tags=@`, `tags=@["a"]`, `tags=x@`, `tags=f @`, `tags=@(1)`, `tags={ @ = 1 }`, `tags={ (@) = @.b }`,
		`tags=[for var in @ : var]`, `tags=[for k in @ : k]`, `tags="${@}-@"`, `count=@ + 1`, `count=max(@, 1)`, `count=!@`, `ids=@[0]`, `ids=concat(@, [1])`,
		`sum=@.5`, `sum=@ * 2`, `sum=-@`, `text=upper(@)`, `list=concat(@, ["y"])`, `list=@[0]`, `policy=trimspace(@)`, `policy=@ == "" ? "{}" : @`, `policy="${@}"`,
		`called=merge(@, {})`, `called.Name=upper(@)`, `nosuch=@`,
	} {
		fmt.Fprintf(&got, "# %s\n%s\n", at, inBoth(t, text, setting(t, "aws_instance.web."+at)))
	}
	for _, test := range []struct{ at, byDefault string }{
		{`aws_*.*.tags=merge(@, { Team = "shop" })`, "{}"}, {`aws_*.*.tags=merge(@, { Team = "shop" })`, ""}, {`aws_instance.other.tags=@ + 1`, "1 + 2"},
		{`aws_instance.other.ami=upper(@)`, `"y"`},
	} {
		c := setting(t, test.at)
		c.Create, c.Default = true, test.byDefault
		fmt.Fprintf(&got, "# --create --default '%s' %s\n%s\n", test.byDefault, test.at, inBoth(t, text, c))
	}
	for _, several := range [][]string{
		{`aws_instance.web.called.Name="new"`, `aws_instance.web.called=merge(@, {})`}, {`aws_instance.web.list[0]="y"`, `aws_instance.web.list=concat(@, ["z"])`},
		{`aws_instance.web.sum=2`, `aws_instance.web.sum=@ * 3`}, {`aws_instance.web.called.Name="new"`, `aws_instance.web.called=jsonencode({ Name = "web" })`},
		{`aws_instance.web.**=f(@)`},
	} {
		var changes []*address.Change
		for _, at := range several {
			changes = append(changes, setting(t, at))
		}
		fmt.Fprintf(&got, "# %s\n%s\n", strings.Join(several, "; "), inBoth(t, text, changes...))
	}
	compare(t, "present.txt", got.String())
}
