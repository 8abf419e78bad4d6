package opentofu_test

import (
	"strings"
	"testing"

	"github.com/hcljson/hcljson/internal/facts/tfname"
	"github.com/hcljson/hcljson/internal/schema/languages"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// TestOwn checks that the language's own rows contain neither a provider's arguments nor the
// content of the escape block.
func TestOwn(t *testing.T) {
	provided := func(tables.Part, []string, string) *tables.Body {
		body := &tables.Body{Attributes: []tables.Attribute{
			{Name: "count", Origin: tables.FromPlugin}, {Name: "locals", Origin: tables.FromPlugin}, {Name: "size", Origin: tables.FromPlugin},
		}}
		body.Prepare()
		return body
	}
	for _, c := range []struct {
		path, target      string
		own, others, kept string
	}{
		{"resource x", "", "count for_each provider depends_on lifecycle connection provisioner _", "size input", "locals"},
		{"resource terraform_data", "", "count lifecycle", "input triggers_replace", "locals"},
		{"resource terraform_data", "terraform@1.16", "count lifecycle", "input store", "locals"},
		{"data x", "", "count lifecycle _", "size connection provisioner", "locals"},
		{"data terraform_remote_state", "", "count", "backend config defaults workspace", "locals"},
		{"ephemeral x", "", "count lifecycle _", "size connection", "locals"},
		{"provider x", "", "alias version for_each _", "size region", "count depends_on source lifecycle locals"},
		{"provider x", "terraform", "alias version for_each _", "size region", "count depends_on source lifecycle locals"},
		{"module x", "", "source version count for_each depends_on providers lifecycle _", "size", "locals provider"},
		{"module x", "terraform", "source lifecycle", "size", "locals provider"},
		{"resource x provisioner file", "", "when on_failure connection _", "source content", "lifecycle"},
	} {
		dialect := languages.WithPlugins(opentofu.Config(target(t, max(c.target, "opentofu"))), provided)
		languages.Prepare(dialect)
		body := dialect.Root
		words := strings.Fields(c.path)
		for ; len(words) > 1; words = words[2:] {
			_, block := body.Lookup(words[0])
			body = block.BodyFor(words[1:2], "")
		}
		for _, name := range strings.Fields(c.own) {
			a, block := body.OwnRows(name)
			if a == nil && block == nil {
				t.Errorf("%s: %s is not the language's own", c.path, name)
			}
		}
		for _, name := range strings.Fields(c.others) {
			if a, block := body.OwnRows(name); a != nil || block != nil {
				t.Errorf("%s: %s is the language's own", c.path, name)
			}
		}
		for _, name := range strings.Fields(c.kept) {
			a, block := body.OwnRows(name)
			if row, listed := body.Lookup(name); a == nil && block == nil || listed != nil || row != nil && !row.Origin.External() {
				t.Errorf("%s: %s is not kept for later", c.path, name)
			}
		}
	}
}

// TestBuiltInBodies checks that the bodies of the products' built-in types are complete.
func TestBuiltInBodies(t *testing.T) {
	for path, want := range map[string]string{
		"terraform@1.16 resource terraform_data": "id input output triggers_replace store store.input store.output " +
			"store.replace store.sensitive store.sensitive_output store.version",
		"terraform@1.15 resource terraform_data":      "id input output triggers_replace",
		"opentofu resource terraform_data":            "id input output triggers_replace",
		"opentofu data terraform_remote_state":        "backend config defaults outputs workspace",
		"opentofu provider terraform":                 "",
		"opentofu resource x provisioner file":        "content destination source",
		"opentofu resource x provisioner local-exec":  "command environment interpreter quiet working_dir",
		"opentofu removed provisioner remote-exec":    "inline script scripts",
		"opentofu resource x provisioner habitat":     "other",
		"opentofu resource terraform_something":       "other",
		"opentofu data terraform_data":                "other",
		"opentofu resource terraform_remote_state":    "other",
		"opentofu provider x":                         "other",
		"opentofu resource y provisioner local-exec2": "other",
	} {
		name, path, _ := strings.Cut(path, " ")
		body := opentofu.Config(target(t, name)).Root
		languages.Prepare((&schema.Dialect{Root: body}))
		for words := strings.Fields(path); len(words) > 0; {
			_, block := body.Lookup(words[0])
			labels := words[1:][:min(len(block.Labels), 1)]
			body, words = block.BodyFor(labels, ""), words[1+len(labels):]
		}
		inner := body.ForeignBody()
		var names []string
		for _, a := range inner.Attributes {
			names = append(names, a.Name)
		}
		for _, block := range inner.Blocks {
			names = append(names, block.Type)
			for _, a := range block.Body.Attributes {
				names = append(names, block.Type+"."+a.Name)
			}
		}
		got := strings.Join(names, " ")
		if inner.Remain != tables.RemainNone {
			got = strings.TrimSpace(got + " other")
		}
		if got != want || (inner.Origin.Kind == tables.FromLanguage) != (want == "other") {
			t.Errorf("%s: %q defines %q, want %q", path, inner.Origin, got, want)
		}
	}
}

// The words for code are names of the tables.
func TestWords(t *testing.T) {
	own := map[string]bool{}
	types := map[string]bool{}
	var walk func(body *tables.Body)
	seen := map[*tables.Body]bool{}
	walk = func(body *tables.Body) {
		if body == nil || seen[body] {
			return
		}
		seen[body] = true
		for _, a := range body.Attributes {
			own[a.Name] = own[a.Name] || body.EscapeBlock() != nil
		}
		for _, block := range body.Blocks {
			types[block.Type] = true
			walk(block.Body)
		}
	}
	walk(opentofu.Config(target(t, "terraform")).Root)
	for _, typ := range []string{
		tfname.TerraformBlock, tfname.RequiredProvidersBlock, tfname.ProviderBlock, tfname.VariableBlock,
		tfname.LocalsBlock, tfname.OutputBlock, tfname.ModuleBlock, tfname.ResourceBlock, tfname.DataBlock,
		tfname.EphemeralBlock, tfname.ActionBlock, tfname.CheckBlock, tfname.ImportBlock, tfname.MovedBlock,
		tfname.ProvisionerBlock, tfname.ConfigBlock,
	} {
		if !types[typ] {
			t.Errorf("no table has blocks of type %q", typ)
		}
	}
	for _, name := range []string{
		tfname.CountArgument, tfname.ForEachArgument, tfname.ProviderArgument, tfname.ProvidersArgument,
		tfname.DependsOnArgument, tfname.SourceArgument, tfname.VersionArgument, tfname.AliasArgument,
	} {
		if !own[name] {
			t.Errorf("no table has the argument %q in a body that providers define", name)
		}
	}
}
