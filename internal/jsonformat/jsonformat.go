// Package jsonformat has the JSON output format: what `tofu show -json` and
// `terraform show -json` print of a state or a plan, and `tofu show -json -config` of
// a configuration. [Read] reads the first two; [Configuration.JSON] writes the last.
//
// The words are those of the format's documentation: a state representation, a
// plan representation, and in them values, changes, checks and the configuration.
// A type stands for an object, and the tag of a field names its property. What is the
// value of something is a [Value], which is read when it is asked for, so that a large
// document takes little more memory than its text.
//
// Properties that are not known are passed over, as the documentation asks for; a
// property that is missing has its zero value.
//
// Mirrors opentofu internal/command/jsonstate, jsonplan, jsonchecks and
// jsonconfig, and those of terraform.
package jsonformat

import (
	"bytes"
	"cmp"
	"encoding/json"
	"math/big"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/hcljson/hcljson/internal/hcltext"
	"github.com/hcljson/hcljson/internal/tfname"
	"github.com/hcljson/hcljson/schema"
)

// Document is what one JSON text holds. One of State and Plan is set.
type Document struct {
	// FormatVersion is that of the text: "1.2".
	FormatVersion string `json:"format_version"`
	// ProductVersion is the version of OpenTofu or Terraform that printed it.
	ProductVersion string `json:"terraform_version"`
	State          *State `json:"-"`
	Plan           *Plan  `json:"-"`

	*source
}

// State is a state representation. Values is nil if there is no state.
type State struct {
	Values *Values `json:"values"`
	Checks []Check `json:"checks"`
}

// Values is a values representation, of a state or of what is planned.
type Values struct {
	Outputs Members[Output] `json:"outputs"`
	Root    Module          `json:"root_module"`
}

// Output is the value of an output of the root module.
type Output struct {
	Name      string `json:"-"`
	Sensitive bool   `json:"sensitive"`
	// Type is the type in the JSON notation of cty, and Value the value.
	Type  Value `json:"type"`
	Value Value `json:"value"`
}

// Module is an instance of a module. The address of the root module is empty.
type Module struct {
	Address   string     `json:"address"`
	Resources []Resource `json:"resources"`
	Children  []Module   `json:"child_modules"`
}

// All yields the resources of a module and of those below it.
func (m *Module) All(yield func(*Resource) bool) { m.each(yield) }

func (m *Module) each(yield func(*Resource) bool) bool {
	for i := range m.Resources {
		if !yield(&m.Resources[i]) {
			return false
		}
	}
	return !slices.ContainsFunc(m.Children, func(child Module) bool { return !child.each(yield) })
}

// The modes of resources.
const (
	Managed   = "managed"
	Data      = tfname.DataBlock
	Ephemeral = tfname.EphemeralBlock
)

// Part returns the part of a provider's schema that the resources of a mode are in.
func Part(mode string) schema.Part {
	switch mode {
	case Data:
		return schema.DataSource
	case Ephemeral:
		return schema.EphemeralResource
	}
	return schema.Resource
}

// Prefix returns what is before the type in the addresses of a mode: "data.".
func Prefix(mode string) string {
	if Part(mode) == schema.Resource {
		return ""
	}
	return mode + "."
}

// Resource is an instance of a resource.
type Resource struct {
	Address string `json:"address"`
	// Mode is [Managed], [Data] or [Ephemeral].
	Mode string `json:"mode"`
	Type string `json:"type"`
	Name string `json:"name"`
	Key  Key    `json:"index"`
	// Provider is the address of the provider:
	// "registry.opentofu.org/hashicorp/aws".
	Provider      string `json:"provider_name"`
	SchemaVersion int    `json:"schema_version"`
	// Values are the arguments and attributes, and Sensitive has true for those
	// of them that are sensitive.
	Values    Value `json:"values"`
	Sensitive Value `json:"sensitive_values"`
	// Identity is what identifies the object in its provider's system.
	Identity  Value    `json:"identity"`
	DependsOn []string `json:"depends_on"`
	Tainted   bool     `json:"tainted"`
	// Deposed is the key of a deposed object, or empty.
	Deposed string `json:"deposed_key"`
	// Place is that of the object in the text, for diagnostics.
	Place Value `json:"-"`
}

// Plan is a plan representation.
type Plan struct {
	Variables Members[Variable] `json:"variables"`
	// Planned is nil if the plan does not have it.
	Planned *Values `json:"planned_values"`
	Prior   *State  `json:"prior_state"`
	// Configuration is nil if the plan does not have it.
	Configuration *Configuration `json:"configuration"`
	// Changes are those that are planned, and Drift those that were found.
	// Deferred are the ones that are put off.
	Changes  []ResourceChange `json:"resource_changes"`
	Drift    []ResourceChange `json:"resource_drift"`
	Deferred []DeferredChange `json:"deferred_changes"`
	// Actions are those of Terraform since 1.14 that are invoked, DeferredActions
	// those that are put off.
	Actions         []ActionInvocation    `json:"action_invocations"`
	DeferredActions []DeferredInvocation  `json:"deferred_action_invocations"`
	OutputChanges   Members[OutputChange] `json:"output_changes"`
	Relevant        []RelevantAttribute   `json:"relevant_attributes"`
	Checks          []Check               `json:"checks"`
	Timestamp       string                `json:"timestamp"`
	// Errored: planning failed.
	Errored bool `json:"errored"`
	// Complete: nothing is left to plan when this has been applied. Applyable: there
	// is something to apply. They are nil if the document does not say, as those of
	// OpenTofu do not.
	Complete  *bool `json:"complete"`
	Applyable *bool `json:"applyable"`
}

// EachChange yields all changes: those that are planned, found, and put off.
func (p *Plan) EachChange(yield func(*ResourceChange) bool) {
	for _, changes := range [][]ResourceChange{p.Changes, p.Drift} {
		for i := range changes {
			if !yield(&changes[i]) {
				return
			}
		}
	}
	for i := range p.Deferred {
		if !yield(&p.Deferred[i].ResourceChange) {
			return
		}
	}
}

// Variable is the value that an input variable of the root module has.
type Variable struct {
	Name  string `json:"-"`
	Value Value  `json:"value"`
}

// ResourceChange is what happens to an instance of a resource, or to an object
// of it that is deposed.
type ResourceChange struct {
	Address string `json:"address"`
	// PreviousAddress is the address before it was moved, or empty.
	PreviousAddress string `json:"previous_address"`
	// ModuleAddress is that of the module instance; that of the root is empty.
	ModuleAddress string `json:"module_address"`
	Mode          string `json:"mode"`
	Type          string `json:"type"`
	Name          string `json:"name"`
	Key           Key    `json:"index"`
	Provider      string `json:"provider_name"`
	Deposed       string `json:"deposed"`
	Change        Change `json:"change"`
	// Reason is the code of a reason for the action, or empty. Codes may come that
	// nobody knows yet.
	Reason string `json:"action_reason"`
	// Place is that of the object in the text, for diagnostics.
	Place Value `json:"-"`
}

// DeferredChange is a change that is put off, with the code of the reason.
type DeferredChange struct {
	ResourceChange `json:"resource_change"`
	DeferredReason string `json:"reason"`
}

// ActionInvocation is the invocation of an action.
type ActionInvocation struct {
	Address  string `json:"address"`
	Type     string `json:"type"`
	Name     string `json:"name"`
	Provider string `json:"provider_name"`
	// Values are the arguments. Sensitive and Unknown have true for what is so.
	Values    Value `json:"config_values"`
	Sensitive Value `json:"config_sensitive"`
	Unknown   Value `json:"config_unknown"`
	// Trigger is empty if the action is invoked by itself, and Invoked says more then.
	Trigger ActionTrigger `json:"lifecycle_action_trigger"`
	Invoked ActionTrigger `json:"invoke_action_trigger"`
	// Place is that of the object in the text, for diagnostics.
	Place Value `json:"-"`
}

// ActionTrigger has the address of the resource instance that an action goes with;
// Event says when: "AfterCreate".
type ActionTrigger struct {
	Resource string `json:"triggering_resource_address"`
	Caller   string `json:"calling_resource_address"`
	Event    string `json:"action_trigger_event"`
}

// TriggeredBy is the address of the resource instance that the action goes with, or
// empty.
func (a *ActionInvocation) TriggeredBy() string {
	return cmp.Or(a.Trigger.Resource, a.Trigger.Caller, a.Invoked.Resource, a.Invoked.Caller)
}

// DeferredInvocation is an invocation that is put off, with the code of the reason.
type DeferredInvocation struct {
	ActionInvocation `json:"action_invocation"`
	DeferredReason   string `json:"reason"`
}

// OutputChange is the change of an output of the root module.
type OutputChange struct {
	Name   string `json:"-"`
	Change Change `json:"change"`
}

// Change is a change representation.
type Change struct {
	// Actions are "no-op", "create", "read", "update", "delete" and "forget"; a
	// replacement has two.
	Actions []string `json:"actions"`
	// Before and After are the values. In After, what is unknown is missing or
	// null; AfterUnknown has true for it.
	Before       Value `json:"before"`
	After        Value `json:"after"`
	AfterUnknown Value `json:"after_unknown"`
	// BeforeSensitive and AfterSensitive have true for what is sensitive.
	BeforeSensitive Value `json:"before_sensitive"`
	AfterSensitive  Value `json:"after_sensitive"`
	// ReplacePaths are the paths to what forces a replacement.
	ReplacePaths [][]Step `json:"replace_paths"`
	// Importing is not nil if the object is imported.
	Importing *Importing `json:"importing"`
	// GeneratedConfig is the configuration that the product made up.
	GeneratedConfig string `json:"generated_config"`
}

// Importing is the import of an object, by its id or its identity.
type Importing struct {
	ID       string `json:"id"`
	Unknown  bool   `json:"unknown"`
	Identity Value  `json:"identity"`
}

// Step is a step of a path: the name of an attribute or the key of a map, or the
// index of a list.
type Step struct {
	Name    string
	Index   int
	IsIndex bool
}

// PathText writes a path as it is in an expression: network[0].ip. key returns a
// name as a key of an object, which is quoted where it is not an identifier.
func PathText(path []Step, key func(name string) string) string {
	var b strings.Builder
	for _, step := range path {
		switch name := key(step.Name); {
		case step.IsIndex:
			b.WriteString("[" + strconv.Itoa(step.Index) + "]")
		case name != step.Name:
			b.WriteString("[" + name + "]")
		case b.Len() > 0:
			b.WriteString("." + name)
		default:
			b.WriteString(name)
		}
	}
	return b.String()
}

// RelevantAttribute is an attribute that has contributed to a change.
type RelevantAttribute struct {
	Resource  string    `json:"resource"`
	Attribute Attribute `json:"attribute"`
}

// Attribute is the path to an attribute.
type Attribute []Step

// Check is a checks representation: the checks of one object.
type Check struct {
	Address   CheckAddress    `json:"address"`
	Status    string          `json:"status"`
	Instances []CheckInstance `json:"instances"`
}

// CheckAddress says what is checked. Kind is "resource", "output_value", "check",
// "var" or one that nobody knows yet; ToDisplay is right for all of them. Key is that
// of an instance.
type CheckAddress struct {
	Kind      string `json:"kind"`
	ToDisplay string `json:"to_display"`
	Module    string `json:"module"`
	Mode      string `json:"mode"`
	Type      string `json:"type"`
	Name      string `json:"name"`
	Key       Key    `json:"instance_key"`
}

// CheckInstance are the checks of one instance of an object.
type CheckInstance struct {
	Address CheckAddress `json:"address"`
	Status  string       `json:"status"`
	// Problems are the conditions that failed.
	Problems []CheckProblem `json:"problems"`
}

// CheckProblem is what is said of a condition that failed.
type CheckProblem struct {
	Message string `json:"message"`
}

// Key is the key of an instance: none, the index of count, or the key of
// for_each.
type Key struct {
	Kind KeyKind
	Int  int
	Text string
}

// KeyKind says what a [Key] is.
type KeyKind uint8

const (
	NoKey KeyKind = iota
	IntKey
	StringKey
)

// Compare orders keys as the products do: indexes by number, before texts.
func (k Key) Compare(other Key) int {
	return cmp.Or(cmp.Compare(k.Kind, other.Kind), cmp.Compare(k.Int, other.Int), cmp.Compare(k.Text, other.Text))
}

// ModuleStep is one call in the address of a module instance.
type ModuleStep struct {
	Name string
	Key  Key
}

// ParseModuleAddress takes the address of a module instance apart. It reports
// false for anything else. That of the root module is empty and has no steps.
func ParseModuleAddress(address string) ([]ModuleStep, bool) {
	if address == "" {
		return nil, true
	}
	traversal, diags := hclsyntax.ParseTraversalAbs([]byte(address), "", hcl.InitialPos)
	if diags.HasErrors() {
		return nil, false
	}
	var steps []ModuleStep
	for i := 0; i < len(traversal); {
		if hcltext.StepName(traversal[i]) != tfname.ModuleBlock || i+1 == len(traversal) {
			return nil, false
		}
		step := ModuleStep{Name: hcltext.StepName(traversal[i+1])}
		i += 2
		if i < len(traversal) {
			if index, ok := traversal[i].(hcl.TraverseIndex); ok {
				key, ok := keyOf(index.Key)
				if !ok {
					return nil, false
				}
				step.Key = key
				i++
			}
		}
		if step.Name == "" {
			return nil, false
		}
		steps = append(steps, step)
	}
	return steps, true
}

func keyOf(v cty.Value) (Key, bool) {
	switch v.Type() {
	case cty.String:
		return Key{Kind: StringKey, Text: v.AsString()}, true
	case cty.Number:
		n, accuracy := v.AsBigFloat().Int64()
		return Key{Kind: IntKey, Int: int(n)}, accuracy == big.Exact
	}
	return Key{}, false
}

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
