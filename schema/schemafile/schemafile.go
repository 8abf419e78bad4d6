// Package schemafile reads schema files: descriptions of HCL languages, written in
// HCL native syntax or HCL-JSON by whoever knows the language. The converter
// follows the tables that come out as it follows those of the packages next to
// this one.
//
// docs/language.md is the reference of the format. The format is an HCL language
// itself; package dialects has its schema, with those of other languages.
package schemafile

import (
	"cmp"
	"slices"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/schema"
)

// Language is what a schema file describes.
type Language struct {
	// Dialect holds the tables. It must not be changed.
	Dialect *schema.Dialect
	// Files are the patterns of the names of the language's files. The first
	// that matches a name counts.
	Files []Pattern
	// Summary says in a few words what the language is. It may be empty.
	Summary string
	// Target, if not empty, is the product that the files are for, as the option
	// --target names it.
	Target string
	// Loading is how the product loads the files of a directory; nil if nothing is said of
	// it.
	Loading *schema.Loading
	// Note, if not empty, is what is said of the files that no pattern has a note for;
	// see [Pattern].
	Note string
}

// Read reads a schema file, in HCL-JSON if isJSON and otherwise in native
// syntax. The filename is for messages.
//
// With an error among the diagnostics there is no language. All of them have
// positions in src. Read may be called from several goroutines.
func Read(src []byte, filename string, isJSON bool) (*Language, hcl.Diagnostics) {
	r := &reader{filename: filename, json: isJSON}
	r.file(src)
	slices.SortStableFunc(r.diags,
		func(a, b *hcl.Diagnostic) int { return cmp.Compare(a.Subject.Start.Byte, b.Subject.Start.Byte) })
	if r.diags.HasErrors() {
		return nil, r.diags
	}
	return r.language, r.diags
}

// MustRead reads a schema file that is a part of the program, in native syntax. It panics
// where anything is wrong with the file.
func MustRead(src []byte, filename string) *Language {
	l, diags := Read(src, filename, false)
	if len(diags) > 0 {
		panic(diags)
	}
	return l
}

// Match finds the file named base among the patterns: the name of the same file
// in the other syntax, and whether base is that of JSON. ok is false if no
// pattern matches; the twin is empty if the pattern has no JSON name.
func (l *Language) Match(base string) (twin string, isJSON, ok bool) {
	p, ok := l.Pattern(base)
	if !ok {
		return "", false, false
	}
	twin, isJSON, _ = p.match(base)
	return twin, isJSON, true
}

// Pattern returns the pattern that the file named base matches.
func (l *Language) Pattern(base string) (Pattern, bool) {
	for _, p := range l.Files {
		if _, _, ok := p.match(base); ok {
			return p, true
		}
	}
	return Pattern{}, false
}
