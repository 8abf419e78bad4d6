variable "region" {
  type    = string
  default = env("REGION")
}

# Runs when the backup is done.
job "report" {
  schedule   = "0 $${HOUR} * * *"
  after      = [job.backup, job.import["eu"]]
  on_failure = retry
  tags = {
    region = var.region
  }

  step "shell" {
    name   = "render"
    script = "render --region ${var.region}"
    env = {
      LANG = "C"
    }
  }

  step "mail" {
    to = ["ops@example.com"]
  }

  step "shell" {
    script = "clean"
  }
}
