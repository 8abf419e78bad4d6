package convert_test

import (
	"fmt"
	"runtime"
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
