package lines_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"testing"
	"unicode/utf8"

	"github.com/hcljson/hcljson/internal/service"
	"github.com/hcljson/hcljson/internal/service/lines"
	"github.com/hcljson/hcljson/internal/service/operations"
)

// serve answers some lines.
func serve(t *testing.T, s lines.Server, in string) []string {
	t.Helper()
	if s.Service == nil {
		s.Service = operations.Service()
	}
	var out bytes.Buffer
	if err := s.Serve(strings.NewReader(in), &out); err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
}

func TestRequests(t *testing.T) {
	const convert = `"operation": "toJSON", "name": "a.tf", "text": "locals {\n  a = \"<é>\"\n}\n"`
	const converted = `"text":"{\n  \"locals\": {\n    \"a\": \"<é>\"\n  }\n}\n","name":"a.tf.json",` +
		`"proven":true,"diagnostics":[]}`
	for _, test := range []struct{ line, want string }{
		{`{"id": 7, ` + convert + `}`, `{"id":7,` + converted},
		{`{"id": 1, "options": {"form": 3}}`, `{"id":1,"diagnostics":[{"severity":"error","summary":"Invalid request",` +
			`"detail":"The line is not a request: options.form cannot be a number."}]}`},
		{`[1]`, `{"id":null,"diagnostics":[{"severity":"error","summary":"Invalid request",` +
			`"detail":"The line is not a request: it cannot be an array."}]}`},
		{`{"id": "seven", ` + convert + `}`, `{"id":"seven",` + converted},
		{`{` + convert + `}`, `{"id":null,` + converted},
		{`{"id": null, ` + convert + "}\r", `{"id":null,` + converted},
		{`{"id": 1e400, "operation": "verify", "name": "a.tf", "text": "", "options": {"other": {"text": "{}"}}}`,
			`{"id":1e400,"verdict":"equal","diagnostics":[]}`},
		{`{"id": 1, "operation": "toHCL", "name": "a.tf.json", "text": "{\"locals\": {\"a\": \"\ud83d\ude00\"}}"}`,
			`{"id":1,"text":"locals {\n  a = \"😀\"\n}\n","name":"a.tf","proven":true,"diagnostics":[]}`},
		{`{"id": 1, "operation": "cancel", "cancel": 2}`, `{"id":1,"diagnostics":[],"cancelled":false}`},

		// Each line is an error. The response contains the id of the request, if it has an id.
		{`{"id": 1, "operation": "fly", "text": ""}`,
			`{"id":1,"diagnostics":[{"severity":"error","summary":"Unknown operation"`},
		{`{"id": 1, "operation": "toJSON", "txet": ""}`,
			`{"id":1,"diagnostics":[{"severity":"error","summary":"Invalid request","detail":"The line is not a request: ` +
				`unknown field \"txet\"."}]}`},
		{`{"id": 1, "operation": "toJSON", "text": "", "options": {"targt": "packer"}}`,
			`{"id":1,"diagnostics":[{"severity":"error","summary":"Invalid request","detail":"The line is not a request: ` +
				`unknown field \"targt\"."}]}`},
		{`{"id": 1, "operation": 5}`, `{"id":1,"diagnostics":[{"severity":"error","summary":"Invalid request"`},
		{`{"id": [1], ` + convert + `}`,
			`{"id":null,"diagnostics":[{"severity":"error","summary":"Invalid request","detail":"The line is not a request: ` +
				`id must be a string or a number."`},
		{`{"id": 1, "operation": "cancel"}`, `cancel as an operation, and as the id of the request to give up, go together`},
		{`{"id": 1, "cancel": 2, ` + convert + `}`, `go together`},
		{`{"id": 1, "operation": "hello", "options": {"form": "compact"}}`, `hello and cancel take no options`},
		{`{"id": 1, "operation": "cancel", "cancel": {}}`, `cancel must be the id of a request`},
		{`{"id": 1, ` + convert + `} {}`,
			`{"id":null,"diagnostics":[{"severity":"error","summary":"Invalid request","detail":"The line is not a request: ` +
				`Extra characters after JSON value at byte 90."`},
		{`main.tf`, `{"id":null,"diagnostics":[{"severity":"error","summary":"Invalid request"`},
		{`[]`, `"summary":"Invalid request"`},
		{"{\"id\": 1, \"text\": \"\xff\"}",
			`{"id":null,"diagnostics":[{"severity":"error","summary":"Invalid request","detail":"The line is not a request: ` +
				`JSON is not UTF-8 at byte 19."`},
		{`{"id": 1, "operation": "toJSON", "name": "a.tf", "text": "a = \"\ud83d\""}`,
			`{"id":1,"diagnostics":[{"severity":"error","summary":"Invalid request","detail":"The line is not a request: ` +
				`Lone surrogate in JSON string at byte 64."`},
		{`{"id": 1, "operation": "toJSON", "name": "a.tf", "text": "\ud83d"}`, `Lone surrogate`},
		{`{"id": 1, "operation": "toJSON", "name": "a.tf", "text": "x\ud83d"}`, `Lone surrogate`},
		{`{"id": 1, "operation": "toJSON", "name": "a.tf", "text": "\ude00\ud83d"}`, `Lone surrogate`},
		{`{"id": 1, "operation": "toJSON", "name": "a.tf", "text": "\ud83dx\ude00"}`, `Lone surrogate`},
		{`{"id": 1, "operation": "toJSON", "name": "a.tf", "text": "\ud83d\nx"}`, `Lone surrogate`},
	} {
		got := serve(t, lines.Server{}, test.line+"\n")
		if len(got) != 1 || !strings.Contains(got[0], test.want) {
			t.Errorf("%s:\ngot  %q\nwant %s", test.line, got, test.want)
		}
	}
}

func TestHello(t *testing.T) {
	got := serve(t, lines.Server{Version: "v", Jobs: 3}, `{"id": 0, "operation": "hello"}`)
	want := `{"id":0,"diagnostics":[],"hello":{"protocol":1,"version":"v",` +
		`"operations":["toJSON","toHCL","patch","get","refs","apply","verify","show","expression","jsonSchema","upgrade","eject"],` +
		`"ordered":true,"jobs":3,` +
		`"line":33554432,"pending":67108864}}`
	if len(got) != 1 || got[0] != want {
		t.Errorf("got  %q\nwant %s", got, want)
	}
}

// The JSON pointers of all nested values repeat a long name.
func TestSourceMapTooLarge(t *testing.T) {
	text := "a = {" + strings.Repeat("k", 100_000) + " = [" + strings.Repeat("1,", 20_000) + "]}"
	got := serve(t, lines.Server{}, `{"id":1,"operation":"toJSON","name":"a.hcl","text":"`+text+
		`","options":{"sourceMap":true}}`)
	if len(got) != 1 || !strings.Contains(got[0], "Source map too large") || strings.Contains(got[0], `"text"`) {
		t.Errorf("%.300q", got)
	}
}

// Without a line end and with blank lines, every request has its response.
func TestLines(t *testing.T) {
	got := serve(t, lines.Server{}, "\n  \r\n{\"id\":1,\"operation\":\"hello\"}\n\n{\"id\":2,\"operation\":\"hello\"}")
	if len(got) != 2 || !strings.HasPrefix(got[0], `{"id":1,`) || !strings.HasPrefix(got[1], `{"id":2,`) {
		t.Errorf("%q", got)
	}
}

// Lines at the limit are accepted. Longer lines are rejected and do not end the exchange.
func TestLongLines(t *testing.T) {
	request := `{"id":1,"operation":"hello"}` + "\n"
	for _, limit := range []int{len(request) - 1, len(request)} {
		long := strings.Repeat(" ", 200_000) + request
		got := serve(t, lines.Server{Line: limit}, request+long+request)
		fits := limit == len(request)
		for i, want := range []bool{fits, false, fits} {
			if len(got) != 3 || strings.Contains(got[i], `"hello"`) != want {
				t.Fatalf("limit %d: %q", limit, got)
			}
			if !want && !strings.Contains(got[i], fmt.Sprintf("A line has more than %d bytes", limit)) {
				t.Errorf("limit %d: %s", limit, got[i])
			}
		}
	}
}

// held is a service whose operation show waits until it is let go.
type held struct {
	service.Service
	begun chan string
	let   map[string]chan struct{}
}

func hold(names ...string) *held {
	h := &held{begun: make(chan string, len(names)), let: map[string]chan struct{}{}}
	for _, name := range names {
		h.let[name] = make(chan struct{})
	}
	h.Operations = map[string]func(*service.Operation){service.Show: func(o *service.Operation) {
		h.begun <- o.Request.Name
		<-h.let[o.Request.Name]
		o.SetResult([]byte(o.Request.Name), "")
	}}
	return h
}

// client talks with a server as another program does.
type client struct {
	t    *testing.T
	in   io.WriteCloser
	out  *bufio.Reader
	done chan error
}

func connect(t *testing.T, s lines.Server) *client {
	requests, in := io.Pipe()
	out, responses := io.Pipe()
	c := &client{t, in, bufio.NewReader(out), make(chan error, 1)}
	go func() {
		c.done <- s.Serve(requests, responses)
		responses.Close()
	}()
	return c
}

func (c *client) send(line string) {
	c.t.Helper()
	if _, err := io.WriteString(c.in, line+"\n"); err != nil {
		c.t.Fatal(err)
	}
}

func (c *client) show(id string) {
	c.t.Helper()
	c.send(fmt.Sprintf(`{"id": %q, "operation": "show", "name": %[1]q, "text": ""}`, id))
}

func (c *client) receive(want string) {
	c.t.Helper()
	line, err := c.out.ReadString('\n')
	if err != nil || !strings.Contains(line, want) {
		c.t.Fatalf("got %q %v, want %s", line, err, want)
	}
}

func (c *client) end() {
	c.t.Helper()
	c.in.Close()
	if err := <-c.done; err != nil {
		c.t.Fatal(err)
	}
	if rest, _ := io.ReadAll(c.out); len(rest) > 0 {
		c.t.Errorf("unexpected response %q", rest)
	}
}

// With the option, responses are written in the order of completion.
func TestOrder(t *testing.T) {
	for _, unordered := range []bool{false, true} {
		h := hold("a", "b")
		c := connect(t, lines.Server{Service: &h.Service, Jobs: 2, Unordered: unordered})
		c.show("a")
		c.show("b")
		<-h.begun
		<-h.begun
		close(h.let["b"])
		if unordered {
			c.receive(`"text":"b"`)
			close(h.let["a"])
			c.receive(`"text":"a"`)
		} else {
			close(h.let["a"])
			c.receive(`"text":"a"`)
			c.receive(`"text":"b"`)
		}
		c.end()
	}
}

// A waiting or running request can be cancelled. Its response is immediate, and the end of the exchange
// does not wait for it.
func TestCancel(t *testing.T) {
	for _, unordered := range []bool{false, true} {
		h := hold("begun", "waiting", "next")
		c := connect(t, lines.Server{Service: &h.Service, Unordered: unordered})
		c.show("begun")
		<-h.begun
		c.show("waiting")
		c.show("waiting")
		c.send(`{"id": 1, "operation": "cancel", "cancel": "waiting"}`)
		c.send(`{"id": 2, "operation": "cancel", "cancel": "begun"}`)
		c.send(`{"id": 3, "operation": "cancel", "cancel": "begun"}`)
		cancelled := `"summary":"Cancelled","detail":"The client has given this request up.","range":{"filename":`
		expected := []string{
			`{"id":"begun","diagnostics":[{"severity":"error",` + cancelled + `"begun"}}],"cancelled":true}`,
			`{"id":"waiting","diagnostics":[{"severity":"error",` + cancelled + `"waiting"}}],"cancelled":true}`,
			`"summary":"Request id in use"`,
			`{"id":1,"diagnostics":[],"cancelled":true}`,
			`{"id":2,"diagnostics":[],"cancelled":true}`,
			`{"id":3,"diagnostics":[],"cancelled":false}`,
		}
		if unordered {
			expected = []string{expected[2], expected[1], expected[3], expected[0], expected[4], expected[5]}
		}
		for _, want := range expected {
			c.receive(want)
		}
		close(h.let["begun"])
		// The id is free again, and the waiting request was not started.
		close(h.let["next"])
		c.show("next")
		c.receive(`{"id":"next","text":"next"`)
		if name := <-h.begun; name != "next" {
			t.Errorf("%s was begun", name)
		}
		c.end()
	}
}

func TestEndDoesNotWaitForCancelled(t *testing.T) {
	h := hold("begun")
	c := connect(t, lines.Server{Service: &h.Service})
	c.show("begun")
	<-h.begun
	c.send(`{"operation": "cancel", "cancel": "begun"}`)
	c.receive(`"cancelled":true`)
	c.receive(`{"id":null,"diagnostics":[],"cancelled":true}`)
	c.end()
	close(h.let["begun"])
}

// Reading stops at the limit of memory until a response is written.
func TestBoundedMemory(t *testing.T) {
	release := make(chan struct{})
	waits := service.Service{Operations: map[string]func(*service.Operation){
		service.Patch: func(*service.Operation) { <-release },
	}}
	read := &counter{reader: strings.NewReader(strings.Repeat(
		`{"operation": "patch", "text": "`+strings.Repeat("x", 90_000)+"\"}\n", 100))}
	done := make(chan error, 1)
	var out bytes.Buffer
	s := lines.Server{Service: &waits, Pending: 1_000_000}
	go func() { done <- s.Serve(read, &out) }()
	// A further read would only come after an answer.
	for range 12 {
		release <- struct{}{}
	}
	if n := read.n.Load(); n > 12*95_000+1_000_000+2*95_000+70_000 {
		t.Errorf("%d bytes were read with 12 requests answered and 1 MB allowed", n)
	}
	close(release)
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(out.Bytes(), []byte("\n")); n != 100 {
		t.Errorf("%d responses to 100 requests", n)
	}
}

// A response does not repeat parts of a request many times, and their memory is counted.
func TestRepeatedParts(t *testing.T) {
	huge := strings.Repeat("x", 1<<20)
	for _, test := range []struct{ line, want string }{
		{`{"id": 1, "` + huge + `": 1}`, `unknown field`},
		{`{"id": 1, "operation": "toJSON", "name": "` + huge + `.tf", "text": "a = 1"}`, `more than 4096 bytes`},
		{`{"id": 1, "operation": "verify", "name": "a.tf", "text": "", "options": {"other": {"name": "` + huge + `"}}}`,
			`more than 4096 bytes`},
		{`{"id": 1, "operation": "show", "text": "", "options": {"files": [{"name": "` + huge + `"}]}}`,
			`more than 4096 bytes`},
	} {
		got := serve(t, lines.Server{}, test.line+"\n")
		if len(got) != 1 || !strings.Contains(got[0], test.want) || len(got[0]) > 1000 {
			t.Errorf("%d bytes: %.300s", len(got[0]), got[0])
		}
	}
}

// Invalid lines also wait for a client that does not read.
func TestBoundedRefusals(t *testing.T) {
	line := `{"id": "` + strings.Repeat("x", 10_000) + `", "fly": 1}` + "\n"
	in := &counter{reader: strings.NewReader(strings.Repeat(line, 1000))}
	out, responses := io.Pipe()
	done := make(chan error, 1)
	go func() {
		s := lines.Server{Service: operations.Service(), Pending: 100_000}
		done <- s.Serve(in, responses)
		responses.Close()
	}()
	text := bufio.NewReader(out)
	n := 0
	for {
		if _, err := text.ReadString('\n'); err != nil {
			break
		}
		n++
		// Requests that were read and not answered: the budget, one more line, and the buffers.
		if ahead := in.n.Load() - int64(n*len(line)); ahead > 100_000+2*int64(len(line))+3*65_536 {
			t.Fatalf("%d bytes were read ahead", ahead)
		}
	}
	if err := <-done; err != nil || n != 1000 {
		t.Errorf("%d responses, %v", n, err)
	}
}

// Several workers answer many requests in order.
func TestConcurrent(t *testing.T) {
	var in strings.Builder
	const n = 2000
	for i := range n {
		fmt.Fprintf(&in, `{"id": %d, "operation": "toHCL", "name": "a.tf.json", "text": "{\"locals\": {\"a\": %[1]d}}"}`+"\n",
			i)
	}
	for _, unordered := range []bool{false, true} {
		got := serve(t, lines.Server{Jobs: 8, Unordered: unordered, Pending: 100_000}, in.String())
		seen := map[int]bool{}
		for i, line := range got {
			var resp struct {
				ID   int
				Text string
			}
			if err := json.Unmarshal([]byte(line), &resp); err != nil {
				t.Fatalf("%s: %v", line, err)
			}
			if !unordered && resp.ID != i || resp.Text != fmt.Sprintf("locals {\n  a = %d\n}\n", resp.ID) {
				t.Errorf("response %d: %s", i, line)
			}
			seen[resp.ID] = true
		}
		if len(got) != n || len(seen) != n {
			t.Errorf("%d responses, %d ids for %d requests", len(got), len(seen), n)
		}
	}
}

// A closed client ends the exchange with an error, also during requests.
func TestClosedClient(t *testing.T) {
	requests := strings.NewReader(strings.Repeat(`{"operation": "hello"}`+"\n", 10_000))
	s := lines.Server{Service: operations.Service(), Pending: 100_000}
	if err := s.Serve(requests, broken{}); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("got %v", err)
	}
	if requests.Len() == 0 {
		t.Error("all input was read after the reader left")
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

// counter counts the bytes read.
type counter struct {
	reader io.Reader
	n      atomic.Int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.reader.Read(p)
	c.n.Add(int64(n))
	return n, err
}

func FuzzLines(f *testing.F) {
	f.Add([]byte(`{"id": 1, "operation": "toJSON", "name": "a.tf", "text": "a = 1"}` + "\n"))
	f.Add([]byte(`{"id": 1, "operation": "cancel", "cancel": "\ud83d\ude00"}`))
	f.Add([]byte("{\"id\": \"\\ud83d\\\"\", \"operation\": \"verify\"}\n\n[}"))
	f.Fuzz(func(t *testing.T, in []byte) {
		var out bytes.Buffer
		s := lines.Server{Service: operations.Service(), Jobs: 2, Line: 1000, Pending: 10_000}
		if err := s.Serve(bytes.NewReader(in), &out); err != nil {
			t.Fatal(err)
		}
		requests := 0
		for line := range bytes.SplitSeq(in, []byte("\n")) {
			if len(bytes.TrimSpace(line)) > 0 || len(line) >= 1000 {
				requests++
			}
		}
		responses := bytes.Split(bytes.TrimSuffix(out.Bytes(), []byte("\n")), []byte("\n"))
		if out.Len() == 0 {
			responses = nil
		}
		if len(responses) != requests {
			t.Fatalf("%d responses to %d requests: %q", len(responses), requests, out.Bytes())
		}
		for _, line := range responses {
			if !json.Valid(line) || !utf8.Valid(line) {
				t.Errorf("%q is not JSON", line)
			}
		}
	})
}
