package dialects

import (
	"sync"

	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/schemafile"
)

// Language is the one of files whose language is not known: it has nothing to be read.
type Language struct{}

var generic = sync.OnceValue(func() *schema.Dialect {
	return &schema.Dialect{
		Name: "generic", Product: "The program that reads the file", ArrayRoot: true,
		Root: &schema.Body{Remain: schema.RemainUnknown},
	}
})

// Described panics.
func Described() []*Language { panic(missing("the languages of schema files")) }

// Named panics for another name.
func Named(name string) *Language {
	if name != generic().Name {
		panic(missing("the languages of schema files"))
	}
	return &Language{}
}

func (*Language) Name() string { return generic().Name }

func (*Language) Head() *schemafile.Language { return &schemafile.Language{Dialect: generic()} }

func (*Language) Dialect() *schema.Dialect { return generic() }
