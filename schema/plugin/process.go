package plugin

import (
	"context"
	"io"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/hashicorp/go-hclog"
	"github.com/hashicorp/go-plugin"
	"github.com/hashicorp/go-plugin/runner"

	"github.com/hcljson/hcljson/schema/internal/group"
)

// process is the program of a plugin, a runner.Runner. That of go-plugin ends
// the program only, and then waits for as long as a program that it started
// holds its pipes.
type process struct {
	cmd            *exec.Cmd
	stdout, stderr io.ReadCloser
	// said is the beginning of what it writes to standard output.
	said *head
	// sockets is the directory that go-plugin makes for sockets. It forgets it when
	// the program does not start.
	sockets string

	lock           sync.Mutex
	started, ended bool
}

func newProcess(executable string, opts Options) *process {
	cmd := exec.Command(executable)
	cmd.Env = opts.env()
	cmd.Dir = opts.Dir
	group.Own(cmd)
	return &process{cmd: cmd, said: &head{}}
}

// runner is the RunnerFunc of go-plugin: like is a command with the environment
// that the protocol asks for, sockets a directory.
func (p *process) runner(_ hclog.Logger, like *exec.Cmd, sockets string) (runner.Runner, error) {
	p.sockets = sockets
	p.cmd.Env = append(slices.Clip(p.cmd.Env), like.Env...)
	stdout, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p.stdout = struct {
		io.Reader
		io.Closer
	}{io.TeeReader(stdout, p.said), stdout}
	p.stderr, err = p.cmd.StderrPipe()
	return p, err
}

// Start starts the program, unless it was ended before.
func (p *process) Start(context.Context) error {
	p.lock.Lock()
	defer p.lock.Unlock()
	if p.ended {
		return context.Canceled
	}
	err := p.cmd.Start()
	p.started = err == nil
	return err
}

// end kills the program and those in its group, and makes sure that nobody waits
// for what is left of it.
func (p *process) end() {
	p.lock.Lock()
	defer p.lock.Unlock()
	if p.ended {
		return
	}
	p.ended = true
	if !p.started {
		return
	}
	group.Kill(p.cmd)
	// A program that left the group may hold the pipes.
	time.AfterFunc(time.Second, func() {
		_ = p.stdout.Close()
		_ = p.stderr.Close()
	})
}

// stop asks the program to stop, ends it if it does not, and returns when it is
// gone.
func (p *process) stop(client *plugin.Client) {
	timer := time.AfterFunc(goodbye, p.end)
	client.Kill()
	timer.Stop()
	p.end()
	if p.sockets != "" {
		_ = os.RemoveAll(p.sockets)
	}
}

// Wait waits for the program, whose pipes are at their end.
func (p *process) Wait(context.Context) error { return p.cmd.Wait() }

// Kill ends the program.
func (p *process) Kill(context.Context) error {
	p.end()
	return nil
}

// ID is the number of the process, or empty.
func (p *process) ID() string {
	p.lock.Lock()
	defer p.lock.Unlock()
	if !p.started {
		return ""
	}
	return strconv.Itoa(p.cmd.Process.Pid)
}

// Stdout, Stderr, Name, Diagnose, PluginToHost and HostToPlugin are what a
// runner.Runner has to have.
func (p *process) Stdout() io.ReadCloser { return p.stdout }

func (p *process) Stderr() io.ReadCloser { return p.stderr }

func (p *process) Name() string { return p.cmd.Path }

func (p *process) Diagnose(context.Context) string { return "" }

func (p *process) PluginToHost(network, address string) (string, string, error) {
	return network, address, nil
}

func (p *process) HostToPlugin(network, address string) (string, string, error) {
	return network, address, nil
}
