packer {
  required_plugins {
    amazon = {
      source  = "github.com/hashicorp/amazon"
      version = ">= 1.3.0"
    }
  }
}

variable "release" {
  type    = string
  default = env("RELEASE")
}

locals {
  stamp = formatdate("YYYYMMDD", timestamp())
}

source "amazon-ebs" "lighthouse" {
  ami_name      = "lighthouse-${var.release}-${local.stamp}"
  instance_type = "t3.micro"
  region        = "eu-central-1"
  ssh_username  = "admin"

  # The newest Debian image.
  source_ami_filter {
    filters = {
      name                = "debian-12-amd64-*"
      virtualization-type = "hvm"
    }
    most_recent = true
    owners      = ["136693071363"]
  }

  tags = {
    Release = var.release
  }
}

build {
  sources = ["source.amazon-ebs.lighthouse"]

  provisioner "file" {
    source      = "motd"
    destination = "/home/admin/motd"
  }

  provisioner "shell" {
    inline = [
      "sudo mv /home/admin/motd /etc/motd", # root owns it
      "sudo apt-get update",
    ]
  }

  provisioner "file" {
    direction   = "download"
    source      = "/var/log/dpkg.log"
    destination = "build/"
  }

  post-processor "manifest" {
    output = "build/manifest.json"
  }

  post-processors {
    post-processor "checksum" {
      checksum_types = ["sha256"]
    }

    post-processor "compress" {}
  }

  post-processor "shell-local" {
    inline = ["echo done"]
  }
}
