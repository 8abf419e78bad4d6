package jsonformat

import (
	"bytes"
	"encoding/json"
	"reflect"
)

// Configuration is the configuration representation of a module and those that it
// calls.
type Configuration struct {
	// Providers are the provider configurations of all modules. A key is the local
	// name, with the alias if there is one, and the address of the module before it:
	// "aws.west", "module.child:aws". Configurations that a module is given by its
	// caller are left out.
	Providers Members[*ProviderConfig] `json:"provider_config,omitempty"`
	Root      ConfigModule             `json:"root_module"`
	// Notes say what no product does.
	Notes *Notes `json:"hcljson,omitempty"`
}

// Notes are what hcljson must say of a representation.
type Notes struct {
	// Dir is the directory of the module, as the one who asks names it.
	Dir string `json:"dir,omitempty"`
	// ResourcesWithoutSchema are the addresses of resources of which no schema is
	// known, with the modules that they are in.
	ResourcesWithoutSchema []string `json:"resources_without_schema,omitempty"`
	// ProviderConfigsWithoutSchema are the keys of provider configurations of which
	// no schema is known.
	ProviderConfigsWithoutSchema []string `json:"provider_configs_without_schema,omitempty"`
}

// ProviderConfig is the configuration of a provider, or the need for one.
type ProviderConfig struct {
	Key               string `json:"-"`
	Name              string `json:"name,omitempty"`
	FullName          string `json:"full_name,omitempty"`
	Alias             string `json:"alias,omitempty"`
	VersionConstraint string `json:"version_constraint,omitempty"`
	ModuleAddress     string `json:"module_address,omitempty"`
	// Expressions, here and below, are a block expressions representation. An argument
	// in it is an expression representation: see [Value.Expression]. Blocks of a type
	// are an object where there is one by the schema, or a map of them, and else an
	// array. Dynamic blocks are not shown.
	Expressions Value `json:"expressions,omitempty"`
}

// ConfigModule is what a module declares.
type ConfigModule struct {
	Outputs Members[*ConfigOutput] `json:"outputs,omitempty"`
	// Resources are the managed resources by address, then the data resources, then
	// the ephemeral ones.
	Resources []*ConfigResource        `json:"resources,omitempty"`
	Calls     Members[*ModuleCall]     `json:"module_calls,omitempty"`
	Variables Members[*ConfigVariable] `json:"variables,omitempty"`
	// Actions are shown for Terraform from 1.14 on.
	Actions []*ConfigAction `json:"actions,omitempty"`
}

// ConfigOutput is the block of an output.
type ConfigOutput struct {
	Name      string `json:"-"`
	Sensitive bool   `json:"sensitive,omitempty"`
	// Ephemeral and Deprecated are shown for OpenTofu.
	Ephemeral   bool     `json:"ephemeral,omitempty"`
	Deprecated  string   `json:"deprecated,omitempty"`
	Expression  Value    `json:"expression"`
	DependsOn   []string `json:"depends_on,omitempty"`
	Description string   `json:"description,omitempty"`
}

// ConfigResource is the block of a resource, or a data or an ephemeral block. Count and
// ForEach are expression representations, unset if the block has none.
type ConfigResource struct {
	// Address is the address in the module.
	Address string `json:"address,omitempty"`
	// Mode is "managed", "data" or "ephemeral".
	Mode string `json:"mode,omitempty"`
	Type string `json:"type,omitempty"`
	Name string `json:"name,omitempty"`
	// ProviderConfigKey is the key of the provider configuration.
	ProviderConfigKey string        `json:"provider_config_key,omitempty"`
	Provisioners      []Provisioner `json:"provisioners,omitempty"`
	Expressions       Value         `json:"expressions,omitempty"`
	// SchemaVersion is that of the provider's schema; nil without one.
	SchemaVersion *uint64  `json:"schema_version,omitempty"`
	Count         Value    `json:"count_expression,omitempty"`
	ForEach       Value    `json:"for_each_expression,omitempty"`
	DependsOn     []string `json:"depends_on,omitempty"`
}

// Provisioner is a provisioner block. Connections are not shown.
type Provisioner struct {
	Type        string `json:"type,omitempty"`
	Expressions Value  `json:"expressions,omitempty"`
}

// ModuleCall is the block of a module call.
type ModuleCall struct {
	Name string `json:"-"`
	// Source is as it is written. The documentation calls it ResolvedSource.
	Source         string `json:"source,omitempty"`
	ResolvedSource string `json:"resolved_source,omitempty"`
	Expressions    Value  `json:"expressions,omitempty"`
	Count          Value  `json:"count_expression,omitempty"`
	ForEach        Value  `json:"for_each_expression,omitempty"`
	// Module is nil where the source is not local, or cannot be read. The
	// expressions are then all arguments of the block, as they are where the module
	// has an error.
	Module            *ConfigModule `json:"module,omitempty"`
	VersionConstraint string        `json:"version_constraint,omitempty"`
	DependsOn         []string      `json:"depends_on,omitempty"`
}

// ConfigVariable is the block of a variable. Type, Required, Ephemeral and Deprecated
// are shown for OpenTofu.
type ConfigVariable struct {
	Name string `json:"-"`
	// Type is the type constraint in JSON; unset for any.
	Type Value `json:"type,omitempty"`
	// Default is the default value, converted to the type.
	Default     Value  `json:"default,omitempty"`
	Description string `json:"description,omitempty"`
	Required    bool   `json:"required,omitempty"`
	Sensitive   bool   `json:"sensitive,omitempty"`
	Ephemeral   bool   `json:"ephemeral,omitempty"`
	Deprecated  string `json:"deprecated,omitempty"`
}

// ConfigAction is an action block.
type ConfigAction struct {
	Address           string `json:"address,omitempty"`
	Type              string `json:"type,omitempty"`
	Name              string `json:"name,omitempty"`
	ProviderConfigKey string `json:"provider_config_key,omitempty"`
	Count             Value  `json:"count_expression,omitempty"`
	ForEach           Value  `json:"for_each_expression,omitempty"`
}

// JSON returns the document, with a newline at its end. It is indented by two
// spaces, or with compact on one line. The same configuration gives the same text.
func (c *Configuration) JSON(compact bool) ([]byte, error) {
	text := append(appendJSON(nil, reflect.ValueOf(c)), '\n')
	if compact {
		return text, nil
	}
	var indented bytes.Buffer
	err := json.Indent(&indented, text, "", "  ")
	return indented.Bytes(), err
}
