// Package dialects selects the language and the syntax of a file by its name, and returns the languages
// other than those of OpenTofu and Terraform (package opentofu). All callers get the same dialects. The tables of these
// languages, such as Nomad's, are in internal/language/dialects.
package dialects

import (
	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/internal/language/schemafile"
	"github.com/hcljson/hcljson/internal/language/source"
	"github.com/hcljson/hcljson/schema"
)

// File contains the properties of a file that follow from its name.
type File struct {
	// Dialect is the language of the file.
	Dialect *schema.Dialect
	// JSON is true if the file is in JSON syntax.
	JSON bool
	// Counterpart is the path of the file in the other syntax: the given path with another name.
	Counterpart string
}

// Options contains the properties of a file that do not follow from its name.
type Options struct {
	// Target, if not empty, is the product that reads the file: "packer", or a product and version in
	// the syntax of opentofu.ParseTarget. The default is the newest OpenTofu, or the newest Terraform
	// for a language that only Terraform has.
	Target string
	// Dialect, if not empty, is the name of the language; see [Names]. It overrides the name of the
	// file.
	Dialect string
	// Languages are the languages of schema files. They take precedence over the other languages, and
	// the first language with a matching pattern is selected.
	Languages []*Language
}

// ForFile returns the language, the syntax and the counterpart of the file with the given name or path.
// It is an error if the name matches no language, or if the file has no form in HCL-JSON.
func ForFile(name string, opts Options) (File, error) {
	file, err := dialects.ForFile(name, dialects.Options{
		Target: opts.Target, Dialect: opts.Dialect, Languages: languages(opts.Languages),
	})
	return File{Dialect: file.Dialect, JSON: file.JSON, Counterpart: file.Counterpart}, err
}

// ModuleTarget returns the product that reads a module, for [Options.Target]: a name in its files, or
// in the files of its tests, that only OpenTofu or only Terraform defines selects that product. The
// result is empty if nothing selects a product. It is an error if each product lacks names that the
// other has. The files are sources of convert.NewSource; files without such names are not parsed.
func ModuleTarget(files []*source.Source) (string, hcl.Diagnostics) {
	target, diag := dialects.ModuleTarget(files)
	if diag != nil {
		return "", hcl.Diagnostics{diag}
	}
	return target, nil
}

// Names returns the names of all languages for [Options], starting with the given languages.
func Names(described ...*Language) []string { return dialects.Names(languages(described)...) }

// Language is a language that a schema file describes, for [Options].
type Language schemafile.Language

func languages(list []*Language) (languages []*schemafile.Language) {
	for _, l := range list {
		languages = append(languages, (*schemafile.Language)(l))
	}
	return languages
}

// ReadLanguage reads a schema file in native syntax, or in HCL-JSON if isJSON is true. The filename is
// for messages. The language is nil if the diagnostics contain an error. A schema file of a language with
// one block type is
//
//	language "job" {
//	  file {
//	    native = "*.job.hcl"
//	    json   = "*.job.hcl.json"
//	  }
//	}
//
//	root {
//	  block "step" {
//	    labels     = ["name"]
//	    attributes = { command = template }
//	  }
//	}
//
// https://github.com/hcljson/hcljson/blob/main/docs/language.md documents the format.
func ReadLanguage(src []byte, filename string, isJSON bool) (*Language, hcl.Diagnostics) {
	l, diags := schemafile.Read(src, filename, isJSON)
	return (*Language)(l), diags
}

// Bake returns the language of docker-bake.hcl and docker-bake.json.
func Bake() *schema.Dialect { return dialects.Bake() }

// Nomad returns the language of Nomad's job specifications.
func Nomad() *schema.Dialect { return dialects.Nomad() }

// Packer returns the language of .pkr.hcl files.
func Packer() *schema.Dialect { return dialects.Packer() }

// PackerVariables returns the language of .pkrvars.hcl files.
func PackerVariables() *schema.Dialect { return dialects.PackerVariables() }

// SchemaFile returns the language of schema files. Its tables contain all names that a schema file can have.
func SchemaFile() *schema.Dialect { return dialects.SchemaFile() }

// Terragrunt returns the language of terragrunt.hcl and of the files that it includes.
func Terragrunt() *schema.Dialect { return dialects.Terragrunt() }

// TFLint returns the language of .tflint.hcl and .tflint.json.
func TFLint() *schema.Dialect { return dialects.TFLint() }

// Generic returns the language of .hcl files that match no other language.
func Generic() *schema.Dialect { return dialects.Generic() }
