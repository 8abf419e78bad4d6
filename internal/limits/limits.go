// Package limits has the sizes up to which files are read, and evaluates constant
// expressions whose values stay small. The parsers of hashicorp/hcl
// recurse without a limit of their own, and a Go program cannot recover from the end of
// its stack.
package limits

const (
	// Nesting is the deepest nesting of brackets, templates and blocks that is read.
	Nesting = 1000
	// Operators is the largest number of operators, conditions, splats and template
	// directives that are open at a time; each can be a level of recursion.
	Operators = 10000
)
