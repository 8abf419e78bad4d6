# The bastion host of the lighthouse service, and its disks.
#
# Its address is in other teams' allow lists, so change it with care.

terraform {
  required_version = ">= 1.6"

  required_providers {
    aws = {
      source                = "hashicorp/aws" # from the public registry
      version               = "~> 5.0"
      configuration_aliases = [aws.dns]
    }
  }
}

variable "disks" {
  description = "Disks by name, such as $${name} = { size = 20 }."
  type        = map(object({ size = number, type = optional(string, "gp3") }))
  default = {
    logs = {
      size = 20
    }
  }

  validation {
    condition     = alltrue([for disk in var.disks : disk.size > 0])
    error_message = "Sizes are positive; got ${jsonencode(var.disks)}."
  }
}

locals {
  office = "192.0.2.0/24"
  large  = { for name, disk in var.disks : name => disk if disk.size > 100 }
  owner = {
    team                  = "lighthouse"
    "example.com/contact" = "on-call" # a key with a slash
  }
}

resource "aws_security_group" "bastion" {
  name = "bastion-${terraform.workspace}"
  tags = merge(local.owner, { Name = "bastion" })

  lifecycle {
    create_before_destroy = true
    ignore_changes        = [tags["Name"], description]
    # The name stays out of this list.
  }
}

/*
 * The host.
 */
resource "aws_instance" "bastion" {
  ami           = "ami-0abcdef1234567890"
  instance_type = "t3.micro"
  depends_on    = [aws_security_group.bastion]
  vpc_security_group_ids = [
    aws_security_group.bastion.id,
    "sg-0123456789abcdef0", # monitoring
  ]
  user_data = <<-EOT
    #!/bin/sh
    for name in ${join(" ", keys(var.disks))}; do
      mount "/mnt/$${name}"%{if terraform.workspace == "test"} # only in the test%{endif}
    done
  EOT

  # Always there, and always first.
  ebs_block_device {
    device_name = "/dev/sdf"
    volume_size = 8
  }

  dynamic "ebs_block_device" {
    for_each = local.large
    iterator = disk

    content { # one for each large disk
      device_name = "/dev/${disk.key}"
      volume_size = disk.value.size
      volume_type = disk.value.type
    }
  }

  provisioner "local-exec" {
    command = "echo ${self.private_ip} >> hosts"
  }

  provisioner "remote-exec" {
    inline = ["systemctl restart sshd"]
  }

  provisioner "local-exec" {
    when    = destroy
    command = "sed -i /${self.private_ip}/d hosts"
  }
}

# The end.
