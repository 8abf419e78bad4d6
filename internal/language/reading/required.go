package reading

import (
	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/internal/facts/tfname"
)

// RequiredProvider contains the expressions of an entry of required_providers. An omitted expression
// is nil.
type RequiredProvider struct{ Source, Version, Aliases hcl.Expression }

// ReadRequiredProvider reads an entry of required_providers: an object, or only the version. It
// returns false for an object with a key that is not constant.
//
// internal/configs/provider_requirements.go, decodeRequiredProvidersBlock
func ReadRequiredProvider(e hcl.Expression) (r RequiredProvider, ok bool) {
	pairs, diags := hcl.ExprMap(e)
	if diags.HasErrors() {
		return RequiredProvider{Version: e}, true
	}
	ok = true
	for _, pair := range pairs {
		key, constant := Key(pair.Key)
		ok = ok && constant
		switch key {
		case tfname.SourceArgument:
			r.Source = pair.Value
		case tfname.VersionArgument:
			r.Version = pair.Value
		case "configuration_aliases":
			r.Aliases = pair.Value
		}
	}
	return r, ok
}
