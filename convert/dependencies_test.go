package convert_test

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// light are the modules that a program with conversions depends on: hashicorp/hcl and its
// dependencies.
var light = []string{
	"github.com/hcljson/hcljson",
	"github.com/agext/levenshtein",
	"github.com/apparentlymart/go-textseg",
	"github.com/google/go-cmp",
	"github.com/hashicorp/go-version", // no more than the comparison of versions
	"github.com/hashicorp/hcl",
	"github.com/mitchellh/go-wordwrap",
	"github.com/zclconf/go-cty",
	"golang.org/x/mod/semver",
	"golang.org/x/text",
}

// apart are the packages of this module that start programs or connect to registries.
var apart = []string{"internal/provider/pluginschemas", "internal/provider/supervise", "internal/language/packerplugins", "internal/provider/plugin",
	"internal/provider/registry"}

// The library imports neither a network client nor plugins.
func TestDependencies(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", ".", "../internal/generate/jsonformat/fromconfig", "./equivalent", "../internal/generate/jsonformat",
		"../internal/generate/jsonformat/plansummary", "../internal/generate/jsonformat/toconfig", "./patch", "../hclwrite", "../jsonemit", "../schema",
		"../internal/language/dialects", "../internal/provider/builtin", "../internal/generate/tidy",
		"../internal/generate/eject", "../internal/generate/upgrade").Output()
	if err != nil {
		t.Fatal(err)
	}
	packages := strings.Fields(string(out))
	if !slices.Contains(packages, "github.com/hcljson/hcljson/convert") {
		t.Fatal("convert is not among the packages")
	}
	for _, name := range packages {
		first, _, _ := strings.Cut(name, "/")
		switch standard := !strings.Contains(first, "."); {
		case name == "net" || strings.HasPrefix(name, "net/") && name != "net/url" && name != "net/netip" ||
			name == "os/exec":
			t.Errorf("package %s is needed", name)
		case slices.ContainsFunc(apart, func(own string) bool { return strings.HasPrefix(name, light[0]+"/"+own) }):
			t.Errorf("package %s is needed", name)
		case standard:
		case !slices.ContainsFunc(light,
			func(module string) bool { return name == module || strings.HasPrefix(name, module+"/") }):
			t.Errorf("package %s is needed", name)
		}
	}
}
