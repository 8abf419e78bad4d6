package nomad_test

import (
	"slices"
	"testing"

	"github.com/hcljson/hcljson/schema/internal/schematest"
	"github.com/hcljson/hcljson/schema/nomad"
)

func row(path, want string) schematest.Row {
	return schematest.Row{Path: path, Want: []string{want}}
}

const (
	task     = "job.group.task."
	anything = "block/0 single lists"
	mapBlock = "block/0 single free"
	either   = "template or block/0 single object free no-comments"
)

func TestJob(t *testing.T) {
	schematest.CheckRows(t, []schematest.Row{
		row("x", "-"),
		row("variables", "block/0 free"),
		row("variables.x", "other literal"),
		row("variable", "block/1"),
		row("variable.type", "type"),
		row("variable.default", "literal"),
		row("variable.description", "literal"),
		row("variable.sensitive", "-"),
		row("variable.validation.condition", "template"),
		row("variable.validation.error_message", "literal"),
		row("locals", "block/0 free"),
		row("locals.x", "other template"),
		row("job", "block/1 single dynamic"),
		row("job.dynamic", "block/1"),
		row("job.meta", either),
		row("job.datacenters", "template"),
		row("job.constraint.distinct_hosts", "template"),
		row("job.affinity.weight", "template"),
		row("job.affinity.is_set", "-"),
		row("job.multiregion.region", "block/1 dynamic"),
		row("job.multiregion.region.meta", mapBlock),
		row("job.ui.link.url", "template"),
		row("job.task", "block/1 dynamic"),
		row("job.vault", "block/0 single dynamic"),
		row("job.spread.target", "block/1 dynamic"),
		row("job.group", "block/1 dynamic"),
		row("job.group.meta", either),
		row("job.group.volume", "block/1 dynamic"),
		row("job.group.volume.mount_options.mount_flags", "template"),
		row("job.group.network.port", "block/1 dynamic"),
		row("job.group.network.cni.args", "template"),
		row("job.group.scaling", "block/0 single dynamic"),
		row("job.group.scaling.policy", anything),
		row("job.group.scaling.policy.x", "other template or block"),
		row("job.group.service.meta", mapBlock),
		row("job.group.service.tagged_addresses", mapBlock),
		row("job.group.service.check", "block/0 dynamic"),
		row("job.group.service.check.header", mapBlock),
		row("job.group.service.connect.sidecar_service.proxy.config", anything),
		row("job.group.service.connect.sidecar_task.env", mapBlock),
		row("job.group.service.connect.gateway.proxy.envoy_gateway_bind_addresses", "block/1 dynamic"),
		row("job.group.service.connect.gateway.ingress.listener.service.request_headers.add", mapBlock),
		row("job.group.service.connect.gateway.terminating.service.sni", "template"),
		row("job.group.service.connect.gateway.mesh", "block/0 single dynamic"),
		row(task+"config", anything),
		row(task+"config.dynamic", "other template or block"),
		row(task+"config.a", "other template or block"),
		row(task+"env", either),
		row(task+"meta", either),
		row(task+"env.x", "other template"),
		row(task+"template.wait.min", "template"),
		row(task+"artifact.options", mapBlock),
		row(task+"scaling", "block/1 dynamic"),
		row(task+"secret.config", anything),
		row(task+"secret.env", mapBlock),
		row(task+"identity", "block/0 dynamic"),
		row(task+"resources.device.constraint.version", "template"),
		row(task+"schedule.cron.timezone", "template"),
	}, nomad.Job())
}

func TestTables(t *testing.T) {
	d := nomad.Job()
	schematest.CheckTables(t, d)
	if d.ArrayRoot || !slices.Equal(d.Roots, []string{"var", "local"}) {
		t.Errorf("Nomad reads a file as JSON only if it starts with {, and knows var and local; the table has %t and %q", d.ArrayRoot, d.Roots)
	}
	others := schematest.Bodies(nomad.Job())
	for body, path := range schematest.Bodies(d) {
		if _, shared := others[body]; shared {
			t.Errorf("%s is shared", path)
		}
	}
}
