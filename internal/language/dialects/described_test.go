package dialects_test

import (
	"bytes"
	"slices"
	"sync"
	"testing"

	"github.com/hcljson/hcljson/internal/facts/guess"
	"github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/internal/language/schemafile"
	"github.com/hcljson/hcljson/internal/schema/languages"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/testing/schematest"
	"github.com/hcljson/hcljson/schema"
)

// TestFiles checks the invariants of every file; the goldens contain all rows.
func TestFiles(t *testing.T) {
	for _, l := range dialects.Described() {
		t.Run(l.Name(), func(t *testing.T) {
			full, diags := schemafile.Read(l.Source(), l.Name(), false)
			if len(diags) > 0 {
				t.Fatal(diags)
			}
			head := l.Head()
			if full.Dialect.Name != l.Name() || full.Summary == "" || len(full.Files) == 0 {
				t.Errorf("%s: %q, %d files", full.Dialect.Name, full.Summary, len(full.Files))
			}
			if !slices.Equal(head.Files, full.Files) || head.Target != full.Target || head.Note != full.Note ||
				head.Dialect.Name != full.Dialect.Name {
				t.Errorf("the language block is not the first one: %+v", head)
			}
			if first := l.Dialect(); first != l.Dialect() {
				t.Error("the file is read twice")
			}
			schematest.CheckTables(t, full.Dialect)
		})
	}
}

func TestNamed(t *testing.T) {
	for name, d := range map[string]*schema.Dialect{
		"bake": dialects.Bake(), "generic": dialects.Generic(), "hclschema": dialects.SchemaFile(),
		"nomad": dialects.Nomad(), "packer": dialects.Packer(), "pkrvars": dialects.PackerVariables(),
		"terragrunt": dialects.Terragrunt(), "tflint": dialects.TFLint(),
	} {
		if l := dialects.Named(name); l == nil || d != l.Dialect() || d.Name != name {
			t.Errorf("%s is %+v", name, d)
		}
	}
	if dialects.Named("x") != nil {
		t.Error("there is a language x")
	}
	l := dialects.Named("bake")
	l.Source()[0] = 'x'
	if bytes.HasPrefix(l.Source(), []byte("x")) {
		t.Error("the source can be changed")
	}
}

// The type of a component selects the plugin's names.
func TestPluginNames(t *testing.T) {
	const attribute, block = guess.IsAttribute, guess.IsBlock
	d := dialects.Packer()
	languages.Prepare(d)
	_, build := d.Root.Lookup("build")
	for _, test := range []struct {
		body       *tables.Body
		block, typ string
		name       string
		want       guess.Kind
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

		// The longest name counts: amazon-ami-management is not a component of amazon.
		{build.Body, "post-processor", "amazon-ami-management", "tags", attribute, false},
		{build.Body, "post-processor", "amazon-ami-management", "filters", guess.Unlisted, true},

		// A name with one kind in all plugins likely has this kind in a new plugin.
		{d.Root, "source", "acme", "tags", attribute, true},
		{d.Root, "source", "acme", "tag", block, true},
		{d.Root, "source", "acme", "pet_tags", attribute, true},
		{d.Root, "source", "nutanix", "tags", attribute, true},
		{d.Root, "source", "amazonian", "fast_launch", block, true},
		{d.Root, "source", "acme", "filters", guess.Unlisted, true},
		{d.Root, "source", "acme", "metadata", guess.Unlisted, true},
		{d.Root, "source", "acme", "no_such_name", guess.Unlisted, true},
	} {
		_, row := test.body.Lookup(test.block)
		body := row.BodyFor([]string{test.typ, "web"}[:len(row.Labels)], "")
		if got := body.Classify(test.name, guess.ObjectForm); got.Listed != test.want || got.Sure == test.uncertain {
			t.Errorf("%s %q: %s is %+v, want %v", test.block, test.typ, test.name, got, test.want)
		}
		if !isSurveyed(body) {
			t.Errorf("%s %q: the protocol of plugins does not count", test.block, test.typ)
		}
	}
}

// isSurveyed reports whether all plugins of the language were surveyed, so that null is certain.
func isSurveyed(body *tables.Body) bool {
	return body.Classify("x", guess.NullForm).Sure
}

// Several goroutines receive the same body.
func TestPluginBodiesAreKept(t *testing.T) {
	d := dialects.Packer()
	languages.Prepare(d)
	_, row := d.Root.Lookup("source")
	bodies := make([]*tables.Body, 8)
	var group sync.WaitGroup
	for i := range bodies {
		group.Go(func() { bodies[i] = row.BodyFor([]string{"amazon-ebs", "web"}, "") })
	}
	group.Wait()
	for _, body := range bodies {
		if body != bodies[0] || body == row.Body {
			t.Error("the bodies of one plugin differ, or equal the bodies of unknown plugins")
		}
	}
	if row.BodyFor(nil, "") != row.Body || row.BodyFor([]string{"acme", "web"}, "") != row.Body {
		t.Error("an unknown plugin has a body of its own")
	}
}

// Only a language with components receives the names of plugins.
func TestPlugins(t *testing.T) {
	plain, _ := schemafile.Read(dialects.Named("packer").Source(), "packer", false)
	for body, path := range schematest.Bodies(dialects.Packer()) {
		if (body.Part != tables.NoPart) != isSurveyed(body) {
			t.Errorf("%s: part %d, names %v", path, body.Part, body.Names)
		}
	}
	for body, path := range schematest.Bodies(plain.Dialect) {
		if body.Names != nil {
			t.Errorf("%s has names", path)
		}
	}
}
