package env

import (
	"runtime/debug"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/schema"
)

// Compare checks whether two files have the same meaning. A panic of the check becomes an error in
// the result.
func Compare(a, b equivalent.Source, dialect *schema.Dialect, opts equivalent.Options) equivalent.Result {
	return CompareAll([]equivalent.Source{a}, []equivalent.Source{b}, dialect, opts)
}

// CompareAll checks whether two modules have the same meaning, as [Compare] does for two files.
func CompareAll(a, b []equivalent.Source, dialect *schema.Dialect, opts equivalent.Options) equivalent.Result {
	name := ""
	for _, source := range append(a[:len(a):len(a)], b...) {
		name = source.Filename
	}
	found, diags := RecoverPanic(name, func() (equivalent.Result, hcl.Diagnostics) {
		return equivalent.CompareModules(a, b, dialect, opts), nil
	})
	found.Diagnostics = append(found.Diagnostics, diags...)
	return found
}

// CheckStatus returns the exit status of a comparison.
func CheckStatus(found equivalent.Result) int {
	switch found.Verdict() {
	case equivalent.Equal:
		return ExitOK
	case equivalent.Different:
		return ExitDiffers
	}
	return ExitError
}

// TwoLanguages returns an error if two files are in different languages.
func TwoLanguages(nameA string, a *schema.Dialect, nameB string, b *schema.Dialect) *hcl.Diagnostic {
	if a.Name == b.Name {
		return nil
	}
	return report.Errorf("Two languages",
		"%s is in the language %s and %s in %s, so they cannot be compared. Select the language with "+
			"--dialect.", nameA, a.Name, nameB, b.Name)
}

// RecoverPanic calls do for the file name, and returns a panic as an error. Other files can then be
// converted.
func RecoverPanic[T any](name string, do func() (T, hcl.Diagnostics)) (out T, diags hcl.Diagnostics) {
	defer func() {
		if cause := recover(); cause != nil {
			out, diags = *new(T), hcl.Diagnostics{report.Errorf("Internal error",
				"hcljson failed on %s, and wrote nothing for it: %v. This is a bug; please report it with the file "+
					"at %s.\n\n%s", name, cause, IssuesURL, debug.Stack())}
		}
	}()
	return do()
}
