package opentofu_test

import (
	"slices"
	"sync"
	"testing"

	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/internal/schematest"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// targets are the columns of the tests below.
var targets = []string{"opentofu@1.12", "terraform@1.11", "terraform@1.16"}

func target(t *testing.T, s string) opentofu.Target {
	t.Helper()
	parsed, err := opentofu.ParseTarget(s)
	if err != nil {
		t.Fatal(err)
	}
	return parsed
}

func dialects(t *testing.T, table func(opentofu.Target) *schema.Dialect) (list []*schema.Dialect) {
	t.Helper()
	for _, s := range targets {
		list = append(list, table(target(t, s)))
	}
	return list
}

func row(path string, want ...string) schematest.Row { return schematest.Row{Path: path, Want: want} }

const (
	anyName  = "other template or block"
	input    = "other template"
	required = "literal or {source literal, version literal, configuration_aliases [traversal]}"
)

func TestConfig(t *testing.T) {
	schematest.CheckRows(t, []schematest.Row{
		row("x", "-"),
		row("language", "block/0", "-", "-"),
		row("required_providers", "-"),
		row("ephemeral", "block/2 dynamic"),
		row("action", "-", "-", "block/2"),

		row("terraform", "block/0"),
		row("terraform.required_version", "literal"),
		row("terraform.experiments", "[keyword]"),
		row("terraform.language", "keyword"),
		row("terraform.required_providers", "block/0 single free"),
		row("terraform.required_providers.aws", "other "+required),
		row("terraform.provider_meta", "block/1 free"),
		row("terraform.provider_meta.x", input),
		row("terraform.backend", "block/1 single"),
		row("terraform.backend(local).path", "other template*", "other literal*", "other literal*"),
		row("terraform.backend(s3).assume_role", "other template*", "other literal*", "other literal*"),
		row("terraform.backend(remote).workspaces", "block/0 single"),
		row("terraform.backend(remote).workspaces.name", "other template*", "other literal*", "other literal*"),
		row("terraform.backend(cos).assume_role", "block/0"),
		row("terraform.backend(oss).assume_role", "block/0"),
		row("terraform.backend(kubernetes).exec", "block/0"),
		row("terraform.backend(kubernetes).exec.env", "other template*", "other literal*", "other literal*"),
		row("terraform.cloud", "block/0 single"),
		row("terraform.cloud.hostname", "other template*", "other literal*", "other literal*"),
		row("terraform.cloud.workspaces", "block/0 single"),
		row("terraform.cloud.workspaces.tags", "other template*", "other literal*", "other literal*"),
		row("terraform.state_store", "-", "block/1 single", "block/1 single"),
		row("terraform.encryption", "block/0 single", "-", "-"),

		row("provider", "block/1 dynamic"),
		row("provider.alias", "literal"),
		row("provider.version", "literal"),
		row("provider.for_each", "template", anyName, anyName),
		row("provider._", "block/0 single dynamic"),
		row("provider._.alias", anyName),
		row("provider.region", anyName),

		row("variable", "block/1"),
		row("variable.description", "literal"),
		row("variable.type", "type"),
		row("variable.default", "literal"),
		row("variable.sensitive", "literal"),
		row("variable.ephemeral", "literal"),
		row("variable.nullable", "literal"),
		row("variable.deprecated", "literal", "-", "literal"),
		row("variable.const", "literal", "-", "literal"),
		row("variable.validation.condition", "template"),
		row("variable.validation.error_message", "template or text"),

		row("output.value", "template"),
		row("output.description", "literal"),
		row("output.sensitive", "literal"),
		row("output.ephemeral", "literal"),
		row("output.deprecated", "literal", "-", "literal"),
		row("output.depends_on", "[traversal]"),
		row("output.type", "-", "-", "type"),
		row("output.precondition.condition", "template"),
		row("output.precondition.error_message", "template"),
		row("output.postcondition", "-"),

		row("locals", "block/0 free"),
		row("locals.x", input),

		row("module", "block/1"),
		row("module.source", "template*", "literal*", "template*"),
		row("module.version", "template*", "literal*", "template*"),
		row("module.count", "template"),
		row("module.for_each", "template"),
		row("module.depends_on", "[traversal]"),
		row("module.providers", "{reference: reference}", "{traversal: traversal}", "{traversal: traversal}"),
		row("module.ignore_nested_deprecations", input, input, "template"),
		row("module.lifecycle", "block/0 single", input, input),
		row("module.lifecycle.enabled", "template", "no block lifecycle", "no block lifecycle"),
		row("module._", "block/0 single"),
		row("module._.source", input),
		row("module.x", input),

		row("resource", "block/2 dynamic"),
		row("resource.count", "template"),
		row("resource.for_each", "template"),
		row("resource.provider", "reference", "traversal", "traversal"),
		row("resource.depends_on", "[traversal]"),
		row("resource.lifecycle", "block/0 single"),
		row("resource.lifecycle.create_before_destroy", "literal"),
		row("resource.lifecycle.prevent_destroy", "literal"),
		row("resource.lifecycle.destroy", "literal", "-", "literal"),
		row("resource.lifecycle.enabled", "template", "-", "-"),
		row("resource.lifecycle.ignore_changes", "keyword or [traversal]"),
		row("resource.lifecycle.replace_triggered_by", "[reference]"),
		row("resource.lifecycle.precondition.condition", "template"),
		row("resource.lifecycle.postcondition.error_message", "template"),
		row("resource.lifecycle.action_trigger", "-", "-", "block/0"),
		row("resource.connection", "block/0 single dynamic"),
		row("resource.connection.type", input),
		row("resource.provisioner", "block/1 ordered dynamic"),
		row("resource.provisioner.when", "keyword"),
		row("resource.provisioner.on_failure", "keyword"),
		row("resource.provisioner.connection.host", input),
		row("resource.provisioner._.when", input),
		row("resource.provisioner.environment", input),
		row("resource._", "block/0 single dynamic"),
		row("resource._.lifecycle", anyName),
		row("resource.x", anyName),
		row("resource.x.lifecycle", anyName),
		row("resource.dynamic", "block/1"),
		row("resource.dynamic.for_each", "template"),
		row("resource.dynamic.iterator", "traversal"),
		row("resource.dynamic.labels", "[template]"),
		row("resource.dynamic.content", "block/0 single dynamic"),
		row("resource.x.dynamic", "block/1"),
		row("resource(terraform_data).input", "template"),
		row("resource(terraform_data).triggers_replace", "template"),
		row("resource(terraform_data).lifecycle", "block/0 single"),

		row("data", "block/2 dynamic"),
		row("data.provider", "reference", "traversal", "traversal"),
		row("data.lifecycle.enabled", "template", "-", "-"),
		row("data.lifecycle.ignore_changes", "-"),
		row("data.lifecycle.postcondition.condition", "template"),
		row("data.provisioner", anyName),
		row("data._.count", anyName),
		row("data(terraform_remote_state).config", "template"),
		row("data(terraform_remote_state).defaults", "template"),
		row("data(terraform_remote_state).depends_on", "[traversal]"),

		row("check", "block/1"),
		row("check.data", "block/2 single dynamic"),
		row("check.data.provider", "reference", "traversal", "traversal"),
		row("check.assert.condition", "template"),

		row("import.to", "reference"),
		row("import.id", "template"),
		row("import.identity", "template", "-", "template"),
		row("import.for_each", "template"),
		row("import.provider", "reference", "traversal", "traversal"),
		row("moved.from", "traversal"),
		row("moved.to", "traversal"),
		row("removed.from", "traversal"),
		row("removed.lifecycle.destroy", "literal"),
		row("removed.provisioner", "block/1 ordered dynamic"),
		row("removed.connection", "-", "block/0 single dynamic", "block/0 single dynamic"),
	}, dialects(t, opentofu.Config)...)
}

func TestOpenTofuAlone(t *testing.T) {
	schematest.CheckRows(t, []schematest.Row{
		row("language.edition", "keyword"),
		row("language.experiments", "[keyword]"),
		row("language.compatible_with.opentofu", "literal"),
		row("terraform.encryption.key_provider", "block/2"),
		row("terraform.encryption.key_provider.encrypted_metadata_alias", "literal"),
		row("terraform.encryption.key_provider(pbkdf2).chain", "template or traversal"),
		row("terraform.encryption.key_provider(xor).a", "template or traversal"),
		row("terraform.encryption.key_provider(xor).b", "template or traversal"),
		row("terraform.encryption.method(aes_gcm).keys", "template or traversal"),
		row("terraform.encryption.method(external).keys", "template or traversal"),
		row("terraform.encryption.key_provider(aws_kms).endpoints", "block/0"),
		row("terraform.encryption.key_provider(aws_kms).assume_role", input),
		row("terraform.encryption.method.keys", input),
		row("terraform.encryption.state", "block/0 single"),
		row("terraform.encryption.state.method", "traversal"),
		row("terraform.encryption.state.enforced", "literal"),
		row("terraform.encryption.state.fallback.fallback.method", "traversal"),
		row("terraform.encryption.state.fallback.enforced", "-"),
		row("terraform.encryption.plan.enforced", "literal"),
		row("terraform.encryption.remote_state_data_sources.default.fallback.method", "traversal"),
		row("terraform.encryption.remote_state_data_sources.default.enforced", "-"),
		row("terraform.encryption.remote_state_data_sources.remote_state_data_source", "block/1"),
	}, opentofu.Config(target(t, "opentofu@1.12")))
}

func TestTerraformAlone(t *testing.T) {
	schematest.CheckRows(t, []schematest.Row{
		row("terraform.state_store.x", "other literal or block"),
		row("terraform.state_store.provider", "block/1 single"),
		row("resource.lifecycle.action_trigger.events", "[keyword]"),
		row("resource.lifecycle.action_trigger.actions", "[reference]"),
		row("resource.lifecycle.action_trigger.condition", "template"),
		row("resource.lifecycle.action_trigger.on_failure", "keyword"),
		row("action.count", "template"),
		row("action.provider", "traversal"),
		row("action.config", "block/0 single dynamic"),
	}, opentofu.Config(target(t, "terraform@1.16")))
}

func TestTests(t *testing.T) {
	schematest.CheckRows(t, []schematest.Row{
		row("test", "-", "block/0 single", "block/0 single"),
		row("variables", "block/0 single free"),
		row("variables.x", input),
		row("variable", "-", "-", "block/1"),
		row("provider", "block/1 dynamic"),
		row("run", "block/1 ordered"),
		row("run.command", "keyword"),
		row("run.providers", "{reference: reference}", "{traversal: traversal}", "{traversal: traversal}"),
		row("run.expect_failures", "[traversal]"),
		row("run.state_key", "-", "literal", "literal"),
		row("run.parallel", "-", "-", "literal"),
		row("run.backend", "-", "block/1 single", "block/1 single"),
		row("run.plan_options.mode", "keyword"),
		row("run.plan_options.refresh", "literal"),
		row("run.plan_options.replace", "[traversal]"),
		row("run.plan_options.target", "[traversal]"),
		row("run.assert.condition", "template"),
		row("run.assert.error_message", "template"),
		row("run.variables", "block/0 single free"),
		row("run.module.source", "literal"),
		row("run.module.version", "literal"),
		row("run.override_resource.target", "traversal"),
		row("run.override_resource.values", "literal*", "literal*", "template*"),
		row("override_data.values", "literal*", "literal*", "template*"),
		row("override_data.override_during", "-", "keyword", "keyword"),
		row("override_module.target", "traversal"),
		row("override_module.outputs", "literal*", "literal*", "template*"),
		row("mock_provider.alias", "literal"),
		row("mock_provider.source", "-", "literal", "literal"),
		row("mock_provider.for_each", "template", "-", "-"),
		row("mock_provider.mock_data", "block/1"),
		row("mock_provider.mock_data.defaults", "literal*", "literal*", "template*"),
		row("mock_provider.override_resource.values", "literal*", "literal*", "template*"),
		row("mock_provider.override_module", "-"),
	}, dialects(t, opentofu.Tests)...)
}

func TestOtherFiles(t *testing.T) {
	terraform := target(t, "terraform")
	schematest.CheckRows(t, []schematest.Row{
		row("mock_resource.defaults", "template*"),
		row("override_data.values", "template*"),
		row("mock_provider", "-"),
	}, opentofu.Mocks(terraform))
	schematest.CheckRows(t, []schematest.Row{
		row("list", "block/2"),
		row("list.provider", "traversal"),
		row("list.include_resource", "template"),
		row("list.config", "block/0 single dynamic"),
		row("provider.alias", "literal"),
		row("variable.default", "literal"),
		row("locals", "block/0 free"),
		row("resource", "-"),
	}, opentofu.Query(terraform))
	schematest.CheckRows(t, []schematest.Row{
		row("language", "keyword"),
		row("component.source", "literal"),
		row("component.inputs", "template"),
		row("component.providers", "{traversal: template}"),
		row("component.depends_on", "[traversal]"),
		row("stack.version", "literal"),
		row("stack.providers", "-"),
		row("variable.type", "type"),
		row("output.type", "type"),
		row("output.value", "template"),
		row("provider", "block/2"),
		row("provider.for_each", "template"),
		row("provider.config", "block/0 single"),
		row("required_providers.aws", "other "+required),
		row("removed.from", "reference"),
		row("removed.lifecycle.destroy", "literal"),
	}, opentofu.Components(terraform))
	schematest.CheckRows(t, []schematest.Row{
		row("", " free"),
		row("x", "other literal"),
		row("variable", "literal"),
	}, opentofu.Variables(terraform))
}

func TestArrayRoot(t *testing.T) {
	for name, table := range tables {
		if got, want := table(opentofu.Target{}).ArrayRoot, name != "Variables"; got != want {
			t.Errorf("%s: ArrayRoot is %t", name, got)
		}
	}
}

func TestVariableHasNoJSON(t *testing.T) {
	d := opentofu.Variables(opentofu.Target{})
	d.Prepare()
	if attribute, _ := d.Root.Lookup("variable"); attribute == nil || attribute.NoJSON == "" {
		t.Error("an object named variable has no form in .tfvars.json, but the table gives no reason")
	}
}

// What a value under a name is in a provider's body.
func TestProviderNames(t *testing.T) {
	d := opentofu.Config(opentofu.Target{})
	d.Prepare()
	_, resource := d.Root.Lookup("resource")
	body := resource.BodyFor([]string{"a_b", "c"}, "")
	for _, test := range []struct {
		name string
		form schema.Form
		want schema.Kind
		sure bool
	}{
		{"tags", schema.ObjectForm, schema.IsAttribute, false},
		{"tags", schema.DeepForm, schema.IsAttribute, false},
		{"timeouts", schema.ObjectForm, schema.IsBlock, false},
		{"timeouts", schema.ListForm, schema.IsBlock, true},
		{"timeouts", schema.EmptyForm, schema.IsBlock, true},
		{"rule", schema.ListForm, schema.IsBlock, true},
		{"network", schema.ListForm, schema.IsBlock, false},
		{"metadata", schema.ObjectForm, schema.IsAttribute, false},
		{"metadata", schema.ListForm, schema.IsBlock, false},
		{"ingress", schema.EmptyForm, schema.IsAttribute, false},
		{"no_such_name", schema.ObjectForm, schema.Unlisted, false},
		{"a", schema.ObjectForm, schema.Unlisted, false},
		{"zzzz", schema.ObjectForm, schema.Unlisted, false},
		{"", schema.ObjectForm, schema.Unlisted, false},
	} {
		for _, known := range []*schema.Names{body.Known, body.RestBody.Known} {
			if kind, sure := known.Decide(test.name, test.form); kind != test.want || sure != test.sure {
				t.Errorf("%q in the form %d is %v (sure: %t), want %v", test.name, test.form, kind, sure, test.want)
			}
			if known.Survey() || !known.Provider() {
				t.Error("the names of providers claim to be a survey")
			}
		}
	}
	// The endings of maps must not swallow these blocks of the aws provider.
	_, provider := d.Root.Lookup("provider")
	for _, name := range []string{"default_tags", "ignore_tags"} {
		if kind, _ := provider.Body.Known.Decide(name, schema.ObjectForm); kind == schema.IsAttribute {
			t.Errorf("%s is an attribute", name)
		}
	}
}

var tables = map[string]func(opentofu.Target) *schema.Dialect{
	"Config": opentofu.Config, "Tests": opentofu.Tests, "Mocks": opentofu.Mocks, "Query": opentofu.Query,
	"Components": opentofu.Components, "Variables": opentofu.Variables,
}

// The tables of one dialect are its own, so that dialects may be prepared and
// read at the same time. The race detector looks at the second half.
func TestTablesAreNotShared(t *testing.T) {
	for name, table := range tables {
		for _, s := range append(slices.Clone(targets), "opentofu@1.6", "terraform@1.5") {
			a, b := table(target(t, s)), table(target(t, s))
			schematest.CheckTables(t, a)
			others := schematest.Bodies(b)
			for body, path := range schematest.Bodies(a) {
				if _, shared := others[body]; shared {
					t.Errorf("%s(%s): %s is shared", name, s, path)
				}
			}
			var group sync.WaitGroup
			for _, d := range []*schema.Dialect{a, b, a, b} {
				group.Go(func() {
					d.Prepare()
					d.Root.Lookup("resource")
				})
			}
			group.Wait()
		}
	}
}
