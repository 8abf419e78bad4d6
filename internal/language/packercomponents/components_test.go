package packercomponents_test

import (
	"strings"
	"testing"

	"github.com/zclconf/go-cty/cty"

	"github.com/hcljson/hcljson/internal/facts/typespec"
	"github.com/hcljson/hcljson/internal/language/packercomponents"
	"github.com/hcljson/hcljson/schema"
)

// Facts from the documentation of Packer and of its plugins.
func TestLookup(t *testing.T) {
	for _, c := range []struct {
		part      schema.Part
		typ, name string
		want      cty.Type
	}{
		{schema.Builder, "amazon-ebs", "ami_users", cty.List(cty.String)},
		{schema.Builder, "amazon-ebs", "tags", cty.Map(cty.String)},
		{schema.Builder, "amazon-ebs", "ssh_port", cty.Number},
		{schema.Builder, "amazon-ebs", "encrypt_boot", cty.Bool},
		{schema.Builder, "virtualbox-iso", "vboxmanage", cty.List(cty.List(cty.String))},
		{schema.Builder, "virtualbox-iso", "boot_command", cty.List(cty.String)},
		{schema.Builder, "qemu", "qemuargs", cty.List(cty.List(cty.String))},
		{schema.Builder, "docker", "changes", cty.List(cty.String)},
		{schema.Builder, "file", "content", cty.String},
		{schema.Provisioner, "shell", "inline", cty.List(cty.String)},
		{schema.Provisioner, "shell", "environment_vars", cty.List(cty.String)},
		{schema.Provisioner, "ansible", "extra_arguments", cty.List(cty.String)},
		{schema.Provisioner, "puppet-masterless", "facter", cty.Map(cty.String)},
		{schema.PostProcessor, "shell-local", "inline", cty.List(cty.String)},
		{schema.PostProcessor, "vagrant", "output", cty.String},
		{schema.PostProcessor, "docker-tag", "tags", cty.List(cty.String)},
		{schema.PluginDataSource, "amazon-ami", "most_recent", cty.Bool},
	} {
		body := packercomponents.Lookup(c.part, c.typ)
		if body == nil || body.Attributes[c.name] == nil || !body.Attributes[c.name].Type.Equals(c.want) {
			t.Errorf("%s %s: want %s", c.typ, c.name, c.want.FriendlyName())
		}
	}
	filter := packercomponents.Lookup(schema.Builder, "amazon-ebs").Blocks["source_ami_filter"]
	if filter == nil || filter.Nesting != typespec.NestingSingle || filter.Body.Attributes["owners"] == nil {
		t.Error("amazon-ebs: source_ami_filter")
	}
	mapping := packercomponents.Lookup(schema.Builder, "amazon-ebs").Blocks["launch_block_device_mappings"]
	if mapping == nil || mapping.Nesting != typespec.NestingList || mapping.Body.Attributes["volume_size"] == nil {
		t.Error("amazon-ebs: launch_block_device_mappings")
	}
	if packercomponents.Lookup(schema.Provisioner, "amazon-ebs") != nil {
		t.Error("a builder is no provisioner")
	}
}

// TestLateArguments checks facts from the sources of the plugins: InterpolateFilter.Exclude of the
// decoder options.
func TestLateArguments(t *testing.T) {
	for _, c := range []struct {
		part      schema.Part
		typ, want string
	}{
		{schema.Builder, "qemu", "boot_command boot_steps qemuargs"},
		{schema.Builder, "virtualbox-iso",
			"boot_command guest_additions_path guest_additions_url vboxmanage vboxmanage_post"},
		{schema.Builder, "parallels-iso", "boot_command parallels_tools_guest_path prlctl prlctl_post"},
		{schema.Builder, "proxmox-clone", "boot_command"}, // in a package that it imports
		{schema.Builder, "vmware-iso", "boot_command tools_upload_path"},
		{schema.Builder, "docker", "run_command"},
		{schema.Builder, "null", ""},
		{schema.Provisioner, "shell", "execute_command"},
		{schema.Provisioner, "shell-local", "execute_command"}, // in the SDK
		{schema.Provisioner, "puppet-masterless", "execute_command extra_arguments"},
		{schema.PostProcessor, "yandex-export", "paths"},
	} {
		names, ok := packercomponents.LateArguments(c.part, c.typ)
		if got := strings.Join(names, " "); !ok || got != c.want {
			t.Errorf("%s: %s, want %s", c.typ, got, c.want)
		}
	}
	if _, ok := packercomponents.LateArguments(schema.Provisioner, "qemu"); ok {
		t.Error("a builder is no provisioner")
	}
}

func TestPluginOf(t *testing.T) {
	for typ, want := range map[string]string{
		"amazon-ebs": "amazon github.com/hashicorp/amazon", "null": " ",
		"digitalocean": "digitalocean github.com/digitalocean/digitalocean",
	} {
		name, source, ok := packercomponents.PluginOf(schema.Builder, typ)
		if !ok || name+" "+source != want {
			t.Errorf("%s: %s %s %v", typ, name, source, ok)
		}
	}
	if _, _, ok := packercomponents.PluginOf(schema.Builder, "nothing"); ok {
		t.Error("an unknown component has a plugin")
	}
}
