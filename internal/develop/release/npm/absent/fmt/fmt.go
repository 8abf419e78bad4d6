// Package fmt stands in for the one of Go, which brings reflection and files along. It has
// what messages are made with: strings, errors, and whole numbers.
package fmt

import (
	"errors"
	"io"
	"strconv"
	"strings"
)

// missing is what whoever asks for more learns; see service.Absent.
type missing struct{}

func (missing) Absent() {}

func (missing) Error() string { return "this verb or type of fmt is not in this program" }

// Stringer has a text.
type Stringer interface{ String() string }

func Sprintf(format string, args ...any) string { return string(Appendf(nil, format, args...)) }

func Fprintf(w io.Writer, format string, args ...any) (int, error) {
	return w.Write(Appendf(nil, format, args...))
}

// Errorf takes the last error among the arguments for the one that is wrapped.
func Errorf(format string, args ...any) error {
	e := &wrapping{text: Sprintf(format, args...)}
	if !strings.Contains(format, "%w") {
		return errors.New(e.text)
	}
	for _, arg := range args {
		if err, ok := arg.(error); ok {
			e.err = err
		}
	}
	return e
}

type wrapping struct {
	text string
	err  error
}

func (e *wrapping) Error() string { return e.text }

func (e *wrapping) Unwrap() error { return e.err }

// Appendf knows the verbs s, w, v, q, d and t, and x and X with a width and zeros.
func Appendf(b []byte, format string, args ...any) []byte {
	next := func() any {
		if len(args) == 0 {
			panic(missing{})
		}
		arg := args[0]
		args = args[1:]
		return arg
	}
	for {
		before, rest, ok := strings.Cut(format, "%")
		b = append(b, before...)
		if !ok {
			break
		}
		width := 0
		if len(rest) > 2 && rest[0] == '0' {
			width, rest = int(rest[1]-'0'), rest[2:]
		}
		if rest == "" {
			panic(missing{})
		}
		verb := rest[0]
		format = rest[1:]
		switch {
		case verb == '%':
			b = append(b, '%')
		case verb == 'x' || verb == 'X':
			digits := strconv.FormatInt(integer(next()), 16)
			if verb == 'X' {
				digits = strings.ToUpper(digits)
			}
			b = append(b, strings.Repeat("0", max(0, width-len(digits)))+digits...)
		case width > 0:
			panic(missing{})
		default:
			b = appendVerb(b, verb, next())
		}
	}
	if len(args) > 0 {
		panic(missing{})
	}
	return b
}

func appendVerb(b []byte, verb byte, arg any) []byte {
	_, isError := arg.(error)
	switch verb {
	case 's', 'v':
		if text, ok := textOf(arg); ok {
			return append(b, text...)
		}
		if verb == 'v' {
			return strconv.AppendInt(b, integer(arg), 10)
		}
	case 'w':
		if text, ok := textOf(arg); ok && isError {
			return append(b, text...)
		}
	case 'q':
		if text, ok := textOf(arg); ok {
			return strconv.AppendQuote(b, text)
		}
		return strconv.AppendQuoteRune(b, rune(integer(arg)))
	case 'd':
		return strconv.AppendInt(b, integer(arg), 10)
	case 't':
		if is, ok := arg.(bool); ok {
			return strconv.AppendBool(b, is)
		}
	}
	panic(missing{})
}

func textOf(arg any) (string, bool) {
	switch arg := arg.(type) {
	case error:
		return arg.Error(), true
	case Stringer:
		return arg.String(), true
	case string:
		return arg, true
	case []byte:
		return string(arg), true
	}
	return "", false
}

func integer(arg any) int64 {
	switch arg := arg.(type) {
	case int:
		return int64(arg)
	case int64:
		return arg
	case rune:
		return int64(arg)
	case byte:
		return int64(arg)
	}
	panic(missing{})
}
