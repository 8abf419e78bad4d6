package cli

import (
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/hcljson/hcljson/internal/cli/command"
)

const (
	progressAfter = time.Second
	progressEvery = 200 * time.Millisecond
	clearLine     = "\r\x1b[K"
)

// progress shows on a terminal how far a long run has come.
type progress struct {
	mutex       sync.Mutex
	out         io.Writer
	done, total int
	shown       bool
	stopped     bool
	ended       chan struct{}
}

// startProgress shows progress on standard error if that is a terminal.
func (s *session) startProgress(total int) *progress {
	p := &progress{out: s.Err, total: total}
	if s.opts.quiet || s.report.json || !command.IsTerminal(s.Err) {
		return p
	}
	p.ended = make(chan struct{})
	s.report.Err = p
	go p.tick()
	return p
}

func (p *progress) tick() {
	wait := time.NewTimer(progressAfter)
	defer wait.Stop()
	for {
		select {
		case <-p.ended:
			return
		case <-wait.C:
			p.show()
			wait.Reset(progressEvery)
		}
	}
}

func (p *progress) show() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if !p.stopped {
		fmt.Fprintf(p.out, "%s%d of %d files", clearLine, p.done, p.total)
		p.shown = true
	}
}

func (p *progress) step() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.done++
}

// Write writes in place of the progress, which comes back below.
func (p *progress) Write(text []byte) (int, error) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.clear()
	return p.out.Write(text)
}

func (p *progress) clear() {
	if p.shown {
		io.WriteString(p.out, clearLine)
		p.shown = false
	}
}

func (p *progress) stop() {
	if p.ended == nil {
		return
	}
	close(p.ended)
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.stopped = true
	p.clear()
}
