package opentofu

import (
	"slices"

	"github.com/hcljson/hcljson/schema"
)

// These tables answer one question: what a JSON object under a name in a
// provider's body is when the provider's schema is not at hand. They hold names
// that widely used providers agree on, or nearly so, and are a likely answer and
// not a certain one. A name that is a string or a list of strings elsewhere does
// no harm here; one that is as often a map as a block stays out.
var (
	providerNames   = schema.NewNames(append(mapNames, "metadata"), mapSuffixes, blockNames, false).WithLists(listNames...)
	kubernetesNames = schema.NewNames(mapNames, mapSuffixes, append(blockNames, "metadata"), false)
)

// listNames are blocks that are list arguments as well: in aws_security_group,
// aws_network_acl, aws_route_table, aws_emr_cluster, azurerm_network_security_group,
// azurerm_virtual_network, azurerm_app_service, google_compute_instance.
var listNames = []string{
	"egress", "guest_accelerator", "ingress", "ip_restriction", "route", "scm_ip_restriction", "security_rule", "step", "subnet",
}

// mapNames are arguments that hold a map. Metadata, a map everywhere else, is a
// block in the types of kubernetesTypes.
var mapNames = slices.Concat(
	// any provider
	[]string{"annotations", "attributes", "environment_variables", "headers", "labels", "parameters", "properties", "tags", "variables"},

	// random, null, external, template
	[]string{"keepers", "query", "triggers", "vars"},

	// kubernetes
	[]string{
		"binary_data", "binary_data_wo", "data", "data_wo", "hard", "limits", "match_labels", "node_selector",
		"requests", "volume_attributes",
	},

	// aws
	[]string{
		"additional_version_weights", "advanced_options", "arguments", "attribute_mapping", "client_metadata",
		"connection_properties", "default_arguments", "dimensions", "encryption_context", "input_paths",
		"non_overridable_arguments", "provider_details", "request_models", "request_parameters", "request_templates",
		"response_models", "response_parameters", "response_templates", "supported_login_providers", "validation_data",
	},

	// azurerm
	[]string{"additional_properties", "app_settings"},

	// google
	[]string{"airflow_config_overrides", "override_properties", "pypi_packages", "substitutions"},

	// docker, keycloak, openstack, vault, vsphere
	[]string{
		"bound_claims", "build_arg", "build_args", "claim_mappings", "custom_attributes", "driver_opts", "extra_config",
		"log_opts", "storage_opts", "sysctls", "tmpfs", "value_specs",
	},
)

var mapSuffixes = []string{"_annotations", "_headers", "_labels", "_tags", "_variables"}

// blockNames are nested blocks. They come before mapSuffixes.
var blockNames = slices.Concat(
	// any provider
	[]string{"condition", "filter", "rule", "timeouts"},

	// aws: the provider, and policies
	[]string{
		"assume_role", "assume_role_with_web_identity", "default_tags", "endpoints", "ignore_tags", "not_principals",
		"principals", "statement",
	},

	// aws: compute
	[]string{
		"block_device_mappings", "capacity_reservation_specification", "cpu_options", "credit_specification",
		"dead_letter_config", "ebs", "ebs_block_device", "enclave_options", "environment", "ephemeral_block_device",
		"ephemeral_storage", "iam_instance_profile", "image_config", "initial_lifecycle_hook",
		"instance_market_options", "instance_refresh", "launch_template", "maintenance_options", "metadata_options",
		"mixed_instances_policy", "monitoring", "network_interface", "placement", "private_dns_name_options",
		"root_block_device", "snap_start", "tag", "tag_specifications", "tracing_config", "warm_pool",
	},

	// aws: containers
	[]string{
		"access_config", "capacity_provider_strategy", "deployment_circuit_breaker", "deployment_controller",
		"encryption_config", "image_scanning_configuration", "kubernetes_network_config", "load_balancer",
		"network_configuration", "ordered_placement_strategy", "placement_constraints", "remote_access",
		"runtime_platform", "scaling_config", "service_connect_configuration", "service_registries", "taint",
		"update_config", "volume", "vpc_config",
	},

	// aws: storage and data
	[]string{
		"abort_incomplete_multipart_upload", "apply_server_side_encryption_by_default", "attribute", "cluster_config",
		"cors_configuration", "cors_rule", "ebs_options", "encrypt_at_rest", "expiration", "global_secondary_index",
		"lifecycle_policy", "lifecycle_rule", "local_secondary_index", "node_to_node_encryption",
		"noncurrent_version_expiration", "noncurrent_version_transition", "point_in_time_recovery", "replica",
		"scaling_configuration", "server_side_encryption", "server_side_encryption_configuration",
		"serverlessv2_scaling_configuration", "storage_descriptor", "transition", "ttl", "versioning",
		"versioning_configuration", "vpc_options", "website",
	},

	// aws: network and delivery
	[]string{
		"access_logs", "alias", "authenticate_cognito", "authenticate_oidc", "cookies", "custom_error_response",
		"custom_origin_config", "default_action", "default_cache_behavior", "egress", "failover_routing_policy",
		"field_to_match", "fixed_response", "forward", "forwarded_values", "geo_restriction", "health_check",
		"host_header", "ingress", "latency_routing_policy", "logging_config", "managed_rule_group_statement",
		"ordered_cache_behavior", "origin", "path_pattern", "redirect", "restrictions", "route",
		"s3_origin_config", "stickiness", "target_group", "viewer_certificate", "visibility_config", "vpc",
		"weighted_routing_policy",
	},

	// aws: operations
	[]string{
		"artifact_store", "artifacts", "customized_metric_specification", "input_transformer", "logging_configuration",
		"metric", "metric_query", "password_policy", "predefined_metric_specification", "stage",
		"step_scaling_policy_configuration", "target_tracking_scaling_policy_configuration",
	},

	// azurerm: the provider, and what most resources have
	[]string{
		"cognitive_account", "features", "identity", "key_vault", "log_analytics_workspace", "network_acls",
		"network_rules", "plan", "resource_group", "sku", "template_deployment", "virtual_machine",
		"virtual_machine_scale_set",
	},

	// azurerm: compute and containers
	[]string{
		"additional_capabilities", "admin_ssh_key", "api_server_access_profile", "auto_scaler_profile",
		"azure_active_directory_role_based_access_control", "boot_diagnostics", "default_node_pool",
		"key_vault_secrets_provider", "linux_profile", "network_profile", "oms_agent", "os_disk", "os_profile",
		"os_profile_linux_config", "os_profile_windows_config", "service_principal", "source_image_reference",
		"storage_image_reference", "storage_os_disk", "upgrade_settings",
	},

	// azurerm: web, data and network
	[]string{
		"access_policy", "application_stack", "auth_settings", "auth_settings_v2", "backend_address_pool",
		"backend_http_settings", "blob_properties", "capabilities", "connection_string", "consistency_policy",
		"container_delete_retention_policy", "cors", "delegation", "delete_retention_policy",
		"frontend_ip_configuration", "frontend_port", "gateway_ip_configuration", "geo_location", "http_listener",
		"ip_configuration", "ip_restriction", "logs", "private_dns_zone_group", "private_service_connection",
		"request_routing_rule", "security_rule", "service_delegation", "site_config", "static_website",
		"sticky_settings", "threat_detection_policy",
	},

	// google: compute
	[]string{
		"alias_ip_range", "allow", "attached_disk", "auto_healing_policies", "autoscaling_policy", "boot_disk",
		"confidential_instance_config", "deny", "guest_accelerator", "http_health_check", "https_health_check",
		"initialize_params", "log_config", "named_port", "scheduling", "scratch_disk", "secondary_ip_range",
		"service_account", "shielded_instance_config", "tcp_health_check", "update_policy",
	},

	// google: containers and functions
	[]string{
		"addons_config", "autoscaling", "build_config", "containers", "event_trigger", "ip_allocation_policy",
		"maintenance_policy", "management", "master_auth", "master_authorized_networks_config", "network_policy",
		"node_config", "private_cluster_config", "release_channel", "scaling", "service_config", "source_repository",
		"storage_source", "traffic", "vertical_pod_autoscaling", "volume_mounts", "vpc_access",
		"workload_identity_config",
	},

	// google: data and identity
	[]string{
		"audit_log_config", "authorized_networks", "backup_configuration", "binding", "database_flags",
		"dead_letter_policy", "dnssec_config", "expiration_policy", "http_target", "insights_config",
		"location_preference", "maintenance_window", "oauth_token", "oidc_token", "private_visibility_config",
		"push_config", "range_partitioning", "replication", "retention_policy", "retry_policy", "settings",
		"time_partitioning",
	},

	// kubernetes: workloads
	[]string{
		"affinity", "config_map", "config_map_key_ref", "config_map_ref", "container", "dns_config", "empty_dir", "env",
		"env_from", "exec", "field_ref", "host_path", "http_get", "image_pull_secrets", "init_container",
		"job_template", "liveness_probe", "match_expressions", "node_affinity", "persistent_volume_claim",
		"pod_affinity", "pod_anti_affinity", "port", "readiness_probe", "resource_field_ref", "resources",
		"rolling_update", "secret_key_ref", "secret_ref", "security_context", "spec", "startup_probe", "strategy",
		"tcp_socket", "template", "toleration", "topology_spread_constraint", "update_strategy", "value_from",
		"volume_claim_template", "volume_mount",
	},

	// kubernetes: the rest
	[]string{"backend", "http", "role_ref", "scale_target_ref", "subject", "tls"},
)

// kubernetesTypes are the resource and data source types whose metadata is a
// block; those of the kubernetes provider also exist with the suffix _v1.
var kubernetesTypes = []string{
	"kubernetes_annotations", "kubernetes_certificate_signing_request", "kubernetes_cluster_role",
	"kubernetes_cluster_role_binding", "kubernetes_config_map", "kubernetes_config_map_data", "kubernetes_cron_job",
	"kubernetes_csi_driver", "kubernetes_daemonset", "kubernetes_default_service_account", "kubernetes_deployment",
	"kubernetes_endpoint_slice", "kubernetes_endpoints", "kubernetes_env", "kubernetes_horizontal_pod_autoscaler",
	"kubernetes_ingress", "kubernetes_ingress_class", "kubernetes_job", "kubernetes_labels", "kubernetes_limit_range",
	"kubernetes_mutating_webhook_configuration", "kubernetes_namespace", "kubernetes_network_policy",
	"kubernetes_node_taint", "kubernetes_persistent_volume", "kubernetes_persistent_volume_claim", "kubernetes_pod",
	"kubernetes_pod_disruption_budget", "kubernetes_pod_security_policy", "kubernetes_priority_class",
	"kubernetes_replication_controller", "kubernetes_resource", "kubernetes_resource_quota", "kubernetes_role",
	"kubernetes_role_binding", "kubernetes_runtime_class", "kubernetes_secret", "kubernetes_secret_data",
	"kubernetes_service", "kubernetes_service_account", "kubernetes_stateful_set", "kubernetes_storage_class",
	"kubernetes_token_request", "kubernetes_validating_webhook_configuration",

	"google_cloud_run_service",
}
