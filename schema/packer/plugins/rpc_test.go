package plugins

import (
	"context"
	"errors"
	"net"
	"path/filepath"
	"testing"
	"time"
)

// The end of the context ends a call also when somebody else than the killed
// plugin holds the connection.
func TestConfigSpecEnds(t *testing.T) {
	listener, err := net.Listen("unix", filepath.Join(shortDir(t), "s"))
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	go func() {
		for {
			if _, err := listener.Accept(); err != nil {
				return
			}
		}
	}()
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	ended := make(chan error, 1)
	go func() {
		_, err := configSpec(ctx, address{"unix", listener.Addr().String()}, Builder)
		ended <- err
	}()
	select {
	case err := <-ended:
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v", err)
		}
	case <-time.After(30 * time.Second):
		t.Error("still waiting")
	}
}

func TestParseHandshake(t *testing.T) {
	dir := filepath.FromSlash("/tmp/dir")
	for line, want := range map[string]address{
		"5|0|unix|/tmp/dir/s\r": {"unix", "/tmp/dir/s"},
		"5|3|unix|/tmp/dir/a|b": {"unix", "/tmp/dir/a|b"},
		"5|0|tcp|127.0.0.1:80":  {"tcp", "127.0.0.1:80"},
		"5|0|tcp|[::1]:80":      {"tcp", "[::1]:80"},
	} {
		if got, err := parseHandshake(line, dir); err != nil || got != want {
			t.Errorf("%q: got %v, %v", line, got, err)
		}
	}
	for _, line := range []string{
		"", "5|0|unix", "4|unix|/tmp/dir/s", "50|0|unix|/tmp/dir/s", "5|0|unix|", "5|0|unix|s", "5|0|unix|/tmp/dir", "5|0|unix|/tmp/dir/",
		"5|0|unix|/tmp/dir/../s", "5|0|unix|/tmp/dirs/s", "5|0|unix|@/tmp/s", "5|0|tcp|127.0.0.1", "5|0|tcp|localhost:80", "5|0|tcp|0.0.0.0:80", "5|0|tcp|:80", "5|0||/tmp/dir/s",
	} {
		if got, err := parseHandshake(line, dir); err == nil {
			t.Errorf("%q: got %v", line, got)
		}
	}
}
