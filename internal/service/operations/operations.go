// Package operations returns a service with all operations. Operations other than the two
// conversions use hashicorp/hcl's decoders, which double the size of a program. The names and options of operations
// are in package service.
package operations

import (
	"errors"
	"path"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/convert/patch"
	"github.com/hcljson/hcljson/internal/generate/jsonformat"
	"github.com/hcljson/hcljson/internal/generate/jsonformat/fromconfig"
	"github.com/hcljson/hcljson/internal/generate/jsonformat/plansummary"
	"github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/internal/language/source"
	"github.com/hcljson/hcljson/internal/service"
	"github.com/hcljson/hcljson/internal/text/diagnostic"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// Service returns a service with all operations and an equivalence check that uses the built-in
// table of providers.
func Service() *service.Service {
	return &service.Service{CheckEquivalence: checkEquivalence, Operations: map[string]func(*service.Operation){
		service.Patch: patchText, service.Verify: compareTexts, service.Show: showDocument, service.Expression: expressionTree,
		service.Get: getValues, service.Refs: listReferences, service.Apply: applyChanges,
		service.JSONSchema: writeJSONSchema, service.Upgrade: upgradeTemplate, service.Eject: ejectStack,
	}}
}

// patchText edits the first text to match the second one.
func patchText(o *service.Operation) {
	src, file, ok := o.Source(o.Request.Name, o.Request.Text)
	edited, of, okToo := o.SecondSource()
	if !ok || !okToo || !checkSameLanguage(o, src, file.Dialect, edited, of.Dialect) {
		return
	}
	dialect, ok := o.CheckSyntax(src, file.Dialect)
	if _, okToo = o.CheckSyntax(edited, of.Dialect); !ok || !okToo {
		return
	}
	options := o.Options.Conversion()
	result, diags := patch.Apply(patch.Edit{
		Source: equivalenceSource(src), Edited: equivalenceSource(edited), Dialect: dialect,
		Form: options.Form, DropComments: options.DropComments, Strict: options.Strict,
		// JSON has several representations of an edit, and the equivalence check selects one.
		SkipCheck: !src.JSON || !o.NeedsCheck(),
	})
	if diags.HasErrors() {
		if diag := diagnostic.CheckText(edited.Name, edited.Bytes()); diag != nil {
			diags = hcl.Diagnostics{diag}
		}
	}
	about := func(diag *hcl.Diagnostic) string { // warnings about the edited text as a whole have no range
		if diag.Subject == nil && diag.Severity == hcl.DiagWarning {
			return edited.Name
		}
		return src.Name
	}
	for _, diag := range diags {
		o.Report(about(diag), diag)
	}
	if diags.HasErrors() {
		return
	}
	given := source.FromBytes(result.Edited.Bytes, edited.Name, edited.JSON)
	made := source.FromBytes(result.Bytes, src.Name, src.JSON)
	if !o.NeedsCheck() || checkEquivalence(o, given, made, dialect, convert.Refuses(diags)) {
		o.SetResult(result.Bytes, src.Name)
	}
}

// compareTexts compares the two texts.
func compareTexts(o *service.Operation) {
	o.Response.Verdict = service.Unknown
	a, inA, ok := o.Source(o.Request.Name, o.Request.Text)
	b, inB, okToo := o.SecondSource()
	if !ok || !okToo || !checkSameLanguage(o, a, inA.Dialect, b, inB.Dialect) {
		return
	}
	dialect, ok := o.CheckSyntax(a, inA.Dialect)
	if _, okToo = o.CheckSyntax(b, inB.Dialect); !ok || !okToo {
		return
	}
	opts := equivalent.Options{Comments: o.Request.Options.Comments != "drop", Rules: equivalent.BothAsWritten}
	if o.Request.Options.Strict {
		opts.Rules = equivalent.Strict
	}
	found := equivalent.Compare(equivalenceSource(a), equivalenceSource(b), dialect, opts)
	o.Report("", found.Messages()...)
	switch found.Verdict() {
	case equivalent.Equal:
		o.Response.Verdict = service.Equal
	case equivalent.Different:
		o.Response.Verdict = service.Different
	}
}

// checkEquivalence reports an error unless a result is equivalent to its source. refused is true if a
// warning reports content of the source that the product refuses.
func checkEquivalence(o *service.Operation, given, made *source.Source, dialect *schema.Dialect, refused bool) bool {
	opts := equivalent.Options{Comments: o.Options.Comments != "drop" && o.Operation != service.Patch}
	if refused {
		opts.Rules = equivalent.BothAsWritten
	}
	found := equivalent.Compare(equivalenceSource(given), equivalenceSource(made), dialect, opts)
	if found.Equal() {
		o.Response.Proven = true
		return true
	}
	for _, diag := range found.Messages() {
		if diag.Severity == hcl.DiagError {
			o.Report("", diag)
		}
	}
	return o.Report("", diagnostic.Errorf("Not proven",
		"The check cannot prove that the result means the same as %s. %s With verify set to false, the result is "+
			"returned without the check.", service.DisplayName(given.Name),
		diagnostic.WhyNotProven(found.Messages(), "the text", "it at "+service.Issues)))
}

// equivalenceSource returns the input of package equivalent.
func equivalenceSource(s *source.Source) equivalent.Source {
	return equivalent.Source{Bytes: s.Bytes(), Filename: s.Name, JSON: s.JSON, Override: dialects.IsOverride(s.Name)}
}

// checkSameLanguage reports an error if two texts have different languages.
func checkSameLanguage(o *service.Operation, a *source.Source, inA *schema.Dialect, b *source.Source,
	inB *schema.Dialect) bool {
	return inA.Name == inB.Name || o.Report(a.Name, diagnostic.Errorf("Two languages",
		"%s is in the language %s and %s in %s, so they cannot be compared. Set their language with the "+
			"option dialect.", service.DisplayName(a.Name), inA.Name, service.DisplayName(b.Name), inB.Name))
}

// showDocument writes a plan, a state, or the files of a module in readable form.
func showDocument(o *service.Operation) {
	if o.Request.Options.Files != nil {
		showModule(o)
		return
	}
	src := []byte(o.Request.Text)
	diag := diagnostic.CheckEncoding(src)
	if diag == nil {
		diag = diagnostic.CheckJSON(service.DisplayName(o.Request.Name), src)
	}
	if diag != nil {
		o.Report(o.Request.Name, diag)
		return
	}
	doc, diags := jsonformat.Read(src, o.Request.Name)
	if o.Report(o.Request.Name, diags...) {
		o.SetResult(plansummary.Summarize(doc), "")
	}
}

func showModule(o *service.Operation) {
	var target opentofu.Target
	if o.Request.Options.Target != "" {
		var err error
		if target, err = opentofu.ParseTarget(o.Request.Options.Target); err != nil {
			o.Report("", diagnostic.Errorf("Invalid option", "target: %s.", err))
			return
		}
	}
	base := opentofu.Config(target)
	config, diags := fromconfig.Load(path.Clean(o.Request.Name), fromconfig.Options{
		Target:  target,
		ReadDir: func(dir string) ([]fromconfig.File, error) { return readDir(o, dir) },
		Dialect: func(_ string, files []fromconfig.File) *schema.Dialect {
			dialect, _ := o.WithProviders(base, moduleSources(files)...)
			return dialect
		},
	})
	ok := o.Report("", diags...)
	if config == nil {
		return
	}
	text, err := config.JSON(false)
	if err != nil {
		ok = o.Report(o.Request.Name, diagnostic.Errorf("No JSON", "%s.", err))
	}
	if ok {
		o.SetResult(text, "")
	}
}

// readDir returns the request's files in a directory.
func readDir(o *service.Operation, dir string) ([]fromconfig.File, error) {
	var files []fromconfig.File
	for _, file := range o.Request.Options.Files {
		name := path.Clean(file.Name)
		if is, _ := dialects.IsConfiguration(path.Base(name)); is && path.Dir(name) == path.Clean(dir) {
			files = append(files, fromconfig.File{Name: path.Base(name), Source: source.New(file.Text, name, strings.HasSuffix(name, ".json"))})
		}
	}
	if files == nil {
		return nil, errors.New("the request has no files of this directory")
	}
	return files, nil
}

func moduleSources(files []fromconfig.File) []*source.Source {
	var sources []*source.Source
	for _, file := range files {
		sources = append(sources, file.Source)
	}
	return sources
}
