//go:build !unix

package supervise

import "time"

// finish ends the copy of what a program wrote that is gone. A read of a pipe
// cannot be ended here, so that others who hold it cost a moment.
func (p *pipe) finish() {
	select {
	case <-p.done:
	case <-time.After(time.Second):
		go p.file.Close()
	}
}

func (p *pipe) drain() {}
