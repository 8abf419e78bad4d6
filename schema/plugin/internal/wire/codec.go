package wire

import (
	"fmt"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
)

const (
	// maxMessages is how many messages an answer may hold. The largest schemas have
	// some 100,000. An empty message takes two bytes in an answer and a hundred times
	// as much in memory.
	maxMessages = 2_000_000
	// maxLevels is how deep messages are counted. More are refused when they are read.
	maxLevels = protowire.DefaultRecursionLimit
)

// Codec is that of gRPC for the messages of this package. It refuses answers that
// would take much more memory than their size says.
type Codec struct{}

func (Codec) Name() string { return "proto" }

func (Codec) Marshal(v any) ([]byte, error) { return proto.Marshal(v.(proto.Message)) }

func (Codec) Unmarshal(data []byte, v any) error {
	message := v.(proto.Message)
	if rest(data, message.ProtoReflect().Descriptor(), maxMessages, maxLevels) <= 0 {
		return fmt.Errorf("it has more than %d parts", maxMessages)
	}
	return proto.Unmarshal(data, message)
}

// rest returns what is left of a number of messages without the one that data
// holds and those in it. Where data is not valid, those before count.
func rest(data []byte, message protoreflect.MessageDescriptor, left, levels int) int {
	left--
	for len(data) > 0 && left > 0 && levels > 0 {
		number, kind, n := protowire.ConsumeTag(data)
		if n < 0 {
			return left
		}
		data = data[n:]
		size := protowire.ConsumeFieldValue(number, kind, data)
		if size < 0 {
			return left
		}
		field := message.Fields().ByNumber(number)
		if kind == protowire.BytesType && field != nil && field.Message() != nil {
			value, _ := protowire.ConsumeBytes(data)
			left = rest(value, field.Message(), left, levels-1)
		}
		data = data[size:]
	}
	return left
}

// IsWriteOnly is write_only of both protocols. In protocol 5 it has the number of
// nested_type, of another wire type, and so stays among the fields that are not known.
func (x *Attribute) IsWriteOnly() bool {
	const writeOnly5 = 10
	only := x.WriteOnly
	for data := x.ProtoReflect().GetUnknown(); len(data) > 0; {
		number, kind, n := protowire.ConsumeTag(data)
		data = data[n:] // these fields were read once
		if number == writeOnly5 && kind == protowire.VarintType {
			value, _ := protowire.ConsumeVarint(data)
			only = value != 0
		}
		data = data[protowire.ConsumeFieldValue(number, kind, data):]
	}
	return only
}
