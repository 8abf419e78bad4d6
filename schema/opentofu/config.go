// Package opentofu holds the schema tables of the language that OpenTofu and
// Terraform share: its configuration files, and the files for tests, mocks,
// queries, stacks and variable values.
//
// A comment over a table names the upstream file that it mirrors, in OpenTofu's
// repository unless it says "terraform". Where the two products, or their
// versions, differ, the table asks the [Target].
package opentofu

import (
	"slices"

	"github.com/hcljson/hcljson/schema"
)

// Config is the language of .tf and .tofu files.
func Config(t Target) *schema.Dialect {
	return &schema.Dialect{
		Name: t.Product.String(), Product: t.Product.title(), Root: configRoot(t), ArrayRoot: true,
		Placeholders: placeholders, Style: style(), BuiltIn: builtIn(t),
	}
}

// language is one of other files than those of configuration.
func language(t Target, name string, root *schema.Body) *schema.Dialect {
	return &schema.Dialect{Name: name, Product: t.Product.title(), ArrayRoot: true, Root: root, BuiltIn: builtIn(t)}
}

// cdk-terrain packages/cdktn/lib/tokens/private/encoding.ts: a string, a list and a map
// are text, of which an expression lacks the ${; numbers are doubles whose last bits count.
// A text may be changed by the app, and Token[ is what the constructs of other generators
// write (aws/constructs lib/private/encoding.ts).
var placeholders = []schema.Placeholder{{
	Generator: "CDK for Terraform",
	Texts:     []string{"TfToken[", "tftoken[", "TFTOKEN[", "${Token[", "#{Token[", "Token[TOKEN."},
	Numbers:   []uint16{0xfdff, 0xfbff},
}}

// internal/configs/parser_config.go, configFileSchema; what is distinct, module.go, appendFile
func configRoot(t Target) *schema.Body {
	return &schema.Body{Blocks: slices.Concat(
		[]schema.Block{
			{Type: "terraform", Body: terraformBody(t)},
			providerBlock(t),
			{Type: "variable", Labels: []string{"name"}, Distinct: true, Body: variableBody(t)},
			{Type: "locals", Distinct: true, Body: localsBody()},
			{Type: "output", Labels: []string{"name"}, Distinct: true, Body: outputBody(t)},
			{Type: "module", Labels: []string{"name"}, Distinct: true, Body: moduleBody(t)},
			resourceBlock(t),
			dataBlock(t),
			{Type: "ephemeral", Labels: typeAndName, By: "provider", Distinct: true, Body: ephemeralBody(t)},
			{Type: "check", Labels: []string{"name"}, Distinct: true, Body: checkBody(t)},
			{Type: "import", Distinct: true, Apart: "to", Body: importBody(t)},
			{Type: "moved", Body: movedBody()},
			{Type: "removed", Body: removedBody(t)},
		},
		only(t.isOpenTofu(), schema.Block{Type: "language", Body: languageBody()}),
		only(t.terraform(14), schema.Block{
			Type: "action", Labels: typeAndName, By: "provider", Distinct: true, Body: actionBody(),
		}),
	)}
}

var typeAndName = []string{"type", "name"}
