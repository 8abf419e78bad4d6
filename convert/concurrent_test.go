package convert_test

import (
	"bytes"
	"sync"
	"testing"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/internal/testing/golden"
)

// TestConcurrent converts in several goroutines with one dialect. Each result must equal the result
// of a single conversion. The race detector finds further faults.
func TestConcurrent(t *testing.T) {
	goldens := golden.ReadAll(t)
	const goroutines = 4
	results := make([][][]byte, goroutines)
	var group sync.WaitGroup
	for n := range results {
		group.Go(func() {
			for i := range goldens {
				// Each begins at another place, so that bodies are not prepared in order.
				g := goldens[(i+n*len(goldens)/goroutines)%len(goldens)]
				input, _ := g.File(g.Input)
				d := g.Targets[0].Dialect
				text, native := input, input
				if g.JSON {
					native, _ = convert.ToHCL(text, g.Input, d, convert.Options{})
				} else {
					text, _ = convert.ToJSON(native, g.Input, d, convert.Options{Form: convert.Compact})
					native, _ = convert.ToHCL(text, g.Counterpart, d, convert.Options{})
				}
				results[n] = append(results[n], append(bytes.Clone(text), native...))
			}
		})
	}
	group.Wait()
	for n, result := range results {
		for i := range goldens {
			at := (i - n*len(goldens)/goroutines + len(goldens)) % len(goldens)
			if !bytes.Equal(result[at], results[0][i]) {
				t.Errorf("%s: goroutine %d has\n%s\nwant\n%s", goldens[i].Name, n, result[at], results[0][i])
			}
		}
	}
}
