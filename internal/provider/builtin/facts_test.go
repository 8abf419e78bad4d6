package builtin_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/internal/provider/builtin"
	"github.com/hcljson/hcljson/internal/schema/tables"
)

// Facts of the providers' documentation, which was not read by any program.
var facts = []struct {
	source  string
	version string // what it begins with
	part    tables.Part
	path    string // the type, and names from the outermost on
	what    string
}{
	{"hashicorp/aws", "6", tables.Resource, "aws_instance ebs_block_device", "block"},
	{"hashicorp/aws", "6", tables.Resource, "aws_instance metadata_options", "block"},
	{"hashicorp/aws", "5", tables.Resource, "aws_instance tags", "argument"},
	{"hashicorp/aws", "5", tables.Resource, "aws_lambda_function environment variables", "argument"},
	{"hashicorp/aws", "4", tables.Resource, "aws_security_group ingress", "argument or blocks"},
	{"hashicorp/aws", "3", tables.Resource, "aws_s3_bucket versioning", "block"},
	{"hashicorp/aws", "2", tables.Resource, "aws_autoscaling_group tag", "block"},
	{"hashicorp/aws", "6", tables.Resource, "aws_cloudfront_distribution ordered_cache_behavior forwarded_values cookies",
		"block"},
	{"hashicorp/aws", "6", tables.Resource, "aws_wafv2_web_acl rule statement rate_based_statement scope_down_statement",
		"block"},
	{"hashicorp/aws", "5", tables.Resource, "aws_wafv2_web_acl rule statement managed_rule_group_statement " +
		"rule_action_override action_to_use count", "block"},
	{"hashicorp/aws", "6", tables.Resource, "aws_wafv2_rule_group rule action captcha", "block"},
	{"hashicorp/aws", "6", tables.Resource, "aws_quicksight_dashboard definition sheets visuals", "block"},
	{"hashicorp/aws", "6", tables.DataSource, "aws_ami filter", "block"},
	{"hashicorp/aws", "6", tables.DataSource, "aws_iam_policy_document statement condition values", "argument"},
	{"hashicorp/aws", "6", tables.ProviderConfig, " assume_role", "block"},
	{"hashicorp/aws", "6", tables.ProviderConfig, " default_tags tags", "argument"},
	{"hashicorp/google", "6", tables.Resource, "google_compute_instance boot_disk initialize_params labels", "argument"},
	{"hashicorp/google", "5", tables.Resource, "google_compute_instance network_interface access_config", "block"},
	{"hashicorp/google", "7", tables.Resource, "google_container_cluster node_config taint", "block"},
	{"hashicorp/google", "4", tables.Resource, "google_storage_bucket lifecycle_rule condition", "block"},
	{"hashicorp/google", "7", tables.Resource, "google_compute_instance metadata", "argument"},
	{"hashicorp/google-beta", "6", tables.Resource, "google_cloud_run_service template spec containers env", "block"},
	{"hashicorp/azurerm", "4", tables.ProviderConfig, " features", "block"},
	{"hashicorp/azurerm", "4", tables.Resource, "azurerm_kubernetes_cluster default_node_pool", "block"},
	{"hashicorp/azurerm", "3", tables.Resource, "azurerm_linux_virtual_machine os_disk", "block"},
	{"hashicorp/azurerm", "3", tables.Resource, "azurerm_network_security_group security_rule", "argument or blocks"},
	{"hashicorp/azurerm", "2", tables.Resource, "azurerm_app_service app_settings", "argument"},
	{"hashicorp/azurerm", "5", tables.ProviderConfig, " features", "block"},
	{"hashicorp/azurerm", "5", tables.Resource, "azurerm_kubernetes_cluster identity", "block"},
	{"hashicorp/azurerm", "5", tables.Resource, "azurerm_linux_web_app site_config application_stack", "block"},
	{"hashicorp/azurerm", "5", tables.Resource, "azurerm_network_security_group security_rule", "argument or blocks"},
	{"scaleway/scaleway", "2", tables.Resource, "scaleway_instance_server root_volume", "block"},
	{"elastic/elasticstack", "0", tables.Resource, "elasticstack_elasticsearch_index_lifecycle hot rollover", "block"},
	{"hashicorp/kubernetes", "2", tables.Resource, "kubernetes_deployment spec template spec container env value_from",
		"block"},
	{"hashicorp/kubernetes", "2", tables.Resource, "kubernetes_manifest manifest", "argument"},
	{"hashicorp/kubernetes", "2", tables.Resource, "kubernetes_config_map data", "argument"},
	{"hashicorp/helm", "2", tables.Resource, "helm_release set", "block"},
	{"hashicorp/helm", "3", tables.Resource, "helm_release set", "argument"},
	{"hashicorp/helm", "2", tables.ProviderConfig, " kubernetes", "block"},
	{"hashicorp/helm", "3", tables.ProviderConfig, " kubernetes", "argument"},
	{"cloudflare/cloudflare", "4", tables.Resource, "cloudflare_ruleset rules", "block"},
	{"cloudflare/cloudflare", "5", tables.Resource, "cloudflare_ruleset rules", "argument"},
	{"cloudflare/cloudflare", "4", tables.Resource, "cloudflare_record data", "block"},
	{"cloudflare/cloudflare", "5", tables.Resource, "cloudflare_dns_record data", "argument"},
	{"hashicorp/random", "3", tables.Resource, "random_id keepers", "argument"},
	{"hashicorp/null", "3", tables.Resource, "null_resource triggers", "argument"},
	{"hashicorp/tls", "4", tables.Resource, "tls_self_signed_cert subject", "block"},
	{"hashicorp/external", "2", tables.DataSource, "external query", "argument"},
	{"hashicorp/http", "3", tables.DataSource, "http request_headers", "argument"},
	{"hashicorp/http", "3", tables.DataSource, "http retry", "block"},
	{"hashicorp/archive", "2", tables.DataSource, "archive_file source", "block"},
	{"hashicorp/cloudinit", "2", tables.DataSource, "cloudinit_config part", "block"},
	{"hashicorp/dns", "3", tables.ProviderConfig, " update", "block"},
	{"hashicorp/template", "2", tables.DataSource, "template_file vars", "argument"},
	{"kreuzwerker/docker", "3", tables.Resource, "docker_container ports", "block"},
	{"kreuzwerker/docker", "3", tables.Resource, "docker_container labels", "block"},
	{"kreuzwerker/docker", "3", tables.Resource, "docker_container env", "argument"},
	{"integrations/github", "6", tables.Resource, "github_branch_protection required_status_checks", "block"},
	{"integrations/github", "5", tables.Resource, "github_repository pages source", "block"},
	{"gitlabhq/gitlab", "17", tables.Resource, "gitlab_project container_expiration_policy", "block"},
	{"datadog/datadog", "3", tables.Resource, "datadog_dashboard widget timeseries_definition request", "block"},
	{"hashicorp/vault", "4", tables.Resource, "vault_kubernetes_auth_backend_role bound_service_account_names",
		"argument"},
	{"hashicorp/consul", "2", tables.Resource, "consul_keys key", "block"},
	{"digitalocean/digitalocean", "2", tables.Resource, "digitalocean_kubernetes_cluster node_pool taint", "block"},
	{"digitalocean/digitalocean", "2", tables.Resource, "digitalocean_firewall inbound_rule", "block"},
	{"hashicorp/azuread", "2", tables.Resource, "azuread_application required_resource_access resource_access", "block"},
	{"azure/azapi", "2", tables.Resource, "azapi_resource body", "argument"},
	{"azure/azapi", "2", tables.Resource, "azapi_resource identity", "block"},
	{"pagerduty/pagerduty", "3", tables.Resource, "pagerduty_escalation_policy rule target", "block"},
	{"newrelic/newrelic", "3", tables.Resource, "newrelic_nrql_alert_condition nrql", "block"},
	{"okta/okta", "4", tables.Resource, "okta_app_oauth groups_claim", "block"},
	{"snowflakedb/snowflake", "2", tables.Resource, "snowflake_table column identity", "block"},
	{"hetznercloud/hcloud", "1", tables.Resource, "hcloud_server public_net", "block"},
	{"hetznercloud/hcloud", "1", tables.Resource, "hcloud_server labels", "argument"},
	{"hetznercloud/hcloud", "1", tables.Resource, "hcloud_firewall rule", "block"},
	{"grafana/grafana", "4", tables.Resource, "grafana_contact_point email addresses", "argument"},
	{"mongodb/mongodbatlas", "1", tables.Resource,
		"mongodbatlas_advanced_cluster replication_specs region_configs electable_specs", "block"},
	{"databricks/databricks", "1", tables.Resource, "databricks_cluster autoscale", "block"},
	{"vmware/vsphere", "2", tables.Resource, "vsphere_virtual_machine clone customize network_interface", "block"},
	{"hashicorp/nomad", "2", tables.Resource, "nomad_job hcl2", "block"},
	{"terraform-provider-openstack/openstack", "3", tables.Resource, "openstack_compute_instance_v2 network", "block"},
	{"keycloak/keycloak", "5", tables.Resource, "keycloak_realm smtp_server auth", "block"},
	{"mongodb/mongodbatlas", "2", tables.Resource,
		"mongodbatlas_advanced_cluster replication_specs", "argument"},
	{"mongodb/mongodbatlas", "2", tables.Resource, "mongodbatlas_cluster replication_specs", "block"},
	{"cloudflare/cloudflare", "3", tables.Resource, "cloudflare_record data", "block"},
	{"okta/okta", "6", tables.Resource, "okta_app_oauth groups_claim", "block"},
	{"bpg/proxmox", "0", tables.Resource, "proxmox_virtual_environment_vm disk", "block"},
	{"oracle/oci", "7", tables.Resource, "oci_core_instance create_vnic_details freeform_tags", "argument"},
	{"oracle/oci", "6", tables.Resource, "oci_core_security_list egress_security_rules tcp_options", "block"},
	{"fastly/fastly", "5", tables.Resource, "fastly_service_vcl backend", "block"},
	{"auth0/auth0", "1", tables.Resource, "auth0_client jwt_configuration", "block"},
	{"linode/linode", "2", tables.Resource, "linode_lke_cluster pool autoscaler", "block"},
	{"argoproj-labs/argocd", "6", tables.Resource, "argocd_application spec source helm", "block"},
	{"confluentinc/confluent", "2", tables.Resource, "confluent_kafka_topic config", "argument"},
	{"kreuzwerker/docker", "4", tables.Resource, "docker_container ports", "block"},
	{"integrations/github", "6", tables.Resource, "github_repository_ruleset rules pull_request", "block"},
	{"vercel/vercel", "1", tables.Resource, "vercel_project git_repository", "argument"},
	{"poseidon/matchbox", "0", tables.Resource, "matchbox_group selector", "argument"},
	{"aliyun/alicloud", "1", tables.Resource, "alicloud_instance data_disks", "block"},
	{"aliyun/alicloud", "1", tables.ProviderConfig, " assume_role", "block"},
	{"hashicorp/aws", "4", tables.ProviderConfig, " default_tags", "block"},
	{"volterraedge/volterra", "0", tables.Resource, "volterra_origin_pool origin_servers public_ip", "block"},
	{"dmacvicar/libvirt", "0.8", tables.Resource, "libvirt_domain disk", "block"},
	{"dmacvicar/libvirt", "0.9", tables.Resource, "libvirt_domain devices", "argument"},
	{"elastic/ec", "0.5", tables.Resource, "ec_deployment elasticsearch topology", "block"},
	{"elastic/ec", "0.13", tables.Resource, "ec_deployment elasticsearch", "argument"},
	{"azure/alz", "0.21", tables.ProviderConfig, " library_references", "argument"},
	{"tailscale/tailscale", "0", tables.Resource, "tailscale_dns_split_nameservers nameservers", "argument"},
	{"hashicorp/google-beta", "4", tables.Resource, "google_cloud_run_service template spec containers env", "block"},
	{"grafana/grafana", "1", tables.Resource, "grafana_contact_point email addresses", "argument"},
	{"gitlabhq/gitlab", "15", tables.Resource, "gitlab_project container_expiration_policy", "block"},
	{"jfrog/artifactory", "12", tables.Resource, "artifactory_remote_docker_repository content_synchronisation", "block"},
	{"launchdarkly/launchdarkly", "2", tables.Resource, "launchdarkly_project environments", "block"},
	{"vmware/vcd", "3", tables.Resource, "vcd_vapp_vm network", "block"},
}

func TestFacts(t *testing.T) {
	providers := map[string]bool{}
	for _, fact := range facts {
		providers[fact.source] = true
		names := strings.Split(fact.path, " ")
		accepts := func(version string) bool { return strings.HasPrefix(version, fact.version+".") }
		body := builtin.Body(fact.source, accepts, "", fact.part, names[0])
		if body == nil {
			t.Errorf("missing %s", fact.source)
			continue
		}
		got := "nothing"
		for i, name := range names[1:] {
			attribute, block := body.Lookup(name)
			switch {
			case block != nil:
				got, body = "block", block.Body
			case attribute != nil && attribute.AsBlocks != nil:
				got, body = "argument or blocks", attribute.AsBlocks.Body()
			case attribute != nil:
				got = "argument"
			default:
				got = "nothing"
			}
			if i < len(names)-2 && got == "argument" || got == "nothing" {
				break
			}
		}
		if got != fact.what {
			t.Errorf("%s %s: %s is %s, want %s", fact.source, fact.version, fact.path, got, fact.what)
		}
	}
	if len(facts) < 40 || len(providers) < 30 {
		t.Errorf("%d facts of %d providers", len(facts), len(providers))
	}
}

// TestProvenance checks that versions are in order, have a date and a source, and contain no facts
// about another major version.
func TestProvenance(t *testing.T) {
	list := builtin.List()
	if len(list) < 40 {
		t.Errorf("there are %d providers", len(list))
	}
	before := ""
	for _, p := range list {
		if p.Source <= before {
			t.Errorf("%s is not in order", p.Source)
		}
		before = p.Source
		last := -1
		for _, v := range p.Versions {
			if v.Major() <= last && last > 0 || len(v.Date) != len("2006-01-02") || len(v.From) == 0 {
				t.Errorf("%s: %+v", p.Source, v)
			}
			last = v.Major()
		}
		if got := builtin.Versions(p.Source); len(got) != len(p.Versions) || got[0] != p.Versions[0].Version {
			t.Errorf("%s: versions %v", p.Source, got)
		}
	}
}

// A type has the body of its own versions and part, with any characters in its name.
func TestSimilarTypes(t *testing.T) {
	const source = "hashicorp/aws"
	versions := builtin.Versions(source)
	newer := func(version string) bool { return version == versions[1] }
	both := func(version string) bool { return newer(version) || version == versions[0] }
	known := builtin.Body(source, both, "", tables.Resource, "aws_instance")
	if _, b := known.Lookup("ebs_block_device"); b == nil {
		t.Fatal("aws_instance has no ebs_block_device")
	}
	for part := range tables.Part(10) {
		typ := fmt.Sprintf("%d aws_instance", tables.Resource)
		if body := builtin.Body(source, newer, "", part, typ); body == known {
			t.Errorf("part %d: %q is aws_instance", part, typ)
		}
	}
}

// TestDefineNothing checks that the table returns no bodies for blocks without labels and for parts
// that providers do not define.
func TestDefineNothing(t *testing.T) {
	define := builtin.Define()
	if define(tables.Resource, []string{"aws_instance", "a"}, "") == nil {
		t.Error("no body of aws_instance")
	}
	if define(tables.Resource, nil, "") != nil || define(tables.Builder, []string{"aws_instance", "a"}, "") != nil {
		t.Error("there is a body")
	}
}
