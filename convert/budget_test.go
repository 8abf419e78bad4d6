package convert_test

import (
	"strings"
	"testing"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/internal/testing/golden"
	"github.com/hcljson/hcljson/internal/testing/oracles"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// nested returns a value in many brackets around many elements, whose result is mostly indentation.
func nested(levels, elements int) string {
	return strings.Repeat("[", levels) + strings.Repeat("1, ", elements) + "1" + strings.Repeat("]", levels)
}

func TestBudget(t *testing.T) {
	d := opentofu.Config(opentofu.Target{})
	list := nested(500, 20_000)
	native, json := "locals {\n  a = "+list+"\n}\n", `{"locals": {"a": `+list+"}}"
	for _, test := range []struct {
		name string
		opts convert.Options
		over string
	}{
		{"no budget", convert.Options{}, ""},
		{"enough", convert.Options{MaxBytes: 100_000_000, MaxNodes: 30_000}, ""},
		{"source", convert.Options{MaxBytes: len(native) - 2}, "bytes, but MaxBytes allows"},
		{"nodes", convert.Options{MaxNodes: 20_000}, "MaxNodes allows 20000"},
		{"result", convert.Options{MaxBytes: 1_000_000}, "The result would have more than 1000000 bytes"},
	} {
		_, toJSON := convert.ToJSON(native, "main.tf", d, test.opts)
		_, toHCL := convert.ToHCL(json+"  ", "main.tf.json", d, test.opts)
		_, read := convert.ReadJSON(json+"  ", "main.tf.json", d, test.opts)
		for name, diags := range map[string]error{"ToJSON": toJSON, "ToHCL": toHCL, "ReadJSON": read} {
			over := test.over
			if name == "ReadJSON" && test.name == "result" {
				over = "" // a tree has no result
			}
			if got := diags.Error(); over == "" && got != "no diagnostics" || !strings.Contains(got, over) {
				t.Errorf("%s of %s: %s", name, test.name, got)
			}
		}
	}
	for _, opts := range []equivalent.Options{{MaxBytes: len(native) - 2}, {MaxNodes: 20_000}} {
		a, b := equivalent.Source{Bytes: []byte(native)}, equivalent.Source{Bytes: []byte(json), JSON: true}
		if found := equivalent.Compare(a, b, d, opts); found.Verdict() != equivalent.Unknown ||
			convert.CodeOf(found.Diagnostics[0]) != "over-the-budget" {
			t.Errorf("%+v: %v", opts, found.Diagnostics)
		}
	}
}

// TestBudgetOfResult checks that a result above the budget is refused before it is written.
func TestBudgetOfResult(t *testing.T) {
	d := opentofu.Config(opentofu.Target{})
	src := "locals {\n  a = " + nested(900, 10_000) + "\n}\n"
	results := map[int]uint64{}
	for _, limit := range []int{1_000_000, 0} {
		results[limit], _ = golden.Allocated(func() {
			_, diags := convert.ToJSON(src, "main.tf", d, convert.Options{MaxBytes: limit})
			if diags.HasErrors() != (limit > 0) {
				t.Error(diags)
			}
		})
	}
	if results[1_000_000] > results[0]/2 {
		t.Errorf("%d bytes are allocated for a refused conversion, %d for the whole result", results[1_000_000], results[0])
	}
}

// TestMemoryIsLinear checks that the memory of conversions and comparisons is linear in the size of source
// and result, as docs/library.md states.
func TestMemoryIsLinear(t *testing.T) {
	d := opentofu.Config(opentofu.Target{})
	for name, text := range map[string]func(n int) string{
		"list":        func(n int) string { return "locals {\n a = [" + strings.Repeat("1,", n) + "]\n}\n" },
		"lists":       func(n int) string { return "locals {\n a = [" + strings.Repeat("[],", n) + "]\n}\n" },
		"arguments":   func(n int) string { return "locals {\n" + many(n, "aN = 1\n") + "}\n" },
		"blocks":      func(n int) string { return strings.Repeat("locals {\n}\n", n) },
		"operators":   func(n int) string { return "locals {\n a = [" + strings.Repeat("a+1,", n) + "]\n}\n" },
		"JSON list":   func(n int) string { return `{"locals":{"a":[` + strings.Repeat("1,", n) + `1]}}` },
		"objects":     func(n int) string { return `{"locals":{"a":[` + strings.Repeat("{},", n) + `{}]}}` },
		"expressions": func(n int) string { return `{"locals":{"a":[` + strings.Repeat(`"${a}",`, n) + `1]}}` },
	} {
		source := func(n int) *convert.Source {
			src := text(n)
			return convert.NewSource([]byte(src), "a.tf", src[0] == '{')
		}
		result := func(s *convert.Source) []byte {
			out, diags := convert.ConvertSource(s, d, convert.Options{})
			if diags.HasErrors() {
				t.Fatal(diags)
			}
			return out
		}
		t.Run(name, func(t *testing.T) {
			size := oracles.Rounds(1000, 5000)
			golden.CheckLinearMemory(t, size, func(n int) func() {
				s := source(n)
				return func() { result(s) }
			})
			golden.CheckLinearMemory(t, size, func(n int) func() {
				s := source(n)
				a := equivalent.Source{Bytes: []byte(text(n)), Filename: "a", JSON: s.JSON}
				b := equivalent.Source{Bytes: result(s), Filename: "b", JSON: !s.JSON}
				return func() { equivalent.Compare(a, b, d, equivalent.Options{Comments: true}) }
			})
		})
	}
}
