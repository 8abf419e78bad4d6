package schema_test

import (
	"reflect"
	"slices"
	"testing"

	"github.com/hcljson/hcljson/internal/facts/guess"
	"github.com/hcljson/hcljson/internal/schema/classify"
	"github.com/hcljson/hcljson/schema"
)

var literal = &schema.Value{Mode: schema.Literal}

// has reports whether a body lists a name, and how.
func has(b *schema.Body, name string) string {
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

func blockOf(t *testing.T, b *schema.Body, typ string) *schema.Block {
	t.Helper()
	_, block := b.Lookup(typ)
	if block == nil {
		t.Fatalf("no block %q", typ)
	}
	return block
}

func argumentOf(t *testing.T, b *schema.Body, name string) *schema.Attribute {
	t.Helper()
	a, _ := b.Lookup(name)
	if a == nil {
		t.Fatalf("no argument %q", name)
	}
	return a
}

// pluginBody returns a plugin's body with lists of objects, blocks, and a recursive body.
func pluginBody() *schema.Body {
	inner := &schema.Body{Dynamic: true, Attributes: []schema.Attribute{{Name: "n"}}}
	element := &schema.Body{Dynamic: true, Attributes: []schema.Attribute{
		{Name: "from"}, {Name: "sub", AsBlocks: schema.ElementOf(inner)}}}
	disk := &schema.Body{Dynamic: true, Attributes: []schema.Attribute{
		{Name: "size"}, {Name: "part", AsBlocks: schema.ElementOf(inner)}}}
	disk.Blocks = []schema.Block{{Type: "disk", Body: disk}}
	return &schema.Body{
		Dynamic: true, SchemaVersion: new(uint64),
		Origin: schema.Origin{Kind: schema.FromPlugin, Name: "Plugin x", Version: "1", Reason: "reason"},
		Attributes: []schema.Attribute{{Name: "name"}, {Name: "count", Origin: schema.FromPlugin}, {Name: "lifecycle"},
			{Name: "ingress", AsBlocks: schema.ElementOf(element)}},
		Blocks: []schema.Block{{Type: "disk", Body: disk}, {Type: "lifecycle", Origin: schema.FromPlugin}, {Type: "count", Body: disk}},
	}
}

// language has a block whose body plugins define.
func language(body *schema.Body) *schema.Dialect {
	return &schema.Dialect{Name: "n", Product: "P", ArrayRoot: true, Roots: []string{"var"},
		Root: &schema.Body{Blocks: []schema.Block{
			{Type: "resource", Labels: []string{"type", "name"}, By: "provider", Body: body},
		}}}
}

func chosen(t *testing.T, body, plugin *schema.Body) *schema.Body {
	t.Helper()
	plugin.Prepare()
	d := language(body).WithPlugins(func(schema.Part, []string, string) *schema.Body { return plugin })
	d.Prepare()
	return blockOf(t, d.Root, "resource").BodyFor([]string{"t", "n"}, "")
}

// TestNamesOfThePlugin checks that the language's names are kept and that the plugin defines the
// other names.
func TestNamesOfThePlugin(t *testing.T) {
	base := &schema.Body{
		Part: schema.Resource, Remain: schema.RemainUnknown, Dynamic: true,
		RemainBody: &schema.Body{Remain: schema.RemainAttributes},
		Attributes: []schema.Attribute{{Name: "count"}},
		Blocks:     []schema.Block{{Type: "lifecycle", Body: &schema.Body{}}},
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
	if body.Remain != schema.RemainNone || body.Origin != plugin.Origin || body.SchemaVersion != plugin.SchemaVersion {
		t.Errorf("rest %d, origin %+v, schema version %v", body.Remain, body.Origin, body.SchemaVersion)
	}
	if body.RemainBody == nil || body.RemainBody.Remain != schema.RemainUnknown || !body.RemainBody.Dynamic {
		t.Error("names that the plugin does not list have no body")
	}
	// Both have the same rules, so nothing is copied.
	if blockOf(t, body, "disk").Body != plugin.Blocks[0].Body ||
		argumentOf(t, body, "ingress").AsBlocks != plugin.Attributes[3].AsBlocks {
		t.Error("the bodies of the plugin are copies")
	}
	if has(base, "name") != "" || len(base.Attributes) != 1 || len(base.Blocks) != 1 ||
		base.Remain != schema.RemainUnknown {
		t.Error("the body of the language has changed")
	}
}

// The language's rule for values, and whether it has dynamic blocks, hold in the
// plugin's bodies.
func TestAdapted(t *testing.T) {
	for _, test := range []struct {
		name string
		base *schema.Body
	}{
		{"constant", &schema.Body{Part: schema.StateStore, RemainValue: literal, Dynamic: true}},
		{"not dynamic", &schema.Body{Part: schema.StateStore}},
		{"both", &schema.Body{Part: schema.StateStore, RemainValue: literal}},
	} {
		t.Run(test.name, func(t *testing.T) {
			plugin := pluginBody()
			plugin.RemainBody = &schema.Body{Remain: schema.RemainAttributes}
			plugin.Blocks[0].Body.RemainBody = plugin.RemainBody
			body := chosen(t, test.base, plugin)
			ingress, disk := argumentOf(t, body, "ingress"), blockOf(t, body, "disk").Body
			element := ingress.AsBlocks.Body()
			for place, a := range map[string]*schema.Attribute{
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
			for place, b := range map[string]*schema.Body{"body": body, "element": element,
				"sub": argumentOf(t, element, "sub").AsBlocks.Body(), "disk": disk, "rest": disk.RemainBody} {
				if got := has(b, schema.DynamicType) == "block"; got != test.base.Dynamic {
					t.Errorf("%s takes dynamic blocks: %t", place, got)
				}
			}
			if disk.RemainBody.Remain != schema.RemainUnknown || disk.RemainBody == plugin.RemainBody {
				t.Error("the plugin's rule for unlisted names was kept")
			}
			if blockOf(t, disk, "disk").Body != disk {
				t.Error("a body in itself is another one")
			}
			own := argumentOf(t, plugin, "ingress")
			if own.Value != nil || argumentOf(t, own.AsBlocks.Body(), "from").Value != nil ||
				has(own.AsBlocks.Body(), schema.DynamicType) == "" ||
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
		part  schema.Part
		label string
		value string
	}
	var asked []question
	bodies := map[string]*schema.Body{}
	for _, name := range []string{"t", "own", "p"} {
		bodies[name] = &schema.Body{Attributes: []schema.Attribute{{Name: "of_" + name}}}
		bodies[name].Prepare()
	}
	define := func(part schema.Part, labels []string, value string) *schema.Body {
		asked = append(asked, question{part, labels[0], value})
		if value != "" {
			return bodies[value]
		}
		return bodies[labels[0]]
	}
	part := func(part schema.Part, blocks ...schema.Block) *schema.Body {
		return &schema.Body{Part: part, Remain: schema.RemainUnknown, Blocks: blocks}
	}
	plain := &schema.Body{Blocks: []schema.Block{{Type: "inner", Body: &schema.Body{}}}}
	base := part(schema.Resource, schema.Block{Type: "_", Body: part(schema.Resource)},
		schema.Block{Type: "lifecycle", Body: plain},
		schema.Block{Type: "none"},
		schema.Block{Type: "labelled", Labels: []string{"type"}, Body: plain},
		schema.Block{Type: "provider", Labels: []string{"type"}, Body: part(schema.ProviderConfig)})
	special := part(schema.Resource)
	d := language(base)
	d.Root.Blocks[0].Dependent = map[string]*schema.Body{"special": special}
	d.Root.Blocks = append(d.Root.Blocks,
		schema.Block{Type: "action", Labels: []string{"type"}, Body: &schema.Body{Blocks: []schema.Block{
			{Type: "first", Labels: []string{"x"}, Body: part(schema.Builder)},
			{Type: "config", Body: part(schema.Action)}}}},
		schema.Block{Type: "build",
			Body: &schema.Body{
				Blocks: []schema.Block{{Type: "provisioner", Labels: []string{"type"}, Body: part(schema.Provisioner)}}}},
		schema.Block{Type: "locals", Body: plain},
		schema.Block{Type: "bare", Body: part(schema.Builder)},
		schema.Block{Type: "mixed", Labels: []string{"type"},
			Body: part(schema.Resource, schema.Block{Type: "in", Body: part(schema.Builder)})},
		schema.Block{Type: "dependent", Labels: []string{"type"}, Dependent: map[string]*schema.Body{"l": plain}},
	)
	d.Root.Blocks = append(d.Root.Blocks, schema.Block{Type: "again", Body: d.Root.Blocks[2].Body})
	d.Merges = true
	with := d.WithPlugins(define)
	with.Prepare()
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
	if got := resource.BodyFor([]string{"unknown", "n"}, ""); got.Remain != schema.RemainUnknown || has(got, "_") == "" ||
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
	if blockOf(t, with.Root, "locals").Body != plain || blockOf(t, with.Root, "bare").Body.Part != schema.Builder ||
		has(blockOf(t, with.Root, "bare").Body, "of_t") != "" {
		t.Error("a block without labels has a body of a plugin")
	}
	want := []question{
		{schema.Resource, "t", ""}, {schema.Resource, "t", ""}, {schema.Resource, "t", "own"},
		{schema.Resource, "special", "own"}, {schema.Resource, "unknown", ""},
		{schema.ProviderConfig, "p", ""}, {schema.Action, "t", ""}, {schema.Action, "p", ""}, {schema.Provisioner, "p", ""},
		{schema.Provisioner, "p", ""}, {schema.Resource, "t", ""},
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
	recursive := &schema.Body{}
	recursive.Blocks = []schema.Block{{Type: "a", Body: recursive}, {Type: "none"}}
	uses := &schema.Body{}
	uses.Blocks = []schema.Block{{Type: "a", Body: uses},
		{Type: "b", Body: &schema.Body{Blocks: []schema.Block{{Type: "c", Body: &schema.Body{Part: schema.Builder}}}}}}
	for name, test := range map[string]struct {
		root *schema.Body
		want bool
	}{"recursive": {recursive, false}, "inside": {uses, true}, "root": {&schema.Body{Part: schema.Builder}, true}} {
		d := &schema.Dialect{Root: test.root}
		if once, again := d.UsesPlugins(), d.UsesPlugins(); once != test.want || again != test.want {
			t.Errorf("%s: not %t", name, test.want)
		}
	}
	d := &schema.Dialect{Root: recursive}
	if with := d.WithPlugins(func(schema.Part, []string, string) *schema.Body { return nil }); with.Root != recursive {
		t.Error("a language without plugins has a copy of its body")
	}
}

func TestReferenceRoot(t *testing.T) {
	for text, want := range map[string]string{
		"aws": "aws", "aws.west": "aws", `aws["a"]`: "aws", "aws [0]": "aws", " aws.west ": "aws",
		"${aws.west}": "aws", " ${ aws.west } ": "aws", "${aws}": "aws", "": "", ".x": "",
	} {
		if got := schema.ReferenceRoot(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestGuessesOfThePlugin checks that the guesses of a plugin's body precede the guesses of the
// language, which remain for users without the plugin. A body of the built-in table also guesses
// the content of unlisted blocks.
func TestGuessesOfThePlugin(t *testing.T) {
	own := (*schema.Names)(guess.NewNames([]string{"a"}, nil, []string{"b"}, false))
	base := (*schema.Names)(guess.NewNames([]string{"b", "c"}, nil, nil, false))
	for _, origin := range []schema.OriginKind{schema.FromPlugin, schema.FromTable} {
		builtIn := origin == schema.FromTable
		for _, known := range []*schema.Names{nil, base} {
			plugin := pluginBody()
			plugin.Remain, plugin.PluginNames, plugin.Origin.Kind = schema.RemainUnknown, own, origin
			plugin.RemainBody = &schema.Body{Remain: schema.RemainUnknown, Dynamic: true, PluginNames: own}
			unknown := &schema.Body{Part: schema.Resource, Remain: schema.RemainUnknown, Names: known, Dynamic: true}
			body := chosen(t, unknown, plugin)
			if body.Names != known || body.Origin.Kind != origin || body.Remain != schema.RemainUnknown {
				t.Errorf("%+v", body)
			}
			want := map[string]guess.Kind{"a": guess.IsAttribute, "b": guess.IsBlock, "c": guess.Unlisted}
			if known != nil {
				want["c"] = guess.IsAttribute
			}
			for name, kind := range want {
				if got := classify.Property(body, name, guess.ObjectForm).Listed; got != kind {
					t.Errorf("%s is %d, want %d", name, got, kind)
				}
			}
			rest := classify.Property(body.RemainBody, "b", guess.ObjectForm).Listed
			if !builtIn && body.RemainBody.RemainBody != body.RemainBody || rest != guess.IsBlock ||
				builtIn && known != nil && (body.RemainBody == plugin.RemainBody || body.RemainBody.Names != known) {
				t.Errorf("built in %t: the rest is %+v", builtIn, body.RemainBody)
			}
		}
	}
}

// TestUsesPart checks that UsesPart finds parts in blocks at any level, also in escape blocks.
func TestUsesPart(t *testing.T) {
	recursive := &schema.Body{}
	recursive.Blocks = []schema.Block{{Type: "again", Body: recursive}, {Type: "none"}}
	part := func(part schema.Part) *schema.Body { return &schema.Body{Part: part} }
	d := &schema.Dialect{Root: &schema.Body{Blocks: []schema.Block{
		{Type: "loop", Body: recursive},
		{Type: "build", Body: &schema.Body{Blocks: []schema.Block{
			{Type: "_", Escape: true, Body: &schema.Body{Blocks: []schema.Block{{Type: "in", Body: part(schema.Action)}}}},
			{Type: "first", Body: part(schema.Provisioner)},
		}}},
		{Type: "resource", Body: part(schema.Resource)},
	}}}
	for part, want := range map[schema.Part]bool{
		schema.Provisioner: true, schema.Resource: true, schema.Action: true, schema.Builder: false,
	} {
		if got := d.UsesPart(part); got != want {
			t.Errorf("part %d is used: %t, want %t", part, got, want)
		}
	}
}

// A language with plugins is like the language, apart from its bodies.
func TestWithPluginsCopiesAll(t *testing.T) {
	d := &schema.Dialect{Root: &schema.Body{}}
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
	with := reflect.ValueOf(d.WithPlugins(func(schema.Part, []string, string) *schema.Body { return nil })).Elem()
	for i := range of.NumField() {
		if name := of.Type().Field(i).Name; of.Field(i).CanSet() && !reflect.DeepEqual(with.Field(i).Interface(), of.Field(i).Interface()) {
			t.Errorf("%s is not copied", name)
		}
	}
}
