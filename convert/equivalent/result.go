package equivalent

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/internal/text/diagnostic"
)

// fork returns a comparer for a comparison whose result may be dropped.
func (c *comparer) fork() *comparer {
	fork := *c
	fork.inJSON, fork.Result = [2][]comment{}, Result{}
	return &fork
}

// joinFork adds the result of a fork.
func (c *comparer) joinFork(fork *comparer) {
	c.Differences = append(c.Differences, fork.Differences...)
	c.Diagnostics = append(c.Diagnostics, fork.Diagnostics...)
	for i := range c.inJSON {
		c.inJSON[i] = append(c.inJSON[i], fork.inJSON[i]...)
	}
}

func (c *comparer) errorf(rng hcl.Range, summary, format string, args ...any) {
	c.Diagnostics = append(c.Diagnostics, errorAt(rng, summary, fmt.Sprintf(format, args...))...)
}

func (c *comparer) warnf(rng hcl.Range, summary, format string, args ...any) {
	c.Diagnostics = append(c.Diagnostics, &hcl.Diagnostic{
		Severity: hcl.DiagWarning, Summary: summary, Detail: fmt.Sprintf(format, args...), Subject: &rng,
		Extra: diagnostic.CodeOf(summary),
	})
}

func errorAt(rng hcl.Range, summary, detail string) hcl.Diagnostics {
	return hcl.Diagnostics{{
		Severity: hcl.DiagError, Summary: summary, Detail: detail, Subject: &rng, Extra: diagnostic.CodeOf(summary),
	}}
}

// missingRange returns the range for a value that a side lacks.
func missingRange(bodies []body) hcl.Range {
	if len(bodies) == 0 {
		return hcl.Range{}
	}
	return bodies[len(bodies)-1].MissingItemRange()
}

// addDifference reports a difference of meaning.
func (c *comparer) addDifference(summary string, at path, a, b Side) {
	c.recordDifference(Difference{Summary: summary, Path: at, A: a, B: b})
}

// recordDifference records a difference. Long values are reduced to the part that differs.
func (c *comparer) recordDifference(d Difference) {
	same := 0
	for same < min(len(d.A.Value), len(d.B.Value)) && d.A.Value[same] == d.B.Value[same] {
		same++
	}
	d.A.Value, d.B.Value = excerpt(d.A.Value, same), excerpt(d.B.Value, same)
	c.Differences = append(c.Differences, d)
}

// excerpt returns the part of a long value around a position.
func excerpt(value string, at int) string {
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

// Verdict is the outcome of a comparison.
type Verdict uint8

const (
	// Equal means the sides have the same meaning.
	Equal Verdict = iota
	// Different means the sides have different meanings.
	Different
	// Unknown means an error prevents a decision.
	Unknown
)

// String returns the name of the outcome in lower case.
func (v Verdict) String() string {
	switch v {
	case Equal:
		return "equal"
	case Different:
		return "different"
	}
	return "unknown"
}

// Result is the result of a comparison. The zero value is the result for equal sides.
type Result struct {
	// Differences are the differences between the sides.
	Differences []Difference
	// Diagnostics are warnings, and errors that prevent a decision, such as a syntax error.
	Diagnostics hcl.Diagnostics
}

// Messages returns the diagnostics, followed by those of the differences in the order of the first
// side. Content of only the second side follows the previous difference.
func (r Result) Messages() hcl.Diagnostics {
	differences := slices.Clone(r.Differences)
	previous := hcl.Range{}
	for i := range differences {
		d := &differences[i]
		if d.A.Value != "" {
			previous = d.A.Range
		}
		d.place = previous
	}
	slices.SortStableFunc(differences, func(a, b Difference) int {
		return cmp.Or(strings.Compare(a.place.Filename, b.place.Filename), a.place.Start.Byte-b.place.Start.Byte)
	})
	list := slices.Clone(r.Diagnostics)
	for _, difference := range differences {
		list = append(list, difference.Diagnostic())
	}
	return list
}

// Equal reports whether the sides are equal for certain.
func (r Result) Equal() bool { return r.Verdict() == Equal }

// Verdict returns the outcome. It is Unknown after an error, even if there are differences.
func (r Result) Verdict() Verdict {
	switch {
	case r.Diagnostics.HasErrors():
		return Unknown
	case len(r.Differences) > 0:
		return Different
	}
	return Equal
}

const notInSchema = "Not in the schema"

// Difference is a difference between the sides.
type Difference struct {
	// Summary is the kind of difference.
	Summary string
	// Path is the place: blocks from the root down, each with its labels (resource "aws_instance"
	// "web"), and then possibly an attribute, with steps into its value (tags.Name).
	Path []string
	A, B Side
	// Comment is true for a difference of comments, not of meaning.
	Comment bool
	// Order is true if both sides have the same blocks in another order.
	Order bool
	place hcl.Range // by which it is ordered
}

// Diagnostic returns the error for the difference. Its Extra is the difference.
func (d Difference) Diagnostic() *hcl.Diagnostic {
	diag := &hcl.Diagnostic{Severity: hcl.DiagError, Summary: d.Summary, Subject: &d.A.Range, Extra: d}
	switch {
	case d.B.Value == "":
		diag.Detail = fmt.Sprintf("%s: %s at %s is not in %s.", d.Place(), d.A.Value, d.A.Range, d.B.Range.Filename)
	case d.A.Value == "":
		diag.Subject = &d.B.Range
		diag.Detail = fmt.Sprintf("%s: %s at %s is not in %s.", d.Place(), d.B.Value, d.B.Range, d.A.Range.Filename)
	default:
		diag.Detail = fmt.Sprintf("%s: %s at %s, but %s at %s.", d.Place(), d.A.Value, d.A.Range, d.B.Value, d.B.Range)
	}
	return diag
}

// UnwrapDiagnosticExtra returns the code of the kind of difference, for convert.CodeOf.
func (d Difference) UnwrapDiagnosticExtra() any {
	return &diagnostic.Details{Code: diagnostic.CodeOf(d.Summary), Difference: &diagnostic.Difference{
		Path: append([]string{}, d.Path...), A: d.A.json(), B: d.B.json(),
	}}
}

func (s Side) json() diagnostic.Side {
	return diagnostic.Side{Value: s.Value, Range: diagnostic.RangeOf(s.Range)}
}

// Place returns the path on one line.
func (d Difference) Place() string { return path(d.Path).String() }

// Side is one side of a difference.
type Side struct {
	// Value is an expression in native syntax in normal form, the header of a block, or the text of
	// a comment. It is empty if the side lacks the value. A very long value is reduced to the part
	// that differs.
	Value string
	// Range is the position of the value, or of the file or body that lacks it.
	Range hcl.Range
}

// path is a place, from the root down.
type path []string

func (p path) join(name string) path {
	return append(p[:len(p):len(p)], name)
}

// step adds a step into the value of an attribute.
func (p path) step(step string) path {
	last := len(p) - 1
	return append(p[:last:last], p[last]+step)
}

// String returns the steps of the path, from the file to the value.
func (p path) String() string {
	if len(p) == 0 {
		return "The file"
	}
	return strings.Join(p, " > ")
}

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
