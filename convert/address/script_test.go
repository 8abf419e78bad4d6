package address_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/hcljson/hcljson/convert/address"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// TestScript applies a script with each command, in which each change sees the results of those before it.
func TestScript(t *testing.T) {
	const script = `# versions
set 'var.cidr.default="10.1.0.0/16"'
set --create variable.cidr.description='"the # network"' # after

set --string "provider.aws[alias == \"west\"].region=eu \$x"
set --json 'local.zones=["a", "b", "c"]'
set 'local.zones=concat(@, ["d"])'
set --create --default '{}' 'output.*.sensitive=@ == null'
set 'aws_instance.web.root_block_device.volume_size=@ + 1'
set output.none.value.Statement[0].Action[0]~=s/a/b/
add --after aws_instance.web.ami aws_instance.web 'count = 2'
add --if-missing local.tags 'Owner = "x"' \
  'Team = "y"'
add --after data.aws_ami.this.owners data.aws_ami.this 'x {
  y = 1
}
'
mv --no-moved aws_instance.web aws_instance.front
set 'aws_instance.front.count=@ + 1'
mv var.cidr var.net
cp var.net newer
rm data.aws_ami.this.filter
sort aws_instance.front.tags
mv output.none --to=other.tf
`
	changes, err := address.ParseScript(script)
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for _, form := range bothForms(t, source) {
		other := form
		other.Filename, other.Bytes, other.JSON = "other.tf", []byte("# other\n"), false
		m := read(t, opentofu.Config(opentofu.Target{}), form, other)
		for i := range changes {
			n, diags := m.Apply(&changes[i])
			if n == 0 || diags.HasErrors() {
				t.Errorf("%s: %d places, %v", changes[i].Address, n, diags)
			}
		}
		out, diags := m.Results()
		if diags.HasErrors() {
			t.Fatal(form.Filename, diags)
		}
		fmt.Fprintf(&got, "%s%s", diff.Diff("a", form.Bytes, form.Filename, out[0]), diff.Diff("a", other.Bytes, "other.tf", out[1]))
	}
	for _, wrong := range []string{
		"\n\nset 'a", `set "a`, "get a", "set a", "set a= ", "rm", "rm a b", "rm --create a", "mv a", "mv a b c", "mv --to f a b", "cp a", "set --string --json a=1",
		"add --before a --after b c d", "add a", "rm a[", "set a~=s/x/", "mv a b[", "set --default", "x", "set --create=1 a=1",
	} {
		_, err := address.ParseScript(wrong)
		fmt.Fprintf(&got, "%q: %v\n", wrong, err)
	}
	compare(t, "script.txt", got.String())
}

// TestScriptWords splits commands as a shell does.
func TestScriptWords(t *testing.T) {
	changes, err := address.ParseScript("rm --  'a'\"b\"\\c\r\n\tset x='a b'\"c\"\\ d\\\ne\n#rm y\nadd a '' \"\"#b")
	var got []string
	for _, c := range changes {
		got = append(got, fmt.Sprint(c.Op, c.Address, c.Text))
	}
	if want := []string{"2 abc []", "0 x [a bc de]", "1 a [ #b]"}; err != nil || strings.Join(got, "|") != strings.Join(want, "|") {
		t.Errorf("%q %v", got, err)
	}
}
