// Package jsonformat reads and writes the JSON output format: the output of `tofu show -json` and
// `terraform show -json` for a state or a plan, and of `tofu show -json -config` for a
// configuration. [Read] reads states and plans, and [Configuration.JSON] writes configurations.
//
// The terms are those of the format's documentation, such as state representation and plan
// representation. A struct type represents a JSON object, and the tag of a field contains the name
// of the property. The value of an argument is a [Value], which is parsed on demand. A large
// document therefore needs little more memory than its text.
//
// Unknown properties are skipped, as the documentation requires. The field of a missing property has
// its zero value.
//
// The format is defined in opentofu internal/command/jsonstate, jsonplan, jsonchecks and
// jsonconfig, and in the same packages of terraform.
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

	"github.com/hcljson/hcljson/internal/facts/tfname"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/internal/text/hcltext"
)

// Document is the content of a JSON text. Either State or Plan is not nil.
type Document struct {
	// FormatVersion is the version of the format: "1.2".
	FormatVersion string `json:"format_version"`
	// ProductVersion is the version of OpenTofu or Terraform that wrote the text.
	ProductVersion string `json:"terraform_version"`
	State          *State `json:"-"`
	Plan           *Plan  `json:"-"`

	*source
}

// State is a state representation. Values is nil for an empty state.
type State struct {
	Values *Values `json:"values"`
	Checks []Check `json:"checks"`
}

// Values is a values representation: the values of a state, or the planned values.
type Values struct {
	Outputs NamedList[Output] `json:"outputs"`
	Root    Module            `json:"root_module"`
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

// All iterates over the resources of a module and of its child modules.
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

// PartOfMode returns the part of a provider's schema that defines the resources of a mode.
func PartOfMode(mode string) tables.Part {
	switch mode {
	case Data:
		return tables.DataSource
	case Ephemeral:
		return tables.EphemeralResource
	}
	return tables.Resource
}

// AddressPrefix returns the prefix of the addresses of resources of a mode, such as "data.".
func AddressPrefix(mode string) string {
	if PartOfMode(mode) == tables.Resource {
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
	// Values contains the arguments and attributes. Sensitive contains true at the paths of
	// sensitive values.
	Values    Value `json:"values"`
	Sensitive Value `json:"sensitive_values"`
	// Identity identifies the object in the provider's system.
	Identity  Value    `json:"identity"`
	DependsOn []string `json:"depends_on"`
	Tainted   bool     `json:"tainted"`
	// Deposed is the key of a deposed object, or empty.
	Deposed string `json:"deposed_key"`
	// Place is the object in the text, for diagnostics.
	Place Value `json:"-"`
}

// Plan is a plan representation.
type Plan struct {
	Variables NamedList[Variable] `json:"variables"`
	// Planned is nil if the plan contains no planned values.
	Planned *Values `json:"planned_values"`
	Prior   *State  `json:"prior_state"`
	// Configuration is nil if the plan contains no configuration.
	Configuration *Configuration `json:"configuration"`
	// Changes contains the planned changes. Drift contains changes that were made outside of the
	// product. Deferred contains the deferred changes.
	Changes  []ResourceChange `json:"resource_changes"`
	Drift    []ResourceChange `json:"resource_drift"`
	Deferred []DeferredChange `json:"deferred_changes"`
	// Actions contains the action invocations of Terraform since 1.14. DeferredActions contains the
	// deferred invocations.
	Actions         []ActionInvocation      `json:"action_invocations"`
	DeferredActions []DeferredInvocation    `json:"deferred_action_invocations"`
	OutputChanges   NamedList[OutputChange] `json:"output_changes"`
	Relevant        []RelevantAttribute     `json:"relevant_attributes"`
	Checks          []Check                 `json:"checks"`
	Timestamp       string                  `json:"timestamp"`
	// Errored is true if planning failed.
	Errored bool `json:"errored"`
	// Complete is true if no changes remain after the plan is applied. Applyable is true if the plan
	// can be applied. They are nil if the document does not contain them, as with OpenTofu.
	Complete  *bool `json:"complete"`
	Applyable *bool `json:"applyable"`
}

// EachChange iterates over all changes: planned changes, drift and deferred changes.
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

// Variable is the value of an input variable of the root module.
type Variable struct {
	Name  string `json:"-"`
	Value Value  `json:"value"`
}

// ResourceChange is the change of a resource instance, or of one of its deposed objects.
type ResourceChange struct {
	Address string `json:"address"`
	// PreviousAddress is the address before it was moved, or empty.
	PreviousAddress string `json:"previous_address"`
	// ModuleAddress is the address of the module instance; it is empty for the root module.
	ModuleAddress string `json:"module_address"`
	Mode          string `json:"mode"`
	Type          string `json:"type"`
	Name          string `json:"name"`
	Key           Key    `json:"index"`
	Provider      string `json:"provider_name"`
	Deposed       string `json:"deposed"`
	Change        Change `json:"change"`
	// Reason is the code of the reason for the action, or empty. New product versions can add
	// codes.
	Reason string `json:"action_reason"`
	// Place is the object in the text, for diagnostics.
	Place Value `json:"-"`
}

// DeferredChange is a deferred change, with the code of the reason for the deferral.
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
	// Values contains the arguments. Sensitive and Unknown contain true at the paths of sensitive
	// and unknown values.
	Values    Value `json:"config_values"`
	Sensitive Value `json:"config_sensitive"`
	Unknown   Value `json:"config_unknown"`
	// Trigger is empty if the action is invoked directly. Invoked then describes the invocation.
	Trigger ActionTrigger `json:"lifecycle_action_trigger"`
	Invoked ActionTrigger `json:"invoke_action_trigger"`
	// Place is the object in the text, for diagnostics.
	Place Value `json:"-"`
}

// ActionTrigger contains the address of the resource instance that triggers an action, and the
// event, such as "AfterCreate".
type ActionTrigger struct {
	Resource string `json:"triggering_resource_address"`
	Caller   string `json:"calling_resource_address"`
	Event    string `json:"action_trigger_event"`
}

// TriggeredBy returns the address of the resource instance that triggers the action, or "".
func (a *ActionInvocation) TriggeredBy() string {
	return cmp.Or(a.Trigger.Resource, a.Trigger.Caller, a.Invoked.Resource, a.Invoked.Caller)
}

// DeferredInvocation is a deferred invocation, with the code of the reason for the deferral.
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
	// Actions contains "no-op", "create", "read", "update", "delete" or "forget". A replacement has
	// two actions.
	Actions []string `json:"actions"`
	// Before and After are the values before and after the change. Unknown parts of After are
	// missing or null. AfterUnknown contains true at their paths.
	Before       Value `json:"before"`
	After        Value `json:"after"`
	AfterUnknown Value `json:"after_unknown"`
	// BeforeSensitive and AfterSensitive contain true at the paths of sensitive values.
	BeforeSensitive Value `json:"before_sensitive"`
	AfterSensitive  Value `json:"after_sensitive"`
	// ReplacePaths contains the paths that force a replacement.
	ReplacePaths [][]Step `json:"replace_paths"`
	// Importing is not nil if the object is imported.
	Importing *Importing `json:"importing"`
	// GeneratedConfig is the configuration that the product generated.
	GeneratedConfig string `json:"generated_config"`
}

// Importing is the import of an object, by its id or its identity.
type Importing struct {
	ID       string `json:"id"`
	Unknown  bool   `json:"unknown"`
	Identity Value  `json:"identity"`
}

// Step is a step of a path: the name of an attribute, the key of a map, or the index of a list.
type Step struct {
	Name    string
	Index   int
	IsIndex bool
}

// PathText returns a path as in an expression: network[0].ip. The function key returns a name as an
// object key, with quotes if it is not an identifier.
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

// RelevantAttribute is an attribute that contributed to a change.
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

// CheckAddress is the address of a checked object. Kind is "resource", "output_value", "check" or
// "var". Newer product versions can have other kinds. ToDisplay is correct for all kinds. Key is the
// key of an instance.
type CheckAddress struct {
	Kind      string `json:"kind"`
	ToDisplay string `json:"to_display"`
	Module    string `json:"module"`
	Mode      string `json:"mode"`
	Type      string `json:"type"`
	Name      string `json:"name"`
	Key       Key    `json:"instance_key"`
}

// CheckInstance is the result of the checks of one instance.
type CheckInstance struct {
	Address CheckAddress `json:"address"`
	Status  string       `json:"status"`
	// Problems contains the failed conditions.
	Problems []CheckProblem `json:"problems"`
}

// CheckProblem is the message of a failed condition.
type CheckProblem struct {
	Message string `json:"message"`
}

// Key is the key of an instance: none, an index of count, or a key of for_each.
type Key struct {
	Kind KeyKind
	Int  int
	Text string
}

// KeyKind is the kind of a [Key].
type KeyKind uint8

const (
	// NoKey means that the instance has no key.
	NoKey KeyKind = iota
	// IntKey is an index of count.
	IntKey
	// StringKey is a key of for_each.
	StringKey
)

// Compare compares keys in the order of the products: indexes by number, and texts after them.
func (k Key) Compare(other Key) int {
	return cmp.Or(cmp.Compare(k.Kind, other.Kind), cmp.Compare(k.Int, other.Int), cmp.Compare(k.Text, other.Text))
}

// ModuleStep is one call in the address of a module instance.
type ModuleStep struct {
	Name string
	Key  Key
}

// ParseModuleAddress splits the address of a module instance into its calls. The root module's
// address is empty and has no steps. The second result is false for any other text.
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

// Configuration is the configuration representation of a module and its child modules.
type Configuration struct {
	// Providers contains the provider configurations of all modules. A key consists of the module
	// address, the local name and the alias, such as "aws.west" or "module.child:aws".
	// Configurations that a caller passes to a module are omitted.
	Providers NamedList[*ProviderConfig] `json:"provider_config,omitempty"`
	Root      ConfigModule               `json:"root_module"`
	// Notes contains information that the products do not write.
	Notes *Notes `json:"hcljson,omitempty"`
}

// Notes contains information of hcljson about a representation.
type Notes struct {
	// Dir is the directory of the module, as in the request.
	Dir string `json:"dir,omitempty"`
	// ResourcesWithoutSchema contains the full addresses of resources without a schema.
	ResourcesWithoutSchema []string `json:"resources_without_schema,omitempty"`
	// ProviderConfigsWithoutSchema contains the keys of provider configurations without a schema.
	ProviderConfigsWithoutSchema []string `json:"provider_configs_without_schema,omitempty"`
}

// ProviderConfig is the configuration or the requirement of a provider.
type ProviderConfig struct {
	Key               string `json:"-"`
	Name              string `json:"name,omitempty"`
	FullName          string `json:"full_name,omitempty"`
	Alias             string `json:"alias,omitempty"`
	VersionConstraint string `json:"version_constraint,omitempty"`
	ModuleAddress     string `json:"module_address,omitempty"`
	// Expressions is a block expressions representation, in this and in other types. Each argument
	// in it is an expression representation; see [Value.Expression]. The blocks of a type are an
	// object for single nesting, a map of objects for map nesting, and an array otherwise. Dynamic
	// blocks are omitted.
	Expressions Value `json:"expressions,omitempty"`
}

// ConfigModule contains the declarations of a module.
type ConfigModule struct {
	Outputs NamedList[*ConfigOutput] `json:"outputs,omitempty"`
	// Resources is sorted by mode (managed, data, ephemeral) and address.
	Resources []*ConfigResource          `json:"resources,omitempty"`
	Calls     NamedList[*ModuleCall]     `json:"module_calls,omitempty"`
	Variables NamedList[*ConfigVariable] `json:"variables,omitempty"`
	// Actions are present for Terraform since 1.14.
	Actions []*ConfigAction `json:"actions,omitempty"`
}

// ConfigOutput is the block of an output.
type ConfigOutput struct {
	Name      string `json:"-"`
	Sensitive bool   `json:"sensitive,omitempty"`
	// Ephemeral and Deprecated are present for OpenTofu.
	Ephemeral   bool     `json:"ephemeral,omitempty"`
	Deprecated  string   `json:"deprecated,omitempty"`
	Expression  Value    `json:"expression"`
	DependsOn   []string `json:"depends_on,omitempty"`
	Description string   `json:"description,omitempty"`
}

// ConfigResource is a resource, data or ephemeral block. Count and ForEach are expression
// representations, or not set.
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
	// SchemaVersion is the version of the provider's schema, or nil without a schema.
	SchemaVersion *uint64  `json:"schema_version,omitempty"`
	Count         Value    `json:"count_expression,omitempty"`
	ForEach       Value    `json:"for_each_expression,omitempty"`
	DependsOn     []string `json:"depends_on,omitempty"`
}

// Provisioner is a provisioner block. Connections are omitted.
type Provisioner struct {
	Type        string `json:"type,omitempty"`
	Expressions Value  `json:"expressions,omitempty"`
}

// ModuleCall is the block of a module call.
type ModuleCall struct {
	Name string `json:"-"`
	// Source is the source as written. The documentation calls it ResolvedSource.
	Source         string `json:"source,omitempty"`
	ResolvedSource string `json:"resolved_source,omitempty"`
	Expressions    Value  `json:"expressions,omitempty"`
	Count          Value  `json:"count_expression,omitempty"`
	ForEach        Value  `json:"for_each_expression,omitempty"`
	// Module is nil if the source is not local or cannot be read. The expressions then contain all
	// arguments of the block, as in the products for a module with an error.
	Module            *ConfigModule `json:"module,omitempty"`
	VersionConstraint string        `json:"version_constraint,omitempty"`
	DependsOn         []string      `json:"depends_on,omitempty"`
}

// ConfigVariable is the block of a variable. Type, Required, Ephemeral and Deprecated are present
// for OpenTofu.
type ConfigVariable struct {
	Name string `json:"-"`
	// Type is the type constraint in JSON. It is not set for the type any.
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

// JSON returns the document with a final newline. If compact is true, the document is on one line.
// Otherwise it is indented by two spaces. Equal configurations have equal texts.
func (c *Configuration) JSON(compact bool) ([]byte, error) {
	text := append(appendJSON(nil, reflect.ValueOf(c)), '\n')
	if compact {
		return text, nil
	}
	var indented bytes.Buffer
	err := json.Indent(&indented, text, "", "  ")
	return indented.Bytes(), err
}
