package schema

import (
	"bytes"
	"math"
	"slices"
	"strconv"
)

// Placeholder is what a generator writes until it knows a value.
type Placeholder struct {
	// Generator is its name, for messages.
	Generator string
	// Texts are what strings, names and expressions hold.
	Texts []string
	// Numbers are the first 16 bits of negative numbers, as float64.
	Numbers []uint16
}

// In reports whether a text holds a placeholder. Numbers may be written in any way,
// and stand in other text.
func (p *Placeholder) In(text []byte) bool {
	for _, part := range p.Texts {
		if bytes.Contains(text, []byte(part)) {
			return true
		}
	}
	for i := bytes.IndexByte(text, '-'); i >= 0; i = bytes.IndexByte(text, '-') {
		text = text[i:]
		end := numberEnd(text)
		if end > minNumber && p.isNumber(string(text[:end])) {
			return true
		}
		text = text[end:]
	}
	return false
}

// minNumber is the length of -1e100, of which most texts have nothing longer that starts
// with a sign.
const minNumber = 6

func (p *Placeholder) isNumber(text string) bool {
	n, err := strconv.ParseFloat(text, 64)
	return err == nil && slices.Contains(p.Numbers, uint16(math.Float64bits(n)>>48))
}

// numberEnd is where the number ends whose sign a text starts with.
func numberEnd(text []byte) int {
	digits := func(i int) int {
		for i < len(text) && '0' <= text[i] && text[i] <= '9' {
			i++
		}
		return i
	}
	end := digits(1)
	if end < len(text) && text[end] == '.' {
		end = digits(end + 1)
	}
	if end < len(text) && (text[end] == 'e' || text[end] == 'E') {
		sign := end + 1
		if sign < len(text) && (text[sign] == '+' || text[sign] == '-') {
			sign++
		}
		if exponent := digits(sign); exponent > sign {
			end = exponent
		}
	}
	return end
}
