package packerplugins

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync/atomic"

	"github.com/hashicorp/yamux"

	"github.com/hcljson/hcljson/internal/supervise"
)

// maxReply bounds all that a plugin sends over its connection. The largest known
// specification has some 50 kB.
const maxReply = 16 << 20

// address is where a plugin listens.
type address struct{ network, addr string }

// parseHandshake reads the line that a plugin prints when it listens: the API's
// major and minor version, network and address (packer-plugin-sdk, plugin/server.go).
func parseHandshake(line string, place *supervise.Place) (address, error) {
	parts := strings.SplitN(strings.TrimSpace(line), "|", 4)
	if len(parts) != 4 {
		return address{}, fmt.Errorf("it printed %.100q, which is not how a Packer plugin starts", line)
	}
	if parts[0] != apiMajor {
		return address{}, fmt.Errorf("it speaks version %.100q of Packer's plugin API; only version %s is "+
			"known", parts[0], apiMajor)
	}
	at := address{network: parts[2], addr: parts[3]}
	return at, place.Check(at.network, at.addr)
}

// endpoints are the names under which a component of each kind answers
// (packer-plugin-sdk, rpc/server.go).
var endpoints = [...]string{"Builder", "Provisioner", "PostProcessor", "Datasource"}

// configSpec asks a listening plugin for the ConfigSpec of the component that it
// was started for.
func configSpec(ctx context.Context, at address, kind Kind) ([]byte, error) {
	var dialer net.Dialer
	plain, err := dialer.DialContext(ctx, at.network, at.addr)
	if err != nil {
		return nil, err
	}
	conn := &limited{Conn: plain, left: maxReply}
	defer conn.Close()
	// Everything below waits for the connection alone.
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()

	config := yamux.DefaultConfig()
	config.EnableKeepAlive = false
	config.LogOutput = io.Discard
	session, err := yamux.Client(conn, config)
	if err != nil {
		return nil, err
	}
	defer session.Close()
	stream, err := openStream(session)
	if err == nil {
		defer stream.Close()
		var spec []byte
		if spec, err = call(stream, endpoints[kind]+".ConfigSpec"); err == nil {
			return spec, nil
		}
	}
	if conn.exceeded() {
		err = fmt.Errorf("it sent more than %d bytes", maxReply)
	}
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	return nil, err
}

// openStream opens the stream on which a plugin serves its component: number 0,
// which both sides write (packer-plugin-sdk, rpc/mux_broker.go).
func openStream(session *yamux.Session) (net.Conn, error) {
	stream, err := session.OpenStream()
	if err != nil {
		return nil, err
	}
	var id, ack uint32
	err = binary.Write(stream, binary.LittleEndian, id)
	if err == nil {
		err = binary.Read(stream, binary.LittleEndian, &ack)
	}
	if err == nil && ack != id {
		err = fmt.Errorf("it answered for stream %d", ack)
	}
	if err != nil {
		stream.Close()
		return nil, err
	}
	return stream, nil
}

// call makes the one call of a connection, as net/rpc does with MessagePack.
func call(stream io.ReadWriter, method string) ([]byte, error) {
	if _, err := stream.Write(request(method)); err != nil {
		return nil, err
	}
	in := unpacker{bufio.NewReader(stream)}
	var seq uint64
	var refusal []byte
	err := in.fields(func(name string) (err error) {
		switch name {
		case "Seq":
			seq, err = in.number()
		case "Error":
			refusal, err = in.bytes()
		default:
			err = in.skip(0)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	if len(refusal) > 0 {
		return nil, fmt.Errorf("it refused to answer: %s", supervise.Printable(string(refusal)))
	}
	if seq != 1 {
		return nil, fmt.Errorf("it answered call %d, which was never made", seq)
	}
	var spec []byte
	err = in.fields(func(name string) (err error) {
		if name == "ConfigSpec" {
			spec, err = in.bytes()
			return err
		}
		return in.skip(0)
	})
	return spec, err
}

// request is call 1 of a method, whose name has at most 31 bytes, with nil as its
// argument.
func request(method string) []byte {
	const short = 0xa0 // the string's length is added
	out := append([]byte("\x82\xadServiceMethod"), short+byte(len(method)))
	return append(append(out, method...), "\xa3Seq\x01\xc0"...)
}

// limited is a connection that ends after a number of bytes.
type limited struct {
	net.Conn
	left int64
	over atomic.Bool
}

func (l *limited) Read(p []byte) (int, error) {
	if l.left <= 0 {
		l.over.Store(true)
		return 0, errors.New("too much data")
	}
	n, err := l.Conn.Read(p[:min(int64(len(p)), l.left)])
	l.left -= int64(n)
	return n, err
}

func (l *limited) exceeded() bool { return l.over.Load() }

// kind says what a value of MessagePack is.
type kind int

const (
	isOther kind = iota // of a size, and of no use here
	isNull
	isNumber
	isText // a string or binary data, which older encoders do not tell apart
	isArray
	isObject
)

// maxNesting is how deep values may be in one another. The messages of net/rpc are
// flat.
const maxNesting = 16

var errMessagePack = errors.New("its answer is not a message of net/rpc in MessagePack")

// unpacker reads MessagePack. What it reads is limited by the connection.
type unpacker struct{ in *bufio.Reader }

// heads has, for the values from 0xc0 to 0xdf, how many bytes of a number follow, and
// what is added to it for the size.
var heads = [...]struct {
	kind  kind
	bytes int
	size  uint64
}{
	{isNull, 0, 0}, {}, {isOther, 0, 0}, {isOther, 0, 0}, // nil, none, false, true
	{isText, 1, 0}, {isText, 2, 0}, {isText, 4, 0}, // binary
	{isOther, 1, 1}, {isOther, 2, 1}, {isOther, 4, 1}, // extensions, with their type
	{isOther, 0, 4}, {isOther, 0, 8}, // floating point
	{isNumber, 1, 0}, {isNumber, 2, 0}, {isNumber, 4, 0}, {isNumber, 8, 0},
	{isNumber, 1, 0}, {isNumber, 2, 0}, {isNumber, 4, 0}, {isNumber, 8, 0}, // signed
	{isOther, 0, 2}, {isOther, 0, 3}, {isOther, 0, 5}, {isOther, 0, 9}, {isOther, 0, 17}, // extensions
	{isText, 1, 0}, {isText, 2, 0}, {isText, 4, 0},
	{isArray, 2, 0}, {isArray, 4, 0},
	{isObject, 2, 0}, {isObject, 4, 0},
}

// head reads how a value begins: a number itself, or how many bytes, values or
// properties follow.
func (u unpacker) head() (kind, uint64, error) {
	first, err := u.in.ReadByte()
	if err != nil {
		return isOther, 0, err
	}
	switch {
	case first < 0x80, first >= 0xe0:
		return isNumber, uint64(first), nil
	case first < 0x90:
		return isObject, uint64(first & 0x0f), nil
	case first < 0xa0:
		return isArray, uint64(first & 0x0f), nil
	case first < 0xc0:
		return isText, uint64(first & 0x1f), nil
	case first == 0xc1:
		return isOther, 0, errMessagePack
	}
	head := heads[first-0xc0]
	var buffer [8]byte
	if _, err := io.ReadFull(u.in, buffer[8-head.bytes:]); err != nil {
		return isOther, 0, err
	}
	return head.kind, binary.BigEndian.Uint64(buffer[:]) + head.size, nil
}

// bytes reads a string or binary data.
func (u unpacker) bytes() ([]byte, error) {
	kind, n, err := u.head()
	if err != nil || kind == isNull {
		return nil, err
	}
	if kind != isText {
		return nil, errMessagePack
	}
	var out bytes.Buffer
	// What is claimed is no reason to allocate as much.
	_, err = io.CopyN(&out, u.in, int64(n))
	return out.Bytes(), err
}

// number reads a number that is not negative.
func (u unpacker) number() (uint64, error) {
	kind, n, err := u.head()
	if err == nil && kind != isNumber {
		err = errMessagePack
	}
	return n, err
}

// fields calls one for each property of an object, to read its value; nil has none.
func (u unpacker) fields(one func(name string) error) error {
	kind, n, err := u.head()
	if err != nil || kind == isNull {
		return err
	}
	if kind != isObject {
		return errMessagePack
	}
	for ; n > 0; n-- {
		name, err := u.bytes()
		if err != nil {
			return err
		}
		if err := one(string(name)); err != nil {
			return fmt.Errorf("%.100q: %w", name, err)
		}
	}
	return nil
}

// skip passes over a value.
func (u unpacker) skip(depth int) error {
	if depth > maxNesting {
		return errMessagePack
	}
	kind, n, err := u.head()
	switch {
	case err != nil:
		return err
	case kind == isText || kind == isOther:
		_, err = io.CopyN(io.Discard, u.in, int64(n))
		return err
	case kind == isObject:
		n *= 2
	case kind != isArray:
		n = 0
	}
	for ; n > 0 && err == nil; n-- {
		err = u.skip(depth + 1)
	}
	return err
}
