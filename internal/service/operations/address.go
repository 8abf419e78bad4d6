package operations

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert/address"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/internal/diagnostic"
	"github.com/hcljson/hcljson/internal/service"
)

// found is a place that get tells of.
type found struct {
	Address string          `json:"address"`
	Line    int             `json:"line"`
	Text    string          `json:"text"`
	Value   json.RawMessage `json:"value,omitempty"`
}

// get finds what is at addresses, as a JSON array.
func get(o *service.Operation) {
	m, src, ok := addressed(o)
	var texts []string
	if !ok || !decode(o, "addresses", o.Options.Addresses, &texts) {
		return
	}
	list := []found{}
	for _, text := range texts {
		a, err := address.Parse(text)
		if err != nil {
			report(o, src.Name, diagnostic.Errorf("Invalid address", "%s.", err))
			return
		}
		for _, place := range m.Get(a) {
			value, _ := m.JSON(place)
			list = append(list, found{place.Address, place.Range.Start.Line, place.Text, value})
		}
	}
	finish(o, list, "")
}

// change is one of apply: one of the first five properties says what is done, and where.
type change struct {
	Set, Add, Rm, Mv, Sort string

	Value, String              *string
	JSON                       json.RawMessage
	To, Before, After          string
	Create, IfMissing, NoMoved bool
}

// apply makes changes at addresses.
func apply(o *service.Operation) {
	m, src, ok := addressed(o)
	var changes []change
	if !ok || !decode(o, "changes", o.Options.Changes, &changes) {
		return
	}
	m.Unproven = !o.Proves()
	for i := range changes {
		c, err := changes[i].change()
		if err != nil {
			report(o, src.Name, diagnostic.Errorf("Invalid address", "%s.", err))
			return
		}
		n, diags := m.Apply(c)
		if n == 0 && !diags.HasErrors() {
			text, _ := m.Missing(c.Address)
			diags = append(diags, diagnostic.Errorf("Nothing there", "%s", text))
		}
		if !report(o, src.Name, diags...) {
			return
		}
	}
	texts, diags := m.Results()
	if report(o, src.Name, diags...) {
		o.Response.Proven = o.Proves()
		o.Finish(texts[0], src.Name)
	}
}

// change is what the request asks for.
func (c *change) change() (*address.Change, error) {
	made := &address.Change{Create: c.Create, IfMissing: c.IfMissing, NoMoved: c.NoMoved}
	for op, text := range []string{c.Set, c.Add, c.Rm, c.Mv, c.Sort} {
		if text == "" {
			continue
		}
		at, err := address.Parse(text)
		if err != nil {
			return nil, err
		}
		made.Op, made.Address = address.Op(op), at
	}
	for text, to := range map[*string]func(address.Address){
		&c.To:     func(a address.Address) { made.To = a },
		&c.Before: func(a address.Address) { made.Before = &a },
		&c.After:  func(a address.Address) { made.After = &a },
	} {
		if *text != "" {
			a, err := address.Parse(*text)
			if err != nil {
				return nil, err
			}
			to(a)
		}
	}
	switch {
	case c.String != nil:
		made.Syntax, made.Text = address.String, []string{*c.String}
	case c.JSON != nil:
		made.Syntax, made.Text = address.JSON, []string{string(c.JSON)}
	case c.Value != nil:
		made.Text = []string{*c.Value}
	default:
		made.Text = []string{""}
	}
	return made, nil
}

// addressed reads the text of a request.
func addressed(o *service.Operation) (*address.Module, service.Source, bool) {
	src, file, ok := o.Source(o.Request.Name, o.Request.Text)
	if !ok {
		return nil, src, false
	}
	dialect, ok := o.Readable(src, file.Dialect)
	if !ok {
		return nil, src, false
	}
	text := compared(src)
	text.Filename = service.Described(src.Name)
	m, diags := address.Read([]equivalent.Source{text}, dialect)
	return m, src, report(o, src.Name, diags...)
}

// decode reads an option.
func decode(o *service.Operation, name string, list []service.Raw, to any) bool {
	d := json.NewDecoder(bytes.NewReader(slices.Concat([]byte("["), bytes.Join(raw(list), []byte(",")), []byte("]"))))
	d.DisallowUnknownFields()
	if err := d.Decode(to); err != nil {
		return report(o, "", diagnostic.Errorf("Invalid option", "%s: %s.", name,
			strings.TrimPrefix(err.Error(), "json: ")))
	}
	return true
}

func raw(list []service.Raw) (texts [][]byte) {
	for _, text := range list {
		texts = append(texts, text)
	}
	return texts
}

// finish says what was found.
func finish(o *service.Operation, list any, name string) {
	text, err := json.MarshalIndent(list, "", "  ")
	if err != nil {
		report(o, name, &hcl.Diagnostic{Severity: hcl.DiagError, Summary: "No JSON", Detail: err.Error()})
		return
	}
	o.Finish(append(text, '\n'), name)
}
