package dialects

import (
	"sync"

	"github.com/hcljson/hcljson/internal/wasm/absent"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/language"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// Products panics.
func Products(...*language.Language) []*schema.Loading { panic(absent.Part("the other products")) }

var products = sync.OnceValue(func() []*schema.Loading {
	return []*schema.Loading{opentofu.OpenTofu.Loading(), opentofu.Terraform.Loading()}
})

// IsConfiguration reports only whether a file is merged into others, which is so of no
// files but those of OpenTofu and Terraform.
func IsConfiguration(name string) (_, override bool) {
	for _, p := range products() {
		c := p.Class(name)
		override = override || c != nil && c.Override
	}
	return false, override
}
