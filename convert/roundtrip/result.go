package roundtrip

import (
	"fmt"

	"github.com/hashicorp/hcl/v2"
)

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
	for _, diag := range p.Diagnostics {
		if diag.Subject != nil && diag.Subject.Filename != filename {
			return false
		}
	}
	return true
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
