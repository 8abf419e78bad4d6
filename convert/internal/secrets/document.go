package secrets

import (
	"strings"

	"github.com/hcljson/hcljson/convert/jsonformat"
	"github.com/hcljson/hcljson/internal/jsontree"
)

// AddDocument adds what a document says to be sensitive. Each side of a change goes by its
// own marks: what is sensitive at the same place on the other side only may be anything
// elsewhere. A sensitive output that is an object or a list usually holds whole resources,
// in which what is sensitive is marked on its own; it is added only if whole is set.
func (s *Set) AddDocument(doc *jsonformat.Document, whole bool) {
	if doc.State != nil {
		s.addValues(doc.State.Values, whole)
	}
	plan := doc.Plan
	if plan == nil {
		return
	}
	if plan.Prior != nil {
		s.addValues(plan.Prior.Values, whole)
	}
	if plan.Planned != nil {
		s.addOutputs(plan.Planned.Outputs, whole)
	}
	for c := range plan.EachChange {
		s.AddMarked(c.Change.Before, c.Change.BeforeSensitive)
		s.AddMarked(c.Change.After, c.Change.AfterSensitive)
	}
	for i := range plan.Actions {
		s.AddMarked(plan.Actions[i].Values, plan.Actions[i].Sensitive)
	}
	for i := range plan.DeferredActions {
		s.AddMarked(plan.DeferredActions[i].Values, plan.DeferredActions[i].Sensitive)
	}
	for i := range plan.OutputChanges {
		c := &plan.OutputChanges[i].Change
		s.addOutput(c.Before, c.BeforeSensitive, whole)
		s.addOutput(c.After, c.AfterSensitive, whole)
	}
	if plan.Configuration != nil {
		s.addVariables(plan)
	}
}

func (s *Set) addValues(values *jsonformat.Values, whole bool) {
	if values == nil {
		return
	}
	s.addOutputs(values.Outputs, whole)
	for r := range values.Root.All {
		s.AddMarked(r.Values, r.Sensitive)
	}
}

func (s *Set) addOutputs(outputs []jsonformat.Output, whole bool) {
	for i := range outputs {
		if o := &outputs[i]; o.Sensitive {
			s.addOutput(o.Value, everything, whole)
		}
	}
}

var everything = jsonformat.NewValue(true)

func (s *Set) addOutput(value, marks jsonformat.Value, whole bool) {
	if whole || marks.IsTrue() && strings.HasPrefix(value.JSON(), `"`) {
		s.AddMarked(value, marks)
	}
}

func (s *Set) addVariables(plan *jsonformat.Plan) {
	sensitive := map[string]bool{}
	for _, v := range plan.Configuration.Root.Variables {
		if sensitive[v.Name] = v.Sensitive || v.Ephemeral; sensitive[v.Name] {
			s.AddMarked(v.Default, everything)
		}
	}
	for _, v := range plan.Variables {
		if sensitive[v.Name] {
			s.AddMarked(v.Value, everything)
		}
	}
}

// AddMarked adds the strings of a value that are marked. Most values have no mark, and
// are not read.
func (s *Set) AddMarked(value, marks jsonformat.Value) {
	if value.IsSet() && strings.Contains(marks.JSON(), "true") {
		s.addMarked(value.Tree(), marks.Tree())
	}
}

func (s *Set) addMarked(v, marks *jsontree.Value) {
	switch {
	case !marks.HoldsTrue():
	case marks.Kind != v.Kind || v.Kind == jsontree.Array && len(v.Elems) != len(marks.Elems):
		s.AddAll(v) // marks of another form are for all of it
	case v.Kind == jsontree.Array:
		for i := range v.Elems {
			s.addMarked(&v.Elems[i], &marks.Elems[i])
		}
	case v.Kind == jsontree.Object:
		// Of a name that appears twice, each value, and the mark that is on.
		byName := make(map[string]*jsontree.Value, len(marks.Members))
		for i := range marks.Members {
			if m := &marks.Members[i]; !byName[m.Name].IsTrue() {
				byName[m.Name] = &m.Value
			}
		}
		for i := range v.Members {
			s.addMarked(&v.Members[i].Value, byName[v.Members[i].Name])
		}
	}
}
