// Package lines runs a service over two streams. Each input line is a request in JSON, and each
// request has one output line with its response. docs/serve.md describes the protocol.
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

// The limits of memory, in bytes.
const (
	// DefaultLine is the default maximum length of a line.
	DefaultLine = 32 << 20
	// DefaultPending is the default maximum size of all pending requests. The server stops reading
	// at this size. A single request can exceed it.
	DefaultPending = 64 << 20
	// taskOverhead is the maximum size of a request in memory, without its line.
	taskOverhead = 4 << 10
)

// Server answers requests.
type Server struct {
	Service *service.Service
	// Version is the version of the program, for the response to hello.
	Version string
	// Jobs is the number of concurrent requests, at least 1.
	Jobs int
	// Unordered is true if the server writes each response immediately, and not in the order of the
	// requests.
	Unordered bool
	// Line and Pending are limits in bytes; 0 means the default.
	Line, Pending int
}

// Serve answers the lines of in until its end, and returns after it wrote all responses to out. It
// returns errors of reading and writing.
func (s *Server) Serve(in io.Reader, out io.Writer) error {
	limits := *s
	limits.Jobs = max(s.Jobs, 1)
	if s.Line == 0 {
		limits.Line = DefaultLine
	}
	if s.Pending == 0 {
		limits.Pending = DefaultPending
	}
	// Each request costs its overhead, so neither channel is ever full.
	most := limits.Pending/taskOverhead + 2
	e := &exchange{
		Server: limits, memory: newBudget(limits.Pending), pending: map[string]*task{},
		work: make(chan *task, most), answers: make(chan *task, most),
	}
	written := make(chan error, 1)
	go func() { written <- e.writeResponses(out) }()
	for range e.Jobs {
		go e.runTasks()
	}
	err := e.readRequests(in)
	close(e.work)
	e.open.Wait()
	close(e.answers)
	return errors.Join(err, <-written)
}

// exchange is the state of one pair of streams.
type exchange struct {
	Server
	memory *budget
	// work contains the tasks to run. answers contains the tasks to write: in the order of the
	// requests, or in the order of completion if Unordered is set.
	work, answers chan *task
	open          sync.WaitGroup // counts the tasks without a response
	failed        atomic.Bool    // true after a failed write

	mu      sync.Mutex
	pending map[string]*task // tasks with an id and without a response
}

// task is a request in progress.
type task struct {
	request
	size int
	// holders counts the users of the task: the worker and the writer of responses.
	holders atomic.Int32
	// done is closed when the response is complete.
	done     chan struct{}
	response response
}

// beginTask creates a task, and waits until its memory is available.
func (e *exchange) beginTask(req request, size int) *task {
	t := &task{request: req, size: size + taskOverhead, done: make(chan struct{})}
	t.holders.Store(1)
	e.memory.acquire(t.size)
	e.open.Add(1)
	if !e.Unordered {
		e.answers <- t
	}
	return t
}

// finishTask sets the response of a task. It returns false if the task already has one.
func (e *exchange) finishTask(t *task, resp response) bool {
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
	e.memory.acquireNow(resp.size())
	close(t.done)
	e.mu.Unlock()
	if e.Unordered {
		e.answers <- t
	}
	e.open.Done()
	return true
}

// releaseTask removes one holder of a task, and returns its memory after the last one.
func (e *exchange) releaseTask(t *task) {
	if t.holders.Add(-1) == 0 {
		e.memory.release(t.size)
	}
}

// acceptRequest answers a request or sends it to the workers.
func (e *exchange) acceptRequest(req request, size int) {
	t := e.beginTask(req, size)
	switch {
	case req.Operation == helloOperation:
		e.finishTask(t, response{Response: service.EmptyResponse(), Hello: e.capabilities()})
	case req.Operation == cancelOperation:
		e.finishTask(t, e.cancelRequest(req))
	case !e.registerID(t):
		e.refuseTask(t, "Request id in use", "Another request has the id %s and has not been answered yet.", t.ID)
	default:
		t.holders.Add(1)
		e.work <- t
	}
}

// refuseTask answers a request with an error.
func (e *exchange) refuseTask(t *task, summary, format string, args ...any) {
	e.finishTask(t, response{Response: service.ErrorResponse("", summary, format, args...)})
}

// registerID records the id of a request. It returns false if another pending request has this id.
func (e *exchange) registerID(t *task) bool {
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

// runTasks runs tasks until the channel is closed.
func (e *exchange) runTasks() {
	for t := range e.work {
		select {
		case <-t.done: // cancelled before its start
		default:
			e.finishTask(t, response{Response: e.Service.Do(&t.Request)})
		}
		e.releaseTask(t)
	}
}

// cancelRequest cancels a request. A running operation continues, but its result is discarded.
func (e *exchange) cancelRequest(req request) response {
	e.mu.Lock()
	t := e.pending[string(req.Cancel)]
	e.mu.Unlock()
	given := false
	if t != nil {
		resp := service.ErrorResponse(t.Name, "Cancelled", "The client has given this request up.")
		given = e.finishTask(t, response{Response: resp, Cancelled: new(true)})
	}
	return response{Response: service.EmptyResponse(), Cancelled: &given}
}

// capabilities returns the capabilities of the server.
func (e *exchange) capabilities() *Hello {
	return &Hello{
		Protocol: Protocol, Version: e.Version, Operations: service.Operations(), Ordered: !e.Unordered,
		Jobs: e.Jobs, Line: e.Line, Pending: e.Pending,
	}
}

// response is the content of an output line.
type response struct {
	ID service.Raw
	*service.Response
	// Cancelled is true in the response to a cancelled request. In the response to cancel, it
	// reports whether the other request was cancelled.
	Cancelled *bool
	Hello     *Hello
}

// line returns a response in JSON.
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
		hello, _ := json.Marshal(r.Hello) // never fails, because all fields are valid JSON
		b = append(append(b, `,"hello":`...), hello...)
	}
	return append(b, "}\n"...)
}

// Hello is the description of a server.
type Hello struct {
	Protocol   int      `json:"protocol"`
	Version    string   `json:"version"`
	Operations []string `json:"operations"`
	Ordered    bool     `json:"ordered"`
	// Jobs, Line and Pending are the values of [Server].
	Jobs    int `json:"jobs"`
	Line    int `json:"line"`
	Pending int `json:"pending"`
}

// size returns the approximate size of a response in memory.
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

// diagnosticOverhead is the approximate size of a diagnostic without its texts.
const diagnosticOverhead = 256

// writeResponses writes the responses. After an error it continues to receive them, so that no sender blocks.
func (e *exchange) writeResponses(out io.Writer) (failure error) {
	lines := bufio.NewWriterSize(out, 64<<10)
	fail := func(err error) {
		if err != nil && failure == nil {
			failure = err
			e.failed.Store(true)
		}
	}
	flush := func() { fail(lines.Flush()) }
	for {
		t, ok := receiveOrIdle(e.answers, flush)
		if !ok {
			flush()
			return failure
		}
		receiveOrIdle(t.done, flush)
		if failure == nil {
			_, err := lines.Write(t.response.line())
			fail(err)
		}
		e.releaseTask(t)
	}
}

// receiveOrIdle receives from a channel, and calls idle before it blocks.
func receiveOrIdle[T any](from <-chan T, idle func()) (T, bool) {
	select {
	case value, ok := <-from:
		return value, ok
	default:
		idle()
		value, ok := <-from
		return value, ok
	}
}
