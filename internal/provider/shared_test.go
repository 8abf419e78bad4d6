package provider_test

import (
	"testing"

	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// A block shared by many types is adapted to a language once.
func TestSharedBlocks(t *testing.T) {
	timeouts := &schema.Body{Attributes: []schema.Attribute{{Name: "create", Origin: schema.FromPlugin}}, Dynamic: true}
	language := opentofu.Config(opentofu.Target{}).WithPlugins(
		func(part schema.Part, labels []string, value string) *schema.Body {
			body := &schema.Body{Dynamic: true, Blocks: []schema.Block{{Type: "timeouts", Body: timeouts, Origin: schema.FromPlugin}}}
			body.Prepare()
			return body
		})
	language.Prepare()
	_, resource := language.Root.Lookup("resource")
	body := func(typ string) *schema.Body {
		_, block := resource.BodyFor([]string{typ, "name"}, "").Lookup("timeouts")
		return block.Body
	}
	if first := body("a_b"); first == timeouts || first != body("a_c") {
		t.Error("bodies of equal types are not shared, or the plugin's body is used")
	}
}
