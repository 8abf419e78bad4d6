package providertable

import (
	"archive/tar"
	"compress/gzip"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hashicorp/go-version"

	"github.com/hcljson/hcljson/internal/provider/builtin"
	"github.com/hcljson/hcljson/internal/schema/tables"
)

// text is a tree in a line.
func text(tree builtin.Tree) string {
	var parts []string
	for _, e := range tree {
		part := fmt.Sprintf("%s %d", e.Name, e.Kind)
		if e.Type != "" {
			part += " " + e.Type
		}
		if e.Kind.IsBlock() {
			part += " {" + text(e.Body) + "}"
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, ", ")
}

const code = `function netGroupRuleToHclTerraform(struct) {
    const attrs = {
        ports: {
            value: cdktf.listMapperHcl(cdktf.numberToHclTerraform, false)(struct.ports),
            isBlock: false,
            type: "list",
            storageClassType: "numberList",
        },
        rule: {
            value: cdktf.listMapperHcl(netGroupRuleToHclTerraform, true)(struct.rule),
            isBlock: true,
            type: "set",
            storageClassType: "NetGroupRuleList",
        },
    };
}
function netGroupTimeoutsToHclTerraform(struct) {
    const attrs = {
        create: {
            value: cdktf.stringToHclTerraform(struct.create),
            isBlock: false,
            type: "simple",
            storageClassType: "string",
        },
    };
}
class NetGroup extends cdktf.TerraformResource {
    constructor(scope, id, config) {
        super(scope, id, {
            terraformResourceType: 'net_group',
        });
    }
    synthesizeHclAttributes() {
        const attrs = {
            one: {
                value: netGroupRuleToHclTerraform(this._one.internalValue),
                isBlock: true,
                type: "list",
                storageClassType: "NetGroupOneList",
            },
            rule: {
                value: (0, index_1.netGroupRuleToHclTerraform)(this._rule.internalValue),
                isBlock: true,
                type: "struct",
                storageClassType: "NetGroupRule",
            },
            rules: {
                value: cdktf.listMapperHcl(netGroupRuleToHclTerraform, false)(this._rules.internalValue),
                isBlock: true,
                type: "list",
                storageClassType: "NetGroupRuleList",
            },
            tags: {
                value: cdktf.hashMapperHcl(cdktf.stringToHclTerraform)(this._tags),
                isBlock: false,
                type: "map",
                storageClassType: "stringMap",
            },
            timeouts: {
                value: netGroupTimeoutsToHclTerraform(this._timeouts.internalValue),
                isBlock: true,
                type: "struct",
                storageClassType: "NetGroupTimeouts",
            },
        };
    }
}
`

const declarations = `export interface NetGroupConfig extends cdktf.TerraformMetaArguments {
    /**
    * timeouts block
    */
    readonly timeouts?: NetGroupTimeouts;
}
`

func archive(t *testing.T, files map[string]string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "a.tgz")
	file, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	zipped := gzip.NewWriter(file)
	w := tar.NewWriter(zipped)
	for name, content := range files {
		if err := w.WriteHeader(&tar.Header{Name: name, Mode: 0o644, Size: int64(len(content))}); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(content)); err != nil {
			t.Fatal(err)
		}
	}
	for _, close := range []func() error{w.Close, zipped.Close, file.Close} {
		if err := close(); err != nil {
			t.Fatal(err)
		}
	}
	return name
}

func TestBindings(t *testing.T) {
	name := archive(t, map[string]string{
		"package/lib/net-group/index.js": code, "package/lib/net-group/index.d.ts": declarations,
		"package/README.md": "const attrs = {",
	})
	got, lacks, err := ofBindings(name, "acme/net")
	if err != nil || len(lacks) != 1 {
		t.Fatal(err, lacks)
	}
	// Recursive blocks are followed three times.
	inner := ""
	for range maxRecursion {
		inner = "ports 1, rule 11 {" + inner + "}"
	}
	want := "one 10 {" + inner + "}, rule 3, rules 7, tags 2, timeouts 8 {}"
	if tree := text(got[tables.Resource]["net_group"]); tree != want {
		t.Errorf("the bindings say\n%s, want\n%s", tree, want)
	}
	for _, wrong := range []string{
		strings.Replace(code, "cdktf.hashMapperHcl", "cdktf.other", 1),
		strings.Replace(code, `type: "list"`, `kind: "list"`, 1),
		strings.Replace(code, "netGroupRuleToHclTerraform, true", "otherToHclTerraform, true", 1),
		code[:len(code)-50],
	} {
		if _, _, err := ofBindings(archive(t, map[string]string{"package/lib/a/index.js": wrong}), "acme/net"); err == nil {
			t.Error("an unknown source is accepted")
		}
	}
}

func TestFields(t *testing.T) {
	typ, tree, err := readFields(`resource: 'net_group'
fields:
  - api_field: 'rules.fromPort'
  - field: 'rules.inner.a'
    api_field: 'other.b'
  - field: 'name'
    provider_only: true
`)
	if got := text(tree); err != nil || typ != "net_group" || got != "rules 13 {inner 13 {}}" {
		t.Errorf("%s, %s, %v", typ, got, err)
	}
	if _, _, err := readFields("fields:\n"); err == nil {
		t.Error("a list of no resource is taken")
	}
}

func TestGoFiles(t *testing.T) {
	top := t.TempDir()
	dir := filepath.Join(top, "acme+net@2.0.0")
	writeCode(t, filepath.Join(dir, "generated"), map[string]string{
		"register.go": "package generated\nfunc init() {\n\tresources[\"net_group\"] = resource.NetGroupSchema()  \n" +
			"\tresources[\"net_lost\"] = resource.NetLostSchema()\n}\n",
		"resource/group.go": "package resource\nconst netGroup = `" +
			"{\"block\":{\"attributes\":{\"a\":{\"type\":[\"map\",\"string\"],\"optional\":true}," +
			"\"b\":{\"type\":[\"list\",[\"object\",{\"n\":\"number\"}]],\"optional\":true}," +
			"\"c\":{\"type\":[\"list\",\"string\"],\"computed\":true},\"d\":{\"type\":\"string\",\"optional\":true}},` +" +
			" \"\\\"block_types\\\":{\\\"e\\\":{\\\"nesting_mode\\\":\\\"list\\\",\\\"block\\\":{}}}}}\"\n",
	})
	before := types{}
	before.add(tables.Resource, "net_lost", builtin.Tree{{Name: "x", Kind: builtin.MapAttribute}})
	sources := []source{{"acme/net", version.Must(version.NewVersion("2.0.0")), "2026-01-01", "go", "acme v2.0.0"}}
	v, got, err := merged(top, sources, before)
	if err != nil {
		t.Fatal(err)
	}
	if tree := text(got[tables.Resource]["net_group"]); tree != `a 2, b 6 ["list",["object",{"n":"number"}]], e 10 {}` {
		t.Error(tree)
	}
	if tree := text(got[tables.Resource]["net_lost"]); tree != "x 2" || len(v.Lacks) != 1 {
		t.Error(tree, v.Lacks)
	}
}

// TestUnionOfMinorVersions checks that a name is unknown if one minor version defines a block and
// another an argument, unless the argument can be written as blocks.
func TestUnionOfMinorVersions(t *testing.T) {
	block := builtin.Entry{Kind: builtin.SetBlock, Body: builtin.Tree{{Name: "tags", Kind: builtin.MapAttribute}}}
	for kind, want := range map[builtin.Kind]string{
		builtin.ObjectsAttribute: "x 7", builtin.AttributeAsBlocks: "x 6 []", builtin.ListBlock: "x 10 {tags 2}",
	} {
		one, other := builtin.Entry{Name: "x", Kind: kind}, block
		if other.Name = "x"; kind == builtin.AttributeAsBlocks {
			one.Type = "[]"
		}
		if got := text(union(builtin.Tree{one}, builtin.Tree{other})); got != want {
			t.Errorf("%d: %s, want %s", kind, got, want)
		}
	}
}
