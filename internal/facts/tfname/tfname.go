// Package tfname contains the block types and arguments of OpenTofu and Terraform that code outside of
// their tables writes or looks up, and the types of the language's own arguments (kinds.go).
package tfname

import (
	"slices"
	"strings"
)

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

// The Takes constants are the kinds of constants in tables.Value.Takes.
const (
	TakesBool      = "bool"
	TakesVersions  = "versions"   // version constraints
	TakesSource    = "source"     // the address of a provider
	TakesName      = "name"       // an identifier
	TakesProvider  = "provider"   // the local name of a provider, perhaps with an alias
	TakesAddress   = "address"    // a reference with a type and a name
	TakesType      = "type"       // a type constraint
	TakesList      = "list"       // a list, of a rule for its elements
	TakesString    = "string"     // any value that is no list, map or object
	TakesText      = "text"       // text without template sequences
	TakesCount     = "count"      // a whole number from 0 on
	TakesMap       = "map"        // a map or a set of strings
	TakesCondition = "condition"  // a bool, not null
	TakesWhole     = "whole"      // a reference to a whole object, without its attributes
	TakesObject    = "object"     // the address of a resource or module, perhaps with keys
	TakesInstance  = "instance"   // the address of a resource, perhaps with keys
	TakesConfig    = "configured" // the address of a resource or module without keys
	TakesNumber    = "number"     // a number
	TakesStrings   = "strings"    // a list of strings
	TakesTexts     = "texts"      // a map of strings
	TakesArgument  = "argument"   // a reference to an argument of the enclosing resource
	TakesID        = "id"         // a string that is not empty
	TakesModule    = "module"     // the source of a module
	TakesLocalName = "local name" // the local name of a provider, as the key of an object or a label
	TakesBackend   = "backend"    // the name of a backend
	TakesValues    = "values"     // a map or an object
)

// AllWord is the keyword for all arguments in ignore_changes.
const AllWord = "all"

// NamesOfObject returns the most names of a reference to a whole object that starts with the given name
// (internal/addrs/parse_ref.go).
func NamesOfObject(root string) int {
	if slices.Contains([]string{"data", "ephemeral", "resource", "module", "list"}, root) {
		return 3
	}
	return 2
}

// Registry returns the default host of provider addresses of a product, "opentofu" or "terraform".
func Registry(product string) string { return "registry." + product + hostSuffixes[product] }

var hostSuffixes = map[string]string{"opentofu": ".org", "terraform": ".io"}

// IsLocalName reports whether a text can be the local name of a provider (hashicorp/terraform-registry-address,
// ParseProviderPart): lower case letters, digits and single dashes inside of it. Other letters than those of ASCII pass.
func IsLocalName(text string) bool {
	return text != "" && strings.ToLower(text) == text && !strings.ContainsAny(text, "_. /\t\n") &&
		!strings.HasPrefix(text, "-") && !strings.HasSuffix(text, "-") && !strings.Contains(text, "--")
}

// Backends contains the names of the backends of all versions (internal/backend/init/init.go).
var Backends = []string{
	"artifactory", "atlas", "azure", "azurerm", "cloud", "consul", "cos", "etcd", "etcdv3", "gcs", "http", "inmem", "kubernetes",
	"local", "manta", "oci", "oss", "pg", "remote", "s3", "swift",
}

// IsModuleSource reports whether a text can be the source of a module (internal/addrs/module_source.go): a local path, an
// address in a registry of three or four parts, or a remote address. It accepts every text that a version of a product or
// of hashicorp/go-getter could recognize as a remote address.
func IsModuleSource(text string) bool {
	if strings.ContainsAny(text, ":@?") || strings.HasPrefix(text, "./") || strings.HasPrefix(text, "../") ||
		strings.HasPrefix(text, "/") || strings.HasPrefix(text, `.\`) || strings.HasPrefix(text, `..\`) {
		return true
	}
	path, _, _ := strings.Cut(text, "//")
	parts := strings.Split(path, "/")
	return len(parts) > 2 || len(parts) == 2 && strings.Contains(parts[0], ".")
}
