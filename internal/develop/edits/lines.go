package edits

import "github.com/hcljson/hcljson/internal/develop/measure"

// changedLines counts the lines that a diff of two texts takes away and adds.
func changedLines(before, after []byte) int {
	a, b := measure.Lines(string(before), string(after))
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
