package registry

import (
	"errors"
	"fmt"
	"strings"

	"github.com/hashicorp/go-version"
	tfaddr "github.com/hashicorp/terraform-registry-address"
	svchost "github.com/hashicorp/terraform-svchost"

	"github.com/hcljson/hcljson/internal/provider"
)

// addressError is the error for an address that is invalid in a registry.
func addressError(given string, err error) error {
	return fmt.Errorf("%q is no address of a provider in a registry: %w", given, err)
}

// ParseAddress parses the address of a provider, "[HOST/][NAMESPACE/]TYPE", optionally with "@" and
// a version, "5.0.0", or version constraints, "~> 5.0". As in the products, the default host is
// [provider.DefaultHost], and the default namespace is "hashicorp". Without constraints the result
// is nil.
//
// It returns an error for addresses that exist in no registry: terraform.io/builtin/terraform and
// -/TYPE.
func ParseAddress(s string, terraform bool) (tfaddr.Provider, version.Constraints, error) {
	source, wanted, versioned := strings.Cut(s, "@")
	addr, err := provider.ParseAddress(source, terraform)
	switch {
	case source == "terraform":
		err = errBuiltin
	case err == nil:
		err = checkAddress(addr)
	}
	if err != nil {
		return tfaddr.Provider{}, nil, addressError(s, err)
	}
	if !versioned {
		return addr, nil, nil
	}
	constraints, err := version.NewConstraint(wanted)
	if err != nil {
		err = errors.New(`what follows "@" is neither a version such as 5.0.0 nor version constraints such as ~> 5.0`)
		return tfaddr.Provider{}, nil, addressError(s, err)
	}
	return addr, constraints, nil
}

var (
	errBuiltin = errors.New("the provider is built into the product and is in no registry; the " +
		"product prints its schema with \"providers schema -json\"")
	errLegacy = errors.New("the namespace \"-\" stands for a provider from before Terraform 0.13, whose namespace " +
		"is not known; write NAMESPACE/TYPE, such as hashicorp/aws")
)

// checkAddress returns an error if no registry can contain the provider.
func checkAddress(addr tfaddr.Provider) error {
	switch {
	case addr.IsBuiltIn():
		return errBuiltin
	case addr.Namespace == tfaddr.LegacyProviderNamespace:
		return errLegacy
	}
	return nil
}

// checkParts is checkAddress for an address from other sources than ParseAddress, with possibly
// invalid parts.
func checkParts(addr tfaddr.Provider) error {
	err := checkAddress(addr)
	host, hostErr := svchost.ForComparison(svchost.ForDisplay(string(addr.Hostname)))
	namespace, namespaceErr := tfaddr.ParseProviderNamespace(addr.Namespace)
	name, nameErr := tfaddr.ParseProviderPart(addr.Type)
	valid := hostErr == nil && namespaceErr == nil && nameErr == nil &&
		addr == tfaddr.Provider{Hostname: host, Namespace: namespace, Type: name}
	if err == nil && !valid {
		err = errors.New("it must have a host, a namespace and a type, in their normal form")
	}
	if err != nil {
		return addressError(string(addr.Hostname)+"/"+addr.Namespace+"/"+addr.Type, err)
	}
	return nil
}
