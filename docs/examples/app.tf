# //: {"metadata":{"backend":"s3","stackName":"orchard","version":"0.20.7"},"outputs":{"orchard":{"endpoint":"endpoint"}}}

data "aws_caller_identity" "current" {
  # //: {"metadata":{"path":"orchard/current","uniqueId":"current"}}
}

locals {
  name = "orchard-${var.stage}"
}

output "endpoint" {
  description = "Where the service answers."
  value       = aws_lambda_function_url.api_url_2B6E.function_url
}

provider "aws" {
  region = "eu-central-1"
}

provider "aws" {
  alias  = "edge"
  region = "us-east-1"
}

resource "aws_lambda_function" "api_5F0C" {
  # //: {"metadata":{"path":"orchard/api","uniqueId":"api_5F0C"}}

  depends_on = [aws_s3_bucket.code_9A41]

  environment {
    variables = {
      ACCOUNT  = data.aws_caller_identity.current.account_id
      TEMPLATE = "$${user}"
    }
  }

  filename      = "api.zip"
  function_name = "${local.name}-api"
  handler       = "index.handler"

  lifecycle {
    create_before_destroy = true
    ignore_changes        = all
  }

  memory_size = 512
  role        = "arn:aws:iam::123456789012:role/orchard"
  runtime     = "nodejs20.x"
  tags = {
    Owner              = "orchard"
    "example.com/tier" = "api"
  }
}

resource "aws_lambda_function_url" "api_url_2B6E" {
  authorization_type = "NONE"
  function_name      = aws_lambda_function.api_5F0C.function_name
}

resource "aws_s3_bucket" "code_9A41" {
  bucket   = "${local.name}-code"
  policy   = <<-EOT
    {
      "Version": "2012-10-17",
      "Statement": []
    }
  EOT
  provider = aws.edge
}

terraform {
  backend "s3" {
    bucket = "orchard-state"
    key    = "api.tfstate"
    region = "eu-central-1"
  }

  required_providers {
    aws = {
      source  = "aws"
      version = "5.98.0"
    }
  }
}

variable "stage" {
  default     = "test"
  description = "The stage, such as $${stage}."
  type        = string
}
