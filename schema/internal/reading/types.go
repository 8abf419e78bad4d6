package reading

import (
	"errors"
	"fmt"
)

const (
	// maxLevels is how deep types may be.
	maxLevels = 192
	// typeLevels is how many levels deep the text of types may be on average.
	typeLevels = 10
	// shortTypes is how much text may be deeper.
	shortTypes = 1 << 20
)

var (
	errDeep      = fmt.Errorf("its types are nested more than %d levels deep", maxLevels)
	errDeepTypes = errors.New("its types are nested too deeply for their size")
)

// CheckTypes refuses JSON with types that would take much memory: the decoder of types
// reads and copies the text of each level again. Types are arrays where they are nested.
func CheckTypes(src []byte) error {
	allowed := shortTypes + typeLevels*len(src)
	depth := 0
	for i := 0; i < len(src); i++ {
		switch b := src[i]; {
		case b == '"':
			start := i
			for i++; i < len(src) && src[i] != '"'; i++ {
				if src[i] == '\\' {
					i++
				}
			}
			allowed -= depth * (i - start)
		case b == '[', b == '{' && depth > 0:
			depth++
		case (b == ']' || b == '}') && depth > 0:
			depth--
		}
		if depth > maxLevels {
			return errDeep
		}
		if allowed -= depth; allowed < 0 {
			return errDeepTypes
		}
	}
	return nil
}
