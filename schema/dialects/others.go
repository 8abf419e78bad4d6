package dialects

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/internal/reading"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/packer"
)

// otherFormat is JSON of a product that is not HCL-JSON.
type otherFormat struct {
	language string
	// anyName: by its name, such a file can be anything.
	anyName bool
	// shows reports whether a member of the root object is one of the format alone.
	shows func(name string) bool
	// templates is a member that both formats have, where all values are strings or null.
	// It shows the format if one of them has the text mark in it.
	templates, mark string
	// summary and detail are those of a diagnostic; detail has verbs for the name of the
	// member, and for that of the file.
	summary, detail string
}

var otherFormats = []otherFormat{
	{
		language: "packer", anyName: true,
		shows: packer.IsLegacySection, templates: "variables", mark: "{{",
		summary: "Legacy Packer template",
		detail: "This is a JSON template of Packer before HCL2, as its %q shows, and not HCL-JSON. " +
			"Upgrade it first:\n    hcljson upgrade -w %s\nThe .pkr.hcl file that this writes can be converted.",
	},
	// nomad command/helpers.go, ApiJobWithArgs; api/jobs.go
	{
		language: "nomad",
		shows:    func(name string) bool { return slices.Contains([]string{"Job", "ID", "TaskGroups"}, name) },
		summary:  "Job of Nomad's API",
		detail: "This is a job as Nomad's HTTP API and \"nomad job run -json\" have it, as its %q shows, and not " +
			"HCL-JSON. Nomad keeps the source of a job: nomad job inspect -hcl JOB%.0s",
	},
}

// OtherFormat reports JSON in another format of the product than HCL-JSON, by the names in
// its root object. d is the language that the file is taken for, or nil.
func OtherFormat(name string, src []byte, d *schema.Dialect) *hcl.Diagnostic {
	for i := range otherFormats {
		f := &otherFormats[i]
		_, named := Named(f.language).Head().Pattern(filepath.Base(name))
		if d == nil && !f.anyName || d != nil && d.Name != f.language && !(f.anyName && named) {
			continue
		}
		if diag := f.find(name, src); diag != nil {
			return diag
		}
	}
	return nil
}

// find looks for the first name that shows the format. One of a block of the language shows
// that it is HCL-JSON.
func (f *otherFormat) find(name string, src []byte) (diag *hcl.Diagnostic) {
	text := bytes.TrimPrefix(src, []byte("\ufeff"))
	bom := len(src) - len(text)
	if !json.Valid(text) || !bytes.HasPrefix(bytes.TrimLeft(text, " \t\r\n"), []byte("{")) {
		return nil
	}
	tables := Named(f.language).Dialect()
	tables.Prepare()
	for m := range reading.Members(text) {
		folded := m.Name
		if f.anyName {
			folded = strings.ToLower(m.Name)
		}
		shows := f.shows(m.Name)
		if folded == f.templates {
			shows = f.marked(text[m.Start:m.End])
		} else if _, block := tables.Root.Lookup(folded); block != nil {
			return nil
		}
		if shows && diag == nil {
			start := bom + m.Start
			end := start + len(m.Name) + len(`""`)
			diag = &hcl.Diagnostic{
				Severity: hcl.DiagError, Summary: f.summary, Detail: fmt.Sprintf(f.detail, m.Name, name),
				Subject: &hcl.Range{
					Filename: name, Start: reading.Position(src, start), End: reading.Position(src, end),
				},
			}
		}
	}
	return diag
}

// marked reports whether an object of texts has the mark in one of them.
func (f *otherFormat) marked(member []byte) bool {
	var values map[string]map[string]*string
	if json.Unmarshal(slices.Concat([]byte("{"), member, []byte("}")), &values) != nil {
		return false
	}
	for _, texts := range values {
		for _, text := range texts {
			if text != nil && strings.Contains(*text, f.mark) {
				return true
			}
		}
	}
	return false
}
