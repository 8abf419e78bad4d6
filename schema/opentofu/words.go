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
