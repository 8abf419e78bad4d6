package tables_test

import (
	"testing"

	"github.com/hcljson/hcljson/internal/facts/guess"
	"github.com/hcljson/hcljson/internal/schema/languages"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/schema"
)

// dynamicBody has something of all that a dynamic block can make.
func dynamicBody() *tables.Body {
	inner := &tables.Body{Dynamic: true, Attributes: []tables.Attribute{{Name: "n", Value: literal}}}
	element := &tables.Body{Remain: tables.RemainUnknown, RemainValue: literal, Dynamic: true,
		Attributes: []tables.Attribute{{Name: "label", Value: literal},
			{Name: "keyword", Value: &tables.Value{Mode: tables.Keyword}}, {Name: "sub", AsBlocks: tables.ElementOf(inner)},
			{Name: "plain"}}}
	element.Attributes = append(element.Attributes, tables.Attribute{Name: "again", AsBlocks: tables.ElementOf(element)})
	disk := &tables.Body{Remain: tables.RemainAttributes, RemainValue: literal,
		Attributes: []tables.Attribute{{Name: "size", Value: literal}}, Blocks: []tables.Block{{
			Type: "by", Labels: []string{"type"}, Body: inner,
			Dependent: map[string]*tables.Body{"a": {Attributes: []tables.Attribute{{Name: "of_a", Value: literal}}}},
			Values:    map[string]*tables.Body{"b": {Attributes: []tables.Attribute{{Name: "of_b", Value: literal}}}},
		}}}
	return &tables.Body{
		Remain: tables.RemainUnknown, RemainValue: literal, Dynamic: true,
		Attributes: []tables.Attribute{{Name: "name"}, {Name: "ingress", AsBlocks: tables.ElementOf(element)}},
		Blocks:     []tables.Block{{Type: "disk", Body: disk}, {Type: "none"}},
	}
}

func mode(t *testing.T, b *tables.Body, name string) tables.Mode {
	t.Helper()
	if value := argumentOf(t, b, name).Value; value != nil {
		return value.Mode
	}
	return tables.Template
}

// TestDynamicContent checks that the content of a dynamic block has the body for its label, with
// templates instead of constants.
func TestDynamicContent(t *testing.T) {
	body := dynamicBody()
	body.Prepare()
	dynamic := blockOf(t, body, tables.DynamicType)
	content := func(b *tables.Block, labels ...string) *tables.Body {
		row := blockOf(t, b.BodyFor(labels, ""), "content")
		if !row.Single || len(row.Labels) > 0 {
			t.Errorf("content of %q: single %t, labels %v", labels, row.Single, row.Labels)
		}
		return row.Body
	}

	element := content(dynamic, "ingress")
	for name, want := range map[string]tables.Mode{"label": tables.Template, "keyword": tables.Keyword,
		"plain": tables.Template} {
		if got := mode(t, element, name); got != want {
			t.Errorf("%s of an element is read in mode %d, want %d", name, got, want)
		}
	}
	sub := argumentOf(t, element, "sub").AsBlocks.Body()
	if sub == nil || mode(t, sub, "n") != tables.Template {
		t.Fatal("elements of an element are not evaluated")
	}
	if element.RemainValue.Mode != tables.Template || element.RemainBody.RemainValue.Mode != tables.Template {
		t.Error("unlisted arguments of an element are not evaluated")
	}
	if argumentOf(t, element, "again").AsBlocks.Body() != element {
		t.Error("a body in itself is another one")
	}
	if got := content(blockOf(t, element, tables.DynamicType), "sub"); has(got, "n") == "" ||
		mode(t, got, "n") != tables.Template {
		t.Error("a dynamic block in an element lacks the body of its type")
	}
	if original := argumentOf(t, body, "ingress").AsBlocks.Body(); mode(t, original, "label") != tables.Literal ||
		mode(t, argumentOf(t, original, "sub").AsBlocks.Body(), "n") != tables.Literal {
		t.Error("the body outside of dynamic blocks has changed")
	}
	if once, again := dynamic.BodyFor([]string{"ingress"}, ""), dynamic.BodyFor([]string{"ingress"}, ""); once != again {
		t.Error("the body is made each time")
	}

	disk := content(dynamic, "disk")
	if disk.RemainValue == nil || disk.RemainValue.Mode != tables.Template || mode(t, disk, "size") != tables.Template {
		t.Error("the body of a block is not evaluated")
	}
	by := blockOf(t, disk, "by")
	if mode(t, by.BodyFor([]string{"a"}, ""), "of_a") != tables.Template ||
		mode(t, by.BodyFor([]string{"a"}, "b"), "of_b") != tables.Template ||
		mode(t, by.BodyFor([]string{"c"}, ""), "n") != tables.Template {
		t.Error("the bodies that labels and values choose are not evaluated")
	}
	original := blockOf(t, blockOf(t, body, "disk").Body, "by")
	if mode(t, original.BodyFor([]string{"a"}, ""), "of_a") != tables.Literal ||
		mode(t, original.BodyFor([]string{"a"}, "b"), "of_b") != tables.Literal || body.RemainValue.Mode != tables.Literal {
		t.Error("the body outside of dynamic blocks has changed")
	}

	for _, labels := range [][]string{nil, {"other"}, {"name"}, {"none"}, {tables.DynamicType}} {
		if dynamic.BodyFor(labels, "") != dynamic.BodyFor(nil, "") {
			t.Errorf("%q is a type that the body lists", labels)
		}
	}
	other := content(dynamic, "other")
	if other.Remain != tables.RemainUnknown || other.RemainValue.Mode != tables.Template || has(other, "ingress") != "" {
		t.Error("the content of an unknown type is not like what else stands in the body")
	}
	made := dynamic.BodyFor([]string{"ingress"}, "")
	if mode(t, made, "iterator") != tables.Traversal || mode(t, made, "for_each") != tables.Template ||
		argumentOf(t, made, "labels").Value.List == nil {
		t.Error("the arguments of a dynamic block are read in another way")
	}
}

// TestDynamicOfArguments checks that a body without other blocks permits dynamic blocks only for
// its listed arguments.
func TestDynamicOfArguments(t *testing.T) {
	body := dynamicBody()
	body.Remain = tables.RemainAttributes
	body.Prepare()
	dynamic := blockOf(t, body, tables.DynamicType)
	if unknown := blockOf(t, dynamic.BodyFor(nil, ""), "content").Body; has(unknown, "label") != "" ||
		unknown.Remain != tables.RemainNone {
		t.Error("an unknown type has a body")
	}
	if known := blockOf(t, dynamic.BodyFor([]string{"ingress"}, ""), "content").Body; has(known, "label") == "" {
		t.Error("the element is not known")
	}
	body = dynamicBody()
	body.Dynamic = false
	body.Prepare()
	if has(body, tables.DynamicType) != "" {
		t.Error("a body without dynamic blocks lists them")
	}
}

// TestRestBody checks that the body for unlisted names has the same settings without the listed
// names.
func TestRestBody(t *testing.T) {
	known := guess.NewNames([]string{"a"}, nil, nil, true)
	body := &tables.Body{
		Remain: tables.RemainUnknown, RemainValue: literal, Names: known, Dynamic: true, NoComments: true,
		NestedInLists: true,
		Attributes:    []tables.Attribute{{Name: "a"}, {Name: "both"}},
		Blocks:        []tables.Block{{Type: "both", Body: &tables.Body{}}},
	}
	body.Prepare()
	rest := body.RemainBody
	if rest == nil || rest.Remain != tables.RemainUnknown || rest.RemainValue != literal || rest.Names != known ||
		!rest.Dynamic || !rest.NoComments || !rest.NestedInLists || rest.RemainBody != rest {
		t.Errorf("the rest is %+v", rest)
	}
	if has(rest, "a") != "" || has(rest, tables.DynamicType) != "block" || has(body, "both") != "both" {
		t.Error("the names are others")
	}
	for _, test := range []struct {
		body *tables.Body
		want bool
	}{{&tables.Body{NestedInLists: true}, true}, {&tables.Body{NoComments: true}, true}, {&tables.Body{}, false}} {
		test.body.Prepare()
		if got := test.body.RemainBody.NoComments; got != test.want {
			t.Errorf("no comments in %+v: %t", test.body, got)
		}
	}
	own := &tables.Body{Remain: tables.RemainAttributes}
	listed := &tables.Body{RemainBody: own}
	listed.Prepare()
	attributes := &tables.Body{Remain: tables.RemainAttributes}
	attributes.Prepare()
	if listed.RemainBody != own || attributes.RemainBody != nil || has(own, "a") != "" {
		t.Error("RemainBody differs from the given body")
	}
}

// TestBodyFor checks the order in which Choose, the value and the first label choose the body of a
// block.
func TestBodyFor(t *testing.T) {
	bodies := map[string]*tables.Body{}
	for _, name := range []string{"body", "label", "value", "choice", "empty", "two", "three"} {
		bodies[name] = &tables.Body{Attributes: []tables.Attribute{{Name: name}}}
	}
	block := tables.Block{
		Type: "b", Labels: []string{"type"}, Body: bodies["body"],
		Dependent: map[string]*tables.Body{
			"l": bodies["label"], "l" + tables.LabelSeparator + "m": bodies["two"],
			"l" + tables.LabelSeparator + "m" + tables.LabelSeparator + "n": bodies["three"],
		},
		Values: map[string]*tables.Body{"v": bodies["value"], "": bodies["empty"]},
		Choose: func(labels []string, value string) *tables.Body {
			if len(labels) > 0 && labels[0] == "c" && value == "d" {
				return bodies["choice"]
			}
			return nil
		},
	}
	d := &schema.Dialect{Root: &tables.Body{Blocks: []tables.Block{block}}}
	languages.Prepare(d)
	row := blockOf(t, d.Root, "b")
	for _, test := range []struct {
		labels      []string
		value, want string
	}{
		{nil, "", "body"}, {[]string{"x"}, "", "body"}, {[]string{"l"}, "", "label"}, {[]string{"l"}, "v", "value"},
		{nil, "v", "value"}, {[]string{"l"}, "x", "label"}, {[]string{"c"}, "d", "choice"}, {[]string{"c"}, "v", "value"},
		{[]string{"l", "m"}, "", "two"}, {[]string{"l", "m", "x"}, "", "two"}, {[]string{"l", "m", "n"}, "", "three"},
		{[]string{"l", "m", "n", "x"}, "", "three"}, {[]string{"l", "x", "n"}, "", "label"},
		{[]string{"x", "m"}, "", "body"}, {[]string{"l", "m"}, "v", "value"},
		// A reference, also as a template, chooses by its root.
		{nil, " v ", "value"}, {nil, "v.x", "value"}, {nil, "v[0].x", "value"}, {nil, "${v}", "value"},
		{nil, "${ v.x }", "value"}, {nil, "v x", "body"}, {nil, "v+1", "body"}, {nil, "${v", "body"}, {nil, "v}", "body"},
		{nil, "${v.x}-${v}", "body"}, {nil, "${v}${v}", "body"},
	} {
		got := row.BodyFor(test.labels, test.value)
		if got != bodies[test.want] {
			t.Errorf("%q, %q: not %s", test.labels, test.value, test.want)
		}
		if test.want != "choice" && has(got, test.want) == "" {
			t.Errorf("%s is not prepared", test.want)
		}
	}
	row.Choose = nil
	if row.BodyFor([]string{"c"}, "d") != bodies["body"] {
		t.Error("a block without Choose has made a choice")
	}
}

// TestOwn checks which rows belong to the language itself. Rows of plugins and providers do not,
// and reserved names do unless another row defines them.
func TestOwn(t *testing.T) {
	bundled := &tables.Body{}
	escape := tables.Block{Type: "_", Escape: true, Body: &tables.Body{Remain: tables.RemainUnknown}}
	body := &tables.Body{
		Attributes: []tables.Attribute{{Name: "count"}, {Name: "size", Origin: tables.FromPlugin}, {Name: "input", Origin: tables.FromBundled},
			{Name: "kept", Origin: tables.FromPlugin}},
		Blocks: []tables.Block{{Type: "lifecycle"}, {Type: "disk", Origin: tables.FromPlugin}, {Type: "size"}, escape},
		Reserved: &tables.Body{Attributes: []tables.Attribute{{Name: "kept"}, {Name: "count"}},
			Blocks: []tables.Block{{Type: "later"}, {Type: "disk"}}},
	}
	body.Prepare()
	for name, want := range map[string]string{
		"count": "attribute", "size": "block", "input": "", "lifecycle": "block", "disk": "block kept",
		"kept": "attribute kept", "later": "block kept", "other": "",
	} {
		a, b := body.OwnRows(name)
		reserved, reservedBlock := body.Reserved.Lookup(name)
		got := ""
		switch {
		case a != nil && b != nil:
			got = "both"
		case a != nil && a == reserved:
			got = "attribute kept"
		case a != nil:
			got = "attribute"
		case b != nil && b == reservedBlock:
			got = "block kept"
		case b != nil:
			got = "block"
		}
		if got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	if got := body.ForeignBody(); got == nil || got != body.EscapeBlock().Body {
		t.Error("provider arguments are not in the escape block")
	}
	body.Bundled = bundled
	if body.ForeignBody() != bundled {
		t.Error("the schema of the bundled provider is not first")
	}
	if plain := (&tables.Body{Blocks: []tables.Block{{Type: "a"}}}); plain.ForeignBody() != nil || plain.EscapeBlock() != nil {
		t.Error("a body without plugins has a foreign body")
	}
}

// Only bodies whose arguments or blocks are required or limited have rules.
func TestHasRules(t *testing.T) {
	for _, test := range []struct {
		body tables.Body
		want bool
	}{
		{tables.Body{Blocks: []tables.Block{{Type: "a"}}, Attributes: tables.Arguments(nil, "b")}, false},
		{tables.Body{Blocks: []tables.Block{{Type: "a"}, {Type: "b", Single: true}}}, true},
		{tables.Body{Blocks: []tables.Block{{Type: "a", Unique: true}}}, true},
		{tables.Body{Blocks: []tables.Block{{Type: "a", Min: 1}}}, true},
		{tables.Body{Blocks: []tables.Block{{Type: "a", Max: 1}}}, true},
		{tables.Body{Required: []string{"a"}}, true},
		{tables.Body{Exclusive: [][]string{{"a", "b"}}}, true},
		{tables.Body{OneOf: [][]string{{"a", "b"}}}, true},
		{tables.Body{Attributes: []tables.Attribute{{Name: "a", TypeFrom: "type"}}}, true},
	} {
		test.body.Prepare()
		if got := test.body.HasRules(); got != test.want {
			t.Errorf("%+v: %t", test.body, got)
		}
	}
}
