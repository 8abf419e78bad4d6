package cli

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/hcljson/hcljson/internal/testing/oracles"
)

// generated is a module in the style of generators: lists for blocks of every nesting mode, objects
// in nested attributes and in arguments that may be blocks, null for unset arguments, hashed names,
// and JSON and scripts in strings.
const generated = `{
  "//": {"metadata": {"backend": "local", "stackName": "app", "version": "0.21.0"}},
  "terraform": {"required_providers": {"small": {"source": "example.com/test/small"}}},
  "provider": {"small": [
    {"region": "here"},
    {"alias": "west_0123ABCD", "region": "west", "account": {"name": "a"}}
  ]},
  "locals": {"sizes_0123ABCD": {"a": 1, "b": 2}},
  "resource": {
    "small_blocks": {
      "root_webServer_489FDB7E": {
        "//": {"metadata": {"path": "app/web", "uniqueId": "root_webServer_489FDB7E"}},
        "depends_on": ["small_objects.rules_0123ABCD"],
        "dynamic": {"set_block": {"for_each": "${local.sizes_0123ABCD}", "content": {"name": "${set_block.key}", "size": "${set_block.value}"}}},
        "lifecycle": {"ignore_changes": ["count_of"], "replace_triggered_by": ["small_objects.rules_0123ABCD.name"]},
        "list_block": [
          {"inner_list": [{"value": "1"}, {"value": "2"}], "labels": {"small_objects.rules_0123ABCD": "${small_objects.rules_0123ABCD.id}"}, "name": "b"},
          {"name": "a", "size": 1.5, "inner_set": [{"value": "x"}], "inner_single": {"value": "{\"a\":\"{\\\"b\\\":[1]}\"}"}}
        ],
        "name": "#!/bin/sh\nset -e\necho ${small_objects.rules_0123ABCD.name} small_objects.rules_0123ABCD",
        "provider": "small.west_0123ABCD",
        "single_block": {"name": "only", "labels": {"a b": "%%{x}"}},
        "tags": {"policy": "{\"Action\":\"*\",\"Effect\":\"Deny\"}", "Name": "$${x}"}
      },
      "many_89ABCDEF": {
        "for_each": "${local.sizes_0123ABCD}",
        "name": "${each.key}\n%{ for b in small_blocks.root_webServer_489FDB7E.list_block ~}\n${b.name}\n%{ endfor ~}\nend",
        "list_block": [], "tags": null
      }
    },
    "small_nested": {"nested_0123ABCD": {
      "count": 2,
      "single": {"name": "s", "inner_list": [{"value": "1"}], "inner_map": {"k.v": {"value": "2"}}},
      "list": [{"name": "b"}, {"name": "a", "inner_single": {"value": null}}],
      "set": [{"name": "x"}],
      "map": {"one": {"name": "${small_blocks.many_89ABCDEF[\"a\"].name}"}},
      "anything": {"list": [1, "two", {"three": null}]},
      "plain_rules": [{"key": "k", "value": "v"}],
      "block": [{"of": {"value": "${count.index}"}}, {}]
    }},
    "small_objects": {"rules_0123ABCD": {
      "name": "rules",
      "rule": [{"cidrs": ["10.0.0.0/8"], "description": "all", "from": 1, "port": [{"key": "p", "value": 1}], "to": 2},
        {"cidrs": null, "description": null, "from": 0, "port": null, "to": 0}],
      "tag": [],
      "disk": [{"size": 2, "partition": [{"key": "a", "value": 1}]}, {"size": 1}]
    }}
  },
  "output": {
    "web": {"value": "${small_blocks.root_webServer_489FDB7E.id} ${join(\",\", small_nested.nested_0123ABCD[*].id)}"},
    "all": {"value": "${[for k, b in small_blocks.many_89ABCDEF : \"${k}=${b.name}\"]}"}
  }
}
`

// TestEjectedPlansNoChangeOfProvider applies generated JSON and plans the module that was ejected
// with the provider's schema. The plan must contain new names and no other change.
func TestEjectedPlansNoChangeOfProvider(t *testing.T) {
	oracles.Program(t, "terraform")
	terraform := oracles.Terraform(t, "TF_CLI_CONFIG_FILE="+oracles.ProvidersConfig(t))
	was := t.TempDir()
	if err := os.WriteFile(filepath.Join(was, "cdk.tf.json"), []byte(generated), 0o644); err != nil {
		t.Fatal(err)
	}
	terraform.Run(t, was, "apply", "-auto-approve")
	terraform.Run(t, was, "plan", "-detailed-exitcode")
	state, err := os.ReadFile(filepath.Join(was, "terraform.tfstate"))
	if err != nil {
		t.Fatal(err)
	}
	schemas := filepath.Join(t.TempDir(), "schemas.json")
	if err := os.WriteFile(schemas, terraform.Run(t, was, "providers", "schema", "-json"), 0o644); err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		options []string
		moved   int
	}{
		"all steps":  {options: []string{"--provider-schema", schemas}, moved: 6},
		"same value": {options: []string{"--provider-schema", schemas, "--tidy", "all"}, moved: 6},
		"own names":  {options: []string{"--provider-schema", schemas, "--keep-names", "--keep-paths"}},
	} {
		t.Run(name, func(t *testing.T) {
			is := filepath.Join(t.TempDir(), "out")
			ejectTo(t, is, append(test.options, "--target", "terraform", filepath.Join(was, "cdk.tf.json"))...)
			if err := os.WriteFile(filepath.Join(is, "terraform.tfstate"), state, 0o600); err != nil {
				t.Fatal(err)
			}
			if moved := terraform.Plan(t, is, "").CheckOnlyMoves(t); moved != test.moved {
				t.Errorf("%d objects have new names, want %d", moved, test.moved)
			}
			main, err := os.ReadFile(filepath.Join(is, "main.tf"))
			if err != nil || test.moved > 0 && regexp.MustCompile(`(?m)^resource .*_[0-9A-F]{8}"`).Match(main) {
				t.Errorf("%v, in\n%s", err, main)
			}
			terraform.Run(t, is, "apply", "-auto-approve")
			terraform.Run(t, is, "plan", "-detailed-exitcode")
			if changed := terraform.Run(t, is, "fmt", "-list=true"); len(changed) > 0 {
				t.Errorf("terraform fmt changes %s", changed)
			}
		})
	}
}
