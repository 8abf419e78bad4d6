package cli

import (
	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/schema"
)

// compare decides whether two files mean the same, and guards against bugs of
// its own.
func compare(a, b equivalent.Source, dialect *schema.Dialect, comments bool) hcl.Diagnostics {
	return compareAll([]equivalent.Source{a}, []equivalent.Source{b}, dialect, comments)
}

func compareAll(a, b []equivalent.Source, dialect *schema.Dialect, comments bool) hcl.Diagnostics {
	name := ""
	for _, source := range append(a[:len(a):len(a)], b...) {
		name = source.Filename
	}
	_, diags := guard(name, func() ([]byte, hcl.Diagnostics) {
		return nil, equivalent.CompareModules(a, b, dialect, equivalent.Options{Comments: comments})
	})
	return diags
}

// proofStatus is the exit status for the diagnostics of a comparison.
func proofStatus(diags hcl.Diagnostics) int {
	switch {
	case equivalent.Failed(diags):
		return exitError
	case diags.HasErrors():
		return exitDiffers
	}
	return exitOK
}

// twoLanguages refuses to compare what is not in one language.
func twoLanguages(nameA string, a *schema.Dialect, nameB string, b *schema.Dialect) *hcl.Diagnostic {
	if a.Name == b.Name {
		return nil
	}
	return report.Errorf("Two languages",
		"%s is in the language %s and %s in %s, so they have no common meaning. --dialect says which language they "+
			"are in.", nameA, a.Name, nameB, b.Name)
}
