package plugins

import (
	"context"
	"errors"
	"net"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/hcljson/hcljson/internal/supervise"
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
		var held []net.Conn // one that nobody holds is closed by the garbage collector
		for {
			conn, err := listener.Accept()
			if err != nil {
				break
			}
			held = append(held, conn)
		}
		runtime.KeepAlive(held)
	}()
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if _, err := configSpec(ctx, address{"unix", listener.Addr().String()}, Builder); !errors.Is(err,
		context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
}

func TestParseHandshake(t *testing.T) {
	place := &supervise.Place{Temp: filepath.FromSlash("/run/dir")}
	for line, want := range map[string]address{
		"5|0|unix|/run/dir/s\r": {"unix", "/run/dir/s"},
		"5|3|unix|/run/dir/a|b": {"unix", "/run/dir/a|b"},
		"5|0|tcp|127.0.0.1:80":  {"tcp", "127.0.0.1:80"},
		"5|0|tcp|[::1]:80":      {"tcp", "[::1]:80"},
	} {
		if got, err := parseHandshake(line, place); err != nil || got != want {
			t.Errorf("%q: got %v, %v", line, got, err)
		}
	}
	for _, line := range []string{
		"", "5|0|unix", "4|unix|/run/dir/s", "50|0|unix|/run/dir/s", "5|0|unix|", "5|0|unix|s", "5|0|unix|/run/dir",
		"5|0|unix|/run/dir/",
		"5|0|unix|/run/dir/../s", "5|0|unix|/run/dirs/s", "5|0|unix|@/run/s", "5|0|tcp|127.0.0.1", "5|0|tcp|localhost:80",
		"5|0|tcp|0.0.0.0:80", "5|0|tcp|:80", "5|0||/run/dir/s",
	} {
		if got, err := parseHandshake(line, place); err == nil {
			t.Errorf("%q: got %v", line, got)
		}
	}
}
