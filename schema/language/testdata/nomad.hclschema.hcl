# nomad, jobspec2

language "nomad" {
  product    = "Nomad"
  array_root = false
  roots      = ["var", "local"] # any other is text

  file {
    native = "*.nomad.hcl"
    json   = "*.nomad.json"
  }
}

# Functions, but no variables.
rule "default" {
  value     = template
  functions = ["format", "lower"]
  variables = []
}

root {
  block "variables" {
    just_attributes = true
    others          = attributes(literal)
  }

  block "variable" {
    labels = ["name"]
    attributes = {
      description = literal
      type        = type
      default     = literal
    }
  }

  block "locals" {
    just_attributes = true
    others          = attributes(default)
  }

  block "job" {
    labels = ["name"]
    single = true
    use    = body.meta
    attributes = { datacenters = template, type = template }

    block "group" {
      labels = ["name"]
      use    = body.meta

      block "task" {
        labels = ["name"]
        use    = body.meta
        attributes = { driver = template }
        by     = "driver"

        block "config" {
          use = body.values
        }

        when_value "docker" {
          use        = body.meta
          attributes = { driver = template }

          block "config" {
            use        = body.values
            attributes = { image = template }
          }
        }
      }
    }
  }
}

# meta is a block, or an attribute where its keys are no identifiers.
body "meta" {
  attributes = { meta = map(template) }

  block "meta" {
    shape           = object
    just_attributes = true
    comments        = false
  }
}

# Decoded into a map in which every block and object is in a list.
body "values" {
  others       = anything
  other_blocks = body.values
  lists        = true
  comments     = false
}
