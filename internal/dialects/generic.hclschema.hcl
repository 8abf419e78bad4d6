# Any file in an HCL language that is not known: every string is a template, and
# what a name is has to be guessed. Whether the program expands dynamic blocks is
# not known either, so a dynamic block is one like any other.

language "generic" {
  product = "The program that reads the file"
  summary = "HCL files whose language is not known"

  file {
    native = "*.hcl"
    json   = "*.hcl.json"
    vague  = true
  }
}

root {
  others = anything
}
