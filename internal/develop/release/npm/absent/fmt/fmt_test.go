package fmt

import (
	"errors"
	real "fmt"
	"strings"
	"testing"
)

type named struct{ text string }

func (n named) String() string { return n.text }

func TestSprintf(t *testing.T) {
	for _, args := range [][]any{
		{"a"}, {"%s, %q%%%s", "a", "é\n\"", named{"b"}},
		{"%d %d %d %d", -1, 'a', byte(2), int64(3)}, {"%q %q", 'é', byte('a')},
		{"%02x %04x %04X %x", 1, 'é', 'é', 255}, {"%v %v %t", errors.New("e"), 5, true},
		{"%s %q", []byte("b"), named{"b"}},
		{"0x%02x", byte(0xff)},
	} {
		format := args[0].(string)
		if got, want := Sprintf(format, args[1:]...), real.Sprintf(format, args[1:]...); got != want {
			t.Errorf("%v: got %q, want %q", args, got, want)
		}
		var b strings.Builder
		_, _ = Fprintf(&b, format, args[1:]...)
		if want := real.Sprintf(format, args[1:]...); b.String() != want {
			t.Errorf("%v: wrote %q, want %q", args, b.String(), want)
		}
	}
	type word string
	for _, args := range [][]any{
		{"%s"}, {"a", 1}, {"%"}, {"%s", word("a")}, {"%d", "a"}, {"%f", 1.5}, {"%v", struct{}{}}, {"%5s", "a"}, {"%05d", 1},
		{"%x", "a"}, {"%t", 1}, {"%s", 1}, {"%w", "a"}, {"%#v", 1}, {"%-3s", "a"}, {"%.0s", "a"}, {"%v", 1.5}, {"%s", nil},
	} {
		func() {
			defer func() {
				if _, absent := recover().(interface{ Absent() }); !absent {
					t.Errorf("%v is written", args)
				}
			}()
			Sprintf(args[0].(string), args[1:]...)
		}()
	}
}

func TestErrorf(t *testing.T) {
	inner := errors.New("inner")
	if err := Errorf("%s: %w", "a", inner); err.Error() != "a: inner" || !errors.Is(err, inner) {
		t.Errorf("got %v", err)
	}
	if err := Errorf("%s: %s", "a", inner); err.Error() != "a: inner" || errors.Is(err, inner) {
		t.Errorf("got %v", err)
	}
}
