// Package oracle decides whether two HCL files, in native syntax or HCL-JSON,
// mean the same to the product that reads them.
//
// It reads both files with hashicorp/hcl's own decoders and follows the schema
// tables, but shares no code with the converter, so that the two can only agree
// by both being right. Nothing is evaluated except constant expressions where
// the product allows no others: expressions are compared as syntax trees in a
// normal form.
package oracle

import (
	"bytes"
	"fmt"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/hclwrite"
	"github.com/hashicorp/hcl/v2/json"

	"github.com/hcljson/hcljson/schema"
)

// Source is one of the two files.
type Source struct {
	// Bytes is the text of the file.
	Bytes []byte
	// Filename is used in diagnostics only.
	Filename string
	// JSON says that the file is HCL-JSON rather than native syntax.
	JSON bool
}

// Compare reports every difference in meaning between a and b as an error. It
// also reports as an error what keeps it from comparing them, such as a syntax
// error.
//
// Where a is the file that b was made from, it is the one to be believed: a
// block in native syntax that the schema does not allow is, in a, compared as
// it is written, with a warning, because the product does not accept the file
// in the first place; in b it is a difference.
func Compare(a, b Source, d *schema.Dialect) hcl.Diagnostics {
	d.Prepare()
	c := &comparer{
		a: &side{source: a},
		b: &side{source: b, result: true},
	}
	bodyA, diagsA := c.a.parse(d)
	bodyB, diagsB := c.b.parse(d)
	c.diags = append(diagsA, diagsB...)
	if c.diags.HasErrors() {
		return c.diags
	}
	c.bodies(bodyA, bodyB, d.Root, nil)
	return c.diags
}

// Formatted reports whether hashicorp/hcl's formatter leaves a native file as
// it is.
func Formatted(native []byte) bool {
	return bytes.Equal(hclwrite.Format(native), native)
}

// side is one of the two files while they are compared.
type side struct {
	source Source
	// result marks the second file, which has to follow the schema.
	result bool
}

func (s *side) parse(d *schema.Dialect) (hcl.Body, hcl.Diagnostics) {
	src, name := s.source.Bytes, s.source.Filename
	if s.source.JSON {
		if tooDeepJSON(src) {
			return nil, errorAt(hcl.Range{Filename: name, Start: hcl.InitialPos, End: hcl.InitialPos}, "Nested too deeply", "The file cannot be compared.")
		}
		file, diags := json.Parse(src, name)
		if diags.HasErrors() {
			return nil, diags
		}
		if !d.ArrayRoot && bytes.HasPrefix(bytes.TrimSpace(src), []byte("[")) {
			return nil, errorAt(file.Body.MissingItemRange(), "Array at the root", fmt.Sprintf("A JSON file of %s must be one object.", d.Name))
		}
		return file.Body, nil
	}
	if tooDeep(src, hclsyntax.LexConfig) {
		return nil, errorAt(hcl.Range{Filename: name, Start: hcl.InitialPos, End: hcl.InitialPos}, "Nested too deeply", "The file cannot be compared.")
	}
	file, diags := hclsyntax.ParseConfig(src, name, hcl.InitialPos)
	if diags.HasErrors() {
		return nil, diags
	}
	return file.Body, nil
}

func errorAt(rng hcl.Range, summary, detail string) hcl.Diagnostics {
	return hcl.Diagnostics{{Severity: hcl.DiagError, Summary: summary, Detail: detail, Subject: &rng}}
}

// comparer collects the differences between two files.
type comparer struct {
	a, b  *side
	diags hcl.Diagnostics
}

func (c *comparer) errorf(rng hcl.Range, summary, format string, args ...any) {
	c.diags = append(c.diags, errorAt(rng, summary, fmt.Sprintf(format, args...))...)
}

func (c *comparer) warnf(rng hcl.Range, summary, format string, args ...any) {
	c.diags = append(c.diags, &hcl.Diagnostic{
		Severity: hcl.DiagWarning, Summary: summary, Detail: fmt.Sprintf(format, args...), Subject: &rng,
	})
}

// path is where a body or an attribute stands, for messages.
type path []string

func (p path) join(name string) path {
	return append(p[:len(p):len(p)], name)
}

func (p path) String() string {
	if len(p) == 0 {
		return "The file"
	}
	var b bytes.Buffer
	for i, name := range p {
		if i > 0 {
			b.WriteString(" > ")
		}
		b.WriteString(name)
	}
	return b.String()
}
