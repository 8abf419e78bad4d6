package fromconfig_test

import (
	"fmt"
	"strings"
	"testing"
)

// BenchmarkLoad loads a module with 1,000 resources that calls a module with 100 resources 1,000
// times.
func BenchmarkLoad(b *testing.B) {
	native := tree{"main.tf": resources(1000), "child/main.tf": resources(100)}
	var calls strings.Builder
	for i := range 100 {
		fmt.Fprintf(&calls, "module \"m%d\" {\n  source = \"./child\"\n  name = local.names[%d]\n}\n", i, i)
	}
	native["calls.tf"] = []byte(calls.String())
	native["child/variables.tf"] = []byte("variable \"name\" {}\n")
	schemas := testSchemas(b)
	target := goldens["opentofu.json"]
	for name, files := range map[string]tree{"native": native, "json": counterparts(b, native, target, schemas)["general"]} {
		b.Run(name, func(b *testing.B) {
			size := 0
			for _, src := range files {
				size += len(src)
			}
			b.SetBytes(int64(size))
			b.ReportAllocs()
			for b.Loop() {
				c, diags := load(b, files, target, schemas)
				if c == nil || len(diags) > 0 {
					b.Fatal(diags)
				}
				if _, err := c.JSON(true); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func resources(n int) []byte {
	var out strings.Builder
	out.WriteString("terraform {\n  required_providers {\n    small = { source = \"example.com/test/small\" }\n  }\n}\n")
	for i := range n {
		fmt.Fprintf(&out, `resource "small_blocks" "r%d" {
  count = local.on ? 1 : 0
  name  = "${local.prefix}-%d"
  tags  = { Name = upper(local.names[%d]), n = "%d" }

  list_block {
    name = "a"
    size = 1 + 2
  }

  set_block {
    name = local.objects["k"].list[0].name
  }
}
`, i, i, i, i)
	}
	return []byte(out.String())
}
