package lines

import "sync"

// budget is an amount of memory.
type budget struct {
	mu    sync.Mutex
	given *sync.Cond
	free  int
}

func newBudget(size int) *budget {
	b := &budget{free: size}
	b.given = sync.NewCond(&b.mu)
	return b
}

// take waits until something is free and takes n of it, even if that is more.
func (b *budget) take(n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for b.free <= 0 {
		b.given.Wait()
	}
	b.free -= n
}

// add takes n without waiting.
func (b *budget) add(n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.free -= n
}

// give returns n.
func (b *budget) give(n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.free += n
	b.given.Broadcast()
}
