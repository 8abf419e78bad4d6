package golden

import (
	"testing"
	"time"

	"github.com/hcljson/hcljson/internal/judges"
)

// Linear checks that what is done with something of four times the size does not take
// sixteen times as long. prepare makes it ready and returns what is measured. As other
// programs run too, one of several tries is enough, and ten times as long is fine. The size
// is a quarter where the judges are not asked for.
func Linear(t testing.TB, size int, prepare func(size int) (do func())) {
	t.Helper()
	size = judges.Rounds(size/4, size)
	measure := func(size int) time.Duration {
		do := prepare(size)
		start := time.Now()
		do()
		return time.Since(start)
	}
	measure(size / 4)
	var small, large time.Duration
	for range 5 {
		small, large = measure(size), measure(4*size)
		if large < 10*small {
			return
		}
	}
	t.Errorf("%s for a size of %d, %s for four times as much", small, size, large)
}
