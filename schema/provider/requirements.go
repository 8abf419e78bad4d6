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

	"github.com/hcljson/hcljson/internal/reading"
	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// File is a file of a module.
type File struct {
	Bytes []byte
	// Filename is used in diagnostics only.
	Filename string
	// JSON says that the file is HCL-JSON rather than native syntax.
	JSON bool
	// Override: the product merges the file into the others.
	Override bool
}

// Body returns the body of the file, as much as can be read of it; nil if that is nothing.
func (f File) Body() hcl.Body {
	body, _ := reading.Body(f.Bytes, f.Filename, f.JSON)
	return body
}

// Requirement is what a module says of a provider.
type Requirement struct {
	Address tfaddr.Provider
	// Err is why what the module says is not an address, and nil if it is one. Such a
	// name stands for no provider, and not for the one that it would be by default.
	Err error
	// Constraints are the versions that the module takes; none means any.
	Constraints version.Constraints
}

// Requirements are the providers that a module requires, by their local names.
type Requirements struct {
	Providers map[string]Requirement
	// Providers of objects in modules with override files: the provider argument
	// that a block with the same type and labels has in another file.
	objects map[object]string
	// Terraform: addresses without a host are those of Terraform's registry
	// rather than OpenTofu's.
	Terraform bool
}

// object names a resource, or something else that a provider defines.
type object struct {
	part      schema.Part
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

// String is the same for requirements that are the same.
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

// Requirement returns what the module says of a local name: what it requires, or
// the provider that the name stands for without that. It reports false for a
// name that cannot be one of a provider.
func (r Requirements) Requirement(local string) (Requirement, bool) {
	if found, ok := r.Providers[local]; ok {
		return found, true
	}
	address, ok := impliedAddress(local, r.Terraform)
	return Requirement{Address: address}, ok
}

// The registries of addresses that name none.
var (
	openTofuHost  = svchost.Hostname(opentofu.OpenTofu.Registry())
	terraformHost = svchost.Hostname(opentofu.Terraform.Registry())
)

// defaultNamespace is that of addresses that name none (opentofu
// internal/addrs/provider.go, ImpliedProviderForUnqualifiedType).
const defaultNamespace = "hashicorp"

// ParseAddress reads a provider's source address: "hashicorp/aws", "aws" or
// "example.com/namespace/type". Without a host it is that of the product's
// registry.
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

// DefaultHost is the registry of addresses without a host.
func DefaultHost(terraform bool) svchost.Hostname {
	if terraform {
		return terraformHost
	}
	return openTofuHost
}

// impliedAddress is that of a local name that the configuration does not require
// (opentofu internal/addrs/provider.go, ImpliedProviderForUnqualifiedType).
func impliedAddress(local string, terraform bool) (tfaddr.Provider, bool) {
	if local == opentofu.BuiltInName {
		return tfaddr.Provider{Type: local, Namespace: tfaddr.BuiltInProviderNamespace,
			Hostname: tfaddr.BuiltInProviderHost}, true
	}
	address, err := ParseAddress(local, terraform)
	return address, err == nil
}

// IsDefaultHost reports whether a host is the registry of one of the products.
// Both have the same providers under the same names.
func IsDefaultHost(host svchost.Hostname) bool {
	return host == openTofuHost || host == terraformHost
}

// displayName is an address for messages, without the registries of the products.
func displayName(address tfaddr.Provider) string {
	if IsDefaultHost(address.Hostname) {
		return address.Namespace + "/" + address.Type
	}
	return address.ForDisplay()
}

// Same reports whether two addresses are those of one provider: they are equal,
// or in the registries of the two products.
func Same(a, b tfaddr.Provider) bool {
	return a.Namespace == b.Namespace && a.Type == b.Type &&
		(a.Hostname == b.Hostname || IsDefaultHost(a.Hostname) && IsDefaultHost(b.Hostname))
}

// Addresses returns an address, and that of the same provider in the registry of
// the other product if there is one.
func Addresses(address tfaddr.Provider) []tfaddr.Provider {
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
