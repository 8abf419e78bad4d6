package loading_test

import (
	"fmt"
	"testing"

	"github.com/hcljson/hcljson/internal/facts/loading"
)

func TestModuleFiles(t *testing.T) {
	names := []string{
		"z.tf", "b.tofu", "b.tf", "b.tf.json", "a_override.tf", "override.tf.json", "a_override.tofu", ".hidden.tf",
		"x.tftest.hcl", "terraform.tfvars", "c.tf~", "#d.tf#", "myoverride.tf", "e.tofu.json", "tofu",
	}
	for product, want := range map[string]string{
		"opentofu":  "[b.tf.json b.tofu e.tofu.json myoverride.tf z.tf] [a_override.tofu override.tf.json]",
		"terraform": "[b.tf b.tf.json myoverride.tf z.tf] [a_override.tf override.tf.json]",
	} {
		primary, overrides := loading.ByProduct(product).ModuleFiles(names)
		if got := fmt.Sprint(primary, overrides); got != want {
			t.Errorf("%s reads %s, want %s", product, got, want)
		}
	}
}
