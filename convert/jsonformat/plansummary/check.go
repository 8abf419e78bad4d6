package plansummary

import (
	"github.com/hcljson/hcljson/convert/jsonformat"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/schema/opentofu"
)

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
