package address

import (
	"strings"
	"testing"

	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/nativeedit"
	"github.com/hcljson/hcljson/schema/opentofu"
)

const proven = `locals {
  a = 1
  b = [1, 2]
  c = merge(x, { d = 1, e = 2 })
}

variable "v" {}
`

// TestProofFinds shows that a change of the tree at a place that nothing has named is found,
// and one of the text that the tree does not have.
func TestProofFinds(t *testing.T) {
	locals := func(f *file) *hclwrite.Body { return &f.tree.Body.Items[0].(*hclwrite.Block).Body }
	for name, mistake := range map[string]func(f *file){
		"value": func(f *file) { locals(f).Set("a", hclwrite.NewLiteral(3)) },
		"name":  func(f *file) { locals(f).Rename("a", "z") },
		"new":   func(f *file) { locals(f).Set("z", hclwrite.NewLiteral(3)) },
		"gone":  func(f *file) { locals(f).Remove(locals(f).Attribute("a")) },
		"moved": func(f *file) { items := locals(f).Items; items[0], items[1] = items[1], items[0] },
		"label": func(f *file) { f.tree.Body.Items[1].(*hclwrite.Block).Labels[0] = "w" },
		"element": func(f *file) {
			locals(f).Attribute("b").Expr.(*hclwrite.Tuple).Elements()[0].Value = hclwrite.NewLiteral(3)
		},
		"order": func(f *file) {
			items := locals(f).Attribute("b").Expr.(*hclwrite.Tuple).Items
			items[0], items[1] = items[1], items[0]
		},
		"argument": func(f *file) {
			f.find([]step{{text: "local"}, {text: "c"}, {text: "d"}}, func(p *place) {
				(*hclwrite.Object)(p.list).Set("e", hclwrite.NewLiteral(4)).Set("d", hclwrite.NewLiteral(4))
			}, nil)
		},
	} {
		source := equivalent.Source{Bytes: []byte(proven), Filename: "a.tf"}
		m, diags := Read(Source{Source: source, Dialect: opentofu.Config(opentofu.Target{})})
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		// What is asked for may change.
		m.files[0].find([]step{{text: "local"}, {text: "c"}, {text: "d"}}, func(p *place) {
			p.touch()
			*p.slot() = hclwrite.NewLiteral(5)
		}, nil)
		mistake(m.files[0])
		if _, diags := m.Results(); !diags.HasErrors() || !strings.Contains(diags.Error(), "Not proven") {
			t.Errorf("%s: %v", name, diags)
		}
	}
	source := equivalent.Source{Bytes: []byte(proven), Filename: "a.tf"}
	m, _ := Read(Source{Source: source, Dialect: opentofu.Config(opentofu.Target{})})
	f := m.files[0]
	locals(f).Set("a", hclwrite.NewLiteral(3))
	f.touched[hclwrite.SpanOf(locals(f).Items[0])] = true
	text, script, _ := nativeedit.ApplyTree(f.before(), f.tree, f.given, nil)
	if diags := f.prove(script, text); diags.HasErrors() {
		t.Error(diags)
	}
	for _, wrong := range [][2]string{{"a = 3", "a = 4"}, {"e = 2", "e = 3"}, {`"v"`, `"w"`}, {"[1, 2]", "[2, 1]"}} {
		other := strings.Replace(string(text), wrong[0], wrong[1], 1)
		if diags := f.prove(script, []byte(other)); !diags.HasErrors() {
			t.Errorf("%s: nothing is found", wrong)
		}
	}
}

// TestBatchOfRenames finds a change that is no rename in a file with renames that are checked together.
func TestBatchOfRenames(t *testing.T) {
	for _, mistake := range []string{"", "a = 1"} {
		m, diags := Read(Source{
			Source: equivalent.Source{Bytes: []byte(proven), Filename: "a.tf"}, Dialect: opentofu.Config(opentofu.Target{})})
		for _, names := range [][2]string{{"local.c", "local.g"}, {"local.b", "local.f"}} {
			from, _ := Parse(names[0])
			to, _ := Parse(names[1])
			_, more := m.Apply(&Change{Op: Move, Address: from, To: to})
			diags = append(diags, more...)
		}
		if mistake != "" {
			m.files[0].text = strings.Replace(m.files[0].text, mistake, "a = 2", 1)
		}
		if len(m.renamed) != 2 {
			t.Errorf("%d renames are checked together, want 2", len(m.renamed))
		}
		_, more := m.Results()
		if diags = append(diags, more...); diags.HasErrors() != (mistake != "") {
			t.Errorf("%q: %v", mistake, diags)
		}
	}
}
