// Package tflint holds the schema tables of TFLint's configuration.
//
// A comment over a table names the file that it mirrors, in TFLint's repository or
// in that of a rule set.
package tflint

import "github.com/hcljson/hcljson/schema"

// literal is the rule for everything: TFLint evaluates without any variables and
// functions, and so do rule sets. It never changes, so that tables may share it.
var literal = &schema.Value{Mode: schema.Literal}

// args is short, because most lines of the tables start with it.
var args = schema.Arguments

// Config is the language of .tflint.hcl and .tflint.json.
//
// tflint/config.go, configSchema
func Config() *schema.Dialect {
	return &schema.Dialect{Name: "tflint", Product: "TFLint", ArrayRoot: true, Root: &schema.Body{Blocks: []schema.Block{
		{Type: "tflint", Single: true, Body: &schema.Body{Attributes: args(literal, "required_version")}},
		{Type: "config", Body: configBody()},
		{
			Type: "rule", Labels: []string{"name"}, Body: ruleBody(),
			Dependent: map[string]*schema.Body{"terraform_naming_convention": namingConventionBody()},
		},
		{
			Type: "plugin", Labels: []string{"name"}, Body: pluginBody(),
			Dependent: map[string]*schema.Body{"aws": awsBody()},
		},
	}}}
}

// tflint/config.go, innerConfigSchema
func configBody() *schema.Body {
	return &schema.Body{Attributes: args(literal,
		"call_module_type", "force", "ignore_module", "varfile", "variables", "disabled_by_default", "plugin_dir", "format",
		"module", // TFLint before 0.54
	)}
}

// ruleSetBody is a body in which a rule set reads what is not listed.
func ruleSetBody(names ...string) *schema.Body {
	return &schema.Body{Attributes: args(literal, names...), Rest: schema.RestUnknown, RestValue: literal}
}

// tflint/config.go, RuleConfig
func ruleBody() *schema.Body { return ruleSetBody("enabled", "ignorable") }

// tflint/config.go, PluginConfig
func pluginBody() *schema.Body {
	return ruleSetBody("enabled", "version", "source", "signature", "signing_key")
}

// tflint-ruleset-terraform, rules/terraform_naming_convention.go
func namingConventionBody() *schema.Body {
	body := ruleBody()
	body.Attributes = append(body.Attributes, args(literal, "format", "custom", "custom_formats")...)
	for _, name := range []string{"data", "locals", "module", "output", "resource", "variable", "check"} {
		body.Blocks = append(body.Blocks, schema.Block{Type: name, Single: true, Body: &schema.Body{
			Attributes: args(literal, "format", "custom"),
		}})
	}
	return body
}

// tflint-ruleset-aws, aws/config.go
func awsBody() *schema.Body {
	body := pluginBody()
	body.Blocks = []schema.Block{{Type: "assume_role", Single: true, Body: &schema.Body{
		Attributes: args(literal, "role_arn", "external_id", "policy", "session_name"),
	}}}
	return body
}
