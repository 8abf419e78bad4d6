package toconfig_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"
	ctyjson "github.com/zclconf/go-cty/cty/json"

	"github.com/hcljson/hcljson/hclwrite"
	"github.com/hcljson/hcljson/internal/generate/jsonformat"
	"github.com/hcljson/hcljson/internal/generate/jsonformat/toconfig"
)

// An argument has the value that the document has.
func TestLiterals(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 17))
	scope := &hcl.EvalContext{Functions: map[string]function.Function{"jsonencode": stdlib.JSONEncodeFunc}}
	for range 3000 {
		value, err := json.Marshal(randomValue(random, 3))
		if err != nil {
			t.Fatal(err)
		}
		src := fmt.Sprintf(
			`{"format_version":"1.0","values":{"root_module":{"resources":[{"mode":"managed","type":"terraform_data",`+
				`"name":"x","provider_name":"terraform.io/builtin/terraform","values":{"input":%s}}]}}}`, value)
		doc, diags := jsonformat.Read([]byte(src), "state.json")
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		files, diags := toconfig.Generate(doc, toconfig.Options{Dialect: language(t)})
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		tree, diags := hclwrite.ParseFile(files[0].Bytes, "main.tf")
		if diags.HasErrors() || string(tree.Bytes()) != string(files[0].Bytes) {
			t.Fatalf("%s is not in canonical layout, but\n%s\n%v", value, files[0].Bytes, diags)
		}
		parsed, diags := hclsyntax.ParseConfig(files[0].Bytes, "", hcl.InitialPos)
		if diags.HasErrors() {
			t.Fatal(diags, string(files[0].Bytes))
		}
		typ, err := ctyjson.ImpliedType(value)
		if err != nil {
			t.Fatal(err)
		}
		want, err := ctyjson.Unmarshal(value, typ)
		if err != nil {
			t.Fatal(err)
		}
		got := cty.NullVal(cty.DynamicPseudoType)
		if a := parsed.Body.(*hclsyntax.Body).Blocks[0].Body.Attributes["input"]; a != nil {
			if got, diags = a.Expr.Value(scope); diags.HasErrors() {
				t.Fatal(diags, string(files[0].Bytes))
			}
		}
		if !got.RawEquals(want) {
			t.Fatalf("%s became %#v, want %#v:\n%s", value, got, want, files[0].Bytes)
		}
	}
}

// pieces are the parts of random strings.
var pieces = []string{
	"${", "%{", "$", "%", "{", "}", "~}", "\n", "\n", " ", "  ", "\t", "\r\n", "\"", "\\", "a", "b c", "EOT", "é",
	"\u2028", "\ufeff", "\u0000", "<&>",
	"[", "]", ":", ",", "1", "null", "{\"a\":1}", "//", "#", "\u007f", "\u00a0",
}

func randomString(random *rand.Rand) string {
	text := ""
	for range random.IntN(8) {
		text += pieces[random.IntN(len(pieces))]
	}
	return text
}

func randomValue(random *rand.Rand, depth int) any {
	kind := random.IntN(10)
	if depth == 0 {
		kind = random.IntN(7)
	}
	switch kind {
	case 0:
		return nil
	case 1:
		return random.IntN(2) == 0
	case 2:
		return json.Number(
			[]string{"0", "-1", "1.50", "1e30", "123456789012345678901234567890.123", "-0.001"}[random.IntN(6)])
	case 3, 4, 5:
		return randomString(random)
	case 6: // JSON in a string, mostly as jsonencode writes it
		text, err := json.Marshal(randomValue(random, max(depth-1, 0)))
		if err != nil {
			return nil
		}
		return string(text)
	case 7:
		list := make([]any, random.IntN(4))
		for i := range list {
			list[i] = randomValue(random, depth-1)
		}
		return list
	}
	object := map[string]any{}
	for range random.IntN(4) {
		object[randomString(random)] = randomValue(random, depth-1)
	}
	return object
}
