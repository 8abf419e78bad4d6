variable "name" {
  type = string
}

variable "tags" {
  type    = map(string)
  default = {}
}

resource "terraform_data" "label" {
  input = merge({ Name = var.name }, var.tags)
}

output "tags" {
  value = terraform_data.label.output
}
