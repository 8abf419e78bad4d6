package plansummary

import (
	"github.com/hcljson/hcljson/convert/jsonformat"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// state writes what a state holds.
func (w *writer) state(s *jsonformat.State) {
	resources, outputs := 0, 0
	if s.Values != nil {
		for r := range s.Values.Root.All {
			w.stateResource(r)
			resources++
		}
		outputs = len(s.Values.Outputs)
		for i := range s.Values.Outputs {
			w.stateOutput(&s.Values.Outputs[i])
		}
	}
	w.checks(s.Checks)
	if resources+outputs == 0 {
		w.paragraph("The state is empty.")
		return
	}
	w.paragraph("State: " + plural(resources, "resource instance") + ", " + plural(outputs, "output") + ".")
}

func (w *writer) stateResource(r *jsonformat.Resource) {
	text := r.Address
	if r.Deposed != "" {
		text += " (deposed object " + r.Deposed + ")"
	}
	if r.Tainted {
		text += " is tainted"
	}
	values := w.node(place{value: r.Values.Tree(), marks: r.Sensitive.Tree()}, 0)
	w.block([]string{text}, keyword(r.Mode), []string{r.Type, r.Name}, bodyOf(&node{}, &values, nil, nil))
}

func (w *writer) stateOutput(o *jsonformat.Output) {
	value := w.node(place{value: o.Value.Tree()}, 0)
	if o.Sensitive && value.kind != null {
		value = node{kind: hidden}
	}
	body := node{kind: object, members: []member{{"value", value}}}
	w.block(nil, opentofu.OutputBlock, []string{o.Name}, plainBody(&body, nil))
}
