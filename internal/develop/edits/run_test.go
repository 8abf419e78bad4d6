package edits

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/internal/develop/jq"
)

// TestRun checks that the requested number of files is edited, spread over all repositories, and
// that failures are counted, listed and kept.
func TestRun(t *testing.T) {
	const text = "locals {\n  a = 1\n  b = 2\n  c = 3\n}\n"
	dir := t.TempDir()
	for name, text := range map[string]string{
		"one/a.tf": text, "one/b.tf": text, "one/unformatted.tf": "locals {\na=1\n}\n", "one/broken.tf": "locals {",
		"one/empty.tf": "", "one/comment.tf": "# x", "one/note.tf": "locals {\n  a = \"//\"\n}\n", "two/c.tf": text,
		"two/other.txt": text, "two/.hidden/d.tf": text,
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	run := func(m *editor, files int) string {
		var out bytes.Buffer
		if err := m.run(dir, files, &out); err != nil {
			t.Fatal(err)
		}
		return regexp.MustCompile(` in [0-9a-z]+\n`).ReplaceAllString(out.String(), "\n")
	}
	m := newEditor()
	if got := run(m, 10); !strings.HasPrefix(got, "5 files of 2 repositories\n") || m.failed() || len(m.results) > 0 {
		t.Errorf("%t, %d: %s", m.failed(), len(m.results), got)
	}
	if got := run(newEditor(), 0); !strings.HasPrefix(got, "0 files of 0 repositories\n") {
		t.Errorf("%s", got)
	}
	chosen, err := choose(dir)
	if err != nil || len(chosen) != 9 || !strings.HasPrefix(chosen[0], filepath.Join(dir, "one")) ||
		!strings.HasPrefix(chosen[1], filepath.Join(dir, "two")) || !strings.HasPrefix(chosen[8], filepath.Join(dir, "one")) {
		t.Errorf("%v, %v", chosen, err)
	}
	if err := newEditor().run(filepath.Join(dir, "none"), 1, &bytes.Buffer{}); err == nil {
		t.Error("a missing directory is accepted")
	}

	m = newEditor()
	m.keep, m.all, m.shown = filepath.Join(t.TempDir(), "kept"), filepath.Join(t.TempDir(), "all"), 2
	m.programs = []program{
		{"fails", func([]byte, *edit) ([]byte, error) { return nil, fmt.Errorf("no such program") }},
		{"no JSON", func([]byte, *edit) ([]byte, error) { return []byte("{"), nil }},
		{"more", func(text []byte, e *edit) ([]byte, error) {
			return inOrder([]byte(`{"locals": {"z": 1}}`), &edit{kind: nothing})
		}},
	}
	s := newSubject("one/a.tf", []byte(text), mustDialect(t, "a.tf"))
	e := &edit{kind: changeValue, path: []any{"locals", "a"}, set: jq.Value("x")}
	e.texts = [][]byte{[]byte(strings.Replace(text, "a = 1", "a = \"x\"\n  d = 4", 1)),
		[]byte(strings.Replace(text, "a = 1", "a = \"x\"", 1))}
	for _, p := range m.programs {
		m.add(s, e, p)
	}
	var out bytes.Buffer
	m.report(&out)
	const want = `edit                     program       edits   least  changed  ratio   more  errors  unequal
change a value           fails             1       0        0  0.000      0       1        0
change a value           more              1       2        4  2.000      1       0        0
change a value           no JSON           1       0        0  0.000      0       1        0
all                                        3       2        4  2.000      1       2        0
`
	lines := strings.SplitAfter(out.String(), "\n")
	if len(lines) != 8 || strings.Join(lines[:5], "") != want || !m.failed() {
		t.Errorf("%t: got\n%s\nwant\n%s", m.failed(), out.String(), want)
	}
	if lines[5] != "one/a.tf: change a value (more): 4 lines instead of 2\n" {
		t.Errorf("%q", lines[5])
	}
	for name, want := range map[string]string{
		"0001/main.tf": text, "0001/want.tf": string(e.texts[1]), "0001/got.tf": "", "0001/edited.tf.json": "",
		"0001/why":            "one/a.tf\nchange a value, fails\n[\"locals\",\"a\"]\nno such program\n",
		"0002/edited.tf.json": "{", "0003/got.tf": "locals {\n  z = 1\n}\n",
	} {
		if got, err := os.ReadFile(filepath.Join(m.keep, name)); err != nil || string(got) != want {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	found, _ := filepath.Glob(filepath.Join(m.all, "*", "*"))
	if len(found) != 2 || filepath.Base(found[0]) != "change_a_value_more.tf" {
		t.Errorf("%v", found)
	}
}

// The faults that a result can have, the worst of which counts.
func TestFaults(t *testing.T) {
	for _, test := range []struct {
		all  count
		fail bool
	}{
		{count{edits: 9, least: 10, changed: 11, more: 1}, false},
		{count{edits: 9, least: 10, changed: 12}, true},
		{count{errors: 1}, true}, {count{unequal: 1}, true}, {count{}, false},
	} {
		m := newEditor()
		m.counts[through{"x", "y"}] = &test.all
		if m.failed() != test.fail {
			t.Errorf("%v: %t", test.all, m.failed())
		}
	}
}
