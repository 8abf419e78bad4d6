package convert_test

import (
	"testing"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/internal/builtin"
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
	dialect := opentofu.Config(opentofu.Target{}).WithPlugins(builtin.Define())
	got, diags := convert.ToHCL([]byte(src), "main.tf.json", dialect, convert.Options{Strict: true})
	if len(diags) > 0 || string(got) != want {
		t.Errorf("got\n%s\nwant\n%s\n%v", got, want, diags)
	}
}
