package toconfig_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/hcljson/hcljson/internal/generate/jsonformat"
	"github.com/hcljson/hcljson/internal/generate/jsonformat/toconfig"
	"github.com/hcljson/hcljson/internal/testing/oracles"
)

// TestTerraformPlansNoChange checks that Terraform plans no change for the configuration that is
// generated from its state.
//
// Each archive in testdata/plans contains a configuration, which the test applies. In the head, the
// line "flags:" contains options, "keeps: N" is the number of objects with the action no-op, and
// "removes:" names an object that is removed from the state first. The file generated.tfvars
// contains the values of the variables for sensitive values. With import, the state is empty and
// the configuration imports the objects.
func TestTerraformPlansNoChange(t *testing.T) {
	for name, archive := range archives(t, "testdata/plans") {
		t.Run(name, func(t *testing.T) {
			p := newProduct(t)
			applied := t.TempDir()
			p.unpack(applied, archive, "")
			p.run(applied, "apply", "-auto-approve", "-input=false")
			if address := setting(archive.Comment, "removes"); address != "" {
				p.run(applied, "state", "rm", address)
			}
			state := p.run(applied, "show", "-json")
			opts := flags(t, archive.Comment)
			for _, opts.JSON = range []bool{false, true} {
				dir, text := p.generated(state, opts, archive)
				if !opts.Import {
					copyState(t, applied, dir)
				}
				plan := p.terraform.Plan(p, dir, text)
				wantNoChange(t, plan, opts.Import, text)
				if want, kept := setting(archive.Comment, "keeps"), strconv.Itoa(len(plan.Changes)); want != kept {
					t.Errorf("the plan keeps %s objects, want %s", kept, want)
				}
			}
		})
	}
}

// TestTerraformPlansTheSame checks that the configuration generated from a plan leads to the same
// plan, and that the configuration generated from the plan's prior state leads to no change.
//
// Each archive in testdata/planned contains a configuration to apply (directory before), and a
// configuration to plan (directory after). With a line "options:", the first plan uses these
// options, and the second plan may keep more objects.
func TestTerraformPlansTheSame(t *testing.T) {
	for name, archive := range archives(t, "testdata/planned") {
		t.Run(name, func(t *testing.T) {
			p := newProduct(t)
			applied, changed := t.TempDir(), t.TempDir()
			p.unpack(applied, archive, "before/")
			p.run(applied, "apply", "-auto-approve", "-input=false")
			p.unpack(changed, archive, "after/")
			copyState(t, applied, changed)
			options := strings.Fields(setting(archive.Comment, "options"))
			want := p.terraform.Plan(p, changed, "", options...)
			opts := flags(t, archive.Comment)
			for _, opts.From = range []toconfig.From{toconfig.Planned, toconfig.Prior} {
				dir, text := p.generated(want.Source, opts, archive)
				copyState(t, applied, dir)
				got := p.terraform.Plan(p, dir, text)
				if opts.From == toconfig.Prior {
					wantNoChange(t, got, false, text)
					continue
				}
				keeps := len(options) == 0
				if got, want := summary(t, got, keeps), summary(t, want, keeps); got != want {
					t.Errorf("the plan is\n%s\nwant\n%s\nof\n%s", got, want, text)
				}
			}
		})
	}
}

// TestTerraformAccepts validates the outputs of the goldens that have this flag. The values of all
// variables are unset.
func TestTerraformAccepts(t *testing.T) {
	accepted := 0
	for name, archive := range archives(t, "testdata/golden") {
		if setting(archive.Comment, "accepted") == "" {
			continue
		}
		accepted++
		t.Run(name, func(t *testing.T) {
			p := newProduct(t)
			dir := t.TempDir()
			for _, f := range archive.Files {
				if f.Name != sourceName && f.Name != "diagnostics" {
					writeFile(t, filepath.Join(dir, filepath.FromSlash(f.Name)), f.Data)
				}
			}
			p.run(dir, "get")
			p.run(dir, "validate")
		})
	}
	if accepted == 0 {
		t.Error("no golden has the flag")
	}
}

// archives returns the archives of a directory by name.
func archives(t testing.TB, dir string) map[string]*txtar.Archive {
	t.Helper()
	names, err := filepath.Glob(filepath.FromSlash(dir + "/*.txtar"))
	if err != nil || len(names) == 0 {
		t.Fatal("no archives", err)
	}
	all := map[string]*txtar.Archive{}
	for _, name := range names {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all[strings.TrimSuffix(filepath.Base(name), ".txtar")] = archive
	}
	return all
}

func copyState(t *testing.T, from, to string) {
	t.Helper()
	state, err := os.ReadFile(filepath.Join(from, "terraform.tfstate"))
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(to, "terraform.tfstate"), state)
}

// product is Terraform for a test.
type product struct {
	*testing.T
	terraform *oracles.Product
}

func newProduct(t *testing.T) product {
	t.Helper()
	oracles.Program(t, "terraform")
	return product{t, oracles.Terraform(t, "TF_CLI_CONFIG_FILE="+oracles.ProvidersConfig(t))}
}

// valuesName is the name of the file with the values of variables in an archive.
const valuesName = "generated.tfvars"

// unpack writes the files below a directory of an archive.
func (p product) unpack(dir string, archive *txtar.Archive, below string) {
	p.Helper()
	for _, f := range archive.Files {
		if name, ok := strings.CutPrefix(f.Name, below); ok && f.Name != valuesName {
			writeFile(p, filepath.Join(dir, filepath.FromSlash(name)), f.Data)
		}
	}
	p.run(dir, "get")
}

// generated writes the generated files, and returns their directory and their text.
func (p product) generated(src []byte, opts toconfig.Options, archive *txtar.Archive) (dir, text string) {
	p.Helper()
	opts.Spec = spec(p)
	doc, diags := jsonformat.Read(src, "source.json")
	if diags.HasErrors() {
		p.Fatal(diags)
	}
	files, diags := toconfig.Generate(doc, opts)
	if diags.HasErrors() {
		p.Fatal(diags)
	}
	dir = p.TempDir()
	text = writeFiles(p, dir, files)
	if i := slices.IndexFunc(archive.Files, func(f txtar.File) bool { return f.Name == valuesName }); i >= 0 {
		writeFile(p, filepath.Join(dir, "terraform.tfvars"), archive.Files[i].Data)
	}
	p.run(dir, "get")
	return dir, text
}

func (p product) run(dir string, args ...string) []byte {
	p.Helper()
	return p.terraform.Run(p, dir, args...)
}

// wantNoChange checks that a plan changes nothing, except for moves and, with importing, for
// imports. Moves and imports have the exit status of changes.
func wantNoChange(t *testing.T, plan *oracles.Plan, importing bool, text string) {
	t.Helper()
	others := 0
	for _, c := range plan.Changes {
		if !slices.Equal(c.Change.Actions, []string{"no-op"}) || importing && len(c.Change.Importing) == 0 {
			t.Errorf("the plan for %s is %v", c.Address, c.Change.Actions)
		}
		if c.PreviousAddress != "" || len(c.Change.Importing) > 0 {
			others++
		}
	}
	for name, c := range plan.Outputs {
		if !importing && !slices.Equal(c.Actions, []string{"no-op"}) {
			t.Errorf("the plan for output %s is %v", name, c.Actions)
		}
	}
	if want := map[bool]int{false: 0, true: 2}[others > 0]; plan.Status != want {
		t.Errorf("exit status %d, want %d", plan.Status, want)
	}
	if t.Failed() {
		t.Log(text)
	}
}

// summary returns the actions of a plan, with unchanged objects if keeps is set.
func summary(t *testing.T, plan *oracles.Plan, keeps bool) string {
	t.Helper()
	var lines []string
	leave := func(actions []string) bool { return !keeps && slices.Equal(actions, []string{"no-op"}) }
	for _, c := range plan.Changes {
		if leave(c.Change.Actions) {
			continue
		}
		after := map[string]any{}
		if err := json.Unmarshal(c.Change.After, &after); err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(after)
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines,
			strings.Join([]string{c.Address, c.PreviousAddress, strings.Join(c.Change.Actions, " "), string(text)}, "|"))
	}
	for name, c := range plan.Outputs {
		if leave(c.Actions) {
			continue
		}
		lines = append(lines, strings.Join([]string{"output " + name, strings.Join(c.Actions, " "), string(c.After)}, "|"))
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}
