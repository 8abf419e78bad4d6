// Package languages contains the operations on a whole language.
package languages

import (
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/schema"
)

// NoDialect is the error message for a dialect that is nil or has no root body. Every function of the library with
// a dialect as parameter reports this error.
const NoDialect = "The dialect is nil, or has no root body. The packages below schema have one for each language."

// Missing reports whether d is nil or has no root body.
func Missing(d *schema.Dialect) bool { return d == nil || d.Root == nil }

// Prepare builds the lookup tables of d. It is safe for concurrent use. The bodies of d must not
// change afterwards.
func Prepare(d *schema.Dialect) { d.Root.PrepareRoot() }

// WithPlugins returns a copy of d that also contains the names that plugins define. It calls define
// when it needs a body.
func WithPlugins(d *schema.Dialect, define tables.Define) *schema.Dialect {
	c := *d
	c.Root = d.Root.WithPlugins(define)
	return &c
}
