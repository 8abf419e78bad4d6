package plugin

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	tfjson "github.com/hashicorp/terraform-json"

	"github.com/hcljson/hcljson/internal/supervise"
)

// productVariables say where a product finds its configuration, its plugins and
// what init has written (OpenTofu, internal/command/meta.go and cliconfig). None
// of them is a credential.
var productVariables = []string{
	"TF_CLI_CONFIG_FILE", "TERRAFORM_CONFIG", "TF_DATA_DIR", "TF_PLUGIN_CACHE_DIR", "TF_WORKSPACE", "XDG_CONFIG_HOME",
}

// maxOutput is the size of the largest output of a product that is read.
const maxOutput = 1 << 30

// Command runs "providers schema -json" of a product, "tofu", "terraform" or the
// name of such a program, in the directory dir, and returns what it prints. The
// product reads the configuration there, and starts the plugins that init
// installed or its own configuration names; a configuration with a remote backend
// may let it use the network. CHECKPOINT_DISABLE=1 in its environment keeps it from
// looking for a newer version of itself. Of the environment it gets what a plugin
// does, and the variables that say where its files are; no credentials.
//
// The product and the plugins that it started are gone when Command returns,
// the latter not on Windows. The error says why it failed, with the end of what it
// wrote to standard error, and wraps context.DeadlineExceeded after the time-out,
// and the error of ctx.
func Command(ctx context.Context, product, dir string, opts Options) (*tfjson.ProviderSchemas, error) {
	schemas, err := command(ctx, product, dir, opts, maxOutput)
	if err != nil {
		return nil, fmt.Errorf("%s providers schema -json in %s: %w", product, dir, err)
	}
	return schemas, nil
}

func command(
	ctx context.Context, product, dir string, opts Options, limit int,
) (schemas *tfjson.ProviderSchemas, err error) {
	ctx, cancel := context.WithTimeout(ctx, opts.timeout())
	defer cancel()

	// A name with a directory would be looked up below dir.
	if filepath.Base(product) != product {
		if product, err = filepath.Abs(product); err != nil {
			return nil, err
		}
	}
	place, err := supervise.NewPlace()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, place.Remove()) }()
	stdout, stderr := supervise.NewHead(limit, cancel), supervise.NewTail(maxTail)
	running, err := supervise.Start(ctx, supervise.Command{
		Path:   product,
		Args:   []string{"providers", "schema", "-json", "-no-color"},
		Env:    slices.Concat(opts.env(productVariables...), place.Environ(), []string{"CHECKPOINT_DISABLE=1"}),
		Dir:    dir,
		Stdout: stdout,
		Stderr: stderr,
		Memory: opts.Memory,
	})
	if err == nil {
		<-running.Done()
		err = running.Err()
	}

	switch cause := ctx.Err(); {
	case stdout.Over():
		return nil, fmt.Errorf("it printed more than %d bytes", limit)
	case errors.Is(cause, context.DeadlineExceeded):
		return nil, fmt.Errorf("it did not finish in %s and was ended: %w%s", opts.timeout(), cause, stderr.Said())
	case cause != nil:
		return nil, fmt.Errorf("it was ended: %w", cause)
	case running == nil:
		return nil, fmt.Errorf("it cannot be started: %w; install it, or give the output of the command as a file", err)
	case err != nil:
		return nil, fmt.Errorf("it failed: %w; init may have to be run first, and where it needs credentials, "+
			"which it does not get, give what it prints as a file%s", err, stderr.Said())
	}
	schemas = &tfjson.ProviderSchemas{}
	if err := json.Unmarshal(stdout.Bytes(), schemas); err != nil {
		return nil, fmt.Errorf("what it printed is not a schema: %s%s", supervise.Printable(err.Error()), stderr.Said())
	}
	return schemas, nil
}
