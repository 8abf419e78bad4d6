package opentofu_test

import (
	"sync"
	"testing"

	"github.com/hcljson/hcljson/internal/facts/guess"
	"github.com/hcljson/hcljson/internal/schema/languages"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/testing/schematest"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/opentofu"
)

func target(t *testing.T, s string) opentofu.Target {
	t.Helper()
	parsed, err := opentofu.ParseTarget(s)
	if err != nil {
		t.Fatal(err)
	}
	return parsed
}

func TestArrayRoot(t *testing.T) {
	for name, table := range constructors {
		if got, want := table(opentofu.Target{}).ArrayRoot, name != "Variables"; got != want {
			t.Errorf("%s: ArrayRoot is %t", name, got)
		}
	}
}

func TestVariableHasNoJSON(t *testing.T) {
	d := opentofu.Variables(opentofu.Target{})
	languages.Prepare(d)
	if attribute, _ := d.Root.Lookup("variable"); attribute == nil || attribute.NoJSON == "" {
		t.Error("an object named variable has no form in .tfvars.json, but the table gives no reason")
	}
}

// TestProviderNames checks the classification of values by name in a provider's body.
func TestProviderNames(t *testing.T) {
	d := opentofu.Config(opentofu.Target{})
	languages.Prepare(d)
	_, resource := d.Root.Lookup("resource")
	body := resource.BodyFor([]string{"a_b", "c"}, "")
	for _, test := range []struct {
		name string
		form guess.Form
		want guess.Kind
		sure bool
	}{
		{"tags", guess.ObjectForm, guess.IsAttribute, false},
		{"tags", guess.DeepForm, guess.IsBlock, false},
		{"timeouts", guess.ObjectForm, guess.IsBlock, false},
		{"timeouts", guess.ListForm, guess.IsBlock, true},
		{"timeouts", guess.EmptyForm, guess.IsBlock, true},
		{"rule", guess.ListForm, guess.IsBlock, false},
		{"network", guess.ListForm, guess.IsBlock, true},
		{"metadata", guess.ObjectForm, guess.IsAttribute, false},
		{"metadata", guess.ListForm, guess.IsBlock, false},
		{"ingress", guess.EmptyForm, guess.IsAttribute, false},
		{"no_such_name", guess.ObjectForm, guess.Unlisted, false},
		{"a", guess.ObjectForm, guess.Unlisted, false},
		{"zzzz", guess.ObjectForm, guess.Unlisted, false},
		{"", guess.ObjectForm, guess.Unlisted, false},
	} {
		for _, body := range []*tables.Body{body, body.RemainBody} {
			if got := body.Classify(test.name, test.form); got.Listed != test.want || got.Sure != test.sure {
				t.Errorf("%q in the form %d is %+v, want %v", test.name, test.form, got, test.want)
			}
		}
	}
	// The endings of maps must not swallow these blocks of the aws provider.
	_, provider := d.Root.Lookup("provider")
	for _, name := range []string{"default_tags", "ignore_tags"} {
		if provider.Body.Classify(name, guess.ObjectForm).Listed == guess.IsAttribute {
			t.Errorf("%s is an attribute", name)
		}
	}
}

var constructors = map[string]func(opentofu.Target) *schema.Dialect{
	"Config": opentofu.Config, "Tests": opentofu.Tests, "Mocks": opentofu.Mocks, "Query": opentofu.Query,
	"Components": opentofu.Components, "Variables": opentofu.Variables,
}

// The tables of one dialect are its own, so that dialects may be prepared and
// read at the same time.
func TestTablesAreNotShared(t *testing.T) {
	for name, table := range constructors {
		for _, s := range []string{"opentofu", "opentofu@1.6", "terraform", "terraform@1.11", "terraform@1.5"} {
			a, b := table(target(t, s)), table(target(t, s))
			schematest.CheckTables(t, a)
			others := schematest.Bodies(b)
			for body, path := range schematest.Bodies(a) {
				if _, shared := others[body]; shared {
					t.Errorf("%s(%s): %s is shared", name, s, path)
				}
			}
		}
	}
}

// TestPreparedTablesAreNotShared checks that a prepared dialect can be read while another dialect
// is prepared concurrently.
func TestPreparedTablesAreNotShared(t *testing.T) {
	for name, table := range constructors {
		d := table(opentofu.Target{})
		bodies := schematest.Bodies(d)
		var group sync.WaitGroup
		for range 8 {
			group.Go(func() {
				languages.Prepare(d)
				for body, path := range bodies {
					for i := range body.Attributes {
						if a, _ := body.Lookup(body.Attributes[i].Name); a != &body.Attributes[i] {
							t.Errorf("%s: %s has no argument %q", name, path, body.Attributes[i].Name)
						}
					}
					for i := range body.Blocks {
						if _, b := body.Lookup(body.Blocks[i].Type); b != &body.Blocks[i] {
							t.Errorf("%s: %s has no block %q", name, path, body.Blocks[i].Type)
						}
					}
				}
			})
		}
		group.Wait()
	}
}
