package packerplugins

import (
	"maps"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/internal/language/source"
)

func TestRequirements(t *testing.T) {
	native := func(body string) *source.Source { return source.New(body, "a.pkr.hcl", false) }
	json := func(body string) *source.Source { return source.New(body, "b.pkr.json", true) }
	const amazon = "github.com/hashicorp/amazon"
	for name, test := range map[string]struct {
		files []*source.Source
		want  map[string]string
		// errors are the places and parts of the messages, in order.
		errors []string
	}{
		"nothing": {},
		"native and JSON": {
			files: []*source.Source{
				native("packer {\n  required_version = \">= 1\"\n  required_plugins {\n    amazon = {\n      source = \"" + amazon +
					"\"\n      version = \"~> 1\"\n    }\n  }\n  required_plugins {\n    b = { source = \"h/o/b\" }\n  " +
					"}\n}\nsource \"x\" \"y\" {}\nlocals {}\n"),
				json(`{"packer": {"required_plugins": {"//": "comment", "docker": {"version": "1", "source": ` +
					`"github.com/hashicorp/docker"}}}, "variable": 1}`),
			},
			want: map[string]string{"amazon": amazon, "b": "h/o/b", "docker": "github.com/hashicorp/docker"},
		},
		"the first of two": {
			files: []*source.Source{native("packer {\n  required_plugins {\n    a = { source = \"h/o/1\" }\n  }\n}\n"),
				json(`{"packer": [{"required_plugins": [{"a": {"source": "h/o/2"}}]}]}`)},
			want: map[string]string{"a": "h/o/1"},
		},
		"a version of any kind, quoted keys": {
			files: []*source.Source{
				native("packer {\n  required_plugins {\n    a = { \"version\" = var.x, \"source\" = \"h/o/a\" }\n  }\n}\n")},
			want: map[string]string{"a": "h/o/a"},
		},
		"templates in JSON are text": {
			files: []*source.Source{json(`{"packer": {"required_plugins": {"a": {"source": "h/o/${a}"}}}}`)},
			want:  map[string]string{"a": "h/o/${a}"},
		},
		"bad entries": {
			files: []*source.Source{
				native("packer {\n  required_plugins {\n    z = \"1.0\"\n    y = {}\n    x = { source = 1 }\n    w = { source = " +
					"var.w }\n    v = { source = \"\" }\n    u = { source = null }\n    ok = { source = \"h/o/ok\" }\n  }\n}\n")},
			want: map[string]string{"ok": "h/o/ok"},
			errors: []string{
				"a.pkr.hcl:3,10-13: Invalid expression", "a.pkr.hcl:4,9-11: Invalid plugin requirement",
				"a.pkr.hcl:5,9-23: Invalid plugin requirement",
				"a.pkr.hcl:6,9-27: Invalid plugin requirement", "a.pkr.hcl:7,9-24: Invalid plugin requirement",
				"a.pkr.hcl:8,9-26: Invalid plugin requirement",
			},
		},
		"bad JSON entries": {
			files:  []*source.Source{json(`{"packer": {"required_plugins": {"a": "1.0", "b": {"source": ["h/o/b"]}}}}`)},
			errors: []string{"b.pkr.json:1,39", "b.pkr.json:1,51-72: Invalid plugin requirement"},
		},
		"syntax errors": {
			files: []*source.Source{
				native("packer {\n  required_plugins {\n    a = { source = \"h/o/a\" }\n  }\n}\nfoo {{\n"),
				json(`{"packer": `),
				json(`{"packer": {"required_plugins": {"c": {"source": "h/o/c"}}}}`),
			},
			want:   map[string]string{"a": "h/o/a", "c": "h/o/c"},
			errors: []string{"a.pkr.hcl:6,6", "b.pkr.json:1,12-12: Missing value", "b.pkr.json:1,1", "b.pkr.json:1,1"},
		},
		"brackets in text": {
			files: []*source.Source{
				json(`{"x": "\"` + strings.Repeat("[", 2000) + `", "packer": {"required_plugins": {"a": {"source": "h/o/a"}}}}`)},
			want: map[string]string{"a": "h/o/a"},
		},
		"too deep": {
			files:  []*source.Source{native("x = " + strings.Repeat("[", 1_000_000)), json(strings.Repeat("[", 1_000_000))},
			errors: []string{"a.pkr.hcl:1,", "b.pkr.json:1,1001"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			got, diags := Requirements(test.files)
			if got == nil || !maps.Equal(got, test.want) {
				t.Errorf("got %v", got)
			}
			for i, want := range test.errors {
				if i >= len(diags) || !strings.HasPrefix(diags[i].Error(), want) {
					t.Errorf("no error %d %q in %v", i, want, diags.Errs())
				}
			}
			if len(diags) != len(test.errors) {
				t.Errorf("%d errors: %v", len(diags), diags.Errs())
			}
		})
	}
}
