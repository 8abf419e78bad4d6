package opentofu

import (
	"slices"

	"github.com/hcljson/hcljson/schema"
)

// typeNames are types in which names are something else than providerNames says.
// It is nearly always the same thing there, at every depth.
type typeNames struct {
	types []string
	// attributes are none of blockNames, which would win.
	attributes, blocks []string
	// known is providerNames but for these names.
	known *schema.Names
}

// withKnown fills in known, once for all targets.
func withKnown(list ...typeNames) []typeNames {
	for i := range list {
		t := &list[i]
		lists := slices.DeleteFunc(slices.Clone(listNames), func(name string) bool { return slices.Contains(t.blocks, name) })
		attributes := slices.Concat(mapNames, []string{"metadata"}, t.attributes)
		t.known = schema.NewNames(attributes, mapSuffixes, slices.Concat(blockNames, t.blocks), false).WithLists(lists...)
	}
	return list
}

var resourceTypeNames = withKnown(
	kubernetesTypeNames,
	typeNames{
		types: []string{
			"kubernetes_replication_controller", "kubernetes_replication_controller_v1", "kubernetes_service",
			"kubernetes_service_v1",
		},
		attributes: []string{"selector"},
		blocks:     []string{"metadata"},
	},
	typeNames{types: azapiTypes, attributes: azapiAttributes},
	typeNames{types: []string{"aws_codepipeline"}, attributes: []string{"configuration"}},
	typeNames{
		types: []string{
			"azurerm_logic_app_action_http", "datadog_synthetics_test", "google_cloud_scheduler_job",
			"google_monitoring_uptime_check_config",
		},
		attributes: []string{"headers"},
	},
	typeNames{
		types:      []string{"aws_ecs_service", "vault_audit", "vault_mount"},
		attributes: []string{"options"},
	},

	// What is a map in other types is a block here.
	typeNames{types: []string{"aws_appautoscaling_policy", "aws_autoscaling_policy", "azurerm_monitor_autoscale_setting"}, blocks: []string{"dimensions"}},
	typeNames{
		types: []string{
			"alicloud_db_instance", "alicloud_mongodb_instance", "aws_dlm_lifecycle_policy",
			"aws_kinesis_firehose_delivery_stream", "aws_redshiftdata_statement", "aws_resourcegroups_group",
			"azurerm_automation_runbook", "google_dialogflow_cx_intent", "google_dialogflow_cx_page",
		},
		blocks: []string{"parameters"},
	},
	typeNames{types: []string{"docker_network", "docker_service"}, attributes: []string{"options"}, blocks: []string{"labels"}},
	typeNames{
		types: []string{
			"azurerm_linux_web_app", "azurerm_linux_web_app_slot", "azurerm_windows_web_app",
			"azurerm_windows_web_app_slot", "google_gke_hub_feature", "google_gke_hub_feature_membership",
		},
		blocks: []string{"limits", "requests"},
	},
	typeNames{
		types:  []string{"google_cloud_run_v2_job", "google_cloud_run_v2_service", "google_cloud_run_v2_worker_pool"},
		blocks: []string{"node_selector"},
	},
	typeNames{
		types: []string{
			"google_cloud_run_domain_mapping", "google_cloud_run_service", "google_compute_instance_settings",
			"google_vertex_ai_index",
		},
		blocks: []string{"metadata"},
	},
	typeNames{
		types: []string{
			"docker_container", "docker_secret", "docker_volume", "google_logging_metric",
			"google_monitoring_metric_descriptor",
		},
		blocks: []string{"labels", "metadata"},
	},
	typeNames{
		types: []string{
			"google_datastore_index", "google_oracle_database_autonomous_database",
			"google_oracle_database_cloud_exadata_infrastructure", "google_oracle_database_cloud_vm_cluster",
			"google_oracle_database_db_system", "google_scc_folder_custom_module",
			"google_scc_organization_custom_module", "google_scc_project_custom_module",
		},
		blocks: []string{"properties"},
	},
)

var dataTypeNames = withKnown(
	kubernetesTypeNames,
	typeNames{types: azapiTypes, attributes: azapiAttributes},
	typeNames{types: []string{"external", "null_data_source"}, attributes: []string{"inputs", "query"}},
)

// azapiAttributes are those of azapiTypes that take any value or an object.
var (
	azapiTypes      = []string{"azapi_data_plane_resource", "azapi_resource", "azapi_resource_action", "azapi_resource_list", "azapi_update_resource"}
	azapiAttributes = []string{
		"body", "create_query_parameters", "delete_query_parameters", "headers", "query_parameters", "read_query_parameters",
		"replace_triggers_external_values", "response_export_values", "retry", "sensitive_body", "sensitive_body_version",
		"sensitive_response_export_values", "update_query_parameters",
	}
)

// kubernetesTypeNames are the types of the provider kubernetes with a block
// metadata. That provider has no list arguments that may be written as blocks.
var kubernetesTypeNames = typeNames{
	types: append(bothVersions(
		"annotations", "api_service", "certificate_signing_request", "cluster_role", "cluster_role_binding", "config_map",
		"cron_job", "csi_driver", "daemon_set", "daemonset", "default_service_account", "deployment", "endpoint_slice",
		"endpoints", "env", "horizontal_pod_autoscaler", "ingress", "ingress_class", "job", "labels", "limit_range",
		"mutating_webhook_configuration", "namespace", "network_policy", "node_taint", "nodes", "persistent_volume",
		"persistent_volume_claim", "pod", "pod_disruption_budget", "pod_security_policy", "priority_class", "resource",
		"resource_quota", "role", "role_binding", "runtime_class", "secret", "service_account", "stateful_set",
		"storage_class", "token_request", "validating_webhook_configuration",
	),
		"kubernetes_config_map_v1_data", "kubernetes_horizontal_pod_autoscaler_v2",
		"kubernetes_horizontal_pod_autoscaler_v2beta2", "kubernetes_pod_security_policy_v1beta1",
		"kubernetes_secret_v1_data",
	),
	attributes: []string{"capacity", "default", "default_request", "max", "max_limit_request_ratio", "min", "options"},
	blocks:     []string{"egress", "ingress", "metadata", "taint"},
}

// bothVersions returns the types of the provider kubernetes with these names,
// which also exist with the suffix _v1.
func bothVersions(names ...string) []string {
	var types []string
	for _, name := range names {
		types = append(types, "kubernetes_"+name, "kubernetes_"+name+"_v1")
	}
	return types
}
