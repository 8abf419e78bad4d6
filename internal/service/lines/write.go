package lines

import (
	"bufio"
	"encoding/json"
	"io"
	"strconv"

	"github.com/hcljson/hcljson/internal/service"
)

// response is the line that answers a request.
type response struct {
	ID service.Raw
	*service.Response
	// Cancelled: the request was given up. Of cancel: that the other one was.
	Cancelled *bool
	Hello     *Hello
}

// line is a response in JSON.
func (r *response) line() []byte {
	id := r.ID
	if id == nil {
		id = service.Raw("null")
	}
	b := append(append([]byte(`{"id":`), id...), ',')
	b = r.Response.Append(b, false)
	if r.Cancelled != nil {
		b = strconv.AppendBool(append(b, `,"cancelled":`...), *r.Cancelled)
	}
	if r.Hello != nil {
		hello, _ := json.Marshal(r.Hello) // which has nothing that JSON has not
		b = append(append(b, `,"hello":`...), hello...)
	}
	return append(b, "}\n"...)
}

// Hello says what a server can do.
type Hello struct {
	Protocol   int      `json:"protocol"`
	Version    string   `json:"version"`
	Operations []string `json:"operations"`
	Ordered    bool     `json:"ordered"`
	// Jobs, Line and Pending are those of [Server].
	Jobs    int `json:"jobs"`
	Line    int `json:"line"`
	Pending int `json:"pending"`
}

// size is about what a response takes in memory.
func (r *response) size() int {
	n := len(r.SourceMap)
	if r.Text != nil {
		n += len(*r.Text)
	}
	for _, diag := range r.Diagnostics {
		n += diagnosticOverhead + len(diag.Summary) + len(diag.Detail)
	}
	return n
}

// diagnosticOverhead is about what a diagnostic takes apart from its texts.
const diagnosticOverhead = 256

// write writes the responses. When that fails, it goes on taking them, so that nothing
// waits for it.
func (e *exchange) write(out io.Writer) (failure error) {
	lines := bufio.NewWriterSize(out, 64<<10)
	fail := func(err error) {
		if err != nil && failure == nil {
			failure = err
			e.failed.Store(true)
		}
	}
	flush := func() { fail(lines.Flush()) }
	for {
		t, ok := receive(e.answers, flush)
		if !ok {
			flush()
			return failure
		}
		receive(t.done, flush)
		if failure == nil {
			_, err := lines.Write(t.response.line())
			fail(err)
		}
		e.release(t)
	}
}

// receive receives from a channel, and calls idle before it waits.
func receive[T any](from <-chan T, idle func()) (T, bool) {
	select {
	case value, ok := <-from:
		return value, ok
	default:
		idle()
		value, ok := <-from
		return value, ok
	}
}
