package plugin

import (
	"context"
	"io"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/hashicorp/go-hclog"
	"github.com/hashicorp/go-plugin"
	"github.com/hashicorp/go-plugin/runner"

	"github.com/hcljson/hcljson/internal/supervise"
)

// process is the program of a plugin, a runner.Runner. That of go-plugin ends
// the program only, and then waits for as long as a program that it started
// holds its pipes.
type process struct {
	ctx     context.Context
	command supervise.Command
	place   *supervise.Place
	said    *supervise.Head
	// line passes the first line on to go-plugin.
	line   *io.PipeReader
	toLine *io.PipeWriter
	// running is nil before the start.
	lock    sync.Mutex
	running *supervise.Process
}

// maxLineOut is how long the line may be by which a plugin says how to reach it,
// its certificate included.
const maxLineOut = 16 << 10

// newProcess returns a program that ends with ctx.
func newProcess(
	ctx context.Context, executable string, opts Options, place *supervise.Place, stderr io.Writer,
) *process {
	p := &process{ctx: ctx, place: place, said: supervise.NewHead(maxLineOut, nil)}
	p.line, p.toLine = io.Pipe()
	p.command = supervise.Command{
		Path:   executable,
		Env:    opts.env(),
		Dir:    place.Work,
		Stdout: p.said,
		Stderr: stderr,
		Memory: opts.Memory,
	}
	return p
}

// runner is the RunnerFunc of go-plugin: like is a command with the environment
// that the protocol asks for.
func (p *process) runner(_ hclog.Logger, like *exec.Cmd, _ string) (runner.Runner, error) {
	p.command.Env = slices.Concat(p.command.Env, p.place.Environ(), like.Env)
	return p, nil
}

// Start starts the program, unless it was ended before.
func (p *process) Start(context.Context) error {
	running, err := supervise.Start(p.ctx, p.command)
	if err != nil {
		return err
	}
	p.lock.Lock()
	defer p.lock.Unlock()
	p.running = running
	go func() {
		if line, whole := p.said.Line(running.Done()); whole {
			_, _ = io.WriteString(p.toLine, line+"\n")
		}
		<-running.Done()
		_ = p.toLine.Close()
	}()
	return nil
}

// started returns the process, or nil before the start.
func (p *process) started() *supervise.Process {
	p.lock.Lock()
	defer p.lock.Unlock()
	return p.running
}

// end kills the program, and returns when it is gone.
func (p *process) end() {
	if running := p.started(); running != nil {
		running.End()
	}
}

// stop asks the program to stop, ends it if it does not, and returns when it is
// gone.
func (p *process) stop(client *plugin.Client) {
	timer := time.AfterFunc(goodbye, p.end)
	client.Kill()
	timer.Stop()
	p.end()
}

// Wait waits for the program.
func (p *process) Wait(context.Context) error {
	running := p.started()
	<-running.Done()
	return running.Err()
}

// Kill ends the program.
func (p *process) Kill(context.Context) error {
	p.end()
	return nil
}

// ID is the number of the process, or empty.
func (p *process) ID() string {
	running := p.started()
	if running == nil {
		return ""
	}
	return strconv.Itoa(running.Pid())
}

// Stdout is the first line of standard output; Stderr is empty, as it is read
// elsewhere.
func (p *process) Stdout() io.ReadCloser { return p.line }

func (p *process) Stderr() io.ReadCloser { return io.NopCloser(strings.NewReader("")) }

// PluginToHost lets only such an address be called that is the program's.
func (p *process) PluginToHost(network, address string) (string, string, error) {
	return network, address, p.place.Check(network, address)
}

// Name, Diagnose and HostToPlugin are what a runner.Runner must have.
func (p *process) Name() string { return p.command.Path }

func (p *process) Diagnose(context.Context) string { return "" }

func (p *process) HostToPlugin(network, address string) (string, string, error) {
	return network, address, nil
}
