package equivalent

import (
	"bytes"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/schema"
)

// sameText reports whether two attributes, one in each syntax, certainly mean the
// same, because the JSON strings hold what the native syntax has: then they need
// not be read as templates. It says no where it does not know.
//
// It relies on hashicorp/hcl reading
//
//   - a quoted string or heredoc without escapes of its own like the same text in
//     a JSON string (see bareTemplate),
//   - an expression X like the JSON string "${X}": the scanner and the parser are
//     in the state after ${ in which they begin an expression anywhere, except
//     for line breaks, of which an expression has none outside of brackets, and
//     the markers of heredocs, which it must not have,
//   - the JSON values true, false, null and short integers like the same text.
//
// FuzzSameText compares that with what the nodes of both say.
func (c *comparer) sameText(a, b attribute, rule *schema.Value) bool {
	if c.thorough || c.roots != nil || a.file.JSON == b.file.JSON {
		return false
	}
	if rule == nil {
		rule = templateValue
	}
	templates := rule.Mode == schema.Template
	if !templates && rule.Mode != schema.Literal || rule.HasParts() || rule.TextOfCall {
		return false
	}
	if a.file.JSON {
		a, b = b, a
	}
	if b.file.Unread && !templates {
		return false
	}
	s := sameness{native: a.file.Bytes, json: b.file.Bytes, templates: templates, comments: c.comments}
	return s.expressions(a.Expr.(hclsyntax.Expression), b.Expr)
}

// sameness compares expressions with JSON values by their texts.
type sameness struct {
	native, json []byte
	// templates: strings in JSON are templates.
	templates bool
	// comments in JSON strings must be found.
	comments bool
}

func (s sameness) expressions(e hclsyntax.Expression, value hcl.Expression) bool {
	text := value.Range().SliceBytes(s.json)
	switch text[0] {
	case '"':
		return s.text(e, text)
	case '[':
		e, ok := e.(*hclsyntax.TupleConsExpr)
		return ok && s.elements(e, value)
	case '{':
		e, ok := e.(*hclsyntax.ObjectConsExpr)
		return ok && s.items(e, value)
	}
	literal, ok := e.(*hclsyntax.LiteralValueExpr)
	return ok && bytes.Equal(text, literal.SrcRange.SliceBytes(s.native)) && isPlainLiteral(text)
}

// maxInteger is the number of digits of which it goes without saying what they
// mean.
const maxInteger = 15

func isPlainLiteral(text []byte) bool {
	switch string(text) {
	case "true", "false", "null":
		return true
	}
	return len(text) <= maxInteger && len(bytes.Trim(text, "0123456789")) == 0
}

func (s sameness) elements(e *hclsyntax.TupleConsExpr, value hcl.Expression) bool {
	elements, diags := hcl.ExprList(value)
	if diags.HasErrors() || len(elements) != len(e.Exprs) {
		return false
	}
	for i, element := range elements {
		if !s.expressions(e.Exprs[i], element) {
			return false
		}
	}
	return true
}

// maxKeys is the number of keys among which a second one of a name is looked for
// one by one.
const maxKeys = 16

func (s sameness) items(e *hclsyntax.ObjectConsExpr, value hcl.Expression) bool {
	pairs, diags := hcl.ExprMap(value)
	if diags.HasErrors() || len(pairs) != len(e.Items) || len(pairs) > maxKeys {
		return false
	}
	var keys [maxKeys][]byte
	for i, pair := range pairs {
		key, ok := s.key(e.Items[i].KeyExpr, pair.Key.Range().SliceBytes(s.json))
		if !ok || !s.expressions(e.Items[i].ValueExpr, pair.Value) {
			return false
		}
		for _, other := range keys[:i] {
			if bytes.Equal(key, other) {
				return false
			}
		}
		keys[i] = key
	}
	return true
}

// key compares a key with a name in JSON, and returns it.
func (s sameness) key(e hclsyntax.Expression, text []byte) ([]byte, bool) {
	key, ok := e.(*hclsyntax.ObjectConsKeyExpr)
	if !ok || key.ForceNonLiteral || len(text) < 2 {
		return nil, false
	}
	name := text[1 : len(text)-1]
	source := key.Wrapped.Range().SliceBytes(s.native)
	switch wrapped := key.Wrapped.(type) {
	case *hclsyntax.ScopeTraversalExpr:
		return name, len(wrapped.Traversal) == 1 && bytes.Equal(name, source)
	case *hclsyntax.TemplateExpr:
		return name, bytes.Equal(text, source) && isPlain(name)
	}
	return nil, false
}

// isPlain reports whether the text of a string is its value in both syntaxes.
func isPlain(text []byte) bool {
	return plainText(text) && bytes.IndexByte(text, '\\') < 0
}

// text compares an expression with a JSON string, quotes and all.
func (s sameness) text(e hclsyntax.Expression, quoted []byte) bool {
	source := e.Range().SliceBytes(s.native)
	inner := quoted[1 : len(quoted)-1]
	if isTemplateExpr(e) {
		bare, ok := bareTemplate(source)
		if !ok || !isEscaped(inner, bare) {
			return false
		}
		return plainText(bare) || s.templates && !s.mayHoldComment(sequences(bare))
	}
	wrapped, ok := bytes.CutPrefix(inner, []byte("${"))
	if !ok || !s.templates || bytes.Contains(source, []byte("<<")) || s.mayHoldComment(source) {
		return false
	}
	wrapped, ok = bytes.CutSuffix(wrapped, []byte("}"))
	return ok && readAlike(source) && isEscaped(wrapped, source)
}

func (s sameness) mayHoldComment(text []byte) bool { return s.comments && mayHoldComment(text) }

// escapes are those of JSON that stand for one byte.
var escapes = map[byte]byte{'"': '"', '\\': '\\', '/': '/', 'n': '\n', 't': '\t', 'r': '\r'}

// isEscaped reports whether what is between the quotes of a JSON string is a
// text, with the usual escapes.
func isEscaped(inner, text []byte) bool {
	for {
		i := bytes.IndexByte(inner, '\\')
		if i < 0 {
			return bytes.Equal(inner, text)
		}
		if i+1 >= len(inner) || i >= len(text) || !bytes.Equal(inner[:i], text[:i]) ||
			escapes[inner[i+1]] == 0 || escapes[inner[i+1]] != text[i] {
			return false
		}
		inner, text = inner[i+2:], text[i+1:]
	}
}
