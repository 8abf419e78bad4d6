package dialects

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/internal/language/packer"
	"github.com/hcljson/hcljson/internal/language/reading"
	"github.com/hcljson/hcljson/internal/schema/languages"
	"github.com/hcljson/hcljson/schema"
)

// otherFormat is a JSON format of a product other than HCL-JSON.
type otherFormat struct {
	language string
	// anyName is true if the names of such files do not determine the format.
	anyName bool
	// shows reports whether only this format has a root member of this name.
	shows func(name string) bool
	// templates is a root member that both formats have, whose values are strings or null. It
	// identifies the format if one of the strings contains mark.
	templates, mark string
	// summary and detail are the texts of a diagnostic. detail has a verb for the name of the member.
	summary, detail string
}

// LegacyTemplate is the summary of the error for a JSON template of Packer before HCL2.
const LegacyTemplate = "Legacy Packer template"

var otherFormats = []otherFormat{
	{
		language: "packer", anyName: true,
		shows: packer.IsLegacySection, templates: "variables", mark: "{{",
		summary: LegacyTemplate,
		detail:  "This is a JSON template of Packer before HCL2, as its %q shows, and not HCL-JSON. Upgrade it to HCL2 first.",
	},
	// nomad command/helpers.go, ApiJobWithArgs; api/jobs.go
	{
		language: "nomad",
		shows:    func(name string) bool { return slices.Contains([]string{"Job", "ID", "TaskGroups"}, name) },
		summary:  "Job of Nomad's API",
		detail: "This is a job as Nomad's HTTP API and \"nomad job run -json\" have it, as its %q shows, and not " +
			"HCL-JSON. Nomad keeps the source of a job: nomad job inspect -hcl JOB",
	},
}

// OtherFormat returns an error if the file is in another JSON format of the product. The names in
// the root object identify the format. d is the file's language, or nil.
func OtherFormat(name string, src []byte, d *schema.Dialect) *hcl.Diagnostic {
	for i := range otherFormats {
		f := &otherFormats[i]
		_, named := Named(f.language).Head().PatternOf(filepath.Base(name))
		if d == nil && !f.anyName || d != nil && d.Name != f.language && !(f.anyName && named) {
			continue
		}
		if diag := f.findName(name, src); diag != nil {
			return diag
		}
	}
	return nil
}

// findName returns a diagnostic about the first name that identifies the format. It returns nil if a
// root member is a block type of the language, because the file is then HCL-JSON.
func (f *otherFormat) findName(name string, src []byte) (diag *hcl.Diagnostic) {
	text := bytes.TrimPrefix(src, []byte("\ufeff"))
	bom := len(src) - len(text)
	if !json.Valid(text) || !bytes.HasPrefix(bytes.TrimLeft(text, " \t\r\n"), []byte("{")) {
		return nil
	}
	tables := Named(f.language).Dialect()
	languages.Prepare(tables)
	for m := range reading.Members(text) {
		folded := m.Name
		if f.anyName {
			folded = strings.ToLower(m.Name)
		}
		shows := f.shows(m.Name)
		if folded == f.templates {
			shows = f.isMarked(text[m.Start:m.End])
		} else if _, block := tables.Root.Lookup(folded); block != nil {
			return nil
		}
		if shows && diag == nil {
			start := bom + m.Start
			end := start + len(m.Name) + len(`""`)
			diag = &hcl.Diagnostic{
				Severity: hcl.DiagError, Summary: f.summary, Detail: fmt.Sprintf(f.detail, m.Name),
				Subject: &hcl.Range{
					Filename: name, Start: reading.Position(src, start), End: reading.Position(src, end),
				},
			}
		}
	}
	return diag
}

// isMarked reports whether a string in a member contains the mark. The member is an object of strings.
func (f *otherFormat) isMarked(member []byte) bool {
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
