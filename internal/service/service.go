package service

import (
	"cmp"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/internal/language/schemafile"
	"github.com/hcljson/hcljson/internal/language/source"
	"github.com/hcljson/hcljson/internal/provider"
	"github.com/hcljson/hcljson/internal/text/diagnostic"
	"github.com/hcljson/hcljson/schema"
)

// The names of the operations.
const (
	ToJSON = "toJSON" // native syntax to HCL-JSON
	ToHCL  = "toHCL"  // HCL-JSON to native syntax
	Patch  = "patch"  // edit Text to match Options.Other, without other changes
	Get    = "get"    // the values in Text at Options.Addresses
	Refs   = "refs"   // the uses in Text of the declarations at Options.Addresses
	Apply  = "apply"  // Text with Options.Changes, without other changes
	Verify = "verify" // whether Text and Options.Other mean the same
	Show   = "show"   // a summary of a plan or a state, or Options.Files as the JSON of a module
	// Expression is the syntax tree of an expression, in the JSON format of CDKTF.
	Expression = "expression"
	JSONSchema = "jsonSchema" // the JSON Schema of Options.Kind, for Options.Files
	Upgrade    = "upgrade"    // a legacy template of Packer to HCL2
	Eject      = "eject"      // the JSON of one stack of CDKTF to readable native syntax
)

// Operations returns the names of all operations.
func Operations() []string {
	return []string{ToJSON, ToHCL, Patch, Get, Refs, Apply, Verify, Show, Expression, JSONSchema, Upgrade, Eject}
}

// Request is one operation with its texts and options.
type Request struct {
	Operation string `json:"operation"`
	// Name is the name of the file. Its ending selects the language and the syntax.
	Name    string  `json:"name,omitempty"`
	Text    string  `json:"text"`
	Options Options `json:"options,omitzero"`
}

// File is a text with a name.
type File struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// Options are the options of an operation. The zero value is the default.
type Options struct {
	Dialect  string `json:"dialect,omitempty"`  // the language, regardless of the name
	Target   string `json:"target,omitempty"`   // the product that reads the file: PRODUCT[@VERSION]
	Form     string `json:"form,omitempty"`     // general, compact or query
	Comments string `json:"comments,omitempty"` // keep or drop
	Layout   string `json:"layout,omitempty"`   // canonical or keep
	Columns  string `json:"columns,omitempty"`  // unit of columns in diagnostics: characters or utf16
	Strict   bool   `json:"strict,omitempty"`   // a guess is an error
	NoTable  bool   `json:"noTable,omitempty"`  // use only ProviderSchemas for providers
	// Verify enables the equivalence check of the result; nil means true.
	Verify *bool `json:"verify,omitempty"`
	// SourceMap requests a source map from a conversion.
	SourceMap bool `json:"sourceMap,omitempty"`
	// Schemas are schema files that describe languages.
	Schemas []File `json:"schemas,omitempty"`
	// ProviderSchemas are outputs of "providers schema -json".
	ProviderSchemas []File `json:"providerSchemas,omitempty"`
	// Other is the second text: the edited text for patch, the text to compare with for verify.
	Other *File `json:"other,omitempty"`
	// Addresses are the addresses of get, as strings. Changes are the changes of apply.
	Addresses []Raw `json:"addresses,omitempty"`
	Changes   []Raw `json:"changes,omitempty"`
	// Files are the files of a module, for show and jsonSchema; their names are paths with slashes.
	// Request.Name is then the directory, or for jsonSchema a file of the language.
	Files []File `json:"files,omitempty"`
	// Kind is the kind of JSON Schema. All includes all types of the providers in it.
	Kind string `json:"kind,omitempty"`
	All  bool   `json:"all,omitempty"`
}

// The verdicts of verify.
const (
	Equal     = "equal"
	Different = "different"
	Unknown   = "unknown" // not decided; the diagnostics contain the reason
)

// Response is the result of a request.
type Response struct {
	// Text is the result; nil after an error, and for verify.
	Text *string `json:"text,omitempty"`
	// Name is the name of a file with the result; empty if the request has no name.
	Name string `json:"name,omitempty"`
	// Verdict is the result of verify.
	Verdict string `json:"verdict,omitempty"`
	// Proven is true if an equivalence check compared Text with its source successfully.
	Proven      bool                    `json:"proven,omitempty"`
	Diagnostics []diagnostic.Diagnostic `json:"diagnostics"`
	// SourceMap is in the format of docs/source-map.md; nil without a text.
	SourceMap Raw `json:"sourceMap,omitempty"`
	// AbsentTables is true if the operation needs the table of providers and the WebAssembly module
	// has not received it.
	AbsentTables bool `json:"absentTables,omitempty"`
}

// EmptyResponse returns a response without a result.
func EmptyResponse() *Response { return &Response{Diagnostics: []diagnostic.Diagnostic{}} }

// ErrorResponse returns a response with an error at the file name.
func ErrorResponse(name, summary, format string, args ...any) *Response {
	resp := EmptyResponse()
	resp.Diagnostics = append(resp.Diagnostics, diagnostic.FromHCL(name, diagnostic.Errorf(summary, format, args...)))
	return resp
}

// Service runs operations. It is safe for concurrent use.
type Service struct {
	// Operations are the operations in addition to the two conversions, by name. Programs that use
	// few of them link only those; package operations has all.
	Operations map[string]func(*Operation)
	// CheckEquivalence checks that a result is equivalent to its source, and reports the differences.
	// refused is true if the product refuses content of the source, according to a warning.
	CheckEquivalence func(o *Operation, given, made *source.Source, dialect *schema.Dialect, refused bool) bool
	// Languages are languages in addition to those described in a request.
	Languages []*schemafile.Language
	// Known are schemas of providers in addition to those in a request.
	Known []*provider.Schema
}

// Do runs one operation. It returns a response for every request, also after a panic.
func (s *Service) Do(req *Request) (resp *Response) {
	o := &Operation{Service: s, Request: req, Response: EmptyResponse()}
	defer func() {
		if cause := recover(); cause != nil {
			o.reportPanic(cause)
		}
		if req.Options.Columns == "utf16" {
			o.countUTF16()
		}
		resp = o.Response
	}()
	run := s.Operations[req.Operation]
	if slices.Contains(conversions, req.Operation) {
		run = (*Operation).convertText
	}
	switch {
	case run == nil:
		o.Report("", diagnostic.Errorf("Unknown operation", "The operation %q does not exist: the values are %s.", req.Operation,
			strings.Join(Operations(), ", ")))
	case o.checkOptions() && o.readSchemas():
		run(o)
	}
	return o.Response
}

// Operation is the state of a running operation.
type Operation struct {
	*Service
	*Request
	*Response
	languages []*schemafile.Language
}

// AbsentTables is the panic value of a missing table of providers.
type AbsentTables interface{ AbsentTables() }

// reportPanic reports a panic as an internal error, or sets AbsentTables in the response.
func (o *Operation) reportPanic(cause any) {
	if _, absent := cause.(AbsentTables); absent {
		o.Response = &Response{AbsentTables: true}
		return
	}
	o.Response.Text = nil
	o.Report(o.Request.Name, diagnostic.Errorf("Internal error",
		"hcljson failed on this text: %v. This is a bug in hcljson; please report it with the text at %s.",
		cause, Issues))
}

// Issues is the address for reports of bugs.
const Issues = "https://github.com/hcljson/hcljson/issues"

// Report adds diagnostics at the file name, and returns true if none of them is an error.
func (o *Operation) Report(name string, diags ...*hcl.Diagnostic) bool {
	ok := true
	for _, diag := range diags {
		ok = ok && diag.Severity != hcl.DiagError
		o.Response.Diagnostics = append(o.Response.Diagnostics, diagnostic.FromHCL(name, diag))
	}
	return ok
}

// countUTF16 converts the columns of the diagnostics to UTF-16 code units, as editors count. It
// covers all texts of the request.
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

// readSchemas reads the languages described in the request.
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

// Source returns the language and the syntax of a text, according to its name. A text without a name
// has the language of the dialect option, and the syntax of its first character.
func (o *Operation) Source(name, text string) (src *source.Source, file dialects.File, ok bool) {
	opts := dialects.Options{
		Languages: o.languages, Dialect: o.Request.Options.Dialect, Target: o.Request.Options.Target,
		NativeOnly: o.Operation == Get || o.Operation == Refs || o.Operation == Apply || o.Request.Options.Form == "query",
	}
	isJSON := LooksLikeJSON(text)
	if named, err := dialects.ForFile(name, opts); name != "" && err == nil {
		isJSON = named.JSON
	}
	return o.sourceOf(source.New(text, name, isJSON), opts)
}

// sourceOf returns a text with its language, which the names in the text may select.
func (o *Operation) sourceOf(src *source.Source, opts dialects.Options) (*source.Source, dialects.File, bool) {
	file, diag, err := dialects.ForSource(src, opts)
	switch {
	case err != nil:
		return src, file, o.Report(src.Name, o.unknownLanguage(src.Name, err))
	case diag != nil:
		return src, file, o.Report(src.Name, diag)
	}
	return src, file, true
}

// unknownLanguage returns the error for a text of unknown language.
func (o *Operation) unknownLanguage(name string, err error) *hcl.Diagnostic {
	if name == "" && o.Request.Options.Dialect == "" {
		return diagnostic.Errorf("Unknown language",
			"The language of the text is unknown: give the name of its file, or the language as the dialect.")
	}
	message := strings.TrimPrefix(err.Error(), name+": ")
	return diagnostic.Errorf("Unknown language", "%s.", strings.ToUpper(message[:1])+message[1:])
}

// LooksLikeJSON reports whether a text is HCL-JSON. Native syntax never starts with a brace or a
// bracket.
func LooksLikeJSON(text string) bool {
	text = strings.TrimLeft(strings.TrimPrefix(text, "\ufeff"), " \t\r\n")
	return text != "" && (text[0] == '{' || text[0] == '[')
}

// Conversion returns the options for package convert.
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

// showFiles is the operation Show for the files of a module. It accepts other options than Show for
// a plan or a state.
const showFiles = "show with files"

var (
	conversions = []string{ToJSON, ToHCL}
	changes     = []string{ToJSON, ToHCL, Patch, Apply}
)

// option is one option of a request.
type option struct {
	name  string
	value any      // pointer to the field of Options
	of    []string // the operations that accept it
}

func (o *option) isSet() bool {
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

// options returns all options. An option is an error for other operations, because it would have no
// effect.
func (o *Options) options() []option {
	texts := []string{ToJSON, ToHCL, Patch, Verify}
	named := slices.Concat(texts, []string{Get, Refs, Apply, JSONSchema})
	all := slices.Concat(named, []string{showFiles})
	return []option{
		{"dialect", &o.Dialect, named},
		{"target", &o.Target, all},
		{"form", &o.Form, []string{ToJSON, Patch}},
		{"comments", &o.Comments, texts},
		{"layout", &o.Layout, []string{ToJSON}},
		{"columns", &o.Columns, all},
		{"strict", &o.Strict, texts},
		{"verify", &o.Verify, changes},
		{"noTable", &o.NoTable, all},
		{"sourceMap", &o.SourceMap, conversions},
		{"schemas", &o.Schemas, named},
		{"providerSchemas", &o.ProviderSchemas, all},
		{"other", &o.Other, []string{Patch, Verify}},
		{"addresses", &o.Addresses, []string{Get, Refs}},
		{"changes", &o.Changes, []string{Apply}},
		{"files", &o.Files, []string{showFiles, JSONSchema}},
		{"kind", &o.Kind, []string{JSONSchema}},
		{"all", &o.All, []string{JSONSchema}},
	}
}

// checkOptions reports options that the operation does not accept, and invalid values.
func (o *Operation) checkOptions() bool {
	opts, operation := &o.Request.Options, o.Request.Operation
	if operation == Show && opts.Files != nil {
		operation = showFiles
	}
	ok := true
	for _, option := range opts.options() {
		if option.isSet() && !slices.Contains(option.of, operation) {
			ok = o.Report("", diagnostic.Errorf("Invalid option", "%s does not take %s, which is for %s.", operation,
				option.name, strings.Join(option.of, ", ")))
		}
	}
	forms := []string{"general", "compact", "query"}
	if operation == Patch {
		forms = forms[:2] // query is read-only
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
			ok = o.Report("", diagnostic.Errorf("Invalid option", "%s cannot be %q: the values are %s.", choice.name,
				choice.value, strings.Join(choice.of, ", ")))
		}
	}
	return ok
}
