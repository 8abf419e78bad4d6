// Package roundtrip checks that a file survives the conversion to the other syntax and back.
//
// It is made for the tests of programs that generate configuration. One call checks that the
// generated text can be read, and has the same meaning in both syntaxes:
//
//	roundtrip.Test(t, "main.tf.json", generated, roundtrip.Options{})
//
// [Check] returns the problems as data. Content that the product refuses is not among them, but [Test] fails for it; see
// convert.Refuses. The package opens no files.
package roundtrip

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert"
	files "github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/internal/language/schemafile"
	"github.com/hcljson/hcljson/schema/dialects"
)

// T is the part of *testing.T that [Test] uses.
type T interface {
	Helper()
	Errorf(format string, args ...any)
}

// Options define the checks. The zero value is the default.
type Options struct {
	// Languages, Dialect and Target are the options of package schema/dialects for [Test].
	Languages       []*dialects.Language
	Dialect, Target string
	// Forms are the forms of JSON to check; nil means all forms.
	Forms []convert.Form
	// ForTools is true if native syntax is converted to JSON that no product loads, which can
	// contain values without a form in the JSON of a product; see [convert.Options].
	ForTools bool
	// Strict is true if each guess whether a JSON property is an attribute or a block is a problem.
	// Otherwise a guess is one of the warnings of the result, because the file comes back unchanged
	// either way. A guess matters if people edit the native file.
	Strict bool
}

// Test fails the test if src does not survive the conversion to the other syntax and back, or if the
// product refuses content for which the converter only has a warning. The file name selects the
// syntax and, unless the options define it, the language.
func Test(t T, filename string, src []byte, opts Options) {
	t.Helper()
	named := files.Options{Dialect: opts.Dialect, Target: opts.Target}
	for _, l := range opts.Languages {
		named.Languages = append(named.Languages, (*schemafile.Language)(l))
	}
	text := convert.NewSource(src, filename, strings.HasSuffix(filename, ".json"))
	file, diag, err := files.ForSource(text, named)
	if err != nil {
		t.Errorf("%s (here Options.Dialect)", err)
		return
	}
	if diag != nil {
		t.Errorf("%s (here Options.Target)", diag.Detail)
		return
	}
	result := Check(filename, src, dialects.File{
		Dialect: file.Dialect, JSON: file.JSON, Counterpart: file.Counterpart,
	}, opts)
	if !result.Equal() {
		t.Errorf("%s", result)
		return
	}
	var refused hcl.Diagnostics
	for _, diag := range result.Warnings {
		if extra, ok := diag.Extra.(*convert.Extra); ok && extra.Refused && diag.Subject.Filename == filename {
			refused = append(refused, diag)
		}
	}
	if len(refused) > 0 {
		t.Errorf("%s refuses the file: %s", file.Dialect.Product, refused.Error())
	}
}

// Check converts a file to the other syntax and back in each form, and compares each step with the
// file. The file contains the language and the syntax; see [dialects.ForFile].
func Check(filename string, src []byte, file dialects.File, opts Options) Result {
	return check(filename, src, file, opts, converter{convert.ToJSON[[]byte], convert.ToHCL[[]byte]})
}

// Kind is the kind of a [Problem].
type Kind uint8

const (
	// Unreadable means hashicorp/hcl cannot read the file, or only in another language.
	Unreadable Kind = iota
	// Refused means hashicorp/hcl accepts the file, but the converter does not.
	Refused
	// Guess means the converter must guess, and Options.Strict is true.
	Guess
	// Invalid means a converted text cannot be read, or is JSON with a name twice in one object.
	Invalid
	// Different means the meaning is different.
	Different
	// Comments means comments are missing or new.
	Comments
	// Unformatted means hashicorp/hcl formats the native syntax differently.
	Unformatted
	// Unstable means the second round trip gives another text than the first.
	Unstable
)

var kindNames = [...]string{
	"unreadable", "refused", "guess", "invalid", "different", "comments", "unformatted", "unstable",
}

// String returns the name of the kind in lower case.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return fmt.Sprintf("Kind(%d)", uint8(k))
}

// Problem is a problem after one step. If later steps have the same problem, it is reported once.
type Problem struct {
	Kind Kind
	// Step describes the conversion that produced the text, such as "to native syntax", or names the
	// file itself.
	Step string
	// Diagnostics are errors. The Extra of a difference is an equivalent.Difference.
	Diagnostics hcl.Diagnostics
	// Files are the texts of the ranges in the diagnostics, by name. A converted text has the name
	// of the counterpart of the file; later texts have a suffix, as in "main.tf (back)".
	Files map[string]*hcl.File
}

// Result is the outcome of a check.
type Result struct {
	Filename string
	Problems []Problem
	// Warnings are the warnings of the converter, each once for each text, including guesses.
	Warnings hcl.Diagnostics
	// Outside are the warnings about content that does not follow the rules of the language. The
	// target refuses it, in at least one of the syntaxes, so the file has no meaning to keep.
	Outside hcl.Diagnostics
	// Rejected is true if hashicorp/hcl does not read the file; then there are no other checks.
	// Accepted is true if the converter reads it nevertheless.
	Rejected, Accepted bool
}

// Equal reports whether there is no problem.
func (r Result) Equal() bool { return len(r.Problems) == 0 }

// Refused reports whether the file itself cannot be read or converted. Then there is nothing to
// compare.
func (r Result) Refused() bool {
	for _, p := range r.Problems {
		switch p.Kind {
		case Unreadable, Guess:
			return true
		case Refused:
			if p.ofSource(r.Filename) {
				return true
			}
		}
	}
	return false
}

// ofSource reports whether the problem is one of the file, not of a converted text.
func (p Problem) ofSource(filename string) bool {
	return !slices.ContainsFunc(p.Diagnostics, func(diag *hcl.Diagnostic) bool {
		return diag.Subject != nil && diag.Subject.Filename != filename
	})
}

// Diagnostics returns all problems as one list. Each message names its step.
func (r Result) Diagnostics() hcl.Diagnostics {
	var list hcl.Diagnostics
	for _, p := range r.Problems {
		for _, diag := range p.Diagnostics {
			told := *diag
			if p.Step != ofTheFile {
				told.Detail = fmt.Sprintf("%s (%s)", diag.Detail, p.Step)
			}
			list = append(list, &told)
		}
	}
	return list
}
