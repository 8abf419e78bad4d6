package fromconfig

import (
	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/schema"
)

// The bodies of what is part of the products, prepared.
var (
	// opentofu internal/builtin/providers/tf/resource_data.go and
	// data_source_state.go; the provider itself takes no arguments
	builtInBodies = map[string]*schema.Body{
		"":                            arguments(),
		"resource.terraform_data":     versioned(arguments("input", "output", "triggers_replace", "id")),
		"data.terraform_remote_state": versioned(arguments("backend", "config", "defaults", "outputs", "workspace")),
	}
	// opentofu internal/builtin/provisioners/*/resource_provisioner.go
	provisionerBodies = map[string]*schema.Body{
		"file":        arguments("source", "content", "destination"),
		"local-exec":  arguments("command", "interpreter", "working_dir", "environment", "quiet"),
		"remote-exec": arguments("inline", "script", "scripts"),
	}
)

func arguments(names ...string) *schema.Body {
	body := &schema.Body{Attributes: schema.Arguments(nil, names...)}
	body.Prepare()
	return body
}

func versioned(body *schema.Body) *schema.Body {
	body.Version = new(uint64)
	return body
}

// body returns what is known of a block that a provider defines, or nil: the block
// has that type and those labels, and its provider has that local name.
func (b *builder) body(m *module, typ string, labels []string, local string) *schema.Body {
	if m.addressOf(b.product, local) == builtIn {
		name := ""
		if typ != "provider" {
			name = typ + "." + labels[0]
		}
		if body := builtInBodies[name]; body != nil {
			return body
		}
	}
	_, row := m.dialect.Root.Lookup(typ)
	if row == nil {
		return nil
	}
	around := row.BodyFor(labels, local)
	if around == nil {
		return nil
	}
	// The escape block has all names of the provider.
	_, escape := around.Lookup(escapeBlock)
	if escape == nil || escape.Body == nil {
		return nil
	}
	b.lacks(escape.Body)
	if escape.Body.Definer == "" || escape.Body.Rest != schema.RestNone {
		return nil
	}
	return escape.Body
}

// lacks reports, once, why the schema of a body is not there.
func (b *builder) lacks(body *schema.Body) {
	for _, reason := range []struct {
		text     string
		severity hcl.DiagnosticSeverity
	}{{body.Doubt, hcl.DiagWarning}, {body.Fault, hcl.DiagError}} {
		if reason.text != "" && !b.lacking[reason.text] {
			b.lacking[reason.text] = true
			b.report(&hcl.Diagnostic{Severity: reason.severity, Summary: noSchema, Detail: reason.text})
		}
	}
}
