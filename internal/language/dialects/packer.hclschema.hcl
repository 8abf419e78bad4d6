# Packer's templates.
#
# A comment names the file of Packer's repository that the rows below it mirror. What
# is known of the plugins' names is in internal/language/packer.

language "packer" {
  product = "Packer"
  summary = "Packer's templates"
  target  = "packer"

  # hcl2template/functions.go
  functions = ["jsonencode", "chomp"]

  file {
    native = "*.pkr.hcl"
    json   = "*.pkr.json"
  }

  # hcl2template/parser.go, Parse, and utils.go, GetHCL2Files
  load {
    groups    = [["*.pkr.hcl"], ["*.pkr.json"]]
    order     = "the builds start in this order"
    only      = "build"
    together  = true
    dot_files = true
  }
}

# hcl2template/parser.go, configSchema
root {
  # hcl2template/parser.go, packerBlockSchema; types.required_plugins.go
  block "packer" {
    attributes = { required_version = literal }

    block "required_plugins" {
      just_attributes = true
      others          = attributes(literal)
    }
  }

  # hcl2template/types.variables.go, variableBlockSchema
  block "variable" {
    references = "var"
    value      = "default"
    labels     = ["name"]
    attributes = {
      description = literal
      sensitive   = literal
      type        = type
      default     = default
    }

    block "validation" {
      attributes = {
        condition     = template
        error_message = literal
      }
    }
  }

  # hcl2template/types.packer_config.go
  block "variables" {
    references      = "var"
    just_attributes = true
    others          = attributes(default)
  }

  # hcl2template/types.variables.go, localBlockSchema
  block "local" {
    references = "local"
    value      = "expression"
    labels     = ["name"]
    attributes = {
      expression = template
      sensitive  = literal
    }
  }

  # hcl2template/types.packer_config.go
  block "locals" {
    references      = "local"
    just_attributes = true
  }

  # hcl2template/types.datasource.go
  block "data" {
    references = "data"
    labels     = ["type", "name"]
    others     = anything
    component  = data
  }

  # hcl2template/types.source.go
  block "source" {
    labels = ["type", "name"]
    use    = body.builder
  }

  # Builds start in their order (hcl2template/types.packer_config.go).
  #
  # hcl2template/types.build.go, buildSchema
  block "build" {
    ordered    = true
    sequences  = [["post-processor", "post-processors"]]
    use        = body.post-processors
    attributes = [name, description, sources]

    # hcl2template/types.source.go, decodeBuildSource
    block "source" {
      labels     = ["reference"]
      ordered    = true
      use        = body.builder
      attributes = { name = literal }
    }

    block "provisioner" {
      labels  = ["type"]
      ordered = true
      use     = body.provisioner
    }

    block "error-cleanup-provisioner" {
      labels = ["type"]
      max    = 1
      use    = body.provisioner
    }

    block "post-processors" {
      ordered = true
      use     = body.post-processors
    }

    block "hcp_packer_registry" {
      max     = 1
      use     = body.registry
      dynamic = true
    }

    # Packer accepts it and never decodes it.
    block "from" {
      labels = ["type"]
      others = anything
    }
  }

  block "hcp_packer_registry" {
    max = 1
    use = body.registry
  }

  # Packer accepts it and never decodes it.
  block "communicator" {
    labels = ["type", "name"]
    others = anything
  }
}

# hcl2template/types.source.go
body "builder" {
  others    = anything
  component = builder
  dynamic   = true
}

# hcl2template/types.build.provisioners.go
body "provisioner" {
  others     = anything
  component  = provisioner
  dynamic    = true
  attributes = [name, pause_before, max_retries, timeout, continue_on_error, only, except, override]
}

# hcl2template/types.build.post-processor.go
body "post-processors" {
  dynamic = true

  block "post-processor" {
    labels     = ["type"]
    ordered    = true
    others     = anything
    component  = post-processor
    dynamic    = true
    attributes = [name, only, except, keep_input_artifact]
  }
}

# Other arguments are ignored.
#
# hcl2template/types.build.hcp_packer_registry.go
body "registry" {
  others     = anything
  attributes = [bucket_name, description, labels, bucket_labels, build_labels, channels]
}

# A default may call env, and refer to nothing, whatever Packer's manual says.
#
# hcl2template/types.packer_config.go, decodeInputVariables
rule "default" {
  functions = ["env"]
  variables = []
}
