package address

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/text/hcltext"
)

// substitution is a command s/PATTERN/REPLACEMENT/FLAGS of sed. The pattern is a basic regular
// expression.
type substitution struct {
	// patterns are the expressions for a part of a text. The first index is 1 if the part is at the
	// start of the text, and the second index is 1 if it is at the end.
	patterns [2][2]*regexp.Regexp
	// replacement is the text for a match, in which $1 and so on represent its groups.
	replacement string
	global      bool
}

func parseSubstitution(text string) (*substitution, error) {
	invalid := func(format string, args ...any) (*substitution, error) {
		return nil, fmt.Errorf("%s is not a substitution such as s/old/new/: %s", text, fmt.Sprintf(format, args...))
	}
	if len(text) < 2 || text[0] != 's' || strings.IndexByte("\\\n&[]", text[1]) >= 0 || text[1] >= 0x80 {
		return invalid("it must start with s and a delimiter, which is not & or a bracket")
	}
	parts, ok := splitAt(text[2:], text[1])
	if !ok {
		return invalid("the delimiter %c must occur three times", text[1])
	}
	if sequence := unsupportedSequence(parts[0], parts[1], text[1]); sequence != "" {
		return invalid("%s is not supported", sequence)
	}
	s := &substitution{replacement: goReplacement(parts[1])}
	mode := "(?s)"
	for _, flag := range parts[2] {
		switch flag {
		case 'g':
			s.global = true
		case 'i', 'I':
			mode = "(?si)"
		default:
			return invalid("%c is no flag; g and i are", flag)
		}
	}
	for start := range 2 {
		for end := range 2 {
			expression, err := goPattern(parts[0], start == 1, end == 1)
			var pattern *regexp.Regexp
			if err == nil {
				pattern, err = regexp.Compile(mode + expression)
			}
			if err != nil {
				return invalid("%s", strings.TrimPrefix(err.Error(), "error parsing regexp: "))
			}
			pattern.Longest()
			s.patterns[start][end] = pattern
			for group := pattern.NumSubexp() + 1; group < 10; group++ {
				if strings.Contains(s.replacement, fmt.Sprintf("${%d}", group)) {
					return invalid("the pattern has no group %d", group)
				}
			}
		}
	}
	return s, nil
}

// unsupportedSequence returns a sequence with a backslash that sed and Go's regular expressions read
// differently, or "".
func unsupportedSequence(pattern, replacement string, delimiter byte) string {
	isLetter := func(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
	inSet := false
	for i := 0; i < len(pattern); i++ {
		switch c := pattern[i]; {
		case inSet && strings.HasPrefix(pattern[i:], "["+string(delimiter)+"]"): // an escaped delimiter
			return "\\" + string(delimiter) + " in brackets"
		case inSet && c == '\\':
			return "\\ in brackets"
		case c == '[':
			inSet = true
		case c == ']':
			inSet = false
		case c == '\\' && i+1 < len(pattern):
			i++
			if c = pattern[i]; isLetter(c) && strings.IndexByte("wWsSbBnt", c) < 0 || c >= '1' && c <= '9' || strings.IndexByte("<>`'", c) >= 0 {
				return pattern[i-1 : i+1]
			}
		}
	}
	for i := 0; i+1 < len(replacement); i++ {
		if replacement[i] == '\\' {
			if i++; isLetter(replacement[i]) && replacement[i] != 'n' && replacement[i] != 't' {
				return replacement[i-1 : i+1]
			}
		}
	}
	return ""
}

// splitAt splits the rest of a substitution at its delimiter. A backslash before the delimiter makes
// it a part of the text.
func splitAt(text string, delimiter byte) (parts [3]string, ok bool) {
	n := 0
	for i := 0; i < len(text); i++ {
		switch {
		case n == 2:
			parts[2] += text[i:]
			return parts, true
		case text[i] == '\\' && i+1 < len(text):
			if i++; text[i] != delimiter {
				parts[n] += `\` + text[i:i+1]
			} else if n == 0 {
				parts[0] += "[" + text[i:i+1] + "]"
			} else {
				parts[n] += text[i : i+1]
			}
		case text[i] == delimiter:
			n++
		default:
			parts[n] += text[i : i+1]
		}
	}
	return parts, n == 2
}

// never is an expression that matches no text.
const never = `[^\x00-\x{10FFFF}]`

// goPattern converts a basic regular expression to the syntax of Go. ^ and $ match only at the start
// and the end of the whole text.
func goPattern(text string, atStart, atEnd bool) (string, error) {
	var b strings.Builder
	anchor := func(here bool, anchor string) {
		if !here {
			anchor = never
		}
		b.WriteString(anchor)
	}
	// start is true at the start of an alternative, where ^ is an anchor. bare is true where a
	// repetition operator is an ordinary character. repeats is true after a repetition operator.
	start, bare, repeats := true, true, false
	for i := 0; i < len(text); i++ {
		rest, wasStart, wasBare, after := text[i+1:], start, bare, repeats
		start, bare, repeats = false, false, false
		switch c := text[i]; {
		case c == '\\' && rest != "":
			i++
			switch {
			case rest[0] == '(' || rest[0] == '|':
				start, bare = true, true
				b.WriteByte(rest[0])
			case strings.IndexByte("+?{", rest[0]) >= 0 && wasBare:
				b.WriteString(regexp.QuoteMeta(rest[:1]))
			case strings.IndexByte("+?{", rest[0]) >= 0 && after:
				return "", errors.New("two repetitions follow each other")
			case strings.IndexByte("){}+?", rest[0]) >= 0:
				repeats = rest[0] != ')' && rest[0] != '{'
				b.WriteByte(rest[0])
				if strings.HasPrefix(rest, "{,") {
					b.WriteByte('0')
				}
			default: // an escaped character, or a class such as \w
				b.WriteString(text[i-1 : i+1])
			}
		case c == '^' && wasStart:
			anchor(atStart, `\A`)
			bare = true
		case c == '$' && (rest == "" || strings.HasPrefix(rest, `\)`) || strings.HasPrefix(rest, `\|`)):
			anchor(atEnd, `\z`)
		case c == '*' && after:
			return "", errors.New("two repetitions follow each other")
		case c == '[':
			end := i + 1
			if strings.HasPrefix(text[end:], "^") {
				end++
			}
			if strings.HasPrefix(text[end:], "]") {
				end++
			}
			for end < len(text) && text[end] != ']' {
				if strings.HasPrefix(text[end:], "[:") {
					end += max(0, strings.Index(text[end:], ":]")) + 1
				}
				end++
			}
			set := text[i:min(end+1, len(text))]
			b.WriteString(strings.ReplaceAll(set, `\`, `\\`))
			i = end
		case c == '.', c == '*' && !wasBare:
			b.WriteByte(c)
			repeats = c == '*'
		default:
			b.WriteString(regexp.QuoteMeta(text[i : i+1]))
		}
	}
	return b.String(), nil
}

// goReplacement converts a replacement of sed to a template for [regexp.Regexp.Expand].
func goReplacement(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\' && i+1 < len(text):
			i++
			switch c = text[i]; {
			case c >= '0' && c <= '9':
				fmt.Fprintf(&b, "${%c}", c)
			case c == 'n':
				b.WriteByte('\n')
			case c == 't':
				b.WriteByte('\t')
			case c == '$':
				b.WriteString("$$")
			default:
				b.WriteByte(c)
			}
		case c == '&':
			b.WriteString("${0}")
		case c == '$':
			b.WriteString("$$")
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// template applies the substitution to the literal parts of a template. It returns false if an
// interpolation or a directive would change.
func (s *substitution) template(text string) (result string, ok bool) {
	literals, sequences := templateParts(text)
	var b strings.Builder
	done := false
	for i, old := range literals {
		pattern := s.patterns[number(i == 0)][number(i == len(sequences))]
		if literals[i] = s.literal(pattern, old, &done); i > 0 {
			b.WriteString(sequences[i-1])
		}
		b.WriteString(hcltext.EscapeTemplate(literals[i]))
	}
	result = b.String()
	again, same := templateParts(result)
	return result, slices.Equal(again, literals) && slices.Equal(same, sequences)
}

// templateParts returns the literal texts before, between and after the interpolations and directives
// of a template, and the sources of these sequences.
func templateParts(text string) (literals, sequences []string) {
	tokens, _ := hclsyntax.LexTemplate([]byte(text), "", hcl.InitialPos)
	depth, start, end := 0, 0, 0
	for _, token := range tokens {
		switch token.Type {
		case hclsyntax.TokenTemplateInterp, hclsyntax.TokenTemplateControl:
			if depth++; depth == 1 {
				start = token.Range.Start.Byte
				literals = append(literals, hcltext.TemplateText(text[end:start]))
			}
		case hclsyntax.TokenTemplateSeqEnd:
			if depth--; depth == 0 {
				end = token.Range.End.Byte
				sequences = append(sequences, text[start:end])
			}
		}
	}
	return append(literals, hcltext.TemplateText(text[end:])), sequences
}

func number(b bool) int {
	if b {
		return 1
	}
	return 0
}

// literal returns a literal text after the substitution. done is true after the first match of the
// template.
func (s *substitution) literal(pattern *regexp.Regexp, text string, done *bool) string {
	var out []byte
	at := 0
	for _, match := range pattern.FindAllStringSubmatchIndex(text, -1) {
		if *done && !s.global {
			break
		}
		*done = true
		out = append(out, text[at:match[0]]...)
		out = pattern.ExpandString(out, s.replacement, text, match)
		at = match[1]
	}
	return string(out) + text[at:]
}

// substitute changes the text of a string.
func (c *Change) substitute(p *place) hcl.Diagnostics {
	s, err := parseSubstitution(c.Text[0])
	if err != nil {
		return p.cannot("cannot be changed: " + err.Error())
	}
	slot := p.slot()
	t, ok := (*slot).(*hclwrite.Template)
	if !ok {
		return p.cannot("is not a string, and only the text of a string can be changed with ~=")
	}
	text, ok := s.template(t.Text)
	if !ok {
		return p.cannot("cannot be changed: the new text would change an interpolation")
	}
	if text != t.Text {
		p.setValue(&hclwrite.Template{Text: text})
	}
	return nil
}
