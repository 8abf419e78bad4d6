package plugin

import (
	"bytes"
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

	"github.com/hcljson/hcljson/schema/internal/supervise"
)

// process is the program of a plugin, a runner.Runner. That of go-plugin ends
// the program only, and then waits for as long as a program that it started
// holds its pipes.
type process struct {
	ctx     context.Context
	command supervise.Command
	place   *supervise.Place
	said    *firstLine
	// running is nil before the start.
	lock    sync.Mutex
	running *supervise.Process
}

// newProcess returns a program that ends with ctx.
func newProcess(
	ctx context.Context, executable string, opts Options, place *supervise.Place, stderr io.Writer,
) *process {
	said := newFirstLine()
	return &process{ctx: ctx, place: place, said: said, command: supervise.Command{
		Path:   executable,
		Env:    opts.env(),
		Dir:    place.Work,
		Stdout: said,
		Stderr: stderr,
		Memory: opts.Memory,
	}}
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
		<-running.Done()
		p.said.end()
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
func (p *process) Stdout() io.ReadCloser { return p.said.reader }

func (p *process) Stderr() io.ReadCloser { return io.NopCloser(strings.NewReader("")) }

// PluginToHost lets only such an address be called that is the program's.
func (p *process) PluginToHost(network, address string) (string, string, error) {
	return network, address, p.place.Check(network, address)
}

// Name, Diagnose and HostToPlugin are what a runner.Runner has to have.
func (p *process) Name() string { return p.command.Path }

func (p *process) Diagnose(context.Context) string { return "" }

func (p *process) HostToPlugin(network, address string) (string, string, error) {
	return network, address, nil
}

// maxLineOut is how long the line may be by which a plugin says how to reach it,
// its certificate included.
const maxLineOut = 16 << 10

// firstLine passes on the first line that is written to it, and throws the rest
// away.
type firstLine struct {
	reader *io.PipeReader
	writer *io.PipeWriter

	lock sync.Mutex
	data []byte
	sent bool
}

func newFirstLine() *firstLine {
	f := &firstLine{}
	f.reader, f.writer = io.Pipe()
	return f
}

func (f *firstLine) Write(data []byte) (int, error) {
	if line := f.add(data); line != "" {
		_, _ = io.WriteString(f.writer, line)
	}
	return len(data), nil
}

// add returns the line once it is whole.
func (f *firstLine) add(data []byte) string {
	f.lock.Lock()
	defer f.lock.Unlock()
	if f.sent {
		return ""
	}
	f.data = append(f.data, data[:min(len(data), maxLineOut-len(f.data))]...)
	line, _, ended := bytes.Cut(f.data, []byte("\n"))
	if !ended && len(f.data) < maxLineOut {
		return ""
	}
	f.sent = true
	return string(line) + "\n"
}

// end says that nothing more comes.
func (f *firstLine) end() { _ = f.writer.Close() }

// line returns the line, or what there is of it.
func (f *firstLine) line() string {
	f.lock.Lock()
	defer f.lock.Unlock()
	line, _, _ := bytes.Cut(f.data, []byte("\n"))
	return strings.TrimSpace(string(line))
}
