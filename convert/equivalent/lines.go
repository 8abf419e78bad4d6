package equivalent

import (
	"bytes"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// hashicorp/hcl joins the lines of a template in quadratic time. So it reads an empty sequence instead of
// many plain lines: text with the same length and the same line breaks, so all positions stay exact.
// [lineRuns.restore] then puts the text of the lines into the syntax tree.

// longTemplate is the number of literal pieces of a template that are joined without a noticeable cost.
const longTemplate = 100

// lineRuns maps the offset of each run, in the file, to its text.
type lineRuns map[int]lineRun

// lineRun contains consecutive plain lines of a template, without the last line break.
type lineRun struct {
	text string
	// indent is the number of spaces before the text if hashicorp/hcl removes indentation. No other line
	// has fewer, so the other lines do not decide how many are removed. Otherwise it is 0.
	indent int
}

// replaceLines returns the text with sequences instead of long runs of plain lines.
func replaceLines(src []byte, tokens hclsyntax.Tokens, start hcl.Pos) ([]byte, lineRuns) {
	runs := lineRuns{}
	var open []hclsyntax.Token
	literals := 0
	for i, token := range tokens {
		if isLiteral(token) {
			literals++
			continue
		}
		if literals > longTemplate && tokens[i-1].Type == hclsyntax.TokenStringLit {
			flush := len(open) > 0 && bytes.HasPrefix(open[len(open)-1].Bytes, []byte("<<-"))
			from, to := tokens[i-literals].Range.Start.Byte, tokens[i-1].Range.End.Byte
			runs.find(src[from-start.Byte:to-start.Byte], from, flush)
		}
		literals = 0
		if n := levelChange(token); n > 0 {
			open = append(open, token)
		} else if n < 0 && len(open) > 0 {
			open = open[:len(open)-1]
		}
	}
	if len(runs) == 0 {
		return src, nil
	}
	src = slices.Clone(src)
	for offset, run := range runs {
		text := src[offset-start.Byte:][:len(run.text)]
		for i, b := range text {
			if b != '\n' {
				text[i] = ' '
			}
		}
		copy(text, `${""`)
		text[len(text)-1] = '}'
	}
	return src, runs
}

// find adds the runs of adjacent literals at an offset. The first lines and the last one are not part of a
// run, because sequences next to them may remove space.
func (runs lineRuns) find(text []byte, offset int, flush bool) {
	if bytes.Count(text, []byte{'\r'}) > bytes.Count(text, []byte("\r\n")) {
		return // hashicorp/hcl reads no sequences after a lone carriage return
	}
	lines := bytes.SplitAfter(bytes.TrimSuffix(text, []byte{'\n'}), []byte{'\n'})
	last := len(lines) - 1
	for i := 0; i < last; {
		end := i
		indent, ok := indentOf(lines[i], flush)
		ok = ok && i > 1 && len(withoutBreak(lines[i])) >= indent+len(`${""`)
		for ok && end < last && isPlainLine(lines[end], flush, indent) {
			end++
		}
		for end > i+1 && len(withoutBreak(lines[end-1])) == 0 {
			end-- // the last line must have room for a brace
		}
		if end > i+1 {
			runs[offset+indent] = lineRun{string(withoutBreak(bytes.Join(lines[i:end], nil)[indent:])), indent}
		}
		for end = max(end, i+1); i < end; i++ {
			offset += len(lines[i])
		}
	}
}

func withoutBreak(line []byte) []byte {
	return bytes.TrimSuffix(bytes.TrimSuffix(line, []byte{'\n'}), []byte{'\r'})
}

// indentOf returns the number of spaces at the start of a line. It returns false if hashicorp/hcl may count
// them in another way, or does not count a blank line.
func indentOf(line []byte, flush bool) (int, bool) {
	if !flush {
		return 0, true
	}
	text := bytes.TrimLeft(line, " \t")
	return len(line) - len(text), len(text) > 0 && text[0] > ' ' && text[0] <= '~'
}

func isPlainLine(line []byte, flush bool, indent int) bool {
	spaces, ok := indentOf(line, flush)
	return (ok && spaces >= indent || isBlank(string(line))) &&
		!bytes.Contains(line, []byte("${")) && !bytes.Contains(line, []byte("%{"))
}

func isBlank(line string) bool { return strings.TrimSpace(line) == "" }

// restore replaces the sequences of runs in a syntax tree with the text of the lines.
func (runs lineRuns) restore(root hclsyntax.Node) {
	if len(runs) == 0 {
		return
	}
	_ = hclsyntax.VisitAll(root, func(n hclsyntax.Node) hcl.Diagnostics {
		template, ok := n.(*hclsyntax.TemplateExpr)
		for i := 1; ok && i < len(template.Parts); i++ {
			rng := template.Parts[i].Range()
			if run, found := runs[rng.Start.Byte-len("${")]; found {
				value, _ := template.Parts[i-1].Value(nil)
				template.Parts[i] = &hclsyntax.LiteralValueExpr{Val: run.value(value.AsString()), SrcRange: rng}
			}
		}
		return nil
	})
}

// value returns the lines after hashicorp/hcl has removed indentation from the text before them.
func (r lineRun) value(before string) cty.Value {
	indent := before[strings.LastIndexByte(before, '\n')+1:]
	lines := strings.SplitAfter(r.text, "\n")
	for i, line := range lines {
		if i > 0 && r.indent > 0 && !isBlank(line) {
			lines[i] = line[r.indent-len(indent):]
		}
	}
	return cty.StringVal(strings.Join(lines, ""))
}
