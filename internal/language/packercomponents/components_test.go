package packercomponents_test

import (
	"strings"
	"testing"

	"github.com/zclconf/go-cty/cty"

	"github.com/hcljson/hcljson/internal/facts/typespec"
	"github.com/hcljson/hcljson/internal/language/packercomponents"
	"github.com/hcljson/hcljson/internal/schema/tables"
)

// Facts from the documentation of Packer and of its plugins.
func TestLookup(t *testing.T) {
	for _, c := range []struct {
		part      tables.Part
		typ, name string
		want      cty.Type
	}{
		{tables.Builder, "amazon-ebs", "ami_users", cty.List(cty.String)},
		{tables.Builder, "amazon-ebs", "tags", cty.Map(cty.String)},
		{tables.Builder, "amazon-ebs", "ssh_port", cty.Number},
		{tables.Builder, "amazon-ebs", "encrypt_boot", cty.Bool},
		{tables.Builder, "virtualbox-iso", "vboxmanage", cty.List(cty.List(cty.String))},
		{tables.Builder, "virtualbox-iso", "boot_command", cty.List(cty.String)},
		{tables.Builder, "qemu", "qemuargs", cty.List(cty.List(cty.String))},
		{tables.Builder, "docker", "changes", cty.List(cty.String)},
		{tables.Builder, "file", "content", cty.String},
		{tables.Provisioner, "shell", "inline", cty.List(cty.String)},
		{tables.Provisioner, "shell", "environment_vars", cty.List(cty.String)},
		{tables.Provisioner, "ansible", "extra_arguments", cty.List(cty.String)},
		{tables.Provisioner, "puppet-masterless", "facter", cty.Map(cty.String)},
		{tables.PostProcessor, "shell-local", "inline", cty.List(cty.String)},
		{tables.PostProcessor, "vagrant", "output", cty.String},
		{tables.PostProcessor, "docker-tag", "tags", cty.List(cty.String)},
		{tables.PluginDataSource, "amazon-ami", "most_recent", cty.Bool},
	} {
		body := packercomponents.Lookup(c.part, c.typ)
		if body == nil || body.Attributes[c.name] == nil || !body.Attributes[c.name].Type.Equals(c.want) {
			t.Errorf("%s %s: want %s", c.typ, c.name, c.want.FriendlyName())
		}
	}
	filter := packercomponents.Lookup(tables.Builder, "amazon-ebs").Blocks["source_ami_filter"]
	if filter == nil || filter.Nesting != typespec.NestingSingle || filter.Body.Attributes["owners"] == nil {
		t.Error("amazon-ebs: source_ami_filter")
	}
	mapping := packercomponents.Lookup(tables.Builder, "amazon-ebs").Blocks["launch_block_device_mappings"]
	if mapping == nil || mapping.Nesting != typespec.NestingList || mapping.Body.Attributes["volume_size"] == nil {
		t.Error("amazon-ebs: launch_block_device_mappings")
	}
	if packercomponents.Lookup(tables.Provisioner, "amazon-ebs") != nil {
		t.Error("a builder is no provisioner")
	}
}

// TestLateArguments checks facts from the sources of the plugins: InterpolateFilter.Exclude of the
// decoder options.
func TestLateArguments(t *testing.T) {
	for _, c := range []struct {
		part      tables.Part
		typ, want string
	}{
		{tables.Builder, "qemu", "boot_command boot_steps qemuargs"},
		{tables.Builder, "virtualbox-iso",
			"boot_command guest_additions_path guest_additions_url vboxmanage vboxmanage_post"},
		{tables.Builder, "parallels-iso", "boot_command parallels_tools_guest_path prlctl prlctl_post"},
		{tables.Builder, "proxmox-clone", "boot_command"}, // in a package that it imports
		{tables.Builder, "vmware-iso", "boot_command tools_upload_path"},
		{tables.Builder, "docker", "run_command"},
		{tables.Builder, "null", ""},
		{tables.Provisioner, "shell", "execute_command"},
		{tables.Provisioner, "shell-local", "execute_command"}, // in the SDK
		{tables.Provisioner, "puppet-masterless", "execute_command extra_arguments"},
		{tables.PostProcessor, "yandex-export", "paths"},
	} {
		names, ok := packercomponents.LateArguments(c.part, c.typ)
		if got := strings.Join(names, " "); !ok || got != c.want {
			t.Errorf("%s: %s, want %s", c.typ, got, c.want)
		}
	}
	if _, ok := packercomponents.LateArguments(tables.Provisioner, "qemu"); ok {
		t.Error("a builder is no provisioner")
	}
}

func TestPluginOf(t *testing.T) {
	for typ, want := range map[string]string{
		"amazon-ebs": "amazon github.com/hashicorp/amazon", "null": " ",
		"digitalocean": "digitalocean github.com/digitalocean/digitalocean",
	} {
		name, source, ok := packercomponents.PluginOf(tables.Builder, typ)
		if !ok || name+" "+source != want {
			t.Errorf("%s: %s %s %v", typ, name, source, ok)
		}
	}
	if _, _, ok := packercomponents.PluginOf(tables.Builder, "nothing"); ok {
		t.Error("an unknown component has a plugin")
	}
}
