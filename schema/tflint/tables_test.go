package tflint_test

import (
	"testing"

	"github.com/hcljson/hcljson/schema/internal/schematest"
	"github.com/hcljson/hcljson/schema/tflint"
)

func row(path, want string) schematest.Row {
	return schematest.Row{Path: path, Want: []string{want}}
}

const anyName = "other literal or block"

func TestConfig(t *testing.T) {
	schematest.CheckRows(t, []schematest.Row{
		row("x", "-"),
		row("tflint", "block/0 single"),
		row("tflint.required_version", "literal"),
		row("tflint.x", "-"),
		row("config", "block/0"),
		row("config.call_module_type", "literal"),
		row("config.force", "literal"),
		row("config.ignore_module", "literal"),
		row("config.varfile", "literal"),
		row("config.variables", "literal"),
		row("config.disabled_by_default", "literal"),
		row("config.plugin_dir", "literal"),
		row("config.format", "literal"),
		row("config.module", "literal"),
		row("config.dynamic", "-"),
		row("rule", "block/1"),
		row("rule.enabled", "literal"),
		row("rule.ignorable", "literal"),
		row("rule.x", anyName),
		row("rule.x.y", anyName),
		row("rule(terraform_naming_convention).custom_formats", "literal"),
		row("rule(terraform_naming_convention).check", "block/0 single"),
		row("rule(terraform_naming_convention).check.custom", "literal"),
		row("rule(terraform_naming_convention).check.x", "-"),
		row("rule(terraform_naming_convention).x", anyName),
		row("plugin", "block/1"),
		row("plugin.enabled", "literal"),
		row("plugin.version", "literal"),
		row("plugin.source", "literal"),
		row("plugin.signature", "literal"),
		row("plugin.signing_key", "literal"),
		row("plugin.preset", anyName),
		row("plugin.assume_role", anyName),
		row("plugin(aws).assume_role", "block/0 single"),
		row("plugin(aws).assume_role.role_arn", "literal"),
		row("plugin(aws).deep_check", anyName),
	}, tflint.Config())
}

func TestTablesAreNotShared(t *testing.T) {
	a := tflint.Config()
	schematest.CheckTables(t, a)
	others := schematest.Bodies(tflint.Config())
	for body, path := range schematest.Bodies(a) {
		if _, shared := others[body]; shared {
			t.Errorf("%s is shared", path)
		}
	}
	if !a.ArrayRoot {
		t.Error("a JSON file of TFLint may be an array")
	}
}
