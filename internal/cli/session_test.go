package cli

import (
	"os"
	"slices"
	"syscall"
	"testing"
	"time"
)

// Two signals that come together are one; what comes a second later ends the run at
// once.
func TestInterruption(t *testing.T) {
	var events []string
	clock := time.Unix(1000, 0)
	i := &interruption{
		now:  func() time.Time { return clock },
		stop: func() { events = append(events, "stop") },
		end:  func(sig os.Signal) { events = append(events, "end by "+sig.String()) },
	}
	for _, after := range []time.Duration{0, time.Millisecond, impatience - time.Nanosecond} {
		clock = time.Unix(1000, 0).Add(after)
		i.receive(syscall.SIGTERM)
	}
	if !slices.Equal(events, []string{"stop"}) {
		t.Fatal(events)
	}
	clock = time.Unix(1000, 0).Add(impatience)
	i.receive(os.Interrupt)
	if !slices.Equal(events, []string{"stop", "end by interrupt"}) {
		t.Fatal(events)
	}
}
