package report

import (
	"regexp"
	"strings"

	"github.com/hashicorp/hcl/v2"
)

// flags maps the options of the library, which its diagnostics name, to the flags of the commands. The packages for other
// languages have options with the names of the library.
var flags = map[string]string{
	"dialect": "--dialect", "target": "--target", "filename": "--stdin-filepath", "schemas": "--schema",
	"providerSchemas": "--provider-schema", "string": "--string", "default": "--default", "before": "--before",
	"after": "--after", "ifMissing": "--if-missing", "forget": "--forget", "partial": "--partial",
}

var optionOfLibrary = regexp.MustCompile(`(?:(set|Set) )?\bthe option ([a-zA-Z]+)\b`)

// withoutSchema matches the way out of a provider without a schema.
var withoutSchema = regexp.MustCompile(`lacks provider (\S+)\. Give its schema in --provider-schema\b`)

// withFlags returns a diagnostic that names flags instead of the options of the library.
func withFlags(diag *hcl.Diagnostic) *hcl.Diagnostic {
	if !strings.Contains(diag.Detail, "the option ") {
		return diag
	}
	result := *diag
	result.Detail = optionOfLibrary.ReplaceAllStringFunc(diag.Detail, func(text string) string {
		parts := optionOfLibrary.FindStringSubmatch(text)
		flag, known := flags[parts[2]]
		switch {
		case !known:
			return text
		case parts[1] != "":
			return strings.NewReplacer("set", "use", "Set", "Use").Replace(parts[1]) + " " + flag
		}
		return flag
	})
	result.Detail = withoutSchema.ReplaceAllString(result.Detail, `$0, or run "hcljson schema fetch $1"`)
	return &result
}
