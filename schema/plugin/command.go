package plugin

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"

	tfjson "github.com/hashicorp/terraform-json"

	"github.com/hcljson/hcljson/schema/internal/group"
)

// maxOutput is the size of the largest output of a product that is read.
const maxOutput = 1 << 30

// Command runs "providers schema -json" of a product, "tofu", "terraform" or the
// name of such a program, in the directory dir, and returns what it prints. The
// product reads the configuration there, and starts the plugins that init
// installed or its own configuration names; a configuration with a remote backend
// may let it use the network. CHECKPOINT_DISABLE=1 in its environment keeps it from
// looking for a newer version of itself. Options.Dir is not used.
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

func command(ctx context.Context, product, dir string, opts Options, limit int) (*tfjson.ProviderSchemas, error) {
	ctx, cancel := context.WithTimeout(ctx, opts.timeout())
	defer cancel()

	// A name with a directory would be looked up below dir.
	if filepath.Base(product) != product {
		var err error
		if product, err = filepath.Abs(product); err != nil {
			return nil, err
		}
	}
	stdout := &limited{limit: limit, full: cancel}
	stderr := &sink{to: opts.Stderr}
	cmd := exec.CommandContext(ctx, product, "providers", "schema", "-json", "-no-color")
	cmd.Dir = dir
	cmd.Env = append(slices.Clip(opts.env()), "CHECKPOINT_DISABLE=1")
	cmd.Stdout, cmd.Stderr = stdout, stderr
	cmd.WaitDelay = goodbye
	group.Own(cmd)
	cmd.Cancel = func() error {
		group.Kill(cmd)
		return nil
	}
	err := cmd.Run()
	if cmd.Process != nil {
		group.Kill(cmd)
	}
	stderr.close()

	switch cause := ctx.Err(); {
	case stdout.exceeded:
		return nil, fmt.Errorf("it printed more than %d bytes", limit)
	case errors.Is(cause, context.DeadlineExceeded):
		return nil, fmt.Errorf("it did not finish in %s and was ended: %w%s", opts.timeout(), cause, stderr.end())
	case cause != nil:
		return nil, fmt.Errorf("it was ended: %w", cause)
	case cmd.Process == nil:
		return nil, fmt.Errorf("it cannot be started: %w; install it, or give the output of the command as a file", err)
	case err != nil && !errors.Is(err, exec.ErrWaitDelay):
		return nil, fmt.Errorf("it failed: %w; init may have to be run first%s", err, stderr.end())
	}
	schemas := &tfjson.ProviderSchemas{}
	if err := json.Unmarshal(stdout.data.Bytes(), schemas); err != nil {
		return nil, fmt.Errorf("what it printed is no schema: %s%s", printable(err.Error()), stderr.end())
	}
	return schemas, nil
}

// limited keeps what is written to it, up to a limit.
type limited struct {
	data     bytes.Buffer
	limit    int
	full     func()
	exceeded bool
}

func (l *limited) Write(data []byte) (int, error) {
	if l.data.Len()+len(data) > l.limit {
		l.exceeded = true
		l.full()
		return len(data), nil
	}
	return l.data.Write(data)
}
