// Package roundtrip proves for one file that it survives the way to the other
// syntax and back.
//
// It is for the tests of programs that generate configuration. One call tells
// whether what the program wrote can be read, and means the same in both
// syntaxes:
//
//	roundtrip.Test(t, "main.tf.json", generated, roundtrip.Options{})
//
// [Check] gives the same answer as data. Nothing of this package opens a file.
package roundtrip

import (
	"fmt"
	"slices"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/internal/dialects"
	"github.com/hcljson/hcljson/internal/schemafile"
	"github.com/hcljson/hcljson/schema"
)

// T is what [Test] needs of a *testing.T.
type T interface {
	Helper()
	Errorf(format string, args ...any)
}

// Options change what is checked. The zero value is the default.
type Options struct {
	// Languages, Dialect and Target are options of package schema/dialects. Check uses only Languages,
	// to determine the syntax of a file by its name.
	Languages       []*schemafile.Language
	Dialect, Target string
	// Forms are the shapes of JSON to go through; none means all.
	Forms []convert.Form
	// ForTools goes from native syntax through JSON that no product loads, which holds what
	// JSON for one cannot; see [convert.Options].
	ForTools bool
	// Strict makes a problem of each guess whether a JSON property is an
	// attribute or a block. By default a guess is among the warnings of the
	// result, because either way the file comes back as it was. It matters if
	// people go on working with the native file.
	Strict bool
}

// Test fails the test if src does not survive the way to the other syntax and
// back, or if the product refuses it for what the converter only warns of. The name of the file says its syntax and, unless the options do, its
// language.
func Test(t T, filename string, src []byte, opts Options) {
	t.Helper()
	named := dialects.Options{Languages: opts.Languages, Dialect: opts.Dialect, Target: opts.Target}
	file, diag, err := dialects.ForText(filename, src, named)
	if err != nil {
		t.Errorf("%s (here that is Options.Dialect)", err)
		return
	}
	if diag != nil {
		t.Errorf("%s (here that is Options.Target)", diag.Detail)
		return
	}
	result := Check(filename, src, file.Dialect, opts)
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

// Check takes a file to the other syntax and back in each form, and compares
// every step with the file. The name of the file says its syntax, whatever the
// language.
func Check(filename string, src []byte, d *schema.Dialect, opts Options) Result {
	return check(filename, src, d, opts, converter{convert.ToJSON[[]byte], convert.ToHCL[[]byte]})
}

// Kind is what is wrong.
type Kind uint8

const (
	// Unreadable: hashicorp/hcl cannot read the file, or not in its language.
	Unreadable Kind = iota
	// Refused: the converter does not accept what hashicorp/hcl accepts.
	Refused
	// Guess: the converter must guess, and Options.Strict is set.
	Guess
	// Invalid: what the converter has written cannot be read, or it is JSON
	// with a name twice in one object.
	Invalid
	// Different: the meaning has changed.
	Different
	// Comments: comments are lost or added.
	Comments
	// Unformatted: hashicorp/hcl formats the native syntax differently.
	Unformatted
	// Unstable: the second round trip gives another text than the first.
	Unstable

	// Kinds is the number of kinds.
	Kinds
)

var kindNames = [Kinds]string{
	"unreadable", "refused", "guess", "invalid", "different", "comments", "unformatted", "unstable",
}

func (k Kind) String() string {
	if k < Kinds {
		return kindNames[k]
	}
	return fmt.Sprintf("Kind(%d)", uint8(k))
}

// Problem is what is wrong after one step. What later steps have in the same
// way is reported once.
type Problem struct {
	Kind Kind
	// Step says how the text came about that shows the problem, such as "to
	// native syntax", or that it is the file itself.
	Step string
	// Diagnostics are errors. A difference has an equivalent.Difference in its
	// Extra field.
	Diagnostics hcl.Diagnostics
	// Files are the texts that the diagnostics are about, by their names there.
	// A converted text has the name of the file's twin; the later ones have a
	// note after the name, as in "main.tf (back)".
	Files map[string]*hcl.File
}

// Result is the outcome of a check.
type Result struct {
	Filename string
	Problems []Problem
	// Warnings are those of the converter, each once, guesses among them.
	Warnings hcl.Diagnostics
	// Outside says what in the file is not as its language wants it. The target
	// does not accept that, or not in both syntaxes, so that the file may be
	// refused and has no meaning that must be kept.
	Outside hcl.Diagnostics
	// Rejected: hashicorp/hcl does not read the file, so that nothing else is
	// checked. Accepted: the converter does read it.
	Rejected, Accepted bool
}

// Equal reports whether the file survives without any problem.
func (r Result) Equal() bool { return len(r.Problems) == 0 }

// Refused reports whether the file itself cannot be read or converted, so that
// there is nothing that could be equal.
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

// ofSource reports whether the problem is that of the file, not of a text made
// from it.
func (p Problem) ofSource(filename string) bool {
	return !slices.ContainsFunc(p.Diagnostics, func(diag *hcl.Diagnostic) bool {
		return diag.Subject != nil && diag.Subject.Filename != filename
	})
}

// Diagnostics returns what is wrong as one list, in which each message says the
// step.
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
