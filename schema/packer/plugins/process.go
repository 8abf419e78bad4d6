package plugins

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/hcljson/hcljson/schema/internal/supervise"
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
	stdout *output
	stderr *output
}

// start starts the plugin, of whose standard output stdoutMax bytes are kept. It is
// killed when the context ends. The caller has to call End.
func (l *launcher) start(args []string, stdoutMax int) (*process, error) {
	p := &process{stdout: newOutput(stdoutMax), stderr: newOutput(maxMessage)}
	var err error
	p.Process, err = supervise.Start(l.ctx, supervise.Command{
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

// said is what the process wrote last on standard error, for a message.
func (p *process) said() string {
	text := strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
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
