package fromconfig_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/rogpeppe/go-internal/diff"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/internal/facts/loading"
	"github.com/hcljson/hcljson/internal/generate/jsonformat"
	"github.com/hcljson/hcljson/internal/generate/jsonformat/fromconfig"
	"github.com/hcljson/hcljson/internal/language/source"
	"github.com/hcljson/hcljson/internal/provider"
	"github.com/hcljson/hcljson/internal/schema/languages"
	"github.com/hcljson/hcljson/internal/testing/oracles"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/opentofu"
)

var update = flag.Bool("update", false, "rewrite the goldens")

// goldens are the outputs that an archive has, by their names. Of all but the first there are
// the lines in which they differ from another.
var goldens = map[string]opentofu.Target{
	"opentofu.json":  target("opentofu@1.12"),
	"terraform.diff": target("terraform@1.11"),
	"newest.diff":    target("terraform"),
	"newtofu.diff":   target("opentofu@1.13"),
}

func target(name string) opentofu.Target {
	t, err := opentofu.ParseTarget(name)
	if err != nil {
		panic(err)
	}
	return t
}

// tree is the files of a configuration, by their paths.
type tree map[string][]byte

// load returns the representation of a tree. With schemas, the dialect includes the schemas of the
// test providers.
func load(t testing.TB, files tree, target opentofu.Target,
	schemas []*provider.Schema) (*jsonformat.Configuration, hcl.Diagnostics) {
	t.Helper()
	return fromconfig.Load(".", fromconfig.Options{
		Target:  target,
		ReadDir: files.readDir,
		Dialect: func(_ string, files []fromconfig.File) *schema.Dialect { return language(files, target, schemas) },
	})
}

func (files tree) readDir(dir string) ([]fromconfig.File, error) {
	var list []fromconfig.File
	for name, data := range files {
		if filepath.ToSlash(filepath.Dir(name)) == dir {
			list = append(list, fromconfig.File{Name: filepath.Base(name), Source: newSource(name, data)})
		}
	}
	if list == nil {
		return nil, errors.New("there is no such directory")
	}
	return list, nil
}

// newSource returns a file whose name defines the syntax.
func newSource(name string, src []byte) *source.Source {
	return source.FromBytes(src, name, strings.HasSuffix(name, ".json"))
}

func language(files []fromconfig.File, target opentofu.Target, schemas []*provider.Schema) *schema.Dialect {
	d := opentofu.Config(target)
	if schemas == nil {
		return d
	}
	var module []provider.File
	for _, file := range files {
		stem, _, _ := strings.Cut(file.Name, ".")
		module = append(module, provider.File{Source: file.Source, Override: loading.IsOverride(stem)})
	}
	requirements, _ := provider.ReadRequirements(module, target.Product == opentofu.Terraform)
	d = languages.WithPlugins(d, provider.Define(requirements, provider.FindAmong(schemas)))
	d.Merges = slices.ContainsFunc(module, func(f provider.File) bool { return f.Override })
	return d
}

// testSchemas returns the schemas of the test providers.
func testSchemas(t testing.TB) []*provider.Schema {
	t.Helper()
	src, err := os.ReadFile(filepath.FromSlash("../../../provider/plugin/testdata/schemas.json"))
	if err != nil {
		t.Fatal(err)
	}
	schemas, diags := provider.Read(src, "schemas.json")
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	return schemas
}

func text(t testing.TB, c *jsonformat.Configuration) string {
	t.Helper()
	out, err := c.JSON(false)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// archive is a golden.
type archive struct {
	path string
	txtar.Archive
}

// archives are the goldens, by their names.
func archives(t testing.TB) map[string]*archive {
	t.Helper()
	paths, err := filepath.Glob(filepath.FromSlash("testdata/*.txtar"))
	if err != nil || len(paths) == 0 {
		t.Fatal("no goldens", err)
	}
	all := map[string]*archive{}
	for _, path := range paths {
		parsed, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		all[strings.TrimSuffix(filepath.Base(path), ".txtar")] = &archive{path, *parsed}
	}
	return all
}

// tree is the configuration in an archive.
func (a *archive) tree() tree {
	files := tree{}
	for _, file := range a.Files {
		if _, golden := goldens[file.Name]; !golden && file.Name != "diagnostics" {
			files[file.Name] = file.Data
		}
	}
	return files
}

// compare compares an output with the archive's golden, or updates the golden.
func (a *archive) compare(t *testing.T, name, got string) {
	t.Helper()
	i := slices.IndexFunc(a.Files, func(f txtar.File) bool { return f.Name == name })
	if i < 0 {
		a.Files = append(a.Files, txtar.File{Name: name})
		i = len(a.Files) - 1
	}
	want := string(a.Files[i].Data)
	switch {
	case got == want:
	case *update:
		a.Files[i].Data = []byte(got)
	default:
		t.Errorf("%s is\n%s\nand not\n%s", name, got, want)
	}
	a.Files = slices.DeleteFunc(a.Files, func(f txtar.File) bool { return f.Name == name && len(f.Data) == 0 })
}

func (a *archive) save(t *testing.T) {
	t.Helper()
	if *update {
		if err := os.WriteFile(a.path, txtar.Format(&a.Archive), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func describe(diags hcl.Diagnostics) string {
	var b strings.Builder
	for _, diag := range diags {
		severity := "warning"
		if diag.Severity == hcl.DiagError {
			severity = "error"
		}
		place := ""
		if diag.Subject != nil {
			place = diag.Subject.String() + ": "
		}
		b.WriteString(severity + ": " + place + diag.Summary + ": " + diag.Detail + "\n")
	}
	return b.String()
}

func TestGolden(t *testing.T) {
	schemas := testSchemas(t)
	for name, a := range archives(t) {
		t.Run(name, func(t *testing.T) {
			known := schemas
			if strings.Contains(string(a.Comment), "Without schemas") {
				known = nil
			}
			shown := func(name string) (lines string, diags hcl.Diagnostics) {
				c, diags := load(t, a.tree(), goldens[name], known)
				if c != nil {
					lines = filled(t, text(t, c))
				}
				if goldens[name].Product == opentofu.Terraform {
					return strings.ReplaceAll(lines, "registry.terraform.io", "REGISTRY"), diags
				}
				return strings.ReplaceAll(lines, "registry.opentofu.org", "REGISTRY"), diags
			}
			tofu, diags := shown("opentofu.json")
			a.compare(t, "diagnostics", describe(diags))
			a.compare(t, "opentofu.json", tofu)
			terraform, _ := shown("terraform.diff")
			a.compare(t, "terraform.diff", changes(tofu, terraform))
			if strings.Contains(string(a.Comment), "newest Terraform") {
				newest, _ := shown("newest.diff")
				a.compare(t, "newest.diff", changes(terraform, newest))
			}
			if strings.Contains(string(a.Comment), "newest OpenTofu") {
				newest, _ := shown("newtofu.diff")
				a.compare(t, "newtofu.diff", changes(tofu, newest))
			}
			a.save(t)
		})
	}
}

// changes returns the lines that are only in one of two texts.
func changes(before, after string) string {
	var lines strings.Builder
	for i, line := range strings.SplitAfter(string(diff.Diff("", []byte(before), "", []byte(after))), "\n") {
		if i > 2 && line != "" && (line[0] == '-' || line[0] == '+') {
			lines.WriteString(line)
		}
	}
	return lines.String()
}

// filled lays JSON out in few lines, each with as much as there is room for.
func filled(t testing.TB, text string) string {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	next := func() string {
		t.Helper()
		start := d.InputOffset()
		if _, err := d.Token(); err != nil {
			t.Fatal(err)
		}
		return strings.Trim(text[start:d.InputOffset()], ",: \n")
	}
	// value returns the lines of a value, the first with the given prefix.
	var value func(indent, before string) []string
	value = func(indent, before string) []string {
		open := next()
		if open != "{" && open != "[" {
			return []string{before + open}
		}
		var pieces [][]string
		for d.More() {
			key := ""
			if open == "{" {
				key = next() + ": "
			}
			pieces = append(pieces, value(indent+"  ", key))
			if d.More() {
				piece := pieces[len(pieces)-1]
				piece[len(piece)-1] += ","
			}
		}
		end := next()
		inner := slices.Concat(pieces...)
		if one := before + open + strings.Join(inner, " ") + end; len(inner) == len(pieces) && len(indent+one) <= 110 {
			return []string{one}
		}
		lines, last := []string{before + open}, ""
		for _, piece := range pieces {
			if len(piece) == 1 && last != "" && len(last+" "+piece[0]) <= 110 {
				last += " " + piece[0]
				lines[len(lines)-1] = last
				continue
			}
			for _, line := range piece {
				last = line
				if !strings.HasPrefix(line, " ") {
					last = indent + "  " + line
				}
				lines = append(lines, last)
			}
			if len(piece) > 1 {
				last = ""
			}
		}
		return append(lines, indent+end)
	}
	return strings.Join(value("", ""), "\n") + "\n"
}

// TestNoConfiguration checks that an empty directory and an unreadable directory are errors.
func TestNoConfiguration(t *testing.T) {
	for want, read := range map[string]func(string) ([]fromconfig.File, error){
		"a: the directory contains no configuration file.": func(string) ([]fromconfig.File, error) { return nil, nil },
		"a: it is locked.": func(string) ([]fromconfig.File, error) { return nil, errors.New("it is locked") },
	} {
		c, diags := fromconfig.Load("a", fromconfig.Options{ReadDir: read})
		if got := describe(diags); c != nil || got != "error: No configuration: "+want+"\n" {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// TestTooDeep checks, in both syntaxes, that too deeply nested content is omitted, and that the
// content next to it is shown.
func TestTooDeep(t *testing.T) {
	deep := strings.Repeat("[", 20000) + strings.Repeat("]", 20000)
	c, diags := load(t, tree{
		"a.tf":      []byte("output \"a\" {\n  value = " + deep + "\n}\n"),
		"b.tf.json": []byte(`{"output": {"b": {"value": ` + deep + `}}}`),
		"c.tf":      []byte("output \"c\" {\n  value = 1\n}\n"),
	}, goldens["opentofu.json"], nil)
	if len(c.Root.Outputs) != 1 || len(diags) != 2 || diags[0].Subject.Filename != "a.tf" ||
		diags[1].Subject.Filename != "b.tf.json" {
		t.Errorf("%d outputs, %s", len(c.Root.Outputs), describe(diags))
	}
}

// TestDynamicArgument checks that an argument named "dynamic" is not read as a dynamic block.
func TestDynamicArgument(t *testing.T) {
	files := tree{"main.tf": []byte(`resource "small_blocks" "x" {
  dynamic = 1
  name    = "n"
}

terraform {
  required_providers {
    small = { source = "example.com/test/small" }
  }
}
`)}
	for want, schemas := range map[string][]*provider.Schema{
		"": nil,
		"warning: main.tf:2,3-10: Unknown argument: This block does not accept the argument \"dynamic\". It is omitted.\n": testSchemas(t),
	} {
		c, diags := load(t, files, goldens["opentofu.json"], schemas)
		shown := c.Root.Resources[0].Expressions.JSON()
		if got := describe(diags); got != want || shown != `{"name":{"constant_value":"n"}}` {
			t.Errorf("got %q, want %q, %s", got, want, shown)
		}
	}
}

// TestBlocksOfResourceTypes checks that blocks for an argument are constant if their values have
// one type.
func TestBlocksOfResourceTypes(t *testing.T) {
	schemas,
		diags := provider.Read([]byte(`{"format_version":"1.0","provider_schemas":{"registry.opentofu.org/hashicorp/x":{
		"resource_schemas":{"x_y":{"version":0,"block":{"attributes":{
			"in":{"type":["list",["object",{"a":"dynamic"}]],"optional":true}}}}}}}}`), "schemas.json")
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	for second, want := range map[string]string{
		"2":   `{"in":{"constant_value":[{"a":1},{"a":2}]}}`,
		`"x"`: `{"in":{}}`,
	} {
		files := tree{
			"main.tf": []byte("resource \"x_y\" \"z\" {\n  in {\n    a = 1\n  }\n  in {\n    a = " + second + "\n  }\n}\n")}
		c, diags := load(t, files, goldens["opentofu.json"], schemas)
		if got := c.Root.Resources[0].Expressions.JSON(); got != want || len(diags) > 0 {
			t.Errorf("%s: got %s, want %s, %s", second, got, want, describe(diags))
		}
	}
}

// A module without a language is an error.
func TestNoDialect(t *testing.T) {
	for name, d := range map[string]*schema.Dialect{"nil": nil, "no root": {}} {
		c, diags := fromconfig.Load(".", fromconfig.Options{
			ReadDir: tree{"main.tf": nil}.readDir,
			Dialect: func(string, []fromconfig.File) *schema.Dialect { return d },
		})
		if c != nil || !diags.HasErrors() || !strings.Contains(diags[0].Detail, "dialect") {
			t.Errorf("%s: %v, %v", name, c, diags)
		}
	}
}

// counterparts are trees in which some or all native files have become JSON.
func counterparts(t testing.TB, files tree, target opentofu.Target, schemas []*provider.Schema) map[string]tree {
	t.Helper()
	all := map[string]tree{}
	for form, options := range map[string]convert.Options{"general": {}, "compact": {Form: convert.Compact}} {
		whole, mixed := tree{}, tree{}
		var stems []string
		for _, name := range slices.Sorted(keys(files)) {
			src := files[name]
			if !strings.HasSuffix(name, ".tf") && !strings.HasSuffix(name, ".tofu") {
				whole[name], mixed[name] = src, src
				continue
			}
			around, err := files.readDir(filepath.ToSlash(filepath.Dir(name)))
			if err != nil {
				t.Fatal(err)
			}
			slices.SortFunc(around, func(a, b fromconfig.File) int { return strings.Compare(a.Name, b.Name) })
			out, diags := convert.ToJSON(src, name, language(around, target, schemas), options)
			if diags.HasErrors() {
				t.Fatal(diags)
			}
			whole[name+".json"] = out
			// The product reads only one of main.tf and main.tofu.
			if stem := strings.TrimSuffix(name, path.Ext(name)); !slices.Contains(stems, stem) {
				stems = append(stems, stem)
			}
			if len(stems)%2 == 0 {
				mixed[name] = src
			} else {
				mixed[name+".json"] = out
			}
		}
		all[form], all["mixed "+form] = whole, mixed
	}
	return all
}

func keys(files tree) func(func(string) bool) {
	return func(yield func(string) bool) {
		for name := range files {
			if !yield(name) {
				return
			}
		}
	}
}

// Native files and JSON give the same, with schemas and without.
func TestCounterparts(t *testing.T) {
	for name, a := range archives(t) {
		if strings.Contains(string(a.Comment), "no counterparts") {
			continue
		}
		for what, schemas := range map[string][]*provider.Schema{"schemas": testSchemas(t), "no schemas": nil} {
			t.Run(name+" "+what, func(t *testing.T) {
				for _, target := range goldens {
					if target.Product == opentofu.Terraform && strings.Contains(string(a.Comment), "OpenTofu alone") ||
						!oracles.Enabled() && (target.Product == opentofu.Terraform) != (schemas == nil) {
						continue
					}
					c, diags := load(t, a.tree(), target, schemas)
					if c == nil {
						t.Fatal(diags)
					}
					want := text(t, c)
					for counterpart, files := range counterparts(t, a.tree(), target, schemas) {
						c, diags := load(t, files, target, schemas)
						if c == nil {
							t.Fatalf("%s: %s", counterpart, diags)
						}
						if got := text(t, c); got != want {
							t.Errorf("%s of %s: %s", counterpart, target, difference(t, got, want))
						}
					}
				}
			})
		}
	}
}

// difference returns the differences between two documents, one per line.
func difference(t testing.TB, got, want string) string {
	t.Helper()
	var a, b any
	if err := errors.Join(json.Unmarshal([]byte(got), &a), json.Unmarshal([]byte(want), &b)); err != nil {
		t.Fatal(err)
	}
	return strings.Join(differences("", a, b), "\n")
}

func differences(at string, got, want any) []string {
	if reflect.DeepEqual(got, want) {
		return nil
	}
	g, gotObject := got.(map[string]any)
	w, wantObject := want.(map[string]any)
	if gotObject && wantObject {
		var list []string
		names := map[string]bool{}
		for name := range g {
			names[name] = true
		}
		for name := range w {
			names[name] = true
		}
		for name := range names {
			list = append(list, differences(at+"/"+name, g[name], w[name])...)
		}
		slices.Sort(list)
		return list
	}
	ga, gotArray := got.([]any)
	wa, wantArray := want.([]any)
	if gotArray && wantArray && len(ga) == len(wa) {
		var list []string
		for i := range ga {
			list = append(list, differences(at+"/"+string(rune('0'+i%10)), ga[i], wa[i])...)
		}
		return list
	}
	show := func(value any) string {
		out, _ := json.Marshal(value)
		return string(out)
	}
	return []string{at + ": " + show(got) + ", want " + show(want)}
}

// write puts a tree into a directory.
func (files tree) write(t *testing.T, dir string) {
	t.Helper()
	for name, data := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil && !errors.Is(err, fs.ErrExist) {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, bytes.Clone(data), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// TestVersions checks the differences between the output for two successive Terraform versions.
func TestVersions(t *testing.T) {
	for _, test := range []struct{ before, after, src, shown, then string }{
		{
			"terraform@1.13", "terraform@1.14", `output "x" { value = action.a.b.c }`,
			`["action.a.b.c","action.a.b","action.a"]`, `["action.a.b.c","action.a.b"]`,
		},
		{
			"terraform@1.14", "terraform@1.15",
			"module \"x\" {\n  source = \"./x\"\n  ignore_nested_deprecations = true\n}\n",
			`"expressions":{"ignore_nested_deprecations":{"constant_value":true}}`, `"source":"./x","module":`,
		},
	} {
		files := tree{"main.tf": []byte(test.src), "x/main.tf": []byte(`variable "ignore_nested_deprecations" {}`)}
		for version, want := range map[string]string{test.before: test.shown, test.after: test.then} {
			c, diags := load(t, files, target(version), nil)
			if got := strings.Join(strings.Fields(text(t, c)), ""); diags.HasErrors() || !strings.Contains(got, want) {
				t.Errorf("%s shows %s, want %s; %v", version, got, want, diags)
			}
		}
	}
}
