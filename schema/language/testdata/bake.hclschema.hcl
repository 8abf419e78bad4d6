# buildx, bake/hclparser

language "bake" {
  product = "docker buildx bake"
  summary = "Build files of docker buildx bake"

  file {
    native = "docker-bake.hcl"
    json   = "docker-bake.json"
    note   = "docker buildx bake reads docker-bake.json before docker-bake.hcl."
  }

  file {
    native = "docker-bake.override.hcl"
    json   = "docker-bake.override.json"
  }
}

root {
  others = attributes # variables without a block

  block "variable" {
    labels = ["name"]
    attributes = {
      description = literal
      type        = type
      default     = template
    }

    block "validation" {
      attributes = {
        condition     = template
        error_message = literal
      }
    }
  }

  block "function" {
    labels = ["name"]
    attributes = {
      params          = list(keyword)
      variadic_params = keyword
    }

    attribute "result" {
      text_of_call = true
    }
  }

  block "group" {
    labels     = ["name"]
    attributes = { name = template, description = template, targets = template }
  }

  block "target" {
    labels = ["name"]
    others = attributes
  }
}
