// Package lines offers a service over two streams: each line that comes in is a request
// in JSON, and each has one line with its response. docs/serve.md describes the protocol.
package lines

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"sync"
	"sync/atomic"

	"github.com/hcljson/hcljson/internal/service"
)

// Protocol is the version of the protocol. A client of one version understands all
// servers of that version; new operations and options do not change it.
const Protocol = 1

// Limits of what is in memory at a time, in bytes.
const (
	// DefaultLine is the longest line that is read.
	DefaultLine = 32 << 20
	// DefaultPending is what requests that have not been answered may take before no
	// more are read. A single one may take more.
	DefaultPending = 64 << 20
	// overhead is what a request takes apart from its line, at most.
	overhead = 4 << 10
)

// Server answers requests.
type Server struct {
	Service *service.Service
	// Version is that of the program, as hello tells it.
	Version string
	// Jobs is how many requests are worked on at a time, at least one.
	Jobs int
	// Unordered: a response is written as soon as there is one, instead of in the order
	// of the requests.
	Unordered bool
	// Line and Pending are limits in bytes; 0 means the default.
	Line, Pending int
}

// Serve answers the lines of in until it ends, and returns when each has its response in
// out. The error is one of reading or of writing.
func (s *Server) Serve(in io.Reader, out io.Writer) error {
	limits := *s
	limits.Jobs = max(s.Jobs, 1)
	if s.Line == 0 {
		limits.Line = DefaultLine
	}
	if s.Pending == 0 {
		limits.Pending = DefaultPending
	}
	// Every request takes its overhead, so neither channel is ever full.
	most := limits.Pending/overhead + 2
	e := &exchange{
		Server: limits, memory: newBudget(limits.Pending), pending: map[string]*task{},
		work: make(chan *task, most), answers: make(chan *task, most),
	}
	written := make(chan error, 1)
	go func() { written <- e.write(out) }()
	for range e.Jobs {
		go e.do()
	}
	err := e.read(in)
	close(e.work)
	e.open.Wait()
	close(e.answers)
	return errors.Join(err, <-written)
}

// exchange is the answering of the requests of one stream.
type exchange struct {
	Server
	memory *budget
	// work has the tasks to be done. answers has those to be written: all of them in the
	// order of the requests, or each when it is done.
	work, answers chan *task
	open          sync.WaitGroup // the tasks without a response
	failed        atomic.Bool    // nothing can be written any more

	mu      sync.Mutex
	pending map[string]*task // those with an id and without a response
}

// task is a request that is being answered.
type task struct {
	request
	size int
	// holders are who still needs it: who does it, and who writes its response.
	holders atomic.Int32
	// done is closed when there is a response.
	done     chan struct{}
	response response
}

// begin takes a request on.
func (e *exchange) begin(req request, size int) *task {
	t := &task{request: req, size: size + overhead, done: make(chan struct{})}
	t.holders.Store(1)
	e.memory.take(t.size)
	e.open.Add(1)
	if !e.Unordered {
		e.answers <- t
	}
	return t
}

// finish gives a task its response, unless it has one.
func (e *exchange) finish(t *task, resp response) bool {
	e.mu.Lock()
	select {
	case <-t.done:
		e.mu.Unlock()
		return false
	default:
	}
	if e.pending[string(t.ID)] == t {
		delete(e.pending, string(t.ID))
	}
	resp.ID = t.ID
	t.response = resp
	t.size += resp.size()
	e.memory.add(resp.size())
	close(t.done)
	e.mu.Unlock()
	if e.Unordered {
		e.answers <- t
	}
	e.open.Done()
	return true
}

// release says that one holder less needs a task.
func (e *exchange) release(t *task) {
	if t.holders.Add(-1) == 0 {
		e.memory.give(t.size)
	}
}

// accept decides what becomes of a request.
func (e *exchange) accept(req request, size int) {
	t := e.begin(req, size)
	switch {
	case req.Operation == hello:
		e.finish(t, response{Response: service.Empty(), Hello: e.hello()})
	case req.Operation == cancel:
		e.finish(t, e.cancel(req))
	case !e.register(t):
		e.refuse(t, "Request id in use", "Another request has the id %s and has not been answered yet.", t.ID)
	default:
		t.holders.Add(1)
		e.work <- t
	}
}

// refuse answers a request with an error.
func (e *exchange) refuse(t *task, summary, format string, args ...any) {
	e.finish(t, response{Response: service.Failed("", summary, format, args...)})
}

// register notes the id of a request, and returns whether no other one has it.
func (e *exchange) register(t *task) bool {
	if t.ID == nil {
		return true
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.pending[string(t.ID)] != nil {
		return false
	}
	e.pending[string(t.ID)] = t
	return true
}

// do does tasks until there are no more.
func (e *exchange) do() {
	for t := range e.work {
		select {
		case <-t.done: // it was cancelled before it began
		default:
			e.finish(t, response{Response: e.Service.Do(&t.Request)})
		}
		e.release(t)
	}
}

// cancel gives a request up. What is being done already is done to its end, and
// thrown away.
func (e *exchange) cancel(req request) response {
	e.mu.Lock()
	t := e.pending[string(req.Cancel)]
	e.mu.Unlock()
	given := false
	if t != nil {
		resp := service.Failed(t.Name, "Cancelled", "The client has given this request up.")
		given = e.finish(t, response{Response: resp, Cancelled: new(true)})
	}
	return response{Response: service.Empty(), Cancelled: &given}
}

// hello says what the server can do.
func (e *exchange) hello() *Hello {
	return &Hello{
		Protocol: Protocol, Version: e.Version, Operations: service.Operations(), Ordered: !e.Unordered,
		Jobs: e.Jobs, Line: e.Line, Pending: e.Pending,
	}
}

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
