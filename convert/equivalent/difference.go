package equivalent

import (
	"fmt"
	"strings"

	"github.com/hashicorp/hcl/v2"
)

// The summaries of the differences.
const (
	missingAttribute = "Missing attribute"
	addedAttribute   = "Added attribute"
	missingBlock     = "Missing block"
	addedBlock       = "Added block"
	differentOrder   = "Different order"
	differentValue   = "Different value"
	commentLost      = "Comment lost"
	commentAdded     = "Comment added"
)

// Difference is one thing that is not the same on both sides. It is the Extra of
// the diagnostic that reports it, whose Summary names the kind of difference.
type Difference struct {
	// Path leads to the place: blocks from the root down, each with its labels
	// (resource "aws_instance" "web"), and then an attribute, perhaps with
	// steps into its value (tags.Name).
	Path []string
	A, B Side
	// Comment: it is one of comments, not of meaning.
	Comment bool
}

// Place is the path in one line.
func (d Difference) Place() string { return path(d.Path).String() }

// Side is what one side has where the other has something else.
type Side struct {
	// Value is an expression in native syntax, in normal form, or the header of
	// a block, or the text of a comment. It is empty if the side has nothing
	// there; of a very long one it is a part, from where the sides differ.
	Value string
	// Range is where it stands, or the file or body that lacks it.
	Range hcl.Range
}

// Differences returns the differences among diagnostics.
func Differences(diags hcl.Diagnostics) []Difference {
	var result []Difference
	for _, diag := range diags {
		if difference, ok := diag.Extra.(Difference); ok {
			result = append(result, difference)
		}
	}
	return result
}

// Failed reports whether diagnostics have an error that is no difference, so
// that there is no telling whether the files mean the same.
func Failed(diags hcl.Diagnostics) bool {
	for _, diag := range diags {
		if _, ok := diag.Extra.(Difference); !ok && diag.Severity == hcl.DiagError {
			return true
		}
	}
	return false
}

// differ reports a difference.
func (c *comparer) differ(summary string, at path, a, b Side) {
	same := 0
	for same < min(len(a.Value), len(b.Value)) && a.Value[same] == b.Value[same] {
		same++
	}
	a.Value, b.Value = brief(a.Value, same), brief(b.Value, same)
	diag := &hcl.Diagnostic{
		Severity: hcl.DiagError, Summary: summary, Subject: &a.Range,
		Extra: Difference{Path: at, A: a, B: b, Comment: summary == commentLost || summary == commentAdded},
	}
	switch {
	case b.Value == "":
		diag.Detail = fmt.Sprintf("%s: %s at %s is not in %s.", at, a.Value, a.Range, b.Range.Filename)
	case a.Value == "":
		diag.Subject = &b.Range
		diag.Detail = fmt.Sprintf("%s: %s at %s is not in %s.", at, b.Value, b.Range, a.Range.Filename)
	default:
		diag.Detail = fmt.Sprintf("%s: %s at %s, but %s at %s.", at, a.Value, a.Range, b.Value, b.Range)
	}
	c.diags = append(c.diags, diag)
}

// brief shortens a long value to what is around a position.
func brief(value string, at int) string {
	const limit, before = 300, 100
	if len(value) <= limit {
		return value
	}
	start := max(0, min(at-before, len(value)-limit))
	end := min(len(value), start+limit)
	short := strings.ToValidUTF8(value[start:end], "")
	if start > 0 {
		short = "..." + short
	}
	if end < len(value) {
		short += "..."
	}
	return short
}

// path is where something stands, from the root down.
type path []string

func (p path) join(name string) path {
	return append(p[:len(p):len(p)], name)
}

// step adds a step into the value of an attribute.
func (p path) step(step string) path {
	last := len(p) - 1
	return append(p[:last:last], p[last]+step)
}

func (p path) String() string {
	if len(p) == 0 {
		return "The file"
	}
	return strings.Join(p, " > ")
}
