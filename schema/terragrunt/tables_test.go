package terragrunt_test

import (
	"testing"

	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/internal/schematest"
	"github.com/hcljson/hcljson/schema/terragrunt"
)

func row(path, want string) schematest.Row {
	return schematest.Row{Path: path, Want: []string{want}}
}

func TestConfig(t *testing.T) {
	schematest.CheckRows(t, []schematest.Row{
		row("x", "-"),
		row("dynamic", "-"),
		row("inputs", "template"),
		row("terraform_binary", "template"),
		row("terragrunt_version_constraint", "template"),
		row("prevent_destroy", "template"),
		row("iam_web_identity_token", "template"),
		row("terraform", "block/0 single"),
		row("terraform.source", "template"),
		row("terraform.extra_arguments", "block/1 ordered"),
		row("terraform.extra_arguments.env_vars", "template"),
		row("terraform.before_hook", "block/1 ordered"),
		row("terraform.after_hook.run_on_error", "template"),
		row("terraform.error_hook.on_errors", "template"),
		row("terraform.error_hook.if", "-"),
		row("remote_state", "template or block/0 single object no-comments"),
		row("remote_state.config", "template"),
		row("remote_state.encryption", "template"),
		row("generate", "template or block/1 object no-comments"),
		row("generate.contents", "template"),
		row("include", "block/0-1 object"),
		row("include.path", "template"),
		row("include.merge_strategy", "template"),
		row("locals", "block/0 single free"),
		row("locals.x", "other template"),
		row("dependency", "block/1"),
		row("dependency.mock_outputs", "template"),
		row("dependency.expansion.for_each", "template"),
		row("dependencies.paths", "template"),
		row("feature", "block/1"),
		row("feature.default", "template"),
		row("exclude", "block/0 single"),
		row("exclude.actions", "template"),
		row("errors.retry", "block/1 ordered"),
		row("errors.ignore.signals", "template"),
		row("engine.meta", "template"),
		row("catalog.urls", "template"),
	}, terragrunt.Config())
}

func TestTables(t *testing.T) {
	d := terragrunt.Config()
	schematest.CheckTables(t, d)
	if d.ArrayRoot {
		t.Error("Terragrunt reads the root of a JSON file into a map, and an array is an error")
	}
	others := schematest.Bodies(terragrunt.Config())
	for body, path := range schematest.Bodies(d) {
		if _, shared := others[body]; shared {
			t.Errorf("%s is shared", path)
		}
	}
	d.Prepare()
	if _, include := d.Root.Lookup("include"); include.Shape != schema.ObjectShape {
		t.Error("several include blocks have to be one object")
	}
}
