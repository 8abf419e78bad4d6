package toconfig_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/internal/facts/typespec"
	"github.com/hcljson/hcljson/internal/generate/jsonformat"
	"github.com/hcljson/hcljson/internal/generate/jsonformat/toconfig"
	"github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/internal/provider"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/testing/oracles"
	"github.com/hcljson/hcljson/schema"
)

// language returns the dialect of the configurations.
func language(t testing.TB) *schema.Dialect {
	t.Helper()
	file, err := dialects.ForFile("main.tf", dialects.Options{Target: "terraform"})
	if err != nil {
		t.Fatal(err)
	}
	return file.Dialect
}

// spec returns the type lookup for the test providers.
func spec(t testing.TB) func(string, tables.Part, string) (*typespec.Type, error) {
	t.Helper()
	name := filepath.FromSlash("../../../provider/plugin/testdata/schemas.json")
	src, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return specIn(t, src, name)
}

// specIn returns the type lookup for the providers in a file.
func specIn(t testing.TB, src []byte, name string) func(string, tables.Part, string) (*typespec.Type, error) {
	t.Helper()
	schemas, diags := provider.Read(src, name)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	return func(address string, part tables.Part, typ string) (*typespec.Type, error) {
		if address == oracles.OtherProvider {
			address = oracles.SmallProvider
		}
		for _, s := range schemas {
			if s.Address.String() == address {
				return s.Spec(part, typ)
			}
		}
		return nil, nil
	}
}

// setting is the value of a line "key: value" in the head of an archive.
func setting(head []byte, key string) string {
	for line := range strings.Lines(string(head)) {
		if k, v, ok := strings.Cut(line, ":"); ok && k == key {
			return strings.TrimSpace(v)
		}
	}
	return ""
}

// flags are the options that the line "flags:" names, as the command has them.
func flags(t testing.TB, head []byte) toconfig.Options {
	t.Helper()
	opts := toconfig.Options{Dialect: language(t)}
	for _, flag := range strings.Fields(setting(head, "flags")) {
		switch flag {
		case "data":
			opts.Data = true
		case "outputs":
			opts.Outputs = true
		case "import":
			opts.Import = true
		case "prior":
			opts.From = toconfig.Prior
		case "json":
			opts.JSON = true
		case "compact":
			opts.JSON, opts.Form = true, convert.Compact
		case "single":
			opts.Single = true
		case "strict":
			opts.Strict = true
		case "schemas":
			opts.Spec = spec(t)
		default:
			t.Fatalf("unknown flag %s", flag)
		}
	}
	return opts
}

func writeFile(t testing.TB, path string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o666); err != nil {
		t.Fatal(err)
	}
}

// writeFiles writes a configuration, and returns its text.
func writeFiles(t testing.TB, dir string, files []toconfig.File) string {
	t.Helper()
	var text strings.Builder
	for _, f := range files {
		writeFile(t, filepath.Join(dir, filepath.FromSlash(f.Name)), f.Bytes)
		text.WriteString("-- " + f.Name + " --\n" + string(f.Bytes))
	}
	return text.String()
}

// TestNoDialect checks that options without a dialect are an error.
func TestNoDialect(t *testing.T) {
	doc, _ := jsonformat.Read(one("aws_x", `{"a":1}`, "{}"), "state.json")
	for name, d := range map[string]*schema.Dialect{"nil": nil, "no root": {}} {
		for _, json := range []bool{false, true} {
			files, diags := toconfig.Generate(doc, toconfig.Options{Dialect: d, JSON: json})
			if files != nil || !diags.HasErrors() || diags[0].Summary != "No dialect" {
				t.Errorf("%s: %v, %v", name, files, diags)
			}
		}
	}
}

// A missing schema is an error, once for each type, and a schema of another version
// causes a warning.
func TestFailingSpec(t *testing.T) {
	resource := func(typ, name string) string {
		return `{"mode":"managed","type":"` + typ + `","name":"` + name + `","provider_name":"a/b/c",` +
			`"schema_version":1,"values":{}}`
	}
	doc, diags := jsonformat.Read([]byte(`{"format_version":"1.0","values":{"root_module":{"resources":[`+
		resource("x", "a")+","+resource("x", "b")+","+resource("y", "a")+`]}}}`), sourceName)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	known := func(version int, err error) func(string, tables.Part, string) (*typespec.Type, error) {
		return func(provider string, part tables.Part, typ string) (*typespec.Type, error) {
			if typ == "y" || provider != "a/b/c" || part != tables.Resource {
				return nil, nil
			}
			return &typespec.Type{Version: version, Body: &typespec.Body{}}, err
		}
	}
	const guess = sourceName + ":1,255-350 warning: No schema: The schema of y is not available, so all its attributes " +
		"with a value are written as arguments, including computed attributes. Empty strings, lists and maps are " +
		"omitted.\n"
	for _, test := range []struct {
		version int
		err     error
		want    string
	}{
		{1, nil, guess},
		{2, nil, sourceName + ":1,63-158 warning: Different schema version: The values of x have schema version 1, " +
			"but the available schema has version 2.\n" + guess},
		{1, errors.New("it is broken."), sourceName + ":1,63-158 error: No schema: it is broken.\n" + guess},
	} {
		files, diags := toconfig.Generate(doc, toconfig.Options{Dialect: language(t), Spec: known(test.version, test.err)})
		if got := string(render(diags)); got != test.want || (files == nil) != (test.err != nil) {
			t.Errorf("got %s\nwant %s", got, test.want)
		}
	}
}
