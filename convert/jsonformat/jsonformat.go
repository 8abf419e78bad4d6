// Package jsonformat reads the JSON output format: what `tofu show -json`
// and `terraform show -json` print of a state or a plan.
//
// The words are those of the format's documentation: a state representation, a
// plan representation, and in them values, changes, checks and the configuration.
// What is the value of something is a [Value], which is read when it is asked for,
// so that a large document takes little more memory than its text.
//
// Properties that are not known are passed over, as the documentation asks for; a
// property that is missing has its zero value.
//
// Mirrors opentofu internal/command/jsonstate, jsonplan, jsonchecks and
// jsonconfig, and those of terraform.
package jsonformat

import (
	"github.com/hcljson/hcljson/convert/internal/jsontree"
)

// Document is what one JSON text holds. One of State and Plan is set.
type Document struct {
	// FormatVersion is that of the text: "1.2".
	FormatVersion string
	// ProductVersion is the version of OpenTofu or Terraform that printed it.
	ProductVersion string
	State          *State
	Plan           *Plan

	text     string
	filename string

	// places are those in the text, found when first needed.
	places func() *jsontree.Places[string]
}

// State is a state representation. Values is nil if there is no state.
type State struct {
	Values *Values
	Checks []Check
}

// Values is a values representation, of a state or of what is planned.
type Values struct {
	Outputs []Output
	Root    Module
}

// Output is the value of an output of the root module.
type Output struct {
	Name      string
	Sensitive bool
	// Type is the type in the JSON notation of cty, and Value the value.
	Type, Value Value
}

// Module is an instance of a module. The address of the root module is empty.
type Module struct {
	Address   string
	Resources []Resource
	Children  []Module
}

// Resource is an instance of a resource.
type Resource struct {
	Address string
	// Mode is "managed", "data" or "ephemeral".
	Mode, Type, Name string
	Key              Key
	// Provider is the address of the provider:
	// "registry.opentofu.org/hashicorp/aws".
	Provider      string
	SchemaVersion int
	// Values are the arguments and attributes, and Sensitive has true for those
	// of them that are sensitive.
	Values, Sensitive Value
	// Identity is what identifies the object in its provider's system.
	Identity  Value
	DependsOn []string
	Tainted   bool
	// Deposed is the key of a deposed object, or empty.
	Deposed string
	// Place is that of the object in the text, for diagnostics.
	Place Value
}

// Plan is a plan representation.
type Plan struct {
	Variables []Variable
	// Planned is nil if the plan does not have it.
	Planned *Values
	Prior   *State
	// Configuration is nil if the plan does not have it.
	Configuration *Configuration
	// Changes are those that are planned, and Drift those that were found.
	// Deferred are the ones that are put off.
	Changes, Drift, Deferred []ResourceChange
	// Actions are those of Terraform since 1.14 that are invoked, DeferredActions
	// those that are put off.
	Actions, DeferredActions []ActionInvocation
	OutputChanges            []OutputChange
	Relevant                 []RelevantAttribute
	Checks                   []Check
	Timestamp                string
	// Errored: planning failed.
	Errored bool
	// Complete: nothing is left to plan when this has been applied. Applyable: there
	// is something to apply. They are nil if the document does not say, as those of
	// OpenTofu do not.
	Complete, Applyable *bool
}

// Variable is the value that an input variable of the root module has.
type Variable struct {
	Name  string
	Value Value
}

// ResourceChange is what happens to an instance of a resource, or to an object
// of it that is deposed.
type ResourceChange struct {
	Address string
	// PreviousAddress is the address before it was moved, or empty.
	PreviousAddress string
	// ModuleAddress is that of the module instance; that of the root is empty.
	ModuleAddress    string
	Mode, Type, Name string
	Key              Key
	Provider         string
	Deposed          string
	Change           Change
	// Reason is the code of a reason for the action, or empty. Codes may come that
	// nobody knows yet.
	Reason string
	// DeferredReason is the code of the reason why a change is put off.
	DeferredReason string
	// Place is that of the object in the text, for diagnostics.
	Place Value
}

// ActionInvocation is the invocation of an action.
type ActionInvocation struct {
	Address, Type, Name, Provider string
	// Values are the arguments. Sensitive and Unknown have true for what is so.
	Values, Sensitive, Unknown Value
	// TriggeredBy is the address of the resource instance that the action goes with,
	// and Event says when: "AfterCreate". They are empty if it is invoked by itself.
	TriggeredBy, Event string
	DeferredReason     string
	// Place is that of the object in the text, for diagnostics.
	Place Value
}

// OutputChange is the change of an output of the root module.
type OutputChange struct {
	Name   string
	Change Change
}

// Change is a change representation.
type Change struct {
	// Actions are "no-op", "create", "read", "update", "delete" and "forget"; a
	// replacement has two.
	Actions []string
	// Before and After are the values. In After, what is unknown is missing or
	// null; AfterUnknown has true for it.
	Before, After, AfterUnknown Value
	// BeforeSensitive and AfterSensitive have true for what is sensitive.
	BeforeSensitive, AfterSensitive Value
	// ReplacePaths are the paths to what forces a replacement.
	ReplacePaths [][]Step
	// Importing is not nil if the object is imported.
	Importing *Importing
	// GeneratedConfig is the configuration that the product made up.
	GeneratedConfig string
}

// Importing is the import of an object, by its id or its identity.
type Importing struct {
	ID       string
	Unknown  bool
	Identity Value
}

// Step is a step of a path: the name of an attribute or the key of a map, or the
// index of a list.
type Step struct {
	Name    string
	Index   int
	IsIndex bool
}

// RelevantAttribute is an attribute that has contributed to a change.
type RelevantAttribute struct {
	Resource  string
	Attribute []Step
}

// Check is a checks representation: the checks of one object.
type Check struct {
	Address   CheckAddress
	Status    string
	Instances []CheckInstance
}

// CheckAddress says what is checked. Kind is "resource", "output_value", "check",
// "var" or one that nobody knows yet; ToDisplay is right for all of them.
type CheckAddress struct {
	Kind, ToDisplay          string
	Module, Mode, Type, Name string
}

// CheckInstance are the checks of one instance of an object.
type CheckInstance struct {
	Address CheckAddress
	Key     Key
	Status  string
	// Problems are the messages of conditions that failed.
	Problems []string
}

// Configuration is a configuration representation, as far as it tells what the
// values do not.
type Configuration struct {
	Providers []ProviderConfig
	Root      ConfigModule
}

// ProviderConfig is a provider configuration, or a requirement of a provider.
type ProviderConfig struct {
	Key, Name, FullName, Alias, VersionConstraint, ModuleAddress string
	Expressions                                                  Value
}

// ConfigModule is the configuration of a module.
type ConfigModule struct {
	Outputs   []ConfigOutput
	Resources []ConfigResource
	Calls     []ModuleCall
	Variables []ConfigVariable
}

// ConfigOutput is the block of an output.
type ConfigOutput struct {
	Name, Description    string
	Sensitive, Ephemeral bool
	Expression           Value
	DependsOn            []string
}

// ConfigVariable is the block of a variable. Required: it has no Default.
type ConfigVariable struct {
	Name, Description    string
	Default              Value
	Sensitive, Ephemeral bool
}

// ConfigResource is the block of a resource. Count and ForEach are expression
// representations, unset if the block has none.
type ConfigResource struct {
	Address, Mode, Type, Name string
	ProviderConfigKey         string
	SchemaVersion             int
	Expressions               Value
	Count, ForEach            Value
	Provisioners              []Provisioner
	DependsOn                 []string
}

// Provisioner is a provisioner block.
type Provisioner struct {
	Type        string
	Expressions Value
}

// ModuleCall is the block of a module call.
type ModuleCall struct {
	Name, Source, VersionConstraint string
	Expressions                     Value
	Count, ForEach                  Value
	Module                          ConfigModule
	DependsOn                       []string
}
