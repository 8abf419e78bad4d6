package jsonformat

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert/internal/jsontree"
)

// Read reads a state representation or a plan representation. The filename is for
// diagnostics.
//
// A text that is neither, or whose format version has another major number than 1,
// is an error, which says where to get one for the files that are mistaken for it.
// The document is nil then. No diagnostic shows a value, which may be sensitive.
func Read(src []byte, filename string) (*Document, hcl.Diagnostics) {
	if diag := otherFile(src, filename); diag != nil {
		return nil, hcl.Diagnostics{diag}
	}
	doc := &Document{text: string(src), filename: filename}
	doc.places = sync.OnceValue(func() *jsontree.Places[string] { return jsontree.NewPlaces(doc.text) })
	root, diags := jsontree.ParseOutline(doc.text, filename, outlined)
	if diags.HasErrors() {
		if diag := doc.otherText(); diag != nil {
			return nil, hcl.Diagnostics{diag}
		}
		for _, diag := range diags {
			if diag.Extra == (jsontree.InvalidKeyword{}) {
				// The text may be sensitive.
				diag.Detail = "A string stands in double quotes, and all other values are numbers, true, false or null."
			}
		}
		return nil, diags
	}
	r := &reader{doc: doc}
	r.document(root)
	if r.diags.HasErrors() {
		return nil, r.diags
	}
	return doc, r.diags
}

// outlined reports whether a member is read only when it is asked for. In some
// objects the names are chosen by the user.
func outlined(parent, name string) bool {
	switch parent {
	case "outputs", "output_changes", "variables", "module_calls", "provider_config":
		return false
	}
	switch name {
	case "values":
		return parent == "resources"
	case "resources", "resource_changes", "resource_drift": // read one by one
		return true
	case "sensitive_values", "before", "after", "after_unknown", "before_sensitive", "after_sensitive", "before_identity", "after_identity",
		"config_values", "config_sensitive", "config_unknown", "identity", "expressions", "expression", "count_expression", "for_each_expression", "proposed_unknown", "value", "default":
		return true
	}
	return false
}

// reader turns the tree of a text into a document.
type reader struct {
	doc   *Document
	diags hcl.Diagnostics
}

// maxErrors is how many errors are reported.
const maxErrors = 100

func (r *reader) fail(v *jsontree.Value, summary, format string, args ...any) {
	if len(r.diags) == maxErrors {
		return
	}
	rng := r.doc.Range(v.Start, v.End)
	r.diags = append(r.diags, &hcl.Diagnostic{Severity: hcl.DiagError, Summary: summary, Detail: fmt.Sprintf(format, args...), Subject: &rng})
}

// is reports whether a value is of a kind; null is none, and another kind an
// error.
func (r *reader) is(v *jsontree.Value, kind jsontree.Kind, what string) bool {
	if v.Kind != kind && v.Kind != jsontree.Null {
		r.fail(v, "Unexpected value", "The property %q of the JSON output format is %s here; it has to be %s.", what, v.Kind, kind)
	}
	return v.Kind == kind
}

// object reads the members of an object, which is the value of the property what.
func (r *reader) object(v *jsontree.Value, what string, member func(name string, v *jsontree.Value)) {
	if !r.is(v, jsontree.Object, what) {
		return
	}
	for i := range v.Members {
		member(v.Members[i].Name, &v.Members[i].Value)
	}
}

// maxChunk is how many elements of a long list are read at once.
const maxChunk = 1024

func list[T any](r *reader, v *jsontree.Value, what string, read func(v *jsontree.Value) T) []T {
	if !r.is(v, jsontree.Array, what) {
		return nil
	}
	if len(v.Elems) == 0 {
		// Their number is not known; a slice that grows would be copied often.
		var full [][]T
		var last []T
		jsontree.ExpandEach(r.doc.text, v.Start, v.End, what, outlined, func(v *jsontree.Value) {
			if len(last) == maxChunk {
				full, last = append(full, last), nil
			}
			last = append(last, read(v))
		})
		return slices.Concat(append(full, last)...)
	}
	all := make([]T, len(v.Elems))
	for i := range v.Elems {
		all[i] = read(&v.Elems[i])
	}
	return all
}

// byName reads an object whose names are chosen by the user. Of a name that stands
// twice, the last value counts, as for the products.
func byName[T any](r *reader, v *jsontree.Value, what string, read func(name string, v *jsontree.Value) T) []T {
	var all []T
	places := map[string]int{}
	r.object(v, what, func(name string, v *jsontree.Value) {
		if i, again := places[name]; again {
			all[i] = read(name, v)
			return
		}
		places[name] = len(all)
		all = append(all, read(name, v))
	})
	return all
}

func (r *reader) text(v *jsontree.Value, what string) string {
	if !r.is(v, jsontree.String, what) {
		return ""
	}
	return v.Text
}

func (r *reader) texts(v *jsontree.Value, what string) []string {
	return list(r, v, what, func(v *jsontree.Value) string { return r.text(v, what) })
}

func (r *reader) flag(v *jsontree.Value, what string) bool {
	return r.is(v, jsontree.Bool, what) && v.Text == "true"
}

func (r *reader) optionalFlag(v *jsontree.Value, what string) *bool {
	if !r.is(v, jsontree.Bool, what) {
		return nil
	}
	set := v.Text == "true"
	return &set
}

func (r *reader) number(v *jsontree.Value, what string) int {
	if !r.is(v, jsontree.Number, what) {
		return 0
	}
	n, err := strconv.Atoi(v.Text)
	if err != nil {
		r.fail(v, "Unexpected value", "The property %q of the JSON output format is a whole number.", what)
	}
	return n
}

// value keeps a value, which is read when it is asked for.
func (r *reader) value(v *jsontree.Value) Value { return Value{r.doc, v.Start, v.End} }

func (r *reader) document(v *jsontree.Value) {
	if v.Kind != jsontree.Object {
		r.fail(&jsontree.Value{Start: v.Start, End: v.Start + 1}, "Not the JSON output format", "A state or plan in the JSON output format is an object. %s", howTo)
		return
	}
	names := map[string]*jsontree.Value{}
	for i := range v.Members {
		names[v.Members[i].Name] = &v.Members[i].Value
	}
	if other := otherObject(names); other != "" {
		r.fail(&jsontree.Value{Start: v.Start, End: v.Start + 1}, "Not the JSON output format", "%s %s", other, howTo)
		return
	}
	version := names["format_version"]
	if version == nil {
		r.fail(&jsontree.Value{Start: v.Start, End: v.Start + 1}, "Not the JSON output format", "There is no property \"format_version\". %s", howTo)
		return
	}
	if version.Kind != jsontree.String {
		r.fail(version, "Unexpected value", "The property \"format_version\" of the JSON output format is %s here; it has to be a string, such as \"1.2\".", version.Kind)
		return
	}
	r.doc.FormatVersion = version.Text
	switch major, _, _ := strings.Cut(version.Text, "."); major {
	case "1":
	case "0":
		r.fail(version, "Unsupported format version", "The format version is %q, which Terraform before 1.1 wrote. Only those that start with \"1.\" can be read: print the state or plan with a newer release.", version.Text)
		return
	default:
		r.fail(version, "Unsupported format version", "The format version is %q. Only those that start with \"1.\" can be read, because another first number stands for changes that are not compatible. A newer hcljson may know it.", version.Text)
		return
	}
	if t := names["terraform_version"]; t != nil {
		r.doc.ProductVersion = r.text(t, "terraform_version")
	}
	for _, property := range planProperties {
		if names[property] != nil {
			r.doc.Plan = r.plan(v)
			return
		}
	}
	r.doc.State = r.state(v)
}

// howTo says how to get what can be read.
const howTo = "\"tofu show -json FILE\" or \"terraform show -json FILE\" prints a state file or a saved plan in this format; without FILE, the current state."

// planProperties are those that only a plan has.
var planProperties = []string{"planned_values", "resource_changes", "resource_drift", "deferred_changes", "action_invocations", "output_changes", "variables", "configuration", "prior_state", "errored"}

// otherObject says what an object is that is mistaken for the format; it is empty
// for all others.
func otherObject(names map[string]*jsontree.Value) string {
	has := func(properties ...string) bool {
		for _, property := range properties {
			if names[property] == nil {
				return false
			}
		}
		return true
	}
	switch {
	case slices.ContainsFunc(append([]string{"values"}, planProperties...), func(name string) bool { return has("format_version") && has(name) }):
		return "" // what else there is comes from a newer minor version
	case has("encrypted_data"):
		return "This is an encrypted state or plan."
	case has("lineage"), has("serial"), has("version", "modules"), has("version", "terraform_version", "resources"):
		return "This is a state file as the product stores it; the format of these files is the product's own."
	case has("@level"), has("@message"):
		return logText
	case has("provider_schemas"), has("provider_schema"):
		return "This is the output of \"providers schema -json\", which --provider-schema takes."
	case has("valid", "diagnostics"):
		return "This is the output of \"validate -json\"."
	case has("function_signatures"):
		return "This is the output of \"metadata functions -json\"."
	case !has("format_version") && (has("root_module") || has("provider_config")):
		return "This is a configuration representation, without the plan or state around it."
	case !has("format_version") && slices.ContainsFunc(blockTypes, func(name string) bool { return has(name) }):
		return "This is configuration in HCL-JSON."
	}
	return ""
}

// blockTypes are those that a file of configuration most often has.
var blockTypes = []string{"terraform", "provider", "variable", "locals", "resource", "data", "module", "output"}

const logText = "This is a log of the machine-readable UI (\"plan -json\"), which does not have the plan itself; \"-out FILE\" saves the plan."

// otherFile recognises what is mistaken for the format and is no JSON.
func otherFile(src []byte, filename string) *hcl.Diagnostic {
	var detail string
	switch {
	case bytes.HasPrefix(src, []byte("PK\x03\x04")):
		detail = "This is a saved plan, whose format is the product's own."
	case len(bytes.TrimSpace(src)) == 0:
		detail = "There is no text."
	case bytes.HasPrefix(src, []byte{0x1f, 0x8b}):
		detail = "This is compressed."
	default:
		return nil
	}
	return notTheFormat(filename, detail)
}

// otherText recognises what is mistaken for the format and is not one JSON value.
func (d *Document) otherText() *hcl.Diagnostic {
	first, rest, _ := strings.Cut(strings.TrimSpace(d.text), "\n")
	first = strings.TrimSpace(first)
	if first[0] != '{' && first[0] != '[' {
		switch {
		case strings.HasPrefix(first, "\ufeff"), strings.HasPrefix(first, "\xff\xfe"), strings.HasPrefix(first, "\xfe\xff"):
			return nil
		}
		return notTheFormat(d.filename, "This is no JSON; perhaps it was printed without -json.")
	}
	line, diags := jsontree.Parse([]byte(first), d.filename)
	if diags.HasErrors() {
		return nil
	}
	for i := range line.Members {
		if name := line.Members[i].Name; name == "@level" || name == "@message" {
			return notTheFormat(d.filename, logText)
		}
	}
	if strings.HasPrefix(strings.TrimSpace(rest), "{") {
		return notTheFormat(d.filename, "The text has a JSON object on each line. A file holds one state or plan.")
	}
	return nil
}

func notTheFormat(filename, detail string) *hcl.Diagnostic {
	start := hcl.InitialPos
	return &hcl.Diagnostic{Severity: hcl.DiagError, Summary: "Not the JSON output format", Detail: detail + " " + howTo, Subject: &hcl.Range{Filename: filename, Start: start, End: start}}
}
