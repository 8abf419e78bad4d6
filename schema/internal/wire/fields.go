package wire

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// The types that a value can have in a message (Protocol Buffers, Encoding).
const (
	Varint = iota
	Fixed64
	Bytes
	_ // The start and the end of a group are no longer used.
	_
	Fixed32
)

var errShort = errors.New("a message ends too soon")

// Tag is how a field is marked: its number, and the type of its value.
type Tag struct{ Number, Type uint64 }

// Each calls f for each field, in the order of the message, with the number or the
// bytes that it holds.
func Each(data []byte, f func(at Tag, number uint64, value []byte) error) error {
	for len(data) > 0 {
		key, n := binary.Uvarint(data)
		if n <= 0 || key>>3 == 0 || key>>3 >= 1<<29 {
			return errors.New("a message has a field with a wrong number")
		}
		data = data[n:]
		at := Tag{key >> 3, key & 7}
		var number, size uint64
		switch at.Type {
		case Varint:
			number, data = uvarint(data)
		case Bytes:
			size, data = uvarint(data)
		case Fixed32:
			size = 4
		case Fixed64:
			size = 8
		default:
			return fmt.Errorf("a message has a field of type %d", at.Type)
		}
		if data == nil || size > uint64(len(data)) {
			return errShort
		}
		if err := f(at, number, data[:size]); err != nil {
			return err
		}
		data = data[size:]
	}
	return nil
}

// uvarint takes a number off data, of which nothing is left if there is none.
func uvarint(data []byte) (number uint64, rest []byte) {
	number, n := binary.Uvarint(data)
	if n <= 0 {
		return 0, nil
	}
	return number, data[n:]
}
