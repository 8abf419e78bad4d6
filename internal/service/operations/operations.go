// Package operations has the operations of a service beside the two conversions, which
// compare with hashicorp/hcl's decoders and are as large again.
package operations

import (
	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/internal/diagnostic"
	"github.com/hcljson/hcljson/internal/service"
)

// Service returns one with all operations and the proof that knows the built-in table of
// providers.
func Service() *service.Service {
	return &service.Service{Prove: prove, Operations: map[string]func(*service.Operation){
		service.Patch: patchText, service.Verify: verify, service.Show: show, service.Expression: expression,
	}}
}

// report adds diagnostics on the file name, and returns whether none is an error.
func report(o *service.Operation, name string, diags ...*hcl.Diagnostic) bool {
	for _, diag := range diags {
		o.Diagnostics = append(o.Diagnostics, diagnostic.Of(name, diag))
	}
	return !hcl.Diagnostics(diags).HasErrors()
}
