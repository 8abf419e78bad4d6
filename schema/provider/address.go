package provider

import (
	"errors"
	"fmt"
	"strings"

	svchost "github.com/hashicorp/terraform-svchost"

	tfaddr "github.com/hashicorp/terraform-registry-address"

	"github.com/hcljson/hcljson/schema/opentofu"
)

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
