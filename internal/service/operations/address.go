package operations

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert/address"
	"github.com/hcljson/hcljson/internal/language/source"
	"github.com/hcljson/hcljson/internal/service"
	"github.com/hcljson/hcljson/internal/text/diagnostic"
)

// foundValue is one result of get.
type foundValue struct {
	Address string          `json:"address"`
	Line    int             `json:"line"`
	Text    string          `json:"text"`
	Value   json.RawMessage `json:"value,omitempty"`
}

// getValues returns the values at addresses, as a JSON array.
func getValues(o *service.Operation) {
	m, src, ok := readModule(o)
	var texts []string
	if !ok || !decodeOption(o, "addresses", o.Options.Addresses, &texts) {
		return
	}
	list := []foundValue{}
	for _, text := range texts {
		a, err := address.Parse(text)
		if err != nil {
			o.Report(src.Name, diagnostic.Errorf("Invalid address", "%s.", err))
			return
		}
		found := m.Get(a)
		if len(found) == 0 {
			missing, _ := m.Missing(a)
			o.Report(src.Name, diagnostic.Errorf("Address not found", "%s", missing))
			return
		}
		for _, place := range found {
			value, _ := place.JSON()
			list = append(list, foundValue{place.Address, place.Range.Start.Line, place.Text, value})
		}
	}
	setJSONResult(o, list, "")
}

// use is one result of refs.
type use struct {
	Address string `json:"address"`
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Text    string `json:"text"`
}

// listReferences returns the uses of the declarations at addresses, as a JSON array.
func listReferences(o *service.Operation) {
	m, src, ok := readModule(o)
	var texts []string
	if !ok || !decodeOption(o, "addresses", o.Options.Addresses, &texts) {
		return
	}
	tree := address.NewTree(map[string]*address.Module{".": m}, nil)
	list := []use{}
	for _, text := range texts {
		a, err := address.Parse(text)
		if err != nil {
			o.Report(src.Name, diagnostic.Errorf("Invalid address", "%s.", err))
			return
		}
		references, declared := address.ReferencesTo(tree, a)
		if declared == 0 {
			missing, _ := m.Missing(a)
			o.Report(src.Name, diagnostic.Errorf("Address not found", "%s", missing))
			return
		}
		for _, r := range references {
			list = append(list, use{r.Declaration, r.Range.Start.Line, r.Range.Start.Column, r.Line()})
		}
	}
	setJSONResult(o, list, "")
}

// change is one change of apply. One of the first five properties is the operation, with an address.
type change struct {
	Set, Add, Rm, Mv, Sort string

	Value, String                      *string
	JSON                               json.RawMessage
	To, Before, After                  string
	Default                            string
	Create, IfMissing, NoMoved, Forget bool
	IfSupported                        bool
}

// changesOf returns the changes of an element of the option: an object, or a script with one change on
// each line.
func changesOf(raw json.RawMessage) (list []address.Change, err error) {
	if bytes.HasPrefix(bytes.TrimSpace(raw), []byte{'"'}) {
		var script string
		if err = json.Unmarshal(raw, &script); err == nil {
			list, err = address.ParseScript(script)
		}
		return list, err
	}
	var c change
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err = d.Decode(&c); err != nil {
		return nil, errors.New(strings.TrimPrefix(err.Error(), "json: "))
	}
	made, err := c.addressChange()
	if err != nil {
		return nil, err
	}
	return []address.Change{made}, nil
}

// applyChanges makes changes at addresses.
func applyChanges(o *service.Operation) {
	m, src, ok := readModule(o)
	if !ok {
		return
	}
	var changes []address.Change
	for _, raw := range o.Options.Changes {
		list, err := changesOf(json.RawMessage(raw))
		if err != nil {
			o.Report(src.Name, diagnostic.Errorf("Invalid change", "%s.", err))
			return
		}
		changes = append(changes, list...)
	}
	m.SkipCheck = !o.NeedsCheck()
	for i := range changes {
		c := &changes[i]
		n, diags := m.Apply(c)
		if n == 0 && !diags.HasErrors() {
			text, _ := m.Missing(c.Address)
			diags = append(diags, diagnostic.Errorf("Address not found", "%s", text))
		}
		if len(c.UnknownTypes) > 0 {
			diags = append(diags, diagnostic.Warningf("Unknown types", "Skipped, because no schema defines the argument or block: %s.",
				strings.Join(c.UnknownTypes, ", ")))
		}
		if !o.Report(src.Name, diags...) {
			return
		}
	}
	texts, diags := m.Results()
	if o.Report(src.Name, diags...) {
		o.Response.Proven = o.NeedsCheck()
		o.SetResult(texts[0], src.Name)
	}
}

// addressChange returns the change for package address.
func (c *change) addressChange() (made address.Change, err error) {
	var command string
	var operands []string
	for name, at := range map[string]string{"set": c.Set, "add": c.Add, "rm": c.Rm, "mv": c.Mv, "sort": c.Sort} {
		if at != "" {
			command, operands = name, append(operands, at)
		}
	}
	if len(operands) != 1 {
		return made, errors.New("a change needs set, add, rm, mv or sort, with the address as its value")
	}
	options := address.Change{Create: c.Create, Default: c.Default, IfMissing: c.IfMissing, NoMoved: c.NoMoved, Forget: c.Forget,
		IfSupported: c.IfSupported}
	var texts []string
	if c.Value != nil {
		texts = append(texts, *c.Value)
	}
	if c.String != nil {
		options.Syntax, texts = address.String, append(texts, *c.String)
	}
	if c.JSON != nil {
		options.Syntax, texts = address.JSON, append(texts, string(c.JSON))
	}
	if takesText := command == "set" || command == "add"; takesText && len(texts) != 1 || !takesText && len(texts) > 0 {
		return made, errors.New("set and add need either value, string or json, and the other changes none")
	}
	if c.To != "" && command == "mv" {
		operands = append(operands, c.To)
	}
	if options.Before, err = parseOptional(c.Before); err != nil {
		return made, err
	}
	if options.After, err = parseOptional(c.After); err != nil {
		return made, err
	}
	return address.NewChange(command, options, append(operands, texts...)...)
}

// parseOptional parses an address; nil for an empty text.
func parseOptional(text string) (*address.Address, error) {
	if text == "" {
		return nil, nil
	}
	a, err := address.Parse(text)
	return &a, err
}

// readModule parses the text of a request for edits at addresses.
func readModule(o *service.Operation) (*address.Module, *source.Source, bool) {
	src, file, ok := o.Source(o.Request.Name, o.Request.Text)
	if !ok {
		return nil, src, false
	}
	dialect, ok := o.CheckSyntax(src, file.Dialect)
	if !ok {
		return nil, src, false
	}
	text := equivalenceSource(src)
	text.Filename = service.DisplayName(src.Name)
	m, diags := address.Read(address.Source{Source: text, Dialect: dialect})
	return m, src, o.Report(src.Name, diags...)
}

// decodeOption reads the value of an option.
func decodeOption(o *service.Operation, name string, list []service.Raw, to any) bool {
	d := json.NewDecoder(bytes.NewReader(slices.Concat([]byte("["), bytes.Join(rawTexts(list), []byte(",")), []byte("]"))))
	d.DisallowUnknownFields()
	if err := d.Decode(to); err != nil {
		return o.Report("", diagnostic.Errorf("Invalid option", "%s: %s.", name,
			strings.TrimPrefix(err.Error(), "json: ")))
	}
	return true
}

func rawTexts(list []service.Raw) (texts [][]byte) {
	for _, text := range list {
		texts = append(texts, text)
	}
	return texts
}

// setJSONResult writes the results of get as the text of the response.
func setJSONResult(o *service.Operation, list any, name string) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(list); err != nil {
		o.Report(name, &hcl.Diagnostic{Severity: hcl.DiagError, Summary: "No JSON", Detail: err.Error()})
		return
	}
	o.SetResult(text.Bytes(), name)
}
