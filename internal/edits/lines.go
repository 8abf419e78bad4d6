package main

import (
	"slices"
	"strings"
)

// changedLines counts the lines that a diff of two texts takes away and adds.
func changedLines(before, after []byte) int {
	a, b := slices.Collect(strings.Lines(string(before))), slices.Collect(strings.Lines(string(after)))
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
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
