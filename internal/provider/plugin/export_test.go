package plugin

import (
	"context"

	tfjson "github.com/hashicorp/terraform-json"

	"github.com/hcljson/hcljson/internal/provider/plugin/internal/wire"
)

// AskWithLimit is Schema for an answer of at most limit bytes.
func AskWithLimit(ctx context.Context, executable string, opts Options, limit int) error {
	_, err := requestSchema(ctx, executable, opts, limit)
	return err
}

// FromAnswer is fromAnswer.
func FromAnswer(in *wire.Response) (*tfjson.ProviderSchema, error) { return fromAnswer(in) }
