package fromconfig_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/internal/testing/oracles"
)

// products are the oracles for representations.
var products = []struct {
	program string
	// golden is the output for the same version.
	golden string
	// alone is the setting of archives that only this product reads.
	alone string
	shown func(p *product) []byte
}{
	{"terraform", "terraform.diff", "Terraform judges", func(p *product) []byte {
		p.run("plan", "-input=false", "-lock=false", "-out=plan")
		var document struct {
			Configuration json.RawMessage `json:"configuration"`
		}
		if err := json.Unmarshal(p.run("show", "-json", "plan"), &document); err != nil {
			p.t.Fatal(err)
		}
		return document.Configuration
	}},
	{"tofu", "opentofu.json", "OpenTofu judges", func(p *product) []byte { return p.run("show", "-json", "-config") }},
}

// TestProducts compares our representation of a configuration with the products' representation.
// They are equal for native files. For JSON, products show the text of templates instead of
// constants.
func TestProducts(t *testing.T) {
	for _, judge := range products {
		t.Run(judge.program, func(t *testing.T) {
			oracles.Program(t, judge.program)
			schemas := testSchemas(t)
			program := oracles.NewProduct(t, judge.program, "TF_CLI_CONFIG_FILE="+oracles.ProvidersConfig(t))
			target := goldens[judge.golden]
			shown := func(t *testing.T, files tree) string {
				t.Helper()
				return string(judge.shown(prepared(t, program, files)))
			}
			judged := 0
			for name, a := range archives(t) {
				comment := strings.Join(strings.Fields(string(a.Comment)), " ")
				if strings.Contains(comment, "no plan") && !strings.Contains(comment, judge.alone) {
					continue
				}
				judged++
				t.Run(name, func(t *testing.T) {
					c, diags := load(t, a.tree(), target, schemas)
					if c == nil {
						t.Fatal(diags)
					}
					c.Notes = nil
					got := text(t, c)
					want := shown(t, a.tree())
					if hasJSON(a.tree()) {
						got, want = withoutConstants(t, got), withoutConstants(t, want)
					}
					if found := difference(t, got, want); found != "" {
						t.Errorf("of the files as they are: %s", found)
					}
					if strings.Contains(comment, "Judged as native files only") {
						return
					}
					for counterpart, files := range counterparts(t, a.tree(), target, schemas) {
						if strings.HasPrefix(counterpart, "mixed") {
							continue // its files are among those of the others
						}
						want := withoutConstants(t, shown(t, files))
						if found := difference(t, withoutConstants(t, got), want); found != "" {
							t.Errorf("of %s: %s", counterpart, found)
						}
					}
				})
			}
			if judged < 5 {
				t.Errorf("only %d goldens are compared with %s", judged, judge.program)
			}
		})
	}
}

func hasJSON(files tree) bool {
	for name := range files {
		if strings.HasSuffix(name, ".json") {
			return true
		}
	}
	return false
}

// product is a program in the directory of a module.
type product struct {
	t       *testing.T
	program *oracles.Product
	dir     string
}

// prepared writes a module for a product.
func prepared(t *testing.T, program *oracles.Product, files tree) *product {
	t.Helper()
	p := &product{t, program, t.TempDir()}
	files.write(t, p.dir)
	p.run("get")
	return p
}

func (p *product) run(args ...string) []byte {
	p.t.Helper()
	return p.program.Run(p.t, p.dir, args...)
}

func withoutConstants(t *testing.T, text string) string {
	t.Helper()
	var value any
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		t.Fatal(err)
	}
	dropConstants(value)
	out, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func dropConstants(value any) {
	switch value := value.(type) {
	case map[string]any:
		delete(value, "constant_value")
		for name, member := range value {
			dropConstants(member)
			// A member without constants and references is omitted.
			if object, ok := member.(map[string]any); ok && len(object) == 0 &&
				(name == "count_expression" || name == "for_each_expression") {
				delete(value, name)
			}
		}
	case []any:
		for _, element := range value {
			dropConstants(element)
		}
	}
}
