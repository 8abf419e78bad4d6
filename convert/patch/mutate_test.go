package patch_test

import (
	"bytes"
	"math/rand"
	"slices"
	"testing"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/convert/patch"
	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/testing/golden"
	"github.com/hcljson/hcljson/internal/text/hcltext"
	"github.com/hcljson/hcljson/schema"
)

// mutation is a change that a program may make.
type mutation struct {
	name string
	// apply makes the change at a random position of a file. It reports false if the file has no
	// position for it.
	apply func(r *rand.Rand, file *hclwrite.File) bool
}

// mutations are the kinds of changes.
var mutations = []mutation{
	{"change a value", changeValue},
	{"add an attribute", addAttribute},
	{"remove an attribute", removeAttribute},
	{"add an element", addElement},
	{"remove an element", removeElement},
	{"add a block", addBlock},
	{"remove a block", removeBlock},
}

// nodesOf returns the nodes of a type in a file, in order.
func nodesOf[T any](file *hclwrite.File) (list []T) {
	hclwrite.Walk(&file.Body, func(node hclwrite.Node) bool {
		if n, ok := node.(T); ok {
			list = append(list, n)
		}
		return true
	})
	return list
}

// some returns a random element of a list.
func some[T any](r *rand.Rand, list []T) (one T, ok bool) {
	if len(list) == 0 {
		return one, false
	}
	return list[r.Intn(len(list))], true
}

func changeValue(r *rand.Rand, file *hclwrite.File) bool {
	list := slices.DeleteFunc(nodesOf[*hclwrite.Template](file), func(t *hclwrite.Template) bool {
		return hcltext.HasSequence(t.Text)
	})
	t, ok := some(r, list)
	if ok {
		t.Text = hcltext.EscapeTemplate("changed ") + t.Text
	}
	return ok
}

// bodies are the bodies of blocks.
func bodies(file *hclwrite.File) (list []*hclwrite.Body) {
	for _, block := range nodesOf[*hclwrite.Block](file) {
		list = append(list, &block.Body)
	}
	return list
}

func addAttribute(r *rand.Rand, file *hclwrite.File) bool {
	body, ok := some(r, bodies(file))
	if !ok || body.Attribute("added_here") != nil {
		return false
	}
	at := 0
	for at < len(body.Items) {
		if _, ok := body.Items[at].(*hclwrite.Attribute); !ok {
			break
		}
		at++
	}
	body.Insert(r.Intn(at+1), &hclwrite.Attribute{Name: "added_here", Expr: hclwrite.NewString("x")})
	return true
}

func removeAttribute(r *rand.Rand, file *hclwrite.File) bool {
	var with []*hclwrite.Body
	for _, b := range bodies(file) {
		if slices.ContainsFunc(b.Items, func(i hclwrite.Item) bool { _, ok := i.(*hclwrite.Attribute); return ok }) {
			with = append(with, b)
		}
	}
	b, ok := some(r, with)
	if !ok {
		return false
	}
	var attributes []hclwrite.Item
	for _, item := range b.Items {
		if a, ok := item.(*hclwrite.Attribute); ok {
			attributes = append(attributes, a)
		}
	}
	a, _ := some(r, attributes)
	return b.Remove(a)
}

func addElement(r *rand.Rand, file *hclwrite.File) bool {
	t, ok := some(r, nodesOf[*hclwrite.Tuple](file))
	if ok {
		t.Items = slices.Insert(t.Items, r.Intn(len(t.Items)+1), hclwrite.CollectionItem(&hclwrite.Element{Value: hclwrite.NewString("added")}))
	}
	return ok
}

func removeElement(r *rand.Rand, file *hclwrite.File) bool {
	list := slices.DeleteFunc(nodesOf[*hclwrite.Tuple](file), func(t *hclwrite.Tuple) bool { return len(t.Elements()) == 0 })
	t, ok := some(r, list)
	if ok {
		e, _ := some(r, t.Elements())
		t.Items = slices.DeleteFunc(t.Items, func(item hclwrite.CollectionItem) bool { return item == e })
	}
	return ok
}

// parentBody finds the body that a block is in.
func parentBody(file *hclwrite.File, block *hclwrite.Block) *hclwrite.Body {
	for _, b := range append(bodies(file), &file.Body) {
		if b.Index(block) >= 0 {
			return b
		}
	}
	return nil
}

func addBlock(r *rand.Rand, file *hclwrite.File) bool {
	block, ok := some(r, nodesOf[*hclwrite.Block](file))
	if !ok {
		return false
	}
	b := parentBody(file, block)
	added := hclwrite.NewBlock(block.Type, slices.Clone(block.Labels)...)
	if n := len(added.Labels); n > 0 && block.Type != "provisioner" && block.Type != "dynamic" {
		added.Labels[n-1] += "_added"
	}
	added.Body.Set("added_here", hclwrite.NewString("x"))
	b.Insert(b.Index(block)+1, added)
	return true
}

func removeBlock(r *rand.Rand, file *hclwrite.File) bool {
	block, ok := some(r, nodesOf[*hclwrite.Block](file))
	return ok && parentBody(file, block).Remove(block)
}

// TestMutations checks that a mutation makes its edit, and no other change.
func TestMutations(t *testing.T) {
	for _, g := range golden.ReadSample(t, 18) {
		t.Run(g.Name, func(t *testing.T) {
			r := rand.New(rand.NewSource(1))
			d := g.Targets[0].Dialect
			for _, src := range sources(g) {
				for _, m := range mutations {
					mutate(t, r, src, d, m)
				}
			}
		})
	}
}

// mutate makes a change in each kind of JSON of a file.
func mutate(t *testing.T, r *rand.Rand, src []byte, d *schema.Dialect, m mutation) {
	t.Helper()
	file, diags := hclwrite.ParseFile(src, "native")
	if diags.HasErrors() || !m.apply(r, file) {
		return
	}
	for _, opts := range []convert.Options{{}, {Form: convert.Compact}, {DropComments: true}} {
		if r.Intn(3) > 0 {
			continue
		}
		text, diags := convert.WriteJSON(file, "native", d, opts)
		if diags.HasErrors() {
			continue
		}
		if _, diags := convert.ReadJSON(text, "json", d, convert.Options{}); diags.HasErrors() {
			continue // such as text where only a type can be
		}
		for _, text := range [][]byte{text, sorted(t, text, false)} {
			out, diags := patch.Native(src, "native", text, "json", d, patch.Options{})
			if slices.ContainsFunc(diags, func(d *hcl.Diagnostic) bool { return d.Summary == "Key appears twice" }) {
				continue // the edit does not tell which of the two it changes
			}
			if diags.HasErrors() {
				t.Errorf("%s: %s\n%s\n%s", m.name, diags, src, text)
				continue
			}
			lines := bytes.Count(src, []byte("\n"))
			if slices.ContainsFunc(diags, func(d *hcl.Diagnostic) bool {
				return d.Summary == "Layout not kept" && d.Subject.Start.Line == 1 && d.Subject.End.Line >= lines
			}) {
				t.Errorf("%s: %s\n%s\n%s", m.name, diags, src, text)
			}
			again, diags := patch.Native(out, "native", text, "json", d,
				patch.Options{SkipCheck: true, DropComments: true})
			if diags.HasErrors() || !bytes.Equal(again, out) {
				t.Errorf("%s: the same edit again gives\n%s\nof\n%s\n%s", m.name, again, out, diags)
			}
		}
	}
}
