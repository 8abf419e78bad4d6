package service

import (
	"slices"
	"strings"

	"github.com/hcljson/hcljson/internal/diagnostic"
)

// showFiles is Show where the request has the files of a module, which has other options
// than a plan or a state.
const showFiles = "show with files"

var (
	conversions = []string{ToJSON, ToHCL}
	changes     = []string{ToJSON, ToHCL, Patch}
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
	}
	return false
}

// options are all there are. What an operation does not take is an error there: it would
// have no effect.
func (o *Options) options() []option {
	texts := []string{ToJSON, ToHCL, Patch, Verify}
	all := []string{ToJSON, ToHCL, Patch, Verify, showFiles}
	return []option{
		{"dialect", &o.Dialect, texts},
		{"target", &o.Target, all},
		{"form", &o.Form, []string{ToJSON, Patch}},
		{"comments", &o.Comments, texts},
		{"layout", &o.Layout, []string{ToJSON}},
		{"strict", &o.Strict, changes},
		{"verify", &o.Verify, changes},
		{"noTable", &o.NoTable, all},
		{"sourceMap", &o.SourceMap, conversions},
		{"schemas", &o.Schemas, texts},
		{"providerSchemas", &o.ProviderSchemas, all},
		{"other", &o.Other, []string{Patch, Verify}},
		{"files", &o.Files, []string{showFiles}},
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
	} {
		if choice.value != "" && !slices.Contains(choice.of, choice.value) {
			ok = o.Report("", diagnostic.Errorf("Invalid option", "%s cannot be %q: want one of %s.", choice.name,
				choice.value, strings.Join(choice.of, ", ")))
		}
	}
	return ok
}
