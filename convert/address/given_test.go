package address_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/convert/address"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// TestRenamesInGivenTexts renames an object several times after a change of the same script that refers to it. The given
// text must contain the last name, and change nowhere else.
func TestRenamesInGivenTexts(t *testing.T) {
	for _, value := range []string{
		"upper(aws_x.a.id)", "try(aws_x.a.id,\n    aws_x.a.arn)", "[\n    aws_x.a.id, # a\n    \"${aws_x.a.arn}-a\"\n  ]",
		"{\n    a             = aws_x.a.id\n    (aws_x.a.arn) = 1\n  }", "<<-EOT\n    ${aws_x.a.id} a\n    ${aws_x.a.arn}\n  EOT",
		"{ for a, b in aws_x.a : a => b.id }",
	} {
		for _, text := range []string{"add . 'locals {\n  v = %s\n}'", "set --create 'local.v=%s'", "add locals 'v = %s'"} {
			script := fmt.Sprintf(text, value) + "\nmv aws_x.a aws_x.longer\nmv aws_x.longer aws_x.b\nmv local.v local.w"
			changes, err := address.ParseScript(script)
			if err != nil {
				t.Fatal(err)
			}
			for _, form := range bothForms(t, "resource \"aws_x\" \"a\" {\n}\n\nlocals {\n  o = 1\n}\n") {
				m := read(t, opentofu.Config(opentofu.Target{}), form)
				for i := range changes {
					if _, diags := m.Apply(&changes[i]); diags.HasErrors() {
						t.Fatal(script, diags)
					}
				}
				out, diags := m.Results()
				want := strings.NewReplacer("aws_x.a", "aws_x.b", " v = ", " w = ").Replace(value)
				if form.JSON {
					want = "aws_x.b"
				}
				words := func(text string) string { return strings.Join(strings.Fields(text), " ") } // the block is formatted
				if got := words(string(out[0])); diags.HasErrors() || !strings.Contains(got, words(want)) || strings.Contains(got, "aws_x.a.") ||
					strings.Contains(got, "aws_x.longer.") {
					t.Errorf("%s\n%v\n%s", script, diags, got)
				}
			}
		}
	}
}
