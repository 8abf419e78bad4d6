package toconfig_test

import (
	"runtime/debug"
	"testing"
)

// The tests allocate much and keep little, so fewer collections save a quarter of the time.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	m.Run()
}
