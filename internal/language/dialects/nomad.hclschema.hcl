# Nomad's job specifications.
#
# A comment names the file of Nomad's repository that the rows below it mirror. The rows
# of a body are the fields of a struct of Nomad's package api that have an hcl tag.
# Dynamic blocks work in all of them (jobspec2/types.config.go, decodeJob).

# Nomad reads a file as JSON only if it starts with {, and a reference to anything but
# a variable is its own text.
#
# jobspec2/parse.go; jobspec2/types.config.go, EvalContext
language "nomad" {
  product    = "Nomad"
  summary    = "Nomad's job specifications"
  array_root = false
  roots      = ["var", "local"]

  file {
    native = "*.nomad.hcl"
    json   = "*.nomad.hcl.json"
  }

  file {
    native = "*.nomad"
    json   = "*.nomad.json"
  }
}

# jobspec2/types.config.go, jobConfigSchema
root {
  block "variables" {
    references      = "var"
    just_attributes = true
    others          = attributes(literal)
  }

  # jobspec2/types.variables.go, variableBlockSchema
  block "variable" {
    references = "var"
    value      = "default"
    labels     = ["name"]
    attributes = {
      description = literal
      default     = literal
      type        = type
    }

    block "validation" {
      attributes = {
        condition     = template
        error_message = literal
      }
    }
  }

  block "locals" {
    references      = "local"
    just_attributes = true
  }

  # api/jobs.go; jobspec2/types.config.go, decodeTopLevelExtras
  block "job" {
    labels     = ["name"]
    single     = true
    use        = [body.meta, body.spreading]
    dynamic    = true
    attributes = [region, namespace, id, name, type, priority, all_at_once, datacenters, node_pool]

    block "group" {
      labels = ["name"]
      use    = body.group
    }

    # api/jobs.go, Multiregion
    block "multiregion" {
      single  = true
      dynamic = true

      block "strategy" {
        single     = true
        dynamic    = true
        attributes = [max_parallel, on_failure]
      }

      block "region" {
        labels     = ["name"]
        use        = body.meta_map
        dynamic    = true
        attributes = [count, datacenters, node_pool]
      }
    }

    block "periodic" {
      single     = true
      dynamic    = true
      attributes = [enabled, cron, crons, prohibit_overlap, time_zone]
    }

    block "parameterized" {
      single     = true
      dynamic    = true
      attributes = [payload, meta_required, meta_optional]
    }

    block "ui" {
      single     = true
      dynamic    = true
      attributes = [description]

      block "link" {
        dynamic    = true
        attributes = [label, url]
      }
    }
  }
}

# api/tasks.go, TaskGroup; jobspec2/hcl_conversions.go, decodeTaskGroup
body "group" {
  use     = [body.meta, body.spreading, body.running]
  dynamic = true
  attributes = [
    count, shutdown_delay, max_run_duration, stop_after_client_disconnect,
    max_client_disconnect, prevent_reschedule_on_lost,
  ]

  # api/tasks.go, VolumeRequest; api/csi.go, CSIMountOptions
  block "volume" {
    labels     = ["name"]
    dynamic    = true
    attributes = [type, source, read_only, sticky, access_mode, attachment_mode, per_alloc]

    block "mount_options" {
      single     = true
      dynamic    = true
      attributes = [fs_type, mount_flags]
    }
  }

  block "disconnect" {
    single     = true
    dynamic    = true
    attributes = [lost_after, stop_on_client_after, replace, reconcile]
  }

  block "ephemeral_disk" {
    single     = true
    dynamic    = true
    attributes = [sticky, migrate, size]
  }

  block "network" { use = body.network }

  block "scaling" {
    single = true
    use    = body.scaling
  }
}

# api/tasks.go, Task; jobspec2/hcl_conversions.go, decodeTask
body "task" {
  use        = [body.env, body.meta, body.placed, body.running, body.config]
  dynamic    = true
  attributes = [driver, user, kill_timeout, leader, shutdown_delay, kill_signal, kind]

  block "lifecycle" {
    single     = true
    dynamic    = true
    attributes = [hook, sidecar]
  }

  block "resources" {
    single = true
    use    = body.resources
  }

  block "logs" {
    single = true
    use    = body.logs
  }

  block "artifact" {
    dynamic    = true
    attributes = [source, mode, insecure, destination, chown]

    block "options" {
      single = true
      use    = body.strings
    }

    block "headers" {
      single = true
      use    = body.strings
    }
  }

  block "template" {
    dynamic = true
    attributes = [
      source, destination, data, change_mode, change_signal, once, splay, perms, uid, gid,
      left_delimiter, right_delimiter, env, vault_grace, error_on_missing_key,
    ]

    block "change_script" {
      single     = true
      dynamic    = true
      attributes = [command, args, timeout, fail_on_error, run_on_first_render]
    }

    block "wait" {
      single     = true
      dynamic    = true
      attributes = [min, max]
    }
  }

  block "dispatch_payload" {
    single     = true
    dynamic    = true
    attributes = [file]
  }

  block "volume_mount" { use = body.volume_mount }

  block "csi_plugin" {
    single     = true
    dynamic    = true
    attributes = [id, type, mount_dir, stage_publish_base_dir, health_timeout]
  }

  block "scaling" {
    labels = ["name"]
    use    = body.scaling
  }

  block "identity" { use = body.identity }

  block "action" {
    labels     = ["name"]
    dynamic    = true
    attributes = [command, args]
  }

  block "schedule" {
    single  = true
    dynamic = true

    block "cron" {
      single     = true
      dynamic    = true
      attributes = [start, end, timezone]
    }
  }
}

# What jobs and groups have in common.
body "spreading" {
  use = [body.placed, body.credentials]

  block "update" {
    single = true
    use    = body.update
  }

  block "spread" { use = body.spread }

  block "reschedule" {
    single = true
    use    = body.reschedule
  }

  block "migrate" {
    single = true
    use    = body.migrate
  }

  block "task" {
    labels = ["name"]
    use    = body.task
  }
}

# What groups and tasks have in common.
body "running" {
  use = body.credentials

  block "consul" {
    single = true
    use    = body.consul
  }

  block "restart" {
    single = true
    use    = body.restart
  }

  block "service" { use = body.service }
}

# These are in jobs, groups and tasks, and placed in devices too.
body "placed" {
  block "constraint" { use = body.constraint }
  block "affinity" { use = body.affinity }
}

body "credentials" {
  block "vault" {
    single = true
    use    = body.vault
  }

  block "secret" {
    labels = ["name"]
    use    = body.secret
  }
}

# A block of any values, and one of text.
body "config" {
  block "config" {
    single = true
    use    = body.value
  }
}

body "meta_map" {
  block "meta" {
    single = true
    use    = body.strings
  }
}

# meta may be an attribute or a block.
#
# jobspec2/hcl_conversions.go, decodeAsAttribute
body "meta" {
  attributes = [meta]

  block "meta" {
    single = true
    shape  = object
    use    = body.keys
  }
}

body "env" {
  attributes = [env]

  block "env" {
    single = true
    shape  = object
    use    = body.keys
  }
}

body "keys" {
  just_attributes = true
  comments        = false
}

# A map.
#
# Nomad's fork of hashicorp/hcl, gohcl/decode.go, decodeBodyToMap
body "strings" {
  just_attributes = true
}

# A value of any type.
#
# jobspec2/hclutil/blockattrs.go; jobspec2/parse_map.go
body "value" {
  others = anything
  lists  = true
}

# jobspec2/hcl_conversions.go, constraintSpec
body "constraint" {
  dynamic = true
  attributes = [
    attribute, value, operator, version, semver, regexp, set_contains, set_contains_all,
    set_contains_any, distinct_hosts, distinct_property, is_set, is_not_set,
  ]
}

# jobspec2/hcl_conversions.go, affinitySpec
body "affinity" {
  dynamic = true
  attributes = [
    attribute, value, operator, version, semver, regexp, set_contains, set_contains_all,
    set_contains_any, weight,
  ]
}

# api/jobs.go
body "update" {
  dynamic = true
  attributes = [
    stagger, max_parallel, health_check, min_healthy_time, healthy_deadline,
    progress_deadline, canary, auto_revert, auto_promote,
  ]
}

# api/tasks.go, also for the bodies that follow
body "spread" {
  dynamic    = true
  attributes = [attribute, weight]

  block "target" {
    labels     = ["value"]
    dynamic    = true
    attributes = [percent]
  }
}

body "reschedule" {
  dynamic    = true
  attributes = [attempts, interval, delay, delay_function, max_delay, unlimited]
}

body "migrate" {
  dynamic    = true
  attributes = [max_parallel, health_check, min_healthy_time, healthy_deadline]
}

body "restart" {
  dynamic    = true
  attributes = [interval, attempts, delay, mode, render_templates]
}

body "vault" {
  dynamic = true
  attributes = [
    policies, role, namespace, cluster, env, disable_file, change_mode, change_signal,
    allow_token_expiration,
  ]
}

body "secret" {
  use        = body.config
  dynamic    = true
  attributes = [provider, path]

  block "env" {
    single = true
    use    = body.strings
  }
}

body "logs" {
  dynamic    = true
  attributes = [max_files, max_file_size, enabled, disabled]
}

body "volume_mount" {
  dynamic    = true
  attributes = [volume, destination, read_only, propagation_mode, selinux_label]
}

body "identity" {
  dynamic = true
  attributes = [
    name, aud, change_mode, change_signal, env, file, filepath, service_name, ttl,
    extra_claims,
  ]
}

# api/consul.go
body "consul" {
  dynamic    = true
  attributes = [namespace, cluster, partition]
}

# api/scaling.go
body "scaling" {
  dynamic    = true
  attributes = [min, max, enabled, type]

  block "policy" {
    single = true
    use    = body.value
  }
}

# api/resources.go
body "resources" {
  dynamic    = true
  attributes = [cpu, cores, memory, memory_max, disk, secrets, iops]

  block "network" { use = body.network }

  block "device" {
    labels     = ["name"]
    use        = body.placed
    dynamic    = true
    attributes = [count]
  }

  block "numa" {
    single     = true
    dynamic    = true
    attributes = [affinity, devices]
  }
}

# api/resources.go, NetworkResource
body "network" {
  dynamic    = true
  attributes = [mode, device, cidr, ip, hostname, mbits]

  block "dns" {
    single     = true
    dynamic    = true
    attributes = [servers, searches, options]
  }

  block "reserved_ports" {
    labels = ["label"]
    use    = body.port
  }

  block "port" {
    labels = ["label"]
    use    = body.port
  }

  block "cni" {
    single     = true
    dynamic    = true
    attributes = [args]
  }
}

body "port" {
  dynamic    = true
  attributes = [static, to, host_network, ignore_collision]
}

# api/services.go, Service
body "service" {
  use     = body.meta_map
  dynamic = true
  attributes = [
    name, tags, canary_tags, enable_tag_override, port, address_mode, address, task,
    on_update, provider, cluster, kind,
  ]

  # api/services.go, ServiceCheck
  block "check" {
    dynamic = true
    attributes = [
      name, type, command, args, path, protocol, port, expose, address_mode, advertise,
      interval, timeout, initial_status, notes, tls_server_name, tls_skip_verify, method,
      grpc_service, grpc_use_tls, task, success_before_passing, failures_before_critical,
      failures_before_warning, body, on_update,
    ]

    block "header" {
      single = true
      use    = body.strings
    }

    block "check_restart" {
      single = true
      use    = body.check_restart
    }
  }

  block "check_restart" {
    single = true
    use    = body.check_restart
  }

  # api/consul.go, ConsulConnect
  block "connect" {
    single     = true
    dynamic    = true
    attributes = [native]

    block "gateway" {
      single = true
      use    = body.gateway
    }

    block "sidecar_service" {
      single     = true
      use        = body.meta_map
      dynamic    = true
      attributes = [tags, port, disable_default_tcp_check]

      block "proxy" {
        single = true
        use    = body.proxy
      }
    }

    # api/consul.go, SidecarTask
    block "sidecar_task" {
      single     = true
      use        = [body.config, body.meta_map]
      dynamic    = true
      attributes = [name, driver, user, kill_timeout, shutdown_delay, kill_signal]

      block "env" {
        single = true
        use    = body.strings
      }

      block "resources" {
        single = true
        use    = body.resources
      }

      block "logs" {
        single = true
        use    = body.logs
      }

      block "volume_mount" { use = body.volume_mount }
      block "identity" { use = body.identity }
    }
  }

  block "canary_meta" {
    single = true
    use    = body.strings
  }

  block "tagged_addresses" {
    single = true
    use    = body.strings
  }

  block "identity" {
    single = true
    use    = body.identity
  }

  block "weights" {
    single     = true
    dynamic    = true
    attributes = [passing, warning]
  }
}

body "check_restart" {
  dynamic    = true
  attributes = [limit, grace, ignore_warnings]
}

# api/consul.go, ConsulProxy
body "proxy" {
  use        = body.config
  dynamic    = true
  attributes = [local_service_address, local_service_port]

  block "expose" {
    single  = true
    dynamic = true

    block "path" {
      dynamic    = true
      attributes = [path, protocol, local_path_port, listener_port]
    }
  }

  block "upstreams" {
    use     = body.config
    dynamic = true
    attributes = [
      destination_name, destination_namespace, destination_peer, destination_partition,
      destination_type, local_bind_port, datacenter, local_bind_address,
      local_bind_socket_path, local_bind_socket_mode,
    ]

    block "mesh_gateway" {
      single     = true
      dynamic    = true
      attributes = [mode]
    }
  }

  block "transparent_proxy" {
    single  = true
    dynamic = true
    attributes = [
      uid, outbound_port, exclude_inbound_ports, exclude_outbound_ports,
      exclude_outbound_cidrs, exclude_uids, no_dns,
    ]
  }
}

# api/consul.go, ConsulGateway
body "gateway" {
  dynamic = true

  block "proxy" {
    single  = true
    use     = body.config
    dynamic = true
    attributes = [
      connect_timeout, envoy_gateway_bind_tagged_addresses, envoy_gateway_no_default_bind,
      envoy_dns_discovery_type,
    ]

    block "envoy_gateway_bind_addresses" {
      labels     = ["name"]
      dynamic    = true
      attributes = [address, port]
    }
  }

  block "ingress" {
    single  = true
    dynamic = true

    block "tls" {
      single = true
      use    = body.gateway_tls
    }

    block "listener" {
      dynamic    = true
      attributes = [port, protocol]

      block "service" {
        dynamic    = true
        attributes = [name, hosts, max_connections, max_pending_requests, max_concurrent_requests]

        block "tls" {
          single = true
          use    = body.gateway_tls
        }

        block "request_headers" {
          single = true
          use    = body.headers
        }

        block "response_headers" {
          single = true
          use    = body.headers
        }
      }
    }
  }

  block "terminating" {
    single  = true
    dynamic = true

    block "service" {
      dynamic    = true
      attributes = [name, ca_file, cert_file, key_file, sni]
    }
  }

  block "mesh" {
    single  = true
    dynamic = true
  }
}

body "gateway_tls" {
  dynamic    = true
  attributes = [enabled, tls_min_version, tls_max_version, cipher_suites]

  block "sds" {
    single     = true
    dynamic    = true
    attributes = [cluster_name, cert_resource]
  }
}

body "headers" {
  dynamic    = true
  attributes = [remove]

  block "add" {
    single = true
    use    = body.strings
  }

  block "set" {
    single = true
    use    = body.strings
  }
}
