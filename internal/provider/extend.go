package provider

import (
	"slices"
	"strings"
	"sync"

	"github.com/hcljson/hcljson/internal/schema/languages"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// Extend returns a copy of d in which the providers of a module define their blocks: those in schemas,
// and with table the others in the built-in table.
func Extend(d *schema.Dialect, module []File, schemas []*Schema, table bool) *schema.Dialect {
	// The requirements are read only if a provider defines the body of a block. The product reports
	// errors in them.
	define := sync.OnceValue(func() tables.Define {
		requirements, _ := ReadRequirements(module, strings.HasPrefix(d.Target, opentofu.Terraform.String()))
		if table {
			return DefineWithTable(requirements, FindAmong(schemas), nil)
		}
		return Define(requirements, FindAmong(schemas))
	})
	extended := languages.WithPlugins(d, func(part tables.Part, labels []string, value string) *tables.Body {
		return define()(part, labels, value)
	})
	extended.Merges = slices.ContainsFunc(module, func(f File) bool { return f.Override })
	return extended
}
