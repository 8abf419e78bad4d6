package providertable

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/hcljson/hcljson/internal/schema/tables"
)

const sdkCode = `package net

import (
	"fmt"
	"os"

	"example.com/net/common"
	"github.com/hashicorp/terraform-plugin-sdk/v2/helper/schema"
	"github.com/jfrog/terraform-provider-shared/util/sdk"
	"github.com/samber/lo"
)

const prefix = "net"

func Provider() *schema.Provider {
	p := &schema.Provider{
		Schema:         map[string]*schema.Schema{"headers": {Type: schema.TypeMap, Optional: true}},
		DataSourcesMap: map[string]*schema.Resource{"net_group": dataGroup()},
	}
	p.ResourcesMap = sdk.AddTelemetry(prefix, map[string]*schema.Resource{
		fmt.Sprintf("%s_group", prefix): group(),
	})
	return p
}

func rule(depth int) *schema.Resource {
	r := &schema.Resource{Schema: map[string]*schema.Schema{"ports": {
		Type: schema.TypeList, Required: true, Elem: &schema.Schema{Type: schema.TypeInt},
	}}}
	if depth > 0 {
		r.Schema["rule"] = &schema.Schema{Type: schema.TypeSet, Optional: true, Elem: rule(depth - 1)}
	}
	return r
}

func group() *schema.Resource {
	s := common.With(lo.Assign(map[string]*schema.Schema{"rule": {}}, map[string]*schema.Schema{
		"name":   {Type: schema.TypeString, Required: true},
		"rule":   {Type: schema.TypeList, Optional: true, Elem: rule(1)},
		"owners": {Type: schema.TypeSet, Computed: true, Elem: rule(0)},
		"old": {
			Type: schema.TypeList, Optional: true, ConfigMode: schema.SchemaConfigModeAttr, Elem: rule(0),
		},
		"maps": {Type: schema.TypeList, Optional: true, Elem: &schema.Schema{Type: schema.TypeMap}},
	}))
	if os.Getenv("X") != "" {
		s["perhaps"] = &schema.Schema{Type: schema.TypeMap, Optional: true}
	}
	delete(s, "gone")
	return &schema.Resource{Schema: s, Timeouts: &schema.ResourceTimeout{Create: schema.DefaultTimeout(1)}}
}

func dataGroup() *schema.Resource {
	data := map[string]*schema.Schema{}
	for name, s := range group().Schema {
		c := *s
		switch s.Type {
		case schema.TypeMap:
			c.Optional, c.Computed = false, true
		default:
			c.Optional = true
		}
		data[name] = &c
	}
	return &schema.Resource{Schema: data}
}
`

const commonCode = `package common

import "github.com/hashicorp/terraform-plugin-sdk/v2/helper/schema"

var shared = map[string]*schema.Schema{"gone": tags, "tags": tags}

var tags = &schema.Schema{Type: schema.TypeMap, Optional: true}

func With[M ~map[string]V, V any](maps ...M) M {
	merged := make(M)
	for _, m := range append(maps, shared) {
		for name, s := range m {
			merged[name] = s
		}
	}
	return merged
}
`

const frameworkCode = `package fw

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

type provider struct{}

func (p *provider) Resources(context.Context) []func() resource.Resource {
	return []func() resource.Resource{
		newThing,
		func() resource.Resource { return &short{} },
	}
}

type base struct{ name string }

func (b *base) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_" + b.name
}

type thing struct {
	base
}

func newThing() resource.Resource { return &thing{base{name: "thing"}} }

func (t *thing) Schema(ctx context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		Attributes: map[string]schema.Attribute{
			"id":     schema.StringAttribute{Computed: true},
			"found":  schema.MapAttribute{Computed: true, ElementType: types.StringType},
			"any":    schema.DynamicAttribute{Optional: true},
			"list":   list(),
			"object": schema.ObjectAttribute{Optional: true},
			"pairs": schema.ListAttribute{Optional: true, ElementType: types.ObjectType{
				AttrTypes: map[string]attr.Type{"b": types.Int64Type, "a": types.ListType{ElemType: types.StringType}},
			}},
		},
		Blocks: map[string]schema.Block{
			"timeouts": timeouts.BlockAll(ctx),
			"item": schema.ListNestedBlock{NestedObject: schema.NestedBlockObject{
				Attributes: map[string]schema.Attribute{"list": list()},
			}},
		},
	}
}

func list() schema.Attribute { return schema.ListAttribute{Optional: true, ElementType: types.StringType} }

type short struct{ thing }

func (s *short) Metadata(_ context.Context, _ resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = "net_short"
}

func (s *short) Schema(ctx context.Context, req resource.SchemaRequest, resp *resource.SchemaResponse) {
	s.thing.Schema(ctx, req, resp)
	resp.Schema.Attributes["nested"] = schema.ListNestedAttribute{Optional: true}
	resp.Schema.Attributes["lost"] = elsewhere()
}
`

const listedCode = `package listed

import (
	"github.com/acme/common/helper"
	"github.com/hashicorp/terraform-plugin-sdk/v2/helper/schema"
)

type service struct{}

func (service) SupportedDataSources() map[string]*schema.Resource {
	return map[string]*schema.Resource{"net_listed": made()}
}

func (service) Resources() []typed {
	return append([]typed{listed{}}, elsewhere()...)
}

type listed struct{}

func (listed) ResourceType() string { return "net_listed" }

func (listed) Arguments() map[string]*schema.Schema {
	return map[string]*schema.Schema{"tags": {Type: schema.TypeMap, Optional: true}, "common": helper.Block()}
}

type servicePackage struct{}

func (servicePackage) SDKResources() []*factory {
	return []*factory{{Factory: made, TypeName: "net_made"}}
}

func made() *schema.Resource {
	return &schema.Resource{Schema: map[string]*schema.Schema{"tags": {Type: schema.TypeMap, Optional: true}}}
}
`

const vendoredCode = `package helper

import "github.com/hashicorp/terraform-plugin-sdk/v2/helper/schema"

func Block() *schema.Schema {
	return &schema.Schema{Type: schema.TypeSet, Optional: true, Elem: &schema.Resource{
		Schema: map[string]*schema.Schema{},
	}}
}
`

// TestCodeInParts checks that the directories of a large repository are read one at a time, as are
// the directories of nested modules.
func TestCodeInParts(t *testing.T) {
	dir := t.TempDir()
	writeCode(t, dir, map[string]string{
		"go.mod": "module example.com/net\n", "net/provider.go": sdkCode, "listed/service.go": listedCode,
		"vendor/github.com/acme/common/helper/block.go": vendoredCode,
	})
	got, _, err := ofCode(dir, "acme/net", "listed", "vendor/github.com/acme/common")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"net_listed": "common 11 {}, tags 2, timeouts 8 {}", "net_made": "tags 2", "net_group": "",
	} {
		if tree := text(got[tables.Resource][name]); tree != want {
			t.Errorf("%q is\n%s, want\n%s", name, tree, want)
		}
	}
	if tree := text(got[tables.DataSource]["net_listed"]); tree != "tags 2" {
		t.Error(tree)
	}
}

func writeCode(t *testing.T, dir string, files map[string]string) {
	for name, content := range files {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestCode checks that schemas read from a provider's code equal the schemas that the libraries
// create.
func TestCode(t *testing.T) {
	dir := t.TempDir()
	writeCode(t, dir, map[string]string{
		"go.mod": "module example.com/net\n", "net/provider.go": sdkCode, "common/with.go": commonCode,
		"fw/provider.go": frameworkCode, "fw/provider_test.go": "not Go",
	})
	got, lacks, err := ofCode(dir, "acme/net")
	if err != nil {
		t.Fatal(err)
	}
	if want := "1 names whose code was not followed"; len(lacks) != 1 || lacks[0] != want {
		t.Errorf("%q, want %q", lacks, want)
	}
	const old = `["list",["object",{"ports":["list","number"]}]]`
	for _, test := range []struct {
		part       tables.Part
		name, want string
	}{
		{tables.ProviderConfig, "", "headers 2"},
		{tables.Resource, "net_group", "maps 4, old 6 " + old +
			", perhaps 2, rule 10 {ports 1, rule 11 {ports 1}}, tags 2, timeouts 8 {}"},
		{tables.DataSource, "net_group", "maps 4, old 6 " + old +
			", owners 11 {ports 1}, rule 10 {ports 1, rule 11 {ports 1}}"},
		{tables.Resource, "net_thing", "any 5, item 10 {list 1}, list 1, object 3, " +
			`pairs 6 ["list",["object",{"a":["list","string"],"b":"number"}]], timeouts 8 {}`},
		{tables.Resource, "net_short", "any 5, item 10 {list 1}, list 1, nested 4, object 3, pairs 4, timeouts 8 {}"},
	} {
		if tree := text(got[test.part][test.name]); tree != test.want {
			t.Errorf("%q is\n%s, want\n%s", test.name, tree, test.want)
		}
	}
	if _, _, err := ofCode(t.TempDir(), "acme/net"); err == nil {
		t.Error("an empty directory is taken")
	}
}
