package cli

import "runtime"

// limit returns how many files are worked on at a time.
func (o *options) limit() int {
	if o.jobs > 0 {
		return o.jobs
	}
	return runtime.GOMAXPROCS(0)
}

// inOrder does n pieces of work beside each other, as many as have been begun
// ahead of the first unfinished one, and hands each result on in its order.
func inOrder[T any](n, ahead int, work func(i int) T, use func(i int, result T)) {
	results := make([]chan T, n)
	for i := range results {
		results[i] = make(chan T, 1)
	}
	begun := make(chan struct{}, ahead)
	go func() {
		for i := range n {
			begun <- struct{}{}
			go func() { results[i] <- work(i) }()
		}
	}()
	for i := range n {
		use(i, <-results[i])
		<-begun
	}
}
