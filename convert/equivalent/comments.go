package equivalent

import (
	"bytes"
	"cmp"
	stdjson "encoding/json"
	"iter"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/internal/text/limits"
)

// comment is a comment without its marker, and its position.
type comment struct {
	text string
	rng  hcl.Range
}

// mergedIndexes iterates over two sorted lists in key order. It yields the indexes of elements with
// equal keys; -1 replaces the index of an element missing from one list.
func mergedIndexes(lengthA, lengthB int, keyA, keyB func(i int) string) iter.Seq2[int, int] {
	return func(yield func(i, j int) bool) {
		i, j := 0, 0
		for more := true; more && (i < lengthA || j < lengthB); {
			switch {
			case j == lengthB || i < lengthA && keyA(i) < keyB(j):
				more = yield(i, -1)
				i++
			case i == lengthA || keyB(j) < keyA(i):
				more = yield(-1, j)
				j++
			default:
				more = yield(i, j)
				i, j = i+1, j+1
			}
		}
	}
}

func (c comment) side() Side {
	text := c.text
	if !strings.HasPrefix(text, "/*") {
		text = strings.TrimSuffix("# "+text, " ")
	}
	return Side{Value: text, Range: c.rng}
}

// commentsOf returns the comments of a side, sorted by text.
func commentsOf(bodies []body, inJSON []comment) []comment {
	var list []comment
	for _, part := range bodies {
		list = append(list, part.file.comments...)
	}
	list = append(list, inJSON...)
	slices.SortStableFunc(list, func(a, b comment) int { return cmp.Compare(a.text, b.text) })
	return list
}

func tokenComments(tokens hclsyntax.Tokens) []comment {
	var list []comment
	for _, token := range tokens {
		if token.Type != hclsyntax.TokenComment {
			continue
		}
		rng := token.Range
		if text, ended := bytes.CutSuffix(token.Bytes, []byte{'\n'}); ended {
			rng.End = rng.Start
			rng.End.Byte += len(text)
			rng.End.Column += utf8.RuneCount(text)
		}
		list = append(list, plainComments(string(token.Bytes), rng)...)
	}
	return list
}

// placeComments sets the positions of the comments of a file if a scan found them.
func (f *file) placeComments() {
	if f.unplaced {
		tokens, _ := hclsyntax.LexConfig(f.Bytes, f.Filename, hcl.InitialPos)
		f.comments, f.unplaced = tokenComments(tokens), false
	}
}

// mayContainComment reports whether a text contains a comment marker.
func mayContainComment(text []byte) bool {
	return bytes.IndexByte(text, '#') >= 0 || bytes.Contains(text, []byte("//")) || bytes.Contains(text, []byte("/*"))
}

// plainComments returns a native comment without its marker. A comment that contains the JSON text of
// a "//" property is decoded to its value.
func plainComments(text string, rng hcl.Range) []comment {
	// JSON text is valid UTF-8.
	text = string([]rune(text))
	if strings.HasPrefix(text, "/*") {
		return []comment{{lineEnd.ReplaceAllLiteralString(text, "\n"), rng}}
	}
	if rest, ok := strings.CutPrefix(text, "//"); ok {
		text = rest
	} else {
		text = strings.TrimPrefix(text, "#")
	}
	text = strings.TrimPrefix(text, " ")
	text = strings.TrimRight(text, " \t\r\n")
	if value, ok := strings.CutPrefix(text, foreignMarker); ok && stdjson.Valid([]byte(value)) {
		decoded, _ := decodeJSON([]byte(value))
		return foreignComments(decoded, rng)
	}
	return []comment{{text, rng}}
}

// lineEnd matches a line break and the carriage returns before it.
var lineEnd = regexp.MustCompile(`\r+\n`)

// foreignMarker starts a comment that holds the JSON text of a "//" property
// (docs/comments.md).
const foreignMarker = "//: "

// foreignComments returns comments for a "//" property whose value is not an annotation: the lines of
// a text, or the canonical JSON of any other value.
func foreignComments(value any, rng hcl.Range) []comment {
	if text, ok := value.(string); ok {
		return lineComments(text, rng, false)
	}
	text, _ := stdjson.Marshal(value)
	return []comment{{foreignMarker + string(text), rng}}
}

// lineComments returns the comments of a text in a "//" property: one for each line, or one for a /* */
// comment. If slashes is true, a line that starts with // is a comment with its marker.
func lineComments(text string, rng hcl.Range, slashes bool) []comment {
	var list []comment
	for text != "" {
		if strings.HasPrefix(text, "/*") {
			if end := strings.Index(text[2:], "*/"); end >= 0 {
				end += len("/*" + "*/")
				if end == len(text) || text[end] == '\n' {
					list = append(list, plainComments(text[:end], rng)...)
					text = strings.TrimPrefix(text[end:], "\n")
					continue
				}
			}
		}
		line, rest, _ := strings.Cut(text, "\n")
		text = rest
		switch line = strings.TrimRight(line, " \t\r"); {
		case line == "":
		case line[0] == '#', slashes && strings.HasPrefix(line, "//"):
			list = append(list, plainComments(line, rng)...)
		default:
			list = append(list, plainComments("# "+line, rng)...)
		}
	}
	return list
}

// commentProperty is the property that bodies ignore.
const commentProperty = "//"

// bodyComments adds the comments in the "//" properties of a JSON body.
func (c *comparer) bodyComments(b body) {
	if !c.comparesComments || !b.JSON || !c.thorough && !b.mayHaveAnnotations {
		return
	}
	decoded, _, diags := b.PartialContent(&hcl.BodySchema{Attributes: []hcl.AttributeSchema{{Name: commentProperty}}})
	first := decoded.Attributes[commentProperty]
	if first == nil {
		return
	}
	names := []hcl.Range{first.NameRange}
	for _, diag := range diags {
		if diag.Subject != nil {
			names = append(names, *diag.Subject)
		}
	}
	for _, name := range names {
		_, rest, _ := bytes.Cut(b.Bytes[min(name.End.Byte, len(b.Bytes)):], []byte{':'})
		if value, ok := decodeJSON(rest); ok {
			c.addComments(b.file, annotationComments(value, name))
		}
	}
}

func (c *comparer) addComments(f *file, list []comment) {
	side := &c.inJSON[0]
	if f.isResult {
		side = &c.inJSON[1]
	}
	*side = append(*side, list...)
}

// annotationComments returns the comments in the value of a "//" property. The value is a text, or an
// object with the members defined in docs/comments.md. Any other value is foreign.
func annotationComments(value any, rng hcl.Range) []comment {
	object, ok := value.(members)
	if !ok {
		return foreignComments(value, rng)
	}
	var rest members
	var list []comment
	slashes := usesSlashes(object)
	for _, m := range object {
		found, ok := memberComments(m.name, m.value, rng, slashes)
		if !ok {
			rest = append(rest, m)
		}
		list = append(list, found...)
	}
	if len(rest) > 0 || len(object) == 0 {
		list = append(list, foreignComments(rest, rng)...)
	}
	return list
}

// usesSlashes reports whether an annotation sets "slashes": some of its comments start with //.
func usesSlashes(note members) bool {
	for _, m := range note {
		places, _ := m.value.(members)
		for _, place := range places {
			words, _ := place.value.(string)
			if m.name == "layout" && place.name == "" && slices.Contains(strings.Fields(words), "slashes") {
				return true
			}
		}
	}
	return false
}

func memberComments(name string, member any, rng hcl.Range, slashes bool) ([]comment, bool) {
	switch name {
	case "above", "open", "inside", "end", "after":
		text, ok := member.(string)
		if !ok || strings.Trim(text, " \t\r\n") == "" || strings.Contains(text+"\n", "\r\n") {
			return nil, false
		}
		return lineComments(text, rng, slashes), true
	case "at":
		places, ok := member.(members)
		if !ok {
			return nil, false
		}
		var list []comment
		for _, at := range places {
			texts, ok := at.value.(members)
			if !ok {
				return nil, false
			}
			for _, text := range texts {
				if _, ok := text.value.(string); ok && text.name == "elements" {
					continue
				}
				found, ok := memberComments(text.name, text.value, rng, slashes)
				if !ok || text.name == "at" || text.name == "inside" || isHint(text.name, text.value) {
					return nil, false
				}
				list = append(list, found...)
			}
		}
		return list, true
	}
	return nil, isHint(name, member)
}

// isHint reports whether a member is a hint and not a comment: a list of names, a layout, or numbers
// of labels by block type.
func isHint(name string, member any) bool {
	switch name {
	case "attributes", "order", "blocks", "nulls":
		list, ok := member.([]any)
		return ok && !slices.ContainsFunc(list, func(element any) bool {
			_, ok := element.(string)
			return !ok
		})
	case "layout":
		places, ok := member.(members)
		for _, place := range places {
			_, isText := place.value.(string)
			ok = ok && isText
		}
		return ok
	case "labels":
		types, ok := member.(members)
		for _, counts := range types {
			list, several := counts.value.([]any)
			if !several {
				list = []any{counts.value}
			}
			ok = ok && len(list) > 0 && !slices.ContainsFunc(list, isNotCount)
		}
		return ok
	}
	return false
}

func isNotCount(value any) bool {
	number, ok := value.(stdjson.Number)
	if !ok {
		return true
	}
	count, err := strconv.Atoi(number.String())
	return err != nil || count < 0 || count > limits.Labels
}

// sourceComments adds the comments in the source text of a JSON string.
func (r normalizer) sourceComments(source string, lex lexer) {
	if !r.c.comparesComments || !r.c.thorough && !mayContainComment([]byte(source)) {
		return
	}
	tokens, _ := lex([]byte(source), r.Filename, hcl.InitialPos)
	for _, found := range tokenComments(tokens) {
		found.rng = *r.within
		r.c.addComments(r.file, []comment{found})
	}
}

// members contains all members of a JSON object, including duplicate names.
type members []member

type member struct {
	name  string
	value any
}

// MarshalJSON returns the canonical JSON text, with members sorted by name.
func (m members) MarshalJSON() ([]byte, error) {
	sorted := slices.Clone(m)
	slices.SortStableFunc(sorted, func(a, b member) int { return cmp.Compare(a.name, b.name) })
	var text bytes.Buffer
	text.WriteByte('{')
	for i, member := range sorted {
		if i > 0 {
			text.WriteByte(',')
		}
		// Both values were decoded from JSON.
		name, _ := stdjson.Marshal(member.name)
		value, _ := stdjson.Marshal(member.value)
		text.Write(name)
		text.WriteByte(':')
		text.Write(value)
	}
	text.WriteByte('}')
	return text.Bytes(), nil
}

// decodeJSON returns the first JSON value in src.
func decodeJSON(src []byte) (value any, ok bool) {
	decoder := stdjson.NewDecoder(bytes.NewReader(src))
	decoder.UseNumber()
	value, err := decodeNext(decoder)
	return value, err == nil
}

func decodeNext(decoder *stdjson.Decoder) (any, error) {
	token, err := decoder.Token()
	if err != nil {
		return nil, err
	}
	switch token {
	case stdjson.Delim('['):
		list := []any{}
		for decoder.More() {
			value, err := decodeNext(decoder)
			if err != nil {
				return nil, err
			}
			list = append(list, value)
		}
		_, err = decoder.Token()
		return list, err
	case stdjson.Delim('{'):
		object := members{}
		for decoder.More() {
			name, err := decoder.Token()
			if err != nil {
				return nil, err
			}
			value, err := decodeNext(decoder)
			if err != nil {
				return nil, err
			}
			object = append(object, member{name.(string), value})
		}
		_, err = decoder.Token()
		return object, err
	}
	return token, nil
}
