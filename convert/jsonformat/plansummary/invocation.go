package plansummary

import (
	"github.com/hcljson/hcljson/convert/jsonformat"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/schema/opentofu"
)

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
