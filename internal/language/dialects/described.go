package dialects

import (
	"bytes"
	"cmp"
	"embed"
	"slices"
	"strings"
	"sync"

	"github.com/hcljson/hcljson/internal/language/packer"
	"github.com/hcljson/hcljson/internal/language/schemafile"
	"github.com/hcljson/hcljson/internal/schema/conventions"
	"github.com/hcljson/hcljson/schema"
)

//go:embed *.hclschema.hcl
var files embed.FS

const (
	suffix = ".hclschema.hcl"
	// fallback is the language of all other .hcl files. It comes last because its patterns match
	// every such name.
	fallback = "generic"
)

// extensions contains the functions that extend languages by rules that rows cannot express.
var extensions = map[string]func(*schema.Dialect){
	"packer": func(d *schema.Dialect) {
		packer.AddPlugins(d)
		for i, row := range conventions.Of(d).Style.Declarations {
			conventions.Of(d).Style.Declarations[i].Public = row.Root == "var"
			conventions.Of(d).Style.Declarations[i].OnlyValue = slices.Contains([]string{"var", "local", "data"}, row.Root)
		}
	},
	"terragrunt": func(d *schema.Dialect) {
		// internal/cli config_helpers.go, getTerragruntDir and getRepoRoot
		conventions.Of(d).Outside = &conventions.Outside{Module: "terraform.source", Values: []string{"inputs"},
			Directories: []conventions.DirectoryRow{
				{Call: "get_terragrunt_dir()", Directory: "."}, {Call: "get_repo_root()", Directory: conventions.Repository},
			}}
		conventions.Of(d).Style.Dependencies = conventions.DependenciesRow{
			Type: "dependency", Directory: "config_path", Outputs: "outputs", Values: "mock_outputs",
		}
	},
	"pkrvars": func(d *schema.Dialect) { conventions.Of(d).Outside = &conventions.Outside{Values: []string{"."}} },
}

// Language is a language described by an embedded schema file, *.hclschema.hcl: its rows, the names
// of its files, and their properties. docs/language.md documents the format.
//
// The dialects are read on the first use. They are shared and must not be changed.
type Language struct {
	name string
	src  []byte
	head func() *schemafile.Language
	full func() *schemafile.Language
}

var embedded = sync.OnceValue(func() []*Language {
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
		list = append(list, newLanguage(strings.TrimSuffix(entry.Name(), suffix), src))
	}
	slices.SortStableFunc(list, func(a, b *Language) int {
		return cmp.Compare(strings.Count(a.name, fallback), strings.Count(b.name, fallback))
	})
	return list
})

func newLanguage(name string, src []byte) *Language {
	l := &Language{name: name, src: src}
	l.head = sync.OnceValue(func() *schemafile.Language {
		// The language block comes first. It contains the file names, which are sufficient to select
		// a language.
		head, _, _ := bytes.Cut(src, []byte("\n}\n"))
		return schemafile.MustRead(slices.Concat(head, []byte("\n}\nroot {}\n")), name+suffix)
	})
	l.full = sync.OnceValue(func() *schemafile.Language {
		full := schemafile.MustRead(src, name+suffix)
		if add := extensions[name]; add != nil {
			add(full.Dialect)
		}
		return full
	})
	return l
}

// Described returns the languages of the embedded schema files, in the order in which their patterns
// are matched against file names.
func Described() []*Language { return embedded() }

// Named returns the language of an embedded schema file by name, or nil.
func Named(name string) *Language {
	i := slices.IndexFunc(embedded(), func(l *Language) bool { return l.name == name })
	if i < 0 {
		return nil
	}
	return embedded()[i]
}

// Name returns the name of the language.
func (l *Language) Name() string { return l.name }

// Source returns the text of the schema file.
func (l *Language) Source() []byte { return bytes.Clone(l.src) }

// Head returns the properties of the language and its files, without its tables.
func (l *Language) Head() *schemafile.Language { return l.head() }

// Dialect returns the tables of the language.
func (l *Language) Dialect() *schema.Dialect { return l.full().Dialect }

// Bake returns the language of docker-bake.hcl and docker-bake.json.
func Bake() *schema.Dialect { return Named("bake").Dialect() }

// Nomad returns the language of Nomad's job specifications.
func Nomad() *schema.Dialect { return Named("nomad").Dialect() }

// Packer returns the language of .pkr.hcl files.
func Packer() *schema.Dialect { return Named("packer").Dialect() }

// PackerVariables returns the language of .pkrvars.hcl files.
func PackerVariables() *schema.Dialect { return Named("pkrvars").Dialect() }

// PackerFile returns the name of a template in native syntax.
func PackerFile(stem string) string { return Named("packer").Head().Files[0].NativeName(stem) }

// PackerVariablesFile returns the name of a file of variable values in native syntax.
func PackerVariablesFile(stem string) string {
	return Named("pkrvars").Head().Files[0].NativeName(stem)
}

// SchemaFile returns the language of schema files.
func SchemaFile() *schema.Dialect { return Named("hclschema").Dialect() }

// Terragrunt returns the language of terragrunt.hcl and of the files that it includes.
func Terragrunt() *schema.Dialect { return Named("terragrunt").Dialect() }

// TFLint returns the language of .tflint.hcl and .tflint.json.
func TFLint() *schema.Dialect { return Named("tflint").Dialect() }

// Generic returns the language of .hcl files that match no other language.
func Generic() *schema.Dialect { return Named(fallback).Dialect() }
