package opentofu

// The block types of the tables that code which makes configuration, or shows it, has to
// write. TestWords finds each in them.
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

// The arguments that such code writes: those that the language has for itself in the bodies
// of others.
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

// TimeoutsBlock is a block that the SDK of providers adds to resources, so it is not in the
// tables. It is the only one of that SDK whose value in a state is one object and not a list.
//
// terraform-plugin-sdk, helper/schema/resource_timeout.go; core_schema.go
const TimeoutsBlock = "timeouts"

// TypeWords are types that are a word alone (internal/addrs/type_keyword.go).
var TypeWords = []string{"string", "number", "bool", "any"}
