package corpus

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hcljson/hcljson/convert/roundtrip"
	"github.com/hcljson/hcljson/schema/dialects"
)

func TestParseList(t *testing.T) {
	one, two := strings.Repeat("1", 40), strings.Repeat("2", 40)
	got, err := parseList("o/b " + one + "\no/a.b " + two + "\n")
	if err != nil || fmt.Sprint(got) != fmt.Sprint([]entry{{"o/a.b", two}, {"o/b", one}}) {
		t.Errorf("got %v, %v", got, err)
	}
	for _, text := range []string{"", "o/a", "o/a main", "o " + one, "o/.. " + one, "../a " + one, "o/a/b " + one,
		"o/a " + one + "\no/a " + two} {
		if list, err := parseList(text); err == nil {
			t.Errorf("%q gives %v", text, list)
		}
	}
}

// The page in docs is about the list as it is now.
func TestScoreboardHasList(t *testing.T) {
	list, err := parseList(corpusText)
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("../../../docs/development/scoreboard-repositories.tsv")
	if err != nil {
		t.Fatal(err)
	}
	var rows []entry
	_, table, _ := strings.Cut(string(page), "\n")
	for row := range strings.Lines(table) {
		cells := strings.Split(strings.TrimSuffix(row, "\n"), "\t")
		if len(cells) != len(tableColumns) {
			t.Fatalf("%q has %d cells", row, len(cells))
		}
		rows = append(rows, entry{cells[0], cells[1]})
	}
	if !slices.Equal(rows, list) {
		t.Errorf("the page has %v, the list %v", rows, list)
	}
}

// byContent is a check whose result depends on the text of a file.
func byContent(filename string, src []byte, file dialects.File, opts roundtrip.Options) roundtrip.Result {
	text := string(src)
	switch {
	case strings.Contains(text, "refused, outside"):
		return notKept(finds(roundtrip.Refused))(filename, src, file, opts)
	case strings.Contains(text, "different"):
		return finds(roundtrip.Different)(filename, src, file, opts)
	case strings.Contains(text, "comments"):
		return finds(roundtrip.Comments)(filename, src, file, opts)
	case strings.Contains(text, "unstable"):
		return finds(roundtrip.Unstable)(filename, src, file, opts)
	}
	return roundtrip.Result{Rejected: strings.Contains(text, "rejected")}
}

func TestScoreboard(t *testing.T) {
	dir := t.TempDir()
	for name, src := range map[string]string{
		"a/one/a.tf":       "good",
		"a/one/b.tf":       "different",
		"a/one/c.tf.json":  "comments",
		"b/two/a.tf":       "good",
		"b/two/b.tf":       "refused, outside",
		"b/two/c.tf":       "rejected",
		"b/two/d.tf":       "unstable",
		"b/not-listed/.tf": "different again",
	} {
		write(t, dir, name, src)
	}
	one, two, three := strings.Repeat("1", 40), strings.Repeat("2", 40), strings.Repeat("3", 40)
	list := []entry{{"a/one", one}, {"b/two", two}, {"c/three", three}}
	wantTable := strings.Join(tableColumns, "\t") + "\n" +
		"a/one\t" + one + "\t2\t1\t0\t0\t0\t1\t0\t0\t0\t1\t0\t0\n" +
		"b/two\t" + two + "\t3\t0\t1\t1\t0\t0\t0\t0\t0\t0\t1\t1\n" +
		"c/three\t" + three + "\tmissing\n"
	const wantTotal = "\n| 5 | 1 | 1 | 1 | 0 | 1 | 0 | 0 | 0 | 1 | 1 | 1 |\n"
	const want = `
## Failures

    a/one/b.tf: different: back: b.tf:0,0-0: Bad; 
    a/one/c.tf.json: comments: back: c.tf.json:0,0-0: Bad; 
    b/two/d.tf: unstable: back: d.tf:0,0-0: Bad; 

## Excused

    b/two/b.tf: refused (excused): back: b.tf:0,0-0: Bad;  The reason: b.tf:0,0-0: Not in the schema; 
`
	page := filepath.Join(dir, "scoreboard.md")
	for range 5 {
		var out strings.Builder
		good, err := prove(dir,
			options{target: "opentofu", budget: time.Minute, list: list, onlyList: true, check: byContent, scoreboard: page},
			&out)
		if good || err != nil {
			t.Fatalf("good %t, %v", good, err)
		}
		if !strings.Contains(out.String(), "c/three: missing\n") {
			t.Errorf("the output does not report a missing repository:\n%s", out.String())
		}
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		table, err := os.ReadFile(filepath.Join(dir, "scoreboard-repositories.tsv"))
		if err != nil {
			t.Fatal(err)
		}
		if string(table) != wantTable {
			t.Fatalf("got\n%s\nwant\n%s", table, wantTable)
		}
		totals, _, _ := strings.Cut(string(text), "| column |")
		if !strings.HasSuffix(string(text), want) || !strings.Contains(totals, wantTotal) ||
			!strings.Contains(totals, "**Incomplete: 1 ") || !strings.Contains(string(text), "(scoreboard-repositories.tsv)") {
			t.Fatalf("got\n%s\nwant at the end\n%s", text, want)
		}
	}
	good, err := prove(dir, options{budget: time.Minute, list: list[:1], onlyList: true, check: finds(), scoreboard: page},
		new(strings.Builder))
	if !good || err != nil {
		t.Errorf("good %t, %v", good, err)
	}
	text, err := os.ReadFile(page)
	if err != nil || strings.Count(string(text), "None.") != 2 || strings.Contains(string(text), "Incomplete") {
		t.Errorf("%v:\n%s", err, text)
	}
}
