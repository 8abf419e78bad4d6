// Package languages stands in for schema/languages.
package languages

import (
	"sync"

	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/language"
)

// missing is what whoever asks for this part learns; see service.Absent.
type missing string

func (missing) Absent() {}

func (m missing) Error() string { return string(m) + " is not in this program" }

// Language is the one of files whose language is not known: it has nothing to be read.
type Language struct{}

var generic = sync.OnceValue(func() *schema.Dialect {
	return &schema.Dialect{
		Name: "generic", Product: "The program that reads the file", ArrayRoot: true,
		Root: &schema.Body{Rest: schema.RestUnknown},
	}
})

// All panics.
func All() []*Language { panic(missing("schema/languages")) }

// Named panics for another name.
func Named(name string) *Language {
	if name != generic().Name {
		panic(missing("schema/languages"))
	}
	return &Language{}
}

func (*Language) Name() string { return generic().Name }

func (*Language) Head() *language.Language { return &language.Language{Dialect: generic()} }

func (*Language) Dialect() *schema.Dialect { return generic() }
