# terragrunt, pkg/config

language "terragrunt" {
  product = "Terragrunt"

  file {
    native  = "terragrunt.stack.hcl"
    no_json = "stack files have no JSON form: Terragrunt reads them in native syntax only"
  }

  file {
    native = "*terragrunt.hcl"
    json   = "*terragrunt.hcl.json"
  }
}

root {
  attributes = {
    inputs       = template
    download_dir = template
    skip         = template
    generate     = map(template)
    remote_state = template
  }

  block "terraform" {
    single     = true
    attributes = { source = template, copy_terraform_lock_file = template }

    block "extra_arguments" {
      labels = ["name"]
      attributes = {
        commands  = template
        arguments = template
        env_vars  = template
      }
    }

    block "before_hook" {
      labels = ["name"]
      use    = body.hook
    }

    block "after_hook" {
      labels = ["name"]
      use    = body.hook
    }

    block "error_hook" {
      labels = ["name"]
      use    = body.hook
    }
  }

  # All of them are counted in one object.
  block "include" {
    labels          = ["name"]
    optional_labels = 1
    shape           = object
    attributes      = { path = template, expose = template, merge_strategy = template }
  }

  block "locals" {
    just_attributes = true
  }

  block "dependency" {
    labels = ["name"]
    others = attributes
  }

  block "dependencies" {
    attributes = { paths = template }
  }

  block "generate" {
    labels     = ["name"]
    shape      = object
    comments   = false
    attributes = { path = template, if_exists = template, contents = template }
  }

  block "remote_state" {
    shape      = object
    comments   = false
    single     = true
    attributes = { backend = template, config = template }

    attribute "generate" {
      no_json = "Terragrunt takes a map of strings here."
    }
  }

  block "exclude" {
    single     = true
    others     = attributes
    attributes = { if = template, actions = template }
  }
}

body "hook" {
  attributes = { commands = template, execute = template, run_on_error = template }
}
