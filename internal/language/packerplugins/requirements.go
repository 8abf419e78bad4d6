package packerplugins

import (
	"bytes"
	"cmp"
	"maps"
	"slices"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/internal/language/packer"
	"github.com/hcljson/hcljson/internal/language/reading"
	"github.com/hcljson/hcljson/internal/language/source"
)

// MayRequire reports whether a file can contain required_plugins blocks.
func MayRequire(f *source.Source) bool {
	return bytes.Contains(f.Bytes(), []byte(pluginsBlock.Blocks[0].Type))
}

// Requirements reads the required_plugins blocks in the files of one template, and returns the
// source addresses of the plugins by local name. Packer rejects a repeated name; Requirements uses
// the first one.
//
// The diagnostics are errors for invalid syntax and for entries without a constant source. The
// result contains all other entries. (packer, hcl2template/types.required_plugins.go)
func Requirements(files []*source.Source) (map[string]string, hcl.Diagnostics) {
	sources := map[string]string{}
	var diags hcl.Diagnostics
	for _, file := range files {
		body, more := reading.Body(file.Bytes(), file.Name, file.JSON)
		diags = append(diags, more...)
		if body == nil {
			continue
		}
		diags = append(diags, readRequirements(body, sources)...)
	}
	return sources, diags
}

var (
	packerBlock  = &hcl.BodySchema{Blocks: []hcl.BlockHeaderSchema{{Type: packer.PackerBlock}}}
	pluginsBlock = &hcl.BodySchema{Blocks: []hcl.BlockHeaderSchema{{Type: packer.RequiredPluginsBlock}}}
)

func readRequirements(body hcl.Body, sources map[string]string) hcl.Diagnostics {
	root, _, diags := body.PartialContent(packerBlock)
	for _, packer := range root.Blocks {
		content, _, more := packer.Body.PartialContent(pluginsBlock)
		diags = append(diags, more...)
		for _, plugins := range content.Blocks {
			attributes, more := plugins.Body.JustAttributes()
			diags = append(diags, more...)
			for _, name := range sortedNames(attributes) {
				source, more := sourceOf(attributes[name])
				diags = append(diags, more...)
				if _, exists := sources[name]; source != "" && !exists {
					sources[name] = source
				}
			}
		}
	}
	return diags
}

// sortedNames returns the names of attributes in source order.
func sortedNames(attributes hcl.Attributes) []string {
	return slices.SortedFunc(maps.Keys(attributes), func(a, b string) int {
		return cmp.Compare(attributes[a].Range.Start.Byte, attributes[b].Range.Start.Byte)
	})
}

// sourceOf returns the source address of an entry, or "" if it is invalid. It ignores the version.
func sourceOf(attribute *hcl.Attribute) (string, hcl.Diagnostics) {
	pairs, diags := hcl.ExprMap(attribute.Expr)
	if diags.HasErrors() {
		return "", diags
	}
	for _, pair := range pairs {
		if key, _ := reading.Key(pair.Key); key != "source" {
			continue
		}
		if source, _ := reading.Constant(pair.Value); source != "" {
			return source, nil
		}
	}
	return "", hcl.Diagnostics{{
		Severity: hcl.DiagError,
		Summary:  "Invalid plugin requirement",
		Detail:   `An entry of required_plugins needs a source, a string such as "github.com/hashicorp/amazon".`,
		Subject:  attribute.Expr.Range().Ptr(),
	}}
}
