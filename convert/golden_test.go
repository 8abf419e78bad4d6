package convert_test

import (
	"bytes"
	"flag"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/internal/testing/golden"
	"github.com/hcljson/hcljson/internal/testing/oracles"
)

var update = flag.Bool("update", false, "rewrite the outputs in the golden files")

// TestGolden compares the outputs of every golden for all its targets, and checks the properties
// for the first target; with oracles, for all targets.
func TestGolden(t *testing.T) {
	for _, g := range golden.ReadAll(t) {
		t.Run(g.Name, func(t *testing.T) {
			for i, target := range g.Targets {
				outputs := run(t, g, target, i == 0 || oracles.Enabled())
				if t.Failed() {
					t.Logf("target %s", target.Name)
					return
				}
				if *update && i == 0 {
					rewrite(t, g, outputs)
				}
				compareOutputs(t, g, target, outputs)
			}
		})
	}
}

// output is a file that a golden must have; nil means none.
type output struct {
	name string
	data []byte
}

func options(g *golden.Golden) convert.Options {
	opts := convert.Options{Strict: g.HasFlag("strict"), DropComments: g.HasFlag("drop-comments")}
	if g.HasFlag("keep-layout") {
		opts.Layout = convert.KeepLayout
	}
	return opts
}

// run makes the outputs for a target, and may check the properties.
func run(t *testing.T, g *golden.Golden, target golden.Target, properties bool) []output {
	t.Helper()
	input, _ := g.File(g.Input)
	if g.JSON {
		return runJSON(t, g, target, input, properties)
	}
	opts := options(g)
	general, diags := convert.ToJSON(input, g.Input, target.Dialect, opts)
	outputs := []output{{golden.Diagnostics, render(diags, g.Input, input)}}
	if diags.HasErrors() {
		return outputs
	}
	opts.Form = convert.Compact
	compact, _ := convert.ToJSON(input, g.Input, target.Dialect, opts)
	canonical, back := convert.ToHCL(general, g.Counterpart, target.Dialect, opts)
	outputs = append(outputs, output{golden.General, general})
	if _, ok := g.File(golden.Compact); ok {
		outputs = append(outputs, output{golden.Compact, compact})
	}
	if bytes.Equal(canonical, input) {
		canonical = nil
	}
	outputs = append(outputs,
		output{golden.Canonical, canonical},
		output{golden.BackDiagnostics, render(back, g.Counterpart, general)})
	if properties {
		report(t, nativeProblems(input, g.Input, target.Dialect))
	}
	return outputs
}

func runJSON(t *testing.T, g *golden.Golden, target golden.Target, input []byte, properties bool) []output {
	t.Helper()
	opts := options(g)
	native, diags := convert.ToHCL(input, g.Input, target.Dialect, opts)
	outputs := []output{{golden.Diagnostics, render(diags, g.Input, input)}}
	if diags.HasErrors() {
		return outputs
	}
	general, back := convert.ToJSON(native, g.Counterpart, target.Dialect, opts)
	outputs = append(outputs, output{g.Counterpart, native})
	if back.HasErrors() && g.HasFlag("one-way") {
		return append(outputs, output{golden.BackDiagnostics, render(back, g.Counterpart, native)})
	}
	if bytes.Equal(general, input) {
		general = nil
	}
	outputs = append(outputs, output{golden.General, general})
	if _, ok := g.File(golden.Compact); ok {
		opts.Form = convert.Compact
		compact, _ := convert.ToJSON(native, g.Counterpart, target.Dialect, opts)
		outputs = append(outputs, output{golden.Compact, compact})
	}
	outputs = append(outputs, output{golden.BackDiagnostics, render(back, g.Counterpart, native)})
	if properties {
		report(t, jsonProblems(input, native, g.Counterpart, target.Dialect, g.HasFlag("refused")))
	}
	return outputs
}

func report(t *testing.T, problems []string) {
	t.Helper()
	for _, problem := range problems {
		t.Error(problem)
	}
}

// rewrite puts the outputs into the archive.
func rewrite(t *testing.T, g *golden.Golden, outputs []output) {
	t.Helper()
	for _, name := range []string{g.Counterpart, golden.Diagnostics, golden.General, golden.Canonical, golden.BackDiagnostics} {
		g.Set(name, nil)
	}
	for _, o := range outputs {
		g.Set(o.name, o.data)
	}
	if err := g.Save(); err != nil {
		t.Fatal(err)
	}
}

func compareOutputs(t *testing.T, g *golden.Golden, target golden.Target, outputs []output) {
	t.Helper()
	for _, o := range outputs {
		want, ok := g.File(o.name)
		switch {
		case o.data == nil && ok:
			t.Errorf("target %s: %s is missing", target.Name, o.name)
		case o.data != nil && !ok:
			t.Errorf("target %s: the golden has no %s; it would be:\n%s", target.Name, o.name, o.data)
		case !bytes.Equal(o.data, want):
			t.Errorf("target %s: %s is\n%s\nwant\n%s", target.Name, o.name, o.data, want)
		}
	}
}

// render returns the text of diagnostics as a user sees them, each after its range, or nil if there
// are no diagnostics.
func render(diags hcl.Diagnostics, filename string, src []byte) []byte {
	if len(diags) == 0 {
		return nil
	}
	var b bytes.Buffer
	w := hcl.NewDiagnosticTextWriter(&b, map[string]*hcl.File{filename: {Bytes: src}}, 0, false)
	for _, d := range diags {
		b.WriteString(d.Subject.String() + "\n")
		if err := w.WriteDiagnostic(d); err != nil {
			return []byte(err.Error())
		}
	}
	var text strings.Builder
	for line := range strings.Lines(b.String()) {
		text.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
	return []byte(strings.TrimRight(text.String(), "\n") + "\n")
}
