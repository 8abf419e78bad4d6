//go:build lean

package plugin

import (
	"context"

	"github.com/hcljson/hcljson/internal/supervise"
	"github.com/hcljson/hcljson/internal/wire"
)

// ask starts nothing.
func ask(context.Context, string, Options, int) (*wire.Response, error) {
	return nil, supervise.ErrLean
}
