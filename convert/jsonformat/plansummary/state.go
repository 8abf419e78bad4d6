package plansummary

import (
	"github.com/hcljson/hcljson/convert/jsonformat"
	"github.com/hcljson/hcljson/hclwrite"
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

// checks writes the checks of each instance, or of an object that has none. Those
// that pass are a comment.
func (w *writer) checks(all []jsonformat.Check) {
	for i := range all {
		c := &all[i]
		if len(c.Instances) == 0 {
			w.check(c.Address.ToDisplay, c.Status, nil)
		}
		for j := range c.Instances {
			instance := &c.Instances[j]
			name := instance.Address.ToDisplay
			if name == "" {
				name = c.Address.ToDisplay
			}
			w.check(name, instance.Status, instance.Problems)
		}
	}
}

func (w *writer) check(name, status string, problems []jsonformat.CheckProblem) {
	text := name + " " + statusText(status)
	if status == "pass" && len(problems) == 0 {
		w.paragraph(text)
		return
	}
	body := hclwrite.Body{Items: []hclwrite.Item{&hclwrite.Attribute{Name: "status", Expr: template(status)}}}
	if len(problems) > 0 {
		list := node{kind: array}
		for _, problem := range problems {
			n := node{kind: str, text: problem.Message}
			if w.secrets.In(problem.Message) {
				n = node{kind: hidden}
			}
			list.elems = append(list.elems, n)
		}
		body.Items = append(body.Items, &hclwrite.Attribute{Name: "problems", Expr: plain(&list, false)})
	}
	w.block([]string{text}, opentofu.CheckBlock, []string{name}, body)
}

func statusText(status string) string {
	switch status {
	case "pass":
		return "passes"
	case "fail":
		return "fails"
	case "error":
		return "cannot be checked because of an error"
	case "unknown":
		return "can be checked only during apply"
	}
	return "has the status " + status
}

// events say when an action is invoked, around the address of a resource instance
// (terraform internal/configs/action.go).
var events = map[string][2]string{
	"BeforeCreate":  {"before ", " is created"},
	"AfterCreate":   {"after ", " is created"},
	"BeforeUpdate":  {"before ", " is updated"},
	"AfterUpdate":   {"after ", " is updated"},
	"BeforeDestroy": {"before ", " is deleted"},
	"AfterDestroy":  {"after ", " is deleted"},
}

// invocation writes the invocation of an action, as the block of the action.
func (w *writer) invocation(a *jsonformat.ActionInvocation, sign, verb, reason string) {
	text := sign + " " + a.Address + " " + verb
	if around, ok := events[a.Trigger.Event]; ok {
		text += " " + around[0] + a.TriggeredBy() + around[1]
	} else if by := a.TriggeredBy(); by != "" {
		text += " for " + by
	}
	text += reason
	values := w.node(place{value: a.Values.Tree(), unknowns: a.Unknown.Tree(), marks: a.Sensitive.Tree()}, 0)
	var body hclwrite.Body
	if values.kind != null {
		config := asBody(&values)
		body.Items = []hclwrite.Item{&hclwrite.Block{Type: opentofu.ConfigBlock, Body: plainBody(&config, nil)}}
	}
	w.block([]string{text}, opentofu.ActionBlock, []string{a.Type, a.Name}, body)
}
