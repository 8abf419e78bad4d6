package roundtrip_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/convert/roundtrip"
	"github.com/hcljson/hcljson/schema/dialects"
)

var update = flag.Bool("update", false, "write the table in docs/mistakes.md")

// mistakes are mistakes of generators, with the verdict of a plan of Terraform 1.11.4 about the generated file, and pairs
// of valid files with the same meaning. Refused and Accepted are files without an intended file.
type mistakes struct {
	Mistakes []struct{ ID, Intended, File, Generated, Terraform string }
	Valid    []struct{ Native, File, Text string }
	Refused  []struct{ ID, File, Generated string }
	Accepted []struct{ File, Text string }
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

const mistakesTarget = "terraform@1.11"

// reports contains which checks report a file.
type reports struct{ compare, strict, test bool }

// reportsOf returns which checks report a file whose intended content is native.
func reportsOf(t *testing.T, native, name, text string) (r reports) {
	t.Helper()
	file, err := dialects.ForFile(name, dialects.Options{Target: mistakesTarget})
	if err != nil {
		t.Fatal(err)
	}
	intended := equivalent.Source{Bytes: []byte(native), Filename: "intended.tf"}
	generated := equivalent.Source{Bytes: []byte(text), Filename: name, JSON: file.JSON}
	compared := equivalent.Compare(intended, generated, file.Dialect, equivalent.Options{Rules: equivalent.Strict})
	r.compare = !compared.Equal() || slices.ContainsFunc(compared.Diagnostics, func(d *hcl.Diagnostic) bool {
		return convert.CodeOf(d) == "quoted-reference-keyword-or-type" // as the command counts them
	})
	r.strict = !roundtrip.Check(name, []byte(text), file, roundtrip.Options{Strict: true}).Equal()
	fails := &failing{}
	roundtrip.Test(fails, name, []byte(text), roundtrip.Options{Target: mistakesTarget})
	r.test = fails.failed
	return r
}

// TestMistakes checks that a comparison with the intended file reports all mistakes that change a
// plan, and all but one of the mistakes that Terraform rejects. It reports no valid file, and, of
// the mistakes that Terraform accepts, only a text that is not Unicode.
func TestMistakes(t *testing.T) {
	const missed = "name-undeclared" // needs the other files of the module
	list := readMistakes(t)
	for _, m := range list.Mistakes {
		r := reportsOf(t, m.Intended, m.File, m.Generated)
		want := m.Terraform == "refuse" && m.ID != missed || m.ID == "file-surrogate"
		if r.test != want || r.strict != want {
			t.Errorf("%s: Test reports it: %t, a strict Check: %t, want %t\n%s", m.ID, r.test, r.strict, want, m.Generated)
		}
		if m.Terraform != "same" && !r.compare {
			t.Errorf("%s: the comparison does not report it", m.ID)
		}
	}
	for _, m := range list.Refused {
		if r := reportsOf(t, m.Generated, m.File, m.Generated); !r.strict || !r.test {
			t.Errorf("%s: %+v\n%s", m.ID, r, m.Generated)
		}
	}
	for _, v := range list.Accepted {
		if r := reportsOf(t, "", v.File, v.Text); r.strict || r.test {
			t.Errorf("%+v about a valid %s: %s", r, v.File, v.Text)
		}
	}
	for _, v := range list.Valid {
		for name, text := range map[string]string{v.File: v.Text, "main.tf": v.Native} {
			if r := reportsOf(t, v.Native, name, text); r.compare || r.strict || r.test {
				t.Errorf("%+v about a valid %s: %s", r, name, text)
			}
		}
	}
}

// TestMistakesTable checks that the page about mistakes lists the reports of each check.
func TestMistakesTable(t *testing.T) {
	const page, begin, end = "../../docs/mistakes.md", "<!-- mistakes -->\n", "<!-- end of mistakes -->\n"
	var b strings.Builder
	b.WriteString("| mistake | Terraform | `verify --strict A B` | `verify --roundtrip --strict` | `roundtrip.Test` |\n|---|---|---|---|---|\n")
	mark := func(is bool) string {
		if is {
			return "reported"
		}
		return ""
	}
	list := readMistakes(t)
	row := func(generated, verdict, compare string, r reports) {
		text := strings.Join(strings.FieldsFunc(generated, func(r rune) bool { return r == '\n' || r == '\r' }), " ⏎ ")
		text = strings.NewReplacer("|", "\\|", "`", "'", "\x00", "\\0", "\ufeff", "").Replace(text)
		if short := []rune(text); len(short) > 90 {
			text = string(short[:90]) + "…"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s |\n", text, verdict, compare, mark(r.strict), mark(r.test))
	}
	verdicts := map[string]string{"refuse": "refuses", "differ": "plans something else", "same": "plans the same"}
	for _, m := range list.Mistakes {
		r := reportsOf(t, m.Intended, m.File, m.Generated)
		row(m.Generated, verdicts[m.Terraform], mark(r.compare), r)
	}
	for _, m := range list.Refused {
		row(m.Generated, verdicts["refuse"], "not tried", reportsOf(t, "", m.File, m.Generated))
	}
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(text), begin)
	table, after, ended := strings.Cut(rest, end)
	if !found || !ended {
		t.Fatalf("%s has no %s", page, begin)
	}
	if *update {
		if err := os.WriteFile(page, []byte(before+begin+b.String()+end+after), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if table != b.String() {
		t.Errorf("the table in %s is out of date: write it with -update", page)
	}
}
