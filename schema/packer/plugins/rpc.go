//go:build !lean

package plugins

import (
	"bufio"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"strings"

	"github.com/hashicorp/yamux"

	"github.com/hcljson/hcljson/internal/supervise"
)

// allowed says why no plugin is started, which the tag lean does.
func allowed() error { return nil }

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
