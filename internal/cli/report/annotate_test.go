package report

import (
	"bytes"
	"encoding/json"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/internal/cli/command"
	"github.com/hcljson/hcljson/internal/diagnostic"
)

// inFormat reports some diagnostics in a format.
func inFormat(t *testing.T, format string) string {
	t.Helper()
	var out bytes.Buffer
	r := New(Options{Format: format}, command.Streams{Err: &out, Getenv: func(string) string { return "" }})
	src := []byte("a = 1\nb = 2\n")
	placed := func(severity hcl.DiagnosticSeverity, name string, start, end int) *hcl.Diagnostic {
		diag := Errorf("100%, or: so", "First %s.\r\n\"Second\": 50%%, at least.", name)
		diag.Severity, diag.Subject = severity, diagnostic.RangeAt(name, src, start, end)
		return diag
	}
	r.Add("x.tf", src, placed(hcl.DiagError, "x.tf", 0, 1), placed(hcl.DiagWarning, "dir/a, b: 100%.tf", 4, 9))
	r.Add("/abs/y.tf", nil, Errorf("No such file", "There is no file."))
	r.Add("", nil, Errorf("Invalid command line", ""))
	r.Note("a note")
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestGitHub(t *testing.T) {
	const want = "::error file=x.tf,line=1,endLine=1,col=1,endColumn=2,title=100%25%2C or%3A so::" +
		"First x.tf.%0D%0A\"Second\": 50%25, at least.\n" +
		"::warning file=dir/a%2C b%3A 100%25.tf,line=1,endLine=2,col=5,title=100%25%2C or%3A so::" +
		"First dir/a, b: 100%25.tf.%0D%0A\"Second\": 50%25, at least.\n" +
		"::error file=/abs/y.tf,title=No such file::There is no file.\n" +
		"::error title=Invalid command line::\n" +
		"a note\n"
	if got := inFormat(t, GitHub); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// A name is the one from the root of the checkout, wherever the step runs.
func TestInWorkspace(t *testing.T) {
	root := t.TempDir()
	for _, dir := range []string{"b c", "bc"} {
		if err := os.Mkdir(filepath.Join(root, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(filepath.Join(root, "b c"))
	outside := filepath.Join(root, "bc", "x.tf")
	for _, test := range []struct{ name, workspace, want string }{
		{"x.tf", root, "b c/x.tf"},
		{"d/../x.tf", root, "b c/x.tf"},
		{"../x.tf", root, "x.tf"},
		{filepath.Join(root, "b c", "x.tf"), root, "b c/x.tf"},
		{"x.tf", filepath.Join(root, "b c"), "x.tf"},
		{"x.tf", "", "x.tf"},
		{"../bc/x.tf", filepath.Join(root, "b c"), "../bc/x.tf"},
		{outside, filepath.Join(root, "b c"), filepath.ToSlash(outside)},
	} {
		if got := filepath.ToSlash(inWorkspace(test.name, test.workspace)); got != test.want {
			t.Errorf("%s in %s: got %s, want %s", test.name, test.workspace, got, test.want)
		}
	}
}

// The log has what the schema of SARIF 2.1.0 asks for, and no property that it does not
// have.
func TestSARIF(t *testing.T) {
	var log map[string]any
	if err := json.Unmarshal([]byte(inFormat(t, SARIF)), &log); err != nil {
		t.Fatal(err)
	}
	run := only(t, log, "$schema", "version", "runs")["runs"].([]any)[0].(map[string]any)
	if log["version"] != "2.1.0" {
		t.Errorf("version %v", log["version"])
	}
	only(t, run, "tool", "columnKind", "results")
	driver := only(t, run["tool"].(map[string]any), "driver")["driver"].(map[string]any)
	only(t, driver, "name", "informationUri", "rules")
	rules := driver["rules"].([]any)
	ids := map[string]bool{}
	for _, rule := range rules {
		rule := only(t, rule.(map[string]any), "id", "shortDescription")
		id := rule["id"].(string)
		if ids[id] || !regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`).MatchString(id) {
			t.Errorf("the rule %q", id)
		}
		ids[id] = true
		message(t, rule["shortDescription"])
	}
	results := run["results"].([]any)
	if len(results) != 4 || len(rules) != 3 {
		t.Fatalf("%d results, %d rules", len(results), len(rules))
	}
	for i, result := range results {
		result := result.(map[string]any)
		names := []string{"ruleId", "ruleIndex", "level", "message", "locations"}
		if i == 3 {
			names = names[:4]
		}
		only(t, result, names...)
		rule := rules[int(result["ruleIndex"].(float64))].(map[string]any)
		level := result["level"]
		if rule["id"] != result["ruleId"] || level != "error" && level != "warning" {
			t.Errorf("the result %v of the rule %v", result, rule)
		}
		message(t, result["message"])
		if i < 3 {
			checkLocation(t, result["locations"], i < 2)
		}
	}
	if region(results[1])["endLine"] != 2.0 || region(results[1])["startColumn"] != 5.0 {
		t.Errorf("the region %v", region(results[1]))
	}
}

// What a reader takes for one character can be several code points.
func TestColumnsOfAnnotations(t *testing.T) {
	src := []byte("a = 1\nb = \"e\u0301\" x")
	place := hcl.Range{Filename: "x.tf",
		Start: hcl.Pos{Line: 2, Column: 9, Byte: 16}, End: hcl.Pos{Line: 2, Column: 10, Byte: 17}}
	if place.End.Byte != len(src) {
		t.Fatalf("the place does not end with the file, but at byte %d of %d", place.End.Byte, len(src))
	}
	for format, want := range map[string]string{
		GitHub: "col=10,endColumn=11,",
		SARIF:  `"startColumn":10,"endLine":2,"endColumn":11`,
		JSON:   `"column":9,`,
	} {
		var out bytes.Buffer
		r := New(Options{Format: format}, command.Streams{Err: &out, Getenv: func(string) string { return "" }})
		diag := Errorf("Missing newline", "")
		diag.Subject = &place
		r.Add("x.tf", src, diag)
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(out.String(), want) {
			t.Errorf("%s: got %s, want %s", format, out.String(), want)
		}
	}
}

func region(result any) map[string]any {
	location := result.(map[string]any)["locations"].([]any)[0].(map[string]any)
	return location["physicalLocation"].(map[string]any)["region"].(map[string]any)
}

func checkLocation(t *testing.T, locations any, placed bool) {
	t.Helper()
	physical := only(t, locations.([]any)[0].(map[string]any), "physicalLocation")["physicalLocation"].(map[string]any)
	names := []string{"artifactLocation", "region"}
	if !placed {
		names = names[:1]
	}
	only(t, physical, names...)
	uri := only(t, physical["artifactLocation"].(map[string]any), "uri")["uri"].(string)
	if parsed, err := url.Parse(uri); err != nil || parsed.String() != uri {
		t.Errorf("the URI %q: %v", uri, err)
	}
	if !placed {
		return
	}
	for name, value := range only(t, physical["region"].(map[string]any), "startLine", "startColumn", "endLine",
		"endColumn") {
		if number := value.(float64); number < 1 || number != float64(int(number)) {
			t.Errorf("%s is %v", name, value)
		}
	}
}

func message(t *testing.T, v any) {
	t.Helper()
	if text := only(t, v.(map[string]any), "text")["text"].(string); text == "" {
		t.Error("a message without text")
	}
}

// only checks that an object has just these properties.
func only(t *testing.T, object map[string]any, names ...string) map[string]any {
	t.Helper()
	if len(object) != len(names) {
		t.Errorf("%v has other properties than %v", object, names)
	}
	for _, name := range names {
		if _, found := object[name]; !found {
			t.Errorf("%v has no %s", object, name)
		}
	}
	return object
}
