//go:build !(darwin || freebsd || linux || netbsd || openbsd)

package atomic

import "os"

// replacement is never made here: Windows cannot rename onto a symbolic link to a directory.
type replacement struct{ pairs, paths []string }

func newSwitch(system, string) (*replacement, error) { return nil, errNoSwitch }

func recoverSwitch(_ system, dir string) (Recovery, error) {
	return Recovery{}, &ForeignError{Path: dir, Reason: workName + " in it was left by a run on another system"}
}

func isForeign(string) bool { return true }

func workingIn(string) int { return 0 }

func removeLeftovers(system, string) {}

func claim(string) *os.File { return nil }

func userSecret() []byte { return nil }

func (r *replacement) prepare([]Change) error { return nil }
func (r *replacement) lay() error             { return nil }
func (r *replacement) flip() error            { return nil }
func (r *replacement) finish() (bool, error)  { return false, nil }
func (r *replacement) undone(bool) bool       { return false }
func (r *replacement) unlock()                {}
