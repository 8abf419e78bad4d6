package wire

import (
	"bytes"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"
)

// answer has a number of attributes that say nothing.
func answer(t *testing.T, attributes int) []byte {
	t.Helper()
	// An attribute in a block is a tag and a length, two bytes in all.
	data, err := proto.Marshal(&Block{Attributes: []*Attribute{{}}})
	if err != nil || len(data) != 2 {
		t.Fatalf("%x, %v", data, err)
	}
	block := &Block{}
	block.ProtoReflect().SetUnknown(bytes.Repeat(data, attributes))
	data, err = proto.Marshal(&Response{Provider: &Schema{Block: block}})
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestCodec(t *testing.T) {
	const others = 3 // the answer, the schema and the block
	read := &Response{}
	if err := (Codec{}).Unmarshal(answer(t, maxMessages-others-1), read); err != nil {
		t.Error(err)
	} else if n := len(read.Provider.Block.Attributes); n != maxMessages-others-1 {
		t.Errorf("%d attributes", n)
	}
	if err := (Codec{}).Unmarshal(answer(t, maxMessages-others), read); err == nil ||
		!strings.Contains(err.Error(), "more than 2000000 parts") {
		t.Errorf("got %v", err)
	}
	if err := (Codec{}).Unmarshal([]byte{0xff}, read); err == nil {
		t.Error("what is no message is read")
	}
	// Without end, and with a length that is not there.
	for _, data := range [][]byte{{0x0a}, {0x0a, 0x7f}, bytes.Repeat([]byte{0x0a}, 1000)} {
		if err := (Codec{}).Unmarshal(data, read); err == nil {
			t.Errorf("%x is read", data)
		}
	}
}

// The mark of protocol 5 is read next to what is not known; the last one counts.
func TestIsWriteOnly(t *testing.T) {
	for data, want := range map[string]bool{
		"": false, "\x50\x01": true, "\x50\x00": false, "\x50\x81\x00": true, "\x50\x01\x50\x00": false,
		"\x58\x01": true, "\x60\x01": false, "\xa2\x1f\x02\x50\x01": false, "\x50\x01\xa2\x1f\x02\x50\x00": true,
	} {
		a := &Attribute{}
		if err := proto.Unmarshal([]byte(data), a); err != nil {
			t.Fatal(err)
		}
		if got := a.IsWriteOnly(); got != want {
			t.Errorf("%x: %v", data, got)
		}
	}
}
