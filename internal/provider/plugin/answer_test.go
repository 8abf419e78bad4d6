package plugin_test

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"

	tfjson "github.com/hashicorp/terraform-json"
	tfaddr "github.com/hashicorp/terraform-registry-address"

	"github.com/hcljson/hcljson/internal/provider"
	"github.com/hcljson/hcljson/internal/provider/plugin"
	"github.com/hcljson/hcljson/internal/provider/plugin/internal/wire"
	"github.com/hcljson/hcljson/internal/schema/tables"
)

// TestFullAnswer compares the schemas of complete answers with reviewed files.
func TestFullAnswer(t *testing.T) {
	for name, answer := range map[string]*wire.Response{
		"testdata/full6.json": full6(),
		"testdata/full5.json": full5(),
	} {
		schema, err := fromAnswer(answer)
		if err != nil {
			t.Fatal(err)
		}
		got := indented(t, schema) + "\n"
		if *update {
			write(t, name, got)
		}
		want, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("%s: got %s", name, got)
		}
	}
}

// fromAnswer reads a message in the encoding of a plugin.
func fromAnswer(message *wire.Response) (*tfjson.ProviderSchema, error) {
	answer := &wire.Response{}
	if err := wire.Unmarshal(marshal(message), answer); err != nil {
		return nil, err
	}
	return plugin.FromAnswer(answer)
}

// TestUnknownFields reads an answer of a later version of the protocol.
func TestUnknownFields(t *testing.T) {
	data := marshal(full6())
	// Field 500, a text.
	data = append(data, 0xa2, 0x1f, 3, 'n', 'e', 'w')
	answer := &wire.Response{}
	if err := wire.Unmarshal(data, answer); err != nil {
		t.Fatal(err)
	}
	got, err := plugin.FromAnswer(answer)
	if err != nil {
		t.Fatal(err)
	}
	want, err := fromAnswer(full6())
	if err != nil {
		t.Fatal(err)
	}
	if got, want := indented(t, got), indented(t, want); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

// withAttribute returns an answer with an attribute a in a resource r.
func withAttribute(a *wire.Attribute) *wire.Response {
	a.Name = "a"
	return withBlock(&wire.Block{Attributes: []*wire.Attribute{a}})
}

func withBlock(b *wire.Block) *wire.Response {
	return &wire.Response{Provider: &wire.Schema{}, ResourceSchemas: map[string]*wire.Schema{"r": {Block: b}}}
}

func nestedIn(levels int) *wire.Attribute {
	a := &wire.Attribute{Name: "a", Type: typeJSON("string")}
	for range levels {
		a = &wire.Attribute{Name: "a", NestedType: &wire.Object{Nesting: wire.List, Attributes: []*wire.Attribute{a}}}
	}
	return a
}

// TestAnswerFaults reads invalid answers.
func TestAnswerFaults(t *testing.T) {
	text := typeJSON("string")
	block := func(b *wire.NestedBlock) *wire.Response {
		b.TypeName = "b"
		return withBlock(&wire.Block{BlockTypes: []*wire.NestedBlock{b}})
	}
	function := func(f *wire.Function) *wire.Response {
		return &wire.Response{Provider: &wire.Schema{}, Functions: map[string]*wire.Function{"f": f}}
	}
	for _, test := range []struct {
		name string
		in   *wire.Response
		want string
	}{
		{"empty", &wire.Response{}, "it has none for its own configuration"},
		{"severity", &wire.Response{Diagnostics: []*wire.Diagnostic{{Summary: "x"}}}, "refuses it: x"},
		{"provider", &wire.Response{Provider: &wire.Schema{Version: -1}}, "provider: version is negative: -1"},
		{"version", &wire.Response{Provider: &wire.Schema{}, DataSourceSchemas: map[string]*wire.Schema{"d": {Version: -1}}},
			`data source "d": version`},
		{"ephemeral",
			&wire.Response{Provider: &wire.Schema{}, EphemeralResourceSchemas: map[string]*wire.Schema{"d": {Version: -1}}},
			`ephemeral resource "d": `},
		{"min", block(&wire.NestedBlock{Nesting: wire.List, MinItems: -1}), `resource "r": block "b": min_items is negative`},
		{"max", block(&wire.NestedBlock{Nesting: wire.List, MaxItems: -1}), "max_items is negative"},
		{"nesting", block(&wire.NestedBlock{}), "unknown nesting mode 0"},
		{"new nesting", block(&wire.NestedBlock{Nesting: 17}), "unknown nesting mode 17"},
		{"object", withAttribute(&wire.Attribute{NestedType: &wire.Object{}}), "unknown nesting mode 0"},
		{"group object", withAttribute(&wire.Attribute{NestedType: &wire.Object{Nesting: wire.Group}}),
			"unknown nesting mode 5"},
		{"both types", withAttribute(&wire.Attribute{Type: text, NestedType: &wire.Object{Nesting: wire.Map}}),
			"a type and a nested type"},
		{"no type", withAttribute(&wire.Attribute{}), `resource "r": attribute "a": type "": `},
		{"null type", withAttribute(&wire.Attribute{Type: []byte("null")}), `type "null": `},
		{"more", withAttribute(&wire.Attribute{Type: []byte(`"string" "bool"`)}), "type "},
		{"wrong type", withAttribute(&wire.Attribute{Type: typeJSON("strin")}), `type "\"strin\"": `},
		{"no such optional attribute", withAttribute(&wire.Attribute{Type: []byte(`["object",{"a":"string"},["b"]]`)}),
			`undeclared attribute "b"`},
		{"deep type",
			withAttribute(
				&wire.Attribute{Type: []byte(strings.Repeat(`["list",`, 300) + `"string"` + strings.Repeat("]", 300))}),
			"more than 192 levels"},
		{"deep objects", withAttribute(nestedIn(100)), "more than 64 levels"},
		{"deep blocks", deepAnswer(100), "more than 64 levels"},
		{"twice", withBlock(&wire.Block{Attributes: []*wire.Attribute{{Name: "a", Type: text}, {Name: "a", Type: text}}}),
			`attribute "a" appears twice`},
		{"no name", withBlock(&wire.Block{Attributes: []*wire.Attribute{{Type: text}}}), "or has no name"},
		{"no return", function(&wire.Function{}), `function "f": return type: `},
		{"parameter", function(&wire.Function{Return: &wire.Return{Type: text}, Parameters: []*wire.Parameter{{Name: "p"}}}),
			`parameter "p": `},
		{"variadic",
			function(&wire.Function{Return: &wire.Return{Type: text}, VariadicParameter: &wire.Parameter{Name: "p"}}),
			`parameter "p": `},
		{"action",
			&wire.Response{Provider: &wire.Schema{},
				ActionSchemas: map[string]*wire.Action{
					"x": {Schema: &wire.Schema{Block: &wire.Block{Attributes: []*wire.Attribute{{}}}}}}}, `action "x": `},
	} {
		if _, err := fromAnswer(test.in); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v, want %s", test.name, err, test.want)
		}
	}
}

// TestMaxNesting reads the maximum nesting, and absent bodies.
func TestMaxNesting(t *testing.T) {
	deepType := []byte(strings.Repeat(`["list",["object",{"a":`, 40) + `"string"` + strings.Repeat("}]]", 40))
	for name, answer := range map[string]*wire.Response{
		"blocks":  deepAnswer(60),
		"objects": withAttribute(nestedIn(60)),
		"type":    withAttribute(&wire.Attribute{Type: deepType}),
		"no body": {
			Provider: &wire.Schema{},
			ResourceSchemas: map[string]*wire.Schema{"r": nil,
				"s": {Block: &wire.Block{BlockTypes: []*wire.NestedBlock{{TypeName: "b", Nesting: 1}}}}},
			ActionSchemas: map[string]*wire.Action{"a": nil},
		},
	} {
		schema, err := fromAnswer(answer)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if _, err := json.Marshal(schema); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// FuzzAnswer reads any answer of either protocol. A returned schema can be printed.
func FuzzAnswer(f *testing.F) {
	for _, message := range []*wire.Response{full6(), full5(), deepAnswer(10), withAttribute(nestedIn(3))} {
		f.Add(marshal(message))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		answer := &wire.Response{}
		if wire.Unmarshal(data, answer) == nil {
			check(t, answer)
		}
	})
}

func check(t *testing.T, answer *wire.Response) {
	t.Helper()
	schema, err := plugin.FromAnswer(answer)
	if err != nil {
		return
	}
	if _, err := json.Marshal(schema); err != nil {
		t.Error(err)
	}
}

// The memory for an answer, its schema, and the body of a type has a limit for each byte of the answer.
func TestMemoryOfAnswer(t *testing.T) {
	attributes := func(n int, typ string) []*wire.Attribute {
		list := make([]*wire.Attribute, n)
		for i := range list {
			name := fmt.Sprint("a", i)
			list[i] = &wire.Attribute{Name: name, Type: []byte(strings.ReplaceAll(typ, "%", name)), Optional: true}
		}
		return list
	}
	for name, list := range map[string][]*wire.Attribute{
		"strings":    attributes(20_000, `"string"`),
		"small":      attributes(20_000, `["list",["object",{"a":"string"}]]`),
		"all differ": attributes(20_000, `["list",["object",{"%":"string"}]]`),
		"nested":     attributes(20_000, `["list",["object",{"a":["set",["object",{"b":"string"}]]}]]`),
		"objects":    {{Name: "a", NestedType: &wire.Object{Nesting: wire.List, Attributes: attributes(20_000, `"string"`)}}},
	} {
		data := marshal(withBlock(&wire.Block{Attributes: list}))
		before := heap()
		answer := &wire.Response{}
		if err := wire.Unmarshal(data, answer); err != nil {
			t.Fatal(err)
		}
		held := func() float64 { return float64(heap()-before) / float64(len(data)) }
		decoded := held()
		read, err := plugin.FromAnswer(answer)
		if err != nil {
			t.Fatal(err)
		}
		beside := held()
		runtime.KeepAlive(answer)
		s := provider.New(tfaddr.MustParseProviderSource("h.example/n/p"), "1", read)
		s.Body(tables.Resource, "r")
		all := held()
		t.Logf("%s: decoded %.1f, with the schema %.1f, and with the body %.1f", name, decoded, beside, all)
		if decoded > 7 || beside > 10.4 || all > 15 {
			t.Errorf("%s: too much", name)
		}
		runtime.KeepAlive(s)
		runtime.KeepAlive(data)
	}
}

// heap returns the size of reachable memory.
func heap() uint64 {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}
