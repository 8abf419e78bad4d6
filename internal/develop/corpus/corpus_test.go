package corpus

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert/roundtrip"
	"github.com/hcljson/hcljson/schema/dialects"
)

// TestCorpus checks the files under the directory that the environment names.
func TestCorpus(t *testing.T) {
	dir := os.Getenv("HCLJSON_CORPUS")
	if dir == "" {
		t.Skip("HCLJSON_CORPUS names no directory of HCL files")
	}
	list, err := parseList(corpusText)
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	good, err := prove(dir, options{target: "opentofu", budget: time.Minute, list: list, check: roundtrip.Check}, &text)
	if err != nil {
		t.Fatal(err)
	}
	t.Log("\n" + text.String())
	if !good {
		t.Fail()
	}
}

type checkFunc = func(string, []byte, dialects.File, roundtrip.Options) roundtrip.Result

// finds is a check with a problem of each of these kinds.
func finds(kinds ...roundtrip.Kind) checkFunc {
	return func(filename string, _ []byte, _ dialects.File, _ roundtrip.Options) roundtrip.Result {
		var r roundtrip.Result
		for _, kind := range kinds {
			diag := &hcl.Diagnostic{Severity: hcl.DiagError, Summary: "Bad", Subject: &hcl.Range{Filename: filename}}
			r.Problems = append(r.Problems, roundtrip.Problem{Kind: kind, Step: "back", Diagnostics: hcl.Diagnostics{diag}})
		}
		return r
	}
}

// notKept is a check of a file that does not keep to its language.
func notKept(check checkFunc) checkFunc {
	return func(filename string, src []byte, file dialects.File, opts roundtrip.Options) roundtrip.Result {
		r := check(filename, src, file, opts)
		r.Outside = hcl.Diagnostics{
			{Severity: hcl.DiagWarning, Summary: "Not in the schema", Subject: &hcl.Range{Filename: filename}}}
		return r
	}
}

func panics(string, []byte, dialects.File, roundtrip.Options) roundtrip.Result { panic("no") }

func hangs(string, []byte, dialects.File, roundtrip.Options) roundtrip.Result { select {} }

func TestFaults(t *testing.T) {
	tests := []struct {
		name   string
		check  checkFunc
		faults string
		failed bool
	}{
		{"good", roundtrip.Check, "", false},
		{"different", finds(roundtrip.Different), "different", true},
		{"several", finds(roundtrip.Refused, roundtrip.Refused, roundtrip.Unstable), "refused unstable", true},
		{"unreadable", finds(roundtrip.Unreadable), "unreadable", true},
		{"excused", notKept(finds(roundtrip.Refused, roundtrip.Different)), "refused (excused) different (excused)", false},
		{"not excused", notKept(finds(roundtrip.Comments)), "comments", true},
		{"panic", panics, "panicked", true},
		{"hanging", hangs, "slow", true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			write(t, dir, "repository/a.tf", "locals {\n}\n")
			write(t, dir, "repository/copy.tf", "locals {\n}\n")
			budget := time.Minute
			if test.faults == "slow" {
				budget = time.Millisecond
			}
			report, err := run(dir, options{target: "opentofu", budget: budget, check: test.check})
			if err != nil {
				t.Fatal(err)
			}
			var found []string
			for _, o := range report.outcomes {
				for _, f := range o.failures {
					name, _, _ := strings.Cut(o.line(f), ":")
					found = append(found, name)
				}
			}
			if got := strings.Join(found, " "); got != test.faults || report.failed() != test.failed {
				t.Errorf("faults %q, failed %t, want %q, %t", got, report.failed(), test.faults, test.failed)
			}
			c := report.repositories["repository"]
			if c == nil || c[native]+c[json] != 1 || c[duplicate] != 1 {
				t.Errorf("counts %+v, want one file and one duplicate", c)
			}
			var text strings.Builder
			if err := report.write(&text); err != nil {
				t.Fatal(err)
			}
			for _, fault := range found {
				if !strings.Contains(text.String(), "repository/a.tf: "+fault) {
					t.Errorf("the report does not name the file:\n%s", text.String())
				}
			}
		})
	}
}

func write(t *testing.T, dir, name, src string) {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(src), 0o666); err != nil {
		t.Fatal(err)
	}
}

func TestRejected(t *testing.T) {
	dir := t.TempDir()
	for name, src := range map[string]string{"a.tf": "a = \n", "b.tf.json": "{", ".terraform.lock.hcl": "",
		"README.md": "a"} {
		write(t, dir, name, src)
	}
	report, err := run(dir, options{target: "opentofu", budget: time.Minute, check: roundtrip.Check})
	if err != nil {
		t.Fatal(err)
	}
	want := counts{native: 1, json: 1, rejected: 2}
	if got := *report.repositories["."]; got != want || report.failed() {
		t.Errorf("counts %+v, failed %t, want %+v", got, report.failed(), want)
	}
}

func TestWalk(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"o/listed/a.tf", "o/listed/.git/a.tf", "o/listed/.hidden/a.tf", "o/other/a.tf", "o/a.tf",
		"a.tf", ".hidden/a.tf"} {
		write(t, dir, name, "# "+name+"\n")
	}
	write(t, dir, "o/listed/large.tf", "#"+strings.Repeat("x", maxSize))
	write(t, dir, "o/listed/limit.tf", "#"+strings.Repeat("x", maxSize-1))
	if err := os.Symlink("a.tf", filepath.Join(dir, "o", "listed", "link.tf")); err != nil {
		t.Log("no links:", err)
	}
	list := []entry{{"o/gone", strings.Repeat("0", 40)}, {"o/listed", strings.Repeat("1", 40)}}
	for _, test := range []struct {
		onlyList bool
		native   map[string]int
		missing  int
	}{
		{false, map[string]int{"o/listed": 3, "o": 2, ".": 1}, 0},
		{true, map[string]int{"o/listed": 3}, 1},
	} {
		report, err := run(dir, options{budget: time.Minute, list: list, onlyList: test.onlyList, check: finds()})
		if err != nil {
			t.Fatal(err)
		}
		if len(report.repositories) != len(test.native) || len(report.missing) != test.missing {
			t.Errorf("only the list %t: %v, missing %v", test.onlyList, report.repositories, report.missing)
		}
		for name, want := range test.native {
			if c := report.repositories[name]; c == nil || c[native] != want || c[duplicate] != 0 {
				t.Errorf("only the list %t, %s: %+v, want %d files", test.onlyList, name, c, want)
			}
		}
	}
}
