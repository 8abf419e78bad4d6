package tables_test

import (
	"reflect"
	"slices"
	"testing"

	"github.com/hcljson/hcljson/internal/facts/guess"
	"github.com/hcljson/hcljson/internal/schema/languages"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/schema"
)

var literal = &tables.Value{Mode: tables.Literal}

// has reports whether a body lists a name, and how.
func has(b *tables.Body, name string) string {
	switch a, block := b.Lookup(name); {
	case a != nil && block != nil:
		return "both"
	case a != nil:
		return "argument"
	case block != nil:
		return "block"
	}
	return ""
}

func blockOf(t *testing.T, b *tables.Body, typ string) *tables.Block {
	t.Helper()
	_, block := b.Lookup(typ)
	if block == nil {
		t.Fatalf("no block %q", typ)
	}
	return block
}

func argumentOf(t *testing.T, b *tables.Body, name string) *tables.Attribute {
	t.Helper()
	a, _ := b.Lookup(name)
	if a == nil {
		t.Fatalf("no argument %q", name)
	}
	return a
}

// pluginBody returns a plugin's body with lists of objects, blocks, and a recursive body.
func pluginBody() *tables.Body {
	inner := &tables.Body{Dynamic: true, Attributes: []tables.Attribute{{Name: "n"}}}
	element := &tables.Body{Dynamic: true, Attributes: []tables.Attribute{
		{Name: "from"}, {Name: "sub", AsBlocks: tables.ElementOf(inner)}}}
	disk := &tables.Body{Dynamic: true, Attributes: []tables.Attribute{
		{Name: "size"}, {Name: "part", AsBlocks: tables.ElementOf(inner)}}}
	disk.Blocks = []tables.Block{{Type: "disk", Body: disk}}
	return &tables.Body{
		Dynamic: true, SchemaVersion: new(uint64),
		Origin: tables.Origin{Kind: tables.FromPlugin, Name: "Plugin x", Version: "1", Reason: "reason"},
		Attributes: []tables.Attribute{{Name: "name"}, {Name: "count", Origin: tables.FromPlugin}, {Name: "lifecycle"},
			{Name: "ingress", AsBlocks: tables.ElementOf(element)}},
		Blocks: []tables.Block{{Type: "disk", Body: disk}, {Type: "lifecycle", Origin: tables.FromPlugin}, {Type: "count", Body: disk}},
	}
}

// language has a block whose body plugins define.
func language(body *tables.Body) *schema.Dialect {
	return &schema.Dialect{Name: "n", Product: "P", ArrayRoot: true, Roots: []string{"var"},
		Root: &tables.Body{Blocks: []tables.Block{
			{Type: "resource", Labels: []string{"type", "name"}, By: "provider", Body: body},
		}}}
}

func chosen(t *testing.T, body, plugin *tables.Body) *tables.Body {
	t.Helper()
	plugin.Prepare()
	d := languages.WithPlugins(language(body), func(tables.Part, []string, string) *tables.Body { return plugin })
	languages.Prepare(d)
	return blockOf(t, d.Root, "resource").BodyFor([]string{"t", "n"}, "")
}

// TestNamesOfThePlugin checks that the language's names are kept and that the plugin defines the
// other names.
func TestNamesOfThePlugin(t *testing.T) {
	base := &tables.Body{
		Part: tables.Resource, Remain: tables.RemainUnknown, Dynamic: true,
		RemainBody: &tables.Body{Remain: tables.RemainAttributes},
		Attributes: []tables.Attribute{{Name: "count"}},
		Blocks:     []tables.Block{{Type: "lifecycle", Body: &tables.Body{}}},
	}
	plugin := pluginBody()
	body := chosen(t, base, plugin)
	for name, want := range map[string]string{"name": "argument", "ingress": "argument", "disk": "block",
		"count": "argument", "lifecycle": "block", "other": ""} {
		if got := has(body, name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	if argumentOf(t, body, "count").Origin.External() || blockOf(t, body, "lifecycle").Origin.External() {
		t.Error("the plugin has taken a name of the language")
	}
	if body.Remain != tables.RemainNone || body.Origin != plugin.Origin || body.SchemaVersion != plugin.SchemaVersion {
		t.Errorf("rest %d, origin %+v, schema version %v", body.Remain, body.Origin, body.SchemaVersion)
	}
	if body.RemainBody == nil || body.RemainBody.Remain != tables.RemainUnknown || !body.RemainBody.Dynamic {
		t.Error("names that the plugin does not list have no body")
	}
	// Both have the same rules, so nothing is copied.
	if blockOf(t, body, "disk").Body != plugin.Blocks[0].Body ||
		argumentOf(t, body, "ingress").AsBlocks != plugin.Attributes[3].AsBlocks {
		t.Error("the bodies of the plugin are copies")
	}
	if has(base, "name") != "" || len(base.Attributes) != 1 || len(base.Blocks) != 1 ||
		base.Remain != tables.RemainUnknown {
		t.Error("the body of the language has changed")
	}
}

// The language's rule for values, and whether it has dynamic blocks, hold in the
// plugin's bodies.
func TestAdapted(t *testing.T) {
	for _, test := range []struct {
		name string
		base *tables.Body
	}{
		{"constant", &tables.Body{Part: tables.StateStore, RemainValue: literal, Dynamic: true}},
		{"not dynamic", &tables.Body{Part: tables.StateStore}},
		{"both", &tables.Body{Part: tables.StateStore, RemainValue: literal}},
	} {
		t.Run(test.name, func(t *testing.T) {
			plugin := pluginBody()
			plugin.RemainBody = &tables.Body{Remain: tables.RemainAttributes}
			plugin.Blocks[0].Body.RemainBody = plugin.RemainBody
			body := chosen(t, test.base, plugin)
			ingress, disk := argumentOf(t, body, "ingress"), blockOf(t, body, "disk").Body
			element := ingress.AsBlocks.Body()
			for place, a := range map[string]*tables.Attribute{
				"name": argumentOf(t, body, "name"), "ingress": ingress,
				"ingress.from": argumentOf(t, element, "from"),
				"sub.n":        argumentOf(t, argumentOf(t, element, "sub").AsBlocks.Body(), "n"),
				"disk.size":    argumentOf(t, disk, "size"),
				"part.n":       argumentOf(t, argumentOf(t, disk, "part").AsBlocks.Body(), "n"),
			} {
				if a.Value != test.base.RemainValue {
					t.Errorf("%s has the rule %v", place, a.Value)
				}
			}
			for place, b := range map[string]*tables.Body{"body": body, "element": element,
				"sub": argumentOf(t, element, "sub").AsBlocks.Body(), "disk": disk, "rest": disk.RemainBody} {
				if got := has(b, tables.DynamicType) == "block"; got != test.base.Dynamic {
					t.Errorf("%s takes dynamic blocks: %t", place, got)
				}
			}
			if disk.RemainBody.Remain != tables.RemainUnknown || disk.RemainBody == plugin.RemainBody {
				t.Error("the plugin's rule for unlisted names was kept")
			}
			if blockOf(t, disk, "disk").Body != disk {
				t.Error("a body in itself is another one")
			}
			own := argumentOf(t, plugin, "ingress")
			if own.Value != nil || argumentOf(t, own.AsBlocks.Body(), "from").Value != nil ||
				has(own.AsBlocks.Body(), tables.DynamicType) == "" ||
				argumentOf(t, plugin.Blocks[0].Body, "size").Value != nil ||
				plugin.Blocks[0].Body.Blocks[0].Body != plugin.Blocks[0].Body {
				t.Error("the plugin's body has changed")
			}
		})
	}
}

// TestChoose checks that the part, the labels and the value choose the body of a block, and that
// the result is cached.
func TestChoose(t *testing.T) {
	type question struct {
		part  tables.Part
		label string
		value string
	}
	var asked []question
	bodies := map[string]*tables.Body{}
	for _, name := range []string{"t", "own", "p"} {
		bodies[name] = &tables.Body{Attributes: []tables.Attribute{{Name: "of_" + name}}}
		bodies[name].Prepare()
	}
	define := func(part tables.Part, labels []string, value string) *tables.Body {
		asked = append(asked, question{part, labels[0], value})
		if value != "" {
			return bodies[value]
		}
		return bodies[labels[0]]
	}
	part := func(part tables.Part, blocks ...tables.Block) *tables.Body {
		return &tables.Body{Part: part, Remain: tables.RemainUnknown, Blocks: blocks}
	}
	plain := &tables.Body{Blocks: []tables.Block{{Type: "inner", Body: &tables.Body{}}}}
	base := part(tables.Resource, tables.Block{Type: "_", Body: part(tables.Resource)},
		tables.Block{Type: "lifecycle", Body: plain},
		tables.Block{Type: "none"},
		tables.Block{Type: "labelled", Labels: []string{"type"}, Body: plain},
		tables.Block{Type: "provider", Labels: []string{"type"}, Body: part(tables.ProviderConfig)})
	special := part(tables.Resource)
	d := language(base)
	d.Root.Blocks[0].Dependent = map[string]*tables.Body{"special": special}
	d.Root.Blocks = append(d.Root.Blocks,
		tables.Block{Type: "action", Labels: []string{"type"}, Body: &tables.Body{Blocks: []tables.Block{
			{Type: "first", Labels: []string{"x"}, Body: part(tables.Builder)},
			{Type: "config", Body: part(tables.Action)}}}},
		tables.Block{Type: "build",
			Body: &tables.Body{
				Blocks: []tables.Block{{Type: "provisioner", Labels: []string{"type"}, Body: part(tables.Provisioner)}}}},
		tables.Block{Type: "locals", Body: plain},
		tables.Block{Type: "bare", Body: part(tables.Builder)},
		tables.Block{Type: "mixed", Labels: []string{"type"},
			Body: part(tables.Resource, tables.Block{Type: "in", Body: part(tables.Builder)})},
		tables.Block{Type: "dependent", Labels: []string{"type"}, Dependent: map[string]*tables.Body{"l": plain}},
	)
	d.Root.Blocks = append(d.Root.Blocks, tables.Block{Type: "again", Body: d.Root.Blocks[2].Body})
	d.Merges = true
	with := languages.WithPlugins(d, define)
	languages.Prepare(with)
	if with.Name != "n" || with.Product != "P" || !with.ArrayRoot || !with.Merges ||
		!slices.Equal(with.Roots, []string{"var"}) {
		t.Errorf("the dialect is another one: %+v", with)
	}

	resource := blockOf(t, with.Root, "resource")
	body := resource.BodyFor([]string{"t", "n"}, "")
	if has(body, "of_t") == "" || resource.BodyFor([]string{"t", "m"}, "") != body {
		t.Error("the body of a type is not the same each time")
	}
	if own := resource.BodyFor([]string{"t", "n"}, "own"); has(own, "of_own") == "" || has(own, "of_t") != "" {
		t.Error("the value does not choose")
	}
	if got := resource.BodyFor([]string{"special", "n"}, "own"); has(got, "of_own") == "" || has(got, "_") != "" {
		t.Error("the body of a label of the language is not filled")
	}
	if resource.BodyFor(nil, "") != resource.Body {
		t.Error("a block without labels has a body of a plugin")
	}
	if got := resource.BodyFor([]string{"unknown", "n"}, ""); got.Remain != tables.RemainUnknown || has(got, "_") == "" ||
		has(blockOf(t, got, "_").Body, "of_t") != "" {
		t.Error("a type without a plugin does not have the language's body")
	}
	if has(blockOf(t, body, "_").Body, "of_t") == "" {
		t.Error("a block without labels is not filled")
	}
	if blockOf(t, body, "lifecycle").Body != plain || blockOf(t, body, "labelled").BodyFor([]string{"p"}, "") != plain ||
		blockOf(t, body, "none").Body != nil {
		t.Error("a body without a plugin has changed")
	}
	if inner := blockOf(t, body, "provider"); has(inner.BodyFor([]string{"p"}, ""), "of_p") == "" ||
		has(inner.Body, "of_t") != "" {
		t.Error("the labels of an inner block do not choose")
	}
	action := blockOf(t, with.Root, "action").BodyFor([]string{"t"}, "")
	if has(blockOf(t, action, "config").Body, "of_t") == "" || has(action, "of_t") != "" {
		t.Error("the label does not choose the body of the block inside")
	}
	next := blockOf(t, with.Root, "action").BodyFor([]string{"p"}, "")
	if config := blockOf(t, next, "config").Body; has(config, "of_p") == "" || has(config, "of_t") != "" {
		t.Error("bodies of two labels are mixed")
	}
	if provisioner := blockOf(t, blockOf(t, with.Root, "build").Body,
		"provisioner"); has(provisioner.BodyFor([]string{"p"}, ""), "of_p") == "" {
		t.Error("a block in a block is not filled")
	}
	if provisioner := blockOf(t, blockOf(t, with.Root, "again").Body,
		"provisioner"); has(provisioner.BodyFor([]string{"p"}, ""), "of_p") == "" {
		t.Error("the second of two blocks with one body is not filled")
	}
	if has(blockOf(t, with.Root, "mixed").BodyFor([]string{"t"}, ""), "of_t") == "" {
		t.Error("a block inside decides about the body around it")
	}
	if blockOf(t, with.Root, "dependent").BodyFor([]string{"l"}, "") != plain {
		t.Error("a block with bodies for its labels alone has changed")
	}
	if blockOf(t, with.Root, "locals").Body != plain || blockOf(t, with.Root, "bare").Body.Part != tables.Builder ||
		has(blockOf(t, with.Root, "bare").Body, "of_t") != "" {
		t.Error("a block without labels has a body of a plugin")
	}
	want := []question{
		{tables.Resource, "t", ""}, {tables.Resource, "t", ""}, {tables.Resource, "t", "own"},
		{tables.Resource, "special", "own"}, {tables.Resource, "unknown", ""},
		{tables.ProviderConfig, "p", ""}, {tables.Action, "t", ""}, {tables.Action, "p", ""}, {tables.Provisioner, "p", ""},
		{tables.Provisioner, "p", ""}, {tables.Resource, "t", ""},
	}
	if !slices.Equal(asked, want) {
		t.Errorf("asked for %v\nwant      %v", asked, want)
	}
	if blockOf(t, d.Root, "resource").Choose != nil ||
		has(blockOf(t, d.Root, "resource").BodyFor([]string{"t", "n"}, ""), "of_t") != "" {
		t.Error("the dialect without plugins has changed")
	}
}

func TestUsesPlugins(t *testing.T) {
	recursive := &tables.Body{}
	recursive.Blocks = []tables.Block{{Type: "a", Body: recursive}, {Type: "none"}}
	uses := &tables.Body{}
	uses.Blocks = []tables.Block{{Type: "a", Body: uses},
		{Type: "b", Body: &tables.Body{Blocks: []tables.Block{{Type: "c", Body: &tables.Body{Part: tables.Builder}}}}}}
	for name, test := range map[string]struct {
		root *tables.Body
		want bool
	}{"recursive": {recursive, false}, "inside": {uses, true}, "root": {&tables.Body{Part: tables.Builder}, true}} {
		d := &schema.Dialect{Root: test.root}
		if once, again := d.Root.UsesPlugins(), d.Root.UsesPlugins(); once != test.want || again != test.want {
			t.Errorf("%s: not %t", name, test.want)
		}
	}
	d := &schema.Dialect{Root: recursive}
	if with := languages.WithPlugins(d, func(tables.Part, []string, string) *tables.Body { return nil }); with.Root != recursive {
		t.Error("a language without plugins has a copy of its body")
	}
}

func TestReferenceRoot(t *testing.T) {
	for text, want := range map[string]string{
		"aws": "aws", "aws.west": "aws", `aws["a"]`: "aws", "aws [0]": "aws", " aws.west ": "aws",
		"${aws.west}": "aws", " ${ aws.west } ": "aws", "${aws}": "aws", "": "", ".x": "",
	} {
		if got := tables.ReferenceRoot(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestGuessesOfThePlugin checks that the guesses of a plugin's body precede the guesses of the
// language, which remain for users without the plugin. A body of the built-in table also guesses
// the content of unlisted blocks.
func TestGuessesOfThePlugin(t *testing.T) {
	own := guess.NewNames([]string{"a"}, nil, []string{"b"}, false)
	base := guess.NewNames([]string{"b", "c"}, nil, nil, false)
	for _, origin := range []tables.OriginKind{tables.FromPlugin, tables.FromTable} {
		builtIn := origin == tables.FromTable
		for _, known := range []*guess.Names{nil, base} {
			plugin := pluginBody()
			plugin.Remain, plugin.PluginNames, plugin.Origin.Kind = tables.RemainUnknown, own, origin
			plugin.RemainBody = &tables.Body{Remain: tables.RemainUnknown, Dynamic: true, PluginNames: own}
			unknown := &tables.Body{Part: tables.Resource, Remain: tables.RemainUnknown, Names: known, Dynamic: true}
			body := chosen(t, unknown, plugin)
			if body.Names != known || body.Origin.Kind != origin || body.Remain != tables.RemainUnknown {
				t.Errorf("%+v", body)
			}
			want := map[string]guess.Kind{"a": guess.IsAttribute, "b": guess.IsBlock, "c": guess.Unlisted}
			if known != nil {
				want["c"] = guess.IsAttribute
			}
			for name, kind := range want {
				if got := body.Classify(name, guess.ObjectForm).Listed; got != kind {
					t.Errorf("%s is %d, want %d", name, got, kind)
				}
			}
			rest := body.RemainBody.Classify("b", guess.ObjectForm).Listed
			if !builtIn && body.RemainBody.RemainBody != body.RemainBody || rest != guess.IsBlock ||
				builtIn && known != nil && (body.RemainBody == plugin.RemainBody || body.RemainBody.Names != known) {
				t.Errorf("built in %t: the rest is %+v", builtIn, body.RemainBody)
			}
		}
	}
}

// TestUsesPart checks that UsesPart finds parts in blocks at any level, also in escape blocks.
func TestUsesPart(t *testing.T) {
	recursive := &tables.Body{}
	recursive.Blocks = []tables.Block{{Type: "again", Body: recursive}, {Type: "none"}}
	part := func(part tables.Part) *tables.Body { return &tables.Body{Part: part} }
	d := &schema.Dialect{Root: &tables.Body{Blocks: []tables.Block{
		{Type: "loop", Body: recursive},
		{Type: "build", Body: &tables.Body{Blocks: []tables.Block{
			{Type: "_", Escape: true, Body: &tables.Body{Blocks: []tables.Block{{Type: "in", Body: part(tables.Action)}}}},
			{Type: "first", Body: part(tables.Provisioner)},
		}}},
		{Type: "resource", Body: part(tables.Resource)},
	}}}
	for part, want := range map[tables.Part]bool{
		tables.Provisioner: true, tables.Resource: true, tables.Action: true, tables.Builder: false,
	} {
		if got := d.Root.UsesPart(part); got != want {
			t.Errorf("part %d is used: %t, want %t", part, got, want)
		}
	}
}

// A language with plugins is like the language, apart from its bodies.
func TestWithPluginsCopiesAll(t *testing.T) {
	d := &schema.Dialect{Root: &tables.Body{}}
	of := reflect.ValueOf(d).Elem()
	for i := range of.NumField() {
		switch field := of.Field(i); {
		case !field.CanSet() || of.Type().Field(i).Name == "Root":
		case field.Kind() == reflect.String:
			field.SetString("x")
		case field.Kind() == reflect.Bool:
			field.SetBool(true)
		case field.Kind() == reflect.Slice:
			field.Set(reflect.MakeSlice(field.Type(), 1, 1))
		case field.Kind() == reflect.Map:
			field.Set(reflect.MakeMap(field.Type()))
		case field.Kind() == reflect.Interface:
			field.Set(reflect.ValueOf(1))
		default:
			t.Errorf("a field %s is not known here", of.Type().Field(i).Name)
		}
	}
	with := reflect.ValueOf(languages.WithPlugins(d, func(tables.Part, []string, string) *tables.Body { return nil })).Elem()
	for i := range of.NumField() {
		if name := of.Type().Field(i).Name; of.Field(i).CanSet() && !reflect.DeepEqual(with.Field(i).Interface(), of.Field(i).Interface()) {
			t.Errorf("%s is not copied", name)
		}
	}
}
