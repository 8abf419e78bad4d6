package convert_test

import (
	"testing"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/internal/testing/golden"
	"github.com/hcljson/hcljson/internal/testing/oracles"
)

// TestTerraformPlansTheSame checks that Terraform's plans are equal for a file, for both forms of
// its JSON, and for the file converted back. The files need only the built-in provider, or the test
// providers if they name these schemas, and no network.
func TestTerraformPlansTheSame(t *testing.T) {
	oracles.Program(t, "terraform")
	planned := 0
	for _, g := range golden.ReadAll(t) {
		if !g.HasFlag("terraform-plan") {
			continue
		}
		planned++
		t.Run(g.Name, func(t *testing.T) {
			input, _ := g.File(g.Input)
			counterparts := planTwins(t, g, input)
			var env []string
			if g.Providers != "" {
				env = append(env, "TF_CLI_CONFIG_FILE="+oracles.ProvidersConfig(t))
			}
			terraform := oracles.Terraform(t, env...)
			want := terraform.PlanFile(t, g.Input, input).Text(t)
			for _, counterpart := range counterparts {
				if got := terraform.PlanFile(t, counterpart.name, counterpart.data).Text(t); got != want {
					t.Errorf("the plan of %s is\n%s\nwant\n%s\nof\n%s", counterpart.name, got, want, counterpart.data)
				}
			}
		})
	}
	if planned == 0 {
		t.Error("no golden has the flag terraform-plan")
	}
}

// planTwins are the files that mean the same as the input.
func planTwins(t *testing.T, g *golden.Golden, input []byte) []output {
	t.Helper()
	d := g.Targets[0].Dialect
	native, name, counterpart := input, g.Input, g.Counterpart
	var counterparts []output
	if g.JSON {
		name, counterpart = g.Counterpart, g.Input
		native, _ = convert.ToHCL(input, counterpart, d, convert.Options{})
		counterparts = append(counterparts, output{name, native})
	}
	for _, form := range []convert.Form{convert.General, convert.Compact} {
		text, diags := convert.ToJSON(native, name, d, convert.Options{Form: form})
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		back, diags := convert.ToHCL(text, counterpart, d, convert.Options{})
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		counterparts = append(counterparts, output{counterpart, text})
		if form == convert.General {
			counterparts = append(counterparts, output{name, back})
		}
	}
	return counterparts
}
