package jsonformat_test

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/internal/generate/jsonformat"
	"github.com/hcljson/hcljson/internal/testing/golden"
)

func read(t testing.TB, src string) *jsonformat.Document {
	t.Helper()
	doc, diags := jsonformat.Read([]byte(src), "document.json")
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	return doc
}

// values reads a state with one resource of some values.
func values(t testing.TB, text string) jsonformat.Value {
	t.Helper()
	return read(t,
		`{"format_version":"1.0","values":{"root_module":{"resources":[{"values":`+text+
			`}]}}}`).State.Values.Root.Resources[0].Values
}

func TestValue(t *testing.T) {
	for text, want := range map[string]struct{ set, isTrue bool }{
		`{"a":1}`: {true, false}, `null`: {false, false}, `true`: {true, true}, `false`: {true, false},
		`"true"`: {true, false}, `[]`: {true, false}, `0`: {true, false},
	} {
		v := values(t, text)
		if v.IsSet() != want.set || v.IsTrue() != want.isTrue || v.JSON() != text || v.Tree() == nil {
			t.Errorf("%s: %v, %v, %q", text, v.IsSet(), v.IsTrue(), v.JSON())
		}
		if rng := v.Range(); rng.Filename != "document.json" || rng.End.Byte-rng.Start.Byte != len(text) ||
			rng.Start.Column != rng.Start.Byte+1 {
			t.Errorf("%s: %v", text, rng)
		}
	}
	var none jsonformat.Value
	if none.IsSet() || none.IsTrue() || none.JSON() != "" || none.Tree() != nil || none.Range() != (hcl.Range{}) ||
		none.Members() != nil {
		t.Error("the zero value is something")
	}
	if _, ok := none.Elements(); ok {
		t.Error("the zero value is an array")
	}
}

func TestMembersAndElements(t *testing.T) {
	v := values(t, `{"b": [1, "x"], "a": {}, "b": null}`)
	var got []string
	for _, m := range v.Members() {
		got = append(got, m.Name+" "+m.Value.JSON())
	}
	if want := []string{`b [1, "x"]`, "a {}", "b null"}; !reflect.DeepEqual(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	elements, ok := v.Members()[0].Value.Elements()
	if !ok || len(elements) != 2 || elements[1].JSON() != `"x"` ||
		elements[1].Range().Start.Byte != v.Range().Start.Byte+10 {
		t.Errorf("%v %v", elements, ok)
	}
	if _, ok := v.Elements(); ok {
		t.Error("an object is an array")
	}
	if elements[0].Members() != nil {
		t.Error("a number has members")
	}
	if empty, ok := values(t, `[]`).Elements(); !ok || len(empty) != 0 {
		t.Error("an empty array is none")
	}
}

func TestExpression(t *testing.T) {
	for text, want := range map[string]*jsonformat.Expression{
		`{}`:                          {},
		`{"references":["a.b","a"]}`:  {References: []string{"a.b", "a"}},
		`{"references":["a",1,null]}`: {References: []string{"a"}},
		`{"references":[]}`:           {},
		`{"references":{}}`:           nil,
		`[]`:                          nil,
		`[{"constant_value":1}]`:      nil,
		`"text"`:                      nil,
		`{"size":{"constant_value":1},"constant_value":{"constant_value":1}}`: nil,
	} {
		got, ok := values(t, text).Expression()
		if ok != (want != nil) || ok && !reflect.DeepEqual(&got, want) {
			t.Errorf("%s: %v, %v", text, got, ok)
		}
	}
	for _, constant := range []string{`null`, `1`, `{"a":[]}`} {
		v := values(t, `{"constant_value":`+constant+`}`)
		e, ok := v.Expression()
		if !ok || e.Constant.JSON() != constant || e.References != nil ||
			e.Constant.Range().Start.Byte != v.Range().Start.Byte+18 {
			t.Errorf("%s: %v, %v", constant, e, ok)
		}
	}
	if _, ok := (jsonformat.Value{}).Expression(); ok {
		t.Error("the zero value is an expression")
	}
}

// Lists of any length have all their elements, in their order.
func TestLongLists(t *testing.T) {
	for _, n := range []int{0, 1, 1023, 1024, 1025, 2048, 2049, 5000} {
		names := make([]string, n)
		for i := range names {
			names[i] = fmt.Sprintf("a.b%d", i)
		}
		list := jsonformat.NewValue(names).JSON()
		resource := read(t, `{"format_version":"1.0","values":{"root_module":{"resources":[{"depends_on":`+list+`}]}}}`).
			State.Values.Root.Resources[0]
		if !slices.Equal(resource.DependsOn, names) {
			t.Errorf("%d: %d elements, or others", n, len(resource.DependsOn))
		}
	}
}

// TestEachChange checks the order of changes: planned, drift, deferred. The loop can stop early.
func TestEachChange(t *testing.T) {
	change := func(address string) jsonformat.ResourceChange { return jsonformat.ResourceChange{Address: address} }
	plan := &jsonformat.Plan{Changes: []jsonformat.ResourceChange{change("a"), change("b")},
		Drift:    []jsonformat.ResourceChange{change("c")},
		Deferred: []jsonformat.DeferredChange{{ResourceChange: change("d")}, {ResourceChange: change("e")}}}
	for n := range 6 {
		got := ""
		for c := range plan.EachChange {
			if got += c.Address; len(got) == n {
				break
			}
		}
		if want := "abcde"; n > 0 && got != want[:n] || n == 0 && got != want {
			t.Errorf("%d: %q", n, got)
		}
	}
}

// Resources of a module precede the resources of its child modules; a loop can end anywhere.
func TestModuleResources(t *testing.T) {
	module := func(name string, children ...jsonformat.Module) jsonformat.Module {
		return jsonformat.Module{Resources: []jsonformat.Resource{{Address: name}}, Children: children}
	}
	root := module("a", module("b", module("c")), module("d"))
	for n, want := range []string{"abcd", "a", "ab", "abc", "abcd"} {
		got := ""
		for r := range root.All {
			if got += r.Address; len(got) == n {
				break
			}
		}
		if got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}

// A value without a document has no range, and is written on one line or on several lines.
func TestValueWithoutDocument(t *testing.T) {
	v := jsonformat.NewValue(map[string]any{"b": []string{"x"}, "a": true})
	if v.JSON() != `{"a":true,"b":["x"]}` || v.Range() != (hcl.Range{}) {
		t.Errorf("%s at %v", v.JSON(), v.Range())
	}
	version := uint64(12345)
	resource := jsonformat.NewValue(&jsonformat.ConfigResource{Address: "a.b", SchemaVersion: &version,
		DependsOn: []string{}})
	if want := `{"address":"a.b","schema_version":12345}`; resource.JSON() != want {
		t.Errorf("got %s, want %s", resource.JSON(), want)
	}
	outputs := jsonformat.NamedList[*jsonformat.ConfigOutput]{{Name: "o", Expression: v}}
	c := &jsonformat.Configuration{Root: jsonformat.ConfigModule{Outputs: outputs}}
	for compact, want := range map[bool]string{
		true: `{"root_module":{"outputs":{"o":{"expression":{"a":true,"b":["x"]}}}}}` + "\n",
		false: "{\n  \"root_module\": {\n    \"outputs\": {\n      \"o\": {\n        \"expression\": {\n" +
			"          \"a\": true,\n          \"b\": [\n            \"x\"\n          ]\n        }\n      }\n    }\n  }\n}\n",
	} {
		if got, err := c.JSON(compact); err != nil || string(got) != want {
			t.Errorf("got %s, want %s, %v", got, want, err)
		}
	}
}

func TestParseModuleAddress(t *testing.T) {
	for address, want := range map[string][]jsonformat.ModuleStep{
		"":         nil,
		"module.a": {{Name: "a"}},
		"module.a[0].module.b[\"x.y\"]": {{"a", jsonformat.Key{Kind: jsonformat.IntKey}},
			{"b", jsonformat.Key{Kind: jsonformat.StringKey, Text: "x.y"}}},
		"module.module.module.module":        {{Name: "module"}, {Name: "module"}},
		"module.a[\"${b} \\\"\\n\"]":         nil,
		"module.a[12345678901234567890]":     nil,
		"module.a[1.5]":                      nil,
		"module.a[true]":                     nil,
		"module":                             nil,
		"module.a.b":                         nil,
		"module[0].a":                        nil,
		"a.b":                                nil,
		"module.a[0][1]":                     nil,
		"module.a[*]":                        nil,
		"module.a.module":                    nil,
		"module.[":                           nil,
		strings.Repeat("module.a[", 100_000): nil,
	} {
		got, ok := jsonformat.ParseModuleAddress(address)
		if wantOK := want != nil || address == ""; ok != wantOK || ok && !reflect.DeepEqual(got, want) {
			t.Errorf("%.60q: %v, %v", address, got, ok)
		}
	}
}

func TestKeyCompare(t *testing.T) {
	keys := []jsonformat.Key{{}, {Kind: jsonformat.IntKey, Int: 2}, {Kind: jsonformat.IntKey, Int: 10},
		{Kind: jsonformat.StringKey, Text: "1"},
		{Kind: jsonformat.StringKey, Text: "a"}}
	for i, a := range keys {
		for j, b := range keys {
			if got := a.Compare(b); got != compareInts(i, j) {
				t.Errorf("%v and %v: %d", a, b, got)
			}
		}
	}
}

func compareInts(a, b int) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// TestNesting checks that values nested up to the limit are decoded and that deeper values are an
// error, without a stack overflow.
func TestNesting(t *testing.T) {
	v := values(t, strings.Repeat("[", 9000)+strings.Repeat("]", 9000))
	if tree := v.Tree(); len(tree.Elems) != 1 {
		t.Errorf("%d elements", len(tree.Elems))
	}
	for _, src := range []string{
		`{"format_version":"1.0","values":{"root_module":{"resources":[{"values":` + strings.Repeat("[", 1_000_000),
		`{"format_version":"1.0","values":{"root_module":` + strings.Repeat(`{"child_modules":[`, 1_000_000),
		strings.Repeat("[", 1_000_000),
	} {
		doc, diags := jsonformat.Read([]byte(src), "")
		if doc != nil || !diags.HasErrors() ||
			!strings.Contains(diags[0].Summary, "deeply") && !strings.Contains(diags[0].Summary, "Not the JSON") {
			t.Errorf("%.80s: %v", src, diags)
		}
	}
}

// There is an end to the errors, too.
func TestManyErrors(t *testing.T) {
	src := `{"format_version":"1.0","values":{"root_module":{"resources":[` + strings.Repeat("1,", 100_000) + `1]}}}`
	if _, diags := jsonformat.Read([]byte(src), ""); len(diags) != 100 {
		t.Errorf("%d errors", len(diags))
	}
}

// TestTruncated checks that every truncated text is an error, and that the error contains no value.
func TestTruncated(t *testing.T) {
	src := `{"format_version": "1.2", "resource_changes": [{"address": "a.b", "change": {"actions": ["create"], ` +
		`"after": {"password": "s3cr3t", "n": -123.5e1, "t": true, "e": "\u00e4\n"}}}]}`
	read(t, src)
	for i := range len(src) {
		doc, diags := jsonformat.Read([]byte(src[:i]), "plan.json")
		if doc != nil || !diags.HasErrors() {
			t.Fatalf("%q: %v", src[:i], diags)
		}
		for _, diag := range diags {
			if strings.Contains(diag.Summary+diag.Detail, "s3cr") {
				t.Errorf("%q: %s", src[:i], diag)
			}
			if diag.Subject == nil || diag.Subject.End.Byte > i {
				t.Errorf("%q: %v", src[:i], diag.Subject)
			}
		}
	}
}

// A document may be read from several goroutines.
func TestConcurrent(t *testing.T) {
	doc := read(t, string(largeState(200)))
	resources := doc.State.Values.Root.Resources
	want := make([]string, len(resources))
	for i := range resources {
		want[i] = fmt.Sprint(resources[i].Values.Range(), len(resources[i].Values.Tree().Members))
	}
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for i := range resources {
				i = (i * 7) % len(resources)
				if got := fmt.Sprint(resources[i].Values.Range(), len(resources[i].Values.Tree().Members)); got != want[i] {
					t.Errorf("%s, want %s", got, want[i])
				}
			}
		})
	}
	group.Wait()
}

// FuzzRead checks, for any text, that decoding ends, is deterministic, and that all positions are
// inside the text.
func FuzzRead(f *testing.F) {
	for _, src := range golden.Sources(f) {
		f.Add(src)
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		doc, diags := jsonformat.Read(src, "document.json")
		if (doc == nil) != diags.HasErrors() {
			t.Fatalf("%v, and a document: %v", diags, doc != nil)
		}
		for _, diag := range diags {
			if diag.Subject == nil || diag.Subject.Start.Byte > diag.Subject.End.Byte || diag.Subject.End.Byte > len(src) {
				t.Errorf("a place outside of the text: %v of %q", diag.Subject, src)
			}
		}
		if !bytes.Equal(dump(doc, diags), dump(jsonformat.Read(src, "document.json"))) {
			t.Errorf("something else the second time, of %q", src)
		}
		if doc == nil {
			return
		}
		if (doc.Plan == nil) == (doc.State == nil) {
			t.Error("neither a state nor a plan, or both")
		}
		each(reflect.ValueOf(doc).Elem(), func(v jsonformat.Value) {
			text, rng := v.JSON(), v.Range()
			if rng.Start.Byte < 0 || rng.End.Byte > len(src) || string(src[rng.Start.Byte:rng.End.Byte]) != text {
				t.Errorf("%q is not at %v of %q", text, rng, src)
			}
			if tree := v.Tree(); tree.Start != rng.Start.Byte || tree.End != rng.End.Byte {
				t.Errorf("the tree of %q is from %d to %d", text, tree.Start, tree.End)
			}
			v.Expression()
			for _, m := range v.Members() {
				m.Value.Expression()
			}
		})
	})
}

// each calls do for every non-zero value.
func each(v reflect.Value, do func(jsonformat.Value)) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			each(v.Elem(), do)
		}
	case reflect.Slice:
		for i := range v.Len() {
			each(v.Index(i), do)
		}
	case reflect.Struct:
		if value, ok := v.Interface().(jsonformat.Value); ok {
			if value != (jsonformat.Value{}) {
				do(value)
			}
			return
		}
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				each(v.Field(i), do)
			}
		}
	}
}

func FuzzParseModuleAddress(f *testing.F) {
	for _, address := range []string{"", "module.a", `module.a[0].module.b["x"]`, "a.b", "module.a[*]"} {
		f.Add(address)
	}
	f.Fuzz(func(t *testing.T, address string) {
		steps, ok := jsonformat.ParseModuleAddress(address)
		for _, step := range steps {
			if !ok || step.Name == "" {
				t.Errorf("%q: %v, %v", address, steps, ok)
			}
		}
		if (len(steps) > 0) != (ok && address != "") {
			t.Errorf("%q: %v, %v", address, steps, ok)
		}
	})
}
