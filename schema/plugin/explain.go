//go:build !lean

package plugin

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/hcljson/hcljson/internal/supervise"
	"github.com/hcljson/hcljson/schema/plugin/internal/grpc"
)

// elsewhere is what to do when a plugin cannot be asked.
const elsewhere = `give the output of "tofu providers schema -json" or "terraform providers schema -json" instead`

// explain returns what to tell about a plugin that did not answer, because of err,
// or because its time was over.
func explain(ctx context.Context, opts Options, err error, stderr *supervise.Tail) error {
	switch cause := ctx.Err(); {
	case errors.Is(cause, context.DeadlineExceeded):
		return fmt.Errorf("it did not answer in %s and was ended: %w%s", opts.timeout(), cause, stderr.Said())
	case cause != nil:
		return fmt.Errorf("it was ended: %w", cause)
	}
	return fmt.Errorf("%w%s", err, stderr.Said())
}

// reason returns what a plugin that was started did wrong.
func (p *process) reason(err error) error {
	line, _ := p.said.Line(p.Done())
	line = strings.TrimSpace(line)
	fields := strings.Split(line, "|")
	switch {
	case line == "":
		return errors.New("it ended and did not say how to reach it, so it is not a provider plugin, or not one for " +
			"this system")
	case len(fields) < 4 || fields[0] != "1":
		return fmt.Errorf("it is not a provider plugin: it printed %q", supervise.Printable(line))
	case fields[1] != "5" && fields[1] != "6":
		return fmt.Errorf("it speaks version %s of the plugin protocol, and only 5 and 6 are known here; install "+
			"another version of the provider, or %s",
			supervise.Printable(fields[1]), elsewhere)
	}
	if p.client == nil {
		return fmt.Errorf("it cannot be reached: %s; %s", supervise.Printable(err.Error()), elsewhere)
	}
	var answer *grpc.Status
	if !errors.As(err, &answer) {
		return fmt.Errorf("it ended, or closed the connection, before it answered (%s); %s",
			supervise.Printable(err.Error()), elsewhere)
	}
	text := supervise.Printable(answer.Message)
	switch answer.Code {
	case grpc.Unimplemented:
		return fmt.Errorf("it does not know the request for the schema (%s); %s", text, elsewhere)
	case grpc.ResourceExhausted:
		return fmt.Errorf("its schema is too large (%s); %s", text, elsewhere)
	case grpc.Unavailable:
		return fmt.Errorf("it ended before it answered (%s); %s", text, elsewhere)
	}
	return fmt.Errorf("it answered with an error: %s; %s", text, elsewhere)
}
