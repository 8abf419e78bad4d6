//go:build race

package plugin_test

// race is true if the race detector reserves terabytes of address space.
const race = true
