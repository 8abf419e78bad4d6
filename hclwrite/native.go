package hclwrite

import (
	"bytes"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// formatOneLine lays out an expression, or a template sequence in quotes, as
// upstream's formatter does. It reports false when the result would need more
// than one line.
func formatOneLine(text string) (string, bool) {
	out := strings.TrimPrefix(string(formatValue(text)), valueLead)
	return out, !strings.Contains(out, "\n")
}

// valueLead stands before an expression that is to be formatted.
const valueLead = "x = "

// formatValue formats an attribute with the given value, without the line end.
// Upstream's formatter may need a second run to come to rest; a text that it
// leaves alone needs none.
func formatValue(text string) []byte {
	src := []byte(valueLead + text + "\n")
	out := format(src)
	if !bytes.Equal(out, src) {
		out = format(out)
	}
	return bytes.TrimSuffix(out, []byte{'\n'})
}

// nativeLine is a line of a formatted expression on several lines.
type nativeLine struct {
	text string
	// verbatim lines belong to a heredoc and are never indented.
	verbatim bool
}

// formatLines lays out an expression that does not fit on one line. joins
// reports whether its first line takes part in the alignment of = signs;
// uncertain, whether the lines' layout depends on what stands around them.
func formatLines(text string) (lines []nativeLine, joins, uncertain bool) {
	text = outdent(parenthesise(text))
	if _, _, plain := lineBreaks(text); plain {
		src := string(formatValue(text))
		joins, _, _ = lineBreaks(src)
		for line := range strings.SplitSeq(strings.TrimPrefix(src, valueLead), "\n") {
			lines = append(lines, nativeLine{text: line})
		}
		return lines, joins, false
	}
	src := formatValue(text)
	tokens, _ := hclsyntax.LexConfig(append(src, '\n'), "", hcl.InitialPos)
	verbatim := make(map[int]bool)
	net, first := 0, true
	heredoc := 0
	for _, token := range tokens {
		switch token.Type {
		case hclsyntax.TokenOBrace, hclsyntax.TokenOBrack, hclsyntax.TokenOParen, hclsyntax.TokenTemplateInterp, hclsyntax.TokenTemplateControl:
			if first {
				net++
			}
		case hclsyntax.TokenCBrace, hclsyntax.TokenCBrack, hclsyntax.TokenCParen, hclsyntax.TokenTemplateSeqEnd:
			if first {
				net--
			}
		case hclsyntax.TokenOHeredoc:
			heredoc++
		case hclsyntax.TokenCHeredoc:
			heredoc--
			verbatim[token.Range.Start.Line] = true
		case hclsyntax.TokenComment:
			if strings.HasSuffix(string(token.Bytes), "\n") {
				first = false
			}
			for line := token.Range.Start.Line + 1; line <= token.Range.End.Line && token.Bytes[0] == '/' && token.Bytes[1] == '*'; line++ {
				verbatim[line] = true
			}
			uncertain = true
		case hclsyntax.TokenNewline:
			first = false
			uncertain = uncertain || heredoc > 0
		}
		if heredoc > 0 && token.Type != hclsyntax.TokenOHeredoc {
			for line := token.Range.Start.Line; line <= token.Range.End.Line; line++ {
				verbatim[line] = true
			}
		}
	}
	for i, line := range strings.Split(string(src), "\n") {
		if i == 0 {
			line = strings.TrimPrefix(line, valueLead)
		}
		lines = append(lines, nativeLine{line, i > 0 && verbatim[i+1]})
	}
	return lines, net == 0, uncertain
}

// outdent takes off the indentation that an expression's last line has, so that
// one that is formatted already is so where it stands alone. In heredocs and
// block comments indentation is content.
func outdent(text string) string {
	if strings.Contains(text, "<<") || strings.Contains(text, "/*") {
		return text
	}
	last := text[strings.LastIndexByte(text, '\n')+1:]
	indent := last[:len(last)-len(strings.TrimLeft(last, " "))]
	if indent == "" {
		return text
	}
	return strings.ReplaceAll(text, "\n"+indent, "\n")
}

// lineBreaks looks at the line breaks of an expression. joins: no bracket is open
// at the first; bare: none is open at one of them. plain is false when there may
// be comments or heredocs; the rest is unknown then.
func lineBreaks(text string) (joins, bare, plain bool) {
	if strings.IndexByte(text, '#') >= 0 || strings.Contains(text, "//") || strings.Contains(text, "/*") || strings.Contains(text, "<<") {
		return false, false, false
	}
	var room [8]frame
	s := scanner{stack: append(room[:0], frame{})}
	joins = true
	first := true
	for i := range len(text) {
		if text[i] != '\n' {
			continue
		}
		s.src = text[:i]
		if !s.run(0) {
			return false, false, false
		}
		outside := len(s.stack) == 1
		if first {
			joins, first = outside, false
		}
		bare = bare || outside
	}
	return joins, bare, true
}

// parenthesise puts an expression in parentheses when it can't stand alone as
// the value of an attribute: with a newline outside of brackets, or a comment
// that would swallow what follows.
func parenthesise(text string) string {
	if _, bare, plain := lineBreaks(text); plain {
		if bare {
			return "(\n" + text + "\n)"
		}
		return text
	}
	depth := 0
	// A heredoc's own line end is no newline token until something follows it.
	bare, broken := true, false
	tokens, _ := hclsyntax.LexExpression([]byte(text+"\n"), "", hcl.InitialPos)
	for _, token := range tokens {
		switch token.Type {
		case hclsyntax.TokenNewline:
			broken = broken || depth == 0
			continue
		case hclsyntax.TokenEOF:
			continue
		case hclsyntax.TokenComment:
			bare = bare && (depth > 0 || strings.HasPrefix(string(token.Bytes), "/*"))
		case hclsyntax.TokenOBrace, hclsyntax.TokenOBrack, hclsyntax.TokenOParen, hclsyntax.TokenTemplateInterp, hclsyntax.TokenTemplateControl:
			depth++
		case hclsyntax.TokenCBrace, hclsyntax.TokenCBrack, hclsyntax.TokenCParen, hclsyntax.TokenTemplateSeqEnd:
			depth--
		}
		bare = bare && !broken
	}
	if bare {
		return text
	}
	return "(\n" + strings.TrimRight(text, "\n") + "\n)"
}

// endsWithHeredoc reports whether an expression, as the printer writes it, ends
// with a heredoc, so that nothing can follow on its last line.
func endsWithHeredoc(text string) bool {
	if !strings.Contains(text, "<<") || !NeedsNewline(text) {
		return false
	}
	return NeedsNewline(parenthesise(text))
}

// mayNeedNewline looks at the last line of an expression alone, which is the marker
// of a heredoc, or holds one of a comment, if the expression ends with either.
func mayNeedNewline(text string) bool {
	text = strings.TrimSpace(text)
	start := strings.LastIndexByte(text, '\n') + 1
	last := text[start:]
	return strings.Contains(last, "#") || strings.Contains(last, "//") ||
		hclIdentifier(strings.TrimSpace(last)) && strings.Contains(text[:start], "<<")
}

// NeedsNewline reports whether an expression ends with a heredoc or a line
// comment, so that a closing bracket has to stand on the next line.
func NeedsNewline(text string) bool {
	if !mayNeedNewline(text) {
		return false
	}
	tokens, _ := hclsyntax.LexExpression([]byte(text+"\n"), "", hcl.InitialPos)
	for i := len(tokens) - 1; i >= 0; i-- {
		switch tokens[i].Type {
		case hclsyntax.TokenEOF, hclsyntax.TokenNewline:
		case hclsyntax.TokenCHeredoc:
			return true
		case hclsyntax.TokenComment:
			return !strings.HasPrefix(string(tokens[i].Bytes), "/*")
		default:
			return false
		}
	}
	return false
}
