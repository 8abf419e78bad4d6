package jsontree

import (
	"math/big"
	"strconv"
	"strings"
)

// Equal reports whether two values are equal. It ignores the order of members and the spelling of
// numbers.
func Equal(a, b *Value) bool {
	if a.Kind != b.Kind || a.Len() != b.Len() {
		return false
	}
	switch a.Kind {
	case Number:
		return a.Text == b.Text || EqualNumbers(a.Text, b.Text)
	case Array:
		for i := range a.Elems {
			if !Equal(&a.Elems[i], &b.Elems[i]) {
				return false
			}
		}
		return true
	case Object:
		return equalMembers(a, b)
	}
	return a.Text == b.Text
}

func equalMembers(a, b *Value) bool {
	var index map[string]*Value
	for i := range a.Members {
		x, y := &a.Members[i], &b.Members[i]
		other := &y.Value
		if x.Name != y.Name {
			if index == nil {
				index = make(map[string]*Value, len(b.Members))
				for i := range b.Members {
					index[b.Members[i].Name] = &b.Members[i].Value
				}
			}
			if other = index[x.Name]; other == nil {
				return false
			}
		}
		if !Equal(&x.Value, other) {
			return false
		}
	}
	return true
}

// MixHashes combines two hashes. The order matters.
func MixHashes(a, b uint64) uint64 {
	h := (a ^ 0x9e3779b97f4a7c15) * 0xbf58476d1ce4e5b9
	h ^= h >> 29
	h = (h + b) * 0x94d049bb133111eb
	return h ^ h>>31
}

// maxEqualDigits is the maximum length of numbers that are compared by their values, because reading
// a number takes quadratic time. Longer numbers are equal if their texts are equal.
const maxEqualDigits = 10_000

// EqualNumbers reports whether two texts represent equal numbers.
func EqualNumbers(a, b string) bool {
	if max(len(a), len(b)) > maxEqualDigits {
		return a == b
	}
	x, ok := parseNumber(a)
	if !ok {
		return false
	}
	y, ok := parseNumber(b)
	return ok && x.Cmp(y) == 0
}

// NumberText returns a canonical text of a number. It returns any other text unchanged.
func NumberText(text string) string {
	f, ok := parseNumber(text)
	if !ok {
		return text
	}
	if n, exact := f.Int64(); exact == big.Exact {
		return strconv.FormatInt(n, 10)
	}
	return f.Text('p', 0)
}

// parseNumber parses a number like cty (cty/value_init.go, ParseNumberVal).
func parseNumber(text string) (*big.Float, bool) {
	if !strings.ContainsAny(text, "0123456789") {
		return nil, false
	}
	f, _, err := big.ParseFloat(text, 10, 512, big.ToNearestEven)
	return f, err == nil
}
