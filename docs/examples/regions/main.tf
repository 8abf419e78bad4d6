terraform {
  required_providers {
    aws = {
      source = "hashicorp/aws"
    }
  }
}

provider "aws" {
  alias  = "west"
  region = "us-west-1"
}

locals {
  names = {
    front = "shop"
    back  = "orders"
  }
}

resource "aws_sqs_queue" "front" {
  provider = aws.west
  name     = local.names.front
}

resource "aws_sqs_queue" "all" {
  for_each = local.names
  name     = each.value
}
