package plansummary

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hcljson/hcljson/internal/generate/jsonformat"
)

// Counts are the numbers of resource instances by planned change. Imports and moves are counted in
// addition to the other change of the same instance.
type Counts struct {
	Create, Update, Delete, Forget, Read int
	// ReplaceDelete counts replacements that delete the old object, ReplaceForget replacements that
	// forget it.
	ReplaceDelete, ReplaceForget int
	Import, Move                 int
	// Deferred counts deferred changes, Drift changes outside of the product.
	Deferred, Drift int
	// Unchanged counts instances without changes, Other instances with unknown actions.
	Unchanged, Other int
	// Invoke counts invoked actions, InvokeLater deferred invocations, and Outputs changed outputs.
	Invoke, InvokeLater, Outputs int

	// leavesForgotten is true if the product does not count forgotten objects.
	leavesForgotten bool
	errored         bool
}

// Count counts the changes of a plan like the product (opentofu and terraform
// internal/command/jsonformat/plan.go). OpenTofu counts forgotten objects, Terraform does not. A
// plan does not name its product, but only Terraform since 1.8 writes the property applyable.
func Count(p *jsonformat.Plan) Counts {
	n := Counts{
		Deferred: len(p.Deferred), Invoke: len(p.Actions), InvokeLater: len(p.DeferredActions),
		leavesForgotten: p.Applyable != nil, errored: p.Errored,
	}
	of := map[action]*int{
		noOpAction: &n.Unchanged, createAction: &n.Create, readAction: &n.Read, updateAction: &n.Update, deleteAction: &n.Delete, forgetAction: &n.Forget,
		deleteCreateAction: &n.ReplaceDelete, createDeleteAction: &n.ReplaceDelete, createForgetAction: &n.ReplaceForget, otherAction: &n.Other,
	}
	for i := range p.Changes {
		c := &p.Changes[i]
		kind, _, _ := actionOf(c.Change.Actions)
		if kind == noOpAction || isShown(c) {
			*of[kind]++
		}
		if isShown(c) && c.Change.Importing != nil {
			n.Import++
		}
		if isShown(c) && c.PreviousAddress != "" {
			n.Move++
		}
	}
	for i := range p.Drift {
		if kind, _, _ := actionOf(p.Drift[i].Change.Actions); kind != noOpAction {
			n.Drift++
		}
	}
	for i := range p.OutputChanges {
		if kind, _, _ := actionOf(p.OutputChanges[i].Change.Actions); kind != noOpAction {
			n.Outputs++
		}
	}
	return n
}

// isShown reports whether a change is shown; the list also contains changes without effect. A data
// source that is no longer read only leaves the state.
func isShown(c *jsonformat.ResourceChange) bool {
	switch kind, _, _ := actionOf(c.Change.Actions); kind {
	case noOpAction:
		return c.PreviousAddress != "" || c.Change.Importing != nil
	case deleteAction:
		return c.Mode != jsonformat.Data
	}
	return true
}

// String returns the product's last line: "Plan: 1 to import, 2 to add, 1 to change, 1 to destroy."
// A replacement counts twice. The result is empty if the product prints no such line: if only
// outputs change, or if planning failed before the first change.
func (n Counts) String() string {
	switch {
	case n.hasImmediateEffect():
	case n.Outputs > 0 || n.errored:
		return ""
	case n.HasEffect():
		return "No current changes."
	default:
		return "No changes."
	}
	var b strings.Builder
	b.WriteString("Plan: ")
	if n.Import > 0 {
		fmt.Fprintf(&b, "%d to import, ", n.Import)
	}
	replaced := n.ReplaceDelete + n.ReplaceForget
	fmt.Fprintf(&b, "%d to add, %d to change, %d to destroy", n.Create+replaced, n.Update, n.Delete+n.ReplaceDelete)
	if forgotten := n.Forget + n.ReplaceForget; forgotten > 0 && !n.leavesForgotten {
		fmt.Fprintf(&b, ", %d to forget", forgotten)
	}
	b.WriteByte('.')
	if n.Invoke > 0 {
		fmt.Fprintf(&b, " Actions: %d to invoke.", n.Invoke)
	}
	return b.String()
}

// OtherCounts returns the nonzero counts missing from the product's line: "1 to replace, 3
// unchanged".
func (n Counts) OtherCounts() string {
	var parts []string
	if forgotten := n.Forget + n.ReplaceForget; forgotten > 0 && n.leavesForgotten {
		parts = append(parts, fmt.Sprintf("%d to forget", forgotten))
	}
	for _, part := range []struct {
		n    int
		what string
	}{
		{n.ReplaceDelete + n.ReplaceForget, "to replace"}, {n.Move, "moved"}, {n.Read, "to read"},
		{n.Other, "with other actions"},
		{n.Deferred, "deferred"}, {n.Drift, "changed outside of the plan"}, {n.Unchanged, "unchanged"},
	} {
		if part.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", part.n, part.what))
		}
	}
	if n.InvokeLater > 0 {
		parts = append(parts, plural(n.InvokeLater, "action")+" to invoke later")
	}
	if n.Outputs > 0 {
		parts = append(parts, plural(n.Outputs, "output")+" to change")
	}
	return strings.Join(parts, ", ")
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// HasEffect reports whether the plan has an effect, now or later. Drift has no effect.
func (n Counts) HasEffect() bool {
	return n.hasImmediateEffect() || n.Deferred+n.InvokeLater+n.Outputs > 0
}

// hasImmediateEffect reports whether the plan changes resources or invokes an action.
func (n Counts) hasImmediateEffect() bool {
	return n.Create+n.Update+n.Delete+n.Forget+n.Read+n.ReplaceDelete+n.ReplaceForget+
		n.Import+n.Move+n.Other+n.Invoke > 0
}

// action is the combination of the actions of a change.
type action uint8

const (
	otherAction action = iota
	noOpAction
	createAction
	readAction
	updateAction
	deleteAction
	forgetAction
	deleteCreateAction
	createDeleteAction
	createForgetAction
)

// actions lists the combinations of actions in plans, with their signs and descriptions (opentofu
// internal/command/jsonplan, actionString; terraform has ["create", "forget"]).
var actions = []struct {
	names      []string
	action     action
	sign, verb string
}{
	{[]string{"no-op"}, noOpAction, "=", "does not change"},
	{[]string{"create"}, createAction, "+", "will be created"},
	{[]string{"read"}, readAction, "<=", "will be read"},
	{[]string{"update"}, updateAction, "~", "will be updated in place"},
	{[]string{"delete"}, deleteAction, "-", "will be deleted"},
	{[]string{"forget"}, forgetAction, ".", "will be forgotten, but not deleted"},
	{[]string{"delete", "create"}, deleteCreateAction, "-/+", "will be replaced (deleted, then created)"},
	{[]string{"create", "delete"}, createDeleteAction, "+/-", "will be replaced (created, then deleted)"},
	{[]string{"create", "forget"}, createForgetAction, "+/.", "will be replaced (created, and the old one forgotten)"},
	{[]string{"forget", "create"}, createForgetAction, "./+", "will be replaced (the old one forgotten, and created)"},
}

// actionOf returns the action with these names, its sign and its description.
func actionOf(names []string) (kind action, sign, verb string) {
	for _, a := range actions {
		if slices.Equal(a.names, names) {
			return a.action, a.sign, a.verb
		}
	}
	if len(names) == 0 {
		return otherAction, "?", "has no action"
	}
	return otherAction, "?", "has the actions " + strings.Join(names, ", ")
}

// isReplacement reports whether another object replaces the object.
func (a action) isReplacement() bool {
	return a == deleteCreateAction || a == createDeleteAction || a == createForgetAction
}

// reasons maps the codes of reasons to their descriptions (opentofu internal/command/jsonplan,
// resource.go).
var reasons = map[string]string{
	"replace_because_tainted":                    "it is tainted",
	cannotUpdate:                                 "it cannot be updated in place",
	"replace_by_request":                         "its replacement was requested",
	"replace_by_triggers":                        "an entry of replace_triggered_by changes",
	"delete_because_no_resource_config":          "its resource is not in the configuration",
	"delete_because_wrong_repetition":            "its kind of key does not fit the count or for_each of the resource",
	"delete_because_count_index":                 "its index is not below count",
	"delete_because_each_key":                    "its key is not in for_each",
	"delete_because_enabled_false":               "enabled is false",
	"delete_because_no_module":                   "its module instance is not in the configuration",
	"delete_because_no_move_target":              "it was moved to an address missing from the configuration",
	"read_because_config_unknown":                "some of its arguments are not known yet",
	"read_because_dependency_pending":            "its dependencies have pending changes",
	"read_because_check_nested":                  "it belongs to a check",
	"forgot_because_lifecycle_destroy_in_state":  "lifecycle in the state has destroy = false",
	"forgot_because_lifecycle_destroy_in_config": "lifecycle in the configuration has destroy = false",
}

const cannotUpdate = "replace_because_cannot_update"

// deferredReasons maps the codes of reasons for deferred changes to their descriptions (terraform
// internal/command/jsonplan, plan.go).
var deferredReasons = map[string]string{
	"instance_count_unknown":  "its count or for_each is not known yet",
	"resource_config_unknown": "its arguments are not known yet",
	"provider_config_unknown": "the configuration of its provider is not known yet",
	"deferred_prereq":         "a dependency is deferred",
	"absent_prereq":           "a dependency does not exist yet",
	"unknown":                 "the plan gives no reason",
}

func reasonText(reasons map[string]string, code string) string {
	text, ok := reasons[code]
	switch {
	case ok:
		return ", because " + text
	case code == "":
		return ""
	}
	return " (" + code + ")"
}
