// Package secrets finds copies of sensitive strings in the unmarked parts of a document.
package secrets

import (
	"encoding/base64"
	"encoding/json"
	"slices"
	"strings"

	"github.com/hcljson/hcljson/internal/generate/jsonformat"
	"github.com/hcljson/hcljson/internal/text/jsontree"
)

// MinLength is the minimum length in bytes of a sensitive string to search for in other strings.
// Shorter strings occur in ordinary text by accident.
const MinLength = 8

// Set is a set of sensitive strings. The zero value is an empty set.
type Set struct {
	known map[string]bool
	// lengths contains the distinct lengths of the strings, by their first MinLength bytes.
	lengths map[string][]int
	// starts is a bitmap of hashes of the first bytes, for a fast negative answer.
	starts [1 << 16 / 64]uint64
}

// minLine is the minimum length in bytes of a single line of a sensitive string to search for.
// Indented text contains such lines separately.
const minLine = 32

// Add adds a string without leading and trailing spaces, its JSON and base64 encodings, its JSON
// encoding in JSON, and its long lines.
func (s *Set) Add(text string) {
	whole := text
	if text = strings.TrimSpace(text); len(text) < MinLength {
		return
	}
	s.addEncoded(text)
	if whole != text {
		s.insert(base64.StdEncoding.EncodeToString([]byte(whole)))
	}
	if !strings.Contains(text, "\n") {
		return
	}
	unix := strings.ReplaceAll(text, "\r\n", "\n")
	s.addEncoded(unix)
	s.addEncoded(strings.ReplaceAll(unix, "\n", "\r\n"))
	for line := range strings.Lines(unix) {
		// The delimiter lines of PEM files are not secret.
		if line = strings.TrimSpace(line); len(line) >= minLine && !strings.HasPrefix(line, "-----") {
			s.insert(line)
		}
	}
}

func (s *Set) addEncoded(text string) {
	s.insert(text)
	s.insert(base64.StdEncoding.EncodeToString([]byte(text)))
	for _, escapeHTML := range []bool{true, false} {
		once := escapeJSON(text, escapeHTML)
		s.insert(once)
		if once != text {
			s.insert(escapeJSON(once, escapeHTML))
		}
	}
}

// escapeJSON returns the JSON encoding of a string without the quotes.
func escapeJSON(text string, escapeHTML bool) string {
	var quoted strings.Builder
	encoder := json.NewEncoder(&quoted)
	encoder.SetEscapeHTML(escapeHTML)
	_ = encoder.Encode(text) // never fails for a string
	return strings.TrimSuffix(strings.TrimPrefix(quoted.String(), `"`), "\"\n")
}

// AddAll adds all strings of a value.
func (s *Set) AddAll(v *jsontree.Value) {
	if v.Kind == jsontree.String {
		s.Add(v.Text)
	}
	for i := range v.Len() {
		_, part := v.Part(i)
		s.AddAll(part)
	}
}

func (s *Set) insert(text string) {
	if s.known[text] {
		return
	}
	if s.known == nil {
		s.known = map[string]bool{}
		s.lengths = map[string][]int{}
	}
	start := text[:MinLength]
	s.known[text] = true
	if !slices.Contains(s.lengths[start], len(text)) {
		s.lengths[start] = append(s.lengths[start], len(text))
	}
	bit := prefixHash(start)
	s.starts[bit/64] |= 1 << (bit % 64)
}

// prefixHash returns a 16-bit hash of the first MinLength bytes of a string.
func prefixHash(start string) uint32 {
	hash := uint32(2166136261)
	for i := range MinLength {
		hash = (hash ^ uint32(start[i])) * 16777619
	}
	return hash>>16 ^ hash&0xffff
}

// Matches reports whether a string equals or contains a sensitive string.
func (s *Set) Matches(text string) bool { return s.MatchesLength(text, MinLength) }

// MatchesLength reports whether a string equals or contains a sensitive string with at least this length.
// least must not be below [MinLength].
func (s *Set) MatchesLength(text string, least int) bool {
	if len(s.known) == 0 {
		return false
	}
	for i := 0; i+least <= len(text); i++ {
		start := text[i : i+MinLength]
		bit := prefixHash(start)
		if s.starts[bit/64]&(1<<(bit%64)) == 0 {
			continue
		}
		for _, length := range s.lengths[start] {
			if length >= least && i+length <= len(text) && s.known[text[i:i+length]] {
				return true
			}
		}
	}
	return false
}

// AddDocument adds the strings with sensitive marks in a document. Each side of a change uses its
// own marks, because a value with a mark on the other side only can occur anywhere. Sensitive
// outputs with an object or a list usually contain whole resources, which have marks of their own.
// AddDocument adds such outputs only if whole is set.
func (s *Set) AddDocument(doc *jsonformat.Document, whole bool) {
	if doc.State != nil {
		s.addValues(doc.State.Values, whole)
	}
	plan := doc.Plan
	if plan == nil {
		return
	}
	if plan.Prior != nil {
		s.addValues(plan.Prior.Values, whole)
	}
	if plan.Planned != nil {
		s.addOutputs(plan.Planned.Outputs, whole)
	}
	for c := range plan.EachChange {
		s.AddMarked(c.Change.Before, c.Change.BeforeSensitive)
		s.AddMarked(c.Change.After, c.Change.AfterSensitive)
	}
	for i := range plan.Actions {
		s.AddMarked(plan.Actions[i].Values, plan.Actions[i].Sensitive)
	}
	for i := range plan.DeferredActions {
		s.AddMarked(plan.DeferredActions[i].Values, plan.DeferredActions[i].Sensitive)
	}
	for i := range plan.OutputChanges {
		c := &plan.OutputChanges[i].Change
		s.addOutput(c.Before, c.BeforeSensitive, whole)
		s.addOutput(c.After, c.AfterSensitive, whole)
	}
	if plan.Configuration != nil {
		s.addVariables(plan)
	}
}

func (s *Set) addValues(values *jsonformat.Values, whole bool) {
	if values == nil {
		return
	}
	s.addOutputs(values.Outputs, whole)
	for r := range values.Root.All {
		s.AddMarked(r.Values, r.Sensitive)
	}
}

func (s *Set) addOutputs(outputs []jsonformat.Output, whole bool) {
	for i := range outputs {
		if o := &outputs[i]; o.Sensitive {
			s.addOutput(o.Value, markAll, whole)
		}
	}
}

var markAll = jsonformat.NewValue(true)

func (s *Set) addOutput(value, marks jsonformat.Value, whole bool) {
	if whole || marks.IsTrue() && strings.HasPrefix(value.JSON(), `"`) {
		s.AddMarked(value, marks)
	}
}

func (s *Set) addVariables(plan *jsonformat.Plan) {
	sensitive := map[string]bool{}
	for _, v := range plan.Configuration.Root.Variables {
		if sensitive[v.Name] = v.Sensitive || v.Ephemeral; sensitive[v.Name] {
			s.AddMarked(v.Default, markAll)
		}
	}
	for _, v := range plan.Variables {
		if sensitive[v.Name] {
			s.AddMarked(v.Value, markAll)
		}
	}
}

// AddMarked adds the marked strings of a value. It does not parse values without marks.
func (s *Set) AddMarked(value, marks jsonformat.Value) {
	if value.IsSet() && strings.Contains(marks.JSON(), "true") {
		s.addMarked(value.Tree(), marks.Tree())
	}
}

func (s *Set) addMarked(v, marks *jsontree.Value) {
	switch {
	case !marks.ContainsTrue():
	case marks.Kind != v.Kind || v.Kind == jsontree.Array && len(v.Elems) != len(marks.Elems):
		s.AddAll(v) // marks of another shape apply to the whole value
	case v.Kind == jsontree.Array:
		for i := range v.Elems {
			s.addMarked(&v.Elems[i], &marks.Elems[i])
		}
	case v.Kind == jsontree.Object:
		// Add each value of a repeated name if one of the marks for the name is true.
		byName := make(map[string]*jsontree.Value, len(marks.Members))
		for i := range marks.Members {
			if m := &marks.Members[i]; !byName[m.Name].IsTrue() {
				byName[m.Name] = &m.Value
			}
		}
		for i := range v.Members {
			s.addMarked(&v.Members[i].Value, byName[v.Members[i].Name])
		}
	}
}
