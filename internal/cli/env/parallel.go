package env

import (
	"runtime"
)

// Limit returns the maximum number of files that are processed at a time. It returns jobs, or the
// number of processors if jobs is 0.
func Limit(jobs int) int {
	if jobs > 0 {
		return jobs
	}
	return runtime.GOMAXPROCS(0)
}

// InOrder runs n tasks in parallel and passes their results to the function use, in order. At most
// ahead tasks are started whose results are not yet used.
func InOrder[T any](n, ahead int, work func(i int) T, use func(i int, result T)) {
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

// Parallel is [InOrder] with a report of the progress. At most jobs tasks run at a time; see
// [Limit].
func Parallel[T any](s *Env, n, jobs int, work func(i int) T, use func(T)) {
	progress := s.Report.Progress(n)
	defer progress.Stop()
	InOrder(n, Limit(jobs), func(i int) T {
		defer progress.Step()
		return work(i)
	}, func(_ int, result T) { use(result) })
}
