# Packer's files with values of variables.
#
# A comment names the file of Packer's repository that the rows below it mirror.

language "pkrvars" {
  product = "Packer"
  summary = "Values of variables for Packer's templates"
  target  = "packer"

  file {
    native = "*.pkrvars.hcl"
    json   = "*.pkrvars.json"
  }

  # hcl2template/parser.go, Parse, and utils.go, GetHCL2Files
  load {
    groups    = [["*.auto.pkrvars.hcl"], ["*.auto.pkrvars.json"]]
    order     = "the last value that a variable is given counts"
    dot_files = true
  }
}

# hcl2template/types.variables.go, collectInputVariableValues
root {
  just_attributes = true
  others          = attributes(literal)

  attribute "variable" {
    value   = literal
    no_json = "In a .pkrvars.json file, a property \"variable\" that holds objects is taken for a misplaced variable block."
  }
}
