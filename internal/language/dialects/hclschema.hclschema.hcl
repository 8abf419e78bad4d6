# The schema of schema files, which docs/language.md describes.

language "hclschema" {
  product = "hcljson"
  summary = "Schema files, which describe HCL languages"

  file {
    native = "*.hclschema.hcl"
    json   = "*.hclschema.json"
  }
}

root {
  block "language" {
    labels = ["name"]
    single = true
    attributes = {
      product    = literal
      summary    = literal
      array_root = literal
      roots      = literal
      target     = literal
      note       = literal
      functions  = literal
      instead    = literal
    }

    block "file" {
      attributes = {
        native  = literal
        json    = literal
        no_json = literal
        note    = literal
        vague   = literal
      }
    }

    block "load" {
      attributes = {
        groups    = literal
        order     = literal
        only      = literal
        together  = literal
        first     = literal
        dot_files = literal
      }
    }
  }

  block "rule" {
    labels = ["name"]
    use    = body.rule
  }

  block "body" {
    labels = ["name"]
    use    = body.body
  }

  block "root" {
    single = true
    use    = body.body
  }
}

# A rule is a bare word or call, as a type constraint is.
body "rule" {
  attributes = {
    value           = type
    functions       = literal
    variables       = literal
    differs         = literal
    text_of_call    = literal
    native_constant = literal
    only_json       = literal
  }
}

body "body" {
  attributes = {
    use             = list(traversal)
    attributes      = either(list(keyword), map(literal, type))
    others          = type
    other_blocks    = traversal
    just_attributes = literal
    dynamic         = literal
    comments        = literal
    lists           = literal
    sequences       = literal
    definer         = literal
    component       = keyword
  }

  block "attribute" {
    labels = ["name"]
    use    = body.rule
    attributes = {
      no_json = literal
      outside = literal
    }

    block "as_blocks" {
      single = true
      use    = body.body
    }
  }

  block "block" {
    labels = ["type"]
    use    = body.body
    attributes = {
      labels          = literal
      optional_labels = literal
      ordered         = literal
      merged          = literal
      single          = literal
      outside         = literal
      shape           = keyword
      by              = literal
      references      = literal
      value           = literal
      min             = literal
      max             = literal
    }

    block "when_label" {
      labels = ["label"]
      use    = body.body

      block "when_label" {
        labels = ["label"]
        use    = body.body
      }
    }

    block "when_value" {
      labels = ["value"]
      use    = body.body
    }
  }

  block "known_names" {
    single = true
    attributes = {
      attributes = literal
      blocks     = literal
      lists      = literal
      complete   = literal
    }
  }
}
