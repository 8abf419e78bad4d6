package opentofu

import (
	"fmt"
	"strconv"
	"strings"
)

// Product is a product that reads the language.
type Product uint8

const (
	// OpenTofu reads .tf and .tofu files.
	OpenTofu Product = iota
	// Terraform reads .tf files.
	Terraform
)

// products contains the properties of the products that are not in the tables.
var products = [...]struct{ name, title string }{
	OpenTofu:  {"opentofu", "OpenTofu"},
	Terraform: {"terraform", "Terraform"},
}

// String returns the name of the product in the syntax of [ParseTarget].
func (p Product) String() string { return products[p].name }

// other returns the other product.
func other(p Product) Product { return OpenTofu + Terraform - p }

// title returns the name of the product in messages.
func (p Product) title() string { return products[p].title }

// Target is the product and version that reads the files. Products and versions interpret some JSON
// strings differently. A target without a version means the newest version in the tables, so the
// zero value is the newest OpenTofu.
type Target struct {
	Product      Product
	Major, Minor int
	// Alone is true if the other product does not read the files.
	Alone bool
}

// These are the newest versions in the tables. A target without a version means one of them.
var (
	newestOpenTofu  = Target{Product: OpenTofu, Major: 1, Minor: 13}
	newestTerraform = Target{Product: Terraform, Major: 1, Minor: 16}
)

// ParseTarget parses "opentofu" (or "tofu") or "terraform", with an optional version such as "@1.11"
// or "@1.11.4". The patch number is ignored. Without a version, the result is the newest version in
// the tables: OpenTofu 1.13, Terraform 1.16. Versions before 1.0 and from 2.0 on are an error.
func ParseTarget(s string) (Target, error) {
	name, version, hasVersion := strings.Cut(s, "@")
	var t Target
	switch name {
	case "opentofu", "tofu":
		t = newestOpenTofu
	case "terraform":
		t = newestTerraform
	default:
		return Target{}, fmt.Errorf("unknown target %q: use opentofu or terraform, with an optional version as in "+
			"%q", s, newestTerraform)
	}
	if !hasVersion {
		return t, nil
	}
	numbers, ok := versionNumbers(version)
	if ok && numbers[0] == t.Major {
		t.Minor = numbers[1]
		return t, nil
	}
	advice := ""
	if numbers, ok = versionNumbers(strings.TrimPrefix(version, "v")); ok && numbers[0] == t.Major {
		advice = fmt.Sprintf("; did you mean %s@%s?", name, version[1:])
	}
	return Target{}, fmt.Errorf("target %q has an unknown version: the versions are %s@%d.0 to %s%s", s, t.Product, t.Major, t, advice)
}

// versionNumbers parses a version of two or three decimal numbers.
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

// String returns t in the syntax of [ParseTarget].
func (t Target) String() string {
	if t.Major == 0 {
		return t.Product.String()
	}
	return fmt.Sprintf("%s@%d.%d", t.Product, t.Major, t.Minor)
}

// AtLeast reports whether t is version major.minor or newer. A target without a version is the
// newest.
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
