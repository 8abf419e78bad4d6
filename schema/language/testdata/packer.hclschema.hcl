# The templates of Packer, after hcl2template in its repository.

language "packer" {
  product = "Packer"
  summary = "Packer's templates"

  file {
    native = "*.pkr.hcl"
    json   = "*.pkr.json"
    note   = "Packer reads all native files before the first in JSON, and starts builds in this order."
  }
}

root {
  block "packer" {
    attributes = { required_version = literal }

    block "required_plugins" {
      just_attributes = true
      others          = attributes(literal)
    }
  }

  block "variable" {
    labels = ["name"]
    attributes = {
      description = literal
      sensitive   = literal
      type        = type
    }

    attribute "default" {
      functions = ["env"]
      variables = []
    }

    block "validation" {
      attributes = {
        condition     = template
        error_message = literal
      }
    }
  }

  block "variables" {
    just_attributes = true
    others          = attributes(default)
  }

  block "local" {
    labels = ["name"]
    attributes = {
      expression = template
      sensitive  = literal
    }
  }

  block "locals" {
    just_attributes = true
  }

  block "data" {
    labels = ["type", "name"]
    use    = body.plugin
  }

  block "source" {
    labels  = ["type", "name"]
    use     = body.plugin
    dynamic = true
  }

  block "build" {
    ordered    = true
    dynamic    = true
    sequences  = [["post-processor", "post-processors"]]
    use        = body.post_processors
    attributes = { name = template, description = template, sources = template }

    block "source" {
      labels     = ["reference"]
      ordered    = true
      use        = body.dynamic_plugin
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
      use     = body.post_processors
    }

    block "hcp_packer_registry" {
      max     = 1
      use     = body.registry
      dynamic = true
    }

    block "from" {
      labels = ["type"]
      others = anything # accepted, and never decoded
    }
  }

  block "hcp_packer_registry" {
    max = 1
    use = body.registry
  }

  block "communicator" {
    labels = ["type", "name"]
    others = anything
  }
}

body "post_processors" {
  dynamic = true

  block "post-processor" {
    labels  = ["type"]
    ordered = true
    use     = body.dynamic_plugin
    attributes = {
      name                = template
      only                = template
      except              = template
      keep_input_artifact = template
    }
  }
}

body "provisioner" {
  use = body.dynamic_plugin
  attributes = {
    name              = template
    pause_before      = template
    max_retries       = template
    timeout           = template
    continue_on_error = template
    only              = template
    except            = template
    override          = template
  }
}

body "registry" {
  others = anything
  attributes = {
    bucket_name   = template
    description   = template
    labels        = template
    bucket_labels = template
    build_labels  = template
    channels      = template
  }
}

body "dynamic_plugin" {
  use     = body.plugin
  dynamic = true
}

body "plugin" {
  others = anything

  known_names {
    complete   = true
    attributes = ["tags", "env", "*_content", "*_labels", "*_tags"]
    blocks     = ["tag", "filter", "spot", "disks"]
  }
}

rule "default" {
  functions = ["env"]
  variables = []
}
