// Package nomad holds the schema tables of Nomad's job specifications.
//
// A comment over a table names the file of Nomad's repository that it mirrors.
// The rows of a body are the fields of a struct of Nomad's package api that have
// an hcl tag.
package nomad

import (
	"slices"

	"github.com/hcljson/hcljson/schema"
)

// The rules that rows name. They never change, so that tables may share them.
var (
	literal  = &schema.Value{Mode: schema.Literal}
	typeExpr = &schema.Value{Mode: schema.Type}
)

// names lists attributes, all of them templates.
func names(list ...string) []schema.Attribute { return schema.Arguments(nil, list...) }

// Job is the language of job specifications.
//
// jobspec2/types.config.go, jobConfigSchema and EvalContext
func Job() *schema.Dialect {
	return &schema.Dialect{Name: "nomad", Product: "Nomad", Roots: []string{"var", "local"}, Root: &schema.Body{Blocks: []schema.Block{
		{Type: "variables", Body: &schema.Body{Rest: schema.RestAttributes, RestValue: literal, Free: true}},
		{Type: "variable", Labels: []string{"name"}, Body: variableBody()},
		{Type: "locals", Body: &schema.Body{Rest: schema.RestAttributes, Free: true}},
		{Type: "job", Labels: []string{"name"}, Body: jobBody(), Single: true},
	}}}
}

// jobspec2/types.variables.go, variableBlockSchema
func variableBody() *schema.Body {
	return &schema.Body{
		Attributes: slices.Concat(
			schema.Arguments(literal, "description", "default"),
			schema.Arguments(typeExpr, "type"),
		),
		Blocks: []schema.Block{{Type: "validation", Body: &schema.Body{Attributes: slices.Concat(
			names("condition"),
			schema.Arguments(literal, "error_message"),
		)}}},
	}
}

// body is one of a struct. Dynamic blocks work in all of them.
//
// jobspec2/types.config.go, decodeJob
func body(attributes []schema.Attribute, blocks ...schema.Block) *schema.Body {
	return &schema.Body{Attributes: attributes, Blocks: blocks, Dynamic: true}
}

// one is a block that may stand once in a body, and several one that may stand
// there as often as one likes.
func one(name string, body *schema.Body) schema.Block {
	return schema.Block{Type: name, Body: body, Single: true}
}

func several(name string, body *schema.Body) schema.Block {
	return schema.Block{Type: name, Body: body}
}

func labelled(name, label string, body *schema.Body) schema.Block {
	return schema.Block{Type: name, Labels: []string{label}, Body: body}
}

// stringMap is a block that is read as a map.
//
// hashicorp/hcl fork of Nomad, gohcl/decode.go, decodeBodyToMap
func stringMap(name string) schema.Block {
	return one(name, &schema.Body{Rest: schema.RestAttributes, Free: true})
}

// anything is a block that is read into a value of any type.
//
// jobspec2/hclutil/blockattrs.go; jobspec2/parse_map.go
func anything(name string) schema.Block {
	return one(name, &schema.Body{Rest: schema.RestUnknown, Lists: true})
}

// withMaps adds maps that may be given as a block or as an attribute.
//
// jobspec2/hcl_conversions.go, decodeAsAttribute
func withMaps(b *schema.Body, maps ...string) *schema.Body {
	b.Attributes = append(b.Attributes, names(maps...)...)
	for _, name := range maps {
		b.Blocks = append(b.Blocks, schema.Block{Type: name, Single: true, Shape: schema.ObjectShape, Body: &schema.Body{
			Rest:       schema.RestAttributes,
			Free:       true,
			NoComments: true,
		}})
	}
	return b
}

// api/jobs.go; jobspec2/types.config.go, decodeTopLevelExtras
func jobBody() *schema.Body {
	return withMaps(body(
		names("region", "namespace", "id", "name", "type", "priority", "all_at_once", "datacenters", "node_pool"),
		several("constraint", constraintBody()),
		several("affinity", affinityBody()),
		labelled("group", "name", groupBody()),
		one("update", updateBody()),
		one("multiregion", multiregionBody()),
		several("spread", spreadBody()),
		one("periodic", body(names("enabled", "cron", "crons", "prohibit_overlap", "time_zone"))),
		one("parameterized", body(names("payload", "meta_required", "meta_optional"))),
		one("reschedule", rescheduleBody()),
		one("migrate", migrateBody()),
		one("ui", body(names("description"), several("link", body(names("label", "url"))))),
		one("vault", vaultBody()),
		labelled("secret", "name", secretBody()),
		labelled("task", "name", taskBody()),
	), "meta")
}

// api/jobs.go, Multiregion
func multiregionBody() *schema.Body {
	return body(nil,
		one("strategy", body(names("max_parallel", "on_failure"))),
		labelled("region", "name", body(names("count", "datacenters", "node_pool"), stringMap("meta"))),
	)
}

// jobspec2/hcl_conversions.go, constraintSpec
func constraintBody() *schema.Body {
	return body(append(comparisons(),
		names("distinct_hosts", "distinct_property", "is_set", "is_not_set")...))
}

// jobspec2/hcl_conversions.go, affinitySpec
func affinityBody() *schema.Body { return body(append(comparisons(), names("weight")...)) }

func comparisons() []schema.Attribute {
	return names("attribute", "value", "operator", "version", "semver", "regexp",
		"set_contains", "set_contains_all", "set_contains_any")
}

// api/jobs.go
func updateBody() *schema.Body {
	return body(names("stagger", "max_parallel", "health_check", "min_healthy_time", "healthy_deadline",
		"progress_deadline", "canary", "auto_revert", "auto_promote"))
}

// api/tasks.go
func spreadBody() *schema.Body {
	return body(names("attribute", "weight"), labelled("target", "value", body(names("percent"))))
}

func rescheduleBody() *schema.Body {
	return body(names("attempts", "interval", "delay", "delay_function", "max_delay", "unlimited"))
}

func migrateBody() *schema.Body {
	return body(names("max_parallel", "health_check", "min_healthy_time", "healthy_deadline"))
}

func restartBody() *schema.Body {
	return body(names("interval", "attempts", "delay", "mode", "render_templates"))
}

func vaultBody() *schema.Body {
	return body(names("policies", "role", "namespace", "cluster", "env", "disable_file", "change_mode",
		"change_signal", "allow_token_expiration"))
}

func secretBody() *schema.Body {
	return body(names("provider", "path"), anything("config"), stringMap("env"))
}

// api/consul.go
func consulBody() *schema.Body { return body(names("namespace", "cluster", "partition")) }
