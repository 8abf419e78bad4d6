package cli

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
		p := &progress{out: &out, total: 3, ended: make(chan struct{})}
		go p.tick()
		p.step()
		time.Sleep(progressAfter - time.Millisecond)
		synctest.Wait()
		if out.Len() > 0 {
			t.Errorf("shown at once: %q", out.String())
		}
		p.step()
		time.Sleep(time.Millisecond)
		synctest.Wait()
		if got, want := out.String(), clearLine+"2 of 3 files"; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
		out.Reset()
		if _, err := p.Write([]byte("Error\n")); err != nil {
			t.Fatal(err)
		}
		if got, want := out.String(), clearLine+"Error\n"; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
		time.Sleep(progressEvery)
		synctest.Wait()
		p.stop()
		if got := out.String(); !strings.HasSuffix(got, "2 of 3 files"+clearLine) {
			t.Errorf("the progress stays: %q", got)
		}
	})
}
