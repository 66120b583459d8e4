# Monitors of Rollcall beside what Terraform deploys: docs/cdk.md, "Monitors by Terraform".

terraform {
  required_providers {
    restapi = {
      source  = "Mastercard/restapi"
      version = ">= 1.18.0"
    }
  }
}

variable "rollcall_url" {
  type = string
}

variable "rollcall_api_key" {
  type      = string
  sensitive = true
}

provider "restapi" {
  uri                  = var.rollcall_url
  create_method        = "PUT"
  id_attribute         = "id"
  write_returns_object = true

  headers = {
    "X-Api-Key"    = var.rollcall_api_key
    "Content-Type" = "application/json"
  }
}

locals {
  # By slug, the job name that the ingest key knows. The fields are those of POST /api/endpoints.
  monitors = {
    "nightly-backup" = {
      "name"      = "Nightly backup"
      "cron"      = "30 2 * * *"
      "tz"        = "Europe/Berlin"
      "grace_sec" = 600
      "tags"      = ["prod"]
    }
    "queue-worker" = {
      "name"         = "Queue worker"
      "interval_sec" = 900
    }
  }
}

resource "restapi_object" "monitor" {
  for_each = local.monitors

  path        = "/api/endpoints"
  create_path = "/api/endpoints/by-slug/${each.key}"
  update_path = "/api/endpoints/by-slug/${each.key}"
  data        = jsonencode(each.value)
}
