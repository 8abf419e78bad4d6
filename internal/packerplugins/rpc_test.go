package packerplugins

import (
	"bytes"
	"context"
	"errors"
	"net"
	"os"
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

// What a plugin sends that is no protocol is an error, and nothing is written beside it.
func TestConfigSpecIsSilent(t *testing.T) {
	listener, err := net.Listen("unix", filepath.Join(shortDir(t), "s"))
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	go func() {
		if conn, err := listener.Accept(); err == nil {
			conn.Write(bytes.Repeat([]byte("x"), 64))
		}
	}()
	before := os.Stderr
	defer func() { os.Stderr = before }()
	if os.Stderr, err = os.Create(filepath.Join(t.TempDir(), "stderr")); err != nil {
		t.Fatal(err)
	}
	defer os.Stderr.Close()
	if _, err := configSpec(t.Context(), address{"unix", listener.Addr().String()}, Builder); err == nil {
		t.Error("no error")
	}
	if text, err := os.ReadFile(os.Stderr.Name()); err != nil || len(text) > 0 {
		t.Errorf("it writes %q, %v", text, err)
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
