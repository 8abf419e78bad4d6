package operations

import (
	"bytes"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/internal/generate/tidy"
	"github.com/hcljson/hcljson/internal/generate/upgrade"
	"github.com/hcljson/hcljson/internal/language/source"
	"github.com/hcljson/hcljson/internal/service"
	"github.com/hcljson/hcljson/internal/text/diagnostic"
	"github.com/hcljson/hcljson/internal/text/hcltext"
)

// upgradeTemplate converts a legacy template of Packer to HCL2. Constructs without an exact form become comments.
func upgradeTemplate(o *service.Operation) {
	name, src := o.Request.Name, []byte(o.Request.Text)
	diag := diagnostic.CheckEncoding(src)
	if diag == nil {
		diag = diagnostic.CheckJSON(service.DisplayName(name), src)
	}
	if diag != nil {
		o.Report(name, diag)
		return
	}
	result, diags := upgrade.Template(src, name, upgrade.Options{Partial: true})
	if o.Report(name, diags...) {
		o.SetResult(result.File().Bytes(), strings.TrimSuffix(name, ".json")+".pkr.hcl")
	}
}

// ejectStack converts the JSON of one stack of CDKTF to native syntax, and applies all steps of package tidy. The result is
// one text.
func ejectStack(o *service.Operation) {
	src, file, ok := o.Source(o.Request.Name, o.Request.Text)
	if !ok {
		return
	}
	if !src.JSON {
		src = source.New(src.Text(), src.Name, true)
	}
	dialect, ok := o.CheckSyntax(src, file.Dialect)
	if !ok {
		return
	}
	tree, diags := convert.ReadSource(src, dialect, convert.Options{})
	if !o.Report(src.Name, diags...) {
		return
	}
	var steps []string
	for _, step := range tidy.Steps() {
		if step.Name != "split" { // the result is one text
			steps = append(steps, step.Name)
		}
	}
	opts := tidy.Options{Dialect: dialect, SameValue: true}
	result, diags := tidy.Apply([]tidy.File{{Name: "main.tf", File: tree}}, steps, opts)
	places := hcltext.NewPositions(src.Text())
	for _, note := range result.Notes {
		diags = append(diags, &hcl.Diagnostic{
			Severity: hcl.DiagWarning, Summary: "Step " + note.Step + " needs review", Detail: note.Place + ": " + note.Text,
			Subject: places.Range(src.Name, note.Span.Start, note.Span.End).Ptr(),
		})
	}
	if !diags.HasErrors() {
		diags = append(diags, tidy.CheckEquivalence([]equivalent.Source{equivalenceSource(src)}, result.Files, result.Changes, opts)...)
	}
	if o.Report(src.Name, diags...) {
		var texts [][]byte
		for _, made := range result.Files {
			texts = append(texts, made.Bytes())
		}
		o.Response.Proven = true
		o.SetResult(bytes.Join(texts, []byte("\n")), "main.tf")
	}
}
