//go:build lean

package schemas

import (
	"context"

	"github.com/hashicorp/go-version"
	tfaddr "github.com/hashicorp/terraform-registry-address"

	"github.com/hcljson/hcljson/internal/lean"
)

// client asks nobody.
type client struct{}

func newClient(Options) (client, error) { return client{}, lean.Err }

func (client) Select(context.Context, tfaddr.Provider, version.Constraints) (*version.Version, error) {
	return nil, lean.Err
}

func (client) Download(context.Context, tfaddr.Provider, *version.Version, string) (*fetchedPackage, error) {
	return nil, lean.Err
}

// fetchedPackage is what nobody gets.
type fetchedPackage struct{ Dir, Executable string }
