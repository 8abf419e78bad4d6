package address_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/convert/address"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/internal/testing/oracles"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// tree is a generated tree of modules: the files of the applied configuration, and the files of a
// later configuration with pending moves, removals and imports. The input of each object identifies
// it.
type tree struct {
	random           *rand.Rand
	before, after    map[string]string
	declared         []declared
	root             strings.Builder // blocks of the root in the later configuration
	withForEach      bool
	outer, inner     string // calls in the root and in m1
	outerIs, innerIs string
}

// declared is an address in a directory with a new address for it.
type declared struct{ dir, from, to string }

// newTree returns a tree of the modules ".", "m1" and "m2". The root calls m1, which calls m2.
func newTree(random *rand.Rand) *tree {
	g := &tree{random: random, before: map[string]string{}, after: map[string]string{}, withForEach: random.Intn(2) == 0}
	g.outer, g.outerIs = g.call("outer")
	g.inner, g.innerIs = g.call("inner")
	keys := ""
	if g.withForEach {
		keys = "  for_each = toset([\"k\", \"l\"])\n"
	}
	instance := ""
	if g.withForEach {
		instance = `["k"]`
	}
	out := "module." + g.outerIs + instance + ".out"
	oldOut := "module." + g.outer + instance + ".out"
	g.module("m2", "", "", "", "")
	g.module("m1", g.inner, g.innerIs, "../m2", "")
	g.module(".", g.outer, g.outerIs, "./m1", keys)
	g.before["."] += "output \"top\" {\n  value = " + oldOut + "\n}\n"
	g.after["."] += "output \"top\" {\n  value = " + out + "\n}\n" + g.root.String()
	return g
}

// call returns the name of a call before and after a pending rename, which can be missing.
func (g *tree) call(name string) (before, after string) {
	if g.random.Intn(3) == 0 {
		return name, name + "_is"
	}
	return name, name
}

// module generates a module with a resource of each kind, and a call with a former and a present name.
func (g *tree) module(dir, former, call, source, keys string) {
	var before, after strings.Builder
	both := func(format string, args ...any) {
		fmt.Fprintf(&before, format, args...)
		fmt.Fprintf(&after, format, args...)
	}
	mark := strings.ReplaceAll(dir, ".", "root")
	both("variable \"size\" {\n  default = 1\n}\n\nlocals {\n  name = \"%s${var.size}\"\n}\n\n", mark)
	both("resource \"terraform_data\" \"kept\" {\n  input = \"kept ${local.name}\"\n}\n\n")
	g.providers(dir, both)
	g.keys(dir, both)
	// A pending new key, and a pending count.
	for key, of := range map[string]*strings.Builder{"old": &before, "b": &after} {
		fmt.Fprintf(of, "resource \"terraform_data\" \"many\" {\n  for_each = toset([\"a\", \"%s\"])\n"+
			"  input = \"many ${contains([\"a\", \"z\"], each.key) ? 1 : 2} ${terraform_data.kept.input}\"\n}\n\n", key)
	}
	after.WriteString("moved {\n  from = terraform_data.many[\"old\"]\n  to   = terraform_data.many[\"b\"]\n}\n\n")
	before.WriteString("resource \"terraform_data\" \"one\" {\n  input = \"one ${local.name}\"\n}\n\n")
	after.WriteString("resource \"terraform_data\" \"one\" {\n  count = 1\n  input = \"one ${local.name}\"\n}\n\n")
	after.WriteString("moved {\n  from = terraform_data.one\n  to   = terraform_data.one[0]\n}\n\n")
	both("resource \"terraform_data\" \"counted\" {\n  count = 2\n  input = \"counted ${count.index} ${local.name}\"\n}\n\n")
	both("output \"out\" {\n  value = [terraform_data.kept.id, terraform_data.counted[*].id]\n}\n\n")
	g.declared = append(g.declared,
		declared{dir, "var.size", "var.width"}, declared{dir, "local.name", "local.label"}, declared{dir, "output.out", "output.result"},
		declared{dir, "terraform_data.kept", "terraform_data.held"}, declared{dir, "terraform_data.many", "terraform_data.several"},
		declared{dir, "terraform_data.one", "terraform_data.single"}, declared{dir, `terraform_data.many["b"]`, `terraform_data.many["y"]`},
		declared{dir, "terraform_data.counted", "terraform_data.numbered"})
	// A pending move in the module or in the root.
	before.WriteString("resource \"terraform_data\" \"old\" {\n  input = \"moving ${local.name}\"\n}\n\n")
	after.WriteString("resource \"terraform_data\" \"new\" {\n  input = \"moving ${local.name}\"\n}\n\n")
	g.declared = append(g.declared, declared{dir, "terraform_data.new", "terraform_data.newest"})
	prefixes := g.prefixes(dir)
	if g.random.Intn(2) == 0 {
		after.WriteString("moved {\n  from = terraform_data.old\n  to   = terraform_data.new\n}\n\n")
	} else {
		for _, p := range prefixes {
			fmt.Fprintf(&g.root, "moved {\n  from = %sterraform_data.old\n  to   = %[1]sterraform_data.new\n}\n\n", p)
		}
	}
	// A pending removal, which must not destroy the object.
	before.WriteString("resource \"terraform_data\" \"gone\" {\n  input = \"gone ${local.name}\"\n}\n\n")
	removal := "removed {\n  from = %sterraform_data.gone\n  lifecycle {\n    destroy = false\n  }\n}\n\n"
	if g.random.Intn(2) == 0 {
		fmt.Fprintf(&after, removal, "")
	} else {
		fmt.Fprintf(&g.root, removal, g.static(dir))
	}
	// A pending import.
	after.WriteString("resource \"terraform_data\" \"imported\" {\n  input = \"imported ${local.name}\"\n}\n\n")
	for _, p := range prefixes {
		fmt.Fprintf(&g.root, "import {\n  to = %sterraform_data.imported\n  id = \"x\"\n}\n\n", p)
	}
	g.declared = append(g.declared, declared{dir, "terraform_data.imported", "terraform_data.brought"})
	if call != "" {
		text := "module \"%s\" {\n  source = \"%s\"\n  size = var.size\n  object = { k = local.map.k, l = { k = 1 } }\n%s" +
			"  providers = {\n    terraform.in = terraform.%s\n    terraform = terraform\n  }\n}\n\n"
		fmt.Fprintf(&before, text, former, source, keys, alias(dir))
		fmt.Fprintf(&after, text, call, source, keys, alias(dir))
		if former != call {
			fmt.Fprintf(&after, "moved {\n  from = module.%s\n  to   = module.%s\n}\n\n", former, call)
		}
		g.declared = append(g.declared, declared{dir, "module." + call, "module.fresh"})
		if keys != "" {
			g.declared = append(g.declared, declared{dir, "module." + call + `["k"]`, "module." + call + `["z"]`})
		}
	}
	g.declared = append(g.declared, declared{dir, `terraform_data.many["a"]`, `terraform_data.many["z"]`})
	g.before[dir], g.after[dir] = before.String(), after.String()
}

// alias returns the alias of a provider in a module.
func alias(dir string) string {
	if dir == "." {
		return "west"
	}
	return "in"
}

// providers generates the configurations of a provider and their uses. The provider is built in, so
// its local name in a module can differ from the name in its types.
func (g *tree) providers(dir string, both func(format string, args ...any)) {
	aliases := ""
	if dir != "." {
		aliases = "      configuration_aliases = [terraform.in]\n"
	}
	both("terraform {\n  required_providers {\n    terraform = {\n      source = \"terraform.io/builtin/terraform\"\n%s    }\n  }\n}\n\n", aliases)
	if dir == "." {
		both("provider \"terraform\" {\n  alias = \"west\"\n}\n\n")
	}
	both("resource \"terraform_data\" \"by_alias\" {\n  provider = terraform.%s\n  input = \"by alias ${local.name} ${"+
		"provider::terraform::encode_expr(1)}\"\n}\n\n", alias(dir))
	g.declared = append(g.declared, declared{dir, "provider.terraform." + alias(dir), "provider.terraform.europe"},
		declared{dir, "terraform.required_providers.terraform", "terraform.required_providers.core"})
}

// keys generates a map and an object, and references to their keys.
func (g *tree) keys(dir string, both func(format string, args ...any)) {
	both("locals {\n  map = {\n    k = \"a\"\n    l = \"b\"\n  }\n}\n\n")
	both("variable \"object\" {\n  type = object({\n    k = optional(string, \"c\")\n    l = optional(object({ k = string }))\n  })\n" +
		"  default = { k = \"d\", l = { k = \"e\" } }\n}\n\n")
	both("resource \"terraform_data\" \"keys\" {\n  input = \"keys ${local.name} ${local.map.k} ${local.map[\"k\"]} ${var.object.k} " +
		"${var.object[\"l\"].k}\"\n}\n\n")
	g.declared = append(g.declared, declared{dir, "local.map.k", "local.map.new"}, declared{dir, "var.object.k", "var.object.new"},
		declared{dir, "var.object.l.k", "var.object.l.new"}, declared{dir, "terraform_data.keys", "terraform_data.keyed"},
		declared{dir, "terraform_data.by_alias", "terraform_data.by_name"})
}

// prefixes returns the addresses of the instances of a module in the root, with a dot at the end.
func (g *tree) prefixes(dir string) []string {
	if dir == "." {
		return []string{""}
	}
	var list []string
	for _, key := range []string{`["k"]`, `["l"]`} {
		if !g.withForEach {
			key = ""
		}
		p := "module." + g.outerIs + key + "."
		if dir == "m2" {
			p += "module." + g.innerIs + "."
		}
		if !slices.Contains(list, p) {
			list = append(list, p)
		}
	}
	return list
}

// static returns the address of a module in the root without instance keys.
func (g *tree) static(dir string) string {
	return strings.ReplaceAll(g.prefixes(dir)[0], `["k"]`, "")
}

// moved returns the files after a rename of a declaration, and the errors.
func moved(t *testing.T, files map[string]string, d declared) (map[string]string, error) {
	t.Helper()
	modules := map[string]*address.Module{}
	for dir, text := range files {
		name := path.Join(dir, "main.tf")
		source := equivalent.Source{Bytes: []byte(text), Filename: name, JSON: strings.HasPrefix(text, "{")}
		if source.JSON {
			source.Filename += ".json"
		}
		modules[dir] = read(t, opentofu.Config(opentofu.Target{Product: opentofu.Terraform}), source)
	}
	address.NewTree(modules, nil)
	n, diags := modules[d.dir].Apply(&address.Change{Op: address.Move, Address: parse(t, d.from), To: parse(t, d.to)})
	if diags.HasErrors() || n != 1 {
		return nil, fmt.Errorf("%d places: %w", n, diags)
	}
	result := map[string]string{}
	for dir, m := range modules {
		texts, diags := m.Results()
		if diags.HasErrors() {
			return nil, diags
		}
		result[dir] = string(texts[0])
	}
	return result, nil
}

// write writes the files of a tree, and removes the files of the other syntax.
func write(t *testing.T, root string, files map[string]string) {
	t.Helper()
	for dir, text := range files {
		name := filepath.Join(root, dir, "main.tf")
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		_ = os.Remove(name)
		_ = os.Remove(name + ".json")
		if strings.HasPrefix(text, "{") {
			name += ".json"
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// actions returns the actions of a plan for each object, which its input identifies.
func actions(t *testing.T, plan *oracles.Plan) (list []string) {
	t.Helper()
	var parts struct {
		Changes []struct {
			Change struct {
				Actions       []string
				Importing     json.RawMessage
				Before, After struct{ Input, ID json.RawMessage }
			}
		} `json:"resource_changes"`
	}
	if err := json.Unmarshal(plan.Source, &parts); err != nil {
		t.Fatal(err)
	}
	for _, c := range parts.Changes {
		list = append(list, fmt.Sprintf("%s %s %s %s", c.Change.Actions, c.Change.Importing, c.Change.Before.Input, c.Change.After.Input))
	}
	slices.Sort(list)
	return list
}

// TestSamePlan renames declarations in trees of modules with an applied state and with pending moves, removals and
// imports. The plans before and after must have the same actions.
func TestSamePlan(t *testing.T) {
	random := rand.New(rand.NewSource(1))
	wanted := oracles.Samples(20, 60, 300)
	for n := 0; n < wanted; {
		g := newTree(random)
		for dir, text := range g.after {
			if random.Intn(3) == 0 {
				g.after[dir] = string(formsOf(t, text, opentofu.Config(opentofu.Target{Product: opentofu.Terraform}), "main.tf")[1].Bytes)
			}
		}
		g.check(t, min(10, wanted-n))
		n += 10
	}
}

// check renames n declarations of the tree, each in the unchanged tree. Without Terraform, it checks only for errors.
func (g *tree) check(t *testing.T, n int) {
	t.Helper()
	var terraform *oracles.Product
	var want []string
	root := t.TempDir()
	if oracles.Enabled() {
		terraform = oracles.Terraform(t)
		write(t, root, g.before)
		terraform.Run(t, root, "init", "-input=false")
		terraform.Run(t, root, "apply", "-auto-approve", "-input=false")
		write(t, root, g.after)
		terraform.Run(t, root, "get")
		want = actions(t, terraform.Plan(t, root, fmt.Sprint(g.after)))
		for _, part := range []string{"no-op", "forget", "{"} {
			if !strings.Contains(strings.Join(want, "\n"), part) {
				t.Fatalf("the plan has no %s:\n%s", part, strings.Join(want, "\n"))
			}
		}
	}
	otherCalls := false // than those that terraform has installed
	for _, i := range g.random.Perm(len(g.declared))[:n] {
		d := g.declared[i]
		result, err := moved(t, g.after, d)
		if err != nil {
			t.Errorf("%v: %v\n%s", d, err, g.after)
			continue
		}
		if maps.Equal(result, g.after) {
			t.Errorf("%v: nothing changed", d)
		}
		if terraform == nil {
			continue
		}
		write(t, root, result)
		if calls := strings.HasPrefix(d.from, "module."); calls || otherCalls {
			terraform.Run(t, root, "get")
			otherCalls = calls
		}
		if got := actions(t, terraform.Plan(t, root, fmt.Sprint(result))); !slices.Equal(got, want) {
			t.Errorf("%v: the plan changes from\n%s\nto\n%s\nof %s", d, strings.Join(want, "\n"), strings.Join(got, "\n"), result)
		}
	}
}
