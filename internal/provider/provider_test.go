package provider_test

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/hashicorp/go-version"
	"github.com/hashicorp/hcl/v2"
	tfaddr "github.com/hashicorp/terraform-registry-address"

	"github.com/hcljson/hcljson/internal/facts/guess"
	"github.com/hcljson/hcljson/internal/language/source"
	"github.com/hcljson/hcljson/internal/provider"
	"github.com/hcljson/hcljson/internal/schema/languages"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// describeBody returns a body in one line: arguments, the body of an element for arguments that can be
// written as blocks, and blocks with their nesting.
func describeBody(b *tables.Body) string {
	var words []string
	for _, a := range b.Attributes {
		word := a.Name
		if a.AsBlocks != nil {
			word += "*" + describeBody(a.AsBlocks.Body())
		}
		if !a.Origin.External() {
			word += "!"
		}
		words = append(words, word)
	}
	for _, block := range b.Blocks {
		word := block.Type
		if len(block.Labels) > 0 {
			word += "/" + strings.Join(block.Labels, "/")
		}
		if block.Single {
			word += " single"
		}
		if block.Ordered {
			word += " ordered"
		}
		if !block.Origin.External() {
			word += "!"
		}
		words = append(words, word+describeBody(block.Body))
	}
	return "(" + strings.Join(words, ", ") + ")"
}

func document(block string) []byte {
	return fmt.Appendf(nil,
		`{"format_version":"1.0",`+
			`"provider_schemas":{"registry.terraform.io/hashicorp/x":{"resource_schemas":{"x_t":{"version":1,"block":%s}}}}}`,
		block)
}

// Each case is a block's schema and its body.
func TestBody(t *testing.T) {
	for _, test := range []struct{ name, block, want string }{
		{"nothing", `{}`, "()"},
		{"types", `{"attributes":{"b":{"type":"string"},"a":{"type":["map","string"]},"d":{"type":"dynamic"}}}`, "(a, b, d)"},
		{"nesting", `{"block_types":{
			"s":{"nesting_mode":"single","block":{"attributes":{"x":{"type":"bool"}}}},
			"g":{"nesting_mode":"group","block":{}},
			"l":{"nesting_mode":"list","block":{"block_types":{"in":{"nesting_mode":"set","block":{}}}}},
			"t":{"nesting_mode":"set","block":{}},
			"m":{"nesting_mode":"map","block":{"attributes":{"x":{"type":"bool"}}}}}}`,
			"(g single(), l ordered(in()), m/key(x), s single(x), t())"},
		{"lists of objects",
			`{"attributes":{"l":{"type":["list",["object",{"x":"string"}]]},"s":{"type":["set",["object",{}]]}}}`,
			"(l*(x), s*())"},
		{"objects below objects",
			`{"attributes":{"l":{"type":["list",["object",{"in":["set",["object",{"y":"string"}]],"x":"string"}]]}}}`,
			"(l*(in*(y), x))"},
		{"a tuple below objects",
			`{"attributes":{"l":{"type":["list",["object",{"in":["set",["object",{"y":"string"}]],"x":["tuple",` +
				`["string"]]}]]}}}`, "(l*(in, x))"},
		{"in a nested block",
			`{"block_types":{"b":{"nesting_mode":"list","block":{"attributes":{"l":{"type":["list",["object",` +
				`{"x":"string"}]]}}}}}}`, "(b ordered(l*(x)))"},
		{"a nested attribute",
			`{"attributes":{"l":{"type":["list",["object",{"x":"string"}]]},"n":{"nested_type":{"nesting_mode":"single",` +
				`"attributes":{"x":{"type":"string"}}}}}}`, "(l, n)"},
		{"a nested attribute below",
			`{"attributes":{"l":{"type":["list",["object",{"x":"string"}]]}},"block_types":{"b":{"nesting_mode":"list",` +
				`"block":{"attributes":{"n":{"nested_type":{"nesting_mode":"list","attributes":{}}}}}}}}`, "(l, b ordered(n))"},
		{"an object", `{"attributes":{"l":{"type":["list",["object",{"x":"string"}]]},"o":{"type":["object",{}]}}}`,
			"(l, o)"},
		{"a tuple", `{"attributes":{"l":{"type":["list",["object",{"x":"string"}]]},"o":{"type":["tuple",[]]}}}`, "(l, o)"},
		{"a map of objects",
			`{"attributes":{"l":{"type":["list",["object",{"x":"string"}]]},"o":{"type":["map",["object",{}]]}}}`, "(l, o)"},
		{"lists of lists of strings",
			`{"attributes":{"l":{"type":["list",["object",{"x":"string"}]]},"o":{"type":["list",["list","string"]]}}}`,
			"(l*(x), o)"},
		{"lists of lists of objects",
			`{"attributes":{"l":{"type":["list",["object",{"x":"string"}]]},"o":{"type":["list",["list",["object",{}]]]}}}`,
			"(l, o)"},
	} {
		t.Run(test.name, func(t *testing.T) {
			schemas, diags := provider.Read(document(test.block), "x.json")
			if diags.HasErrors() {
				t.Fatal(diags)
			}
			body := schemas[0].Body(tables.Resource, "x_t")
			if got := describeBody(body); got != test.want {
				t.Errorf("%s, want %s", got, test.want)
			}
			if body.SchemaVersion == nil || *body.SchemaVersion != 1 {
				t.Errorf("version %v", body.SchemaVersion)
			}
			if body.Remain != tables.RemainNone || body.Origin.String() != "Provider hashicorp/x" || !body.Dynamic {
				t.Errorf("rest %d, origin %q, dynamic %t", body.Remain, body.Origin, body.Dynamic)
			}
		})
	}
}

func TestReadErrors(t *testing.T) {
	const unreadable = `Unreadable schema; This is not the JSON that "providers schema -json" prints: `
	const other = `x.json:1,1-1: Not a schema of providers; This is not what "tofu providers schema -json" or ` +
		`"terraform providers schema -json" prints: it has no format_version.`
	format := func(version string) string {
		return fmt.Sprintf("x.json:1,1-1: Unsupported format; The format_version is %q; versions 0.1 to 1.x are supported. "+
			"A newer hcljson may support it.", version)
	}
	for _, test := range []struct{ src, want string }{
		{``, "x.json:1,1-1: " + unreadable + "Missing JSON value. The text is empty; an object was expected."},
		{"{\n  \"a\": x\n}", "x.json:2,8-9: " + unreadable + "Invalid JSON keyword. A string must be in double quotes"},
		{"{\n  \"format_version\": 1\n}", "x.json:2,21-22: " + unreadable + "found a number where a string belongs."},
		{`[]`, "x.json:1,1-3: " + unreadable + "found an array where an object belongs."},
		{`{"format_version":"1.0"`, "x.json:1,24-24: " + unreadable + "Unexpected end of JSON. The file ends where"},
		{`{"format_version":"1.0","provider_schemas":{"a":{"resource_schemas":{"b":{"c":01}}}}}`,
			"x.json:1,79-81: " + unreadable + "Invalid JSON number."},
		{`{}`, other},
		{`{"provider_schemas":{}}`, other},
		{`{"format_version":"2.0","provider_schemas":{}}`, format("2.0")},
		{`{"format_version":"0.0.9","provider_schemas":{}}`, format("0.0.9")},
		{`{"format_version":"x","provider_schemas":{}}`, format("x")},
		{`{"format_version":"x"}`, format("x")},
		{`{"format_version":"1.0","provider_schemas":{"a/b/c/d":{}}}`, `"a/b/c/d"`},
		{`{"format_version":"1.0","provider_schemas":{"hashicorp/x":[]}}`,
			"x.json:1,59-61: " + unreadable + "found an array where an object belongs."},
		{`{"format_version":"1.0","provider_schemas":{"hashicorp/x":{"resource_schemas":[]}}}`,
			"x.json:1,79-81: " + unreadable + "found an array where an object belongs."},
		{`{"format_version":"1.0","provider_selections":{"hashicorp/x":1},"provider_schemas":{"hashicorp/x":{}}}`,
			"x.json:1,62-63: " + unreadable + "found a number where a string belongs."},
	} {
		schemas, diags := provider.Read([]byte(test.src), "x.json")
		if len(diags) != 1 || !diags.HasErrors() || len(schemas) > 0 || !strings.Contains(diags.Error(), test.want) {
			t.Errorf("%s: %v, %v; want an error with %q", test.src, schemas, diags, test.want)
		}
	}
	for _, version := range []string{"0.1", "0.2", "1.0", "1.7"} {
		if _, diags := provider.Read([]byte(`{"format_version":"`+version+`"}`), "x.json"); diags.HasErrors() {
			t.Errorf("version %s: %s", version, diags)
		}
	}
}

// TestUnknownBodyOfType checks that a type that is invalid or missing in the schema has an unknown body.
func TestUnknownBodyOfType(t *testing.T) {
	schemas, _ := provider.Read(document(`{"attributes":{"a":{"type":"no such type"}}}`), "x.json")
	for typ, want := range map[string]string{"x_t": "cannot be read", "x_other": `no resource type "x_other"`} {
		body := schemas[0].Body(tables.Resource, typ)
		if !strings.Contains(body.Origin.Reason, want) || body.Remain != tables.RemainUnknown {
			t.Errorf("%s: reason %q, rest %d", typ, body.Origin.Reason, body.Remain)
		}
	}
	if body := schemas[0].Body(tables.ProviderConfig, ""); body.Origin.Reason != "" || body.Remain != tables.RemainNone {
		t.Errorf("a provider without configuration: reason %q, rest %d", body.Origin.Reason, body.Remain)
	}
}

func TestRequirements(t *testing.T) {
	files := []provider.File{
		{Source: source.New(`
terraform {
  required_providers {
    mine  = { source = "example.com/me/net", version = "~> 1.2" }
    aws   = "~> 5.0"
    plain = { source = "acme/plain" }
    again = { source = "acme/first" }
    x     = { "source" = "acme/quoted", configuration_aliases = [x.a] }
    bad   = { source = "a/b/c/d" }
    escape   = { source = "evil.example\u001b[2J/a/b" }
    empty    = { source = "" }
    computed = { source = var.source }
    called   = source()
    odd   = { source = "acme/odd", version = "what" }
  }
}`, "a.tf", false)},
		{Source: source.New(`{"terraform":[{"required_providers":[{"again":{"source":"acme/second"}}]}]}`, "b.tf.json", true)},
		{Source: source.New(`required_providers {{{`, "broken.tf", false)},
		{Source: source.New("required_providers {\n  stack = { source = \"acme/stack\" }\n}\n", "stack.tfcomponent.hcl", false)},
	}
	r, diags := provider.ReadRequirements(files, false)
	for local, want := range map[string]string{
		"mine":      "example.com/me/net ~> 1.2",
		"aws":       "registry.opentofu.org/hashicorp/aws ~> 5.0",
		"plain":     "registry.opentofu.org/acme/plain ",
		"again":     "registry.opentofu.org/acme/second ",
		"x":         "registry.opentofu.org/acme/quoted ",
		"odd":       "registry.opentofu.org/acme/odd ",
		"stack":     "registry.opentofu.org/acme/stack ",
		"google":    "registry.opentofu.org/hashicorp/google ",
		"terraform": "terraform.io/builtin/terraform ",
	} {
		found, ok := r.Requirement(local)
		if got := fmt.Sprintf("%s %s", found.Address, found.Constraints); !ok || got != want {
			t.Errorf("%s: %s, %t; want %s", local, got, ok, want)
		}
	}
	for local, want := range map[string]string{"bad": "a/b/c/d", "escape": `evil.example\x1b[2J`, "empty": `""`,
		"computed": "literal", "called": "literal"} {
		if found, ok := r.Requirement(local); !ok || found.Err == nil || !strings.Contains(found.Err.Error(), want) {
			t.Errorf("%s: %v, %t; want an error with %s", local, found, ok, want)
		} else if s, err := provider.FindAmong(nil)(found); s != nil || err == nil {
			t.Errorf("%s: %v is the schema of no address", local, s)
		}
	}
	for i, want := range []string{
		`a.tf:9,5-35: Unknown provider; "a/b/c/d" is not the address of a provider: `,
		`a.tf:13,5-24: Unknown provider; the address of provider "called" is not a literal string. Its schema is not `,
		`a.tf:12,5-39: Unknown provider; the address of provider "computed" is not a literal string. Its schema`,
		`a.tf:11,5-31: Unknown provider; "" is not the address of a provider: `,
		`a.tf:10,5-56: Unknown provider; "evil.example\x1b[2J/a/b" is not the address of a provider: `,
		`a.tf:14,5-54: Unknown version constraint; "what" is not a version constraint. The schema of any version is taken.`,
	} {
		if i >= len(diags) || len(diags) != 6 || diags[i].Severity != hcl.DiagWarning ||
			!strings.HasPrefix(diags[i].Error(), want) {
			t.Errorf("warnings: %v, want %s", diags, want)
		}
	}
	if _, ok := r.Requirement("no name"); ok {
		t.Error("a name with a blank is accepted as a provider name")
	}
	terraform, _ := provider.ReadRequirements(files, true)
	if found, _ := terraform.Requirement("aws"); found.Address.String() != "registry.terraform.io/hashicorp/aws" {
		t.Errorf("terraform's aws is %s", found.Address)
	}
}

// The body of a resource depends on its type and on its provider argument.
func TestDefine(t *testing.T) {
	read := func(name, typ, argument string) *provider.Schema {
		schemas, diags := provider.Read(fmt.Appendf(nil, `{"format_version":"1.0","provider_schemas":{%q:{
			"provider":{"block":{"attributes":{"config":{"type":"string"}}}},
			"resource_schemas":{%q:{"block":{"attributes":{%q:{"type":"string"},"count":{"type":"string"}}}}},
			"action_schemas":{%q:{"block":{"attributes":{%q:{"type":"string"}}}}}}}}`, name, typ, argument, typ, argument), name)
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		return schemas[0]
	}
	schemas := []*provider.Schema{
		read("registry.terraform.io/hashicorp/net", "net_a", "plain"),
		read("example.com/me/net", "net_a", "mine"),
		read("registry.opentofu.org/acme/two", "two_a", "tofu"),
		read("registry.terraform.io/acme/two", "two_a", "terraform"),
	}
	requirements, _ := provider.ReadRequirements([]provider.File{{Source: source.New(`
terraform {
  required_providers {
    own = { source = "example.com/me/net" }
    two = { source = "acme/two" }
  }
}`, "a.tf", false)}}, false)
	target, _ := opentofu.ParseTarget("terraform@1.16")
	for _, base := range []*schema.Dialect{opentofu.Config(target)} {
		d := languages.WithPlugins(base, provider.Define(requirements, provider.FindAmong(schemas)))
		languages.Prepare(d)
		for _, test := range []struct{ block, typ, value, want, not string }{
			{"resource", "net_a", "", "plain", "mine"},
			{"resource", "net_a", "own", "mine", "plain"},
			{"resource", "net_a", "own.west", "mine", "plain"},
			{"resource", "net_a", "${own.west}", "mine", "plain"},
			{"resource", "net_a", `own["a"]`, "mine", "plain"},
			{"resource", "two_a", "", "tofu", "terraform"},
			{"resource", "net_a", "", "lifecycle", "x"},
			{"provider", "own", "", "config", "plain"},
			{"provider", "own", "", "alias", "plain"},
		} {
			_, block := d.Root.Lookup(test.block)
			body := block.BodyFor([]string{test.typ, "x"}, test.value)
			attribute, inner := body.Lookup(test.want)
			if attribute == nil && inner == nil {
				t.Errorf("%s %s (%s) has no %s", test.block, test.typ, test.value, test.want)
			}
			if attribute, _ := body.Lookup(test.not); attribute != nil {
				t.Errorf("%s %s (%s) has %s", test.block, test.typ, test.value, test.not)
			}
		}
		_, resource := d.Root.Lookup("resource")
		body := resource.BodyFor([]string{"net_a", "x"}, "")
		if count, _ := body.Lookup("count"); count.Origin.External() {
			t.Error("count is the provider's, not the language's")
		}
		_, escape := body.Lookup("_")
		if count, _ := escape.Body.Lookup("count"); count == nil || !count.Origin.External() {
			t.Error("count in the escape block is not the provider's")
		}
		_, action := d.Root.Lookup("action")
		_, config := action.BodyFor([]string{"net_a", "x"}, "own").Lookup("config")
		if mine, _ := config.Body.Lookup("mine"); mine == nil {
			t.Error("config of an action lacks the provider's argument")
		}
		if unknown := resource.BodyFor([]string{"other_a", "x"}, ""); unknown.Remain != tables.RemainUnknown ||
			unknown.Origin != (tables.Origin{}) {
			t.Error("a resource without a schema has one")
		}
	}
}

// TestFindAmong checks that the last of several schemas of one address is selected, and that an
// exact address precedes the address in the other registry.
func TestFindAmong(t *testing.T) {
	read := func(version, address string) *provider.Schema {
		schemas, diags := provider.Read(fmt.Appendf(nil, `{"format_version":"1.0","provider_schemas":{%q:{}}}`, address),
			"x.json")
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		schemas[0].Version = version
		return schemas[0]
	}
	const tofu, terraform, other = "registry.opentofu.org/acme/net", "registry.terraform.io/acme/net",
		"example.com/acme/net"
	address, err := provider.ParseAddress(tofu, false)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ name, want, a, b, c string }{
		{"the last", "1", tofu, tofu, other},
		{"its own before", "0", tofu, terraform, other},
		{"its own behind", "1", terraform, tofu, terraform},
		{"its own, the last", "2", tofu, terraform, tofu},
		{"the other registry", "1", other, terraform, other},
		{"none", "", other, other, other},
	} {
		found, err := provider.FindAmong([]*provider.Schema{read("0", test.a), read("1", test.b), read("2", test.c)})(
			provider.Requirement{Address: address})
		got := ""
		if found != nil {
			got = found.Version
		}
		if err != nil || got != test.want {
			t.Errorf("%s: %q, %v; want %q", test.name, got, err, test.want)
		}
	}
}

// The reason for a missing schema is an error if the user requested the schema, and otherwise a
// DoubtError.
func TestDefineFaults(t *testing.T) {
	reason := errors.New("no such file")
	for _, test := range []struct {
		err  error
		want tables.Origin
	}{
		{reason, tables.Origin{Kind: tables.FailedSchema, Reason: "no such file"}},
		{&provider.DoubtError{Err: reason}, tables.Origin{Kind: tables.NoSchema, Reason: "Blocks are guessed here: no such file."}},
		{fmt.Errorf("in the cache: %w", &provider.DoubtError{Err: reason}), tables.Origin{Kind: tables.NoSchema,
			Reason: "Blocks are guessed here: in the cache: no such file."}},
	} {
		asked := 0
		define := provider.Define(provider.Requirements{}, func(provider.Requirement) (*provider.Schema, error) {
			asked++
			return nil, test.err
		})
		body := define(tables.Resource, []string{"net_a", "x"}, "")
		if body == nil || body.Origin != test.want || body.Remain != tables.RemainUnknown ||
			!body.Dynamic || body.RemainBody == nil {
			t.Errorf("%v: %+v", test.err, body)
		}
		if !errors.Is(test.err, reason) {
			t.Errorf("%v hides its reason", test.err)
		}
		if define(tables.Builder, []string{"net_a"}, "") != nil ||
			define(tables.Resource, []string{"no name", "x"}, "") != nil || asked != 1 {
			t.Errorf("looked up a missing type %d times", asked)
		}
	}
}

// TestOverriddenObjects checks a module with override files: a block without a provider argument
// uses the provider argument of the block that it overrides.
func TestOverriddenObjects(t *testing.T) {
	module := func(override bool, files ...provider.File) provider.Requirements {
		t.Helper()
		files[len(files)-1].Override = override
		r, diags := provider.ReadRequirements(files, false)
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		return r
	}
	main := provider.File{Source: source.New(`
terraform {
  required_providers {
    own = { source = "example.com/me/own" }
    two = { source = "example.com/me/two" }
  }
}
resource "net_a" "reference" {
  provider = own
}
resource "net_a" "alias" {
  provider = own["x"]
}
resource "net_a" "quoted" {
  provider = "own.west"
}
resource "net_a" "later" {
  provider = own
}
resource "net_a" "kept" {
  provider = own
}
resource "net_a" "expression" {
  provider = f(x)
}
resource "net_a" "none" {}
data "net_a" "data" {
  provider = own
}
ephemeral "net_a" "ephemeral" {
  provider = own
}
action "net_a" "action" {
  provider = own
}
check "net_a" {}
`, "main.tf", false)}
	later := provider.File{Source: source.New(`{"resource": {"net_a": {
		"reference": {}, "later": {"provider": "two.east"}, "kept": {"count": 1}, "json": {"provider": "${own.west}"}}}}`, "later_override.tf.json", true)}
	broken := provider.File{Source: source.New("", "broken.tf.json", true)}
	define := func(r provider.Requirements) func(part tables.Part, labels ...string) string {
		return func(part tables.Part, labels ...string) string {
			asked := "nobody"
			provider.Define(r, func(r provider.Requirement) (*provider.Schema, error) {
				asked = r.Address.Type
				return nil, nil
			})(part, labels, "")
			return asked
		}
	}
	with, without := module(true, main, broken, later), module(false, main, broken, later)
	for _, test := range []struct {
		part tables.Part
		name string
		want string
	}{
		{tables.Resource, "reference", "own"}, {tables.Resource, "alias", "own"}, {tables.Resource, "quoted", "own"},
		{tables.Resource, "later", "two"}, {tables.Resource, "kept", "own"}, {tables.Resource, "json", "own"},
		{tables.Resource, "expression", "net"}, {tables.Resource, "none", "net"}, {tables.Resource, "data", "net"},
		{tables.DataSource, "data", "own"}, {tables.DataSource, "reference", "net"},
		{tables.EphemeralResource, "ephemeral", "own"}, {tables.Action, "action", "own"},
	} {
		if got := define(with)(test.part, "net_a", test.name); got != test.want {
			t.Errorf("%s (%d) belongs to provider %s, want %s", test.name, test.part, got, test.want)
		}
		if got := define(without)(test.part, "net_a", test.name); got != "net" {
			t.Errorf("%s (%d) belongs to provider %s in a module without override files", test.name, test.part, got)
		}
	}
	if got := define(with)(tables.Resource, "net_b", "reference"); got != "net" {
		t.Errorf("a resource of another type belongs to provider %s", got)
	}
	odd := provider.Requirements{Providers: map[string]provider.Requirement{"_x": with.Providers["own"]}}
	if got := define(odd)(tables.Resource, "_x", "a"); got != "own" {
		t.Errorf("a type without a name before the underscore belongs to provider %s", got)
	}
	if got := define(with)(tables.ProviderConfig, "net"); got != "net" {
		t.Errorf("the configuration belongs to provider %s", got)
	}
	if with.String() == without.String() || with.String() != module(true, main, broken, later).String() {
		t.Error("different requirements have the same text")
	}
	own := ""
	provider.Define(with, func(r provider.Requirement) (*provider.Schema, error) {
		own = r.Address.Type
		return nil, nil
	})(tables.Resource, []string{"net_a", "reference"}, "two.west")
	if own != "two" {
		t.Errorf("a block with a provider argument belongs to provider %s", own)
	}
}

// Without a schema, the built-in table defines the bodies of public providers, for the versions that the
// module accepts.
func TestDefineWithTable(t *testing.T) {
	requirements, _ := provider.ReadRequirements([]provider.File{{Source: source.New(`
terraform {
  required_providers {
    aws   = "~> 3.0"
    new   = { source = "hashicorp/aws", version = "~> 5.0" }
    least = { source = "hashicorp/aws", version = ">= 3.1" }
    later = { source = "hashicorp/aws", version = ">= 3.0, < 5.0" }
    any   = { source = "hashicorp/aws" }
    host  = { source = "example.com/hashicorp/aws" }
    none  = { source = "x/none" }
    bad   = { source = "/" }
  }
}`, "a.tf", false)}}, false)
	found, diags := provider.Read([]byte(`{"format_version":"1.0","provider_schemas":{"x/found":{"resource_schemas":{
		"aws_instance":{"block":{}}}}}}`), "x.json")
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	find := func(r provider.Requirement) (*provider.Schema, error) {
		if r.Address.Type == "google" {
			return found[0], nil
		}
		return nil, nil
	}
	lock := func(address tfaddr.Provider) *version.Version {
		if address.Type == "aws" {
			return version.Must(version.NewVersion("4.1.0"))
		}
		return nil
	}
	for _, locked := range []func(tfaddr.Provider) *version.Version{nil, lock} {
		define := provider.DefineWithTable(requirements, find, locked)
		for value, want := range map[string]string{
			"aws": "Provider hashicorp/aws 3.", "new": "Provider hashicorp/aws 5.", "later": "Provider hashicorp/aws 4.",
			"least": "Provider hashicorp/aws 3.",
			"any":   "Provider hashicorp/aws 6.", "host": "lacks example.com/hashicorp/aws", "none": "lacks x/none", "bad": "",
			"terraform": "", "google": "Provider x/found",
			"random": "Provider hashicorp/random 3.",
		} {
			if locked != nil && strings.HasPrefix(want, "Provider hashicorp/aws") {
				want = "Provider hashicorp/aws 4."
			}
			typ := "aws_instance"
			if value == "random" {
				typ = "random_id"
			}
			for range 2 {
				body := define(tables.Resource, []string{typ, "x"}, value)
				got := ""
				if body != nil {
					got = body.Origin.String()
					if _, source, lacks := strings.Cut(body.Classify("x", guess.ObjectForm).Reason, "table lacks provider "); lacks {
						got = "lacks " + source
					}
				}
				if (body == nil) != (want == "") || !strings.HasPrefix(got, want) {
					t.Errorf("locked %t: %s has %q, want %q", locked != nil, value, got, want)
				}
			}
		}
		if define(tables.Builder, []string{"aws_instance", "x"}, "aws") != nil {
			t.Error("a provider has builders")
		}
	}
}

// Different requirements have different texts.
func TestRequirementsText(t *testing.T) {
	seen := map[string]string{}
	for _, body := range []string{
		``, `a = "1.0"`, `a = "2.0"`, `b = "1.0"`, `a = { source = "x/a" }`, `a = { source = "x/b" }`, `a = { source = "" }`,
		`a = { source = "/" }`, `a = { source = f() }`, "a = \"1.0\"\nb = \"1.0\"", "b = \"1.0\"\na = { source = \"\" }",
	} {
		src := "terraform {\n  required_providers {\n" + body + "\n}\n}\n"
		r, _ := provider.ReadRequirements([]provider.File{{Source: source.New(src, "a.tf", false)}}, false)
		if before, ok := seen[r.String()]; ok {
			t.Errorf("%q and %q have one text: %s", before, body, r)
		}
		seen[r.String()] = body
	}
}

// A provider in the products' registries has an address in both.
func TestAddresses(t *testing.T) {
	const tofu, terraform = "registry.opentofu.org/a/b", "registry.terraform.io/a/b"
	for source, want := range map[string]string{
		"a/b": tofu + " " + terraform, terraform: terraform + " " + tofu, "example.com/a/b": "example.com/a/b",
		"b": "registry.opentofu.org/hashicorp/b registry.terraform.io/hashicorp/b",
	} {
		address, err := provider.ParseAddress(source, false)
		if err != nil {
			t.Fatal(err)
		}
		got := strings.Trim(fmt.Sprint(provider.EquivalentAddresses(address)), "[]")
		if got != want {
			t.Errorf("%s has the addresses %s, want %s", source, got, want)
		}
	}
}

// Concurrent lookups return the same body.
func TestDefineConcurrently(t *testing.T) {
	schemas, _ := provider.Read(
		document(
			`{"attributes":{"l":{"type":["list",["object",{"x":"string"}]]}},"block_types":{"b":{"nesting_mode":"list",`+
				`"block":{}}}}`), "x.json")
	target, _ := opentofu.ParseTarget("opentofu")
	var dialects []*schema.Dialect
	base := opentofu.Config(target)
	for range 3 {
		dialects = append(dialects, languages.WithPlugins(base, provider.Define(provider.Requirements{}, provider.FindAmong(schemas))))
	}
	var all sync.WaitGroup
	for i := range 12 {
		all.Go(func() {
			d := dialects[i%len(dialects)]
			languages.Prepare(d)
			_, block := d.Root.Lookup("resource")
			body := block.BodyFor([]string{"x_t", "n"}, "")
			if a, _ := body.Lookup("l"); a == nil || a.AsBlocks == nil {
				t.Error("no list of objects")
			}
			_, dynamic := body.Lookup("dynamic")
			if dynamic.BodyFor([]string{"l"}, "") == dynamic.Body {
				t.Error("the dynamic block lacks the elements of the list")
			}
		})
	}
	all.Wait()
}

func FuzzRead(f *testing.F) {
	f.Add(document(
		`{"attributes":{"l":{"type":["list",["object",{"x":"string"}]]},"n":{"nested_type":{"nesting_mode":"list",` +
			`"attributes":{"x":{"type":"string"}}}}},"block_types":{"b":{"nesting_mode":"list","block":{}}}}`))
	f.Add(document(`{"attributes":{"l":null},"block_types":{"b":null}}`))
	f.Add([]byte(
		`{"format_version":"1.0","provider_schemas":{"a/b":{"provider":{"block":null},"resource_schemas":{"t":null}}}}`))
	f.Fuzz(func(t *testing.T, src []byte) {
		schemas, diags := provider.Read(src, "x.json")
		if diags.HasErrors() && len(schemas) > 0 {
			t.Fatal("schemas returned with an error")
		}
		for _, s := range schemas {
			for _, part := range []tables.Part{tables.Resource, tables.DataSource, tables.Action} {
				for _, typ := range s.Types(part) {
					s.Body(part, typ)
				}
			}
			s.Body(tables.ProviderConfig, "")
		}
	})
}

// The argument is written as blocks in one file of a module, and as an attribute in another.
func TestMixedArguments(t *testing.T) {
	base := provider.File{Source: source.New("resource \"x_t\" \"a\" {\n  l = []\n  m = 1\n\n  n {}\n\n  dynamic \"d\" {\n    for_each = []\n\n    content "+
		"{}\n  }\n}\n\ndata \"x_t\" \"d\" {\n  l = []\n}\n", "a.tf", false)}
	for _, test := range []struct{ text, want string }{
		{"resource \"x_t\" \"a\" {\n  l {}\n}\n", "[x_t.a: l]"},
		{"resource \"x_t\" \"a\" {\n  dynamic \"l\" {\n    for_each = []\n\n    content {}\n  }\n}\n", "[x_t.a: l]"},
		{"resource \"x_t\" \"a\" {\n  n = []\n  d = []\n}\n", "[x_t.a: d x_t.a: n]"},
		{"resource \"x_t\" \"a\" {\n  m = 2\n\n  n {}\n\n  d {}\n}\n", "[]"},
		{"resource \"x_t\" \"b\" {\n  l {}\n}\n", "[]"},
		{"data \"x_t\" \"a\" {\n  l {}\n}\n", "[]"},
		{"data \"x_t\" \"d\" {\n  l {}\n}\n", "[data.x_t.d: l]"},
		{"locals {\n  l {}\n}\nresource \"x_t\" {\n  l {}\n}\nresource \"x_t\" \"a\" {\n  l {}\n}\n", "[x_t.a: l]"},
		{"resource \"x_t\" \"a\" {\n  dynamic {}\n\n  dynamic \"l\" \"x\" {}\n}\n", "[]"},
		{strings.Repeat("(", 100_000), "[]"},
	} {
		other := provider.File{Source: source.New(test.text, "b_override.tf", false), Override: true}
		json := provider.File{Source: source.New(test.text, "c.tf.json", true)}
		if got := fmt.Sprint(provider.MixedArguments([]provider.File{json, base, other})); got != test.want {
			t.Errorf("%.100s: %s, want %s", test.text, got, test.want)
		}
		other.Override = false
		if got := provider.MixedArguments([]provider.File{base, other}); got != nil {
			t.Errorf("without override files: %s", got)
		}
	}
}

// A document with a large type in many nested types is rejected, because each level copies the type.
func TestDeepTypes(t *testing.T) {
	typ := `["object",{` + strings.Repeat(`"a":"string",`, 100_000) + `"b":"string"}]`
	typ = strings.Repeat(`["list",`, 100) + typ + strings.Repeat("]", 100)
	_, diags := provider.Read([]byte(`{"format_version":"1.0","provider_schemas":{"h/p":{"resource_schemas":{"p_x":`+
		`{"block":{"attributes":{"a":{"type":`+typ+`}}}}}}}}`), "s.json")
	if !diags.HasErrors() || !strings.Contains(diags[0].Detail, "nested too deeply for their size") {
		t.Errorf("got %s", diags)
	}
}

// TestMemoryOfTypes checks that only the types of requested arguments in a document become bodies: the
// bodies of all arguments take at least half as much memory again.
func TestMemoryOfTypes(t *testing.T) {
	many := func(n int, attribute string) string {
		var text strings.Builder
		for i := range n {
			fmt.Fprintf(&text, attribute, i)
		}
		return strings.TrimSuffix(text.String(), ",")
	}
	for name, attributes := range map[string]string{
		"small":  many(5000, `"a%d":{"type":["list",["object",{"a":"string"}]],"optional":true},`),
		"nested": many(5000, `"a%d":{"type":["list",["object",{"a":["set",["object",{"b":"string"}]]}]]},`),
		"wide":   `"a":{"type":["list",["object",{` + many(20_000, `"a%d":"string",`) + `}]]}`,
	} {
		src := []byte(`{"format_version":"1.0","provider_schemas":{"registry.opentofu.org/hashicorp/p":` +
			`{"resource_schemas":{"p_x":{"block":{"attributes":{` + attributes + `}}}}}}}`)
		before := heapSize()
		read, diags := provider.Read(src, "s.json")
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		dialect := languages.WithPlugins(opentofu.Config(opentofu.Target{}), provider.Define(provider.Requirements{},
			provider.FindAmong(read)))
		languages.Prepare(dialect)
		_, row := dialect.Root.Lookup("resource")
		body := row.BodyFor([]string{"p_x", "y"}, "")
		if body.Origin.Kind != tables.FromPlugin {
			t.Fatal("the body is not the provider's")
		}
		used := heapSize() - before
		for _, a := range body.Attributes {
			a.AsBlocks.Body()
		}
		all := heapSize() - before
		t.Logf("%s: %d bytes, with all bodies %d", name, used, all)
		if used > all*2/3 {
			t.Errorf("%s: %d bytes for a document, %d with the bodies of all arguments", name, used, all)
		}
		runtime.KeepAlive(read)
		runtime.KeepAlive(dialect)
	}
}

// A large document is stored once, and only requested types are decoded.
func TestMemoryOfDocument(t *testing.T) {
	attributes := strings.Repeat(`"a":{"type":"string","optional":true},`, 1000) + `"b":{"type":"string"}`
	var types strings.Builder
	for i := range 100 {
		fmt.Fprintf(&types, `"p_%d":{"block":{"attributes":{%s}}},`, i, attributes)
	}
	src := []byte(`{"format_version":"1.0","provider_schemas":{"registry.opentofu.org/hashicorp/p":` +
		`{"resource_schemas":{` + types.String() + `"p_last":null}}}}`)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	read, diags := provider.Read(src, "s.json")
	runtime.ReadMemStats(&after)
	if diags.HasErrors() || len(read[0].Types(tables.Resource)) != 101 {
		t.Fatal(diags)
	}
	if made := after.TotalAlloc - before.TotalAlloc; made > uint64(len(src))*3/2 {
		t.Errorf("%d bytes were made of a document of %d", made, len(src))
	}
}

// heapSize returns the size of reachable memory.
func heapSize() uint64 {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}
