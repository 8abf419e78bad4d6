package pluginschemas

import (
	"fmt"

	tfaddr "github.com/hashicorp/terraform-registry-address"

	"github.com/hcljson/hcljson/internal/provider/registry"
)

// client is a client of registries.
type client = *registry.Client

func newClient(opts Options) (client, error) {
	progress := func(p tfaddr.Provider, done, total int64) {
		const mega = 1 << 20
		switch {
		case opts.Doing == nil:
		case done == total:
			opts.Doing("")
		case total < 0:
			opts.Doing(fmt.Sprintf("downloading %s: %d MB", p.ForDisplay(), done/mega))
		default:
			opts.Doing(fmt.Sprintf("downloading %s: %d of %d MB", p.ForDisplay(), done/mega, total/mega))
		}
	}
	return registry.New(registry.Options{Terraform: opts.Terraform, AllowHosts: opts.AllowHosts, Progress: progress,
		Note: opts.Note})
}
