package convert_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/internal/testing/oracles"
)

const limitsChild = "HCLJSON_LIMITS_CHILD"

// TestLimits checks that a file with deeply nested expressions of any kind, at any position, is
// converted or rejected. A stack overflow ends the process, so the test runs in a separate process.
func TestLimits(t *testing.T) {
	if os.Getenv(limitsChild) != "" {
		debug.SetMaxStack(1 << 26) // a sixteenth of what programs have
		convertNested(t)
		fmt.Println("all done")
		return
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestLimits$")
	cmd.Env = append(os.Environ(), limitsChild+"=1")
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "all done") {
		t.Errorf("%v: %.2000s", err, out)
	}
}

func convertNested(t *testing.T) {
	quoted := func(s string) string {
		text, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	repeat := strings.Repeat
	shapes := map[string]func(n int) string{
		"splats":      func(n int) string { return "a" + repeat("[*]", n) },
		"signs":       func(n int) string { return "(" + repeat("-\n", n) + "1)" },
		"conditions":  func(n int) string { return repeat("1==2?3:", n) + "4" },
		"parentheses": func(n int) string { return repeat("("+repeat("-", 9990), n/9990) + "1" + repeat(")", n/9990) },
		"sums":        func(n int) string { return "1" + repeat(" + 1", n) },
		"tuples":      func(n int) string { return repeat("[", n/11) + repeat("]", n/11) },
	}
	places := map[string]struct {
		name string
		make func(expr string) string
	}{
		"native":    {"main.tf", func(e string) string { return "locals {\n  a = " + e + "\n}\n" }},
		"constant":  {"x.tfvars", func(e string) string { return "a = " + e + "\n" }},
		"reference": {"main.tf", func(e string) string { return "moved {\n  from = " + e + "\n}\n" }},
		"scope":     {"docker-bake.hcl", func(e string) string { return "target \"a\" {\n  args = { a = " + e + " }\n}\n" }},
		"roots":     {"x.nomad.hcl", func(e string) string { return "locals {\n  a = " + e + "\n}\n" }},
		"template":  {"main.tf.json", func(e string) string { return `{"locals": {"a": ` + quoted("${"+e+"}-") + `}}` }},
		"key":       {"main.tf.json", func(e string) string { return `{"locals": {"a": {` + quoted("${"+e+"}") + `: 1}}}` }},
		"type":      {"main.tf.json", func(e string) string { return `{"variable": {"a": {"type": ` + quoted(e) + `}}}` }},
		"depends": {"main.tf.json",
			func(e string) string { return `{"output": {"a": {"depends_on": [` + quoted(e) + `]}}}` }},
		"call": {"docker-bake.hcl.json",
			func(e string) string { return `{"target": {"a": {"args": {"a": ` + quoted("${"+e+"}") + `}}}}` }},
		"text": {"x.nomad.hcl.json", func(e string) string { return `{"locals": {"a": ` + quoted("${"+e+"}") + `}}` }},
	}
	for i, shape := range slices.Sorted(maps.Keys(shapes)) {
		for j, place := range slices.Sorted(maps.Keys(places)) {
			if (i+j)%oracles.Rounds(3, 1) > 0 {
				continue
			}
			make, file := shapes[shape], places[place]
			name, isJSON := strings.CutSuffix(file.name, ".json")
			d := dialectOf(t, name)
			do := convert.ToJSON[[]byte]
			if isJSON {
				do = convert.ToHCL[[]byte]
			}
			for _, n := range []int{9990, 49990, 1 << 16} {
				fmt.Println(shape, place, n)
				_, diags := do([]byte(file.make(make(n))), file.name, d, convert.Options{})
				if n == 1<<16 && !tooDeep(diags) {
					t.Errorf("%d %s as %s: %v", n, shape, place, diags)
				}
			}
		}
	}
}

// tooDeep reports whether a file was refused for its nesting.
func tooDeep(diags hcl.Diagnostics) bool {
	for _, d := range diags {
		if d.Severity == hcl.DiagError && d.Summary == "Nested too deeply" {
			return true
		}
	}
	return false
}
