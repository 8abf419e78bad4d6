package env

import (
	"os"
	"slices"
	"syscall"
	"testing"
	"testing/synctest"
	"time"
)

// Two signals that come together are one; what comes a second later ends the run at
// once.
func TestInterruption(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var events []string
		signals, done := make(chan os.Signal), make(chan struct{})
		defer close(done)
		stop := func() { events = append(events, "stop") }
		go receive(signals, done, stop, func(sig os.Signal) { events = append(events, "end by "+sig.String()) })
		for _, after := range []time.Duration{0, time.Millisecond, secondSignalGrace - time.Millisecond - time.Nanosecond} {
			time.Sleep(after)
			signals <- syscall.SIGTERM
		}
		synctest.Wait()
		if !slices.Equal(events, []string{"stop"}) {
			t.Fatal(events)
		}
		time.Sleep(time.Nanosecond)
		signals <- os.Interrupt
		synctest.Wait()
		if !slices.Equal(events, []string{"stop", "end by interrupt"}) {
			t.Fatal(events)
		}
	})
}
