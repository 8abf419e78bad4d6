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
