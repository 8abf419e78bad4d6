# Terragrunt's configuration files. Terragrunt evaluates all attributes.
#
# A comment names the file of Terragrunt's repository that the rows below it mirror.

language "terragrunt" {
  product    = "Terragrunt"
  summary    = "Terragrunt's configuration"
  array_root = false

  # pkg/config/include.go, dependency.go and config_helpers.go
  note = "Other files of Terragrunt may name it, in include, dependency, find_in_parent_folders or read_terragrunt_config. They have to name the new file then."

  # internal/hclparse/generate.go, pkg/config/stack.go
  file {
    native  = "*terragrunt.autoinclude.hcl"
    no_json = "this file has no JSON form: Terragrunt writes it for itself, and reads it in native syntax only"
  }

  file {
    native  = "*terragrunt.autoinclude.stack.hcl"
    no_json = "this file has no JSON form: Terragrunt writes it for itself, and reads it in native syntax only"
  }

  # pkg/config/config.go, DefaultTerragruntConfigPaths
  file {
    native = "terragrunt.hcl"
    json   = "terragrunt.hcl.json"
  }

  # Other files name it, and Terragrunt finds its twin under no name.
  #
  # pkg/config/config.go, RecommendedParentConfigName
  file {
    native = "root.hcl"
    json   = "root.hcl.json"
    vague  = true
  }

  # pkg/config/config.go, GetDefaultConfigPath
  instead = [["terragrunt.hcl", "terragrunt.hcl.json"]]

  load {
    groups = [["terragrunt.hcl", "terragrunt.hcl.json"]]
    first  = true
  }
}

# Terragrunt 0.x also reads skip, retryable_errors and the arguments that start with retry.
#
# pkg/config/config.go, terragruntConfigFile
root {
  attributes = [
    terraform_binary, terraform_version_constraint, terragrunt_version_constraint, inputs,
    download_dir, prevent_destroy, iam_role, iam_assume_role_duration,
    iam_assume_role_session_name, iam_web_identity_token, remote_state, generate,
    skip, retryable_errors, retry_max_attempts, retry_sleep_interval_sec,
  ]

  # Hooks of one kind run in their order.
  #
  # pkg/config/config.go, TerraformConfig, Hook, ErrorHook, TerraformExtraArguments
  block "terraform" {
    single = true
    attributes = [
      source, version, update_source_with_cas, mutable, include_in_copy, exclude_from_copy,
      copy_terraform_lock_file,
    ]

    block "extra_arguments" {
      labels     = ["name"]
      ordered    = true
      attributes = [commands, arguments, required_var_files, optional_var_files, env_vars]
    }

    block "before_hook" {
      labels  = ["name"]
      ordered = true
      use     = body.hook
    }

    block "after_hook" {
      labels  = ["name"]
      ordered = true
      use     = body.hook
    }

    block "error_hook" {
      labels     = ["name"]
      ordered    = true
      attributes = [commands, execute, on_errors, suppress_stdout, working_dir]
    }
  }

  # JSON is read as the attribute, so a "//" in it is evaluated.
  #
  # internal/remotestate/config.go, ConfigFile
  block "remote_state" {
    single   = true
    shape    = object
    comments = false
    attributes = [
      backend, config, disable_init, disable_dependency_optimization, generate, encryption,
    ]
  }

  # pkg/config/config.go, terragruntGenerateBlock
  block "generate" {
    labels   = ["name"]
    shape    = object
    comments = false
    attributes = [
      path, if_exists, contents, comment_prefix, disable_signature, disable, if_disabled,
      hcl_fmt, mutable,
    ]
  }

  # All of them are counted in one object, and merged in the order of the file.
  #
  # pkg/config/config.go, IncludeConfig; pkg/config/include.go,
  # updateBareIncludeBlockJSON
  block "include" {
    references      = "include"
    labels          = ["name"]
    optional_labels = 1
    ordered         = true
    shape           = object
    attributes      = [path, expose, merge_strategy]
  }

  block "locals" {
    references      = "local"
    single          = true
    just_attributes = true
  }

  # pkg/config/dependency.go, Dependency; pkg/config/hclparse/expansion.go,
  # ExpansionBlock
  block "dependency" {
    references = "dependency"
    labels     = ["name"]
    attributes = [
      config_path, enabled, skip_outputs, mock_outputs,
      mock_outputs_allowed_terraform_commands, mock_outputs_merge_with_state,
      mock_outputs_merge_strategy_with_state,
    ]

    block "expansion" {
      single     = true
      attributes = [for_each, count]
    }
  }

  block "dependencies" {
    single     = true
    attributes = [paths]
  }

  block "feature" {
    references = "feature"
    labels     = ["name"]
    attributes = [default]
  }

  block "exclude" {
    single     = true
    attributes = [if, actions, exclude_dependencies, no_run]
  }

  # pkg/config/errors_block.go
  block "errors" {
    single = true

    block "retry" {
      labels     = ["name"]
      ordered    = true
      attributes = [retryable_errors, max_attempts, sleep_interval_sec]
    }

    block "ignore" {
      labels     = ["name"]
      ordered    = true
      attributes = [ignorable_errors, message, signals]
    }
  }

  block "engine" {
    single     = true
    attributes = [source, version, type, meta]
  }

  block "catalog" {
    single     = true
    attributes = [urls, default_template, no_shell, no_hooks]
  }
}

body "hook" {
  attributes = [commands, execute, if, run_on_error, suppress_stdout, working_dir]
}
