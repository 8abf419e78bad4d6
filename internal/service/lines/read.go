package lines

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"sync"
	"unicode/utf8"

	"github.com/hcljson/hcljson/internal/service"
)

// The operations of the protocol, in addition to the operations of the service.
const (
	helloOperation  = "hello"
	cancelOperation = "cancel"
)

// request is the content of an input line.
type request struct {
	ID service.Raw
	service.Request
	// Cancel is the id of the request to cancel.
	Cancel service.Raw
}

// Field implements service.Object.
func (r *request) Field(name string) any {
	switch name {
	case "id":
		return &r.ID
	case "cancel":
		return &r.Cancel
	}
	return r.Request.Field(name)
}

// readRequests accepts the requests of a stream.
func (e *exchange) readRequests(in io.Reader) error {
	lines := bufio.NewReaderSize(in, 64<<10)
	for !e.failed.Load() {
		line, fits, err := readLine(lines, e.Line)
		switch {
		case !fits:
			e.refuseTask(e.beginTask(request{}, 0), "Line too long",
				"A line has more than %d bytes, which is the limit.", e.Line)
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

// readLine reads a line. It discards a line above the limit and returns fits as false.
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

// readRequest accepts the request of a line.
func (e *exchange) readRequest(line []byte) {
	req, err := decode(line)
	if err != nil {
		e.refuseTask(e.beginTask(request{ID: req.ID}, len(req.ID)), "Invalid request", "The line is not a request: %s.", err)
		return
	}
	e.acceptRequest(req, len(line))
}

// longestName is the maximum length of a name, because each diagnostic of a text repeats its name.
const longestName = 4 << 10

// checkNames returns an error for a name above the limit.
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

// decode reads a request. With most errors, the result still has the id.
func decode(line []byte) (req request, err error) {
	// Read the id first, so that the response to an invalid request contains it.
	var envelope struct {
		ID json.RawMessage `json:"id"`
	}
	id := &envelope.ID
	if !utf8.Valid(line) || json.Unmarshal(line, &envelope) != nil || !isID(*id) || !isPresent(*id) {
		*id = nil
	}
	err = service.Read(string(line), &req)
	switch {
	case err != nil:
	case !isID(req.ID):
		err = errors.New("id must be a string or a number")
	case (req.Operation == cancelOperation) != isPresent(req.Cancel):
		err = errors.New("cancel as an operation, and as the id of the request to give up, go together")
	case (req.Operation == helloOperation || req.Operation == cancelOperation) && !reflect.ValueOf(req.Options).IsZero():
		err = errors.New("hello and cancel take no options")
	case !isID(req.Cancel):
		err = errors.New("cancel must be the id of a request")
	default:
		err = req.checkNames()
	}
	req.ID = service.Raw(*id)
	return req, err
}

func isPresent(id []byte) bool { return len(id) > 0 && string(id) != "null" }

// isID reports whether a value is a valid id or absent.
func isID(value []byte) bool {
	return !isPresent(value) || value[0] == '"' || value[0] == '-' || '0' <= value[0] && value[0] <= '9'
}

// budget is an amount of memory.
type budget struct {
	mu    sync.Mutex
	given *sync.Cond
	free  int
}

func newBudget(size int) *budget {
	b := &budget{free: size}
	b.given = sync.NewCond(&b.mu)
	return b
}

// acquire waits until some memory is free and takes n bytes, even if n is larger.
func (b *budget) acquire(n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for b.free <= 0 {
		b.given.Wait()
	}
	b.free -= n
}

// acquireNow takes n bytes without waiting.
func (b *budget) acquireNow(n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.free -= n
}

// release returns n bytes.
func (b *budget) release(n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.free += n
	b.given.Broadcast()
}
