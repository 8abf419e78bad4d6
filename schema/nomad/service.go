package nomad

import "github.com/hcljson/hcljson/schema"

// api/services.go, Service
func serviceBody() *schema.Body {
	return body(
		names("name", "tags", "canary_tags", "enable_tag_override", "port", "address_mode", "address", "task",
			"on_update", "provider", "cluster", "kind"),
		several("check", checkBody()),
		one("check_restart", checkRestartBody()),
		one("connect", connectBody()),
		stringMap("meta"),
		stringMap("canary_meta"),
		stringMap("tagged_addresses"),
		one("identity", identityBody()),
		one("weights", body(names("passing", "warning"))),
	)
}

// api/services.go, ServiceCheck
func checkBody() *schema.Body {
	return body(
		names("name", "type", "command", "args", "path", "protocol", "port", "expose", "address_mode", "advertise",
			"interval", "timeout", "initial_status", "notes", "tls_server_name", "tls_skip_verify", "method",
			"grpc_service", "grpc_use_tls", "task", "success_before_passing", "failures_before_critical",
			"failures_before_warning", "body", "on_update"),
		stringMap("header"),
		one("check_restart", checkRestartBody()),
	)
}

func checkRestartBody() *schema.Body { return body(names("limit", "grace", "ignore_warnings")) }

// api/consul.go, ConsulConnect
func connectBody() *schema.Body {
	return body(names("native"),
		one("gateway", gatewayBody()),
		one("sidecar_service", body(
			names("tags", "port", "disable_default_tcp_check"),
			one("proxy", proxyBody()),
			stringMap("meta"),
		)),
		one("sidecar_task", sidecarTaskBody()),
	)
}

// api/consul.go, SidecarTask
func sidecarTaskBody() *schema.Body {
	return body(
		names("name", "driver", "user", "kill_timeout", "shutdown_delay", "kill_signal"),
		anything("config"),
		stringMap("env"),
		one("resources", resourcesBody()),
		stringMap("meta"),
		one("logs", logsBody()),
		several("volume_mount", volumeMountBody()),
		several("identity", identityBody()),
	)
}

// api/consul.go, ConsulProxy
func proxyBody() *schema.Body {
	return body(
		names("local_service_address", "local_service_port"),
		one("expose", body(nil, several("path", body(names("path", "protocol", "local_path_port", "listener_port"))))),
		several("upstreams", body(
			names("destination_name", "destination_namespace", "destination_peer", "destination_partition",
				"destination_type", "local_bind_port", "datacenter", "local_bind_address", "local_bind_socket_path",
				"local_bind_socket_mode"),
			one("mesh_gateway", body(names("mode"))),
			anything("config"),
		)),
		one("transparent_proxy", body(names("uid", "outbound_port", "exclude_inbound_ports", "exclude_outbound_ports",
			"exclude_outbound_cidrs", "exclude_uids", "no_dns"))),
		anything("config"),
	)
}

// api/consul.go, ConsulGateway
func gatewayBody() *schema.Body {
	return body(nil,
		one("proxy", body(
			names("connect_timeout", "envoy_gateway_bind_tagged_addresses", "envoy_gateway_no_default_bind",
				"envoy_dns_discovery_type"),
			labelled("envoy_gateway_bind_addresses", "name", body(names("address", "port"))),
			anything("config"),
		)),
		one("ingress", body(nil,
			one("tls", gatewayTLSBody()),
			several("listener", body(names("port", "protocol"), several("service", body(
				names("name", "hosts", "max_connections", "max_pending_requests", "max_concurrent_requests"),
				one("tls", gatewayTLSBody()),
				one("request_headers", headersBody()),
				one("response_headers", headersBody()),
			)))),
		)),
		one("terminating", body(nil,
			several("service", body(names("name", "ca_file", "cert_file", "key_file", "sni"))),
		)),
		one("mesh", body(nil)),
	)
}

func gatewayTLSBody() *schema.Body {
	return body(names("enabled", "tls_min_version", "tls_max_version", "cipher_suites"),
		one("sds", body(names("cluster_name", "cert_resource"))))
}

func headersBody() *schema.Body {
	return body(names("remove"), stringMap("add"), stringMap("set"))
}
