package cli

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// impatience is how long after a first signal another one does not count:
// timeout(1), for one, sends two of them, to the process and to its group.
const impatience = time.Second

// interruption ends a run when signals come.
type interruption struct {
	now func() time.Time
	// stop ends the run when its modules are whole, end at once.
	stop func()
	end  func(os.Signal)

	stopped bool
	first   time.Time
}

// receive takes a signal. The first one stops the run, and one that comes later than
// with it ends it.
func (i *interruption) receive(sig os.Signal) {
	switch {
	case !i.stopped:
		i.stopped, i.first = true, i.now()
		i.stop()
	case i.now().Sub(i.first) >= impatience:
		i.end(sig)
	}
}

// interruptible lets signals end the context of the run rather than the program,
// for a run that must leave things in order.
func (s *session) interruptible() {
	if s.stop != nil {
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	signals := make(chan os.Signal, 4)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	i := &interruption{now: time.Now, stop: cancel, end: endBySignal}
	done := make(chan struct{})
	go func() {
		for {
			select {
			case sig := <-signals:
				i.receive(sig)
			case <-done:
				return
			}
		}
	}()
	s.ctx = ctx
	s.stop = func() {
		signal.Stop(signals)
		close(done)
		cancel()
	}
}

// endBySignal ends the program as the signal does without us.
func endBySignal(sig os.Signal) {
	signal.Reset(sig)
	if self, err := os.FindProcess(os.Getpid()); err != nil || self.Signal(sig) != nil {
		os.Exit(exitError)
	}
}
