// Package reading reads parts of files that may be anything: a file that is not
// right, or made to do harm, is not a reason to fail.
package reading

import (
	"fmt"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/json"
	"github.com/zclconf/go-cty/cty"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/limits"
)

// Body returns the body of a file, as much as can be read of it; nil if that is
// nothing.
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

// CheckJSON reports JSON that is nested too deeply to be read.
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

// Key returns the text of an object's key: a name, or a constant string.
func Key(e hcl.Expression) (string, bool) {
	if keyword := hcl.ExprAsKeyword(e); keyword != "" {
		return keyword, true
	}
	return Constant(e)
}

// Constant returns the text of an expression that is a constant string. Nothing
// is computed for it.
func Constant(e hcl.Expression) (string, bool) {
	if native, ok := e.(hclsyntax.Expression); ok {
		if key, isKey := native.(*hclsyntax.ObjectConsKeyExpr); isKey {
			native = key.Wrapped
		}
		if template, ok := native.(*hclsyntax.TemplateExpr); !ok || !template.IsStringLiteral() {
			return "", false
		}
	}
	// Of JSON, this is the string as it is.
	value, diags := e.Value(nil)
	if diags.HasErrors() || value.IsNull() || !value.IsKnown() || value.Type() != cty.String {
		return "", false
	}
	return value.AsString(), true
}
