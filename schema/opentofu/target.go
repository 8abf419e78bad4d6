package opentofu

import (
	"fmt"
	"strconv"
	"strings"
)

// Product is one of the two products that read the language.
type Product uint8

const (
	// OpenTofu reads .tf and .tofu files.
	OpenTofu Product = iota
	// Terraform reads .tf files.
	Terraform
)

// products are what is different about them next to the tables.
var products = [...]struct{ name, title, registry string }{
	OpenTofu:  {"opentofu", "OpenTofu", "registry.opentofu.org"},
	Terraform: {"terraform", "Terraform", "registry.terraform.io"},
}

// String returns the name of the product as [ParseTarget] reads it.
func (p Product) String() string { return products[p].name }

// other is the other product.
func other(p Product) Product { return OpenTofu + Terraform - p }

// title is the name of the product in messages.
func (p Product) title() string { return products[p].title }

// Registry is the host of the addresses of providers that name none.
func (p Product) Registry() string { return products[p].registry }

// Target is the product and version that reads the files. The two products, and
// their versions, read some JSON strings differently. Without a version it is
// the newest that the tables cover, so the zero value is the newest OpenTofu.
type Target struct {
	Product      Product
	Major, Minor int
	// Alone: the other product does not read the files.
	Alone bool
}

// The newest versions that the tables cover; a target without a version means
// these.
var (
	newestOpenTofu  = Target{Product: OpenTofu, Major: 1, Minor: 13}
	newestTerraform = Target{Product: Terraform, Major: 1, Minor: 16}
)

// ParseTarget reads "opentofu" (or "tofu") or "terraform", with an optional
// version such as "@1.11" or "@1.11.4", whose patch part does not matter.
// Without a version it is the newest that the tables cover: OpenTofu 1.13,
// Terraform 1.16. Versions before 1.0 are refused.
func ParseTarget(s string) (Target, error) {
	name, version, hasVersion := strings.Cut(s, "@")
	var t Target
	switch name {
	case "opentofu", "tofu":
		t = newestOpenTofu
	case "terraform":
		t = newestTerraform
	default:
		return Target{}, fmt.Errorf("unknown target %q: want opentofu or terraform, with an optional version as in "+
			"%q", s, newestTerraform)
	}
	if !hasVersion {
		return t, nil
	}
	numbers, ok := versionNumbers(version)
	if !ok || numbers[0] < 1 {
		return Target{}, fmt.Errorf("target %q has no usable version after the @: want one from 1.0 on, as in %q", s, t)
	}
	t.Major, t.Minor = numbers[0], numbers[1]
	return t, nil
}

// versionNumbers reads a version of two or three decimal numbers.
func versionNumbers(s string) (numbers [3]int, ok bool) {
	parts := strings.Split(s, ".")
	if len(parts) < 2 || len(parts) > 3 {
		return numbers, false
	}
	for i, part := range parts {
		n, err := strconv.ParseUint(part, 10, 16)
		if err != nil {
			return numbers, false
		}
		numbers[i] = int(n)
	}
	return numbers, true
}

// String returns t in the form that [ParseTarget] reads.
func (t Target) String() string {
	if t.Major == 0 {
		return t.Product.String()
	}
	return fmt.Sprintf("%s@%d.%d", t.Product, t.Major, t.Minor)
}

// AtLeast reports whether the version of t is major.minor or newer. A target
// without a version is the newest.
func (t Target) AtLeast(major, minor int) bool {
	if t.Major == 0 {
		return true
	}
	return t.Major > major || t.Major == major && t.Minor >= minor
}

func (t Target) isOpenTofu() bool { return t.Product == OpenTofu }

func (t Target) isTerraform() bool { return t.Product == Terraform }

// terraform reports whether t is Terraform 1.minor or newer.
func (t Target) terraform(minor int) bool { return t.isTerraform() && t.AtLeast(1, minor) }

// opentofu reports whether t is OpenTofu 1.minor or newer.
func (t Target) opentofu(minor int) bool { return t.isOpenTofu() && t.AtLeast(1, minor) }
