package roundtrip_test

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/hcljson/hcljson/convert/roundtrip"
	"github.com/hcljson/hcljson/schema/dialects"
)

// mistakes are mistakes of generators, with the verdict of Terraform 1.11.4 about the generated file, and pairs of
// files that are both valid.
type mistakes struct {
	Mistakes []struct{ ID, Intended, File, Generated, Terraform string }
	Valid    []struct{ Native, File, Text string }
}

func readMistakes(t *testing.T) (list mistakes) {
	text, err := os.ReadFile("testdata/mistakes.json")
	if err == nil {
		err = json.Unmarshal(text, &list)
	}
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// failures counts the failures of a test.
type failures struct {
	n int
	t *testing.T
}

func (*failures) Helper() {}

func (f *failures) Errorf(format string, args ...any) {
	f.n++
	f.t.Logf(format, args...)
}

// refusals reports whether Test and a strict Check report a file.
func refusals(t *testing.T, name, text string) (byTest, byStrict bool) {
	const target = "terraform@1.11"
	var fails failures
	fails.t = t
	roundtrip.Test(&fails, name, []byte(text), roundtrip.Options{Target: target})
	file, err := dialects.ForFile(name, dialects.Options{Target: target})
	if err != nil {
		t.Fatal(err)
	}
	strict := roundtrip.Check(name, []byte(text), file, roundtrip.Options{Strict: true})
	return fails.n > 0, !strict.Equal()
}

// Of the mistakes that Terraform refuses, nearly all are reported, and no valid file is.
func TestMistakes(t *testing.T) {
	list := readMistakes(t)
	refused, byTest, byStrict := 0, 0, 0
	for _, m := range list.Mistakes {
		test, strict := refusals(t, m.File, m.Generated)
		if m.Terraform != "refuse" {
			if test || strict {
				t.Logf("%s is accepted by Terraform (%s): test %t, strict %t", m.ID, m.Terraform, test, strict)
			}
			continue
		}
		refused++
		if test {
			byTest++
		}
		if strict {
			byStrict++
		}
		if !test || !strict {
			t.Logf("MISSED %s: test %t, strict %t: %.200s", m.ID, test, strict, m.Generated)
		}
	}
	t.Logf("%d refused: %d by Test, %d by strict", refused, byTest, byStrict)
	for _, v := range list.Valid {
		for name, text := range map[string]string{v.File: v.Text, "main.tf": v.Native} {
			if test, strict := refusals(t, name, text); test || strict {
				t.Errorf("%s is valid: %s, %t %t", name, text, test, strict)
			}
		}
	}
}
