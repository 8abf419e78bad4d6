// Package bake holds the schema tables of the files of docker buildx bake.
//
// A comment over a table names the file of buildx's repository that it mirrors.
package bake

import (
	"slices"

	"github.com/hcljson/hcljson/schema"
)

// The rules that rows name. They never change, so that tables may share them.
var (
	template *schema.Value // nil means Template
	literal  = &schema.Value{Mode: schema.Literal}
	keyword  = &schema.Value{Mode: schema.Keyword}
	keywords = &schema.Value{Mode: schema.Keyword, List: keyword}
	typeExpr = &schema.Value{Mode: schema.Type}

	// A variable is evaluated before the functions of the file are known. Bake
	// looks for the calls in its expression and defines those functions first,
	// but takes the strings of JSON for expressions, and not for templates, so
	// that it finds none.
	//
	// bake/hclparser/hclparser.go, Parse and loadDeps; expr.go, appendJSONFuncCalls
	defaultValue = &schema.Value{Scope: &schema.Scope{Functions: functions, OnlyJSON: true}}

	// For the same reason, text in a function's result may be taken for a call.
	// There it is an error if the function is missing.
	//
	// bake/hclparser/hclparser.go, resolveFunction
	result = &schema.Value{TextOfCall: true}
)

// args is short, because most lines of the tables start with it.
var args = schema.Arguments

// Config is the language of docker-bake.hcl and docker-bake.json. An array at the
// root of JSON is an error, because bake reads the attributes there.
//
// bake/hclparser/hclparser.go, Parse
func Config() *schema.Dialect {
	return &schema.Dialect{Name: "bake", Product: "docker buildx bake", Root: &schema.Body{
		Blocks: []schema.Block{
			{Type: "variable", Labels: []string{"name"}, Body: variableBody()},
			{Type: "function", Labels: []string{"name"}, Body: functionBody()},
			{Type: "group", Labels: []string{"name"}, Body: attributesBody()},
			{Type: "target", Labels: []string{"name"}, Body: attributesBody()},
		},
		Rest: schema.RestAttributes,
	}}
}

// bake/hclparser/hclparser.go, variable and variableValidation
func variableBody() *schema.Body {
	return &schema.Body{
		Attributes: slices.Concat(
			args(typeExpr, "type"),
			args(defaultValue, "default"),
			args(literal, "description"),
		),
		Blocks: []schema.Block{{Type: "validation", Body: &schema.Body{
			Attributes: args(template, "condition", "error_message"),
		}}},
	}
}

// The name in JSON is variadic_params as well, whatever the tag of the structure
// for encoding/json was before buildx 0.24.
//
// bake/hclparser/hclparser.go, functionDef
func functionBody() *schema.Body {
	return &schema.Body{Attributes: slices.Concat(
		args(keywords, "params"),
		args(keyword, "variadic_params"),
		args(result, "result"),
	)}
}

// attributesBody is that of groups and targets. What bake does not know in it, it
// ignores.
//
// bake/bake.go, Group and Target
func attributesBody() *schema.Body {
	return &schema.Body{Rest: schema.RestAttributes}
}
