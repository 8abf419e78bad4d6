// Package difference adds to the JSON of a diagnostic what two files differ in.
package difference

import (
	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/internal/diagnostic"
)

// Of is [diagnostic.Of] with the difference that a diagnostic is about, if it is about one.
func Of(name string, diag *hcl.Diagnostic) diagnostic.Diagnostic {
	result := diagnostic.Of(name, diag)
	if found, ok := diag.Extra.(equivalent.Difference); ok {
		result.Difference = &diagnostic.Difference{
			Path: append([]string{}, found.Path...),
			A:    diagnostic.Side{Value: found.A.Value, Range: diagnostic.RangeOf(found.A.Range)},
			B:    diagnostic.Side{Value: found.B.Value, Range: diagnostic.RangeOf(found.B.Range)},
		}
	}
	return result
}
