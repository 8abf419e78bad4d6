package provider

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/go-version"
	tfaddr "github.com/hashicorp/terraform-registry-address"

	"github.com/hcljson/hcljson/schema"
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
