package cli

import (
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/schema/language"
)

// readSchemas reads the schema files of the command line. It reports what is
// wrong with them, and whether they can be used.
func (r *run) readSchemas() bool {
	ok := true
	for _, name := range unique(r.opts.schemas) {
		l := r.readSchema(name)
		ok = ok && l != nil
		r.languages = append(r.languages, l)
	}
	return ok
}

func (r *run) readSchema(name string) *language.Language {
	src, _, err := readOperand(name)
	if err != nil {
		r.report.add(name, nil, hcl.Diagnostics{errorf("Cannot read the schema file", "%s: %s.", name, reason(err))})
		return nil
	}
	isJSON := strings.HasSuffix(name, ".json")
	diag := checkEncoding(src)
	if diag == nil && isJSON {
		diag = checkJSON(name, src)
	}
	if diag != nil {
		r.report.add(name, src, hcl.Diagnostics{diag})
		return nil
	}
	l, diags := language.Read(src, name, isJSON)
	r.report.add(name, src, diags)
	return l
}
