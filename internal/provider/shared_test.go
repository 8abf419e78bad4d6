package provider_test

import (
	"testing"

	"github.com/hcljson/hcljson/internal/schema/languages"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// A block shared by many types is adapted to a language once.
func TestSharedBlocks(t *testing.T) {
	timeouts := &tables.Body{Attributes: []tables.Attribute{{Name: "create", Origin: tables.FromPlugin}}, Dynamic: true}
	language := languages.WithPlugins(opentofu.Config(opentofu.Target{}),
		func(part tables.Part, labels []string, value string) *tables.Body {
			body := &tables.Body{Dynamic: true, Blocks: []tables.Block{{Type: "timeouts", Body: timeouts, Origin: tables.FromPlugin}}}
			body.Prepare()
			return body
		})
	languages.Prepare(language)
	_, resource := language.Root.Lookup("resource")
	body := func(typ string) *tables.Body {
		_, block := resource.BodyFor([]string{typ, "name"}, "").Lookup("timeouts")
		return block.Body
	}
	if first := body("a_b"); first == timeouts || first != body("a_c") {
		t.Error("bodies of equal types are not shared, or the plugin's body is used")
	}
}
