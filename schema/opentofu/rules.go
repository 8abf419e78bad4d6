package opentofu

import "github.com/hcljson/hcljson/schema"

// The rules that rows name. They never change, so that tables may share them.
var (
	template  *schema.Value // nil means Template
	literal   = &schema.Value{Mode: schema.Literal}
	traversal = &schema.Value{Mode: schema.Traversal}
	reference = &schema.Value{Mode: schema.Reference}
	keyword   = &schema.Value{Mode: schema.Keyword}
	typeExpr  = &schema.Value{Mode: schema.Type}

	templateOrTraversal = &schema.Value{Mode: schema.TemplateOrTraversal}

	traversals = &schema.Value{Mode: schema.Traversal, List: traversal}
	references = &schema.Value{Mode: schema.Reference, List: reference}
	keywords   = &schema.Value{Mode: schema.Keyword, List: keyword}
)

// args is short, because most lines of the tables start with it.
var args = schema.Arguments

// only returns the rows if the target has them.
func only[Row any](has bool, rows ...Row) []Row {
	if has {
		return rows
	}
	return nil
}

// providerReference is the rule for an argument that names a provider
// configuration. OpenTofu allows an instance key there that is an expression.
//
// internal/configs/resource.go, decodeProviderConfigRef; terraform the same file
func providerReference(t Target) *schema.Value {
	if t.isOpenTofu() {
		return reference
	}
	return traversal
}

// providerReferences is the rule for a map of provider configurations.
//
// internal/configs/module_call.go, decodePassedProviderConfigs
func providerReferences(t Target) *schema.Value {
	ref := providerReference(t)
	return &schema.Value{Mode: ref.Mode, MapKey: ref, MapValue: ref}
}

// backendValue is the rule for the arguments of backend and cloud blocks.
//
// internal/configs/backend.go, Decode; terraform internal/command/meta_backend.go
func backendValue(t Target) *schema.Value {
	if t.opentofu(8) {
		return &schema.Value{Mode: schema.Template, Differs: "Terraform, and OpenTofu before 1.8, take it verbatim"}
	}
	return &schema.Value{Mode: schema.Literal, Differs: "OpenTofu from 1.8 on reads it as a template"}
}

// moduleSourceValue is the rule for a module call's source and version.
//
// internal/configs/module_call.go; terraform
// internal/terraform/node_module_install.go
func moduleSourceValue(t Target) *schema.Value {
	if t.opentofu(8) || t.terraform(15) {
		return &schema.Value{Mode: schema.Template,
			Differs: "Terraform before 1.15, and OpenTofu before 1.8, take it verbatim"}
	}
	return &schema.Value{Mode: schema.Literal,
		Differs: "OpenTofu from 1.8 on, and Terraform from 1.15 on, read it as a template"}
}

// mockValue is the rule for the values that tests put in a provider's place.
//
// internal/configs/test_file.go; terraform
// internal/moduletest/mocking/overrides.go
func mockValue(t Target) *schema.Value {
	if t.terraform(15) {
		return &schema.Value{Mode: schema.Template, Differs: "OpenTofu, and Terraform before 1.15, take it verbatim"}
	}
	return &schema.Value{Mode: schema.Literal, Differs: "Terraform from 1.15 on reads it as a template"}
}
