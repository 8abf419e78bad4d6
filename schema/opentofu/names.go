package opentofu

import (
	_ "embed"
	"strconv"
	"strings"

	"github.com/hcljson/hcljson/schema"
)

// guesses is made of the built-in table of providers by a test of
// internal/develop/namecount: a line for each name with the columns of [schema.Uses], in
// percent, added up over the providers. The names are in order.
//
//go:embed guesses.txt
var guesses string

// providerNames answers one question: what a JSON value under a name in a
// provider's body is when nothing else is known of the provider. What nine
// providers or more agree on is taken for sure.
var providerNames = schema.NewUses(guessed, 9*100)

// guessed finds the line of a name.
func guessed(name string) schema.Uses {
	low, high := 0, len(guesses)
	for low < high {
		start := (low + high) / 2
		start = strings.LastIndexByte(guesses[:start], '\n') + 1
		end := start + strings.IndexByte(guesses[start:], '\n')
		found, columns, _ := strings.Cut(guesses[start:end], " ")
		switch strings.Compare(name, found) {
		case 0:
			return usesOf(columns)
		case -1:
			high = start
		default:
			low = end + 1
		}
	}
	return schema.Uses{}
}

func usesOf(columns string) (u schema.Uses) {
	for _, column := range []*int{&u.Blocks, &u.AsBlocks, &u.Objects, &u.Lists, &u.Arrays} {
		text, rest, _ := strings.Cut(columns, " ")
		*column, _ = strconv.Atoi(text)
		columns = rest
	}
	return u
}
