package supervise

import (
	"io"
	"os"
)

// pipe passes on what a program writes.
type pipe struct {
	file *os.File
	to   io.Writer
	done chan struct{}
}

// copy passes on what comes until nobody can write any more, or until the pipe is
// to finish.
func (p *pipe) copy() {
	defer close(p.done)
	_, _ = io.Copy(p.to, p.file)
	p.drain()
	_ = p.file.Close()
}
