// Package lazyregexp compiles regular expressions on their first use, because a command needs few of
// them, and compiling all would take longer than a small conversion.
package lazyregexp

import (
	"regexp"
	"sync"
)

// New returns a function that returns the compiled expression. It panics if the expression is
// invalid.
func New(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}
