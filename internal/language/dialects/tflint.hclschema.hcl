# TFLint's configuration.
#
# A comment names the file that the rows below it mirror, in TFLint's repository or in
# that of a rule set. TFLint evaluates without any variables and functions, and so do
# rule sets.

language "tflint" {
  product = "TFLint"
  summary = "TFLint's configuration"

  file {
    native = "*.tflint.hcl"
    json   = "*.tflint.json"
  }

  # tflint/config.go, LoadConfig
  instead = [[".tflint.json", ".tflint.hcl"]]

  load {
    groups    = [[".tflint.hcl", ".tflint.json"]]
    first     = true
    dot_files = true
  }
}

# tflint/config.go, configSchema
root {
  block "tflint" {
    single     = true
    attributes = { required_version = literal }
  }

  # tflint/config.go, innerConfigSchema; module is for TFLint before 0.54.
  block "config" {
    attributes = {
      call_module_type    = literal
      force               = literal
      ignore_module       = literal
      varfile             = literal
      variables           = literal
      disabled_by_default = literal
      plugin_dir          = literal
      format              = literal
      module              = literal
    }
  }

  block "rule" {
    labels = ["name"]
    use    = body.rule

    # tflint-ruleset-terraform, rules/terraform_naming_convention.go
    when_label "terraform_naming_convention" {
      use = body.rule
      attributes = {
        format         = literal
        custom         = literal
        custom_formats = literal
      }

      block "data" {
        single = true
        use    = body.format
      }

      block "locals" {
        single = true
        use    = body.format
      }

      block "module" {
        single = true
        use    = body.format
      }

      block "output" {
        single = true
        use    = body.format
      }

      block "resource" {
        single = true
        use    = body.format
      }

      block "variable" {
        single = true
        use    = body.format
      }

      block "check" {
        single = true
        use    = body.format
      }
    }
  }

  block "plugin" {
    labels = ["name"]
    use    = body.plugin

    # tflint-ruleset-aws, aws/config.go
    when_label "aws" {
      use = body.plugin

      block "assume_role" {
        single = true
        attributes = {
          role_arn     = literal
          external_id  = literal
          policy       = literal
          session_name = literal
        }
      }
    }
  }
}

# A rule set reads what is not listed.
#
# tflint/config.go, RuleConfig
body "rule" {
  others = anything(literal)
  attributes = {
    enabled   = literal
    ignorable = literal
  }
}

# tflint/config.go, PluginConfig
body "plugin" {
  others = anything(literal)
  attributes = {
    enabled     = literal
    version     = literal
    source      = literal
    signature   = literal
    signing_key = literal
  }
}

# tflint-ruleset-terraform, rules/terraform_naming_convention.go
body "format" {
  attributes = {
    format = literal
    custom = literal
  }
}
