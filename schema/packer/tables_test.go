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
		row("packer.required_plugins.amazon", "other literal"),
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
		row("build.error-cleanup-provisioner", "block/1 dynamic"),
		row("build.post-processor", "block/1 ordered dynamic"),
		row("build.post-processor.keep_input_artifact", "template"),
		row("build.post-processors", "block/0 ordered dynamic"),
		row("build.post-processors.post-processor", "block/1 ordered dynamic"),
		row("build.post-processors.x", "-"),
		row("build.hcp_packer_registry", "block/0 dynamic"),
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

// The type of a component says which plugin's names count.
func TestPluginNames(t *testing.T) {
	const attribute, block = schema.IsAttribute, schema.IsBlock
	d := packer.Config()
	d.Prepare()
	_, build := d.Root.Lookup("build")
	for _, test := range []struct {
		body       *schema.Body
		block, typ string
		name       string
		want       schema.Kind
		uncertain  bool
	}{
		{d.Root, "source", "amazon-ebs", "tags", attribute, false},
		{d.Root, "source", "amazon-ebs", "tag", block, false},
		{d.Root, "source", "amazon-ebs", "filters", attribute, false},
		{d.Root, "source", "openstack", "filters", block, false},
		{d.Root, "source", "huaweicloud-ecs", "filters", block, false},
		{d.Root, "source", "linode", "metadata", block, false},
		{d.Root, "source", "googlecompute", "metadata", attribute, false},
		{d.Root, "source", "linode", "sdz", block, false},
		{d.Root, "source", "nutanix", "vm_disks", block, false},
		{d.Root, "source", "outscale-bsu", "source_omi_filter", block, false},
		{d.Root, "source", "kubevirt-iso", "kubernetes_tolerations", attribute, false},
		{d.Root, "data", "amazon-ami", "filters", attribute, false},
		{d.Root, "data", "http", "request_headers", attribute, false},
		{d.Root, "source", "acme", "cd_content", attribute, false},
		{build.Body, "source", "source.openstack.web", "filters", block, false},
		{build.Body, "source", "openstack.web", "filters", block, false},
		{build.Body, "provisioner", "shell-local", "env", attribute, false},
		{build.Body, "error-cleanup-provisioner", "powershell", "env", attribute, false},
		{build.Body, "provisioner", "puppet-server", "facter", attribute, false},
		{build.Body, "post-processor", "manifest", "custom_data", attribute, false},

		// The longest name counts: amazon-ami-management is no component of amazon.
		{build.Body, "post-processor", "amazon-ami-management", "tags", attribute, false},
		{build.Body, "post-processor", "amazon-ami-management", "filters", schema.Unlisted, true},

		// What is one thing in all plugins is likely in another.
		{d.Root, "source", "acme", "tags", attribute, true},
		{d.Root, "source", "acme", "tag", block, true},
		{d.Root, "source", "acme", "pet_tags", attribute, true},
		{d.Root, "source", "nutanix", "tags", attribute, true},
		{d.Root, "source", "amazonian", "fast_launch", block, true},
		{d.Root, "source", "acme", "filters", schema.Unlisted, true},
		{d.Root, "source", "acme", "metadata", schema.Unlisted, true},
		{d.Root, "source", "acme", "no_such_name", schema.Unlisted, true},
	} {
		_, row := test.body.Lookup(test.block)
		known := row.BodyFor([]string{test.typ, "web"}[:len(row.Labels)], "").Known
		if got, sure := known.Decide(test.name, schema.ObjectForm); got != test.want || sure == test.uncertain {
			t.Errorf("%s %q: %s is %v (certain: %t), want %v", test.block, test.typ, test.name, got, sure, test.want)
		}
		if !known.Survey() {
			t.Errorf("%s %q: the protocol of plugins does not count", test.block, test.typ)
		}
	}
}

// A choice is made once, from whichever goroutine.
func TestPluginBodiesAreKept(t *testing.T) {
	d := packer.Config()
	d.Prepare()
	_, row := d.Root.Lookup("source")
	bodies := make([]*schema.Body, 8)
	var group sync.WaitGroup
	for i := range bodies {
		group.Go(func() { bodies[i] = row.BodyFor([]string{"amazon-ebs", "web"}, "") })
	}
	group.Wait()
	for _, body := range bodies {
		if body != bodies[0] || body == row.Body {
			t.Error("the bodies of one plugin differ, or are those of any plugin")
		}
	}
	if row.BodyFor(nil, "") != row.Body || row.BodyFor([]string{"acme", "web"}, "") != row.Body {
		t.Error("an unknown plugin has a body of its own")
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
