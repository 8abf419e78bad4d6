// Package grpc makes gRPC calls over the HTTP/2 of the standard library: with one request without
// content, and one or several answers (gRPC over HTTP2).
//
// Plugins need only such calls. This package and package wire have 400 lines together.
// google.golang.org/grpc, go-plugin and the Protocol Buffers runtime are 30 MB of modules.
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

// Code is a gRPC status code.
type Code int

// The status codes that callers distinguish.
const (
	Unknown           Code = 2
	ResourceExhausted Code = 8
	Unimplemented     Code = 12
	Unavailable       Code = 14
)

// Status is the error of a call with an error answer.
type Status struct {
	Code    Code
	Message string
}

// Error returns the code and the message.
func (s *Status) Error() string { return fmt.Sprintf("code %d: %s", s.Code, s.Message) }

const (
	// maxHeader is the maximum size of headers and trailers.
	maxHeader = 64 << 10
	// window is the maximum size of unread data in transit.
	window = 1 << 20
	// prefix is the size of the header of each message: a compression flag and the size.
	prefix = 5
)

// Client is the client of one server.
type Client struct {
	transport *http.Transport
	// closed ends all calls of the client.
	closed context.Context
	close  context.CancelFunc
}

// NewClient returns a client of the server at an address. It connects at the first call. The caller
// must close it.
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

// Close ends the connection and pending calls.
func (c *Client) Close() { c.close() }

// Call makes a call and returns its answer of at most limit bytes.
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

// Stream makes a call and passes its answers of at most limit bytes each to take, until the last one
// or until take returns an error.
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
		message, err := readMessage(response.Body, limit)
		if err == io.EOF {
			return statusOf(response)
		}
		if err == nil {
			err = take(message)
		}
		if err != nil {
			return err
		}
	}
}

// readMessage reads a message.
func readMessage(body io.Reader, limit int) ([]byte, error) {
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
	// The size is only a claim, so do not allocate it in advance.
	var message bytes.Buffer
	if _, err := io.CopyN(&message, body, int64(size)); err != nil {
		return nil, errors.Join(io.ErrUnexpectedEOF, err)
	}
	return message.Bytes(), nil
}

// statusOf returns the status of a call. Without an answer, the header contains the status.
func statusOf(response *http.Response) error {
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
