package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/schema"
)

// TestCorpus checks the files under the directory that the environment names.
func TestCorpus(t *testing.T) {
	dir := os.Getenv("HCLJSON_CORPUS")
	if dir == "" {
		t.Skip("HCLJSON_CORPUS names no directory of HCL files")
	}
	report, err := run(dir, options{target: "opentofu", budget: 5 * time.Second, converter: hcljson})
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	if err := report.write(&text); err != nil {
		t.Fatal(err)
	}
	t.Log("\n" + text.String())
	if report.failed() {
		t.Fail()
	}
}

const (
	nativeSource = "# head\nlocals {\n  a = \"$${x}\"\n}\n"
	jsonSource   = "{\n  \"//\": \"head\",\n  \"locals\": {\n    \"a\": \"$${x}\"\n  }\n}\n"
)

// inTurn is a converter that gives these results, whatever the file.
func inTurn(results ...string) convertFunc {
	var calls atomic.Int64
	return func([]byte, string, *schema.Dialect, convert.Options) ([]byte, hcl.Diagnostics) {
		return []byte(results[int(calls.Add(1)-1)%len(results)]), nil
	}
}

func refuse([]byte, string, *schema.Dialect, convert.Options) ([]byte, hcl.Diagnostics) {
	return nil, hcl.Diagnostics{{Severity: hcl.DiagError, Summary: "No"}}
}

func nothing([]byte, string, *schema.Dialect, convert.Options) ([]byte, hcl.Diagnostics) {
	return nil, nil
}

func panics([]byte, string, *schema.Dialect, convert.Options) ([]byte, hcl.Diagnostics) {
	panic("no")
}

func hangs([]byte, string, *schema.Dialect, convert.Options) ([]byte, hcl.Diagnostics) {
	select {}
}

func sleeps([]byte, string, *schema.Dialect, convert.Options) ([]byte, hcl.Diagnostics) {
	time.Sleep(5 * time.Millisecond)
	return []byte(jsonSource), nil
}

func TestFaults(t *testing.T) {
	toJSON, toHCL := inTurn(jsonSource), inTurn(nativeSource)
	tests := []struct {
		name      string
		file      string
		converter converter
		faults    string
	}{
		{"good native", "a.tf", converter{toJSON, toHCL}, ""},
		{"good JSON", "a.tf.json", converter{toJSON, toHCL}, ""},
		{"refused native", "a.tf", converter{refuse, toHCL}, "refused"},
		{"refused JSON", "a.tf.json", converter{toJSON, refuse}, "refused"},
		{"nothing", "a.tf", converter{nothing, toHCL}, "refused"},
		{"no JSON", "a.tf", converter{inTurn("{,}"), toHCL}, "invalid different"},
		{"duplicate name", "a.tf", converter{inTurn(`{"locals": {"a": "$${x}"}, "locals": {}}`), toHCL}, "invalid different"},
		{"other meaning in JSON", "a.tf", converter{inTurn(`{"locals": {"a": "${x}"}}`), toHCL}, "different"},
		{"other meaning in native", "a.tf", converter{toJSON, inTurn("# head\nlocals {\n  a = x\n}\n")}, "different"},
		{"other meaning of JSON", "a.tf.json", converter{toJSON, inTurn("# head\nlocals {\n  a = x\n}\n")}, "different"},
		{"comment lost", "a.tf", converter{toJSON, inTurn("locals {\n  a = \"$${x}\"\n}\n")}, "comments"},
		{"comment property lost", "a.tf.json", converter{inTurn(`{"locals": {"a": "$${x}"}}`), toHCL}, "comments"},
		{"unformatted", "a.tf", converter{toJSON, inTurn("# head\nlocals {\n a = \"$${x}\"\n}\n")}, "unformatted"},
		{"unstable JSON", "a.tf", converter{inTurn(jsonSource, jsonSource, strings.TrimSpace(jsonSource)), toHCL}, "unstable"},
		{"unstable native", "a.tf", converter{toJSON, inTurn(nativeSource, "\n"+nativeSource)}, "unstable"},
		{"panic", "a.tf", converter{panics, toHCL}, "panicked"},
		{"slow", "a.tf", converter{sleeps, toHCL}, "slow"},
		{"hanging", "a.tf", converter{hangs, toHCL}, "slow"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			src := nativeSource
			if strings.HasSuffix(test.file, ".json") {
				src = jsonSource
			}
			dir := t.TempDir()
			write(t, filepath.Join(dir, "repository", test.file), src)
			write(t, filepath.Join(dir, "repository", "copy."+test.file), src)
			budget := time.Minute
			if test.faults == "slow" {
				budget = time.Millisecond
			}
			report, err := run(dir, options{target: "opentofu", budget: budget, converter: test.converter})
			if err != nil {
				t.Fatal(err)
			}
			var found []string
			for _, o := range report.outcomes {
				for _, f := range o.failures {
					found = append(found, faultNames[f.fault])
				}
			}
			if got := strings.Join(found, " "); got != test.faults {
				t.Errorf("faults %q, want %q", got, test.faults)
			}
			c := report.repositories["repository"]
			if c == nil || c.native+c.json != 1 || c.duplicates != 1 {
				t.Errorf("counts %+v, want one file and one duplicate", c)
			}
			var text strings.Builder
			if err := report.write(&text); err != nil {
				t.Fatal(err)
			}
			for _, fault := range found {
				if !strings.Contains(text.String(), test.file+": "+fault) {
					t.Errorf("the report does not name the file:\n%s", text.String())
				}
			}
		})
	}
}

func write(t *testing.T, path, src string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(src), 0o666); err != nil {
		t.Fatal(err)
	}
}

func TestRejected(t *testing.T) {
	dir := t.TempDir()
	for name, src := range map[string]string{"a.tf": "a = \n", "b.tf.json": "{", ".terraform.lock.hcl": "", "README.md": "a"} {
		write(t, filepath.Join(dir, name), src)
	}
	report, err := run(dir, options{target: "opentofu", budget: time.Second, converter: converter{toJSON: inTurn("{}"), toHCL: refuse}})
	if err != nil {
		t.Fatal(err)
	}
	want := counts{native: 1, json: 1, rejected: 2, accepted: 1}
	if got := *report.repositories["."]; got != want {
		t.Errorf("counts %+v, want %+v", got, want)
	}
}

// A file that no product accepts may be refused, but must not lose comments.
func TestExcused(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "a.tf"), "variable \"a\" {\n  default = x # c\n}\n")
	for _, test := range []struct {
		converter converter
		failed    bool
	}{
		{converter{refuse, refuse}, false},
		{converter{inTurn(`{"variable": {"a": {"default": "${x}"}}}`), inTurn("variable \"a\" {\n  default = \"$${x}\"\n}\n")}, true},
	} {
		report, err := run(dir, options{target: "opentofu", budget: time.Minute, converter: test.converter})
		if err != nil {
			t.Fatal(err)
		}
		if c := report.repositories["."]; c.excused != 1 || c.outside != 1 || report.failed() != test.failed {
			t.Errorf("counts %+v, failed %t, want one excused, failed %t", c, report.failed(), test.failed)
		}
	}
}

func TestBodyComments(t *testing.T) {
	const src = `{"//": {"inside": "a", "attributes": ["x"]}, "b": [{"//": {"order": [], "attributes": []}}, {"//": {"metadata": {"order": 1}}}, {"//": {"above": "c", "end": "d"}}]}`
	got, err := bodyComments([]byte(src))
	want := []string{`"a"`, `{"above":"c","end":"d"}`, `{"metadata":{"order":1}}`}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
}

func TestCheckNames(t *testing.T) {
	for src, valid := range map[string]bool{
		`{"a": [{"a": 1, "b": "a"}, {"a": {"a": {}}}], "b": {"a": []}}`: true,
		`[{"a": "b", "b": "b"}, "a", {"a": 1}]`:                         true,
		`{"a": {"b": 1, "c": [{}], "b": 2}}`:                            false,
		`[{"a": [], "a": 1}]`:                                           false,
		`{"a": 1} {}`:                                                   false,
	} {
		if err := checkNames([]byte(src)); (err == nil) != valid {
			t.Errorf("%s: %v", src, err)
		}
	}
}
