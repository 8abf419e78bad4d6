package service

import (
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Each property of Options is in the table, which the documentation repeats, and for
// JavaScript with the names there.
func TestOptions(t *testing.T) {
	want := map[string][]string{}
	for _, option := range new(Options).options() {
		want[option.name] = slices.Sorted(slices.Values(option.of))
	}
	var names []string
	for field := range reflect.TypeFor[Options]().Fields() {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		names = append(names, name)
	}
	if table := slices.Collect(maps.Keys(want)); !isSameSet(names, table) {
		t.Errorf("the table has %q, and there are %q", table, names)
	}

	documented := documentedOptions(t, "serve.md", "`show` with `files`")
	documented["files"] = want["files"] // which the request of show has then
	if !reflect.DeepEqual(documented, want) {
		t.Errorf("docs/serve.md has %q, and the table %q", documented, want)
	}

	want["table"], want["otherFilename"] = want["noTable"], want["other"]
	for _, name := range []string{"noTable", "other", "files", "addresses", "changes", "kind"} {
		delete(want, name)
	}
	documented = documentedOptions(t, "javascript.md", "`show` of files")
	for _, name := range []string{"filename", "numbers"} { // which are for the package itself
		if documented[name] == nil {
			t.Errorf("docs/javascript.md does not have %s", name)
		}
		delete(documented, name)
	}
	if !reflect.DeepEqual(documented, want) {
		t.Errorf("docs/javascript.md has %q, and the table %q", documented, want)
	}
}

// documentedOptions reads the table of options of a document.
func documentedOptions(t *testing.T, name, files string) map[string][]string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", name))
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "\n| option | of | |\n")
	table, _, _ = strings.Cut(table, "\n\n")
	all := strings.Join([]string{ToJSON, ToHCL, Patch, Get, Refs, Apply, Verify, JSONSchema}, "`, `")
	table = strings.ReplaceAll(table, "| all", "| `"+all+"`")
	table = strings.ReplaceAll(table, files, "`"+showFiles+"`")
	found := map[string][]string{}
	for _, row := range strings.Split(table, "\n")[1:] {
		cells := strings.Split(row, "|")
		var of []string
		for _, m := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(cells[2], -1) {
			of = append(of, m[1])
		}
		found[strings.Trim(cells[1], " `")] = slices.Sorted(slices.Values(of))
	}
	return found
}

func isSameSet(a, b []string) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}

// Options that the operation does not accept, and invalid values, are errors.
func TestInvalidOptions(t *testing.T) {
	file := []File{{Name: "a.tf"}}
	for _, test := range []struct {
		operation string
		options   Options
		want      string
	}{
		{ToHCL, Options{Form: "compact"}, "toHCL does not take form, which is for toJSON, patch."},
		{ToHCL, Options{Layout: "canonical"}, "toHCL does not take layout"},
		{ToJSON, Options{Other: &file[0]}, "toJSON does not take other"},
		{ToJSON, Options{Files: file}, "toJSON does not take files"},
		{Patch, Options{SourceMap: true}, "patch does not take sourceMap"},
		{Patch, Options{Form: "query"}, `form cannot be "query"`},
		{Get, Options{Strict: true}, "get does not take strict"},
		{Show, Options{Target: "terraform"}, "show does not take target"},
		{Show, Options{Files: file, Schemas: file}, "show with files does not take schemas"},
		{Expression, Options{NoTable: true}, "expression does not take noTable"},
		{Expression, Options{ProviderSchemas: file}, "expression does not take providerSchemas"},
		{Expression, Options{Comments: "drop", Dialect: "generic"}, "expression does not take comments"},
	} {
		done := func(o *Operation) { t.Errorf("%s with %+v is done", test.operation, test.options) }
		s := &Service{Operations: map[string]func(*Operation){test.operation: done}}
		got := s.Do(&Request{Operation: test.operation, Name: "a.tf", Options: test.options})
		details := ""
		for _, diag := range got.Diagnostics {
			details += diag.Detail + "\n"
		}
		if got.Text != nil || !strings.Contains(details, test.want) {
			t.Errorf("got %q, want %s", details, test.want)
		}
	}
}
