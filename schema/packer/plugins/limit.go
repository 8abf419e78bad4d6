//go:build !lean

package plugins

import (
	"errors"
	"net"
	"sync/atomic"
)

// limited is a connection that ends after a number of bytes.
type limited struct {
	net.Conn
	left int64
	over atomic.Bool
}

func (l *limited) Read(p []byte) (int, error) {
	if l.left <= 0 {
		l.over.Store(true)
		return 0, errors.New("too much data")
	}
	n, err := l.Conn.Read(p[:min(int64(len(p)), l.left)])
	l.left -= int64(n)
	return n, err
}

func (l *limited) exceeded() bool { return l.over.Load() }
