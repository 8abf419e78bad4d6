package bench

import (
	"runtime"
	"runtime/debug"
	"testing"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/hclwrite"
)

// TestMemory checks that each part of a conversion adds at most this many bytes to the heap per
// byte of its source, including live data of the previous part. Garbage collection is off during a
// part, so that the result is the peak.
func TestMemory(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	src := generate(1_000_000)
	toJSON(&file{name: "generated.tf", src: src}) // prepares the language
	start := heap()
	parsed, used := added(t, func() (*hclwrite.File, bool) {
		tree, diags := hclwrite.ParseFile(string(src), "generated.tf")
		return tree, !diags.HasErrors()
	})
	check(t, "ParseFile", used, len(src), 7)
	live := heap() - start
	text, used := added(t, func() ([]byte, bool) {
		out, diags := convert.WriteJSON(parsed, "generated.tf", dialect, convert.Options{})
		return out, !diags.HasErrors()
	})
	check(t, "WriteJSON", live+used, len(src), 19)
	runtime.KeepAlive(parsed)

	start = heap()
	tree, used := added(t, func() (*hclwrite.File, bool) {
		tree, diags := convert.ReadJSON(text, "generated.tf.json", dialect, convert.Options{})
		return tree, !diags.HasErrors()
	})
	check(t, "ReadJSON", used, len(text), 14)
	live = heap() - start
	_, used = added(t, func() ([]byte, bool) { return tree.Bytes(), true })
	check(t, "Bytes", live+used, len(text), 6)
	runtime.KeepAlive(tree)
	runtime.KeepAlive(text)
}

// added returns the result of do, and by how much it made the heap larger.
func added[T any](t *testing.T, do func() (T, bool)) (T, uint64) {
	t.Helper()
	before := heap()
	result, ok := do()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	if !ok {
		t.Fatal("the conversion fails")
	}
	return result, stats.HeapAlloc - before
}

// heap returns the size of live data.
func heap() uint64 {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}

func check(t *testing.T, name string, used uint64, size, most int) {
	t.Helper()
	each := float64(used) / float64(size)
	t.Logf("%s: %.1f bytes for each of the source", name, each)
	if each > float64(most) {
		t.Errorf("%s has %.1f bytes in memory for each of the source, more than %d", name, each, most)
	}
}
