// Package plugin reads the schemas of provider plugins, as OpenTofu and
// Terraform run them: [Schema] starts a plugin and asks for its schema,
// and [Lock.Installed] finds a plugin that "tofu init" or "terraform init"
// installed.
//
// A plugin is a program. Schema runs it with the rights of the caller, but with a
// small part of the environment, in an empty directory and with limits, and calls
// nothing but the request for the schema, in version 5 or 6 of the plugin
// protocol (OpenTofu, docs/plugin-protocol). Nothing here uses the network beyond
// the plugin's own socket; what a plugin does itself is not prevented.
package plugin

import (
	"context"
	"fmt"
	"time"

	tfjson "github.com/hashicorp/terraform-json"

	"github.com/hcljson/hcljson/internal/supervise"
)

const (
	// maxAnswer is the size of the largest answer that is read, as in the products
	// (OpenTofu and Terraform, internal/plugin/grpc_provider.go).
	maxAnswer = 64 << 20

	// maxUnasked is the size of the largest message that is not the answer.
	maxUnasked = 1 << 20

	// maxTail is how much is kept of what a program writes to standard error.
	maxTail = 64 << 10

	// goodbye is how long a plugin that was asked to stop may take.
	goodbye = 2 * time.Second
)

// Options say how a plugin is run. The zero value is ready to use.
type Options = supervise.Options

// Schema starts the provider plugin that is the file executable, asks it for its
// schema and stops it. The program and the directory that it worked in are gone
// when Schema returns, whatever it did, and so are, except on Windows, the programs
// that it started and left in its process group. It reads nothing from standard
// input, and it does not get an interrupt that the terminal sends: cancel ctx for
// that.
//
// What is in the result is what "providers schema -json" of the products prints
// for the provider, without the schemas of resource identities, for which there
// is a request of its own.
//
// The error says what the plugin did instead of answering, with the end of what
// it wrote to standard error. It wraps context.DeadlineExceeded after the
// time-out, and the error of ctx.
func Schema(ctx context.Context, executable string, opts Options) (*tfjson.ProviderSchema, error) {
	answer, err := ask(ctx, executable, opts, maxAnswer)
	if err != nil {
		return nil, fmt.Errorf("provider plugin %s: %w", executable, err)
	}
	schema, err := fromAnswer(answer)
	if err != nil {
		return nil, fmt.Errorf("provider plugin %s: its schema: %w", executable, err)
	}
	return schema, nil
}
