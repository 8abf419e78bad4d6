package bake_test

import (
	"slices"
	"testing"

	"github.com/hcljson/hcljson/schema/bake"
	"github.com/hcljson/hcljson/schema/internal/schematest"
)

func row(path, want string) schematest.Row {
	return schematest.Row{Path: path, Want: []string{want}}
}

func TestConfig(t *testing.T) {
	schematest.CheckRows(t, []schematest.Row{
		row("", ""),
		row("x", "other template"),
		row("dynamic", "other template"),
		row("variable", "block/1"),
		row("variable.type", "type"),
		row("variable.default", "template in a scope"),
		row("variable.description", "literal"),
		row("variable.validation", "block/0"),
		row("variable.validation.condition", "template"),
		row("variable.validation.error_message", "template"),
		row("variable.validation.x", "-"),
		row("variable.x", "-"),
		row("function", "block/1"),
		row("function.params", "[keyword]"),
		row("function.variadic_params", "keyword"),
		row("function.result", "template that is no call"),
		row("function.x", "-"),
		row("group", "block/1"),
		row("group.targets", "other template"),
		row("target", "block/1"),
		row("target.dockerfile-inline", "other template"),
		row("target.matrix", "other template"),
	}, bake.Config())
}

// Nothing is said of native syntax and of variables, and bake's own functions are
// known.
func TestScope(t *testing.T) {
	d := bake.Config()
	d.Prepare()
	_, variable := d.Root.Lookup("variable")
	attribute, _ := variable.Body.Lookup("default")
	scope := attribute.Value.Scope
	if !scope.OnlyJSON || scope.Variables != nil {
		t.Errorf("the scope is %+v", scope)
	}
	for name, want := range map[string]bool{"join": true, "regex_replace": true, "addone": false, "env": false} {
		if slices.Contains(scope.Functions, name) != want {
			t.Errorf("function %s listed: %t", name, !want)
		}
	}
	if !slices.IsSorted(scope.Functions) || len(slices.Compact(slices.Clone(scope.Functions))) != len(scope.Functions) {
		t.Error("the functions are not sorted, or one is listed twice")
	}
}

func TestTablesAreNotShared(t *testing.T) {
	a := bake.Config()
	schematest.CheckTables(t, a)
	others := schematest.Bodies(bake.Config())
	for body, path := range schematest.Bodies(a) {
		if _, shared := others[body]; shared {
			t.Errorf("%s is shared", path)
		}
	}
	if a.ArrayRoot {
		t.Error("a JSON file of bake may not be an array")
	}
}
