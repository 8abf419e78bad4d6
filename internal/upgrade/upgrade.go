// Package upgrade makes HCL2 templates of Packer's legacy JSON templates.
//
// What comes out does what the legacy template did, or is reported with its place:
// strings are read as the Go templates that they are, and never executed; kinds of
// arguments come from what the components take. See docs/packer-templates.md for the mapping.
//
// It mirrors packer-plugin-sdk, template/parse.go and template/interpolate, and
// packer, packer/core.go. It uses no files, no environment and no network.
package upgrade

import (
	"fmt"
	"slices"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/hcltext"
	"github.com/hcljson/hcljson/internal/jsontree"
	"github.com/hcljson/hcljson/internal/packercomponents"
	"github.com/hcljson/hcljson/schema"
)

// Options change how a template is upgraded. The zero value is the default.
type Options struct {
	// Partial writes what has no exact form as a comment at its place, with a
	// warning, instead of an error.
	Partial bool
	// Strict makes an error of every warning that a person must decide on.
	Strict bool
	// Components, if not nil, says what a component takes: the schema of the plugin
	// that is installed. It returns nil if it does not know; the built-in knowledge
	// follows.
	Components func(part schema.Part, typ string) (*schema.SpecBody, error)
}

// Result is an upgraded template, in the parts in which people keep one.
type Result struct {
	// Packer has the required version and plugins, Variables the variables and what
	// is computed from them, Sources the sources, and Build the build.
	Packer, Variables, Sources, Build []hclwrite.Item
	// Head are the comments of the root, one a line, with their markers.
	Head []string
}

// File returns the template as one file.
func (r *Result) File() *hclwrite.File {
	return r.file(slices.Concat(r.Packer, r.Variables, r.Sources, r.Build))
}

// Part is one of several files of a template.
type Part struct {
	// Name is what the file is about: "variables" for variables.pkr.hcl.
	Name string
	File *hclwrite.File
}

// Files returns the template as several files; empty ones are left out.
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
	return &hclwrite.File{Body: hclwrite.Body{Items: append(hclwrite.NewCommentGroups(r.Head), items...)}}
}

// Template upgrades a legacy template. The filename is used in diagnostics only. The
// result is nil when the diagnostics have an error.
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
		u.fail(root, "What it becomes cannot be read. %s", diags[0].Detail)
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

	// variables are those of the template in order, with those that it uses without
	// declaring them after.
	variables []*variable
	byName    map[string]*variable
	// labels are the names of variables and locals that are taken in HCL, and byLabel
	// the variables that have them.
	labels  map[string]bool
	byLabel map[string]*variable
	// environment are the variables that are added for what a local takes from the
	// environment, by its name there.
	environment map[string]*variable
	// builders are those of the template, in order.
	builders []*builder
	// plugins are the addresses of the plugins in use, by name.
	plugins map[string]string
	// buildNames is the local with the names of the builders in the template; empty if
	// nothing asks for them.
	buildNames string
	// version is the oldest Packer that has what the result needs; empty if any has.
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

func (u *upgrader) at(start, end int) *hcl.Range {
	return &hcl.Range{Filename: u.filename, Start: u.places.At(start), End: u.places.At(end)}
}

func (u *upgrader) add(severity hcl.DiagnosticSeverity, v *jsontree.Value, summary, detail string, args ...any) {
	u.diags = append(u.diags, &hcl.Diagnostic{
		Severity: severity, Summary: summary, Detail: fmt.Sprintf(detail, args...), Subject: u.at(v.Start, v.End),
	})
}

// fail reports what a legacy template can't have.
func (u *upgrader) fail(v *jsontree.Value, detail string, args ...any) {
	u.add(hcl.DiagError, v, "Invalid legacy template", detail, args...)
}

// warn reports what a person should look at.
func (u *upgrader) warn(v *jsontree.Value, summary, detail string, args ...any) {
	severity := hcl.DiagWarning
	if u.opts.Strict {
		severity = hcl.DiagError
	}
	u.add(severity, v, summary, detail, args...)
}

// spec returns what a component takes, or nil.
func (u *upgrader) spec(c *component) *schema.SpecBody {
	if u.opts.Components != nil {
		body, err := u.opts.Components(c.part, c.typ)
		if err != nil {
			u.fail(c.meta["type"], "There is no schema of %q: %s.", c.typ, err)
		}
		if body != nil || err != nil {
			return body
		}
	}
	return packercomponents.Lookup(c.part, c.typ)
}

// source is the text of a value in the template.
func (u *upgrader) source(v *jsontree.Value) string { return u.src[v.Start:v.End] }
