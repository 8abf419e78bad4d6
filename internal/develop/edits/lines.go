package edits

import (
	"regexp"

	"github.com/hcljson/hcljson/internal/develop/measure"
)

// alignment matches the spaces that align an = sign or a comment. They follow an edit of a formatted block.
var alignment = regexp.MustCompile(` +(=|#|//|/\*)`)

// changedLines counts the lines that a diff of two texts takes away and adds. It ignores alignment.
func changedLines(before, after []byte) int {
	unaligned := func(text []byte) string { return alignment.ReplaceAllString(string(text), " $1") }
	a, b := measure.Lines(unaligned(before), unaligned(after))
	return len(a) + len(b) - 2*common(a, b)
}

// common is the length of the longest common subsequence.
func common(a, b []string) int {
	row := make([]int, len(b)+1)
	for _, line := range a {
		diagonal := 0
		for j := range b {
			above := row[j+1]
			if line == b[j] {
				row[j+1] = diagonal + 1
			} else {
				row[j+1] = max(above, row[j])
			}
			diagonal = above
		}
	}
	return row[len(b)]
}
