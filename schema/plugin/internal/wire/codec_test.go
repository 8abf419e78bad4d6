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
	data, err := proto.Marshal(&Block6{Attributes: []*Attribute6{{}}})
	if err != nil || len(data) != 2 {
		t.Fatalf("%x, %v", data, err)
	}
	block := &Block6{}
	block.ProtoReflect().SetUnknown(bytes.Repeat(data, attributes))
	data, err = proto.Marshal(&Response6{Provider: &Schema6{Block: block}})
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestCodec(t *testing.T) {
	const others = 3 // the answer, the schema and the block
	read := &Response6{}
	if err := (Codec{}).Unmarshal(answer(t, maxMessages-others-1), read); err != nil {
		t.Error(err)
	} else if n := len(read.Provider.Block.Attributes); n != maxMessages-others-1 {
		t.Errorf("%d attributes", n)
	}
	if err := (Codec{}).Unmarshal(answer(t, maxMessages-others), read); err == nil || !strings.Contains(err.Error(), "more than 2000000 parts") {
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
