package dialects

import (
	"errors"
	"strings"

	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// The products that read a file; the first is the default.
var (
	both      = []string{opentofu.OpenTofu.String(), opentofu.Terraform.String()}
	tofu      = both[:1]
	terraform = both[1:]
)

// A builtin is a language with versions, which no schema file describes.
type builtin struct {
	name    string
	readers []string
	tables  func(opentofu.Target) *schema.Dialect
}

var builtins = []builtin{
	{"opentofu", tofu, opentofu.Config},
	{"terraform", terraform, opentofu.Config},
	{"test", both, opentofu.Tests},
	{"mock", terraform, opentofu.Mocks},
	{"query", terraform, opentofu.Query},
	{"stack", terraform, opentofu.Components},
	{"tfvars", both, opentofu.Variables},
}

// appended is the ending of every other name.
var appended = schema.FileNames{JSON: ".json"}

// refused are the endings of files that have no form in HCL-JSON.
var refused = []struct{ ending, reason string }{
	{".terraform.lock.hcl", "the dependency lock file has no JSON form: OpenTofu and Terraform read it in native " +
		"syntax only"},
	{".tfmigrate.hcl", "migration files have no JSON form: Terraform reads them in native syntax only"},
	{".tfdeploy.hcl", "deployment files have no known JSON form: what reads them is not part of Terraform's " +
		"published source"},
	{".tofurc", hcl1},
	{".terraformrc", hcl1},
	{"tofu.rc", hcl1},
	{"terraform.rc", hcl1},
	{".tfrc", hcl1},
}

const hcl1 = "the CLI's configuration is written in HCL 1, which is another language than the HCL of today"

// findEnding returns the ending of a name among those of the builtins, which are tried in
// this order.
func findEnding(base string) (e schema.FileNames, reason error, ok bool) {
	for _, r := range refused {
		if strings.HasSuffix(base, r.ending) {
			return appended, errors.New(r.reason), true
		}
	}
	for _, e := range opentofu.Files {
		if strings.HasSuffix(base, e.Native) || strings.HasSuffix(base, e.JSON) {
			return e, nil, true
		}
	}
	return e, nil, false
}

// unknown says that no language has a pattern for a name.
func unknown(base string) error {
	const advice = "; force a language with --dialect, such as \"--dialect opentofu\", or describe one with --schema"
	if strings.HasSuffix(base, ".json") {
		return errors.New("the name does not say which language this JSON file is in, as .tf.json, .pkr.json or " +
			".hcl.json would" + advice)
	}
	return errors.New("this is not the name of an HCL file, such as .tf, .pkr.hcl or .hcl" + advice)
}
