package address

import (
	"strings"
	"testing"

	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/edit/nativeedit"
	"github.com/hcljson/hcljson/schema/opentofu"
)

const proven = `locals {
  a = 1
  b = [1, 2]
  c = merge(x, { d = 1, e = 2 })
}

variable "v" {}
`

// TestProofFinds checks that the check finds a change of the tree outside of the named targets, and
// a change of the text that the tree does not contain.
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
			for _, p := range f.find([]step{{text: "local"}, {text: "c"}, {text: "d"}}) {
				(*hclwrite.Object)(p.list).Set("e", hclwrite.NewLiteral(4)).Set("d", hclwrite.NewLiteral(4))
			}
		},
	} {
		source := equivalent.Source{Bytes: []byte(proven), Filename: "a.tf"}
		m, diags := Read(Source{Source: source, Dialect: opentofu.Config(opentofu.Target{})})
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		// The target may change.
		for _, p := range m.files[0].find([]step{{text: "local"}, {text: "c"}, {text: "d"}}) {
			p.touch()
			*p.slot() = hclwrite.NewLiteral(5)
		}
		mistake(m.files[0])
		if _, diags := m.Results(); !diags.HasErrors() || !strings.Contains(diags.Error(), "Not proven") {
			t.Errorf("%s: %v", name, diags)
		}
	}
	source := equivalent.Source{Bytes: []byte(proven), Filename: "a.tf"}
	m, _ := Read(Source{Source: source, Dialect: opentofu.Config(opentofu.Target{})})
	f := m.files[0]
	f.changes.Touch(locals(f).Attribute("a"), f.tree.Body.Items[0], &f.tree.Body)
	locals(f).Set("a", hclwrite.NewLiteral(3))
	text, _, _ := nativeedit.ApplyTree(f.changes, f.before(), f.tree)
	if diags := f.prove(f.before(), text); diags.HasErrors() {
		t.Error(diags)
	}
	for _, wrong := range [][2]string{{"a = 3", "a = 4"}, {"e = 2", "e = 3"}, {`"v"`, `"w"`}, {"[1, 2]", "[2, 1]"}} {
		other := strings.Replace(string(text), wrong[0], wrong[1], 1)
		if diags := f.prove(f.before(), []byte(other)); !diags.HasErrors() {
			t.Errorf("%s: nothing is found", wrong)
		}
	}
}

// TestBatchOfRenames checks that other changes are found in a file whose renames are checked
// together.
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
		if n := len(m.renames) - m.checked; n != 2 {
			t.Errorf("%d renames are checked together, want 2", n)
		}
		_, more := m.texts()
		if diags = append(diags, more...); diags.HasErrors() != (mistake != "") {
			t.Errorf("%q: %v", mistake, diags)
		}
	}
}

// TestReplay checks several changes whose renames cannot be checked together, and names the change that fails.
func TestReplay(t *testing.T) {
	for script, want := range map[string]string{
		"rm local.a\nmv local.b local.a\nset local.a=3\n":         "a = 3",
		"# x\nset local.a=3\nmv local.b local.f\nset local.z.y=4": "Line 4 of the script: ",
	} {
		m, diags := Read(Source{
			Source: equivalent.Source{Bytes: []byte(proven), Filename: "a.tf"}, Dialect: opentofu.Config(opentofu.Target{})})
		list, err := ParseScript(script)
		if err != nil || diags.HasErrors() {
			t.Fatal(err, diags)
		}
		for i := range list {
			if list[i].Create = true; !strings.Contains(script, "z.y") || i < 2 {
				if _, diags := m.Apply(&list[i]); diags.HasErrors() {
					t.Fatal(diags)
				}
			}
		}
		if strings.Contains(script, "z.y") {
			list[2].Text = []string{"("}
			m.tree.changes = append(m.tree.changes, applied{".", list[2]})
		}
		texts, diags := m.tree.replay(".")
		if got := diags.Error(); !strings.Contains(got, want) && (len(texts) == 0 || !strings.Contains(string(texts[0]), want)) {
			t.Errorf("%s: %s %s", script, texts, got)
		}
	}
	m, _ := Read(Source{Source: equivalent.Source{Bytes: []byte(proven), Filename: "a.tf"}, Dialect: opentofu.Config(opentofu.Target{})})
	list, _ := ParseScript("rm local.a\nmv local.b local.a\nmv local.c local.b")
	for i := range list {
		if _, diags := m.Apply(&list[i]); diags.HasErrors() {
			t.Fatal(diags)
		}
	}
	const want = "locals {\n  a = [1, 2]\n  b = merge(x, { d = 1, e = 2 })\n}\n\nvariable \"v\" {}\n"
	if texts, diags := m.Results(); diags.HasErrors() || string(texts[0]) != want {
		t.Errorf("%s %v", texts, diags)
	}
}

// TestFlushedProviders checks that changes after flush find providers in the files that it read.
func TestFlushedProviders(t *testing.T) {
	src := "provider \"aws\" {\n  alias = \"a\"\n}\n\nresource \"aws_x\" \"y\" {\n  provider = aws.a\n}\n"
	source := equivalent.Source{Bytes: []byte(src), Filename: "main.tf"}
	m, diags := Read(Source{Source: source, Dialect: opentofu.Config(opentofu.Target{})})
	NewTree(map[string]*Module{".": m}, nil)
	for _, to := range []string{"b", "c"} {
		from, _ := Parse("provider.aws." + string(to[0]-1))
		name, _ := Parse("provider.aws." + to)
		_, more := m.Apply(&Change{Op: Move, Address: from, To: name})
		diags = append(append(diags, more...), m.flush()...)
	}
	if text := string(m.files[0].Bytes); diags.HasErrors() || text != strings.NewReplacer(`"a"`, `"c"`, ".a", ".c").Replace(src) {
		t.Errorf("%v\n%s", diags, text)
	}
}
