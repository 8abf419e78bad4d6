//go:build judges

package packerplugins

import (
	"bufio"
	"bytes"
	"io"
	"math"
	"net/rpc"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/go-msgpack/v2/codec"
)

// The library of Packer's plugins, and with it net/rpc, is compiled for these tests alone.

// pack writes values as the library does that plugins use.
func pack(t testing.TB, handle *codec.MsgpackHandle, values ...any) []byte {
	t.Helper()
	var out bytes.Buffer
	encoder := codec.NewEncoder(&out, handle)
	for _, value := range values {
		if err := encoder.Encode(value); err != nil {
			t.Fatal(err)
		}
	}
	return out.Bytes()
}

// The library of the plugins writes every kind of value beside those that are asked
// for, and reads the request.
func TestCall(t *testing.T) {
	others := []any{
		nil, true, false, 0, 127, 128, 1 << 15, 1 << 31, int64(math.MaxInt64), uint64(math.MaxUint64), -1, -32, -33,
		-1 << 10, -1 << 20, int64(math.MinInt64), 1.5, float32(1.5), "", strings.Repeat("s", 31), strings.Repeat("s", 255),
		strings.Repeat("s", 256), strings.Repeat("s", 1<<16), []byte{}, make([]byte, 300), make([]byte, 1<<16),
		[]any{}, []any{1, []any{2}}, make([]int, 16), make([]int, 1<<16), map[string]any{"a": map[string]any{"b": 1}},
		many(16), many(1 << 16), codec.RawExt{Tag: 1, Data: []byte{1}}, codec.RawExt{Tag: 1, Data: make([]byte, 16)},
		codec.RawExt{Tag: 1, Data: make([]byte, 300)},
	}
	for _, extended := range []bool{true, false} {
		handle := &codec.MsgpackHandle{WriteExt: extended}
		for _, size := range []int{0, 31, 32, 255, 1 << 8, 1 << 16} {
			spec := slices.Repeat([]byte{0xc1}, size)
			for _, value := range others {
				header := map[string]any{"A": value, "Seq": uint64(1), "ServiceMethod": "Builder.ConfigSpec", "Z": value}
				body := map[string]any{"A": value, "ConfigSpec": spec, "Z": value}
				stream := &peerStream{Reader: bytes.NewReader(pack(t, handle, header, body))}
				got, err := call(stream, "Builder.ConfigSpec")
				if err != nil || !bytes.Equal(got, spec) {
					t.Fatalf("beside %.50v: %d bytes instead of %d, %v", value, len(got), size, err)
				}
			}
		}
	}
	for _, endpoint := range endpoints {
		var read rpc.Request
		var body any
		sent := request(endpoint + ".ConfigSpec")
		decoder := codec.NewDecoderBytes(sent, &codec.MsgpackHandle{WriteExt: true})
		if err := decoder.Decode(&read); err != nil || read.ServiceMethod != endpoint+".ConfigSpec" || read.Seq != 1 {
			t.Errorf("%s: %+v, %v", endpoint, read, err)
		}
		if err := decoder.Decode(&body); err != nil || body != nil || decoder.NumBytesRead() != len(sent) {
			t.Errorf("%s: %v, %v", endpoint, body, err)
		}
	}
}

func many(n int) map[int]bool {
	out := map[int]bool{}
	for i := range n {
		out[i] = true
	}
	return out
}

// The plugins of the tests answer as those do that are made with the library.
func TestPeer(t *testing.T) {
	handle := &codec.MsgpackHandle{WriteExt: true}
	for _, size := range []int{0, 300, 1 << 16} {
		var got bytes.Buffer
		answer(&got, 1, "", make([]byte, size))
		var head rpc.Response
		var body struct{ ConfigSpec []byte }
		decoder := codec.NewDecoderBytes(got.Bytes(), handle)
		if err := decoder.Decode(&head); err != nil || head != (rpc.Response{ServiceMethod: "Builder.ConfigSpec", Seq: 1}) {
			t.Errorf("%+v, %v", head, err)
		}
		if err := decoder.Decode(&body); err != nil || len(body.ConfigSpec) != size ||
			decoder.NumBytesRead() != got.Len() {
			t.Errorf("%d bytes, not %d, %v", len(body.ConfigSpec), size, err)
		}
	}
	want := pack(t, handle, &rpc.Response{ServiceMethod: "Builder.ConfigSpec", Seq: 9, Error: "no"})
	var got bytes.Buffer
	if answer(&got, 9, "no", nil); !bytes.Equal(got.Bytes(), want) {
		t.Errorf("%q, not %q", got.Bytes(), want)
	}
}

// Whatever is passed over ends where the library says that a value ends.
func FuzzSkip(f *testing.F) {
	f.Add(pack(f, &codec.MsgpackHandle{WriteExt: true}, map[string]any{"a": []any{1, "b", nil, 1.5, []byte{1}}}))
	f.Add([]byte("\xd9\x01a"))
	f.Fuzz(func(t *testing.T, src []byte) {
		in := unpacker{bufio.NewReader(bytes.NewReader(src))}
		if err := in.skip(0); err != nil {
			return
		}
		rest, err := io.ReadAll(in.in)
		if err != nil {
			t.Fatal(err)
		}
		var value any
		decoder := codec.NewDecoderBytes(src, &codec.MsgpackHandle{WriteExt: true})
		if decoder.Decode(&value) != nil {
			return // It reads dates, and keys of maps, which are passed over here.
		}
		if n := len(src) - len(rest); decoder.NumBytesRead() != n {
			t.Errorf("%x: %d bytes, not %d", src, n, decoder.NumBytesRead())
		}
	})
}
