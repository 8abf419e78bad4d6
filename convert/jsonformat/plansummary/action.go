package plansummary

import (
	"slices"
	"strings"

	"github.com/hcljson/hcljson/convert/jsonformat"
)

// action is what the actions of a change are together.
type action uint8

const (
	other action = iota
	noOp
	create
	read
	update
	remove
	forget
	deleteCreate
	createDelete
	createForget
)

// actions are the lists that the products write (opentofu
// internal/command/jsonplan, actionString; terraform has ["create", "forget"]),
// with the sign and the words for them.
var actions = []struct {
	names      []string
	action     action
	sign, verb string
}{
	{[]string{"no-op"}, noOp, "=", "does not change"},
	{[]string{"create"}, create, "+", "will be created"},
	{[]string{"read"}, read, "<=", "will be read"},
	{[]string{"update"}, update, "~", "will be updated in place"},
	{[]string{"delete"}, remove, "-", "will be deleted"},
	{[]string{"forget"}, forget, ".", "will be forgotten, but not deleted"},
	{[]string{"delete", "create"}, deleteCreate, "-/+", "will be replaced (deleted, then created)"},
	{[]string{"create", "delete"}, createDelete, "+/-", "will be replaced (created, then deleted)"},
	{[]string{"create", "forget"}, createForget, "+/.", "will be replaced (created, and the old one forgotten)"},
	{[]string{"forget", "create"}, createForget, "./+", "will be replaced (the old one forgotten, and created)"},
}

// actionOf returns the action that the names stand for, with its sign and the
// words for it.
func actionOf(names []string) (kind action, sign, verb string) {
	for _, a := range actions {
		if slices.Equal(a.names, names) {
			return a.action, a.sign, a.verb
		}
	}
	if len(names) == 0 {
		return other, "?", "has no action"
	}
	return other, "?", "has the actions " + strings.Join(names, ", ")
}

// replaces reports whether an object gets another in its place.
func (a action) replaces() bool { return a == deleteCreate || a == createDelete || a == createForget }

// reasons say what the codes of reasons mean (opentofu internal/command/jsonplan,
// resource.go).
var reasons = map[string]string{
	"replace_because_tainted":           "it is tainted",
	cannotUpdate:                        "it cannot be updated in place",
	"replace_by_request":                "its replacement was requested",
	"replace_by_triggers":               "something in replace_triggered_by changes",
	"delete_because_no_resource_config": "its resource is not in the configuration",
	"delete_because_wrong_repetition": "its key is not one that the resource can have, with or without " +
		"count or for_each",
	"delete_because_count_index":                 "its index is not below count",
	"delete_because_each_key":                    "its key is not in for_each",
	"delete_because_enabled_false":               "enabled is false",
	"delete_because_no_module":                   "its module instance is not in the configuration",
	"delete_because_no_move_target":              "it was moved to an address that is not in the configuration",
	"read_because_config_unknown":                "its arguments are not all known yet",
	"read_because_dependency_pending":            "what it depends on has changes to come",
	"read_because_check_nested":                  "it belongs to a check",
	"forgot_because_lifecycle_destroy_in_state":  "the state says destroy = false in its lifecycle",
	"forgot_because_lifecycle_destroy_in_config": "the configuration says destroy = false in its lifecycle",
}

// because says why a change is made; it is empty if the plan does not tell. A code
// that is not known is shown as it is. forces are the paths that force a replacement.
func (w *writer) because(c *jsonformat.ResourceChange, forces *paths) string {
	paths := w.pathsText(c.Change.ReplacePaths, forces)
	if paths == "" {
		return reasonText(reasons, c.Reason)
	}
	switch text := reasonText(reasons, c.Reason); {
	case c.Reason == cannotUpdate:
		return ", because " + paths + " cannot be updated in place"
	case text == "":
		return ", because " + paths + " changes"
	default:
		return text + ", and " + paths + " changes"
	}
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

const cannotUpdate = "replace_because_cannot_update"

// deferredReasons say why changes are put off (terraform
// internal/command/jsonplan, plan.go).
var deferredReasons = map[string]string{
	"instance_count_unknown":  "its count or for_each is not known yet",
	"resource_config_unknown": "its arguments are not known yet",
	"provider_config_unknown": "the configuration of its provider is not known yet",
	"deferred_prereq":         "something that it depends on is deferred",
	"absent_prereq":           "something that it needs does not exist yet",
	"unknown":                 "the plan does not say why",
}
