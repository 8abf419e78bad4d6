terraform {
  required_version = ">= 1.6"

  required_providers {
    aws = {
      source  = "hashicorp/aws" # pinned by the platform team
      version = "~> 5.90"
    }
  }
}

variable "cidr" {
  type    = string
  default = "10.1.0.0/16" // until the move
}

module "vpc" {
  source  = "terraform-aws-modules/vpc/aws"
  version = "5.19.0"

  name = "main"
  cidr = var.cidr
}

# The front.
resource "aws_instance" "web" {
  ami           = "ami-0d1bf5b68307103c2" # built by Packer
  instance_type = "t3.small"
  monitoring    = true

  vpc_security_group_ids = [
    aws_security_group.http.id, # from everywhere
    aws_security_group.ssh.id,
  ]

  tags = {
    Name    = "web"
    Network = "network ${var.cidr}"
  }

  provisioner "remote-exec" {
    inline = ["sudo systemctl start web"]
  }
}

resource "aws_db_instance" "orders" {
  engine         = "postgres"
  instance_class = "db.t3.small"
  tags           = { Name = "orders" }

  lifecycle {
    ignore_changes = [password] # it rotates
  }
}
