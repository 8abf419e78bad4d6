package address_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/convert/address"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/internal/testing/oracles"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// TestSequences makes random changes in one module, and the same changes in a module that is parsed
// again after each change. Each change must see the results of the previous changes.
func TestSequences(t *testing.T) {
	addresses := []string{
		"local.tags", "local.tags.Owner", "local.tags.New", "local.zones", "local.zones[0]", "local.zones[-1]", `local.zones[== "b"]`,
		"locals[0]", "locals[1].zones", "var.cidr", "var.cidr.default", "variable.cidr", "variable", "provider.aws[0]",
		`provider.aws[alias == "west"].region`, "provider.aws[*].region", "provider[-1]", "aws_instance.web", "aws_instance.*.ami",
		"aws_instance.web.tags.Name", "aws_instance.web.tags.Team", "aws_instance.web.tags.*", "aws_instance.web.tags[*]",
		"aws_instance.web.ebs_block_device[0]", "aws_instance.web.ebs_block_device[1].device_name", "aws_instance.web.ebs_block_device[*]",
		"aws_instance.web.root_block_device", "aws_instance.web.provisioner[1]", "aws_instance.web.provisioner.file", "**.name",
		"**.Statement[0].Action", "**.Action[0]", "data.aws_ami.this.filter[*]", `data.aws_ami.this.filter[== "f"]`, "output.*.value",
		"**.for_each[1]", "**.for_each", "terraform.required_providers.aws.source", "output.none", ".",
	}
	texts := []string{`"b"`, `["a", "b"]`, `{ Owner = "x", Name = "y" }`, `toset(["p", "q"])`, `merge({ Name = "n" }, { Team = "t" })`, `Owner = "z"`,
		"variable \"cidr\" {}", "ebs_block_device {\n  device_name = \"c\"\n}"}
	// Each rename is from one of these names to another, so chains and swaps of names occur.
	renames := [][]string{{"var.cidr", "var.net", "var.mask"}, {"local.tags", "local.labels", "local.zones"},
		{"aws_instance.web", "aws_instance.front", "aws_spot.web", "aws_spot.front"}, {"provider.aws.west", "provider.aws.east"},
		{"local.tags.Name", "local.tags.Title"}, {"local.tags.Owner", "local.tags.Name"}, {"data.aws_ami.this", "data.aws_ami.that"},
		{"aws_instance.web.root_block_device", "aws_instance.web.disk"}, {"output.none", "output.some"},
		{`aws_x.y["k"]`, `aws_x.y["l"]`}, {"aws_x.y", "aws_z.y", "aws_x.w"}}
	const uses = "output \"uses\" {\n  value = [aws_instance.web.id, local.tags.Owner, local.tags[\"Name\"], local.tags, aws_x.y[\"k\"].id]\n}\n" +
		"resource \"aws_x\" \"y\" {\n  for_each = { k = local.tags.Owner }\n  provider = aws.west\n}\n"
	done := 0
	r := rand.New(rand.NewPCG(1, 47))
	for range oracles.Samples(150, 300, 1500) {
		one, text := module(t, source+uses, "main.tf"), []byte(source+uses)
		var log string
		for range 12 {
			c := address.Change{
				Op:      []address.Op{address.Set, address.Set, address.Add, address.Remove, address.Sort, address.Move, address.Move, address.Move}[r.IntN(8)],
				Address: parse(t, addresses[r.IntN(len(addresses))]), Create: r.IntN(3) == 0,
			}
			switch c.Op {
			case address.Set, address.Add:
				c.Text = []string{texts[r.IntN(len(texts))]}
			case address.Move:
				names := renames[r.IntN(len(renames))]
				order := r.Perm(len(names))
				c.Address, c.To, c.NoMoved = parse(t, names[order[0]]), parse(t, names[order[1]]), r.IntN(9) == 0
			}
			again := module(t, string(text), "main.tf")
			n, diags := again.Apply(&c)
			wanted, more := again.Results()
			if diags.HasErrors() || more.HasErrors() {
				continue
			}
			log += fmt.Sprintln(c.Op, c.Address, c.To, c.Text, c.Create)
			if got, diags := one.Apply(&c); got != n || diags.HasErrors() {
				t.Fatalf("%s%d places, %v, want %d places", log, got, diags, n)
			}
			text = wanted[0]
			done++
		}
		out, diags := one.Results()
		if diags.HasErrors() {
			t.Fatalf("%s%s", log, diags)
		}
		a, b := equivalent.Source{Bytes: text, Filename: "a"}, equivalent.Source{Bytes: out[0], Filename: "b"}
		if d := equivalent.Compare(a, b, opentofu.Config(opentofu.Target{}), equivalent.Options{Comments: true}); !d.Equal() {
			t.Fatalf("%s%s\n%s", log, d.Messages(), out[0])
		}
	}
	if done < 500 {
		t.Errorf("only %d changes", done)
	}
}

// TestSetAddedElement sets an element that the change before it added with a comma. The new text is shorter or longer.
func TestSetAddedElement(t *testing.T) {
	for _, text := range []string{`"a longer text than before"`, "1", "<<EOT\nq\nEOT"} {
		m := module(t, "locals {\n  l = [\n    0,\n  ]\n}\n", "main.tf")
		for _, c := range []address.Change{
			{Op: address.Add, Address: parse(t, "local.l"), Text: []string{"\"new\",\n"}},
			{Op: address.Set, Address: parse(t, "local.l[1]"), Text: []string{text}},
		} {
			if n, diags := m.Apply(&c); n != 1 || diags.HasErrors() {
				t.Fatal(n, diags)
			}
		}
		out, diags := m.Results()
		comma := ","
		if strings.HasPrefix(text, "<<") {
			comma = "\n    ,"
		}
		want := "locals {\n  l = [\n    0,\n    " + text + comma + "\n  ]\n}\n"
		if diags.HasErrors() || string(out[0]) != want {
			t.Errorf("%s: %v\n%s", text, diags, out[0])
		}
	}
}
