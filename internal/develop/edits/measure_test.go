package edits

import (
	"bytes"
	"testing"

	"github.com/hcljson/hcljson/internal/develop/measure"
	"github.com/hcljson/hcljson/internal/testing/golden"
)

// TestMeasure checks that an edit changes only the necessary lines in the goldens and examples.
func TestMeasure(t *testing.T) {
	m := newEditor()
	edited := 0
	measureOne := func(s *subject) {
		if s == nil {
			return
		}
		for _, kind := range kinds {
			e := s.choose(kind)
			if e == nil {
				continue
			}
			edited++
			for _, p := range m.programs {
				m.add(s, e, p)
			}
		}
	}
	for _, g := range golden.ReadAll(t) {
		if src, ok := g.File(g.Input); ok && !g.JSON {
			measureOne(newSubject(g.Name+"/"+g.Input, src, g.Targets[0].Dialect))
		}
	}
	err := measure.Files("../../../docs/examples", measure.Ending(".tf"), func(path string, src []byte) error {
		measureOne(newSubject(path, src, mustDialect(t, path)))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if edited < 150 {
		t.Errorf("only %d edits were made", edited)
	}
	var out bytes.Buffer
	m.report(&out)
	if m.failed() {
		t.Errorf("%s", out.Bytes())
	}
}
