// Package big stands in for math/big. There are no numbers: whoever asks for one learns that
// the full module is needed.
package big

// missing is what whoever asks learns; see service.Absent.
type missing struct{}

func (missing) Absent() {}

func (missing) Error() string { return "math/big is not in this program" }

// Float is one that there never is.
type Float struct{}

// RoundingMode is how a number is rounded.
type RoundingMode byte

// ToNearestEven rounds as IEEE 754 does by default.
const ToNearestEven RoundingMode = 0

// Accuracy is how a number was rounded.
type Accuracy int8

// Exact is not at all.
const Exact Accuracy = 0

// ParseFloat panics, and so does what follows.
func ParseFloat(string, int, uint, RoundingMode) (*Float, int, error) { panic(missing{}) }

func (*Float) Cmp(*Float) int { panic(missing{}) }

func (*Float) Int64() (int64, Accuracy) { panic(missing{}) }

func (*Float) IsInt() bool { panic(missing{}) }

func (*Float) Prec() uint { panic(missing{}) }

func (*Float) IsInf() bool { panic(missing{}) }

func (*Float) MantExp(*Float) int { panic(missing{}) }

func (*Float) Text(byte, int) string { panic(missing{}) }
