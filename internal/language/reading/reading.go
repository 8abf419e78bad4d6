// Package reading parses parts of untrusted files, including invalid and malicious ones.
package reading

import (
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/json"
	"github.com/zclconf/go-cty/cty"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/language/source"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/internal/text/limits"
)

// Body returns the readable part of a file's body, or nil.
func Body(src []byte, filename string, isJSON bool) (hcl.Body, hcl.Diagnostics) {
	if isJSON {
		if diags := CheckJSON(src, filename); diags != nil {
			return nil, diags
		}
		parsed, diags := json.Parse(src, filename)
		if parsed == nil || diags.HasErrors() {
			return nil, diags
		}
		return parsed.Body, diags
	}
	if diags := hclwrite.CheckLimits(src, filename); diags != nil {
		return nil, diags
	}
	parsed, diags := hclsyntax.ParseConfig(src, filename, hcl.InitialPos)
	if parsed == nil {
		return nil, diags
	}
	return parsed.Body, diags
}

// CheckJSON reports JSON above the limit of nesting.
func CheckJSON(src []byte, filename string) hcl.Diagnostics {
	depth, text := 0, false
	for i := 0; i < len(src); i++ {
		switch c := src[i]; {
		case text && c == '\\':
			i++
		case c == '"':
			text = !text
		case text:
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			depth--
		}
		if depth > limits.Nesting {
			at := Position(src, i)
			return hcl.Diagnostics{{
				Severity: hcl.DiagError,
				Summary:  "JSON nested too deeply",
				Detail:   fmt.Sprintf("Arrays and objects are nested more than %d deep.", limits.Nesting),
				Subject:  &hcl.Range{Filename: filename, Start: at, End: at},
			}}
		}
	}
	return nil
}

// Key returns the text of an object's key: a name or a constant string.
func Key(e hcl.Expression) (string, bool) {
	if keyword := hcl.ExprAsKeyword(e); keyword != "" {
		return keyword, true
	}
	return Constant(e)
}

// Constant returns the text of a constant string expression, without evaluating it.
func Constant(e hcl.Expression) (string, bool) {
	if native, ok := e.(hclsyntax.Expression); ok {
		if key, isKey := native.(*hclsyntax.ObjectConsKeyExpr); isKey {
			native = key.Wrapped
		}
		if template, ok := native.(*hclsyntax.TemplateExpr); !ok || !template.IsStringLiteral() {
			return "", false
		}
	}
	// For JSON, this is the unevaluated string.
	value, diags := e.Value(nil)
	if diags.HasErrors() || value.IsNull() || !value.IsKnown() || value.Type() != cty.String {
		return "", false
	}
	return value.AsString(), true
}

// BlockBodies returns only the blocks of these types at the root of a file, as bodies, so that a few
// lines of a large file do not require the trees of hashicorp/hcl for all of it. If our parsers do
// not accept the file, it returns the readable part of the body of the file, or nothing.
func BlockBodies(file *source.Source, types ...string) []hcl.Body {
	spans, ok := blockSpans(file, types)
	if !ok {
		if body, _ := Body(file.Bytes(), file.Name, file.JSON); body != nil {
			return []hcl.Body{body}
		}
		return nil
	}
	var bodies []hcl.Body
	places := hcltext.NewPositions(file.Text())
	for _, at := range spans {
		text := file.Bytes()[at.Start:at.End]
		if !file.JSON {
			if parsed, _ := hclsyntax.ParseConfig(text, file.Name, places.At(at.Start)); parsed != nil {
				bodies = append(bodies, parsed.Body)
			}
			continue
		}
		brace := places.At(at.Start)
		brace.Column, brace.Byte = brace.Column-1, brace.Byte-1
		member := slices.Concat([]byte("{"), text, []byte("}"))
		if parsed, _ := json.ParseWithStartPos(member, file.Name, brace); parsed != nil {
			bodies = append(bodies, parsed.Body)
		}
	}
	return bodies
}

// blockSpans returns the positions of the blocks of these types at the root of a file: of blocks in
// native syntax, or of members in JSON. It returns false if the file is invalid.
func blockSpans(file *source.Source, types []string) (spans []hclwrite.Span, ok bool) {
	if !file.JSON {
		tree, diags := file.Native()
		if diags.HasErrors() {
			return nil, false
		}
		for _, item := range tree.Body.Items {
			if block, ok := item.(*hclwrite.Block); ok && slices.Contains(types, block.Type) {
				spans = append(spans, block.Span)
			}
		}
		return spans, true
	}
	root, diags := file.Values()
	if diags.HasErrors() {
		return nil, false
	}
	for object := range root.Each() {
		for i := range object.Members {
			if m := &object.Members[i]; slices.Contains(types, m.Name) {
				spans = append(spans, hclwrite.Span{Start: m.NameStart, End: m.Value.End})
			}
		}
	}
	return spans, true
}

// Position returns the position of an offset.
func Position(src []byte, offset int) hcl.Pos { return hcltext.NewPositions(src).At(offset) }

// Member is the position of a member of the root object of JSON.
type Member struct {
	Name       string
	Start, End int
}

// Members returns the members of the root object. If the text is truncated, the last member is
// incomplete. For invalid JSON the result is arbitrary, and the caller's parser must report the
// error.
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
		if m.End = len(src); m.Start >= 0 {
			yield(m)
		}
	}
}

const (
	// maxLevels is the maximum nesting of types.
	maxLevels = 192
	// typeLevels is the maximum average nesting in the text of types.
	typeLevels = 10
	// shortTypes is the size of text exempt from the average.
	shortTypes = 1 << 20
)

var (
	errDeep      = fmt.Errorf("its types are nested more than %d levels deep", maxLevels)
	errDeepTypes = errors.New("its types are nested too deeply for their size")
)

// CheckTypes rejects JSON with types that would require excessive memory: the decoder of types
// copies the text of each level. Nested types are arrays.
func CheckTypes(src []byte) error {
	allowed := shortTypes + typeLevels*len(src)
	depth := 0
	for i := 0; i < len(src); i++ {
		switch b := src[i]; {
		case b == '"':
			start := i
			for i++; i < len(src) && src[i] != '"'; i++ {
				if src[i] == '\\' {
					i++
				}
			}
			allowed -= depth * (i - start)
		case b == '[', b == '{' && depth > 0:
			depth++
		case (b == ']' || b == '}') && depth > 0:
			depth--
		}
		if depth > maxLevels {
			return errDeep
		}
		if allowed -= depth; allowed < 0 {
			return errDeepTypes
		}
	}
	return nil
}
