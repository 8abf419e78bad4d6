package treediff

import (
	"testing"

	"github.com/hcljson/hcljson/hclwrite"
)

// The items of a line are equal, and items of different lines are not, with or without comments.
func TestEquality(t *testing.T) {
	item := func(src string) hclwrite.Item {
		file, diags := hclwrite.ParseFile([]byte(src), "")
		if diags.HasErrors() {
			t.Fatalf("%s: %s", src, diags)
		}
		return file.Body.Items[0]
	}
	call := func(name string, argument string) hclwrite.Item {
		a := item("a = " + argument + "\n").(*hclwrite.Attribute)
		a.Expr = &hclwrite.Call{Name: name, Argument: a.Expr}
		return a
	}
	classes := [][]hclwrite.Item{
		{item("a = 1e3\n"), item("a = 1000\n"), item("a = 1000.0\n")},
		{item("b = 1e3\n")},
		{item("a = true\n")},
		{item("a = \"1000\"\n")},
		{item("a = \"x${ b.c }\"\n"), item("a = \"x${b.c}\"\n")},
		{item("a = \"x${b.d}\"\n")},
		{item("a = b+c\n"), item("a = b + c\n")},
		{item("a = b - c\n")},
		{call("f", "[1]"), call("f", "[1.0]")},
		{call("g", "[1]")},
		{call("f", "[2]")},
		{item("a = [1, 2]\n"), item("a = [1, 2.0]\n")},
		{item("a = [2, 1]\n")},
		{item("a = [1]\n")},
		{item("a = []\n")},
		{item("a = { b = 1, c = 2 }\n"), item("a = { c = 2, b = 1 }\n")},
		{item("a = { b = 1, (c) = 2 }\n")},
		{item("a = { b = 1, c = 3 }\n")},
		{item("a = { 1 = b, 2 = c }\n"), item("a = { 2 = c, 1 = b }\n")},
		{item("a = { 1 = b, (2) = c }\n")},
		{item("a = { \"x${d}\" = b, 2 = c }\n")},
		{item("a = 100000000000000000000\n"), item("a = 1e20\n"), item("a = 1000000000000000000.00e2\n")},
		{item("a = 1.25\n"), item("a = 125e-2\n")},
		{item("a = { b = 1, d = 2 }\n")},
		{item("a = { b = 1 }\n")},
		{item("a = {}\n")},
		{item("a {\n  b = 1\n  c = 2\n}\n"), item("a {\n  b = 1.0\n\n  c = 2.0\n}\n")},
		{item("b {\n  b = 1\n  c = 2\n}\n")},
		{item("a \"l\" {\n  b = 1\n  c = 2\n}\n")},
		{item("a \"m\" {\n  b = 1\n  c = 2\n}\n")},
		{item("a {\n  b = 1\n}\n")},
		{item("a {\n  b {}\n  c {}\n}\n")},
		{item("a {\n  b {\n    x = 1\n  }\n  b {}\n}\n")},
		{item("a {\n  b {}\n  b {\n    x = 1\n  }\n}\n")},
	}
	for _, comments := range []bool{false, true} {
		q := Equality{Comments: comments, Inner: true}
		for i, class := range classes {
			for j, other := range classes {
				for _, a := range class {
					for _, b := range other {
						if q.EqualItems(a, b) != (i == j) {
							t.Errorf("the same: %t\n%s%s", i != j, itemText(a), itemText(b))
						}
					}
				}
				// The spelling of expressions counts in hashes.
				if a, b := hashItem(class[0]), hashItem(other[0]); (a == b) != (i == j) {
					t.Errorf("one hash: %t\n%s%s", a == b, itemText(class[0]), itemText(other[0]))
				}
			}
		}
	}
	computed, moved := item("a = { b = 1, (c) = 2 }\n"), item("a = { (c) = 2, b = 1 }\n")
	if (Equality{Inner: true}).EqualItems(computed, moved) {
		t.Error("the order of computed keys does not count")
	}
	if (Equality{Inner: true}).EqualItems(item("a = { b = 1, b = 2 }\n"), item("a = { b = 2, b = 1 }\n")) {
		t.Error("the order of equal keys does not count")
	}
	for _, test := range [][2]string{
		{"a = 1 # x\n", "a = 1 # y\n"},
		{"a = [ # x\n  1,\n]\n", "a = [1]\n"},
		{"a = [\n  1,\n  # x\n]\n", "a = [1]\n"},
		{"a = [\n  # x\n  1,\n]\n", "a = [1]\n"},
		{"a = {\n  b = 1 # x\n}\n", "a = { b = 1 }\n"},
		{"a = { # x\n  b = 1\n}\n", "a = { b = 1 }\n"},
		{"a { # x\n}\n", "a {\n}\n"},
		{"a {\n  # x\n}\n", "a {\n}\n"},
		{"a {\n  b = 1\n  # x\n}\n", "a {\n  b = 1\n}\n"},
		{"a = f(b /* x */)\n", "a = f(b)\n"},
		{"a = \"x${b /* x */}\"\n", "a = \"x${b /* y */}\"\n"},
	} {
		a, b := item(test[0]), item(test[1])
		with, without := Equality{Comments: true, Inner: true}, Equality{Inner: true}
		without.Inner = false
		if with.EqualItems(a, b) || !without.EqualItems(a, b) {
			t.Errorf("%s%s: %t with comments, %t without", test[0], test[1], with.EqualItems(a, b), without.EqualItems(a, b))
		}
	}
}

func itemText(item hclwrite.Item) string {
	return string((&hclwrite.File{Body: hclwrite.Body{Items: []hclwrite.Item{item}}}).Bytes())
}
