package plugins

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/hcljson/hcljson/schema/internal/group"
)

// Bounds of what is kept of a plugin's output.
const (
	maxDescription = 1 << 20
	maxHandshake   = 4 << 10
	maxMessage     = 4 << 10
)

// graceAfterExit is how long the pipes of a process are read after its end. Others
// that it started may hold them open.
const graceAfterExit = time.Second

// process is a started plugin.
type process struct {
	stdout *output
	stderr *output
	kill   context.CancelFunc
	// done is closed when the process is gone, and err is set before.
	done chan struct{}
	err  error
}

// start starts a plugin that sees env alone and works in dir. stdoutMax bounds what
// is kept of its standard output. It is killed when ctx ends. The caller has to
// call end.
func start(ctx context.Context, executable string, args, env []string, dir string, stdoutMax int) (*process, error) {
	ctx, kill := context.WithCancel(ctx)
	p := &process{stdout: newOutput(stdoutMax), stderr: newOutput(maxMessage), kill: kill, done: make(chan struct{})}
	cmd := exec.CommandContext(ctx, executable, args...)
	cmd.Env = env
	cmd.Dir = dir
	cmd.Stdout = p.stdout
	cmd.Stderr = p.stderr
	cmd.WaitDelay = graceAfterExit
	group.Own(cmd)
	cmd.Cancel = func() error {
		group.Kill(cmd)
		return os.ErrProcessDone // The kill is no news to Wait.
	}
	if err := cmd.Start(); err != nil {
		kill()
		return nil, fmt.Errorf("could not be started: %w", err)
	}
	go func() {
		defer close(p.done)
		p.err = cmd.Wait()
		if errors.Is(p.err, exec.ErrWaitDelay) {
			p.err = nil
		}
		group.Kill(cmd)
	}()
	return p, nil
}

// end kills the process and all of its group, and returns when they are gone.
func (p *process) end() {
	p.kill()
	<-p.done
}

// said is what the process wrote last on standard error, for a message.
func (p *process) said() string {
	text := strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(string(p.stderr.last()), "?"))
	if text = strings.Join(strings.Fields(text), " "); text == "" {
		return ""
	}
	if keep := 500; len(text) > keep {
		text = "..." + strings.ToValidUTF8(text[len(text)-keep:], "")
	}
	return "; it wrote: " + text
}

// output keeps the first and the last bytes of what is written to it, and sends
// the first line. It takes everything, so that the process never waits for it.
type output struct {
	line chan string
	// full is closed when more came than the first bytes.
	full chan struct{}

	mu       sync.Mutex
	max      int
	first    []byte
	tail     []byte
	overflow bool
	sent     bool
}

func newOutput(max int) *output {
	return &output{line: make(chan string, 1), full: make(chan struct{}), max: max}
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	room := o.max - len(o.first)
	if len(p) > room && !o.overflow {
		o.overflow = true
		close(o.full)
	}
	o.first = append(o.first, p[:min(room, len(p))]...)
	o.tail = append(o.tail, p[max(0, len(p)-o.max):]...)
	o.tail = o.tail[max(0, len(o.tail)-o.max):]
	if line, _, ended := strings.Cut(string(o.first), "\n"); !o.sent && (ended || o.overflow) {
		o.line <- line
		o.sent = true
	}
	return len(p), nil
}

// start returns the first bytes that were written.
func (o *output) start() []byte {
	o.mu.Lock()
	defer o.mu.Unlock()
	return slices.Clone(o.first)
}

func (o *output) last() []byte {
	o.mu.Lock()
	defer o.mu.Unlock()
	return slices.Clone(o.tail)
}

// clip shortens what came from a plugin, for a message.
func clip(s string) string {
	if keep := 100; len(s) > keep {
		return strings.ToValidUTF8(s[:keep], "") + "..."
	}
	return s
}

// absolute makes the path of an executable independent of the working directory and
// of PATH.
func absolute(executable string) (string, error) {
	if executable == "" {
		return "", errors.New("no executable")
	}
	return filepath.Abs(executable)
}
