package toconfig_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/zclconf/go-cty/cty"

	"github.com/hcljson/hcljson/internal/facts/typespec"
	"github.com/hcljson/hcljson/internal/generate/jsonformat"
	"github.com/hcljson/hcljson/internal/generate/jsonformat/toconfig"
	"github.com/hcljson/hcljson/internal/schema/tables"
)

// TestMarks checks that a value is sensitive if any mark of the plan covers it, even if the marks
// do not match the form of the value.
func TestMarks(t *testing.T) {
	for _, test := range []struct {
		values, after string // the two marks
		hidden        bool
	}{
		{`{}`, `{}`, false},
		{`{}`, `{"input":{"a":true}}`, true},
		{`{"input":{"a":true}}`, `{}`, true},
		{`{"input":{"a":true}}`, `{"input":{"b":[]}}`, true},
		{`{"input":{"a":false}}`, `{"input":{"b":[false,false]}}`, false},
		{`{"input":{"a":true,"b":[false,false]}}`, `{"input":{"a":false,"b":[]}}`, true},
		{`{"input":true}`, `false`, true},
		{`false`, `{"input":{"b":[false,true]}}`, false},
		{`false`, `true`, true},
		{`null`, `{"input":[true]}`, true},
		{`{"input":[true]}`, `{"input":{"b":true}}`, true},
		{`{"input":"text"}`, `null`, true},
		{`{"input":{"b":[]}}`, `{"input":{"b":[false,true]}}`, false},
		{`{"input":{"b":[false,true]}}`, `{"input":{"b":[]}}`, false},
		{`{"input":{"b":[true]}}`, `{"input":{"b":[false,true]}}`, false},
		{`{"input":[]}`, `{"input":{}}`, false},
		{`{"input":{}}`, `{"input":[]}`, false},
		{`{"input":[]}`, `{"input":{"b":[]}}`, true}, // forms that do not agree
		{`{"input":{"b":[]}}`, `{"input":{}}`, false},
		{`{"input":[true]}`, `{"input":{}}`, true},
		{`{"input":[true]}`, `{"input":[false]}`, true},
		{`{"input":{"a":null}}`, `{"input":{"a":null}}`, false},
		{`{"input":{"a":null}}`, `{"input":{"a":true}}`, true},
		{`{"input":{"a":true}}`, `{"input":{"a":null}}`, true},
	} {
		src := fmt.Sprintf(
			`{"format_version":"1.2","planned_values":{"root_module":{"resources":[{"address":"terraform_data.x","mode":"managed","type":"terraform_data","name":"x","provider_name":"terraform.io/builtin/terraform","values":{"input":{"a":"pass","b":["x","y"]}},"sensitive_values":%s}]}},
			"resource_changes":[{"address":"terraform_data.x","mode":"managed","type":"terraform_data","name":"x","change":{"actions":["create"],"after_sensitive":%s}}]}`, test.values, test.after)
		doc, diags := jsonformat.Read([]byte(src), "plan.json")
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		files, diags := toconfig.Generate(doc, toconfig.Options{Dialect: language(t), Single: true})
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		if hidden := !strings.Contains(string(files[0].Bytes), `"pass"`); hidden != test.hidden {
			t.Errorf("%s and %s: hidden is %v in\n%s", test.values, test.after, hidden, files[0].Bytes)
		}
	}
}

// A large map does not take long.
func TestManyMembers(t *testing.T) {
	var values, marks strings.Builder
	for i := range 50000 {
		if i > 0 {
			values.WriteByte(',')
			marks.WriteByte(',')
		}
		fmt.Fprintf(&values, `"k%d":"v%d"`, i, i)
		fmt.Fprintf(&marks, `"k%d":false`, i)
	}
	src := one("aws_x", `{"tags":{`+values.String()+`}}`, `{"tags":{`+marks.String()+`,"k0":true}}`)
	doc, diags := jsonformat.Read(src, "state.json")
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	files, diags := toconfig.Generate(doc, toconfig.Options{Dialect: language(t), Single: true})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	if !strings.Contains(string(files[0].Bytes), "k49999 = \"v49999\"") {
		t.Error("the last member is not there")
	}
}

// TestHiddenAndUnknown checks that attributes with sensitive schemas are hidden everywhere, in
// names as in values, and that unknown values become comments.
func TestHiddenAndUnknown(t *testing.T) {
	text := &typespec.Attribute{Type: cty.String, Optional: true}
	hidden := &typespec.Attribute{Type: cty.String, Optional: true, Sensitive: true}
	spec := &typespec.Type{Body: &typespec.Body{
		Attributes: map[string]*typespec.Attribute{
			"id":   {Type: cty.String, Computed: true, Sensitive: true},
			"key":  hidden,
			"list": {Type: cty.List(cty.String), Optional: true},
			"tags": {Type: cty.Map(cty.String), Optional: true},
			"nested": {Nesting: typespec.NestingList, Optional: true, Computed: true, Nested: map[string]*typespec.Attribute{
				"a": text, "key": hidden,
			}},
		},
		Blocks: map[string]*typespec.Block{"set": {Nesting: typespec.NestingSet, Body: &typespec.Body{
			Attributes: map[string]*typespec.Attribute{"a": text, "key": hidden},
		}}},
	}}
	old := &typespec.Type{Body: &typespec.Body{Attributes: map[string]*typespec.Attribute{
		"id":   {Type: cty.String, Optional: true, Computed: true},
		"tags": {Type: cty.Map(cty.String), Optional: true},
	}}}
	for name, test := range map[string]struct {
		spec                     *typespec.Type
		values, marks, unknown   string
		importing, want, without string
	}{
		"id by schema":    {spec, `{"id":"canary-1"}`, `{}`, `{}`, ``, `because its id is sensitive`, ``},
		"id of an import": {nil, `{"id":"canary"}`, `{"id":true}`, `{}`, `canary`, `because its id is sensitive`, ``},
		"copy": {spec, `{"key":"canary-2","list":["is canary-2"]}`, `{}`, `{}`, ``, `list = [nonsensitive(var.`,
			``},
		"copy in blocks": {spec, `{"set":[{"a":"canary-3","key":"canary-3"}]}`, `{}`, `{}`, ``, `set {`, ``},
		"copy in nested": {spec, `{"nested":[{"a":"b","key":"canary-4"}],"list":["canary-4"]}`, `{}`, `{}`, ``,
			`nested = [`, ``},
		"unknown name": {nil, `{"tags":{"a":"b"},"key":"canary-5"}`, `{"key":true}`, `{"tags":{"canary-5":true}}`, ``,
			`tags = nonsensitive(var.`, ``},
		"unknown in empty": {nil, `{"tags":{}}`, `{}`, `{"tags":{"Name":true}}`, ``, `# Known after apply: tags.Name.`, ``},
		"unknown in none":  {nil, `{}`, `{}`, `{"tags":{"Name":true}}`, ``, `# Known after apply: tags.Name.`, `tags =`},
		"unknown in null": {spec, `{"tags":null}`, `{}`, `{"tags":{"Name":true}}`, ``, `# Known after apply: tags.Name.`,
			`tags =`},
		"unknown, old SDK": {old, `{"tags":{}}`, `{}`, `{"tags":{"Name":true}}`, ``, `# Known after apply: tags.Name.`, ``},
		"unknown, nested": {spec, `{"nested":[{}]}`, `{}`, `{"nested":[{"a":true}]}`, ``,
			`# Known after apply: nested[0].a.`, ``},
		"sensitive null": {nil, `{"list":[null]}`, `{"list":[true]}`, `{}`, ``, `list = [var.`, `null`},
	} {
		t.Run(name, func(t *testing.T) {
			if test.importing != "" {
				test.importing = fmt.Sprintf(`,"importing":{"id":%q}`, test.importing)
			}
			const head = `"address":"x_y.z","mode":"managed","type":"x_y","name":"z","provider_name":"example.com/x/x"`
			src := fmt.Sprintf(
				`{"format_version":"1.2","planned_values":{"root_module":{"resources":[{%s,"values":%s,"sensitive_values":%s}]}},
				"resource_changes":[{%s,"change":{"actions":["no-op"],"after":%s,"after_sensitive":%s,"after_unknown":%s%s}}]}`,
				head, test.values, test.marks, head, test.values, test.marks, test.unknown, test.importing)
			opts := toconfig.Options{
				Dialect: language(t), Single: true, Import: true,
				Spec: func(string, tables.Part, string) (*typespec.Type, error) { return test.spec, nil },
			}
			files, diags := run(t, []byte(src), opts, bothForms)
			if diags.HasErrors() {
				t.Fatal(diags)
			}
			got := string(files[0].Bytes)
			if all := got + string(render(diags)); strings.Contains(all, "canary") {
				t.Errorf("a sensitive value is shown:\n%s", all)
			}
			if !strings.Contains(got, test.want) || test.without != "" && strings.Contains(got, test.without) {
				t.Errorf("want %q and no %q:\n%s", test.want, test.without, got)
			}
		})
	}
}

// TestZeroValues checks that zero values from the legacy SDK, which represent unset arguments, are
// omitted: empty values of arguments without a default, and all zero values of computed arguments.
func TestZeroValues(t *testing.T) {
	spec := func(computed bool) *typespec.Type {
		return &typespec.Type{Body: &typespec.Body{Attributes: map[string]*typespec.Attribute{
			"id":   {Type: cty.String, Optional: true, Computed: true},
			"a":    {Type: cty.DynamicPseudoType, Optional: true, Computed: computed},
			"must": {Type: cty.String, Required: true},
		}}}
	}
	for value, test := range map[string]struct{ written, computed bool }{
		`""`:    {false, false},
		`[]`:    {false, false},
		`{}`:    {false, false},
		`0`:     {true, false},
		`false`: {true, false},
		`1`:     {true, true},
		`true`:  {true, true},
		`"0"`:   {true, true},
	} {
		for _, computed := range []bool{false, true} {
			opts := toconfig.Options{
				Dialect: language(t), Single: true,
				Spec: func(string, tables.Part, string) (*typespec.Type, error) { return spec(computed), nil },
			}
			files, diags := run(t, one("aws_x", `{"a":`+value+`,"must":""}`, `{}`), opts, bothForms)
			if diags.HasErrors() {
				t.Fatal(diags)
			}
			got, want := strings.Contains(string(files[0].Bytes), " a "), test.written
			if computed {
				want = test.computed
			}
			if got != want || !strings.Contains(string(files[0].Bytes), `must     = ""`) {
				t.Errorf("%s, computed: %t: written: %t\n%s", value, computed, got, files[0].Bytes)
			}
		}
	}
}
