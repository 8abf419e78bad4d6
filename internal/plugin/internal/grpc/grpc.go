// Package grpc makes calls of gRPC over the HTTP/2 of the standard library: of one
// request without content, and one answer or several (gRPC over HTTP2).
//
// These calls are all that plugins are asked. With package wire, they take
// 400 lines. google.golang.org/grpc, go-plugin and the runtime of Protocol Buffers are 30 MB of modules.
package grpc

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// Code is a status of gRPC.
type Code int

// The codes that are told apart.
const (
	Unknown           Code = 2
	ResourceExhausted Code = 8
	Unimplemented     Code = 12
	Unavailable       Code = 14
)

// Status is the error of a call that was answered, but not as it should be.
type Status struct {
	Code    Code
	Message string
}

func (s *Status) Error() string { return fmt.Sprintf("code %d: %s", s.Code, s.Message) }

const (
	// maxHeader is how large the fields before or behind an answer may be.
	maxHeader = 64 << 10
	// window is how much may be on its way that was not read yet.
	window = 1 << 20
	// prefix is what stands before each message: whether it is compressed, and its size.
	prefix = 5
)

// Client calls one server.
type Client struct {
	transport *http.Transport
	// closed ends all that the client does.
	closed context.Context
	close  context.CancelFunc
}

// NewClient returns a client of the server at an address. It connects when it is
// used, and has to be closed.
func NewClient(network, address string, config *tls.Config) *Client {
	c := &Client{}
	c.closed, c.close = context.WithCancel(context.Background())
	var protocols http.Protocols
	protocols.SetHTTP2(true)
	c.transport = &http.Transport{
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			var dialer net.Dialer
			conn, err := dialer.DialContext(ctx, network, address)
			if err == nil {
				context.AfterFunc(c.closed, func() { _ = conn.Close() })
			}
			return conn, err
		},
		TLSClientConfig: config,
		Protocols:       &protocols,
		HTTP2: &http.HTTP2Config{
			MaxReceiveBufferPerStream: window, MaxReceiveBufferPerConnection: 2 * window,
		},
		DisableCompression:     true,
		MaxResponseHeaderBytes: maxHeader,
	}
	return c
}

// Close ends the connection, and the calls that are not answered.
func (c *Client) Close() { c.close() }

// Call makes a call and returns its answer, which has at most limit bytes.
func (c *Client) Call(ctx context.Context, method string, limit int) ([]byte, error) {
	var answer []byte
	answered := false
	err := c.Stream(ctx, method, limit, func(message []byte) error {
		if answered {
			return &Status{Unknown, "it sent more than one answer"}
		}
		answer, answered = message, true
		return nil
	})
	if err == nil && !answered {
		return nil, &Status{Unknown, "it sent no answer"}
	}
	return answer, err
}

// Stream makes a call and takes its answers, each of which has at most limit bytes,
// until there are no more, or take returns an error.
func (c *Client) Stream(ctx context.Context, method string, limit int, take func([]byte) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(c.closed, cancel)()
	empty := bytes.NewReader(make([]byte, prefix))
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://localhost"+method, empty)
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/grpc")
	request.Header.Set("Te", "trailers")
	response, err := c.transport.RoundTrip(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return &Status{Unknown, "it answered " + response.Status}
	}
	if kind := response.Header.Get("Content-Type"); !strings.HasPrefix(kind, "application/grpc") {
		return &Status{Unknown, fmt.Sprintf("its answer is of type %q", kind)}
	}
	for {
		message, err := read(response.Body, limit)
		if err == io.EOF {
			return status(response)
		}
		if err == nil {
			err = take(message)
		}
		if err != nil {
			return err
		}
	}
}

// read reads a message.
func read(body io.Reader, limit int) ([]byte, error) {
	var head [prefix]byte
	if _, err := io.ReadFull(body, head[:]); err != nil {
		return nil, err
	}
	if head[0] != 0 {
		return nil, &Status{Unknown, "its answer is compressed, which it was not asked for"}
	}
	size := binary.BigEndian.Uint32(head[1:])
	if int64(size) > int64(limit) {
		return nil, &Status{ResourceExhausted, fmt.Sprintf("it has %d bytes, and more than %d are not read", size, limit)}
	}
	// The size is only said so far.
	var message bytes.Buffer
	if _, err := io.CopyN(&message, body, int64(size)); err != nil {
		return nil, errors.Join(io.ErrUnexpectedEOF, err)
	}
	return message.Bytes(), nil
}

// status returns how a call ended. Without an answer, that is said in the header.
func status(response *http.Response) error {
	fields := response.Trailer
	if fields.Get("Grpc-Status") == "" {
		fields = response.Header
	}
	code, err := strconv.Atoi(fields.Get("Grpc-Status"))
	if err != nil {
		return &Status{Unknown, "its answer has no status"}
	}
	if code == 0 {
		return nil
	}
	message := fields.Get("Grpc-Message")
	if plain, err := url.PathUnescape(message); err == nil {
		message = plain
	}
	return &Status{Code(code), message}
}
