package convert_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/internal/provider"
	"github.com/hcljson/hcljson/internal/provider/builtin"
	"github.com/hcljson/hcljson/internal/schema/languages"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// A program has the built-in table by one call.
func TestDefine(t *testing.T) {
	const src = `{"resource": {"aws_instance": {"a": {"root_block_device": {"volume_size": 1}, "tags": {"a": "b"}}}},
		"provider": {"azurerm": {"features": {}}}, "data": {"unheard_thing": {"b": {"c": 1}}}}`
	const want = `resource "aws_instance" "a" {
  root_block_device {
    volume_size = 1
  }

  tags = {
    a = "b"
  }
}

provider "azurerm" {
  features {}
}

data "unheard_thing" "b" {
  c = 1
}
`
	dialect := languages.WithPlugins(opentofu.Config(opentofu.Target{}), builtin.Define())
	got, diags := convert.ToHCL([]byte(src), "main.tf.json", dialect, convert.Options{Strict: true})
	if len(diags) > 0 || string(got) != want {
		t.Errorf("got\n%s\nwant\n%s\n%v", got, want, diags)
	}
}

// TestVersionUnknown checks a provider whose version is unknown or not in the table: names that
// versions define differently are guesses. One warning per file contains the way out.
func TestVersionUnknown(t *testing.T) {
	const src = `{
  "terraform": {"required_providers": {"helm": {"source": "hashicorp/helm"%s}}},
  "resource": {"helm_release": {
    "a": {"set": [{"name": "a"}], "values": ["b"]},
    "b": {"set": [{"name": "c"}], "set_list": [{"name": "d"}], "postrender": {"binary_path": "e"}}
  }}
}`
	const block, attribute = "set {", "set = ["
	for version, test := range map[string]struct{ set, warning string }{
		"": {attribute, `"version" in required_providers`}, ">= 2": {block, `"version" in required_providers`},
		">= 2, != 2.1": {attribute, `"version" in required_providers`}, "~> 2.0": {block, ""}, "~> 3.0": {attribute, ""},
		"~> 99.0": {attribute, "providerSchemas"}, "~> 0.1": {attribute, "providerSchemas"},
	} {
		constraint := ""
		if version != "" {
			constraint = fmt.Sprintf(`, "version": %q`, version)
		}
		file := provider.File{Source: convert.NewSource(fmt.Sprintf(src, constraint), "main.tf.json", true)}
		requires, diags := provider.ReadRequirements([]provider.File{file}, false)
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		define := provider.DefineWithTable(requires, provider.FindAmong(nil), nil)
		got, diags := convert.ConvertSource(file.Source, languages.WithPlugins(opentofu.Config(opentofu.Target{}), define), convert.Options{})
		if n := strings.Count(string(got), test.set); n != 2 {
			t.Errorf("%q: %d times %q in\n%s", version, n, test.set, got)
		}
		switch {
		case test.warning == "" && len(diags) > 0:
			t.Errorf("%q: %v", version, diags)
		case test.warning != "" && (len(diags) != 1 || !strings.Contains(diags[0].Detail, test.warning)):
			t.Errorf("%q: %d warnings, want one that says %s: %v", version, len(diags), test.warning, diags)
		}
	}
}

// The table contains a list of objects without its element: JSON is the argument without a guess, and
// native blocks are accepted.
func TestUnknownElement(t *testing.T) {
	dialect := languages.WithPlugins(opentofu.Config(opentofu.Target{}), builtin.Define())
	const json = `{"resource": {"gitlab_project_hook": {"a": {"custom_headers": [{"key": "k"}]}}}}`
	const want = `resource "gitlab_project_hook" "a" {
  custom_headers = [
    {
      key = "k"
    },
  ]
}
`
	got, diags := convert.ToHCL(json, "main.tf.json", dialect, convert.Options{Strict: true})
	if len(diags) > 0 || string(got) != want {
		t.Errorf("got\n%s\nwant\n%s\n%v", got, want, diags)
	}
	const native = "resource \"gitlab_project_hook\" \"a\" {\n  custom_headers {\n    key = \"k\"\n  }\n}\n"
	out, diags := convert.ToJSON(native, "main.tf", dialect, convert.Options{Strict: true})
	if len(diags) > 0 {
		t.Error(diags)
	}
	back, diags := convert.ToHCL(out, "main.tf.json", dialect, convert.Options{Strict: true})
	if len(diags) > 0 || string(back) != native {
		t.Errorf("got\n%s\n%v", back, diags)
	}
}

// TestNewestVersionDecides checks that the newest allowed version decides if versions define a name
// differently, for any form of the value.
func TestNewestVersionDecides(t *testing.T) {
	dialect := languages.WithPlugins(opentofu.Config(opentofu.Target{}), builtin.Define())
	const json = `{"resource": {"launchdarkly_feature_flag_environment": {
		"a": {"fallthrough": {"variation": 0}}, "b": {"fallthrough": {"rollout_weights": [1, 2]}}
	}}}`
	got, diags := convert.ToHCL(json, "main.tf.json", dialect, convert.Options{})
	if diags.HasErrors() || strings.Count(string(got), "fallthrough = {") != 2 {
		t.Errorf("got\n%s\n%v", got, diags)
	}
}
