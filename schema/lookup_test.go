package schema_test

import (
	"testing"

	"github.com/hcljson/hcljson/internal/facts/guess"
	"github.com/hcljson/hcljson/schema"
)

// dynamicBody has something of all that a dynamic block can make.
func dynamicBody() *schema.Body {
	inner := &schema.Body{Dynamic: true, Attributes: []schema.Attribute{{Name: "n", Value: literal}}}
	element := &schema.Body{Remain: schema.RemainUnknown, RemainValue: literal, Dynamic: true,
		Attributes: []schema.Attribute{{Name: "label", Value: literal},
			{Name: "keyword", Value: &schema.Value{Mode: schema.Keyword}}, {Name: "sub", AsBlocks: schema.ElementOf(inner)},
			{Name: "plain"}}}
	element.Attributes = append(element.Attributes, schema.Attribute{Name: "again", AsBlocks: schema.ElementOf(element)})
	disk := &schema.Body{Remain: schema.RemainAttributes, RemainValue: literal,
		Attributes: []schema.Attribute{{Name: "size", Value: literal}}, Blocks: []schema.Block{{
			Type: "by", Labels: []string{"type"}, Body: inner,
			Dependent: map[string]*schema.Body{"a": {Attributes: []schema.Attribute{{Name: "of_a", Value: literal}}}},
			Values:    map[string]*schema.Body{"b": {Attributes: []schema.Attribute{{Name: "of_b", Value: literal}}}},
		}}}
	return &schema.Body{
		Remain: schema.RemainUnknown, RemainValue: literal, Dynamic: true,
		Attributes: []schema.Attribute{{Name: "name"}, {Name: "ingress", AsBlocks: schema.ElementOf(element)}},
		Blocks:     []schema.Block{{Type: "disk", Body: disk}, {Type: "none"}},
	}
}

func mode(t *testing.T, b *schema.Body, name string) schema.Mode {
	t.Helper()
	if value := argumentOf(t, b, name).Value; value != nil {
		return value.Mode
	}
	return schema.Template
}

// TestDynamicContent checks that the content of a dynamic block has the body for its label, with
// templates instead of constants.
func TestDynamicContent(t *testing.T) {
	body := dynamicBody()
	body.Prepare()
	dynamic := blockOf(t, body, schema.DynamicType)
	content := func(b *schema.Block, labels ...string) *schema.Body {
		row := blockOf(t, b.BodyFor(labels, ""), "content")
		if !row.Single || len(row.Labels) > 0 {
			t.Errorf("content of %q: single %t, labels %v", labels, row.Single, row.Labels)
		}
		return row.Body
	}

	element := content(dynamic, "ingress")
	for name, want := range map[string]schema.Mode{"label": schema.Template, "keyword": schema.Keyword,
		"plain": schema.Template} {
		if got := mode(t, element, name); got != want {
			t.Errorf("%s of an element is read in mode %d, want %d", name, got, want)
		}
	}
	sub := argumentOf(t, element, "sub").AsBlocks.Body()
	if sub == nil || mode(t, sub, "n") != schema.Template {
		t.Fatal("elements of an element are not evaluated")
	}
	if element.RemainValue.Mode != schema.Template || element.RemainBody.RemainValue.Mode != schema.Template {
		t.Error("unlisted arguments of an element are not evaluated")
	}
	if argumentOf(t, element, "again").AsBlocks.Body() != element {
		t.Error("a body in itself is another one")
	}
	if got := content(blockOf(t, element, schema.DynamicType), "sub"); has(got, "n") == "" ||
		mode(t, got, "n") != schema.Template {
		t.Error("a dynamic block in an element lacks the body of its type")
	}
	if original := argumentOf(t, body, "ingress").AsBlocks.Body(); mode(t, original, "label") != schema.Literal ||
		mode(t, argumentOf(t, original, "sub").AsBlocks.Body(), "n") != schema.Literal {
		t.Error("the body outside of dynamic blocks has changed")
	}
	if once, again := dynamic.BodyFor([]string{"ingress"}, ""), dynamic.BodyFor([]string{"ingress"}, ""); once != again {
		t.Error("the body is made each time")
	}

	disk := content(dynamic, "disk")
	if disk.RemainValue == nil || disk.RemainValue.Mode != schema.Template || mode(t, disk, "size") != schema.Template {
		t.Error("the body of a block is not evaluated")
	}
	by := blockOf(t, disk, "by")
	if mode(t, by.BodyFor([]string{"a"}, ""), "of_a") != schema.Template ||
		mode(t, by.BodyFor([]string{"a"}, "b"), "of_b") != schema.Template ||
		mode(t, by.BodyFor([]string{"c"}, ""), "n") != schema.Template {
		t.Error("the bodies that labels and values choose are not evaluated")
	}
	original := blockOf(t, blockOf(t, body, "disk").Body, "by")
	if mode(t, original.BodyFor([]string{"a"}, ""), "of_a") != schema.Literal ||
		mode(t, original.BodyFor([]string{"a"}, "b"), "of_b") != schema.Literal || body.RemainValue.Mode != schema.Literal {
		t.Error("the body outside of dynamic blocks has changed")
	}

	for _, labels := range [][]string{nil, {"other"}, {"name"}, {"none"}, {schema.DynamicType}} {
		if dynamic.BodyFor(labels, "") != dynamic.BodyFor(nil, "") {
			t.Errorf("%q is a type that the body lists", labels)
		}
	}
	other := content(dynamic, "other")
	if other.Remain != schema.RemainUnknown || other.RemainValue.Mode != schema.Template || has(other, "ingress") != "" {
		t.Error("the content of an unknown type is not like what else stands in the body")
	}
	made := dynamic.BodyFor([]string{"ingress"}, "")
	if mode(t, made, "iterator") != schema.Traversal || mode(t, made, "for_each") != schema.Template ||
		argumentOf(t, made, "labels").Value.List == nil {
		t.Error("the arguments of a dynamic block are read in another way")
	}
}

// TestDynamicOfArguments checks that a body without other blocks permits dynamic blocks only for
// its listed arguments.
func TestDynamicOfArguments(t *testing.T) {
	body := dynamicBody()
	body.Remain = schema.RemainAttributes
	body.Prepare()
	dynamic := blockOf(t, body, schema.DynamicType)
	if unknown := blockOf(t, dynamic.BodyFor(nil, ""), "content").Body; has(unknown, "label") != "" ||
		unknown.Remain != schema.RemainNone {
		t.Error("an unknown type has a body")
	}
	if known := blockOf(t, dynamic.BodyFor([]string{"ingress"}, ""), "content").Body; has(known, "label") == "" {
		t.Error("the element is not known")
	}
	body = dynamicBody()
	body.Dynamic = false
	body.Prepare()
	if has(body, schema.DynamicType) != "" {
		t.Error("a body without dynamic blocks lists them")
	}
}

// TestRestBody checks that the body for unlisted names has the same settings without the listed
// names.
func TestRestBody(t *testing.T) {
	known := (*schema.Names)(guess.NewNames([]string{"a"}, nil, nil, true))
	body := &schema.Body{
		Remain: schema.RemainUnknown, RemainValue: literal, Names: known, Dynamic: true, NoComments: true,
		NestedInLists: true,
		Attributes:    []schema.Attribute{{Name: "a"}, {Name: "both"}},
		Blocks:        []schema.Block{{Type: "both", Body: &schema.Body{}}},
	}
	body.Prepare()
	rest := body.RemainBody
	if rest == nil || rest.Remain != schema.RemainUnknown || rest.RemainValue != literal || rest.Names != known ||
		!rest.Dynamic || !rest.NoComments || !rest.NestedInLists || rest.RemainBody != rest {
		t.Errorf("the rest is %+v", rest)
	}
	if has(rest, "a") != "" || has(rest, schema.DynamicType) != "block" || has(body, "both") != "both" {
		t.Error("the names are others")
	}
	for _, test := range []struct {
		body *schema.Body
		want bool
	}{{&schema.Body{NestedInLists: true}, true}, {&schema.Body{NoComments: true}, true}, {&schema.Body{}, false}} {
		test.body.Prepare()
		if got := test.body.RemainBody.NoComments; got != test.want {
			t.Errorf("no comments in %+v: %t", test.body, got)
		}
	}
	own := &schema.Body{Remain: schema.RemainAttributes}
	listed := &schema.Body{RemainBody: own}
	listed.Prepare()
	attributes := &schema.Body{Remain: schema.RemainAttributes}
	attributes.Prepare()
	if listed.RemainBody != own || attributes.RemainBody != nil || has(own, "a") != "" {
		t.Error("RemainBody differs from the given body")
	}
}

// TestBodyFor checks the order in which Choose, the value and the first label choose the body of a
// block.
func TestBodyFor(t *testing.T) {
	bodies := map[string]*schema.Body{}
	for _, name := range []string{"body", "label", "value", "choice", "empty", "two", "three"} {
		bodies[name] = &schema.Body{Attributes: []schema.Attribute{{Name: name}}}
	}
	block := schema.Block{
		Type: "b", Labels: []string{"type"}, Body: bodies["body"],
		Dependent: map[string]*schema.Body{
			"l": bodies["label"], "l" + schema.LabelSeparator + "m": bodies["two"],
			"l" + schema.LabelSeparator + "m" + schema.LabelSeparator + "n": bodies["three"],
		},
		Values: map[string]*schema.Body{"v": bodies["value"], "": bodies["empty"]},
		Choose: func(labels []string, value string) *schema.Body {
			if len(labels) > 0 && labels[0] == "c" && value == "d" {
				return bodies["choice"]
			}
			return nil
		},
	}
	d := &schema.Dialect{Root: &schema.Body{Blocks: []schema.Block{block}}}
	d.Prepare()
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
	bundled := &schema.Body{}
	escape := schema.Block{Type: "_", Escape: true, Body: &schema.Body{Remain: schema.RemainUnknown}}
	body := &schema.Body{
		Attributes: []schema.Attribute{{Name: "count"}, {Name: "size", Origin: schema.FromPlugin}, {Name: "input", Origin: schema.FromBundled},
			{Name: "kept", Origin: schema.FromPlugin}},
		Blocks: []schema.Block{{Type: "lifecycle"}, {Type: "disk", Origin: schema.FromPlugin}, {Type: "size"}, escape},
		Reserved: &schema.Body{Attributes: []schema.Attribute{{Name: "kept"}, {Name: "count"}},
			Blocks: []schema.Block{{Type: "later"}, {Type: "disk"}}},
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
	if plain := (&schema.Body{Blocks: []schema.Block{{Type: "a"}}}); plain.ForeignBody() != nil || plain.EscapeBlock() != nil {
		t.Error("a body without plugins has a foreign body")
	}
}

// Only bodies whose arguments or blocks are required or limited have rules.
func TestHasRules(t *testing.T) {
	for _, test := range []struct {
		body schema.Body
		want bool
	}{
		{schema.Body{Blocks: []schema.Block{{Type: "a"}}, Attributes: schema.Arguments(nil, "b")}, false},
		{schema.Body{Blocks: []schema.Block{{Type: "a"}, {Type: "b", Single: true}}}, true},
		{schema.Body{Blocks: []schema.Block{{Type: "a", Unique: true}}}, true},
		{schema.Body{Blocks: []schema.Block{{Type: "a", Min: 1}}}, true},
		{schema.Body{Blocks: []schema.Block{{Type: "a", Max: 1}}}, true},
		{schema.Body{Required: []string{"a"}}, true},
		{schema.Body{Exclusive: [][]string{{"a", "b"}}}, true},
		{schema.Body{OneOf: [][]string{{"a", "b"}}}, true},
		{schema.Body{Attributes: []schema.Attribute{{Name: "a", TypeFrom: "type"}}}, true},
	} {
		test.body.Prepare()
		if got := test.body.HasRules(); got != test.want {
			t.Errorf("%+v: %t", test.body, got)
		}
	}
}
