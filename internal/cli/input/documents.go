package input

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/cli/env"
	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/internal/language/reading"
	"github.com/hcljson/hcljson/internal/language/source"
	"github.com/hcljson/hcljson/internal/text/diagnostic"
	"github.com/hcljson/hcljson/schema"
)

// Document is a kind of JSON file that is not configuration, such as a plan or a state.
type Document struct {
	// every contains the required root members. If names is not empty, at least one of its members
	// is required too.
	every, names []string
	Is           string
	// advice is the format of a text about the use of the document. %[1]s represents the operand, and %[2]s a file.
	advice string
	// readable is true if the commands show and generate read the document.
	readable bool
	// within is a text that the document must contain, or "".
	within string
}

// documents contains the known kinds of documents. If several kinds match, the first is used.
var documents = []Document{
	{[]string{"format_version"}, []string{"provider_schemas"}, "the output of \"providers schema -json\"",
		"\"hcljson schema add %[2]s\" keeps it, and \"hcljson --provider-schema %[2]s main.tf\" " +
			"converts with it", false, ""},
	{[]string{"format_version"}, []string{"planned_values", "resource_changes", "prior_state"}, "a plan",
		"\"hcljson show %[1]s\" summarizes it, and \"hcljson generate %[1]s\" writes configuration for its " +
			"objects", true, ""},
	{[]string{"format_version"}, []string{"values", "terraform_version"}, "a state",
		"\"hcljson show %[1]s\" summarizes it, and \"hcljson generate %[1]s\" writes configuration for its " +
			"objects", true, ""},
	{[]string{"lineage", "serial"}, nil, "a state file in the format of the product",
		"\"tofu show -json %[2]s > state.json\" converts it for \"hcljson show state.json\" and \"hcljson generate " +
			"state.json\"", false, ""},
	{[]string{"stacks"}, nil, "a manifest of CDK for Terraform",
		"\"hcljson eject %[2]s\" writes the configuration of its stacks", false, `"synthesizedStackPath"`},
}

// documentMarks contains quoted member names. At least one of them is in the first [env.Prefix]
// bytes of every known document.
var documentMarks = []string{`"format_version"`, `"terraform_version"`, `"stacks"`}

// DocumentOf returns the kind of document that a text contains, or nil if it is not a known
// document. The text may be truncated.
func DocumentOf(src []byte) *Document {
	text := bytes.TrimPrefix(src, ByteOrderMark)
	start := text[:min(len(text), env.Prefix)]
	if !slices.ContainsFunc(documentMarks, func(mark string) bool { return bytes.Contains(start, []byte(mark)) }) {
		return nil
	}
	members := MemberNames(text)
	has := func(name string) bool { return members[name] }
	for i := range documents {
		d := &documents[i]
		if !slices.ContainsFunc(d.every, func(name string) bool { return !has(name) }) &&
			(d.names == nil || slices.ContainsFunc(d.names, has)) && bytes.Contains(text, []byte(d.within)) {
			return d
		}
	}
	return nil
}

// MemberNames returns the member names of a JSON object. The text may be truncated or invalid.
func MemberNames(text []byte) map[string]bool {
	names := map[string]bool{}
	if !bytes.HasPrefix(bytes.TrimLeft(text, " \t\r\n"), []byte("{")) {
		return names
	}
	for m := range reading.Members(text) {
		names[m.Name] = true
	}
	return names
}

// ByteOrderMark is the byte order mark of UTF-8.
var ByteOrderMark = []byte("\ufeff")

// refuseKnownDocument returns an error if a source is a known document or an archive. The error must
// be printed without source lines, because these can contain secrets.
func refuseKnownDocument(name string, src []byte) *hcl.Diagnostic {
	d := DocumentOf(src)
	var diag *hcl.Diagnostic
	switch {
	case d != nil:
		diag = report.Errorf("Not configuration", "This is %s: %s.", d.Is, fmt.Sprintf(d.advice, env.Quoted(name), fileOf(name)))
	case IsArchive(src):
		diag = report.Errorf("Not configuration", "This is an archive, such as a saved plan: \"tofu show -json %s > "+
			"plan.json\" turns a plan into what \"hcljson show plan.json\" and \"hcljson generate plan.json\" read.",
			fileOf(name))
	default:
		return nil
	}
	diag.Subject = &hcl.Range{Filename: name, Start: hcl.InitialPos, End: hcl.InitialPos}
	return diag
}

// fileOf returns the name of a source for a command that reads no standard input.
func fileOf(name string) string {
	if name == env.StdinName {
		return "FILE"
	}
	return env.Quoted(name)
}

// RefuseDocument returns an error if a source is a known document or has another known format that
// is not configuration.
func RefuseDocument(name string, src []byte) *hcl.Diagnostic {
	if diag := refuseKnownDocument(name, src); diag != nil {
		return diag
	}
	return otherFormat(name, src, nil)
}

// otherFormat returns the error of [dialects.OtherFormat], with the command that reads the format.
func otherFormat(name string, src []byte, d *schema.Dialect) *hcl.Diagnostic {
	diag := dialects.OtherFormat(name, src, d)
	switch {
	case diag == nil || diag.Summary != dialects.LegacyTemplate:
	case name == env.StdinName:
		diag.Detail += " \"hcljson upgrade\" does it."
	default:
		diag.Detail += fmt.Sprintf(" \"hcljson upgrade -w %s\" writes a .pkr.hcl file.", env.Quoted(name))
	}
	return diag
}

// NotTemplate returns an error if the content or name of a source shows that it is not a legacy
// template of Packer.
func NotTemplate(name string, src []byte) *hcl.Diagnostic {
	if diag := refuseKnownDocument(name, src); diag != nil {
		return diag
	}
	file, err := dialects.ForFile(name, dialects.Options{})
	switch {
	case otherFormat(name, src, nil) != nil:
		return nil
	case err == nil && !file.Vague:
	case len(bytes.TrimSpace(src)) > 0 && !BeginsJSON(src):
		return report.Errorf("Not JSON", "This is not JSON. upgrade reads the JSON templates of Packer before HCL2.")
	default:
		return nil
	}
	return report.Errorf("Configuration", "By its name, %s is configuration in the language %s. upgrade reads the "+
		"JSON templates of Packer before HCL2.", name, file.Dialect.Name)
}

// NotPlan returns an error if the content or name of a source shows that it is neither a plan nor a
// state.
func NotPlan(name string, src []byte) *hcl.Diagnostic {
	d := DocumentOf(src)
	if d != nil && d.readable {
		return nil
	}
	if d == nil && env.IsConfiguration(filepath.Base(name)) {
		return report.Errorf("Configuration", "By its name, %s is configuration. \"hcljson show %s\" prints its "+
			"module as data. \"tofu show -json FILE\" prints plans and states.", name, env.Quoted(filepath.Dir(name)))
	}
	return RefuseDocument(name, src)
}

// notSchemas returns an error if a source has a known format other than provider schemas.
func notSchemas(name string, src []byte) *hcl.Diagnostic {
	if DocumentOf(src) == &documents[0] {
		return nil
	}
	diag := RefuseDocument(name, src)
	if diag != nil {
		diag.Summary = "Not a schema of providers"
	}
	return diag
}

// notJSON returns an error if a source that should be HCL-JSON is native syntax.
func notJSON(s *Source, src []byte) *hcl.Diagnostic {
	if len(bytes.TrimSpace(bytes.TrimPrefix(src, ByteOrderMark))) == 0 || BeginsJSON(src) {
		return nil
	}
	tree, diags := hclwrite.ParseFile(src, s.Name)
	if diags.HasErrors() || len(tree.Body.Content()) == 0 {
		return nil
	}
	if s.Name == env.StdinName || s.File.Counterpart == "" {
		return report.Errorf("Native syntax instead of JSON", "This is native syntax, and HCL-JSON is expected. "+
			"hcl2json converts it.")
	}
	return report.Errorf("Native syntax instead of JSON",
		"By its name, %s is HCL-JSON, but it contains native syntax. Rename it to %s, or convert it with \"hcljson "+
			"hcl2json --stdin-filepath %s - < %s\".",
		s.Name, s.File.Counterpart, env.Quoted(s.File.Counterpart), env.Quoted(s.Name))
}

// BeginsJSON reports whether the first character of a text is valid in JSON and invalid in native
// syntax.
func BeginsJSON(src []byte) bool {
	text := bytes.TrimSpace(bytes.TrimPrefix(src, ByteOrderMark))
	return len(text) > 0 && bytes.IndexByte([]byte(`{["`), text[0]) >= 0
}

// IsArchive reports whether a text is a ZIP archive, such as a saved plan.
func IsArchive(src []byte) bool { return bytes.HasPrefix(src, []byte("PK\x03\x04")) }

// notNative returns an error if a source that should be native syntax is JSON.
func notNative(s *Source, src []byte) *hcl.Diagnostic {
	if diag := RefuseDocument(s.Name, src); diag != nil {
		return diag
	}
	text := bytes.TrimSpace(bytes.TrimPrefix(src, ByteOrderMark))
	if !bytes.HasPrefix(text, []byte("{")) || !json.Valid(text) {
		return nil
	}
	if s.Name == env.StdinName {
		return report.Errorf("JSON instead of native syntax", "hcl2json reads native syntax, and this is JSON. If "+
			"it is HCL-JSON, convert it with json2hcl.")
	}
	return report.Errorf("JSON instead of native syntax", "By its name, %s is native syntax, but it contains JSON. "+
		"If it is HCL-JSON, rename it to %s, or convert it with \"hcljson json2hcl --stdin-filepath %s - < %s\".",
		s.Name, s.File.Counterpart, env.Quoted(s.File.Counterpart), env.Quoted(s.Name))
}

// Validate returns an error if the text src is not in the syntax of its source. It also returns the
// text, or nil if an error must not print the text.
func Validate(s *Source, text *source.Source) (*source.Source, *hcl.Diagnostic) {
	src := text.Bytes()
	diag := diagnostic.CheckSource(s.Name, src, s.File.JSON)
	switch {
	case diag != nil:
	case s.File.JSON:
		diag = cmp.Or(refuseKnownDocument(s.Name, src), notJSON(s, src))
	default:
		diag = notNative(s, src)
	}
	if diag != nil {
		return nil, diag
	}
	if s.File.JSON {
		diag = otherFormat(s.Name, src, s.File.Dialect)
	}
	return text, diag
}
