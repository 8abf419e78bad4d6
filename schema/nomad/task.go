package nomad

import "github.com/hcljson/hcljson/schema"

// api/tasks.go, TaskGroup; jobspec2/hcl_conversions.go, decodeTaskGroup
func groupBody() *schema.Body {
	return withMaps(body(
		names("count", "shutdown_delay", "max_run_duration", "stop_after_client_disconnect", "max_client_disconnect",
			"prevent_reschedule_on_lost"),
		several("constraint", constraintBody()),
		several("affinity", affinityBody()),
		labelled("task", "name", taskBody()),
		several("spread", spreadBody()),
		labelled("volume", "name", volumeBody()),
		one("restart", restartBody()),
		one("disconnect", body(names("lost_after", "stop_on_client_after", "replace", "reconcile"))),
		one("reschedule", rescheduleBody()),
		one("ephemeral_disk", body(names("sticky", "migrate", "size"))),
		one("update", updateBody()),
		one("migrate", migrateBody()),
		several("network", networkBody()),
		several("service", serviceBody()),
		one("scaling", scalingBody()),
		one("consul", consulBody()),
		one("vault", vaultBody()),
		labelled("secret", "name", secretBody()),
	), "meta")
}

// api/tasks.go, VolumeRequest; api/csi.go, CSIMountOptions
func volumeBody() *schema.Body {
	return body(
		names("type", "source", "read_only", "sticky", "access_mode", "attachment_mode", "per_alloc"),
		one("mount_options", body(names("fs_type", "mount_flags"))),
	)
}

// api/scaling.go
func scalingBody() *schema.Body {
	return body(names("min", "max", "enabled", "type"), anything("policy"))
}

// api/resources.go, NetworkResource
func networkBody() *schema.Body {
	port := body(names("static", "to", "host_network", "ignore_collision"))
	return body(
		names("mode", "device", "cidr", "ip", "hostname", "mbits"),
		one("dns", body(names("servers", "searches", "options"))),
		labelled("reserved_ports", "label", port),
		labelled("port", "label", port),
		one("cni", body(names("args"))),
	)
}

// api/tasks.go, Task; jobspec2/hcl_conversions.go, decodeTask
func taskBody() *schema.Body {
	return withMaps(body(
		names("driver", "user", "kill_timeout", "leader", "shutdown_delay", "kill_signal", "kind"),
		one("lifecycle", body(names("hook", "sidecar"))),
		anything("config"),
		several("constraint", constraintBody()),
		several("affinity", affinityBody()),
		several("service", serviceBody()),
		one("resources", resourcesBody()),
		one("restart", restartBody()),
		one("logs", logsBody()),
		several("artifact", body(
			names("source", "mode", "insecure", "destination", "chown"),
			stringMap("options"),
			stringMap("headers"),
		)),
		one("vault", vaultBody()),
		one("consul", consulBody()),
		several("template", templateBody()),
		one("dispatch_payload", body(names("file"))),
		several("volume_mount", volumeMountBody()),
		one("csi_plugin", body(names("id", "type", "mount_dir", "stage_publish_base_dir", "health_timeout"))),
		labelled("scaling", "name", scalingBody()),
		labelled("secret", "name", secretBody()),
		several("identity", identityBody()),
		labelled("action", "name", body(names("command", "args"))),
		one("schedule", body(nil, one("cron", body(names("start", "end", "timezone"))))),
	), "env", "meta")
}

// api/resources.go
func resourcesBody() *schema.Body {
	return body(
		names("cpu", "cores", "memory", "memory_max", "disk", "secrets", "iops"),
		several("network", networkBody()),
		labelled("device", "name", body(names("count"),
			several("constraint", constraintBody()),
			several("affinity", affinityBody()),
		)),
		one("numa", body(names("affinity", "devices"))),
	)
}

func logsBody() *schema.Body {
	return body(names("max_files", "max_file_size", "enabled", "disabled"))
}

func templateBody() *schema.Body {
	return body(
		names("source", "destination", "data", "change_mode", "change_signal", "once", "splay", "perms", "uid", "gid",
			"left_delimiter", "right_delimiter", "env", "vault_grace", "error_on_missing_key"),
		one("change_script", body(names("command", "args", "timeout", "fail_on_error", "run_on_first_render"))),
		one("wait", body(names("min", "max"))),
	)
}

func volumeMountBody() *schema.Body {
	return body(names("volume", "destination", "read_only", "propagation_mode", "selinux_label"))
}

func identityBody() *schema.Body {
	return body(names("name", "aud", "change_mode", "change_signal", "env", "file", "filepath", "service_name", "ttl",
		"extra_claims"))
}
