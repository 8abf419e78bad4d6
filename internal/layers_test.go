package internal

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/hcljson/hcljson/"

// layers lists the folders of internal, the stages of convert and the public packages, from the lowest to the highest. A
// folder of internal has all packages below it.
var layers = []string{
	"internal/facts", "jsonemit", "internal/text", "internal/schema/tables", "schema", "internal/schema", "schema/opentofu",
	"hclwrite",
	"internal/tree", "internal/annotation", "internal/language", "schema/dialects",
	"internal/provider", "schema/provider", "convert/equivalent", "convert/internal/report", "convert/internal/syntax",
	"convert/internal/sourcemap", "convert/internal/dynamic", "convert/internal/shape", "convert/internal/scope",
	"convert/internal/expression", "convert/internal/accept", "convert/internal/hints", "convert/internal/asblocks",
	"convert/internal/kinds", "convert/internal/placement", "convert/internal/arrangement", "convert/internal/tohcl",
	"convert/internal/tojson", "convert", "convert/roundtrip", "internal/edit",
	"convert/patch", "internal/generate", "convert/address", "internal/service", "internal/files", "internal/cli",
}

// Imports go from higher layers to lower ones, so that a reader can start at any layer and need no
// higher one. Tests may import more.
func TestLayers(t *testing.T) {
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports", "../...").Output()
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for decoder := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p struct {
			ImportPath string
			Imports    []string
		}
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimPrefix(p.ImportPath, module)
		if isOutside(name) {
			continue
		}
		layer := layerOf(name)
		if layer < 0 {
			t.Errorf("%s has no layer; a new folder needs a place in the list", name)
			continue
		}
		found[layers[layer]] = true
		for _, imported := range p.Imports {
			imported, own := strings.CutPrefix(imported, module)
			if l := layerOf(imported); own && (l < 0 || l > layer) {
				t.Errorf("%s imports %s, which is in a higher layer", name, imported)
			}
		}
	}
	for _, layer := range layers {
		if !found[layer] {
			t.Errorf("%s is not a package", layer)
		}
	}
}

// isOutside reports whether a package has no layer: the command's main package, the examples, and
// packages that are only for tests or only describe a folder.
func isOutside(name string) bool {
	return name+"/" == module || name == "internal" || name == "docs" || strings.HasPrefix(name, "docs/") ||
		strings.HasPrefix(name, "internal/testing")
}

// layerOf returns the index of the layer of a package, or -1. The longest matching name decides.
func layerOf(name string) int {
	for name != "" {
		if i := slices.Index(layers, name); i >= 0 {
			return i
		}
		name = name[:max(strings.LastIndexByte(name, '/'), 0)]
	}
	return -1
}
