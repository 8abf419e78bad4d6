package testjsonschema

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/internal/provider"
	"github.com/hcljson/hcljson/internal/testing/golden"
	"github.com/hcljson/hcljson/internal/testing/oracles"
)

// TestMutations compares the verdicts of Terraform and the schema about JSON with mistakes. The
// schema must accept all JSON that Terraform accepts, and reject most of the rest.
func TestMutations(t *testing.T) {
	terraform := oracles.Terraform(t, "TF_CLI_CONFIG_FILE="+oracles.ProvidersConfig(t))
	src, err := os.ReadFile(filepath.Join(golden.Root(t), "internal/provider/plugin/testdata/schemas.json"))
	if err != nil {
		t.Fatal(err)
	}
	documents, diags := provider.Read(src, "schemas.json")
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	seeds, err := filepath.Glob("testdata/seeds/*.json")
	if err != nil || len(seeds) == 0 {
		t.Fatal("no seeds", err)
	}
	var all []*mutation
	for _, seed := range seeds {
		src, err := os.ReadFile(seed)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, mutations(t, seed, src)...)
	}
	all = sample(all, oracles.Samples(1300, 400, 2600))
	validate(t, terraform, all)
	reasons := map[string]int{}
	wrong, refused, missed, later := 0, 0, 0, 0
	schemas := map[string]*jsonschema.Schema{}
	for _, m := range all {
		if schemas[m.seed] == nil {
			d, err := dialects.ForFile("main.tf.json", dialects.Options{Target: "terraform@1.11"})
			if err != nil {
				t.Fatal(err)
			}
			schemas[m.seed] = compiled(t, schemaOf(t, d.Dialect, m.original, documents, true))
		}
		err := judge(t, schemas[m.seed], m.text)
		switch {
		case !m.refused && err != nil:
			wrong++
			t.Errorf("%s: %s is accepted by Terraform: %v", m.seed, m.what, err)
		case m.refused && elsewhere(m.reason):
			later++
			continue
		case m.refused && err == nil:
			missed++
			reasons[m.reason]++
		}
		if m.refused {
			refused++
		}
	}
	most := func(a, b string) int { return cmp.Or(cmp.Compare(reasons[b], reasons[a]), cmp.Compare(a, b)) }
	for _, reason := range slices.SortedFunc(maps.Keys(reasons), most) {
		t.Logf("%4d let through: %s", reasons[reason], reason)
	}
	t.Logf("%d mutations, %d refused by Terraform's decoder, %d of them let through, %d false alarms; %d are refused "+
		"because of other blocks or values", len(all), refused, missed, wrong, later)
	if missed*25 > refused {
		t.Error("more than 4 % are let through")
	}
}

// elsewhere reports whether a reason is outside of a decoder's scope: other blocks, providers,
// modules, or values.
func elsewhere(reason string) bool {
	return slices.ContainsFunc([]string{
		"Missing required provider", "Reference to undeclared", "Provider configuration not present", "Duplicate resource",
		"Duplicate data", "Duplicate required providers", "Duplicate provider", "Duplicate output", "Duplicate variable",
		"Invalid value for input variable", "Module not installed", "Invalid module source",
		"Module output value precondition", "Invalid backend configuration", "Unsupported Terraform Core version",
		"Missing required provisioner plugin",
	}, func(start string) bool { return strings.HasPrefix(reason, start) })
}

// sample are so many, from everywhere.
func sample(all []*mutation, n int) (some []*mutation) {
	for i, m := range all {
		if i*n/len(all) != (i+1)*n/len(all) {
			some = append(some, m)
		}
	}
	return some
}

// mutation is a text with a mistake.
type mutation struct {
	seed, what     string
	original, text []byte
	refused        bool
	reason         string
}

// mutations makes mistakes at every value of a text.
func mutations(t *testing.T, seed string, src []byte) (all []*mutation) {
	var value any
	if err := json.Unmarshal(src, &value); err != nil {
		t.Fatalf("%s: %v", seed, err)
	}
	all = append(all, &mutation{seed: seed, what: "nothing", original: src, text: src})
	seen := map[string]bool{string(marshal(value)): true}
	add := func(what string) {
		text := marshal(value)
		if !seen[string(text)] {
			seen[string(text)] = true
			all = append(all, &mutation{seed: seed, what: what, original: src, text: text})
		}
	}
	var walk func(at string, v any, set func(any))
	walk = func(at string, v any, set func(any)) {
		try := func(what string, with any) {
			set(with)
			add(what + " at " + at)
			set(v)
		}
		if at != "" {
			try("a string", "text")
			try("a number", 7)
			try("true", true)
			try("an object of lists", map[string]any{"x": []any{"y"}})
			try("a list of lists", []any{[]any{"x"}})
			if _, ok := v.(map[string]any); ok && !strings.HasSuffix(at, "]") {
				try("several", []any{v, v, v, v, v})
			}
		}
		switch v := v.(type) {
		case map[string]any:
			v["unknown_name"] = "x"
			add("an unknown name at " + at)
			delete(v, "unknown_name")
			for _, name := range slices.Sorted(maps.Keys(v)) {
				member := v[name]
				delete(v, name)
				add("without " + at + "/" + name)
				v[name+"x"] = member
				add("misspelled " + at + "/" + name)
				delete(v, name+"x")
				v[name] = member
				if _, ok := member.(map[string]any); ok {
					try("without a level, "+name, member)
				}
				walk(at+"/"+name, member, func(w any) { v[name] = w })
			}
		case []any:
			for i := range v {
				walk(at+"["+strconv.Itoa(i)+"]", v[i], func(w any) { v[i] = w })
			}
		}
	}
	walk("", value, func(w any) { value = w })
	return all
}

func marshal(v any) []byte {
	text, _ := json.Marshal(v)
	return text
}

// together is how many modules Terraform reads at once.
const together = 100

// validate runs Terraform on all texts, each in its own module, until Terraform rejects no further
// text.
func validate(t *testing.T, terraform *oracles.Product, all []*mutation) {
	for some := range slices.Chunk(all, together) {
		dir := t.TempDir()
		left := map[string]*mutation{}
		for i, m := range some {
			name := fmt.Sprintf("m%d", i)
			left[name] = m
			write(t, filepath.Join(dir, name, "main.tf.json"), m.text)
			write(t, filepath.Join(dir, name, "child/main.tf"), []byte(child))
		}
		findRejected(t, terraform, dir, left)
	}
}

// child is a module that a seed calls.
const child = `
variable "x" {
  type    = number
  default = 1
}
output "y" {
  value = var.x
}
`

// findRejected finds the rejected modules, and validates the other modules again.
func findRejected(t *testing.T, terraform *oracles.Product, dir string, left map[string]*mutation) {
	if len(left) == 0 {
		return
	}
	type module struct{ Key, Source, Dir string }
	modules := []module{{Dir: "."}}
	calls := map[string]any{}
	for name := range left {
		calls[name] = map[string]any{"source": "./" + name}
		modules = append(modules, module{name, "./" + name, name}, module{name + ".m", "./child", name + "/child"})
	}
	write(t, filepath.Join(dir, "main.tf.json"), marshal(map[string]any{"module": calls}))
	write(t, filepath.Join(dir, ".terraform/modules/modules.json"), marshal(map[string]any{"Modules": modules}))
	out, _ := terraform.Try(t, dir, "validate", "-json")
	var result struct {
		Valid       bool
		Diagnostics []struct {
			Severity, Summary, Detail string
			Range                     struct{ Filename string }
		}
	}
	if err := json.NewDecoder(bytes.NewReader(out)).Decode(&result); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	found := false
	for _, d := range result.Diagnostics {
		name, _, located := strings.Cut(d.Range.Filename, "/")
		if found := address.FindStringSubmatch(d.Detail); !located && found != nil {
			name = found[1]
		}
		if m := left[name]; d.Severity == "error" && m != nil {
			found, m.refused, m.reason = true, true, d.Summary
			delete(left, name)
		}
	}
	switch {
	case found:
		findRejected(t, terraform, dir, left)
	case !result.Valid && len(left) == 1:
		for _, m := range left {
			m.refused, m.reason = true, result.Diagnostics[0].Summary
		}
	case !result.Valid:
		halves := []map[string]*mutation{{}, {}}
		for name, m := range left {
			half := halves[len(halves[0])*2/len(left)]
			half[name] = m
		}
		findRejected(t, terraform, dir, halves[0])
		findRejected(t, terraform, dir, halves[1])
	}
}

// address finds the module in a message without a place.
var address = regexp.MustCompile(`module\.(m\d+)\.`)

func write(t *testing.T, name string, text []byte) {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, text, 0o644); err != nil {
		t.Fatal(err)
	}
}
