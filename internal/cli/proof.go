package cli

import (
	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/schema"
)

// compare decides whether two files mean the same, and guards against bugs of
// its own.
func compare(a, b equivalent.Source, dialect *schema.Dialect, comments bool) equivalent.Result {
	return compareAll([]equivalent.Source{a}, []equivalent.Source{b}, dialect, comments)
}

func compareAll(a, b []equivalent.Source, dialect *schema.Dialect, comments bool) equivalent.Result {
	name := ""
	for _, source := range append(a[:len(a):len(a)], b...) {
		name = source.Filename
	}
	var found equivalent.Result
	_, diags := guard(name, func() ([]byte, hcl.Diagnostics) {
		found = equivalent.CompareModules(a, b, dialect, equivalent.Options{Comments: comments})
		return nil, nil
	})
	found.Diagnostics = append(found.Diagnostics, diags...)
	return found
}

// proofStatus is the exit status for the result of a comparison.
func proofStatus(found equivalent.Result) int {
	switch found.Verdict() {
	case equivalent.Equal:
		return exitOK
	case equivalent.Different:
		return exitDiffers
	}
	return exitError
}

// twoLanguages refuses to compare what is not in one language.
func twoLanguages(nameA string, a *schema.Dialect, nameB string, b *schema.Dialect) *hcl.Diagnostic {
	if a.Name == b.Name {
		return nil
	}
	return errorf("Two languages", "%s is in the language %s and %s in %s, so they have no common meaning. --dialect says which language they are in.", nameA, a.Name, nameB, b.Name)
}
