package plansummary

import (
	"strings"

	"github.com/hcljson/hcljson/convert/internal/jsontree"
	"github.com/hcljson/hcljson/convert/jsonformat"
)

// collectPlan notes what a plan says to be sensitive.
func (w *writer) collectPlan(p *jsonformat.Plan) {
	if p.Prior != nil {
		w.collectState(p.Prior)
	}
	for c := range p.EachChange {
		w.collectChange(&c.Change)
	}
	for i := range p.Actions {
		w.collect(p.Actions[i].Values, p.Actions[i].Sensitive)
	}
	for i := range p.DeferredActions {
		w.collect(p.DeferredActions[i].Values, p.DeferredActions[i].Sensitive)
	}
	for i := range p.OutputChanges {
		c := &p.OutputChanges[i].Change
		if c.BeforeSensitive.IsTrue() {
			w.collectOutput(c.Before)
		}
		if c.AfterSensitive.IsTrue() {
			w.collectOutput(c.After)
		}
	}
	if p.Planned != nil {
		w.collectOutputs(p.Planned.Outputs)
	}
	if p.Configuration == nil {
		return
	}
	sensitive := map[string]bool{}
	for _, variable := range p.Configuration.Root.Variables {
		sensitive[variable.Name] = variable.Sensitive || variable.Ephemeral
	}
	for i := range p.Variables {
		if v := &p.Variables[i]; sensitive[v.Name] && v.Value.IsSet() {
			w.secrets.AddAll(v.Value.Tree())
		}
	}
}

func (w *writer) collectState(s *jsonformat.State) {
	if s.Values == nil {
		return
	}
	w.collectOutputs(s.Values.Outputs)
	w.collectModule(&s.Values.Root)
}

func (w *writer) collectModule(m *jsonformat.Module) {
	for i := range m.Resources {
		w.collect(m.Resources[i].Values, m.Resources[i].Sensitive)
	}
	for i := range m.Children {
		w.collectModule(&m.Children[i])
	}
}

func (w *writer) collectOutputs(outputs []jsonformat.Output) {
	for i := range outputs {
		if o := &outputs[i]; o.Sensitive {
			w.collectOutput(o.Value)
		}
	}
}

// collectOutput notes the value of a sensitive output, if it is a string. One that
// is an object or a list usually holds whole resources, in which what is
// sensitive is marked on its own.
func (w *writer) collectOutput(v jsonformat.Value) {
	if strings.HasPrefix(v.JSON(), `"`) {
		w.secrets.Add(v.Tree().Text)
	}
}

// collectChange takes each side by its own marks. What is sensitive at the same
// place on the other side only is hidden there, but may be anything elsewhere.
func (w *writer) collectChange(c *jsonformat.Change) {
	w.collect(c.Before, c.BeforeSensitive)
	w.collect(c.After, c.AfterSensitive)
}

// collect notes the strings of a value that are marked.
func (w *writer) collect(value, marks jsonformat.Value) {
	if value.IsSet() && strings.Contains(marks.JSON(), "true") {
		w.collectTree(value.Tree(), marks.Tree())
	}
}

func (w *writer) collectTree(v, marks *jsontree.Value) {
	switch {
	case v == nil || marks == nil:
	case hides(v, marks):
		w.secrets.AddAll(v)
	case v.Kind == jsontree.Array:
		for i := range v.Elems {
			w.collectTree(&v.Elems[i], marks.Elem(i))
		}
	case v.Kind == jsontree.Object:
		fields := newMarks(marks)
		for i := range v.Members {
			w.collectTree(&v.Members[i].Value, fields[v.Members[i].Name])
		}
	}
}
