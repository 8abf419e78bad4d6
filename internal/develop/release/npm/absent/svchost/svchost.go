// Package svchost stands in for hashicorp/terraform-svchost.
package svchost

// Hostname is a host in lower case.
type Hostname string
