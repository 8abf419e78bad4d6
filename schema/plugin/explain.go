package plugin

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

const (
	// elsewhere is what to do when a plugin cannot be asked.
	elsewhere = `give the output of "tofu providers schema -json" or "terraform providers schema -json" instead`
)

// explain returns what to tell about a plugin that did not answer, because of
// err.
func (p *process) explain(ctx context.Context, opts Options, err error, stderr *sink) error {
	switch cause := ctx.Err(); {
	case errors.Is(cause, context.DeadlineExceeded):
		return fmt.Errorf("it did not answer in %s and was ended: %w%s", opts.timeout(), cause, stderr.end())
	case cause != nil:
		return fmt.Errorf("it was ended: %w", cause)
	case p.started() == nil:
		return fmt.Errorf("it cannot be started: %w", err)
	}
	return fmt.Errorf("%w%s", p.reason(err), stderr.end())
}

// reason returns what a plugin that was started did wrong.
func (p *process) reason(err error) error {
	line := p.said.line()
	fields := strings.Split(line, "|")
	switch {
	case line == "":
		return errors.New("it ended and did not say how to reach it, so it is no provider plugin, or not one for this system")
	case len(fields) < 4 || fields[0] != "1":
		return fmt.Errorf("it is no provider plugin: it printed %q", printable(line))
	case fields[1] != "5" && fields[1] != "6":
		return fmt.Errorf("it speaks version %s of the plugin protocol, and only 5 and 6 are known here; install another version of the provider, or %s",
			printable(fields[1]), elsewhere)
	}
	answer, ok := status.FromError(err)
	if !ok {
		return fmt.Errorf("it cannot be reached: %s; %s", printable(err.Error()), elsewhere)
	}
	text := printable(answer.Message())
	switch answer.Code() {
	case codes.Unimplemented:
		return fmt.Errorf("it does not know the request for the schema (%s); %s", text, elsewhere)
	case codes.ResourceExhausted:
		return fmt.Errorf("its schema is too large (%s); %s", text, elsewhere)
	case codes.Unavailable:
		return fmt.Errorf("it ended, or closed the connection, before it answered (%s); %s", text, elsewhere)
	}
	return fmt.Errorf("it answered with an error: %s; %s", text, elsewhere)
}
