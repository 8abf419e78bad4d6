package tree

import (
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/dialects"
	"github.com/hcljson/hcljson/schema/language"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// products are those that read files for a target; without one, all. Those of languages in
// schema files come first.
func products(target string, described []*language.Language) []*schema.Loading {
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

// StandIn reports whether a file without content may be under a base name for a
// moment. Products that read all files of a directory want one, as a name that leads
// nowhere is an error for them. It must not be there where a product takes the first
// of several names that it finds, nor where it is told which file to read: it would
// find nothing in it.
func StandIn(name string, described ...*language.Language) bool {
	read := false
	for _, p := range dialects.Products(described...) {
		if c := p.Class(name); c != nil {
			if c.First {
				return false
			}
			read = true
		}
	}
	return read
}
