package lines

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/hcljson/hcljson/internal/service"
)

// The operations of the protocol, in addition to those of the service.
const (
	hello  = "hello"
	cancel = "cancel"
)

// request is what a line asks for.
type request struct {
	ID json.RawMessage `json:"id"`
	service.Request
	// Cancel is the id of the request to give up.
	Cancel json.RawMessage `json:"cancel"`
}

// read takes on the requests of a stream.
func (e *exchange) read(in io.Reader) error {
	lines := bufio.NewReaderSize(in, 64<<10)
	for !e.failed.Load() {
		line, fits, err := readLine(lines, e.Line)
		switch {
		case !fits:
			e.refuse(e.begin(request{}, 0), "Line too long",
				"A line has more than %d bytes, which is the most that is read.", e.Line)
		case len(bytes.TrimSpace(line)) > 0:
			e.readRequest(line)
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// readLine reads a line. One that is longer than the limit is passed over and does not fit.
func readLine(in *bufio.Reader, limit int) (line []byte, fits bool, err error) {
	fits = true
	for {
		part, err := in.ReadSlice('\n')
		if fits = fits && len(line)+len(part) <= limit; fits {
			line = append(line, part...)
		} else {
			line = nil
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, fits, err
		}
	}
}

// readRequest takes on the request of a line.
func (e *exchange) readRequest(line []byte) {
	req, err := decode(line)
	if err != nil {
		e.refuse(e.begin(request{ID: req.ID}, len(req.ID)), "Invalid request", "The line is not a request: %s.", short(err))
		return
	}
	e.accept(req, len(line))
}

// short is the message of an error without the words of Go's decoder. It may have a part of
// the line in it.
func short(err error) string {
	const most = 200
	message := strings.TrimPrefix(err.Error(), "json: ")
	var wrong *json.UnmarshalTypeError
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &syntax):
		message = fmt.Sprintf("it is not JSON at byte %d", syntax.Offset)
	case errors.Is(err, io.ErrUnexpectedEOF):
		message = "its JSON breaks off"
	case errors.As(err, &wrong):
		// The embedded struct is a step of its path: Request.options.form.
		path := strings.TrimPrefix(strings.TrimPrefix(wrong.Field, "Request"), ".")
		message = fmt.Sprintf("%s cannot be %s", cmp.Or(path, "it"), article(wrong.Value))
	}
	if len(message) <= most {
		return message
	}
	return strings.ToValidUTF8(message[:most], "") + "..."
}

// article is a kind of JSON value with the article that it takes. Go has the text of a
// number after the word.
func article(kind string) string {
	kind, _, _ = strings.Cut(kind, " ")
	if kind == "object" || kind == "array" {
		return "an " + kind
	}
	return "a " + kind
}

// longestName is the most bytes that a name has: each diagnostic of a text has its name.
const longestName = 4 << 10

// checkNames refuses long names.
func (r *request) checkNames() error {
	names := []string{r.Name}
	for _, files := range [][]service.File{r.Options.Schemas, r.Options.ProviderSchemas, r.Options.Files} {
		for _, file := range files {
			names = append(names, file.Name)
		}
	}
	if r.Options.Other != nil {
		names = append(names, r.Options.Other.Name)
	}
	if slices.ContainsFunc(names, func(name string) bool { return len(name) > longestName }) {
		return fmt.Errorf("the name of a file has more than %d bytes", longestName)
	}
	return nil
}

// decode reads a request. The id is there even with most errors.
func decode(line []byte) (req request, err error) {
	if !utf8.Valid(line) {
		return req, errors.New("it is not UTF-8")
	}
	// Without regard to what follows: a response should have the id.
	var envelope struct {
		ID json.RawMessage `json:"id"`
	}
	if json.Unmarshal(line, &envelope) != nil || !isID(envelope.ID) || !isPresent(envelope.ID) {
		envelope.ID = nil
	}
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	err = d.Decode(&req)
	if err == nil {
		if _, more := d.Token(); !errors.Is(more, io.EOF) {
			err = errors.New("there is something after its end")
		}
	}
	switch {
	case err != nil:
	case !isID(req.ID):
		err = errors.New("id must be a string or a number")
	case (req.Operation == cancel) != isPresent(req.Cancel):
		err = errors.New("cancel as an operation, and as the id of the request to give up, go together")
	case (req.Operation == hello || req.Operation == cancel) && !reflect.ValueOf(req.Options).IsZero():
		err = errors.New("hello and cancel take no options")
	case !isID(req.Cancel):
		err = errors.New("cancel must be the id of a request")
	default:
		err = errors.Join(req.checkNames(), checkSurrogates(line))
	}
	req.ID = envelope.ID
	return req, err
}

func isPresent(id json.RawMessage) bool { return len(id) > 0 && string(id) != "null" }

// isID reports whether a value is an id, or absent.
func isID(value json.RawMessage) bool {
	return !isPresent(value) || value[0] == '"' || value[0] == '-' || '0' <= value[0] && value[0] <= '9'
}

// checkSurrogates refuses half a character in the strings of a JSON text, which would
// silently become another one.
func checkSurrogates(text []byte) error {
	half := rune(0)
	for len(text) > 0 {
		i := bytes.IndexByte(text, '\\')
		if i != 0 && half != 0 {
			break
		}
		if i < 0 {
			return nil
		}
		text = text[i:]
		char := rune(0)
		width := 2
		if text[1] == 'u' {
			width = 6
			n, _ := strconv.ParseUint(string(text[2:6]), 16, 32)
			char = rune(n)
		}
		switch {
		case half != 0 && utf16.DecodeRune(half, char) == utf8.RuneError:
			return errHalf
		case half != 0:
			half = 0
		case utf16.IsSurrogate(char):
			half = char
		}
		text = text[width:]
	}
	if half != 0 {
		return errHalf
	}
	return nil
}

var errHalf = errors.New(`half of a surrogate pair such as \ud83d is not a character`)
