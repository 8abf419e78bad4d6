package testjsonschema

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/hcljson/hcljson/schema/provider"
)

func TestTool(t *testing.T) {
	dir := os.Getenv("TOOL")
	if dir == "" {
		t.Skip()
	}
	var docs []*provider.Schema
	if src, err := os.ReadFile(filepath.Join(dir, "providers.json")); err == nil {
		docs, _ = provider.Read(src, "providers.json")
	}
	paths, _ := filepath.Glob(filepath.Join(dir, "*.tf*"))
	for name, g := range languages(paths) {
		g.documents = docs
		g.know()
		os.WriteFile(filepath.Join(dir, name+".schema.json"), g.schema(t), 0o644)
	}
}
