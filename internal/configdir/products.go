package configdir

import (
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/dialects"
	"github.com/hcljson/hcljson/schema/opentofu"
	"github.com/hcljson/hcljson/schema/schemafile"
)

// products are those that read files for a target; without one, all. Those of languages in
// schema files come first.
func products(target string, described []*schemafile.Language) []*schema.Loading {
	if t, err := opentofu.ParseTarget(target); err == nil {
		target = t.Product.String()
	}
	var list []*schema.Loading
	for _, p := range dialects.Products(described...) {
		if target == "" || p.Target == "" || p.Target == target {
			list = append(list, p)
		}
	}
	return list
}
