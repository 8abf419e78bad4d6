package packer_test

import (
	"sync"
	"testing"

	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/internal/schematest"
	"github.com/hcljson/hcljson/schema/packer"
)

func row(path, want string) schematest.Row {
	return schematest.Row{Path: path, Want: []string{want}}
}

const anyName = "other template or block"

func TestConfig(t *testing.T) {
	schematest.CheckRows(t, []schematest.Row{
		row("x", "-"),
		row("dynamic", "-"),
		row("packer", "block/0"),
		row("packer.required_version", "literal"),
		row("packer.required_plugins", "block/0 free"),
		row("packer.required_plugins.amazon", "other literal or {version literal, source literal}"),
		row("variable", "block/1"),
		row("variable.description", "literal"),
		row("variable.type", "type"),
		row("variable.sensitive", "literal"),
		row("variable.default", "template in a scope"),
		row("variable.validation.condition", "template"),
		row("variable.validation.error_message", "literal"),
		row("variables", "block/0 free"),
		row("variables.x", "other template in a scope"),
		row("local", "block/1"),
		row("local.expression", "template"),
		row("local.sensitive", "literal"),
		row("locals", "block/0 free"),
		row("data", "block/2"),
		row("data.x", anyName),
		row("data.dynamic", anyName),
		row("source", "block/2 dynamic"),
		row("source.x", anyName),
		row("source.tag.x", anyName),
		row("source.dynamic", "block/1"),
		row("source.source_image_filter.filters", "block/0 single"),
		row("source(linode).metadata", "block/0 single"),
		row("source.metadata", anyName),
		row("build", "block/0 ordered dynamic sequence [[post-processor post-processors]]"),
		row("build.name", "template"),
		row("build.description", "template"),
		row("build.sources", "template"),
		row("build.source", "block/1 ordered dynamic"),
		row("build.source.name", "literal"),
		row("build.source.x", anyName),
		row("build.provisioner", "block/1 ordered dynamic"),
		row("build.provisioner.override", "template"),
		row("build.provisioner.only", "template"),
		row("build.provisioner.inline", anyName),
		row("build.error-cleanup-provisioner", "block/1 single dynamic"),
		row("build.post-processor", "block/1 ordered dynamic"),
		row("build.post-processor.keep_input_artifact", "template"),
		row("build.post-processors", "block/0 ordered dynamic"),
		row("build.post-processors.post-processor", "block/1 ordered dynamic"),
		row("build.post-processors.x", "-"),
		row("build.hcp_packer_registry", "block/0 single dynamic"),
		row("build.hcp_packer_registry.build_labels", "template"),
		row("build.from", "block/1"),
		row("build.dynamic", "block/1"),
		row("hcp_packer_registry", "block/0"),
		row("hcp_packer_registry.bucket_labels", "template"),
		row("communicator", "block/2"),
		row("communicator.x", anyName),
	}, packer.Config())
}

func TestVariables(t *testing.T) {
	d := packer.Variables()
	schematest.CheckRows(t, []schematest.Row{
		row("", " free"),
		row("x", "other literal"),
		row("variable", "literal"),
	}, d)
	if attribute, _ := d.Root.Lookup("variable"); attribute.NoJSON == "" {
		t.Error("an object named variable has no form in .pkrvars.json, but the table gives no reason")
	}
	if d.ArrayRoot || !packer.Config().ArrayRoot {
		t.Error("a template may be an array, and a file of values may not")
	}
}

func TestPluginNames(t *testing.T) {
	d := packer.Config()
	d.Prepare()
	_, source := d.Root.Lookup("source")
	known := source.Body.Known
	if !known.Survey() {
		t.Error("the names are not a survey")
	}
	for name, want := range map[string]schema.Kind{
		"tags": schema.IsAttribute, "tag": schema.IsBlock,
		"run_tags": schema.IsAttribute, "run_tag": schema.IsBlock,
		"filters": schema.IsAttribute, "filter": schema.IsBlock,
		"metadata_files": schema.IsAttribute, "additional_iso_files": schema.IsBlock,
		"source_ami_filter": schema.IsBlock, "region_kms_key_ids": schema.IsAttribute,
		"no_such_name": schema.Unlisted,
	} {
		if got := known.Kind(name); got != want {
			t.Errorf("%s is %v, want %v", name, got, want)
		}
	}
}

func TestTablesAreNotShared(t *testing.T) {
	a, b := packer.Config(), packer.Config()
	schematest.CheckTables(t, a)
	schematest.CheckTables(t, packer.Variables())
	others := schematest.Bodies(b)
	for body, path := range schematest.Bodies(a) {
		if _, shared := others[body]; shared {
			t.Errorf("%s is shared", path)
		}
	}
	var group sync.WaitGroup
	for _, d := range []*schema.Dialect{a, b, a, b} {
		group.Go(func() {
			d.Prepare()
			d.Root.Lookup("build")
		})
	}
	group.Wait()
}
