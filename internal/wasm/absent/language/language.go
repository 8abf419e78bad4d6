// Package language stands in for schema/language.
package language

import (
	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/internal/wasm/absent"
	"github.com/hcljson/hcljson/schema"
)

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
func Read([]byte, string, bool) (*Language, hcl.Diagnostics) { panic(absent.Part("schema/language")) }

func (*Language) Match(string) (twin string, isJSON, ok bool) { panic(absent.Part("schema/language")) }

func (*Language) Pattern(string) (Pattern, bool) { panic(absent.Part("schema/language")) }
