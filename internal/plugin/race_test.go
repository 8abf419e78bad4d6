//go:build race

package plugin_test

// race says that this program takes terabytes of address space.
const race = true
