# Any file in an HCL language that is not known: every string is a template, and
# what a name is has to be guessed. Whether the program expands dynamic blocks is
# not known either, so a dynamic block is one like any other.

language "generic" {
  product = "The program that reads the file"
  summary = "HCL files whose language is not known"

  # Terragrunt's internal/hclparse/generate.go and pkg/config/stack.go
  file {
    native  = "*terragrunt.values.hcl"
    no_json = "this file has no JSON form: Terragrunt writes it for itself, and reads it in native syntax only"
  }

  file {
    native  = "*terragrunt.stack.hcl"
    no_json = "stack files have no JSON form: Terragrunt reads them in native syntax only"
  }

  file {
    native = "*.hcl"
    json   = "*.hcl.json"
    vague  = true
  }
}

root {
  others = anything
}
