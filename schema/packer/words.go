package packer

// The block types of Packer's language that code writes or looks for; see
// packer.hclschema.hcl of package dialects.
const (
	PackerBlock          = "packer"
	RequiredPluginsBlock = "required_plugins"
	VariableBlock        = "variable"
	LocalBlock           = "local"
	LocalsBlock          = "locals"
	SourceBlock          = "source"
	BuildBlock           = "build"
	ProvisionerBlock     = "provisioner"
	CleanupBlock         = "error-cleanup-provisioner"
	PostProcessorBlock   = "post-processor"
	PostProcessorsBlock  = "post-processors"
)

// Command is the name of Packer's own program.
const Command = "packer"
