# What may stand in the scheduler's job files.

language "job" {
  product = "the scheduler"
  summary = "Jobs of the scheduler"

  file {
    native = "*.job.hcl"
    json   = "*.job.hcl.json"
  }

  file {
    native  = "*.queue.hcl"
    no_json = "the scheduler reads queues in native syntax only"
  }
}

root {
  block "variable" {
    labels     = ["name"]
    attributes = { type = type, description = literal }

    # A default is known before the job runs.
    attribute "default" {
      functions = ["env"]
      variables = []
    }
  }

  block "locals" {
    just_attributes = true
  }

  block "job" {
    labels = ["name"]
    attributes = {
      schedule   = literal
      after      = list(traversal)
      on_failure = keyword
      tags       = map(template)
    }

    block "step" {
      labels  = ["type"]
      ordered = true
      others  = anything # of a plugin

      when_label "shell" {
        use        = body.step
        attributes = { script = template, env = map(template) }
      }

      when_label "parallel" {
        use = body.steps
      }
    }
  }
}

body "step" {
  attributes = { name = literal, timeout = template }
}

# Steps in steps.
body "steps" {
  use = body.step

  block "step" {
    labels  = ["type"]
    ordered = true
    others  = anything

    when_label "parallel" {
      use = body.steps
    }
  }
}
