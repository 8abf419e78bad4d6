// Package fromconfig makes the configuration representation of a module: the
// document that "tofu show -json -config" and the configuration of a plan in JSON
// have, from the files alone. Native files and HCL-JSON may stand beside each
// other, and give the same.
//
// [Load] reads a module and the modules with local sources that it calls. What
// providers define comes from the language that [Options] has; a body without a
// schema is shown by its looks, and listed in [Notes].
//
// The properties are those of OpenTofu's JSON output format
// (https://opentofu.org/docs/internals/json-format/), the rules those of opentofu
// internal/command/jsonconfig and internal/configs. Nothing is evaluated but
// constants, and for OpenTofu the sources and versions of modules. No function of this package uses files, the environment or the
// network.
package fromconfig

import (
	"bytes"
	"encoding/json"
)

// Configuration is the configuration representation of a module and those that it
// calls. What is the same in modules of one directory may be shared.
type Configuration struct {
	// ProviderConfigs are the provider configurations of all modules. A key is the
	// local name, with the alias if there is one, and the address of the module
	// before it: "aws.west", "module.child:aws". Configurations that a module is
	// given by its caller are left out.
	ProviderConfigs map[string]*ProviderConfig `json:"provider_config,omitempty"`
	RootModule      *Module                    `json:"root_module"`
	// Notes say what no product does.
	Notes *Notes `json:"hcljson,omitempty"`
}

// Notes are what hcljson has to say of a representation.
type Notes struct {
	// Dir is the directory of the module, as [Options] name it.
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
	Name              string      `json:"name,omitempty"`
	FullName          string      `json:"full_name,omitempty"`
	Alias             string      `json:"alias,omitempty"`
	VersionConstraint string      `json:"version_constraint,omitempty"`
	ModuleAddress     string      `json:"module_address,omitempty"`
	Expressions       Expressions `json:"expressions,omitempty"`

	// parent is the key of the configuration that stands for this one.
	parent string
}

// Module is what a module declares.
type Module struct {
	Outputs map[string]*Output `json:"outputs,omitempty"`
	// Resources are the managed resources by address, then the data resources, then
	// the ephemeral ones.
	Resources   []*Resource            `json:"resources,omitempty"`
	ModuleCalls map[string]*ModuleCall `json:"module_calls,omitempty"`
	Variables   map[string]*Variable   `json:"variables,omitempty"`
	// Actions are shown for Terraform from 1.14 on.
	Actions []*Action `json:"actions,omitempty"`
}

// Output is an output value.
type Output struct {
	Sensitive bool `json:"sensitive,omitempty"`
	// Ephemeral and Deprecated are shown for OpenTofu.
	Ephemeral   bool        `json:"ephemeral,omitempty"`
	Deprecated  string      `json:"deprecated,omitempty"`
	Expression  *Expression `json:"expression"`
	DependsOn   []string    `json:"depends_on,omitempty"`
	Description string      `json:"description,omitempty"`
}

// Resource is a resource block, or a data or an ephemeral block.
type Resource struct {
	// Address is the address in the module.
	Address string `json:"address,omitempty"`
	// Mode is "managed", "data" or "ephemeral".
	Mode string `json:"mode,omitempty"`
	Type string `json:"type,omitempty"`
	Name string `json:"name,omitempty"`
	// ProviderConfigKey is the key of the provider configuration.
	ProviderConfigKey string        `json:"provider_config_key,omitempty"`
	Provisioners      []Provisioner `json:"provisioners,omitempty"`
	Expressions       Expressions   `json:"expressions,omitempty"`
	// SchemaVersion is that of the provider's schema; nil without one.
	SchemaVersion     *uint64     `json:"schema_version,omitempty"`
	CountExpression   *Expression `json:"count_expression,omitempty"`
	ForEachExpression *Expression `json:"for_each_expression,omitempty"`
	DependsOn         []string    `json:"depends_on,omitempty"`
}

// Provisioner is one of a resource. Connections are not shown.
type Provisioner struct {
	Type        string      `json:"type,omitempty"`
	Expressions Expressions `json:"expressions,omitempty"`
}

// ModuleCall is a module block.
type ModuleCall struct {
	// Source is as it is written.
	Source            string      `json:"source,omitempty"`
	Expressions       Expressions `json:"expressions,omitempty"`
	CountExpression   *Expression `json:"count_expression,omitempty"`
	ForEachExpression *Expression `json:"for_each_expression,omitempty"`
	// Module is nil where the source is not local, or cannot be read. The
	// expressions are then all arguments of the block, as they are where the module
	// has an error.
	Module            *Module  `json:"module,omitempty"`
	VersionConstraint string   `json:"version_constraint,omitempty"`
	DependsOn         []string `json:"depends_on,omitempty"`
}

// Variable is an input variable. Type, Required, Ephemeral and Deprecated are shown
// for OpenTofu.
type Variable struct {
	// Type is the type constraint in JSON; absent for any.
	Type json.RawMessage `json:"type,omitempty"`
	// Default is the default value, converted to the type.
	Default     json.RawMessage `json:"default,omitempty"`
	Description string          `json:"description,omitempty"`
	Required    bool            `json:"required,omitempty"`
	Sensitive   bool            `json:"sensitive,omitempty"`
	Ephemeral   bool            `json:"ephemeral,omitempty"`
	Deprecated  string          `json:"deprecated,omitempty"`
}

// Action is an action block.
type Action struct {
	Address           string      `json:"address,omitempty"`
	Type              string      `json:"type,omitempty"`
	Name              string      `json:"name,omitempty"`
	ProviderConfigKey string      `json:"provider_config_key,omitempty"`
	CountExpression   *Expression `json:"count_expression,omitempty"`
	ForEachExpression *Expression `json:"for_each_expression,omitempty"`
}

// Expressions is the block expressions representation. An argument is an
// [*Expression]. Blocks of a type are an Expressions where the schema has one, a
// []Expressions where it has a list or set of them, or no schema is known, and a
// map[string]Expressions where it has a map of them. Dynamic blocks are not shown.
type Expressions map[string]any

// Expression is the expression representation.
type Expression struct {
	// ConstantValue is the value of an expression without references and function
	// calls.
	ConstantValue json.RawMessage `json:"constant_value,omitempty"`
	// References are the objects that the expression refers to: each reference, and
	// then without one step after the other, down to the object.
	References []string `json:"references,omitempty"`
}

func (e *Expression) empty() bool { return e.ConstantValue == nil && e.References == nil }

// JSON returns the document, with a newline at its end. It is indented by two
// blanks, or with compact on one line. The same configuration gives the same text.
func (c *Configuration) JSON(compact bool) ([]byte, error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(c); err != nil || compact {
		return out.Bytes(), err
	}
	// An encoder that indents has the document three times.
	var indented bytes.Buffer
	err := json.Indent(&indented, out.Bytes(), "", "  ")
	return indented.Bytes(), err
}
