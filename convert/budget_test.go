package convert_test

import (
	"strings"
	"testing"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/convert/equivalent"
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

// The size of a refused result is known before the result is written.
func TestBudgetOfResult(t *testing.T) {
	d := opentofu.Config(opentofu.Target{})
	src := "locals {\n  a = " + nested(900, 100_000) + "\n}\n"
	size, _ := allocated(func() {
		if _, diags := convert.ToJSON(src, "main.tf", d, convert.Options{MaxBytes: 1_000_000}); !diags.HasErrors() {
			t.Error("a huge result is written")
		}
	})
	if size > 100<<20 {
		t.Errorf("%d bytes are allocated for a refused conversion", size)
	}
}

// docs/library.md states the memory of conversions and comparisons for each byte of source and result.
func TestMemoryPerByte(t *testing.T) {
	const n = 20_000
	d := opentofu.Config(opentofu.Target{})
	for name, src := range map[string]string{
		"list":        "locals {\n a = [" + strings.Repeat("1,", n) + "]\n}\n",
		"lists":       "locals {\n a = [" + strings.Repeat("[],", n) + "]\n}\n",
		"arguments":   "locals {\n" + many(n, "aN = 1\n") + "}\n",
		"blocks":      strings.Repeat("locals {\n}\n", n),
		"operators":   "locals {\n a = [" + strings.Repeat("a+1,", n) + "]\n}\n",
		"JSON list":   `{"locals":{"a":[` + strings.Repeat("1,", n) + `1]}}`,
		"objects":     `{"locals":{"a":[` + strings.Repeat("{},", n) + `{}]}}`,
		"expressions": `{"locals":{"a":[` + strings.Repeat(`"${a}",`, n) + `1]}}`,
	} {
		source := convert.NewSource(src, "a.tf", src[0] == '{')
		var out []byte
		converted, _ := allocated(func() { out, _ = convert.ConvertSource(source, d, convert.Options{}) })
		a := equivalent.Source{Bytes: []byte(src), Filename: "a", JSON: source.JSON}
		b := equivalent.Source{Bytes: out, Filename: "b", JSON: !source.JSON}
		compared, _ := allocated(func() { equivalent.Compare(a, b, d, equivalent.Options{Comments: true}) })
		size := uint64(len(src) + len(out))
		if len(out) == 0 || converted > 200*size || compared > 1000*size {
			t.Errorf("%s: %d bytes for the conversion and %d for the comparison, for each of %d bytes",
				name, converted/size, compared/size, size)
		}
	}
}
