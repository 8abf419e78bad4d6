variable "cidr" {
  type = string
}

output "gateway" {
  value = cidrhost(var.cidr, 1)
}
