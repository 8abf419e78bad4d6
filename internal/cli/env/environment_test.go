package env

import (
	"context"
	"os"
	"slices"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"
)

// TestProtect cancels the context of a running function, and waits for its end.
func TestProtect(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	p := &protection{ctx: ctx}
	p.start.Do(func() {})
	var done atomic.Bool
	started := make(chan struct{})
	go p.run(func(ctx context.Context) {
		close(started)
		<-ctx.Done()
		time.Sleep(10 * time.Millisecond) // a commit takes its time
		done.Store(true)
	})
	<-started
	cancel()
	p.running.Lock()
	defer p.running.Unlock()
	if !done.Load() {
		t.Error("the process ends before the function")
	}
}

// TestInterruption checks that two signals in quick succession count as one, and that a signal one
// second later ends the run at once.
func TestInterruption(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var events []string
		signals, done := make(chan os.Signal), make(chan struct{})
		defer close(done)
		stop := func(sig os.Signal) { events = append(events, "stop by "+sig.String()) }
		go receive(signals, done, stop, func(sig os.Signal) { events = append(events, "end by "+sig.String()) })
		for _, after := range []time.Duration{0, time.Millisecond, secondSignalGrace - time.Millisecond - time.Nanosecond} {
			time.Sleep(after)
			signals <- syscall.SIGTERM
		}
		synctest.Wait()
		if !slices.Equal(events, []string{"stop by terminated"}) {
			t.Fatal(events)
		}
		time.Sleep(time.Nanosecond)
		signals <- os.Interrupt
		synctest.Wait()
		if !slices.Equal(events, []string{"stop by terminated", "end by interrupt"}) {
			t.Fatal(events)
		}
	})
}
