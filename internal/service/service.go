// Package service does one operation on texts at a time: a request says what is to be
// done, and the response has what comes of it. It is what a long-lived process and the
// WebAssembly module offer. Package operations
// has a complete one. Nothing here uses files, the environment or the network.
package service

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/internal/diagnostic"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/dialects"
	"github.com/hcljson/hcljson/schema/provider"
	"github.com/hcljson/hcljson/schema/schemafile"
)

// The operations.
const (
	ToJSON = "toJSON" // native syntax to HCL-JSON
	ToHCL  = "toHCL"  // HCL-JSON to native syntax
	Patch  = "patch"  // Text with what Options.Other says, and nothing else changed
	Get    = "get"    // what is in Text at Options.Addresses
	Apply  = "apply"  // Text with Options.Changes, and nothing else changed
	Verify = "verify" // whether Text means the same as Options.Other
	Show   = "show"   // a summary of a plan or a state, or Options.Files as the JSON of a module
	// Expression is the syntax tree of an expression, in the JSON that programs for CDKTF read.
	Expression = "expression"
	JSONSchema = "jsonSchema" // the JSON Schema of Options.Kind, for Options.Files
)

// Operations are the names of all operations.
func Operations() []string {
	return []string{ToJSON, ToHCL, Patch, Get, Apply, Verify, Show, Expression, JSONSchema}
}

// Request is one operation and what it is done on.
type Request struct {
	Operation string `json:"operation"`
	// Name is the name of the file, whose ending tells its language and its syntax.
	Name    string  `json:"name,omitempty"`
	Text    string  `json:"text"`
	Options Options `json:"options,omitzero"`
}

// File is a text with a name.
type File struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// Options say how. The zero value is the default.
type Options struct {
	Dialect  string `json:"dialect,omitempty"`  // the language, whatever the name says
	Target   string `json:"target,omitempty"`   // the product that reads the file: PRODUCT[@VERSION]
	Form     string `json:"form,omitempty"`     // general, compact or query
	Comments string `json:"comments,omitempty"` // keep or drop
	Layout   string `json:"layout,omitempty"`   // canonical or keep
	Columns  string `json:"columns,omitempty"`  // what those of diagnostics count: characters or utf16
	Strict   bool   `json:"strict,omitempty"`   // a guess is an error
	NoTable  bool   `json:"noTable,omitempty"`  // of providers, only ProviderSchemas are known
	// Verify is false if the result is not to be proven, and nil or true if it is.
	Verify *bool `json:"verify,omitempty"`
	// SourceMap asks a conversion where each value is in both texts.
	SourceMap bool `json:"sourceMap,omitempty"`
	// Schemas are schema files, which describe languages.
	Schemas []File `json:"schemas,omitempty"`
	// ProviderSchemas are what "providers schema -json" prints.
	ProviderSchemas []File `json:"providerSchemas,omitempty"`
	// Other is the second text: of patch the edited one, of verify the one that Text is
	// compared with.
	Other *File `json:"other,omitempty"`
	// Addresses are those of get, which are strings, and Changes those of apply.
	Addresses []Raw `json:"addresses,omitempty"`
	Changes   []Raw `json:"changes,omitempty"`
	// Files are those of a module, for show and jsonSchema; their names are paths with slashes. Name
	// is then the directory, or for jsonSchema a file of the language.
	Files []File `json:"files,omitempty"`
	// Kind is that of a JSON Schema, and All asks for all types of the providers in it.
	Kind string `json:"kind,omitempty"`
	All  bool   `json:"all,omitempty"`
}

// The verdicts of verify.
const (
	Equal     = "equal"
	Different = "different"
	Unknown   = "unknown" // nothing can be proven; the diagnostics say why
)

// Response is what has come of a request.
type Response struct {
	// Text is absent when there is an error, and of verify.
	Text *string `json:"text,omitempty"`
	// Name is that of the file that Text would be, if it has one.
	Name string `json:"name,omitempty"`
	// Verdict is that of verify.
	Verdict string `json:"verdict,omitempty"`
	// Proven: Text was compared with what it was made of, and means the same.
	Proven      bool                    `json:"proven,omitempty"`
	Diagnostics []diagnostic.Diagnostic `json:"diagnostics"`
	// SourceMap is in the format of docs/source-map.md. It is absent when there is no text.
	SourceMap Raw `json:"sourceMap,omitempty"`
	// AbsentTables: the operation needs the table of providers, which the WebAssembly module
	// has not received.
	AbsentTables bool `json:"absentTables,omitempty"`
}

// Empty is a response without anything.
func Empty() *Response { return &Response{Diagnostics: []diagnostic.Diagnostic{}} }

// Failed is a response with an error on the file name.
func Failed(name, summary, format string, args ...any) *Response {
	resp := Empty()
	resp.Diagnostics = append(resp.Diagnostics, diagnostic.Of(name, diagnostic.Errorf(summary, format, args...)))
	return resp
}

// Service does operations. It may be used by several goroutines.
type Service struct {
	// Operations are those beside the two conversions; package operations has all. What is
	// not among them is not in the program.
	Operations map[string]func(*Operation)
	// Prove compares a result with what it was made of, and reports what differs.
	Prove func(o *Operation, given, made Source, dialect *schema.Dialect) bool
	// Languages are known in addition to those that a request describes.
	Languages []*schemafile.Language
	// Known are schemas of providers in addition to those that a request has.
	Known []*provider.Schema
}

// Source is a file in its language.
type Source struct {
	Name  string
	Bytes []byte
	JSON  bool
}

// Do does one operation. Whatever the request is, there is a response.
func (s *Service) Do(req *Request) (resp *Response) {
	o := &Operation{Service: s, Request: req, Response: Empty()}
	defer func() {
		if cause := recover(); cause != nil {
			o.bug(cause)
		}
		if req.Options.Columns == "utf16" {
			o.countUTF16()
		}
		resp = o.Response
	}()
	run := s.Operations[req.Operation]
	if slices.Contains(conversions, req.Operation) {
		run = (*Operation).convert
	}
	switch {
	case run == nil:
		o.Report("", diagnostic.Errorf("Unknown operation", "There is no operation %q: want one of %s.", req.Operation,
			strings.Join(Operations(), ", ")))
	case o.check() && o.readSchemas():
		run(o)
	}
	return o.Response
}

// Operation is one that is being done.
type Operation struct {
	*Service
	*Request
	*Response
	languages []*schemafile.Language
}

// AbsentTables is what the table of providers panics with that is not there.
type AbsentTables interface{ AbsentTables() }

// bug reports a panic.
func (o *Operation) bug(cause any) {
	if _, absent := cause.(AbsentTables); absent {
		o.Response = &Response{AbsentTables: true}
		return
	}
	o.Response.Text = nil
	o.Report(o.Request.Name, diagnostic.Errorf("Internal error",
		"hcljson failed on this text: %v. This is a bug in hcljson; please report it with the text at %s.",
		cause, Issues))
}

const Issues = "https://github.com/hcljson/hcljson/issues"

// Report adds diagnostics on the file name, and returns whether none is an error.
func (o *Operation) Report(name string, diags ...*hcl.Diagnostic) bool {
	ok := true
	for _, diag := range diags {
		ok = ok && diag.Severity != hcl.DiagError
		o.Response.Diagnostics = append(o.Response.Diagnostics, diagnostic.Of(name, diag))
	}
	return ok
}

// countUTF16 gives places the columns of editors, in the texts that the request has.
func (o *Operation) countUTF16() {
	opts := o.Request.Options
	texts := map[string]string{}
	for _, file := range slices.Concat(opts.Files, opts.Schemas, opts.ProviderSchemas) {
		texts[file.Name] = file.Text
	}
	if opts.Other != nil {
		texts[cmp.Or(opts.Other.Name, "other")] = opts.Other.Text
	}
	texts[o.Request.Name] = o.Request.Text
	for i := range o.Response.Diagnostics {
		diag := &o.Response.Diagnostics[i]
		ranges := []*diagnostic.Range{diag.Range}
		if diag.Difference != nil {
			ranges = append(ranges, &diag.Difference.A.Range, &diag.Difference.B.Range)
		}
		for _, r := range ranges {
			if r != nil {
				r.CountUTF16(texts[r.Filename])
			}
		}
	}
}

// readSchemas reads the languages that the request describes.
func (o *Operation) readSchemas() bool {
	ok := true
	o.languages = slices.Clip(o.Service.Languages)
	for _, file := range o.Request.Options.Schemas {
		src, isJSON := []byte(file.Text), strings.HasSuffix(file.Name, ".json")
		if isJSON {
			if diag := diagnostic.CheckJSON(file.Name, src); diag != nil {
				ok = o.Report(file.Name, diag)
				continue
			}
		}
		described, diags := schemafile.Read(src, file.Name, isJSON)
		ok = o.Report(file.Name, diags...) && ok
		o.languages = append(o.languages, described)
	}
	return ok
}

// Source finds the language and the syntax of a text by its name. A text without one is
// in the language that is forced, and in the syntax of its first character.
func (o *Operation) Source(name, text string) (src Source, file dialects.File, ok bool) {
	src = Source{Name: name, Bytes: []byte(text)}
	file, diag, err := dialects.ForText(name, src.Bytes, dialects.Options{
		Languages: o.languages, Dialect: o.Request.Options.Dialect, Target: o.Request.Options.Target,
	})
	switch {
	case err != nil:
		return src, file, o.Report(name, o.nameless(name, err))
	case diag != nil:
		return src, file, o.Report(name, diag)
	}
	src.JSON = file.JSON
	if name == "" {
		src.JSON = LooksLikeJSON(src.Bytes)
	}
	return src, file, true
}

// nameless is the error that nothing says which language a text is in.
func (o *Operation) nameless(name string, err error) *hcl.Diagnostic {
	if name == "" && o.Request.Options.Dialect == "" {
		return diagnostic.Errorf("Unknown language",
			"Nothing says which language the text is in: give the name of its file, or the language as the dialect.")
	}
	message := strings.TrimPrefix(err.Error(), name+": ")
	return diagnostic.Errorf("Unknown language", "%s.", strings.ToUpper(message[:1])+message[1:])
}

// LooksLikeJSON tells HCL-JSON from native syntax, in which nothing begins with a
// brace.
func LooksLikeJSON(src []byte) bool {
	src = bytes.TrimLeft(bytes.TrimPrefix(src, []byte("\ufeff")), " \t\r\n")
	return len(src) > 0 && (src[0] == '{' || src[0] == '[')
}

// Conversion are the options of a conversion.
func (o *Options) Conversion() convert.Options {
	opts := convert.Options{DropComments: o.Comments == "drop", Strict: o.Strict}
	switch o.Form {
	case "compact":
		opts.Form = convert.Compact
	case "query":
		opts.Form = convert.Query
	}
	if o.Layout == "keep" {
		opts.Layout = convert.KeepLayout
	}
	if o.SourceMap {
		opts.SourceMap = &convert.SourceMap{}
	}
	return opts
}

// showFiles is Show where the request has the files of a module, which has other options
// than a plan or a state.
const showFiles = "show with files"

var (
	conversions = []string{ToJSON, ToHCL}
	changes     = []string{ToJSON, ToHCL, Patch, Apply}
)

// option is one that a request may have.
type option struct {
	name  string
	value any      // where it is in Options
	of    []string // the operations that take it
}

func (o *option) given() bool {
	switch value := o.value.(type) {
	case *string:
		return *value != ""
	case *bool:
		return *value
	case **bool:
		return *value != nil
	case **File:
		return *value != nil
	case *[]File:
		return *value != nil
	case *[]Raw:
		return *value != nil
	}
	return false
}

// options are all there are. What an operation does not take is an error there: it would
// have no effect.
func (o *Options) options() []option {
	texts := []string{ToJSON, ToHCL, Patch, Verify}
	named := slices.Concat(texts, []string{Get, Apply, JSONSchema})
	all := slices.Concat(named, []string{showFiles})
	return []option{
		{"dialect", &o.Dialect, named},
		{"target", &o.Target, all},
		{"form", &o.Form, []string{ToJSON, Patch}},
		{"comments", &o.Comments, texts},
		{"layout", &o.Layout, []string{ToJSON}},
		{"columns", &o.Columns, all},
		{"strict", &o.Strict, texts[:3]},
		{"verify", &o.Verify, changes},
		{"noTable", &o.NoTable, all},
		{"sourceMap", &o.SourceMap, conversions},
		{"schemas", &o.Schemas, named},
		{"providerSchemas", &o.ProviderSchemas, all},
		{"other", &o.Other, []string{Patch, Verify}},
		{"addresses", &o.Addresses, []string{Get}},
		{"changes", &o.Changes, []string{Apply}},
		{"files", &o.Files, []string{showFiles, JSONSchema}},
		{"kind", &o.Kind, []string{JSONSchema}},
		{"all", &o.All, []string{JSONSchema}},
	}
}

// check reports options that the operation does not take, and values that are none.
func (o *Operation) check() bool {
	opts, operation := &o.Request.Options, o.Request.Operation
	if operation == Show && opts.Files != nil {
		operation = showFiles
	}
	ok := true
	for _, option := range opts.options() {
		if option.given() && !slices.Contains(option.of, operation) {
			ok = o.Report("", diagnostic.Errorf("Invalid option", "%s does not take %s, which is for %s.", operation,
				option.name, strings.Join(option.of, ", ")))
		}
	}
	forms := []string{"general", "compact", "query"}
	if operation == Patch {
		forms = forms[:2] // query is for reading alone
	}
	for _, choice := range []struct {
		name, value string
		of          []string
	}{
		{"form", opts.Form, forms},
		{"comments", opts.Comments, []string{"keep", "drop"}},
		{"layout", opts.Layout, []string{"canonical", "keep"}},
		{"columns", opts.Columns, []string{"characters", "utf16"}},
	} {
		if choice.value != "" && !slices.Contains(choice.of, choice.value) {
			ok = o.Report("", diagnostic.Errorf("Invalid option", "%s cannot be %q: want one of %s.", choice.name,
				choice.value, strings.Join(choice.of, ", ")))
		}
	}
	return ok
}
