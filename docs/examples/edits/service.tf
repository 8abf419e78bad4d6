provider "aws" {
  region = "eu-west-1"
}

provider "aws" {
  alias  = "west"
  region = "us-west-1"
}

variable "team" {
  type = string
}

resource "aws_instance" "worker" {
  ami = "ami-0d1bf5b68307103c2"

  tags = merge(local.tags, {
    Name = "worker" # shown in the console
  })

  ebs_block_device {
    device_name = "sdb"
    volume_size = 10
  }

  ebs_block_device {
    device_name = "sdc"
    volume_size = 10
  }

  user_data = <<-EOT
    #!/bin/sh
    join ${var.team}
  EOT
}

# Nobody uses it.
resource "aws_eip" "old" {}

output "worker" {
  value = aws_instance.worker.id
}
