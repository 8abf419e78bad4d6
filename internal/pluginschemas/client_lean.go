//go:build lean

package pluginschemas

import (
	"context"

	"github.com/hashicorp/go-version"
	tfaddr "github.com/hashicorp/terraform-registry-address"

	"github.com/hcljson/hcljson/internal/supervise"
)

// client asks nobody.
type client struct{}

func newClient(Options) (client, error) { return client{}, nil }

func (client) Override(tfaddr.Provider) (*fetchedPackage, error) { return nil, nil }

func (client) Select(context.Context, tfaddr.Provider, version.Constraints) (*version.Version, error) {
	return nil, supervise.ErrLean
}

func (client) Download(context.Context, tfaddr.Provider, *version.Version, string) (*fetchedPackage, error) {
	return nil, supervise.ErrLean
}

// fetchedPackage is what nobody gets.
type fetchedPackage struct {
	Address                 tfaddr.Provider
	Dir, Executable, SHA256 string
}
