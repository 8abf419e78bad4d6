package report

import (
	"encoding/json"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// maxScanned is the size of the largest source that is searched for a block.
const maxScanned = 1 << 20

// enclosingBlock returns the header of the outermost block at an offset of a source, or "". In JSON, it returns the
// names of the first three levels. The source can be invalid and nested deeply, so it is not parsed.
func enclosingBlock(src string, offset int) string {
	switch {
	case len(src) > maxScanned:
		return ""
	case strings.HasPrefix(strings.TrimSpace(src), "{"):
		return jsonBlock(src, offset)
	}
	return nativeBlock(src, offset)
}

func nativeBlock(src string, offset int) string {
	tokens, _ := hclsyntax.LexConfig([]byte(src), "", hcl.InitialPos)
	header, start, depth, isHeader := "", 0, 0, false
	isEmpty := true // the line at depth 0 has no token yet
	for _, t := range tokens {
		at := t.Range.Start.Byte
		if depth == 0 && isEmpty {
			header, start, isHeader = "", at, t.Type == hclsyntax.TokenIdent
		}
		isEmpty = false
		switch t.Type {
		case hclsyntax.TokenIdent, hclsyntax.TokenOQuote, hclsyntax.TokenQuotedLit, hclsyntax.TokenCQuote:
		case hclsyntax.TokenOBrace, hclsyntax.TokenOBrack, hclsyntax.TokenOParen, hclsyntax.TokenTemplateInterp,
			hclsyntax.TokenTemplateControl:
			if depth == 0 && isHeader && t.Type == hclsyntax.TokenOBrace {
				header = strings.TrimSpace(src[start:at])
			}
			depth++
		case hclsyntax.TokenCBrace, hclsyntax.TokenCBrack, hclsyntax.TokenCParen, hclsyntax.TokenTemplateSeqEnd:
			depth = max(depth-1, 0)
		case hclsyntax.TokenNewline, hclsyntax.TokenComment:
			isEmpty = depth == 0
		case hclsyntax.TokenEOF:
			at = len(src) + 1
			isEmpty = true
		default:
			isHeader = isHeader && depth > 0
		}
		if isEmpty && offset < at {
			break
		}
	}
	if offset < start {
		return ""
	}
	return header
}

func jsonBlock(src string, offset int) string {
	type level struct {
		name, key string
		isObject  bool
		isValue   bool // the next token of an object is a value
	}
	var levels []level
	for decoder := json.NewDecoder(strings.NewReader(src)); ; {
		token, err := decoder.Token()
		if err != nil || decoder.InputOffset() > int64(offset) {
			break
		}
		if token == json.Delim('}') || token == json.Delim(']') {
			levels = levels[:len(levels)-1]
			continue
		}
		name := ""
		if n := len(levels) - 1; n >= 0 && levels[n].isObject {
			in := &levels[n]
			if in.isValue = !in.isValue; in.isValue {
				in.key, _ = token.(string)
				continue
			}
			name = in.key
		}
		if _, opens := token.(json.Delim); opens {
			levels = append(levels, level{name: name, isObject: token == json.Delim('{')})
		}
	}
	var names []string
	for _, l := range levels {
		if l.name != "" && len(names) < 3 {
			names = append(names, l.name)
		}
	}
	return strings.Join(names, ".")
}
