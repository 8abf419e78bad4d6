// Package plugin reads the schemas of provider plugins for OpenTofu and Terraform: [Schema] starts a
// plugin and requests its schema, and [Lock.FindInstalled] finds a plugin installed by "tofu init" or
// "terraform init".
//
// A plugin is a program. Schema runs it with the rights of the caller, but with a small part of the
// environment, in an empty directory and with limits. It requests only the schema, in version 5 or 6
// of the plugin protocol (OpenTofu, docs/plugin-protocol). This package uses no network except for
// the plugin's own socket, but it does not restrict the plugin itself.
package plugin

import (
	"context"
	"fmt"
	"time"

	tfjson "github.com/hashicorp/terraform-json"

	"github.com/hcljson/hcljson/internal/provider/supervise"
)

const (
	// maxAnswer is the maximum size of an answer in bytes, as in the products (OpenTofu and
	// Terraform, internal/plugin/grpc_provider.go).
	maxAnswer = 64 << 20

	// maxUnasked is the maximum size of other messages in bytes.
	maxUnasked = 1 << 20

	// maxTail is the number of bytes kept from the end of standard error.
	maxTail = 64 << 10

	// stopTimeout is the maximum time for a plugin to stop after the request.
	stopTimeout = 2 * time.Second
)

// Options are the options for running a plugin. The zero value is ready to use.
type Options = supervise.Options

// Schema starts the provider plugin in the file executable, requests its schema and stops it. Before
// Schema returns, the program ends and its directory is removed. The same applies, except on
// Windows, to child processes in its process group. The plugin has no standard input, and receives
// no interrupts from the terminal: cancel ctx instead.
//
// The result equals the output of "providers schema -json" for the provider. It omits the schemas of
// resource identities, which need a separate request.
//
// An error describes the behavior of the plugin and includes the end of its standard error. It wraps
// context.DeadlineExceeded after the timeout, and the error of ctx.
func Schema(ctx context.Context, executable string, opts Options) (*tfjson.ProviderSchema, error) {
	answer, err := requestSchema(ctx, executable, opts, maxAnswer)
	if err != nil {
		return nil, fmt.Errorf("provider plugin %s: %w", executable, err)
	}
	schema, err := fromAnswer(answer)
	if err != nil {
		return nil, fmt.Errorf("provider plugin %s: its schema: %w", executable, err)
	}
	return schema, nil
}
