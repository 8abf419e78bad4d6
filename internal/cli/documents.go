package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/internal/cli/report"
)

// document is a kind of JSON that is not configuration, and what is done with it.
type document struct {
	// names are members of which one shows the kind, next to those of every.
	every, names []string
	is           string
	// advice has the name of the file for each %[1]s.
	advice string
	// readable: show and generate read it.
	readable bool
}

// documents are told by their members, the first that fits.
var documents = []document{
	{[]string{"format_version"}, []string{"provider_schemas"}, "what \"providers schema -json\" prints",
		"\"hcljson schema add %[1]s\" keeps it, and \"hcljson --provider-schema %[1]s main.tf\" " +
			"converts with it", false},
	{[]string{"format_version"}, []string{"planned_values", "resource_changes", "prior_state"}, "a plan",
		"\"hcljson show %[1]s\" summarizes it, and \"hcljson generate %[1]s\" writes configuration " +
			"for what is in it", true},
	{[]string{"format_version"}, []string{"values", "terraform_version"}, "a state",
		"\"hcljson show %[1]s\" summarizes it, and \"hcljson generate %[1]s\" writes configuration " +
			"for what is in it", true},
	{[]string{"lineage", "serial"}, nil, "a state file as the product stores it",
		"\"tofu show -json %[1]s > state.json\" turns it into what \"hcljson show state.json\" and " +
			"\"hcljson generate state.json\" read", false},
}

// prefix is how much of a file may have to name a member of a document first, or else it
// is not looked at closely.
const prefix = 4096

// documentOf tells which document a source is; nil if none.
func documentOf(src []byte) *document {
	text := bytes.TrimPrefix(src, byteOrderMark)
	start := text[:min(len(text), prefix)]
	if !bytes.Contains(start, []byte(`"format_version"`)) && !bytes.Contains(start, []byte(`"terraform_version"`)) {
		return nil
	}
	var members map[string]json.RawMessage
	if json.Unmarshal(text, &members) != nil {
		return nil
	}
	has := func(name string) bool { return members[name] != nil }
	for i := range documents {
		d := &documents[i]
		if !slices.ContainsFunc(d.every, func(name string) bool { return !has(name) }) &&
			(d.names == nil || slices.ContainsFunc(d.names, has)) {
			return d
		}
	}
	return nil
}

// otherDocument is the error that a source is a document and no configuration. It is to
// be shown without the source, which may be sensitive.
func otherDocument(name string, src []byte) *hcl.Diagnostic {
	d := documentOf(src)
	var diag *hcl.Diagnostic
	switch {
	case d != nil:
		diag = report.Errorf("Not configuration", "This is %s: %s.", d.is, fmt.Sprintf(d.advice, quoted(name)))
	case bytes.HasPrefix(src, []byte("PK\x03\x04")):
		diag = report.Errorf("Not configuration", "This is an archive, as saved plans are: \"tofu show -json %s > "+
			"plan.json\" turns a plan into what \"hcljson show plan.json\" and \"hcljson generate plan.json\" read.",
			quoted(name))
	default:
		return nil
	}
	diag.Subject = &hcl.Range{Filename: name, Start: hcl.InitialPos, End: hcl.InitialPos}
	return diag
}

// notPlan is the error that a source which is neither a plan nor a state is another document,
// or configuration by its name.
func notPlan(name string, src []byte) *hcl.Diagnostic {
	d := documentOf(src)
	if d != nil && d.readable {
		return nil
	}
	if d == nil && isConfiguration(filepath.Base(name)) {
		return report.Errorf("Configuration", "By its name, %s is configuration. \"hcljson show %s\" prints its module as "+
			"data; plans and states are what \"tofu show -json FILE\" prints.", name, quoted(filepath.Dir(name)))
	}
	return otherDocument(name, src)
}

// notSchemas is the error that a source is another document than one with schemas.
func notSchemas(name string, src []byte) *hcl.Diagnostic {
	if d := documentOf(src); d == nil || d == &documents[0] {
		return nil
	}
	diag := otherDocument(name, src)
	diag.Summary = "Not a schema of providers"
	return diag
}

// quoted is the name of a file as an argument for a shell.
func quoted(name string) string {
	switch {
	case name == stdinName:
		return "-"
	case strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./+@%:,") == "":
		return name
	}
	return "'" + strings.ReplaceAll(name, "'", `'\''`) + "'"
}

// notNative is the error that a source is JSON, and should be native syntax by its name;
// nil if it is not.
func notNative(s *source, src []byte) *hcl.Diagnostic {
	text := bytes.TrimSpace(bytes.TrimPrefix(src, byteOrderMark))
	if !bytes.HasPrefix(text, []byte("{")) || !json.Valid(text) {
		return nil
	}
	if diag := otherDocument(s.name, src); diag != nil {
		return diag
	}
	if s.name == stdinName {
		return report.Errorf("JSON in place of native syntax", "hcl2json reads native syntax, and this is JSON. If it is "+
			"HCL-JSON, use json2hcl for the way back.")
	}
	return report.Errorf("JSON in place of native syntax", "By its name, %s is in native syntax, and there is JSON in "+
		"it. If it is HCL-JSON, it should be called %s; or convert it with \"hcljson json2hcl --stdin-filepath %s - < %s\".",
		s.name, s.file.Twin, quoted(s.file.Twin), quoted(s.name))
}
