package opentofu

import (
	"slices"

	"github.com/hcljson/hcljson/schema"
)

// These tables answer one question: what a JSON object under a name in a
// provider's body is when the provider's schema is not at hand. They were counted
// in the schemas of some 150 providers and in the configurations that use them, and
// are a likely answer and not a certain one. A name that is a string elsewhere
// does no harm here; one that is as often a map as a block stays out. Types that
// the majority is wrong for are in names_types.go.
var providerNames = schema.NewNames(append(mapNames, "metadata"), mapSuffixes, blockNames, false).WithLists(listNames...)

// listNames are those of blockNames that are list arguments as well. In
// aws_security_group, aws_network_acl, aws_route_table, aws_emr_cluster,
// azurerm_app_service, azurerm_key_vault, azurerm_network_security_group,
// azurerm_route_table, azurerm_virtual_network, and in
// google_compute_instance, google_compute_subnetwork and
// google_container_node_pool of old versions they may be written as blocks too;
// resources is a list of strings in aws_iam_policy_document and kubernetes_role.
var listNames = []string{
	"access_policy", "egress", "guest_accelerator", "ingress", "ip_restriction", "resources", "route",
	"scm_ip_restriction", "secondary_ip_range", "security_rule", "step", "subnet", "taint",
}

// mapNames are arguments that hold a map, an object or any value. Metadata is one
// too, but for the types in names_types.go.
var mapNames = slices.Concat(
	// any provider
	[]string{
		"annotations", "attributes", "custom_metadata", "environment_variables", "labels", "parameters", "properties",
		"tags", "variables",
	},

	// random, null, template
	[]string{"keepers", "triggers", "vars"},

	// kubernetes
	[]string{
		"binary_data", "binary_data_wo", "data", "data_wo", "hard", "limits", "manifest", "match_labels", "node_selector",
		"requests", "volume_attributes", "wait_for",
	},

	// aws
	[]string{
		"additional_encryption_context", "additional_version_weights", "advanced_options",
		"airflow_configuration_options", "attribute_mapping", "authentication_request_extra_params", "backup_options",
		"client_metadata", "client_properties", "connection_properties", "connector_configuration",
		"default_arguments", "default_run_properties", "dimensions", "encryption_context", "encryption_context_equals",
		"encryption_context_subset", "extra_params", "global_settings", "hyper_parameters", "input_paths",
		"non_overridable_arguments", "property_map", "provider_details", "request_models", "request_parameters",
		"request_templates", "response_models", "response_parameters", "response_templates", "rule_parameters",
		"runtime_environment_secrets", "session_attributes", "skewed_column_value_location_maps",
		"static_hyper_parameters", "supported_login_providers", "tags_all", "tags_to_add", "validation_data",
	},

	// azurerm, azuread
	[]string{
		"additional_login_parameters", "additional_login_params", "additional_properties", "app_settings",
		"common_environment_properties", "configuration_protected_settings", "configuration_settings",
		"custom_details", "login_parameters", "parameter_values", "placement_properties", "rotate_when_changed",
		"secret_values", "webhook_properties",
	},

	// google
	[]string{
		"airflow_config_overrides", "allocations", "beta_settings", "config_overrides", "driver_log_levels",
		"engine_configs", "label_extractors", "models", "override_properties", "parameter_mapping", "purpose_data",
		"pypi_packages", "redis_configs", "substitutions", "test_phone_numbers", "transform_name_mapping",
		"user_env_vars", "version_aliases",
	},

	// alicloud, consul, databricks, heroku, oci
	[]string{
		"associated_data", "base_parameters", "config_vars", "extended_metadata", "kms_encryption_context",
		"named_parameters", "node_meta", "sensitive_config_vars", "sensitive_vars", "spark_conf", "spark_env_vars",
	},

	// docker, keycloak, openstack, vault, vsphere
	[]string{
		"alias_metadata", "bound_claims", "build_arg", "build_args", "claim_mappings", "custom_attributes",
		"driver_options", "driver_opts", "endpoint_overrides", "extra_config", "extra_specs", "log_opts",
		"ovf_network_map", "storage_opts", "sysctls", "tmpfs", "value_specs",
	},
)

var mapSuffixes = []string{"_annotations", "_headers", "_labels", "_tags", "_variables"}

// blockNames are nested blocks. They come before mapSuffixes.
var blockNames = slices.Concat(
	// any provider
	[]string{"condition", "conditions", "filter", "rule", "timeouts"},

	// blocks with the ending of a map: aws, azurerm, datadog, google, oci
	[]string{
		"access_control_allow_headers", "access_control_expose_headers", "allowed_data_access_labels",
		"bypass_cache_on_request_headers", "contextual_headers", "denied_data_access_labels", "exclusion_labels",
		"filter_labels", "group_labels", "http_headers", "inclusion_labels", "initial_node_labels", "match_variables",
		"metadata_labels", "network_tags", "policy_variables", "rule_variables", "secret_environment_variables",
		"secret_versions_for_request_headers", "sensitive_labels", "src_secure_tags", "target_secure_tags",
		"template_variables",
	},

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
		"instance_market_options", "instance_refresh", "launch_template", "log_configuration", "maintenance_options",
		"metadata_options", "mixed_instances_policy", "monitoring", "network_interface", "placement",
		"private_dns_name_options", "root_block_device", "snap_start", "tag", "tag_specifications", "tracing_config",
		"warm_pool",
	},

	// aws: containers
	[]string{
		"access_config", "capacity_provider_strategy", "deployment_circuit_breaker", "deployment_controller",
		"encryption_config", "execute_command_configuration", "flexible_time_window", "image_scanning_configuration",
		"kubernetes_network_config", "load_balancer", "network_configuration", "ordered_placement_strategy",
		"placement_constraints", "remote_access", "runtime_platform", "scaling_config",
		"service_connect_configuration", "service_registries", "taint", "update_config", "volume", "vpc_config",
	},

	// aws: storage and data
	[]string{
		"abort_incomplete_multipart_upload", "apply_server_side_encryption_by_default", "attribute",
		"cluster_config", "cors_configuration", "cors_rule", "domain_endpoint_options", "ebs_options",
		"encrypt_at_rest", "expiration", "global_secondary_index", "grant", "lifecycle_policy", "lifecycle_rule",
		"local_secondary_index", "log_publishing_options", "node_to_node_encryption",
		"noncurrent_version_expiration", "noncurrent_version_transition", "parameter", "partition_keys",
		"point_in_time_recovery", "policy_attribute", "replica", "s3_configuration", "scaling_configuration",
		"server_side_encryption", "server_side_encryption_configuration", "serverlessv2_scaling_configuration",
		"step", "storage_descriptor", "tagging", "transition", "ttl", "versioning", "versioning_configuration",
		"vpc_options", "website",
	},

	// aws: network and delivery
	[]string{
		"access_log_settings", "access_logs", "action_to_use", "alias", "authenticate_cognito", "authenticate_oidc",
		"byte_match_statement", "cookies", "custom_error_response", "custom_origin_config", "default_action",
		"default_cache_behavior", "egress", "failover_routing_policy", "field_to_match", "fixed_response", "forward",
		"forwarded_values", "geo_match_statement", "geo_restriction", "health_check", "host_header", "http_header",
		"ingress", "ip_set_reference_statement", "latency_routing_policy", "logging_config",
		"managed_rule_group_statement", "ordered_cache_behavior", "origin", "override_action", "path_pattern",
		"rate_based_statement", "redirect", "restrictions", "route", "rule_action_override", "s3_origin_config",
		"scope_down_statement", "single_header", "stickiness", "subnet_mapping", "target_group",
		"text_transformation", "viewer_certificate", "visibility_config", "vpc", "weighted_routing_policy",
	},

	// aws: operations
	[]string{
		"artifact_store", "artifacts", "customized_metric_specification", "inline_policy", "input_transformer",
		"logging_configuration", "metric", "metric_query", "metric_transformation", "password_policy",
		"patch_filter", "policy_details", "predefined_metric_specification", "result_configuration", "setting",
		"stage", "step_adjustment", "step_scaling_policy_configuration",
		"target_tracking_scaling_policy_configuration",
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
		"azure_active_directory_role_based_access_control", "boot_diagnostics", "data_disk", "default_node_pool",
		"key_vault_secrets_provider", "linux_profile", "network_profile", "oms_agent", "os_disk", "os_profile",
		"os_profile_linux_config", "os_profile_windows_config", "service_principal", "source_image_reference",
		"storage_image_reference", "storage_os_disk", "upgrade_settings",
	},

	// azurerm: web, data and network
	[]string{
		"access_policy", "application_stack", "auth_settings", "auth_settings_v2", "backend_address_pool",
		"backend_http_settings", "blob_properties", "capabilities", "connection_string", "consistency_policy",
		"container_delete_retention_policy", "cors", "delegation", "delete_retention_policy", "frontend_endpoint",
		"frontend_ip_configuration", "frontend_port", "gateway_ip_configuration", "geo_location", "http_listener",
		"ip_configuration", "ip_restriction", "logs", "path_rule", "private_dns_zone_group",
		"private_service_connection", "request_routing_rule", "routing_rule", "scm_ip_restriction", "security_rule",
		"service_delegation", "site_config", "static_website", "sticky_settings", "subnet",
		"threat_detection_policy", "url_rewrite",
	},

	// google: compute
	[]string{
		"alias_ip_range", "allow", "attached_disk", "auto_healing_policies", "autoscale_settings",
		"autoscaling_policy", "boot_disk", "cdn_policy", "confidential_instance_config", "deny", "guest_accelerator",
		"host_rule", "http_health_check", "https_health_check", "initialize_params", "log_config", "named_port",
		"network_performance_config", "path_matcher", "reservation_affinity", "route_action", "route_rules",
		"scheduling", "scratch_disk", "secondary_ip_range", "service_account", "shielded_instance_config",
		"tcp_health_check", "update_policy",
	},

	// google: containers and functions
	[]string{
		"addons_config", "autoscaling", "blue_green_settings", "build_config", "client_certificate_config",
		"confidential_nodes", "containers", "daily_maintenance_window", "event_trigger", "gcfs_config", "gvnic",
		"http_load_balancing", "ip_allocation_policy", "kubelet_config", "linux_node_config", "maintenance_policy",
		"management", "master_auth", "master_authorized_networks_config", "network_policy", "network_policy_config",
		"node_config", "node_pool", "private_cluster_config", "release_channel", "scaling", "service_config",
		"source_repository", "standard_rollout_policy", "storage_source", "traffic", "vertical_pod_autoscaling",
		"volume_mounts", "vpc_access", "workload_identity_config", "workload_metadata_config",
	},

	// google: data and identity
	[]string{
		"audit_log_config", "authorized_networks", "backup_configuration", "binding", "database_flags",
		"dead_letter_policy", "dnssec_config", "egress_from", "egress_to", "expiration_policy", "http_target",
		"info_types", "ingress_from", "ingress_to", "insights_config", "location_preference", "maintenance_window",
		"method_selectors", "oauth_token", "oidc_token", "private_visibility_config", "psc_config", "push_config",
		"range_partitioning", "replication", "retention_policy", "retry_policy", "settings", "time_partitioning",
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
