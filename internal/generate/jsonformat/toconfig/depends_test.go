package toconfig_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/internal/generate/jsonformat/toconfig"
)

// Dependencies that other dependencies imply are omitted, up to a number of dependencies.
func TestImpliedDependencies(t *testing.T) {
	// x depends on b and n more, of which none depends on another, and b on a.
	many := func(n int) (rows, names string) {
		for i := range n {
			rows += fmt.Sprintf("t%d; ", i)
			names += fmt.Sprintf(" t%d", i)
		}
		return "a; b: a; " + rows + "x: a b" + names, names
	}
	few, left := many(62)
	more, all := many(63)
	for _, test := range []struct{ rows, want string }{
		{"a; x: a", "a"},
		{"a; b: a; x: a b", "b"},
		{"a; b: a; c: b; x: a b c", "c"},
		{"a: b; b: a; x: a b", "a b"},
		{"a: b x; b: a; x: a b x", "a b"},
		{few, "b" + left},
		{more, "a b" + all},
	} {
		var resources []string
		for row := range strings.SplitSeq(test.rows, "; ") {
			name, on, _ := strings.Cut(row, ":")
			var addresses []string
			for other := range strings.FieldsSeq(on) {
				addresses = append(addresses, `"terraform_data.`+other+`"`)
			}
			resources = append(resources, fmt.Sprintf(`{"mode":"managed","type":"terraform_data","name":%q,`+
				`"provider_name":"terraform.io/builtin/terraform","values":{"input":1},"depends_on":[%s]}`,
				name, strings.Join(addresses, ",")))
		}
		src := `{"format_version":"1.0","values":{"root_module":{"resources":[` + strings.Join(resources, ",") + `]}}}`
		files, diags := run(t, []byte(src), toconfig.Options{Dialect: language(t), Single: true}, bothForms)
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		_, block, _ := strings.Cut(string(files[0].Bytes), `"terraform_data" "x" {`)
		block, _, _ = strings.Cut(block, "\n}")
		var got []string
		for _, m := range regexp.MustCompile(`terraform_data\.(\w+)`).FindAllStringSubmatch(block, -1) {
			got = append(got, m[1])
		}
		want := strings.Fields(test.want)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%.40s: x depends on %v, want %v", test.rows, got, want)
		}
	}
}
