package fromconfig

import (
	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/schema"
	"github.com/hcljson/hcljson/schema/opentofu"
)

// body returns what is known of a block that a provider defines, or nil: the part of
// the provider's schema has those labels, and the provider has that local name.
func (b *builder) body(m *module, part schema.Part, labels []string, local string) *schema.Body {
	builtIn := m.addressOf(b.product, local) == opentofu.BuiltInProvider
	if builtIn {
		local = opentofu.BuiltInName
		if part == schema.ProviderConfig {
			labels = []string{local}
		}
	}
	_, row := m.dialect.Root.Lookup(opentofu.BlockType(part)) // of which a block has been read
	body := row.BodyFor(labels, local).Foreign()
	if body == nil {
		return nil
	}
	b.lacks(body)
	if body.Definer == "" || body.Rest != schema.RestNone {
		return nil
	}
	return body
}

// lacks reports, once, why the schema of a body is not there.
func (b *builder) lacks(body *schema.Body) {
	for _, reason := range []struct {
		text     string
		severity hcl.DiagnosticSeverity
	}{{body.Doubt, hcl.DiagWarning}, {body.Fault, hcl.DiagError}} {
		if reason.text != "" && !b.lacking[reason.text] {
			b.lacking[reason.text] = true
			b.report(&hcl.Diagnostic{Severity: reason.severity, Summary: "No schema", Detail: reason.text})
		}
	}
}
