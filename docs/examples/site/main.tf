module "network" {
  source = "./network"
  cidr   = var.cidr
}

# The one address that others are told.
output "gateway" {
  value = module.network.gateway
}
