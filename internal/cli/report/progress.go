package report

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
)

const (
	progressAfter = time.Second
	progressEvery = 200 * time.Millisecond
	clearLine     = "\r\x1b[K"
)

// Progress shows the progress of a long run on a terminal.
type Progress struct {
	mutex       sync.Mutex
	out         io.Writer
	done, total int
	doing       string
	shown       bool
	stopped     bool
	ended       chan struct{}
}

// Progress starts a line of progress on standard error if it is a terminal, with the number of files
// and the text of [Report.Doing]. Stop ends it.
func (r *Report) Progress(total int) *Progress {
	if p := r.progress; p != nil && p.expect(total) {
		return p
	}
	p := &Progress{out: r.Err, total: total}
	if r.quiet || r.AsDocument || !r.terminal {
		return p
	}
	p.ended = make(chan struct{})
	r.Err, r.progress = p, p
	go p.tick()
	return p
}

// expect sets the number of files, unless the progress was stopped.
func (p *Progress) expect(total int) bool {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.total = total
	return !p.stopped
}

// Doing sets the text of a slow operation in the line of progress; an empty text removes it.
func (r *Report) Doing(text string) {
	p := r.progress
	if p == nil {
		return
	}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.doing = string(Printable([]byte(text)))
	if p.doing == "" && p.total == 0 {
		p.clear()
	}
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
	var parts []string
	if p.total > 0 {
		parts = append(parts, fmt.Sprintf("%d of %d files", p.done, p.total))
	}
	if p.doing != "" {
		parts = append(parts, p.doing)
	}
	if !p.stopped && len(parts) > 0 {
		fmt.Fprint(p.out, clearLine, strings.Join(parts, ", "))
		p.shown = true
	}
}

// Step counts a finished file.
func (p *Progress) Step() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.done++
}

// Write writes a text instead of the line of progress, which is shown again below the text.
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

// Stop ends the line of progress.
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
