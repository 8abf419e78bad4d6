package edits

import (
	"cmp"
	"maps"
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/internal/develop/jq"
)

// site is a body of a file, in its text and in its JSON.
type site struct {
	block  *hclsyntax.Block // nil for the file itself
	body   *hclsyntax.Body
	object *jq.Object
	path   []any // of the object, in the JSON
	parent *site
}

// sites returns the bodies of a file that can be found in its JSON, in their order.
func sites(body *hclsyntax.Body, root jq.Value) []*site {
	object, ok := root.(*jq.Object)
	if !ok {
		return nil
	}
	return below(&site{body: body, object: object})
}

func below(s *site) []*site {
	result := []*site{s}
	taken := map[*jq.Object]bool{}
	for _, block := range s.body.Blocks {
		for _, found := range bodies(s.object.Get(block.Type), extend(s.path, block.Type), nil, len(block.Labels)) {
			if taken[found.object] || !slices.Equal(found.labels, block.Labels) {
				continue
			}
			taken[found.object] = true
			result = append(result, below(&site{
				block: block, body: block.Body, object: found.object, path: found.path, parent: s,
			})...)
			break
		}
	}
	return result
}

// found is the JSON of a block.
type found struct {
	labels []string
	object *jq.Object
	path   []any
}

// bodies returns the bodies of blocks of one type below labels, with the given number of further
// labels.
func bodies(value jq.Value, path []any, labels []string, more int) []found {
	var result []found
	switch value := value.(type) {
	case *jq.Array:
		for i, element := range value.Elements {
			result = append(result, bodies(element, extend(path, i), labels, more)...)
		}
	case *jq.Object:
		if more == 0 {
			return []found{{labels, value, path}}
		}
		for _, member := range value.Members {
			if member.Name != "//" {
				with := append(slices.Clone(labels), member.Name)
				result = append(result, bodies(member.Value, extend(path, member.Name), with, more-1)...)
			}
		}
	}
	return result
}

func extend(path []any, step any) []any { return append(slices.Clone(path), step) }

// attributes returns the attributes of a body in their order.
func attributes(body *hclsyntax.Body) []*hclsyntax.Attribute {
	return slices.SortedFunc(maps.Values(body.Attributes), func(a, b *hclsyntax.Attribute) int {
		return cmp.Compare(a.SrcRange.Start.Byte, b.SrcRange.Start.Byte)
	})
}
