resource "aws_s3_bucket" "logs" {
  tags = { Name = "logs" }
}

resource "aws_s3_bucket_policy" "logs" {
  bucket = aws_s3_bucket.logs.id
}

resource "google_compute_instance" "web" {
  tags = ["web"]
}

resource "google_project_iam_member" "web" {
  role = "roles/viewer"
}

resource "azurerm_virtual_network" "main" {
  name = "main"
}

resource "azurerm_subnet" "a" {
  name = "a"
}

resource "example_thing" "a" {
  name = "a"
}
