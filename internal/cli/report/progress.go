package report

import (
	"fmt"
	"io"
	"sync"
	"time"
)

const (
	progressAfter = time.Second
	progressEvery = 200 * time.Millisecond
	clearLine     = "\r\x1b[K"
)

// Progress shows on a terminal how far a long run has come.
type Progress struct {
	mutex       sync.Mutex
	out         io.Writer
	done, total int
	shown       bool
	stopped     bool
	ended       chan struct{}
}

// Progress shows progress on standard error if that is a terminal.
func (r *Report) Progress(total int) *Progress {
	p := &Progress{out: r.Err, total: total}
	if r.quiet || r.AsDocument || !r.terminal {
		return p
	}
	p.ended = make(chan struct{})
	r.Err = p
	go p.tick()
	return p
}

func (p *Progress) tick() {
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

func (p *Progress) show() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if !p.stopped {
		fmt.Fprintf(p.out, "%s%d of %d files", clearLine, p.done, p.total)
		p.shown = true
	}
}

func (p *Progress) Step() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.done++
}

// Write writes in place of the progress, which comes back below.
func (p *Progress) Write(text []byte) (int, error) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.clear()
	return p.out.Write(text)
}

func (p *Progress) clear() {
	if p.shown {
		io.WriteString(p.out, clearLine)
		p.shown = false
	}
}

func (p *Progress) Stop() {
	if p.ended == nil {
		return
	}
	close(p.ended)
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.stopped = true
	p.clear()
}
