// Package tfname contains the block types and arguments of OpenTofu and Terraform that code outside of
// their tables writes or looks up.
package tfname

// The Block constants are the block types that code outside of the tables writes or looks up.
// TestWords checks that the tables contain them.
const (
	TerraformBlock         = "terraform"
	RequiredProvidersBlock = "required_providers"
	ProviderBlock          = "provider"
	VariableBlock          = "variable"
	LocalsBlock            = "locals"
	OutputBlock            = "output"
	ModuleBlock            = "module"
	ResourceBlock          = "resource"
	DataBlock              = "data"
	EphemeralBlock         = "ephemeral"
	ActionBlock            = "action"
	CheckBlock             = "check"
	ImportBlock            = "import"
	MovedBlock             = "moved"
	ProvisionerBlock       = "provisioner"
	ConfigBlock            = "config"
)

// The Argument constants are the language's own arguments that such code writes, in bodies that
// others define.
const (
	CountArgument     = "count"
	ForEachArgument   = "for_each"
	ProviderArgument  = "provider"
	ProvidersArgument = "providers"
	DependsOnArgument = "depends_on"
	SourceArgument    = "source"
	VersionArgument   = "version"
	AliasArgument     = "alias"
)

// TimeoutsBlock is a block that the SDK of providers adds to resources, so the tables lack it. It is
// the only block of this SDK whose value in a state is one object instead of a list.
//
// terraform-plugin-sdk, helper/schema/resource_timeout.go; core_schema.go
const TimeoutsBlock = "timeouts"

// TypeWords contains the types that consist of one word (internal/addrs/type_keyword.go).
var TypeWords = []string{"string", "number", "bool", "any"}

// BuiltInProvider is the address of the provider that is part of the products. BuiltInName is its
// local name.
const (
	BuiltInProvider = "terraform.io/builtin/" + BuiltInName
	BuiltInName     = "terraform"
)
