package jsonformat_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/internal/generate/jsonformat"
)

// largeState is a state with n resources.
func largeState(n int) []byte {
	var b strings.Builder
	b.WriteString(
		`{"format_version":"1.0","terraform_version":"1.11.4","values":{"outputs":{},"root_module":{"resources":[`)
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b,
			`{"address":"test_thing.all[%d]","mode":"managed","type":"test_thing","name":"all","index":%d,`+
				`"provider_name":"registry.terraform.io/example/test","schema_version":0,`+
				`"values":{"id":"thing-%d","name":"name \u003c%d\u003e","tags":{"Name":"thing","Owner":"nobody"},"size":%d.50,`+
				`"list":["a","b","c"],"nothing":null,"on":true},`+
				`"sensitive_values":{"tags":{},"list":[]},"depends_on":["test_thing.other"]}`, i, i, i, i, i)
	}
	b.WriteString("]}}}")
	return []byte(b.String())
}

// Reading takes less time than encoding/json takes to make any of the text, and a
// fraction of the allocations. Resources are made one by one, so that most of the
// bytes are garbage at once.
func BenchmarkRead(b *testing.B) {
	src := largeState(200_000)
	b.Run("Read", func(b *testing.B) {
		b.SetBytes(int64(len(src)))
		b.ReportAllocs()
		for b.Loop() {
			doc, diags := jsonformat.Read(src, "state.json")
			if diags.HasErrors() || len(doc.State.Values.Root.Resources) != 200_000 {
				b.Fatal(diags)
			}
		}
	})
	b.Run("Unmarshal", func(b *testing.B) {
		b.SetBytes(int64(len(src)))
		b.ReportAllocs()
		for b.Loop() {
			var value any
			if err := json.Unmarshal(src, &value); err != nil {
				b.Fatal(err)
			}
		}
	})
}
