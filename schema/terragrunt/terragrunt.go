// Package terragrunt holds the schema tables of Terragrunt's configuration files.
//
// A comment over a table names the file of Terragrunt's repository that it
// mirrors.
package terragrunt

import "github.com/hcljson/hcljson/schema"

// names lists attributes. Terragrunt evaluates all of them.
func names(list ...string) []schema.Attribute { return schema.Arguments(nil, list...) }

// Config is the language of terragrunt.hcl and of the files that it includes.
//
// pkg/config/config.go, terragruntConfigFile
func Config() *schema.Dialect {
	return &schema.Dialect{Name: "terragrunt", Product: "Terragrunt", Root: &schema.Body{
		Attributes: names("terraform_binary", "terraform_version_constraint", "terragrunt_version_constraint", "inputs",
			"download_dir", "prevent_destroy", "iam_role", "iam_assume_role_duration", "iam_assume_role_session_name",
			"iam_web_identity_token", "remote_state", "generate"),
		Blocks: []schema.Block{
			{Type: "terraform", Body: terraformBody(), Single: true},
			{Type: "remote_state", Body: remoteStateBody(), Single: true, Shape: schema.ObjectShape},
			{Type: "generate", Labels: oneName, Body: generateBody(), Shape: schema.ObjectShape},
			{Type: "include", Labels: oneName, Optional: 1, Body: includeBody(), Shape: schema.ObjectShape},
			{Type: "locals", Body: &schema.Body{Rest: schema.RestAttributes, Free: true}, Single: true},
			{Type: "dependency", Labels: oneName, Body: dependencyBody()},
			{Type: "dependencies", Body: &schema.Body{Attributes: names("paths")}, Single: true},
			{Type: "feature", Labels: oneName, Body: &schema.Body{Attributes: names("default")}},
			{Type: "exclude", Single: true, Body: &schema.Body{
				Attributes: names("if", "actions", "exclude_dependencies", "no_run"),
			}},
			{Type: "errors", Body: errorsBody(), Single: true},
			{Type: "engine", Single: true, Body: &schema.Body{Attributes: names("source", "version", "type", "meta")}},
			{Type: "catalog", Single: true, Body: &schema.Body{
				Attributes: names("urls", "default_template", "no_shell", "no_hooks"),
			}},
		},
	}}
}

var oneName = []string{"name"}

// Hooks of one kind run in their order.
//
// pkg/config/config.go, TerraformConfig, Hook, ErrorHook, TerraformExtraArguments
func terraformBody() *schema.Body {
	hook := &schema.Body{Attributes: names("commands", "execute", "if", "run_on_error", "suppress_stdout", "working_dir")}
	return &schema.Body{
		Attributes: names("source", "version", "update_source_with_cas", "mutable", "include_in_copy",
			"exclude_from_copy", "copy_terraform_lock_file"),
		Blocks: []schema.Block{
			{Type: "extra_arguments", Labels: oneName, Ordered: true, Body: &schema.Body{
				Attributes: names("commands", "arguments", "required_var_files", "optional_var_files", "env_vars"),
			}},
			{Type: "before_hook", Labels: oneName, Ordered: true, Body: hook},
			{Type: "after_hook", Labels: oneName, Ordered: true, Body: hook},
			{Type: "error_hook", Labels: oneName, Ordered: true, Body: &schema.Body{
				Attributes: names("commands", "execute", "on_errors", "suppress_stdout", "working_dir"),
			}},
		},
	}
}

// JSON is read as the attribute, so a "//" in it is evaluated.
//
// internal/remotestate/config.go, ConfigFile
func remoteStateBody() *schema.Body {
	return &schema.Body{
		Attributes: names("backend", "config", "disable_init", "disable_dependency_optimization", "generate", "encryption"),
		NoComments: true,
	}
}

// pkg/config/config.go, terragruntGenerateBlock
func generateBody() *schema.Body {
	return &schema.Body{
		Attributes: names("path", "if_exists", "contents", "comment_prefix", "disable_signature", "disable",
			"if_disabled", "hcl_fmt", "mutable"),
		NoComments: true,
	}
}

// pkg/config/config.go, IncludeConfig; pkg/config/include.go,
// updateBareIncludeBlockJSON
func includeBody() *schema.Body {
	return &schema.Body{Attributes: names("path", "expose", "merge_strategy")}
}

// pkg/config/dependency.go, Dependency; pkg/config/hclparse/expansion.go,
// ExpansionBlock
func dependencyBody() *schema.Body {
	return &schema.Body{
		Attributes: names("config_path", "enabled", "skip_outputs", "mock_outputs",
			"mock_outputs_allowed_terraform_commands", "mock_outputs_merge_with_state",
			"mock_outputs_merge_strategy_with_state"),
		Blocks: []schema.Block{{Type: "expansion", Single: true, Body: &schema.Body{Attributes: names("for_each", "count")}}},
	}
}

// pkg/config/errors_block.go
func errorsBody() *schema.Body {
	return &schema.Body{Blocks: []schema.Block{
		{Type: "retry", Labels: oneName, Ordered: true, Body: &schema.Body{
			Attributes: names("retryable_errors", "max_attempts", "sleep_interval_sec"),
		}},
		{Type: "ignore", Labels: oneName, Ordered: true, Body: &schema.Body{
			Attributes: names("ignorable_errors", "message", "signals"),
		}},
	}}
}
