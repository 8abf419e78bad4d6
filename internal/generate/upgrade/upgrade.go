// Package upgrade converts Packer's legacy JSON templates to HCL2 templates.
//
// The result has the same effect as the legacy template. All exceptions are reported with their
// positions. The package parses strings as Go templates, and never executes them. The schemas of the
// components define which arguments are attributes or blocks. See docs/packer-templates.md for the
// mapping.
//
// It mirrors packer-plugin-sdk, template/parse.go and template/interpolate, and packer,
// packer/core.go. It uses no files, no environment and no network.
package upgrade

import (
	"fmt"
	"slices"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/facts/typespec"
	"github.com/hcljson/hcljson/internal/language/packercomponents"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/internal/text/jsontree"
)

// Options contains the options of an upgrade. The zero value is the default.
type Options struct {
	// Partial writes constructs without an exact form as comments, with a warning instead of an
	// error.
	Partial bool
	// Strict reports an error instead of each warning that requires a decision by the user.
	Strict bool
	// Components, if not nil, returns the schema of a component in the installed plugin, or nil if
	// it is unknown. The built-in schemas are used in this case.
	Components func(part tables.Part, typ string) (*typespec.Body, error)
}

// Result is an upgraded template in its usual parts.
type Result struct {
	// Packer contains the required version and plugins. Variables contains the variables, and the
	// locals that are computed from them. Sources contains the sources, and Build the build.
	Packer, Variables, Sources, Build []hclwrite.Item
	// Head contains the comments of the root with their markers, one per line.
	Head []string
}

// File returns the template as one file.
func (r *Result) File() *hclwrite.File {
	return r.file(slices.Concat(r.Packer, r.Variables, r.Sources, r.Build))
}

// Part is one of several files of a template.
type Part struct {
	// Name is the topic of the file: "variables" for variables.pkr.hcl.
	Name string
	File *hclwrite.File
}

// Files returns the template as several files. It omits empty files.
func (r *Result) Files() []Part {
	var parts []Part
	for _, p := range []struct {
		name  string
		items []hclwrite.Item
	}{{"packer", r.Packer}, {"variables", r.Variables}, {"sources", r.Sources}, {"build", r.Build}} {
		if len(p.items) > 0 {
			file := &hclwrite.File{Body: hclwrite.Body{Items: p.items}}
			if p.name == "build" || p.name == "variables" && len(r.Build) == 0 {
				file = r.file(p.items)
			}
			parts = append(parts, Part{p.name, file})
		}
	}
	return parts
}

func (r *Result) file(items []hclwrite.Item) *hclwrite.File {
	file := &hclwrite.File{}
	file.Body.AppendComments(r.Head)
	file.Body.Append(items...)
	return file
}

// Template upgrades a legacy template. It uses the filename only in diagnostics. The result is nil
// if the diagnostics contain an error.
func Template(src []byte, filename string, opts Options) (*Result, hcl.Diagnostics) {
	root, diags := jsontree.Parse(src, filename)
	if diags.HasErrors() {
		return nil, diags
	}
	u := newUpgrader(src, filename, opts)
	t := u.read(root)
	if t == nil || u.diags.HasErrors() {
		return nil, u.diags
	}
	result := u.write(t)
	if _, diags := hclwrite.ParseFile(result.File().Bytes(), ""); diags.HasErrors() {
		u.fail(root, "The result cannot be parsed. %s", diags[0].Detail)
	}
	if u.diags.HasErrors() {
		return nil, u.diags
	}
	return result, u.diags
}

// upgrader upgrades one template.
type upgrader struct {
	opts     Options
	filename string
	src      string
	places   *hcltext.Positions
	diags    hcl.Diagnostics

	// variables contains the variables of the template in order. Variables that it uses without a
	// declaration follow them.
	variables []*variable
	byName    map[string]*variable
	// labels contains the HCL names of variables and locals that are in use. byLabel maps them to
	// the variables.
	labels  map[string]bool
	byLabel map[string]*variable
	// environment maps an environment variable to the variable that was added for it, because a
	// local uses it.
	environment map[string]*variable
	// builders contains the builders of the template in order.
	builders []*builder
	// plugins maps the names of the plugins in use to their addresses.
	plugins map[string]string
	// buildNames is the local that contains the names of the builders. It is empty if the template
	// does not use it.
	buildNames string
	// version is the minimum version of Packer for the result. It is empty if all versions are
	// valid.
	version string
}

func newUpgrader(src []byte, filename string, opts Options) *upgrader {
	return &upgrader{
		opts: opts, filename: filename, src: string(src),
		places:      hcltext.NewPositions(src),
		byName:      map[string]*variable{},
		labels:      map[string]bool{},
		byLabel:     map[string]*variable{},
		environment: map[string]*variable{},
		plugins:     map[string]string{},
	}
}

func (u *upgrader) sourceRange(start, end int) *hcl.Range {
	return &hcl.Range{Filename: u.filename, Start: u.places.At(start), End: u.places.At(end)}
}

func (u *upgrader) report(severity hcl.DiagnosticSeverity, v *jsontree.Value, summary, detail string, args ...any) {
	u.diags = append(u.diags, &hcl.Diagnostic{
		Severity: severity, Summary: summary, Detail: fmt.Sprintf(detail, args...), Subject: u.sourceRange(v.Start, v.End),
	})
}

// fail reports an error in a legacy template.
func (u *upgrader) fail(v *jsontree.Value, detail string, args ...any) {
	u.report(hcl.DiagError, v, "Invalid legacy template", detail, args...)
}

// warn reports a warning about a place that the user must review.
func (u *upgrader) warn(v *jsontree.Value, summary, detail string, args ...any) {
	severity := hcl.DiagWarning
	if u.opts.Strict {
		severity = hcl.DiagError
	}
	u.report(severity, v, summary, detail, args...)
}

// spec returns the schema of a component, or nil.
func (u *upgrader) spec(c *component) *typespec.Body {
	if u.opts.Components != nil {
		body, err := u.opts.Components(c.part, c.typ)
		if err != nil {
			u.fail(c.meta["type"], "The schema of %q cannot be used: %s.", c.typ, err)
		}
		if body != nil || err != nil {
			return body
		}
	}
	return packercomponents.Lookup(c.part, c.typ)
}

// source returns the source text of a value in the template.
func (u *upgrader) source(v *jsontree.Value) string { return u.src[v.Start:v.End] }
