package main

import (
	"bytes"
	"fmt"
	"slices"
	"time"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/internal/oracle"
)

// fault is a kind of failure.
type fault uint8

const (
	// refused: the converter does not accept what hashicorp/hcl accepts.
	refused fault = iota
	// invalid: the JSON is none, or has a name twice in one object.
	invalid
	// different: the meaning has changed.
	different
	// lost: comments have been lost or added.
	lost
	// unformatted: hashicorp/hcl formats the native syntax differently.
	unformatted
	// unstable: a second round trip gives another text.
	unstable
	panicked
	slow

	faults
)

var faultNames = [faults]string{"refused", "invalid", "different", "comments", "unformatted", "unstable", "panicked", "slow"}

type failure struct {
	fault  fault
	detail string
}

// outcome is what came of one file.
type outcome struct {
	path     string
	json     bool
	warnings int
	// rejected: hashicorp/hcl does not accept the file; accepted: but the
	// converter does.
	rejected, accepted bool
	// outside: the file is not what its language allows, so that no product
	// accepts it.
	outside  bool
	failures []failure
}

// fail notes a failure. A file has at most one of each kind, the first.
func (o *outcome) fail(f fault, step, detail string) {
	if slices.ContainsFunc(o.failures, func(known failure) bool { return known.fault == f }) {
		return
	}
	if step != "" {
		detail = step + ": " + detail
	}
	o.failures = append(o.failures, failure{fault: f, detail: detail})
}

// excused reports whether a failure does not count: what no product accepts may
// be refused, and has no meaning to keep.
func (o *outcome) excused(f failure) bool {
	return o.outside && (f.fault == refused || f.fault == different)
}

// check is the proof for one file.
type check struct {
	job
	options
	outcome
}

func (c *check) run() {
	if c.file.JSON {
		c.runJSON()
	} else {
		c.runNative()
	}
}

var forms = []struct {
	name string
	form convert.Form
}{{"general", convert.General}, {"compact", convert.Compact}}

func (c *check) runNative() {
	if _, diags := hclsyntax.ParseConfig(c.src, c.name, hcl.InitialPos); diags.HasErrors() {
		c.rejected = true
		_, diags := c.toJSON(c.src, c.name, c.file.Dialect, convert.Options{})
		c.accepted = !diags.HasErrors()
		return
	}
	original := oracle.Source{Bytes: c.src, Filename: c.name}
	// Compared with itself, a file shows whether it follows the schema.
	c.compare("source", original, original)
	for _, f := range forms {
		opts := convert.Options{Form: f.form}
		twin, ok := c.convert(c.toJSON, f.name, original, opts)
		if !ok {
			continue
		}
		c.checkJSON(f.name, twin)
		c.compare(f.name, original, twin)

		back, ok := c.convert(c.toHCL, f.name+" and back", twin, opts)
		if !ok {
			continue
		}
		c.checkNative(f.name+" and back", back)
		c.compare(f.name+" and back", original, back)
		if want, got := oracle.Comments(c.src), oracle.Comments(back.Bytes); !slices.Equal(want, got) {
			c.fail(lost, f.name+" and back", firstDifference(want, got))
		}

		again, ok := c.convert(c.toJSON, f.name+" again", back, opts)
		if !ok {
			continue
		}
		// The first JSON may hold expressions in the source's own layout; from
		// here on nothing may change.
		backAgain, ok := c.convert(c.toHCL, f.name+" and back again", again, opts)
		if !ok {
			continue
		}
		c.sameText(f.name+" and back again", back, backAgain)
		if third, ok := c.convert(c.toJSON, f.name+" once more", backAgain, opts); ok {
			c.sameText(f.name+" once more", again, third)
		}
	}
}

func (c *check) runJSON() {
	original := oracle.Source{Bytes: c.src, Filename: c.name, JSON: true}
	// Whether hashicorp/hcl accepts a JSON file is known when it is decoded.
	if diags := c.oracle(original, original); diags.HasErrors() {
		c.rejected = true
		_, diags := c.toHCL(c.src, c.name, c.file.Dialect, convert.Options{})
		c.accepted = !diags.HasErrors()
		return
	}
	native, ok := c.convert(c.toHCL, "native", original, convert.Options{})
	if !ok {
		return
	}
	c.checkNative("native", native)
	c.compare("native", original, native)
	want, err := bodyComments(c.src)
	if err != nil {
		c.fail(invalid, "source", err.Error())
		return
	}
	for _, f := range forms {
		opts := convert.Options{Form: f.form}
		back, ok := c.convert(c.toJSON, f.name, native, opts)
		if !ok {
			continue
		}
		c.checkJSON(f.name, back)
		c.compare(f.name, original, back)
		if got, err := bodyComments(back.Bytes); err == nil && !slices.Equal(want, got) {
			c.fail(lost, f.name, firstDifference(want, got))
		}
		if nativeAgain, ok := c.convert(c.toHCL, "native from "+f.name, back, opts); ok {
			c.sameText("native from "+f.name, native, nativeAgain)
		}
	}
}

// convert does one step and keeps its time and warnings.
func (c *check) convert(f convertFunc, step string, from oracle.Source, opts convert.Options) (oracle.Source, bool) {
	to := oracle.Source{Filename: c.file.Twin, JSON: !from.JSON}
	if from.Filename == c.file.Twin {
		to.Filename = c.name
	}
	start := time.Now()
	result, diags := f(from.Bytes, from.Filename, c.file.Dialect, opts)
	if elapsed := time.Since(start); elapsed > c.budget {
		c.fail(slow, step, elapsed.Round(time.Millisecond).String())
	}
	for _, diag := range diags {
		if diag.Severity == hcl.DiagWarning {
			c.warnings++
		}
	}
	to.Bytes = result
	switch {
	case diags.HasErrors():
		c.fail(refused, step, firstError(diags))
		return to, false
	case result == nil:
		c.fail(refused, step, "neither a result nor an error")
		return to, false
	}
	return to, true
}

func (c *check) compare(step string, a, b oracle.Source) {
	if diags := c.oracle(a, b); diags.HasErrors() {
		c.fail(different, step, firstError(diags))
	}
}

// oracle compares, and notes whether the file follows its schema.
func (c *check) oracle(a, b oracle.Source) hcl.Diagnostics {
	diags := oracle.Compare(a, b, c.file.Dialect)
	for _, diag := range diags {
		if diag.Severity == hcl.DiagWarning {
			c.outside = true
		}
	}
	return diags
}

func (c *check) checkJSON(step string, source oracle.Source) {
	if err := checkNames(source.Bytes); err != nil {
		c.fail(invalid, step, err.Error())
	}
}

func (c *check) checkNative(step string, source oracle.Source) {
	if !oracle.Formatted(source.Bytes) {
		c.fail(unformatted, step, "hashicorp/hcl formats it differently")
	}
}

func (c *check) sameText(step string, want, got oracle.Source) {
	if bytes.Equal(want.Bytes, got.Bytes) {
		return
	}
	c.fail(unstable, step, firstDifference(lines(want.Bytes), lines(got.Bytes)))
}

func lines(src []byte) []string {
	var list []string
	for line := range bytes.Lines(src) {
		list = append(list, string(line))
	}
	return list
}

func firstDifference(want, got []string) string {
	for i := range max(len(want), len(got)) {
		switch {
		case i >= len(want):
			return fmt.Sprintf("%q is new", excerpt(got[i], 0))
		case i >= len(got):
			return fmt.Sprintf("%q is gone", excerpt(want[i], 0))
		case want[i] != got[i]:
			same := 0
			for same < min(len(want[i]), len(got[i])) && want[i][same] == got[i][same] {
				same++
			}
			return fmt.Sprintf("%q became %q (%d of %d)", excerpt(want[i], same), excerpt(got[i], same), i+1, len(want))
		}
	}
	return "none"
}

// excerpt is the part of a long text that is near a position.
func excerpt(text string, at int) string {
	const before, after = 20, 60
	if at > before {
		text = "..." + text[at-before:]
		at = before
	}
	if len(text) > at+after {
		text = text[:at+after] + "..."
	}
	return text
}

func firstError(diags hcl.Diagnostics) string {
	for _, diag := range diags {
		if diag.Severity == hcl.DiagError {
			return diag.Error()
		}
	}
	return ""
}
