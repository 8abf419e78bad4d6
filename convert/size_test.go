package convert_test

import (
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/schema/nomad"
	"github.com/hcljson/hcljson/schema/terragrunt"
)

// allocated is how many bytes a function allocates.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// What has to look at the source around an expression does not copy it.
func TestSourceAroundIsNotCopied(t *testing.T) {
	job := nomad.Job()
	for name, task := range map[string]string{
		"objects":    `config { labels = { a = "b" } }`,
		"references": `config { image = var.image }`,
	} {
		bytes := func(tasks int) uint64 {
			var src strings.Builder
			for i := range tasks {
				fmt.Fprintf(&src, "job \"a%d\" {\n  group \"g\" {\n    task \"t\" {\n      %s\n    }\n  }\n}\n", i, task)
			}
			return allocated(func() {
				if _, diags := convert.ToJSON([]byte(src.String()), "x.nomad.hcl", job, convert.Options{}); diags.HasErrors() {
					t.Fatal(diags)
				}
			})
		}
		bytes(1)
		small, large := bytes(500), bytes(2000)
		if large > 6*small {
			t.Errorf("%s: %d bytes, of four times the source %d", name, small, large)
		}
	}
}

// Each of many comments finds its block, without a look at all the others.
func TestManyPlaces(t *testing.T) {
	const count = 20000
	var places, blocks strings.Builder
	for i := range count {
		fmt.Fprintf(&places, `"generate.p%d": {"above": "c%d"}, "generate[\"p%d\"].path": {"after": "d"},`, i, i, i)
		fmt.Fprintf(&blocks, `"p%d": {"path": "a"},`, i)
	}
	src := fmt.Sprintf(`{"//": {"at": {%s}}, "generate": {%s}}`, strings.TrimSuffix(places.String(), ","), strings.TrimSuffix(blocks.String(), ","))
	start := time.Now()
	out, diags := convert.ToHCL([]byte(src), "terragrunt.hcl.json", terragrunt.Config(), convert.Options{})
	took := time.Since(start)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	if last := fmt.Sprintf("# c%d\ngenerate \"p%d\" {\n  path = \"a\" # d\n}\n", count-1, count-1); !strings.HasSuffix(string(out), last) {
		t.Errorf("the last block is %s", out[len(out)-100:])
	}
	if took > 15*time.Second {
		t.Errorf("took %v", took)
	}
}

// What is read from JSON costs what its size says, whatever its shape.
func TestShapesOfJSON(t *testing.T) {
	many := func(n int, format string) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(strings.ReplaceAll(format, "N", strconv.Itoa(i)))
		}
		return b.String()
	}
	for _, test := range []struct {
		name, filename string
		make           func(n int) string
	}{
		{"$", "main.tf", func(n int) string { return `{"locals": {"a": "` + strings.Repeat("$", n) + `"}}` }},
		{"$ and text", "main.tf", func(n int) string { return `{"locals": {"a": "` + strings.Repeat("$x%", n) + `${a}"}}` }},
		{"$${", "main.tf", func(n int) string { return `{"locals": {"a": "` + strings.Repeat("$$${", n) + `"}}` }},
		{"$${ for the product", "x.nomad.hcl", func(n int) string { return `{"locals": {"a": "` + strings.Repeat("$${", n) + `}"}}` }},
		{"attributes", "main.tf", func(n int) string { return `{"locals": {` + strings.Repeat(`"a": 1, `, n) + `"a": 1}}` }},
		{"blocks", "main.tf", func(n int) string { return `{"locals": [` + strings.Repeat(`{}, `, n) + `{}]}` }},
		{"guesses", "main.tf", func(n int) string { return `{"resource": {"a": {"b": {` + many(n, `"aN": {"b": 1}, `) + `"a": 1}}}}` }},
		{"unknown functions", "docker-bake.hcl", func(n int) string {
			return `{"target": {"x": {"args": {"a": "` + many(n, `\u0024{fN()}`) + `"}}}}`
		}},
		{"paths to one place", "main.tf", func(n int) string {
			return `{"//": {"at": {` + strings.Repeat(`"locals": {"above": "x"}, `, n) + `"locals": {"after": "x"}}}, "locals": {"a": 1}}`
		}},
		{"paths to nothing", "main.tf", func(n int) string {
			return `{"//": {"at": {` + many(n, `"x.N": {"above": "x"}, `) + `"locals": {"after": "x"}}}, "locals": {"a": 1}}`
		}},
		{"ends", "main.tf", func(n int) string { return `{"//": {` + strings.Repeat(`"end": "x", `, n) + `"end": "x"}}` }},
		{"notes", "main.tf", func(n int) string { return `{` + strings.Repeat(`"//": [1], `, n) + `"//": "x"}` }},
		{"comments", "main.tf", func(n int) string { return `{"//": "` + strings.Repeat(`/*\n`, n) + `"}` }},
		{"order", "main.tf", func(n int) string {
			return `{"//": {"order": [` + strings.Repeat(`"locals", `, n) + `"a"]}, "locals": [` + strings.Repeat(`{"a": 1}, `, n) + `{}]}`
		}},
	} {
		d := dialectOf(t, test.filename)
		bytes := func(n int) uint64 {
			src := []byte(test.make(n))
			return allocated(func() { _, _ = convert.ToHCL(src, test.filename+".json", d, convert.Options{}) })
		}
		bytes(1)
		small, large := bytes(5000), bytes(20000)
		if large > 6*small {
			t.Errorf("%s: %d bytes, of four times the source %d", test.name, small, large)
		}
	}
}
