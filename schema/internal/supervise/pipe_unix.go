//go:build unix

package supervise

import (
	"syscall"
	"time"
)

// maxRest is how much is still read when the program is gone: all that a pipe can
// hold.
const maxRest = 1 << 20

// finish ends the copy of what a program wrote that is gone. Others may hold the
// pipe for as long as they like, and write to it.
func (p *pipe) finish() {
	_ = p.file.SetReadDeadline(time.Unix(1, 0))
	<-p.done
}

// drain passes on what is in the pipe, and waits for nothing.
func (p *pipe) drain() {
	raw, err := p.file.SyscallConn()
	if err != nil || p.file.SetReadDeadline(time.Time{}) != nil {
		return
	}
	buffer := make([]byte, 32<<10)
	for left := maxRest; left > 0; {
		n := 0
		_ = raw.Read(func(fd uintptr) bool {
			n, err = syscall.Read(int(fd), buffer)
			return true
		})
		switch {
		case err == syscall.EINTR:
			continue
		case err != nil || n <= 0:
			return
		}
		left -= n
		_, _ = p.to.Write(buffer[:n])
	}
}
