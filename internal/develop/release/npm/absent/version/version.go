// Package version stands in for hashicorp/go-version. It has versions of numbers alone, and
// the constraints of such.
package version

import (
	"slices"
	"strconv"
	"strings"
)

// missing is what whoever asks for another version learns; see service.Absent.
type missing struct{}

func (missing) Absent() {}

func (missing) Error() string { return "hashicorp/go-version is not in this program as a whole" }

// Version is a version of numbers.
type Version struct {
	segments []int
	given    int
}

// NewVersion panics for a version that has more than numbers. One before a space is an error.
func NewVersion(text string) (*Version, error) {
	if before, ok := strings.CutSuffix(text, " "); ok {
		_, _ = NewVersion(before)
		return nil, missing{}
	}
	parts := strings.Split(text, ".")
	v := &Version{given: len(parts)}
	for _, part := range parts {
		n, err := strconv.Atoi(part)
		if err != nil || len(part) > 9 || part[0] < '0' || len(parts) > 3 {
			panic(missing{})
		}
		v.segments = append(v.segments, n)
	}
	for len(v.segments) < 3 {
		v.segments = append(v.segments, 0)
	}
	return v, nil
}

// Must returns a version.
func Must(v *Version, _ error) *Version { return v }

// Segments are the numbers, at least three.
func (v *Version) Segments() []int { return v.segments }

// Core is the version without what is more than numbers.
func (v *Version) Core() *Version { return v }

// LessThan reports whether a version is before another.
func (v *Version) LessThan(o *Version) bool { return slices.Compare(v.segments, o.segments) < 0 }

// GreaterThan reports whether a version is after another.
func (v *Version) GreaterThan(o *Version) bool { return o.LessThan(v) }

// Constraint is an operator and a version.
type Constraint struct {
	operator, text string
	version        *Version
}

// Constraints are several, all of which count.
type Constraints []*Constraint

// The operators, those first that begin with another one.
var operators = []string{"<=", ">=", "!=", "~>", "<", ">", "=", ""}

// NewConstraint reads constraints.
func NewConstraint(text string) (Constraints, error) {
	var list Constraints
	for part := range strings.SplitSeq(text, ",") {
		c := &Constraint{text: part}
		part = strings.Trim(part, " ")
		at := slices.IndexFunc(operators, func(operator string) bool { return strings.HasPrefix(part, operator) })
		c.operator = operators[at]
		c.version, _ = NewVersion(strings.TrimLeft(part[len(c.operator):], " "))
		list = append(list, c)
	}
	return list, nil
}

func (c *Constraint) String() string { return c.text }

// Check reports whether a version fits.
func (c *Constraint) Check(v *Version) bool {
	order := slices.Compare(v.segments, c.version.segments)
	switch c.operator {
	case "<=":
		return order <= 0
	case ">=":
		return order >= 0
	case "<":
		return order < 0
	case ">":
		return order > 0
	case "!=":
		return order != 0
	case "~>":
		fixed := max(c.version.given-1, 0)
		return order >= 0 && slices.Equal(v.segments[:fixed], c.version.segments[:fixed]) &&
			v.segments[2] >= c.version.segments[2]
	}
	return order == 0
}
