package provider

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/go-version"
	"github.com/hashicorp/hcl/v2"
	tfaddr "github.com/hashicorp/terraform-registry-address"
	svchost "github.com/hashicorp/terraform-svchost"

	"github.com/hcljson/hcljson/internal/facts/tfname"
	"github.com/hcljson/hcljson/internal/language/reading"
	"github.com/hcljson/hcljson/internal/language/source"
	"github.com/hcljson/hcljson/internal/schema/tables"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// File is a file of a module.
type File struct {
	*source.Source
	// Override is true if the product merges the file into the other files.
	Override bool
}

// Body returns the readable part of the file's body, or nil.
func (f File) Body() hcl.Body {
	body, _ := reading.Body(f.Bytes(), f.Name, f.JSON)
	return body
}

// Requirement is a module's requirement of a provider.
type Requirement struct {
	Address tfaddr.Provider
	// Err is not nil if the address is invalid. The local name then has no provider, not even the
	// default provider of this name.
	Err error
	// Constraints are the versions that the module accepts; none means any version.
	Constraints version.Constraints
}

// Requirements contains the providers that a module requires, by local name.
type Requirements struct {
	Providers map[string]Requirement
	// objects contains the provider arguments of objects in modules with override files, where the
	// argument may be in another file than the block.
	objects map[providerObject]string
	// Terraform is true if the default host of addresses is Terraform's registry instead of
	// OpenTofu's.
	Terraform bool
}

// providerObject identifies a resource, or another object that a provider defines.
type providerObject struct {
	part      tables.Part
	typ, name string
}

func requiredAddress(name, source string, terraform bool) (tfaddr.Provider, error) {
	if source == name {
		if address, ok := impliedAddress(name, terraform); ok {
			return address, nil
		}
	}
	return ParseAddress(source, terraform)
}

// String returns a text that is equal for equal requirements.
func (r Requirements) String() string {
	var b strings.Builder
	for _, local := range slices.Sorted(maps.Keys(r.Providers)) {
		required := r.Providers[local]
		if required.Err != nil {
			fmt.Fprintf(&b, "%s: %s\n", local, required.Err)
			continue
		}
		fmt.Fprintf(&b, "%s = %s %s\n", local, required.Address, required.Constraints)
	}
	if len(r.objects) > 0 {
		fmt.Fprintf(&b, "%v\n", r.objects)
	}
	return b.String()
}

// Requirement returns the module's requirement for a local name, or the default provider for that
// name. It returns false if the name is not a valid provider name.
func (r Requirements) Requirement(local string) (Requirement, bool) {
	if found, ok := r.Providers[local]; ok {
		return found, true
	}
	address, ok := impliedAddress(local, r.Terraform)
	return Requirement{Address: address}, ok
}

// These are the default hosts of addresses.
var (
	openTofuHost  = svchost.Hostname(tfname.Registry(opentofu.OpenTofu.String()))
	terraformHost = svchost.Hostname(tfname.Registry(opentofu.Terraform.String()))
)

// defaultNamespace is the default namespace of addresses (opentofu internal/addrs/provider.go,
// ImpliedProviderForUnqualifiedType).
const defaultNamespace = "hashicorp"

// ParseAddress parses a provider's source address: "hashicorp/aws", "aws" or
// "example.com/namespace/type". The default host is the product's registry.
func ParseAddress(source string, terraform bool) (tfaddr.Provider, error) {
	address, err := tfaddr.ParseProviderSource(source)
	if parse := (*tfaddr.ParserError)(nil); errors.As(err, &parse) {
		err = errors.New(strings.TrimSuffix(parse.Detail, "."))
	}
	if err != nil {
		return tfaddr.Provider{}, fmt.Errorf("%q is not the address of a provider: %w", source, err)
	}
	if address.Namespace == tfaddr.UnknownProviderNamespace {
		address.Namespace = defaultNamespace
	}
	if strings.Count(source, "/") < 2 {
		address.Hostname = DefaultHost(terraform)
	}
	return address, nil
}

// DefaultHost returns the default host of addresses.
func DefaultHost(terraform bool) svchost.Hostname {
	if terraform {
		return terraformHost
	}
	return openTofuHost
}

// impliedAddress returns the address of a local name that the configuration does not require
// (opentofu internal/addrs/provider.go, ImpliedProviderForUnqualifiedType).
func impliedAddress(local string, terraform bool) (tfaddr.Provider, bool) {
	if local == tfname.BuiltInName {
		return tfaddr.Provider{Type: local, Namespace: tfaddr.BuiltInProviderNamespace,
			Hostname: tfaddr.BuiltInProviderHost}, true
	}
	address, err := ParseAddress(local, terraform)
	return address, err == nil
}

// IsDefaultHost reports whether a host is the registry of OpenTofu or Terraform. Both registries
// have the same providers under the same names.
func IsDefaultHost(host svchost.Hostname) bool {
	return host == openTofuHost || host == terraformHost
}

// displayName returns an address for messages, without the registries of the products. It returns "" for an invalid address.
func displayName(address tfaddr.Provider) string {
	switch {
	case address.IsZero():
		return ""
	case IsDefaultHost(address.Hostname):
		return address.Namespace + "/" + address.Type
	}
	return address.ForDisplay()
}

// IsSame reports whether two addresses refer to one provider: they are equal, or differ only in the
// registries of the two products.
func IsSame(a, b tfaddr.Provider) bool {
	return a.Namespace == b.Namespace && a.Type == b.Type &&
		(a.Hostname == b.Hostname || IsDefaultHost(a.Hostname) && IsDefaultHost(b.Hostname))
}

// EquivalentAddresses returns an address, followed by the address of the same provider in the other product's
// registry if the host is such a registry.
func EquivalentAddresses(address tfaddr.Provider) []tfaddr.Provider {
	list := []tfaddr.Provider{address}
	other := address
	switch address.Hostname {
	case openTofuHost:
		other.Hostname = terraformHost
	case terraformHost:
		other.Hostname = openTofuHost
	default:
		return list
	}
	return append(list, other)
}
