package convert_test

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hcljson/hcljson/internal/language/dialects"
	"github.com/hcljson/hcljson/internal/language/schemafile"
	"github.com/hcljson/hcljson/internal/schema/languages"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/testing/golden"
)

// TestEveryRowIsCovered checks that every row of every schema table occurs in a golden. A row is a
// path such as resource.lifecycle.ignore_changes; * is an unlisted name. Rows of a body that a
// label chooses are required if they differ from the body for other labels.
func TestEveryRowIsCovered(t *testing.T) {
	covered := make(map[string]bool)
	for _, g := range golden.ReadAll(t) {
		native, ok := g.File(g.Input)
		if g.JSON {
			if native, ok = g.File(g.Counterpart); !ok {
				continue
			}
		}
		if !ok {
			t.Fatalf("%s: no input", g.Name)
		}
		file, diags := hclsyntax.ParseConfig(bytes.Clone(native), g.Name, hcl.InitialPos)
		if diags.HasErrors() {
			continue
		}
		for _, target := range g.Targets {
			languages.Prepare(target.Dialect)
			v := visitor{names: bodyNames(target), covered: covered}
			v.body(file.Body.(*hclsyntax.Body), target.Dialect.Root)
		}
	}
	for _, target := range everyTarget(t) {
		languages.Prepare(target.Dialect)
		for _, row := range rows(bodyNames(target)) {
			if !covered[row] {
				t.Errorf("no golden has %s", row)
			}
		}
	}
}

// everyTarget lists the languages of the default targets.
func everyTarget(t *testing.T) (list []golden.Target) {
	names := []string{"main.tf", "x.tftest.hcl", "x.tfmock.hcl", "x.tfquery.hcl", "x.tfcomponent.hcl", "x.tfvars"}
	anyTarget := map[string]bool{}
	for _, l := range dialects.Described() {
		if l.Name() == "hclschema" {
			continue // internal/language/schemafile converts all schema files
		}
		anyTarget[l.Name()] = l.Head().Target == ""
		i := slices.IndexFunc(l.Head().Files, func(p schemafile.Pattern) bool { return p.JSON != "" })
		names = append(names, strings.Replace(l.Head().Files[i].Native, "*", "x", 1))
	}
	for _, name := range names {
		for _, target := range []string{"opentofu", "terraform", "packer"} {
			file, err := dialects.ForFile(name, dialects.Options{Target: target})
			if err != nil {
				continue
			}
			list = append(list, golden.Target{Name: target, Dialect: file.Dialect})
			if anyTarget[file.Dialect.Name] {
				break
			}
		}
	}
	return list
}

// bodyNames names every body of a language by the first path to it, or to a body
// with the same rows. The bodies of dynamic blocks are not among them.
func bodyNames(target golden.Target) map[*tables.Body]string {
	product, _, _ := strings.Cut(target.Name, "@")
	names := make(map[*tables.Body]string)
	same := make(map[string]string)
	var walk func(body *tables.Body, path string)
	walk = func(body *tables.Body, path string) {
		if body == nil || names[body] != "" {
			return
		}
		key := contents(body, make(map[*tables.Body]bool))
		if same[key] == "" {
			same[key] = path
		}
		names[body] = same[key]
		for i := range body.Blocks {
			block := &body.Blocks[i]
			walk(block.Body, path+"."+block.Type)
			for _, label := range slices.Sorted(maps.Keys(block.Dependent)) {
				walk(block.Dependent[label], path+"."+block.Type+"("+label+")")
			}
		}
	}
	walk(target.Dialect.Root, product+" "+target.Dialect.Name+":")
	return names
}

// contents is text that two bodies have in common if their rows are the same.
func contents(body *tables.Body, seen map[*tables.Body]bool) string {
	if body == nil || seen[body] {
		return "{...}"
	}
	seen[body] = true
	text := fmt.Sprintf("%d %v %p %v %v %v %v {", body.Remain, body.RemainValue, body.Names, body.JustAttributes,
		body.Dynamic,
		body.NestedInLists, body.NoComments)
	for _, attribute := range body.Attributes {
		text += fmt.Sprintf("%s %v,", attribute.Name, attribute.Value)
	}
	for _, block := range body.Blocks {
		text += fmt.Sprintf("%s %q %v %v %v ", block.Type, block.Labels, block.Ordered, block.Optional, block.Shape) +
			contents(block.Body, seen)
		for _, label := range slices.Sorted(maps.Keys(block.Dependent)) {
			text += label + contents(block.Dependent[label], seen)
		}
	}
	return text + "}"
}

// rows lists the rows of bodies, sorted.
func rows(names map[*tables.Body]string) []string {
	var list []string
	var add func(body, other *tables.Body)
	done := make(map[string]bool)
	// other is the body for any other label.
	add = func(body, other *tables.Body) {
		name := names[body]
		if body == nil || done[name] {
			return
		}
		done[name] = true
		for i := range body.Attributes {
			attribute := &body.Attributes[i]
			if attribute.OtherTarget != "" {
				continue
			}
			if other != nil {
				if same, _ := other.Lookup(attribute.Name); same != nil {
					continue
				}
			}
			list = append(list, name+"."+attribute.Name)
			list = append(list, fieldRows(name+"."+attribute.Name, attribute.Value)...)
		}
		for i := range body.Blocks {
			block := &body.Blocks[i]
			if block.OtherTarget != "" {
				continue
			}
			if other != nil {
				if _, same := other.Lookup(block.Type); same != nil {
					continue
				}
			}
			list = append(list, name+"."+block.Type)
			add(block.Body, nil)
			for _, label := range slices.Sorted(maps.Keys(block.Dependent)) {
				dependent := block.Dependent[label]
				if !done[names[dependent]] {
					list = append(list, names[dependent])
				}
				add(dependent, block.Body)
			}
		}
		if other != nil {
			return
		}
		if body.Remain != tables.RemainNone {
			list = append(list, name+".*")
			list = append(list, fieldRows(name+".*", body.RemainValue)...)
		}
		if body.Remain == tables.RemainUnknown {
			list = append(list, name+".* {}")
		}
		if body.Dynamic && (body.Remain == tables.RemainUnknown || len(body.Blocks) > 0) {
			list = append(list, name+".dynamic")
		}
	}
	for body, name := range names {
		if strings.HasSuffix(name, ":") {
			add(body, nil)
		}
	}
	slices.Sort(list)
	return list
}

func fieldRows(path string, v *tables.Value) (list []string) {
	if v == nil {
		return nil
	}
	for _, field := range v.Fields {
		list = append(list, path+"."+field.Name)
	}
	if v.List != nil && v.Mode != v.List.Mode {
		list = append(list, path+" as a list")
	}
	return list
}

// visitor marks the rows that a file has.
type visitor struct {
	names   map[*tables.Body]string
	covered map[string]bool
}

func (v *visitor) body(body *hclsyntax.Body, s *tables.Body) {
	name, known := v.names[s]
	if !known {
		return
	}
	v.covered[name] = true
	for _, attribute := range body.Attributes {
		argument, _ := s.Lookup(attribute.Name)
		path, value := name+".*", s.RemainValue
		if argument != nil {
			path, value = name+"."+attribute.Name, argument.Value
		}
		v.covered[path] = true
		v.fields(path, value, attribute.Expr)
	}
	for _, block := range body.Blocks {
		_, rule := s.Lookup(block.Type)
		switch {
		case rule == nil:
			v.covered[name+".* {}"] = true
			continue
		default:
			v.covered[name+"."+block.Type] = true
			inner := rule.BodyFor(block.Labels, "")
			if _, named := v.names[inner]; !named && rule.Choose != nil {
				inner = rule.Body // the same rows, with other names of plugins
			}
			v.body(block.Body, inner)
		}
	}
}

func (v *visitor) fields(path string, value *tables.Value, expr hclsyntax.Expression) {
	if value == nil {
		return
	}
	switch expr := expr.(type) {
	case *hclsyntax.ObjectConsExpr:
		for _, item := range expr.Items {
			v.covered[path+"."+hcl.ExprAsKeyword(item.KeyExpr)] = true
		}
	case *hclsyntax.TupleConsExpr:
		v.covered[path+" as a list"] = true
	}
}
