package main

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/internal/golden"
)

// An edit changes no more lines than it has to, in what the goldens and the examples
// have.
func TestMeasure(t *testing.T) {
	m := &measure{programs: []program{{"keeps order", inOrder}, {"sorts keys", forgetful}}, repos: map[string]int{}}
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
	for _, g := range golden.All(t) {
		if src, ok := g.File(g.Input); ok && !g.JSON {
			measureOne(newSubject(g.Name+"/"+g.Input, src, g.Targets[0].Dialect))
		}
	}
	err := filepath.WalkDir("../../docs/examples", func(path string, entry fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".tf") {
			src, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			measureOne(newSubject(path, src, mustDialect(t, path)))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if edited < 500 {
		t.Errorf("only %d edits were made", edited)
	}
	m.shown = 20
	var out bytes.Buffer
	m.report(&out)
	if m.failed() {
		t.Errorf("%s", out.Bytes())
	}
}
