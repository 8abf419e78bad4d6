package dialects

import (
	"bytes"
	"cmp"
	"embed"
	"slices"
	"strings"
	"sync"

	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/packer"
	"github.com/hcljson/hcljson/schema/schemafile"
)

//go:embed *.hclschema.hcl
var files embed.FS

const (
	ending = ".hclschema.hcl"
	// fallback is the language of every other file, so that it comes last.
	fallback = "generic"
)

// complete adds to a language what is an algorithm, and no row of a table.
var complete = map[string]func(*schema.Dialect){"packer": packer.AddPlugins}

// Language is one that is small enough for a schema file: each *.hclschema.hcl here
// describes one, with its rows, the names of its files and what is said of them.
// docs/language.md is the reference of the format.
//
// The dialects are read when they are asked for the first time. They are shared and must
// not be changed.
type Language struct {
	name string
	src  []byte
	head func() *schemafile.Language
	full func() *schemafile.Language
}

var all = sync.OnceValue(func() []*Language {
	entries, err := files.ReadDir(".")
	if err != nil {
		panic(err)
	}
	var list []*Language
	for _, entry := range entries {
		src, err := files.ReadFile(entry.Name())
		if err != nil {
			panic(err)
		}
		list = append(list, newLanguage(strings.TrimSuffix(entry.Name(), ending), src))
	}
	slices.SortStableFunc(list, func(a, b *Language) int {
		return cmp.Compare(strings.Count(a.name, fallback), strings.Count(b.name, fallback))
	})
	return list
})

func newLanguage(name string, src []byte) *Language {
	l := &Language{name: name, src: src}
	l.head = sync.OnceValue(func() *schemafile.Language {
		// The language block comes first, and the names of files are all that it takes to
		// find a language.
		head, _, _ := bytes.Cut(src, []byte("\n}\n"))
		return schemafile.MustRead(slices.Concat(head, []byte("\n}\nroot {}\n")), name+ending)
	})
	l.full = sync.OnceValue(func() *schemafile.Language {
		full := schemafile.MustRead(src, name+ending)
		if add := complete[name]; add != nil {
			add(full.Dialect)
		}
		return full
	})
	return l
}

// Described returns the languages of the schema files here, in the order in which the names
// of files are compared with their patterns.
func Described() []*Language { return all() }

// Named returns the language that a schema file here describes, or nil.
func Named(name string) *Language {
	i := slices.IndexFunc(all(), func(l *Language) bool { return l.name == name })
	if i < 0 {
		return nil
	}
	return all()[i]
}

// Name is the name of the language.
func (l *Language) Name() string { return l.name }

// Source is the text of the schema file.
func (l *Language) Source() []byte { return bytes.Clone(l.src) }

// Head returns what is said of the language and its files, without its tables.
func (l *Language) Head() *schemafile.Language { return l.head() }

// Dialect returns the tables.
func (l *Language) Dialect() *schema.Dialect { return l.full().Dialect }

// Bake is the language of docker-bake.hcl and docker-bake.json.
func Bake() *schema.Dialect { return Named("bake").Dialect() }

// Nomad is the language of Nomad's job specifications.
func Nomad() *schema.Dialect { return Named("nomad").Dialect() }

// Packer is the language of .pkr.hcl files.
func Packer() *schema.Dialect { return Named("packer").Dialect() }

// PackerVariables is the language of .pkrvars.hcl files.
func PackerVariables() *schema.Dialect { return Named("pkrvars").Dialect() }

// PackerFile is the name of a template in native syntax.
func PackerFile(stem string) string { return Named("packer").Head().Files[0].NativeName(stem) }

// PackerVariablesFile is the name of a file of variable values in native syntax.
func PackerVariablesFile(stem string) string {
	return Named("pkrvars").Head().Files[0].NativeName(stem)
}

// SchemaFile is the language of schema files themselves.
func SchemaFile() *schema.Dialect { return Named("hclschema").Dialect() }

// Terragrunt is the language of terragrunt.hcl and of the files that it includes.
func Terragrunt() *schema.Dialect { return Named("terragrunt").Dialect() }

// TFLint is the language of .tflint.hcl and .tflint.json.
func TFLint() *schema.Dialect { return Named("tflint").Dialect() }

// Generic is the language of any .hcl file that no other language has a pattern for.
func Generic() *schema.Dialect { return Named(fallback).Dialect() }
