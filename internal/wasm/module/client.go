package module

import (
	"github.com/hcljson/hcljson/internal/diagnostic"
	"github.com/hcljson/hcljson/internal/service"
)

// EncodeRequest writes what Answer reads, as the JavaScript does.
func EncodeRequest(req *service.Request) []byte {
	e := &encoder{}
	o := &req.Options
	for _, text := range []string{
		req.Operation, req.Name, req.Text, o.Dialect, o.Target, o.Form, o.Comments, o.Layout,
	} {
		e.string(text)
	}
	e.flag(o.Strict)
	e.flag(o.NoTable)
	var other []service.File
	if o.Other != nil {
		other = []service.File{*o.Other}
	}
	for _, files := range [][]service.File{other, o.Files, o.Schemas, o.ProviderSchemas} {
		e.number(len(files))
		for _, file := range files {
			e.string(file.Name)
			e.string(file.Text)
		}
	}
	e.flag(o.SourceMap)
	switch {
	case o.Verify == nil:
		e.number(0)
	case *o.Verify:
		e.number(1)
	default:
		e.number(2)
	}
	return e.out
}

// DecodeResponse reads what Answer returns.
func DecodeResponse(src []byte) *service.Response {
	d := &decoder{src}
	d.number()
	resp := &service.Response{Absent: d.flag(), AbsentTables: d.flag()}
	if d.flag() {
		text := d.string()
		resp.Text = &text
	}
	resp.Name, resp.Verdict, resp.Proven = d.string(), d.string(), d.flag()
	resp.Diagnostics = make([]diagnostic.Diagnostic, d.number())
	for i := range resp.Diagnostics {
		resp.Diagnostics[i] = d.diagnostic()
	}
	if text := d.string(); text != "" {
		resp.SourceMap = service.JSON(text)
	}
	return resp
}

func (d *decoder) flag() bool { return d.number() != 0 }

func (d *decoder) diagnostic() diagnostic.Diagnostic {
	found := diagnostic.Diagnostic{Severity: d.string(), Summary: d.string(), Detail: d.string(), Range: d.place()}
	if !d.flag() {
		return found
	}
	found.Difference = &diagnostic.Difference{Path: make([]string, d.number())}
	for i := range found.Difference.Path {
		found.Difference.Path[i] = d.string()
	}
	for _, side := range []*diagnostic.Side{&found.Difference.A, &found.Difference.B} {
		side.Value = d.string()
		if r := d.place(); r != nil {
			side.Range = *r
		}
	}
	return found
}

func (d *decoder) place() *diagnostic.Range {
	if !d.flag() {
		return nil
	}
	r := &diagnostic.Range{Filename: d.string()}
	if d.flag() {
		r.Start = &diagnostic.Position{Line: d.number(), Column: d.number(), Byte: d.number()}
		r.End = &diagnostic.Position{Line: d.number(), Column: d.number(), Byte: d.number()}
	}
	return r
}
