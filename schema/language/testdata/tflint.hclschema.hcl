# tflint, tflint/config.go

language "tflint" {
  product = "TFLint"

  file {
    native = ".tflint.hcl"
    json   = ".tflint.json"
  }
}

root {
  block "tflint" {
    attributes = { required_version = literal }
  }

  block "config" {
    others = attributes(literal)
  }

  block "rule" {
    labels = ["name"]
    use    = body.rule_set
    attributes = { enabled = literal }
  }

  block "plugin" {
    labels = ["name"]
    use    = body.rule_set
    attributes = {
      enabled     = literal
      version     = literal
      source      = literal
      signing_key = literal
    }
  }
}

# What the plugin decodes.
body "rule_set" {
  others  = anything(literal)
  definer = "the rule set"
}
