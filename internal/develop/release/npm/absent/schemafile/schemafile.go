// Package schemafile stands in for schema/schemafile.
package schemafile

import (
	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/schema"
)

// missing is what whoever asks for this part learns; see service.Absent.
type missing string

func (missing) Absent() {}

func (m missing) Error() string { return string(m) + " is not in this program" }

// Language is one that there never is.
type Language struct {
	Dialect      *schema.Dialect
	Files        []Pattern
	Target, Note string
	Loading      *schema.Loading
}

// Pattern is one of the names of its files.
type Pattern struct {
	Native, JSON, NoJSON, Note string
	Vague                      bool
}

// Read panics, as all here does.
func Read([]byte, string, bool) (*Language, hcl.Diagnostics) { panic(missing("schema/schemafile")) }

func (*Language) Match(string) (twin string, isJSON, ok bool) { panic(missing("schema/schemafile")) }

func (*Language) Pattern(string) (Pattern, bool) { panic(missing("schema/schemafile")) }
