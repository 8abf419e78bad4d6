package plugins

import (
	"context"
	"fmt"

	"github.com/hcljson/hcljson/internal/supervise"
)

// Bounds of what is kept of a plugin's output.
const (
	maxDescription = 1 << 20
	maxHandshake   = 4 << 10
	maxMessage     = 4 << 10
)

// process is a started plugin.
type process struct {
	*supervise.Process
	stdout *supervise.Head
	stderr *supervise.Tail
}

// start starts the plugin. It is killed when the context ends. The caller must call
// End.
func (l *launcher) start(ctx context.Context, args []string, stdout *supervise.Head) (*process, error) {
	p := &process{stdout: stdout, stderr: supervise.NewTail(maxMessage)}
	var err error
	p.Process, err = supervise.Start(ctx, supervise.Command{
		Path:   l.executable,
		Args:   args,
		Env:    l.env,
		Dir:    l.place.Work,
		Stdout: p.stdout,
		Stderr: p.stderr,
		Memory: l.memory,
	})
	if err != nil {
		return nil, fmt.Errorf("could not be started: %w", err)
	}
	return p, nil
}
