// Package module is what the two WebAssembly modules of the npm package share: a request
// and a response as bytes in their memory. A string is its length and its bytes, a number
// four bytes, the lowest first, and a list its length and its elements. The other side is
// packages/npm/src/codec.mjs.
package module

import (
	"encoding/binary"

	"github.com/hcljson/hcljson/internal/diagnostic"
	"github.com/hcljson/hcljson/internal/service"
)

// decoder reads a request.
type decoder struct{ rest []byte }

func (d *decoder) number() int {
	n := binary.LittleEndian.Uint32(d.rest)
	d.rest = d.rest[4:]
	return int(n)
}

func (d *decoder) string() string {
	n := d.number()
	text := string(d.rest[:n])
	d.rest = d.rest[n:]
	return text
}

func (d *decoder) files() []service.File {
	var files []service.File
	for range d.number() {
		files = append(files, service.File{Name: d.string(), Text: d.string()})
	}
	return files
}

// Answer does the request that src is, and returns the response.
func Answer(s *service.Service, src []byte) []byte { return encode(s.Do(decode(src))) }

func decode(src []byte) *service.Request {
	d := &decoder{src}
	req := &service.Request{Operation: d.string(), Name: d.string(), Text: d.string()}
	o := &req.Options
	o.Dialect, o.Target, o.Form, o.Comments, o.Layout = d.string(), d.string(), d.string(), d.string(), d.string()
	o.Strict, o.NoTable = d.number() != 0, d.number() != 0
	if other := d.files(); other != nil {
		o.Other = &other[0]
	}
	o.Files, o.Schemas, o.ProviderSchemas = d.files(), d.files(), d.files()
	o.SourceMap = d.number() != 0
	if verify := d.number(); verify != 0 {
		o.Verify = new(verify == 1)
	}
	return req
}

// encoder writes a response.
type encoder struct{ out []byte }

func (e *encoder) number(n int) { e.out = binary.LittleEndian.AppendUint32(e.out, uint32(n)) }

func (e *encoder) string(text string) {
	e.number(len(text))
	e.out = append(e.out, text...)
}

func (e *encoder) flag(is bool) {
	n := 0
	if is {
		n = 1
	}
	e.number(n)
}

// encode writes a response behind the length of what follows.
func encode(resp *service.Response) []byte {
	e := &encoder{}
	e.number(0)
	e.flag(resp.Absent)
	e.flag(resp.AbsentTables)
	e.flag(resp.Text != nil)
	if resp.Text != nil {
		e.string(*resp.Text)
	}
	e.string(resp.Name)
	e.string(resp.Verdict)
	e.flag(resp.Proven)
	e.number(len(resp.Diagnostics))
	for i := range resp.Diagnostics {
		e.diagnostic(&resp.Diagnostics[i])
	}
	e.string(string(resp.SourceMap))
	binary.LittleEndian.PutUint32(e.out, uint32(len(e.out)-4))
	return e.out
}

func (e *encoder) diagnostic(d *diagnostic.Diagnostic) {
	e.string(d.Severity)
	e.string(d.Summary)
	e.string(d.Detail)
	e.place(d.Range)
	e.flag(d.Difference != nil)
	if d.Difference == nil {
		return
	}
	e.number(len(d.Difference.Path))
	for _, step := range d.Difference.Path {
		e.string(step)
	}
	for _, side := range []*diagnostic.Side{&d.Difference.A, &d.Difference.B} {
		e.string(side.Value)
		e.place(&side.Range)
	}
}

func (e *encoder) place(r *diagnostic.Range) {
	e.flag(r != nil)
	if r == nil {
		return
	}
	e.string(r.Filename)
	e.flag(r.Start != nil)
	if r.Start == nil {
		return
	}
	for _, pos := range []*diagnostic.Position{r.Start, r.End} {
		e.number(pos.Line)
		e.number(pos.Column)
		e.number(pos.Byte)
	}
}
