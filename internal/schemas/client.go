//go:build !lean

package schemas

import "github.com/hcljson/hcljson/schema/registry"

// client talks to registries.
type client = *registry.Client

func newClient(opts Options) (client, error) {
	return registry.New(registry.Options{Terraform: opts.Terraform, AllowHosts: opts.AllowHosts})
}
