# The files of docker buildx bake.
#
# A comment names the file of buildx's repository that the rows below it mirror.

# An array at the root of JSON is an error, because bake reads the attributes there.
#
# bake/hclparser/hclparser.go, Parse
language "bake" {
  product    = "docker buildx bake"
  summary    = "Build files of docker buildx bake"
  array_root = false

  file {
    native = "*docker-bake.hcl"
    json   = "*docker-bake.json"
  }

  file {
    native = "*docker-bake.override.hcl"
    json   = "*docker-bake.override.json"
  }

  # bake/bake.go, defaultFilenames
  load {
    groups = [
      ["docker-bake.json"], ["docker-bake.hcl"],
      ["docker-bake.override.json"], ["docker-bake.override.hcl"],
    ]
    order = "the last value of an attribute counts"
  }
}

# bake/hclparser/hclparser.go, Parse
root {
  others = attributes

  # bake/hclparser/hclparser.go, variable and variableValidation
  block "variable" {
    labels = ["name"]
    attributes = {
      type        = type
      default     = default
      description = literal
    }

    block "validation" {
      attributes = [condition, error_message]
    }
  }

  # The name in JSON is variadic_params as well, whatever the tag of the structure
  # for encoding/json was before buildx 0.24.
  #
  # bake/hclparser/hclparser.go, functionDef
  block "function" {
    labels = ["name"]
    attributes = {
      params          = list(keyword)
      variadic_params = keyword
    }

    # Text may be taken for a call, and it is an error then if the function is missing.
    #
    # bake/hclparser/hclparser.go, resolveFunction
    attribute "result" {
      text_of_call = true
    }
  }

  # What bake does not know in a group or target, it ignores.
  #
  # bake/bake.go, Group and Target
  block "group" {
    labels = ["name"]
    others = attributes
  }

  # bake/bake.go, dedupeConfig
  block "target" {
    labels = ["name"]
    merged = true
    others = attributes
  }
}

# A variable is evaluated before the functions of the file are known. Bake looks for
# the calls in its expression and defines those functions first, but takes the strings
# of JSON for expressions, and not for templates, so that it finds none. There are only
# the functions that bake has itself.
#
# bake/hclparser/hclparser.go, Parse and loadDeps; expr.go, appendJSONFuncCalls;
# stdlib.go
rule "default" {
  only_json = true
  functions = [
    "absolute", "add", "and", "base64decode", "base64encode", "basename", "bcrypt",
    "byteslen", "bytesslice", "can", "ceil", "chomp", "chunklist", "cidrhost",
    "cidrnetmask", "cidrsubnet", "cidrsubnets", "coalesce", "coalescelist", "compact",
    "concat", "contains", "convert", "csvdecode", "dirname", "distinct", "divide",
    "element", "equal", "flatten", "floor", "format", "formatdate", "formatlist",
    "formattimestamp", "greaterthan", "greaterthanorequalto", "hasindex", "homedir",
    "indent", "index", "indexof", "int", "join", "jsondecode", "jsonencode", "keys",
    "length", "lessthan", "lessthanorequalto", "log", "lookup", "lower", "max", "md5",
    "merge", "min", "modulo", "multiply", "negate", "not", "notequal", "or", "parseint",
    "pow", "range", "regex", "regex_replace", "regexall", "replace", "reverse",
    "reverselist", "rsadecrypt", "sanitize", "semvercmp", "sethaselement",
    "setintersection", "setproduct", "setsubtract", "setsymmetricdifference", "setunion",
    "sha1", "sha256", "sha512", "signum", "slice", "sort", "split", "strlen", "substr",
    "subtract", "timeadd", "timestamp", "title", "trim", "trimprefix", "trimspace",
    "trimsuffix", "try", "unixtimestampparse", "upper", "urlencode", "uuidv4", "uuidv5",
    "values", "zipmap",
  ]
}
