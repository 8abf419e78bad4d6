// Package lcs finds longest common subsequences of lists.
package lcs

import "slices"

// maxCells is the maximum size of the table for a longest common subsequence. Longer lists are
// split at elements that appear once in each list.
const maxCells = 1 << 18

// CommonEnds returns the lengths of the common prefix of two lists and of the common suffix of the rest.
func CommonEnds[T comparable](a, b []T) (start, end int) {
	for start < min(len(a), len(b)) && a[start] == b[start] {
		start++
	}
	for end < min(len(a), len(b))-start && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	return start, end
}

// Subsequence finds a longest common subsequence of two lists, and calls join with the
// indexes of each pair, in no particular order. For long lists, the result may not be the longest.
func Subsequence[T comparable](a, b []T, join func(i, j int)) {
	start, end := CommonEnds(a, b)
	for i := range start {
		join(i, i)
	}
	for i := range end {
		join(len(a)-1-i, len(b)-1-i)
	}
	a, b = a[start:len(a)-end], b[start:len(b)-end]
	if len(a) == 0 || len(b) == 0 {
		return
	}
	shifted := func(i, j int) { join(start+i, start+j) }
	if len(a)*len(b) <= maxCells {
		joinByTable(a, b, shifted)
		return
	}
	i, j := 0, 0
	for _, pair := range uniquePairs(a, b) {
		Subsequence(a[i:pair[0]], b[j:pair[1]], func(k, l int) { shifted(i+k, j+l) })
		shifted(pair[0], pair[1])
		i, j = pair[0]+1, pair[1]+1
	}
	if i > 0 {
		Subsequence(a[i:], b[j:], func(k, l int) { shifted(i+k, j+l) })
	}
}

// joinByTable is [Subsequence] by dynamic programming.
func joinByTable[T comparable](a, b []T, join func(i, j int)) {
	width := len(b) + 1
	cells := make([]int32, (len(a)+1)*width)
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				cells[i*width+j] = cells[(i+1)*width+j+1] + 1
			} else {
				cells[i*width+j] = max(cells[(i+1)*width+j], cells[i*width+j+1])
			}
		}
	}
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] == b[j]:
			join(i, j)
			i++
			j++
		case cells[(i+1)*width+j] >= cells[i*width+j+1]:
			i++
		default:
			j++
		}
	}
}

// uniquePairs returns the indexes of elements that appear once in each list: a longest increasing
// subsequence of these pairs.
func uniquePairs[T comparable](a, b []T) [][2]int {
	once := func(list []T) map[T]int {
		m := make(map[T]int, len(list))
		for i, h := range list {
			if _, twice := m[h]; twice {
				m[h] = -1
			} else {
				m[h] = i
			}
		}
		return m
	}
	inA, inB := once(a), once(b)
	var found [][2]int
	var partners []int
	for i, h := range a {
		if j, ok := inB[h]; ok && j >= 0 && inA[h] == i {
			found = append(found, [2]int{i, j})
			partners = append(partners, j)
		}
	}
	var list [][2]int
	for _, k := range IncreasingSubsequence(partners) {
		list = append(list, found[k])
	}
	return list
}

// IncreasingSubsequence returns the indexes of a longest increasing subsequence.
func IncreasingSubsequence(list []int) []int {
	var tails []int // indexes of the smallest ends, by length
	before := make([]int, len(list))
	for i, n := range list {
		k, _ := slices.BinarySearchFunc(tails, n, func(tail, n int) int { return list[tail] - n })
		before[i] = -1
		if k > 0 {
			before[i] = tails[k-1]
		}
		if k == len(tails) {
			tails = append(tails, i)
		} else {
			tails[k] = i
		}
	}
	if len(tails) == 0 {
		return nil
	}
	var result []int
	for i := tails[len(tails)-1]; i >= 0; i = before[i] {
		result = append(result, i)
	}
	slices.Reverse(result)
	return result
}
