package annotation

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/schema"
)

// An annotation maps paths to the words for their layouts. It omits paths with canonical layout. The
// empty path is the path of the block or the file.

// LayoutWords is a path with the words for its layout.
type LayoutWords struct{ Path, Words string }

// layoutFacts contains the words and their effects on a layout, in the order in which they are
// written. If set is nil, a number or the opener of a heredoc follows the word.
var layoutFacts = []struct {
	word string
	set  func(*hclwrite.Layout)
}{
	{"", nil},
	{"joined", func(l *hclwrite.Layout) { l.Joined = true }},
	{"quoted", func(l *hclwrite.Layout) { l.QuotedKey = true }},
	{"bare", func(l *hclwrite.Layout) { l.UnquotedLabels = true }},
	{"colon", func(l *hclwrite.Layout) { l.Colon = true }},
	{"parentheses", func(l *hclwrite.Layout) { l.Wrapping |= hcltext.Parentheses }},
	{"line-before", func(l *hclwrite.Layout) { l.Wrapping |= hcltext.LineBefore }},
	{"line-behind", func(l *hclwrite.Layout) { l.Wrapping |= hcltext.LineAfter }},
	{"interpolation", func(l *hclwrite.Layout) { l.Wrapping |= hcltext.Interpolation }},
	{"line", func(l *hclwrite.Layout) { l.Lines = hcltext.OneLine }},
	{"lines", func(l *hclwrite.Layout) { l.Lines = hcltext.ManyLines }},
	{"hugged", func(l *hclwrite.Layout) { l.CloserJoined = true }},
	{"quotes", func(l *hclwrite.Layout) { l.String = hcltext.StringLayout{Quotes: true} }},
	{wordHeredoc, nil},
	{"comma", func(l *hclwrite.Layout) { l.Comma = hcltext.Yes }},
	{"no-comma", func(l *hclwrite.Layout) { l.Comma = hcltext.No }},
	{wordHead, nil},
	{wordFoot, nil},
	{"crlf", func(l *hclwrite.Layout) { l.CarriageReturns = true }},
}

const (
	wordSlashes = "slashes"
	wordHeredoc = "<<"
	wordHead    = "head="
	wordFoot    = "foot="
	// WordAll is the prefix of a word that applies to all items of an object.
	WordAll = "all-"
)

// maxIndent is the maximum indentation of a heredoc, and maxBlank the maximum number of blank lines.
// They limit the output for an annotation with larger numbers.
const (
	maxIndent = 1000
	maxBlank  = 100
)

// ReadLayout applies words to a layout. It ignores unknown words.
func ReadLayout(words string, l *hclwrite.Layout) {
	for word := range strings.FieldsSeq(words) {
		for _, fact := range layoutFacts {
			if fact.set == nil {
				if behind, ok := strings.CutPrefix(word, fact.word); ok {
					readLayoutNumber(fact.word, behind, l)
				}
			} else if fact.word == word {
				fact.set(l)
			}
		}
	}
}

// readLayoutNumber sets the number of a layout from the text after a word.
func readLayoutNumber(word, behind string, l *hclwrite.Layout) {
	number, least := layoutNumber(word, l)
	if number == nil {
		readHeredocWord(behind, l)
	} else if n, err := strconv.Atoi(behind); err == nil && n >= 0 && n <= maxBlank {
		*number = uint8(n) + least
	}
}

func readHeredocWord(opener string, l *hclwrite.Layout) {
	parts := strings.Split(opener, ",")
	if len(parts) != 3 {
		return
	}
	text, err := strconv.Atoi(parts[1])
	end, err2 := strconv.Atoi(parts[2])
	marker, flush := strings.CutPrefix(parts[0], "-")
	if err != nil || err2 != nil || min(text, end) < 0 || max(text, end) > maxIndent ||
		!hcltext.IsIdentifier(marker) {
		return
	}
	l.String = hcltext.StringLayout{
		Marker: marker, Flush: flush, Text: strings.Repeat(" ", text), End: strings.Repeat(" ", end),
	}
}

// AddBodyLayout adds the layout of the body itself. The first elements of n.layout
// must be the layouts of attributes, and attributes is their number. The layouts in blocks follow
// them.
func (n *Annotation) AddBodyLayout(l *hclwrite.Layout, attributes int) {
	attributed, inner := n.Layout[:attributes], n.Layout[attributes:]
	var words []byte
	if n.RecordsLayout {
		words = AppendLayoutWords(words, "", l)
		if n.Slashes = hasSlashes(n); n.Slashes {
			words = appendWord(words, "", wordSlashes)
		}
	}
	if attributed[0].Words = string(words); len(words) == 0 {
		attributed = attributed[1:]
	}
	if n.Layout = attributed; len(inner) > 0 {
		n.Layout = slices.Concat(inner, attributed)
	}
}

// AddLayout adds the words for the layout of a path.
func (n *Annotation) AddLayout(path string, words []byte) {
	if len(words) > 0 {
		n.Layout = append(n.Layout, LayoutWords{path, string(words)})
	}
}

// hasSlashes reports whether a comment of an annotation starts with //.
func hasSlashes(n *Annotation) bool {
	some := func(list hclwrite.Comments) bool {
		return slices.ContainsFunc(list, func(c hclwrite.Comment) bool { return strings.HasPrefix(c.Text, "//") })
	}
	return some(n.Comments) || slices.ContainsFunc(n.At, func(p CommentedPath) bool { return some(p.Comments) })
}

// AppendValueWords appends the words for the layout of a value. rule is the rule of the value, and
// all is the common layout of all items of the parent.
func AppendValueWords(
	words []byte, own hclwrite.Layout, d *schema.Dialect, rule *tables.Value, all *hclwrite.Layout,
) []byte {
	RestrictLayout(&own, d, rule)
	if all != nil {
		own.QuotedKey = own.QuotedKey && !all.QuotedKey
		own.Colon = own.Colon && !all.Colon
		if own.Comma == all.Comma {
			own.Comma = hcltext.CanonicalChoice
		}
	}
	return AppendLayoutWords(words, "", &own)
}

// RestrictLayout removes the choices from a layout that could change the meaning of a value. rule is
// the rule of the value.
func RestrictLayout(l *hclwrite.Layout, d *schema.Dialect, rule *tables.Value) {
	expression, keys := isPlainRule(rule)
	if !expression || d.Roots != nil {
		l.Wrapping = 0
	}
	if !keys || d.Roots != nil {
		l.QuotedKey = false
	}
}

// isPlainRule reports whether a value may have other parentheses, and whether its keys may have
// other quotes. rule is the rule of the value.
func isPlainRule(rule *tables.Value) (expression, keys bool) {
	return rule.IsPlain(),
		rule == nil || !rule.HasParts() && (rule.Mode == tables.Template || rule.Mode == tables.Literal)
}

// AppendLayoutWords appends the words for a layout. Each word gets the prefix.
func AppendLayoutWords(words []byte, prefix string, l *hclwrite.Layout) []byte {
	if l == nil || *l == (hclwrite.Layout{}) {
		return words
	}
	for _, fact := range layoutFacts {
		word := fact.word
		if fact.set != nil {
			with := *l
			if fact.set(&with); with != *l {
				continue
			}
		} else if number, least := layoutNumber(word, l); number != nil && *number > 0 {
			word += strconv.Itoa(int(*number - least))
		} else if number == nil && l.String.Marker != "" {
			word = heredocWord(l.String)
		} else {
			continue
		}
		words = appendWord(words, prefix, word)
	}
	return words
}

// heredocWord returns the word for a heredoc: its opener, the indentation of its lines and the
// indentation of its end.
func heredocWord(s hcltext.StringLayout) string {
	word := wordHeredoc
	if s.Flush {
		word += "-"
	}
	return word + s.Marker + "," + strconv.Itoa(len(s.Text)) + "," + strconv.Itoa(len(s.End))
}

// layoutNumber returns a pointer to the number that follows a word. The written number is smaller
// than the stored number by least.
func layoutNumber(word string, l *hclwrite.Layout) (number *uint8, least uint8) {
	switch word {
	case "":
		return &l.Blank, 1
	case wordHead:
		return &l.Head, 0
	case wordFoot:
		return &l.Foot, 0
	}
	return nil, 0
}

func appendWord(words []byte, prefix, word string) []byte {
	if len(words) > 0 {
		words = append(words, ' ')
	}
	return append(append(words, prefix...), word...)
}

// CommonLayout returns the common layout of all items of an object.
func CommonLayout(e *hclwrite.Object) (all hclwrite.Layout) {
	items := e.Elements()
	none, several := &hclwrite.Layout{}, len(items) > 1
	quoted, colons, commas, some := several, several, several, false
	for _, item := range items {
		l := cmp.Or(item.Layout, none)
		some = some || l.QuotedKey
		quoted = quoted && (l.QuotedKey || !hcltext.IsIdentifier(item.Key.Text))
		colons = colons && l.Colon
		commas = commas && l.Comma == hcltext.Yes
	}
	all.QuotedKey, all.Colon = quoted && some, colons
	if commas {
		all.Comma = hcltext.Yes
	}
	return all
}
