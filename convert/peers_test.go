package convert_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/provider/builtin"
	"github.com/hcljson/hcljson/internal/schema/languages"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/dialects"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// kindsOf returns the kinds of a name in all bodies of a file in native syntax: "=", "{" or "={".
func kindsOf(t *testing.T, src []byte, name string) string {
	t.Helper()
	file, diags := hclwrite.ParseFile(src, "")
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	var attribute, block string
	hclwrite.Walk(&file.Body, func(node hclwrite.Node) bool {
		switch node := node.(type) {
		case *hclwrite.Attribute:
			if node.Name == name {
				attribute = "="
			}
		case *hclwrite.Block:
			if node.Type == name {
				block = "{"
			}
		}
		return true
	})
	return attribute + block
}

// TestOneKindForEachName checks that a name has one kind in all bodies of a type, for any values.
// Only certain cases can differ.
func TestOneKindForEachName(t *testing.T) {
	values := []string{
		`1`, `"s"`, `{"a b": 1}`, `{"K": "1"}`, `[["s"]]`, `{"dynamic": {"x": 1}}`,
		`[{"k": 1}, null]`, `[{"k": 1}, [{"k": 2}, {"l": 3}]]`, `{"//": "c", "k": 1}`,
		`{"dynamic": {"x": {"for_each": [], "content": {}}}}`,
		`null`, `[]`, `[null]`, `{}`, `{"k": "1"}`, `{"k": 1}`, `{"k": [1]}`, `{"k": {"l": "1"}}`,
		`[{"k": "1"}]`, `[{"k": [2]}, {"l": 1}]`, `[[]]`, `[[{"k": 1}]]`,
	}
	files := map[string]string{
		"two blocks":  `{"resource": {%q: {"a": {%q: %s}, "b": {%[2]q: %[4]s}}}}`,
		"arrays":      `{"resource": [{%q: [{"a": {%q: %s}}]}, {%[1]q: [{"b": {%[2]q: %[4]s}}]}]}`,
		"one body":    `{"resource": {%q: {"a": [[{%q: %s}, {%[2]q: %[4]s}]]}}}`,
		"nested":      `{"resource": {%q: {"a": {"rest": [{%q: %s}]}, "b": {"rest": {%[2]q: %[4]s}}}}}`,
		"dynamic":     `{"resource": {%q: {"a": {"dynamic": {"rest": {"for_each": [1], "content": {%q: %s}}}, "rest": {%[2]q: %[4]s}}}}}`,
		"with a hint": `{"resource": {%q: {"a": {"//": {"attributes": ["other"]}, "other": {}, %q: %s}, "b": {%[2]q: %[4]s}}}}`,
		"provider":    `{"provider": {%[1]q: [{%[2]q: %[3]s}, {"alias": "b", %[2]q: %[4]s}]}}`,
	}
	names := map[string][]string{
		"x_y":                                   {"opt", "rule", "tags"},
		"launchdarkly_feature_flag_environment": {"fallthrough", "targets"},
		"helm_release":                          {"set", "postrender", "kubernetes"},
		"cloudflare_ruleset":                    {"rules", "action_parameters"},
		"libvirt_domain":                        {"disk", "cpu"},
		"elasticstack_kibana_security_role":     {"kibana", "elasticsearch"},
	}
	terraform := languages.WithPlugins(opentofu.Config(opentofu.Target{}), builtin.Define())
	test := func(t *testing.T, dialect *schema.Dialect, filename, form, typ, name string) {
		read := func(a, b string) ([]byte, hcl.Diagnostics) {
			src := fmt.Sprintf(form, typ, name, a, b)
			return convert.ToHCL(src, filename, dialect, convert.Options{})
		}
		for _, a := range values {
			for _, b := range values {
				if strings.Contains(form, "[[") && (a == "null" || b == "null") {
					continue // a duplicate argument, or no block
				}
				out, diags := read(a, b)
				if warnsOf(diags, "duplicate-argument") {
					continue
				}
				isGuess := slices.ContainsFunc(diags, func(d *hcl.Diagnostic) bool { return guesses(d, name) })
				if isGuess && (diags.HasErrors() || len(kindsOf(t, out, name)) > 1) {
					t.Errorf("%s %s and %s become\n%s%v", name, a, b, out, diags)
				}
			}
		}
	}
	for typ, list := range names {
		for _, name := range list {
			for at, form := range files {
				t.Run(typ+" "+name+" "+at, func(t *testing.T) {
					test(t, terraform, "main.tf.json", form, typ, name)
				})
			}
		}
	}
	t.Run("packer", func(t *testing.T) {
		form := `{"source": {%q: {"a": {%q: %s}, "b": {%[2]q: %[4]s}}}}`
		test(t, dialects.Packer(), "main.pkr.json", form, "x-y", "opt")
	})
}

// A name has one kind in all JSON files of a module, and one warning for each provider contains the guesses of
// a file.
func TestOneKindForEachNameOfModule(t *testing.T) {
	values := []string{
		`[]`, `{"k": "1"}`, `{"k": 1}`, `{"k": {"l": "1"}}`, `[{"k": "1"}]`, `[{"k": [2]}, {"l": 1}]`, `[[{"k": 1}]]`,
		`{"K": "1"}`, `null`, `{}`,
	}
	terraform := languages.WithPlugins(opentofu.Config(opentofu.Target{}), builtin.Define())
	for _, typ := range []string{"x_y", "helm_release", "launchdarkly_feature_flag_environment"} {
		for _, name := range []string{"opt", "set", "fallthrough"} {
			for _, a := range values {
				for _, b := range values {
					var sources []*convert.Source
					for i, value := range []string{a, b} {
						text := fmt.Sprintf(`{"resource": {%q: {"n%d": {%q: %s}}}}`, typ, i, name, value)
						sources = append(sources, convert.NewSource(text, fmt.Sprintf("%d.tf.json", i), true))
					}
					reads := 0
					peers := convert.NewPeers(func() []*convert.Source { reads++; return sources })
					var all []byte
					isGuess := false
					for _, src := range sources {
						out, diags := convert.ConvertSource(src, terraform, convert.Options{Peers: peers})
						isGuess = isGuess || slices.ContainsFunc(diags, func(d *hcl.Diagnostic) bool { return guesses(d, name) })
						all = append(append(all, out...), '\n')
						edited := convert.NewSource(src.Text()+" ", src.Name, true)
						if again, _ := convert.ConvertSource(edited, terraform, convert.Options{Peers: peers}); string(again) != string(out) {
							t.Errorf("an edited file becomes\n%s\nnot\n%s", again, out)
						}
					}
					if isGuess && len(kindsOf(t, all, name)) > 1 || reads > 5 {
						t.Errorf("%s %s and %s become\n%s", name, a, b, all)
					}
				}
			}
		}
	}
}

// Guesses with different reasons are in one warning for the provider, which counts each name once.
func TestOneWarningForEachProvider(t *testing.T) {
	terraform := languages.WithPlugins(opentofu.Config(opentofu.Target{}), builtin.Define())
	body := `"fallthrough": {"variation": 0}, "zzz": {"k": 1, "l": [1]}`
	src := fmt.Sprintf(`{"resource": {"launchdarkly_feature_flag_environment": {"a": {%s}, "b": {%[1]s}}, "x_y": {"a": {"opt": {"k": "1"}}}}}`, body)
	_, diags := convert.ToHCL(src, "main.tf.json", terraform, convert.Options{})
	if len(diags) != 2 {
		t.Fatal(diags)
	}
	for _, want := range []string{"2 names are guessed", `"fallthrough" (line 1 and 1 more)`, `"zzz" (line 1 and 1 more)`,
		"launchdarkly/launchdarkly decides", "without this name"} {
		if !strings.Contains(diags[0].Detail, want) {
			t.Errorf("%q is not in %q", want, diags[0].Detail)
		}
	}
}

// guesses reports whether a diagnostic is about a guess of a name.
func guesses(d *hcl.Diagnostic, name string) bool {
	extra, _ := d.Extra.(*convert.Extra)
	return extra != nil && slices.ContainsFunc(extra.Guesses, func(g convert.Guess) bool { return g.Name == name })
}

func warnsOf(diags hcl.Diagnostics, code string) bool {
	return slices.ContainsFunc(diags, func(d *hcl.Diagnostic) bool { return convert.CodeOf(d) == code })
}
