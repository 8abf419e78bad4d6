package reading

import (
	"bytes"
	"iter"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	jsonhcl "github.com/hashicorp/hcl/v2/json"

	"github.com/hcljson/hcljson/hclwrite"
)

// Parts returns the bodies that hold the blocks of these types at the root of a file,
// and nothing else: a large file is not parsed as a whole for a few lines. Where that
// cannot be had, it is the body of the file, or nothing.
func Parts(src []byte, filename string, isJSON bool, types ...string) []hcl.Body {
	parts, ok := nativeParts, true
	if isJSON {
		parts = jsonParts
	}
	var bodies []hcl.Body
	if bodies, ok = parts(src, filename, types); ok {
		return bodies
	}
	if body, _ := Body(src, filename, isJSON); body != nil {
		return []hcl.Body{body}
	}
	return nil
}

func nativeParts(src []byte, filename string, types []string) ([]hcl.Body, bool) {
	file, diags := hclwrite.ParseFile(src, filename)
	if file == nil || diags.HasErrors() {
		return nil, false
	}
	var bodies []hcl.Body
	var places *hclwrite.Positions
	for _, item := range file.Body.Items {
		block, ok := item.(*hclwrite.Block)
		if !ok || !slices.Contains(types, block.Type) {
			continue
		}
		if places == nil {
			places = hclwrite.NewPositions(src)
		}
		start := block.Span.Start
		parsed, _ := hclsyntax.ParseConfig(src[start:block.Span.End], filename, places.At(start))
		if parsed == nil {
			return nil, false
		}
		bodies = append(bodies, parsed.Body)
	}
	return bodies, true
}

// Position is the place of an offset.
func Position(src []byte, offset int) hcl.Pos { return hclwrite.NewPositions(src).At(offset) }

// jsonParts finds the members of the root object.
func jsonParts(src []byte, filename string, types []string) ([]hcl.Body, bool) {
	if diags := CheckJSON(src, filename); diags != nil {
		return nil, false
	}
	var bodies []hcl.Body
	var places *hclwrite.Positions
	for m := range Members(src) {
		if !slices.Contains(types, m.Name) {
			continue
		}
		member := slices.Concat([]byte("{"), src[m.Start:m.End], []byte("}"))
		if places == nil {
			places = hclwrite.NewPositions(src)
		}
		brace := places.At(m.Start)
		brace.Column, brace.Byte = brace.Column-1, brace.Byte-1
		parsed, diags := jsonhcl.ParseWithStartPos(member, filename, brace)
		if parsed == nil || diags.HasErrors() {
			return nil, false
		}
		bodies = append(bodies, parsed.Body)
	}
	return bodies, bytes.HasPrefix(bytes.TrimLeft(src, " \t\r\n"), []byte("{"))
}

// Member is the place of a name and its value in the root object of JSON.
type Member struct {
	Name       string
	Start, End int
}

// Members finds those of the root object. In text that is not JSON it finds anything, and
// who parses that sees it.
func Members(src []byte) iter.Seq[Member] {
	return func(yield func(Member) bool) {
		depth := 0
		m := Member{Start: -1}
		for i := 0; i < len(src); i++ {
			switch src[i] {
			case '"':
				start := i
				for i++; i < len(src) && src[i] != '"'; i++ {
					if src[i] == '\\' {
						i++
					}
				}
				if depth == 1 && m.Start < 0 {
					m = Member{Name: string(src[min(start+1, len(src)):min(i, len(src))]), Start: start}
				}
			case '{', '[':
				depth++
				continue
			case '}', ']':
				depth--
			}
			if i >= len(src) || depth > 1 || depth == 1 && src[i] != ',' || m.Start < 0 {
				continue
			}
			m.End = i
			if !yield(m) {
				return
			}
			m = Member{Start: -1}
		}
	}
}
