package plansummary_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/internal/generate/jsonformat"
	"github.com/hcljson/hcljson/internal/generate/jsonformat/plansummary"
)

func TestCount(t *testing.T) {
	for changes, want := range map[string][2]string{
		``:                     {"No changes.", ""},
		`no-op no-op`:          {"No changes.", "2 unchanged"},
		`create`:               {"Plan: 1 to add, 0 to change, 0 to destroy.", ""},
		`create delete,create`: {"Plan: 2 to add, 0 to change, 1 to destroy.", "1 to replace"},
		`create,delete update`: {"Plan: 1 to add, 1 to change, 1 to destroy.", "1 to replace"},
		`delete forget`:        {"Plan: 0 to add, 0 to change, 1 to destroy, 1 to forget.", ""},
		`forget,create`:        {"Plan: 1 to add, 0 to change, 0 to destroy, 1 to forget.", "1 to replace"},
		`create,forget no-op`:  {"Plan: 1 to add, 0 to change, 0 to destroy, 1 to forget.", "1 to replace, 1 unchanged"},
		`read read`:            {"Plan: 0 to add, 0 to change, 0 to destroy.", "2 to read"},
		`melt`:                 {"Plan: 0 to add, 0 to change, 0 to destroy.", "1 with other actions"},
	} {
		plan := &jsonformat.Plan{}
		for _, names := range strings.Fields(changes) {
			plan.Changes = append(plan.Changes,
				jsonformat.ResourceChange{Change: jsonformat.Change{Actions: strings.Split(names, ",")}})
		}
		n := plansummary.Count(plan)
		if got := [2]string{n.String(), n.OtherCounts()}; got != want {
			t.Errorf("%s: %q, want %q", changes, got, want)
		}
	}
	yes := true
	changes := func(actions ...string) []jsonformat.ResourceChange {
		return []jsonformat.ResourceChange{{Change: jsonformat.Change{Actions: actions}}}
	}
	deferred := []jsonformat.DeferredChange{{ResourceChange: changes("create")[0]}}
	outputs := []jsonformat.OutputChange{{Change: jsonformat.Change{Actions: []string{"update"}}}}
	for name, test := range map[string]struct {
		plan jsonformat.Plan
		want [2]string
	}{
		"terraform forgets": {jsonformat.Plan{Applyable: &yes, Changes: changes("forget")},
			[2]string{"Plan: 0 to add, 0 to change, 0 to destroy.", "1 to forget"}},
		"terraform replaces": {jsonformat.Plan{Applyable: &yes, Changes: changes("create", "forget")},
			[2]string{"Plan: 1 to add, 0 to change, 0 to destroy.", "1 to forget, 1 to replace"}},
		"outputs": {jsonformat.Plan{OutputChanges: outputs}, [2]string{"", "1 output to change"}},
		"outputs and resources": {jsonformat.Plan{OutputChanges: outputs, Changes: changes("update")},
			[2]string{"Plan: 0 to add, 1 to change, 0 to destroy.", "1 output to change"}},
		"failed": {jsonformat.Plan{Errored: true, Changes: changes("no-op")}, [2]string{"", "1 unchanged"}},
		"failed, with a change": {jsonformat.Plan{Errored: true, Changes: changes("create")},
			[2]string{"Plan: 1 to add, 0 to change, 0 to destroy.", ""}},
		"deferred":              {jsonformat.Plan{Deferred: deferred}, [2]string{"No current changes.", "1 deferred"}},
		"failed, with deferred": {jsonformat.Plan{Errored: true, Deferred: deferred}, [2]string{"", "1 deferred"}},
		"actions": {jsonformat.Plan{Actions: make([]jsonformat.ActionInvocation, 2)},
			[2]string{"Plan: 0 to add, 0 to change, 0 to destroy. Actions: 2 to invoke.", ""}},
		"actions that come later": {jsonformat.Plan{DeferredActions: make([]jsonformat.DeferredInvocation, 1)},
			[2]string{"No current changes.", "1 action to invoke later"}},
	} {
		n := plansummary.Count(&test.plan)
		if got := [2]string{n.String(), n.OtherCounts()}; got != test.want {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}

// TestHasEffect checks that each count alone is an effect of the plan, except for drift, unchanged
// and deferred objects.
func TestHasEffect(t *testing.T) {
	later := []string{"Deferred", "InvokeLater", "Outputs"}
	for i := range reflect.TypeFor[plansummary.Counts]().NumField() {
		field := reflect.TypeFor[plansummary.Counts]().Field(i)
		if !field.IsExported() {
			continue
		}
		var n plansummary.Counts
		reflect.ValueOf(&n).Elem().Field(i).SetInt(1)
		stays := field.Name == "Drift" || field.Name == "Unchanged"
		now := !stays && !slices.Contains(later, field.Name)
		if n.HasEffect() == stays || strings.HasPrefix(n.String(), "Plan: ") != now {
			t.Errorf("%s: %t, %q", field.Name, n.HasEffect(), n.String())
		}
	}
	if (plansummary.Counts{}).HasEffect() {
		t.Error("nothing is something")
	}
}
