package jsonformat_test

import (
	"testing"

	"github.com/hcljson/hcljson/internal/generate/jsonformat"
	"github.com/hcljson/hcljson/internal/schema/tables"
)

func TestBlockType(t *testing.T) {
	for part, want := range map[tables.Part]string{
		tables.ProviderConfig: "provider", tables.Resource: "resource", tables.DataSource: "data",
		tables.EphemeralResource: "ephemeral", tables.ListResource: "list", tables.Action: "action",
		tables.StateStore: "state_store", tables.Builder: "", tables.NoPart: "",
	} {
		if got := jsonformat.BlockType(part); got != want {
			t.Errorf("part %d: %q, want %q", part, got, want)
		}
	}
}
