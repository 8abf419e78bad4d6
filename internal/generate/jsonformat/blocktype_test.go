package jsonformat_test

import (
	"testing"

	"github.com/hcljson/hcljson/internal/generate/jsonformat"
	"github.com/hcljson/hcljson/schema"
)

func TestBlockType(t *testing.T) {
	for part, want := range map[schema.Part]string{
		schema.ProviderConfig: "provider", schema.Resource: "resource", schema.DataSource: "data",
		schema.EphemeralResource: "ephemeral", schema.ListResource: "list", schema.Action: "action",
		schema.StateStore: "state_store", schema.Builder: "", schema.NoPart: "",
	} {
		if got := jsonformat.BlockType(part); got != want {
			t.Errorf("part %d: %q, want %q", part, got, want)
		}
	}
}
