package dialects

import (
	"path"
	"sync"

	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/opentofu"
	"github.com/hcljson/hcljson/schema/schemafile"
)

// missing is what whoever asks for this part learns; see service.Absent.
type missing string

func (missing) Absent() {}

func (m missing) Error() string { return string(m) + " is not in this program" }

// Products panics.
func Products(...*schemafile.Language) []*schema.Loading { panic(missing("the other products")) }

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

// split divides a path after its last slash.
//
//lint:ignore U1000 schema/dialects uses it.
func split(name string) (dir, base string) { return path.Split(name) }
