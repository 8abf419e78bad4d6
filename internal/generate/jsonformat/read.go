package jsonformat

import (
	"bytes"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/text/jsontree"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// Read reads a state representation or a plan representation. filename is the name in diagnostics.
//
// Another text, or a format version with a major number other than 1, is an error, and the document
// is nil. For files that are easily confused with the format, the message explains how to print the
// correct file. Diagnostics never contain values, which may be sensitive.
func Read(src []byte, filename string) (*Document, hcl.Diagnostics) {
	if diag := otherFile(src, filename); diag != nil {
		return nil, hcl.Diagnostics{diag}
	}
	doc := &Document{source: newSource(string(src), filename)}
	root, diags := jsontree.ParseOutline(doc.text, filename, 1)
	if diags.HasErrors() {
		if diag := doc.otherText(); diag != nil {
			return nil, hcl.Diagnostics{diag}
		}
		return nil, diags
	}
	r := &decoder{source: doc.source}
	r.document(doc, root)
	if r.diags.HasErrors() {
		return nil, r.diags
	}
	return doc, r.diags
}

// otherFile returns an error for files that are easily confused with the format and are not JSON,
// or nil.
func otherFile(src []byte, filename string) *hcl.Diagnostic {
	var detail string
	switch {
	case bytes.HasPrefix(src, []byte("PK\x03\x04")):
		detail = "This is a saved plan in the product's own format."
	case len(bytes.TrimSpace(src)) == 0:
		detail = "It is empty."
	case bytes.HasPrefix(src, []byte{0x1f, 0x8b}):
		detail = "This is compressed."
	default:
		return nil
	}
	return formatError(filename, detail)
}

// otherText returns an error for texts that are easily confused with the format and are not one
// JSON value, or nil.
func (d *Document) otherText() *hcl.Diagnostic {
	first, rest, _ := strings.Cut(strings.TrimSpace(d.text), "\n")
	first = strings.TrimSpace(first)
	if first[0] != '{' && first[0] != '[' {
		switch {
		case strings.HasPrefix(first, "\ufeff"), strings.HasPrefix(first, "\xff\xfe"),
			strings.HasPrefix(first, "\xfe\xff"):
			return nil
		}
		return formatError(d.filename, "This is not JSON. Was it printed without -json?")
	}
	line, diags := jsontree.Parse([]byte(first), d.filename)
	if diags.HasErrors() {
		return nil
	}
	for i := range line.Members {
		if name := line.Members[i].Name; name == "@level" || name == "@message" {
			return formatError(d.filename, logText)
		}
	}
	if strings.HasPrefix(strings.TrimSpace(rest), "{") {
		return formatError(d.filename, "The text has several JSON objects. A file must contain one state or plan.")
	}
	return nil
}

func formatError(filename, detail string) *hcl.Diagnostic {
	start := hcl.InitialPos
	return &hcl.Diagnostic{Severity: hcl.DiagError, Summary: "Not the JSON output format", Detail: detail + " " + howTo,
		Subject: &hcl.Range{Filename: filename, Start: start, End: start}}
}

// decoder reads the objects of a text.
type decoder struct {
	*source
	walk  *jsontree.Walker
	diags hcl.Diagnostics
}

// document reads the root object.
func (r *decoder) document(doc *Document, root *jsontree.Value) {
	wrong := func(detail string) {
		r.fail(root.Start, root.Start+1, "Not the JSON output format", "%s %s", detail, howTo)
	}
	if root.Kind != jsontree.Object {
		wrong("A state or plan in the JSON output format must be an object.")
		return
	}
	names := map[string]*jsontree.Value{}
	for i := range root.Members {
		names[root.Members[i].Name] = &root.Members[i].Value
	}
	if other := otherObject(names); other != "" {
		wrong(other)
		return
	}
	version := names["format_version"]
	if version == nil {
		wrong("The property \"format_version\" is missing.")
		return
	}
	if version.Kind != jsontree.String {
		r.fail(version.Start, version.End, "Unexpected value",
			"The property \"format_version\" of the JSON output format is %s here; "+
				"it must be a string, such as \"1.2\".",
			version.Kind)
		return
	}
	r.members(root, doc)
	switch major, _, _ := strings.Cut(doc.FormatVersion, "."); major {
	case "1":
	case "0":
		r.fail(version.Start, version.End, "Unsupported format version",
			"The format version is %q, from a Terraform before 1.1. Only versions that start with \"1.\" can be "+
				"read. Print the state or plan with a newer release.", doc.FormatVersion)
		return
	default:
		r.fail(version.Start, version.End, "Unsupported format version",
			"The format version is %q. Only versions that start with \"1.\" can be read, because another major "+
				"version is incompatible. Try a newer hcljson.", doc.FormatVersion)
		return
	}
	if slices.ContainsFunc(planProperties, func(property string) bool { return names[property] != nil }) {
		doc.Plan = &Plan{}
		r.members(root, doc.Plan)
		return
	}
	doc.State = &State{}
	r.members(root, doc.State)
}

// members reads the members of the root object that are properties of a struct.
func (r *decoder) members(root *jsontree.Value, into any) {
	v := reflect.ValueOf(into).Elem()
	l := layoutOf(v.Type())
	for i := range root.Members {
		m := &root.Members[i]
		if at := l.field(m.Name); at >= 0 {
			r.walk = jsontree.Walk(r.text, m.Value.Start)
			r.read(v.Field(at), m.Name)
		}
	}
}

// howTo explains how to print a readable file.
const howTo = "\"tofu show -json FILE\" or \"terraform show -json FILE\" prints a state file or a saved plan in " +
	"this format; without FILE, the current state."

// planProperties are properties that only plans have.
var planProperties = []string{"planned_values", "resource_changes", "resource_drift", "deferred_changes",
	"action_invocations", "output_changes", "variables", "configuration", "prior_state", "errored"}

// otherObject describes an object that is easily confused with the format. The result is empty for
// other objects.
func otherObject(names map[string]*jsontree.Value) string {
	has := func(properties ...string) bool {
		return !slices.ContainsFunc(properties, func(name string) bool { return names[name] == nil })
	}
	switch {
	case slices.ContainsFunc(append([]string{"values"}, planProperties...),
		func(name string) bool { return has("format_version") && has(name) }):
		return "" // what else there is comes from a newer minor version
	case has("encrypted_data"):
		return "This is an encrypted state or plan."
	case has("lineage"), has("serial"), has("version", "modules"), has("version", "terraform_version", "resources"):
		return "This is a state file in the product's own format."
	case has("@level"), has("@message"):
		return logText
	case has("provider_schemas"), has("provider_schema"):
		return "This is the output of \"providers schema -json\". It is a value of the option providerSchemas."
	case has("valid", "diagnostics"):
		return "This is the output of \"validate -json\"."
	case has("function_signatures"):
		return "This is the output of \"metadata functions -json\"."
	case !has("format_version") && (has("root_module") || has("provider_config")):
		return "This is a configuration representation without a plan or state."
	case !has("format_version") &&
		slices.ContainsFunc(opentofu.Config(opentofu.Target{}).Root.Blocks,
			func(b tables.Block) bool { return has(b.Type) }):
		return "This is configuration in HCL-JSON."
	}
	return ""
}

const logText = "This is a log of the machine-readable UI (\"plan -json\"), which does not contain the plan; " +
	"\"-out FILE\" saves the plan."

func (k *Key) read(r *decoder, what string) {
	*k = Key{}
	switch r.walk.Kind() {
	case jsontree.Null:
		r.walk.Skip()
	case jsontree.Number:
		*k = Key{Kind: IntKey, Int: parsedNumber(r, what, strconv.Atoi)}
	default:
		k.Kind = StringKey
		k.Text, _ = r.literal(jsontree.String, what)
	}
}

func (s *Step) read(r *decoder, what string) {
	if r.walk.Kind() == jsontree.Number {
		*s = Step{Index: parsedNumber(r, what, strconv.Atoi), IsIndex: true}
		return
	}
	*s = Step{}
	s.Name, _ = r.literal(jsontree.String, what)
}

// read reads the change of an output. The products write its properties, always including
// "actions"; the documentation shows an object with the property "change".
func (o *OutputChange) read(r *decoder, what string) {
	*o = OutputChange{}
	names := map[string]bool{}
	if r.walk.Kind() == jsontree.Object {
		ahead := jsontree.Walk(r.text, r.walk.Pos())
		ahead.Object(func(name string) {
			names[name] = true
			ahead.Skip()
		})
	}
	if names["change"] && !names["actions"] {
		r.object(reflect.ValueOf(o).Elem(), what)
	} else {
		r.object(reflect.ValueOf(&o.Change).Elem(), "change")
	}
}

// read reads a relevant attribute; the documentation shows an attribute of the object itself as a
// string.
func (a *Attribute) read(r *decoder, what string) {
	if r.walk.Kind() == jsontree.String {
		*a = Attribute{{Name: r.walk.Text()}}
		return
	}
	*a = nil
	r.list(reflect.ValueOf(a).Elem(), what)
}

func (list *References) read(r *decoder, what string) {
	*list = nil
	if !r.nextIs(jsontree.Array, what) {
		return
	}
	r.walk.Array(func() {
		if r.walk.Kind() == jsontree.String {
			*list = append(*list, r.walk.Text())
		} else {
			r.walk.Skip()
		}
	})
}
