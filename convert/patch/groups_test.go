package patch_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/convert/patch"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// Groups of comments between blocks are added, removed, changed and moved in HCL-JSON.
func TestJSONGroups(t *testing.T) {
	d := opentofu.Config(opentofu.Target{})
	for name, test := range map[string][2]string{
		"add":             {"variable \"a\" {}\n\nvariable \"b\" {}\n", "variable \"a\" {}\n\n# new\n\nvariable \"b\" {}\n"},
		"remove":          {"variable \"a\" {}\n\n# old\n\nvariable \"b\" {}\n", "variable \"a\" {}\n\nvariable \"b\" {}\n"},
		"change":          {"variable \"a\" {}\n\n# old\n\nvariable \"b\" {}\n", "variable \"a\" {}\n\n# new\n\nvariable \"b\" {}\n"},
		"move":            {"variable \"a\" {}\n\n# g\n\nvariable \"b\" {}\n\nvariable \"c\" {}\n", "variable \"a\" {}\n\nvariable \"b\" {}\n\n# g\n\nvariable \"c\" {}\n"},
		"become the head": {"variable \"a\" {}\n\n# g\n\nvariable \"b\" {}\n", "# g\n\nvariable \"b\" {}\n"},
		"in a block": {
			"resource \"a\" \"b\" {\n  x = 1\n\n  provisioner \"local-exec\" {}\n}\n",
			"resource \"a\" \"b\" {\n  x = 1\n\n  # new\n\n  provisioner \"local-exec\" {}\n}\n",
		},
		"of an attribute": {"locals {\n  a = 1\n  b = 2\n}\n", "locals {\n  a = 1\n\n  # new\n\n  b = 2\n}\n"},
		"at the end":      {"variable \"a\" {}\n", "variable \"a\" {}\n\n# new\n"},
	} {
		for _, form := range []convert.Form{convert.General, convert.Compact} {
			src, diags := convert.ToJSON([]byte(test[0]), "a.tf", d, convert.Options{Form: form})
			if diags.HasErrors() {
				t.Fatal(diags)
			}
			out, diags := patch.JSON(src, "a.tf.json", []byte(test[1]), "edited", d, patch.Options{AddComments: true})
			if diags.HasErrors() {
				t.Errorf("%s: %s", name, diags)
				continue
			}
			back, diags := convert.ToHCL(out, "a.tf.json", d, convert.Options{})
			if diags.HasErrors() || string(back) != test[1] {
				t.Errorf("%s: %s becomes\n%s%s\nwhich is\n%s", name, src, out, diags, back)
			}
		}
	}
}

// A group above a renamed block, which the edit contains elsewhere, is not duplicated.
func TestGroupOfRenamedBlock(t *testing.T) {
	const file = "variable \"a\" {}\n\n# g\n\nmodule \"x\" {\n  source = \"./x\"\n}\n"
	d := opentofu.Config(opentofu.Target{})
	text, _ := convert.ToJSON([]byte(file), "a.tf", d, convert.Options{})
	edited := strings.Replace(string(text), `"module"`, `"module_r"`, 1)
	out, diags := patch.Steps(equivalent.Source{Bytes: []byte(file), Filename: "a.tf"},
		equivalent.Source{Bytes: []byte(edited), Filename: "edited", JSON: true}, d, patch.Options{Given: true})
	if strings.Count(string(out), "# g") != 1 {
		t.Errorf("%s%s", out, diags)
	}
}

// New items get the indentation of attributes and blocks, not of comments.
func TestIndentationOfComments(t *testing.T) {
	const file = "resource \"a\" \"b\" {\n# old = 1\n\n  x = 1\n}\n"
	d := opentofu.Config(opentofu.Target{})
	out, diags := patch.Native([]byte(file), "a.tf", []byte(`{"resource": {"a": {"b": {"x": 1, "y": 2}}}}`), "edited", d, patch.Options{})
	tree, more := hclwrite.ParseFile(out, "")
	if diags.HasErrors() || more.HasErrors() || !slices.Contains(strings.Split(string(out), "\n"), "  y = 2") || tree == nil {
		t.Errorf("%s%s", out, diags)
	}
}
