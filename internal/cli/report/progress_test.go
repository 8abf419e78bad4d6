package report

import (
	"bytes"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestProgress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		p := &Progress{out: &out, total: 3, ended: make(chan struct{})}
		shown := func() string {
			synctest.Wait()
			p.mutex.Lock()
			defer p.mutex.Unlock()
			defer out.Reset()
			return out.String()
		}
		go p.tick()
		p.Step()
		time.Sleep(progressAfter - time.Millisecond)
		if got := shown(); got != "" {
			t.Errorf("shown at once: %q", got)
		}
		p.Step()
		time.Sleep(time.Millisecond)
		if got, want := shown(), clearLine+"2 of 3 files"; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
		if _, err := p.Write([]byte("Error\n")); err != nil {
			t.Fatal(err)
		}
		if got, want := shown(), clearLine+"Error\n"; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
		time.Sleep(progressEvery)
		if got := shown(); !strings.HasSuffix(got, "2 of 3 files") {
			t.Errorf("it does not come back: %q", got)
		}
		p.Stop()
		if got := shown(); got != clearLine {
			t.Errorf("the progress stays: %q", got)
		}
	})
}

// TestDoing checks that the message of a slow step replaces the line of progress, also without a
// count of files.
func TestDoing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, out := onTerminal(Options{})
		r.Doing("nobody sees it")
		p := r.Progress(0)
		shown := func() string {
			synctest.Wait()
			p.mutex.Lock()
			defer p.mutex.Unlock()
			defer out.Reset()
			return out.String()
		}
		time.Sleep(progressAfter)
		if got := shown(); got != "" {
			t.Errorf("shown without a message: %q", got)
		}
		r.Doing("downloading a\x1b[2J")
		time.Sleep(progressEvery)
		if got := shown(); !strings.HasPrefix(got, clearLine+"downloading a") || strings.Contains(got, "\x1b[2J") {
			t.Errorf("got %q", got)
		}
		r.Doing("")
		if got := shown(); got != clearLine {
			t.Errorf("got %q", got)
		}
		if r.Progress(2) != p {
			t.Error("there are two lines")
		}
		r.Doing("downloading b")
		time.Sleep(progressEvery)
		if got := shown(); got != clearLine+"0 of 2 files, downloading b" {
			t.Errorf("got %q", got)
		}
		p.Stop()
		if other := r.Progress(1); other == p {
			t.Error("the progress line continues after Stop")
		} else {
			other.Stop()
		}
	})
}
