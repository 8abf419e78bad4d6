package wire

import (
	"encoding/binary"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"sync"
	"unicode/utf8"
)

const (
	// maxMessages is the maximum number of messages in an answer, plus one for each bytesPerMessage.
	// The largest schemas have about 100,000. A message needs about 800 bytes of memory until its
	// schema is complete, but only two bytes in the answer if it is empty.
	maxMessages     = 200_000
	bytesPerMessage = 128
	// maxLevels is the maximum nesting of messages. A block has two levels, and blocks have at most
	// 64 levels of nesting.
	maxLevels = 1000
)

var (
	errDeep = fmt.Errorf("messages are in one another on more than %d levels", maxLevels)
	errMany = errors.New("it has more parts than its size allows")
)

// Unmarshal decodes a message into a pointer to a struct, which then shares the data. The tag wire
// of each field is its number. Unmarshal returns an error for data whose decoded form would be much
// larger.
func Unmarshal(data []byte, message any) error {
	d := &decoder{left: maxMessages + len(data)/bytesPerMessage}
	return d.decodeMessage(data, reflect.ValueOf(message).Elem(), maxLevels)
}

// Fields returns the number of each field of a message.
func Fields(message reflect.Type) []uint64 {
	numbers := make([]uint64, message.NumField())
	for i := range numbers {
		number, err := strconv.ParseUint(message.Field(i).Tag.Get("wire"), 10, 29)
		if err != nil {
			panic(err)
		}
		numbers[i] = number
	}
	return numbers
}

// known caches the indices of the fields of messages: a map[tag]int by reflect.Type.
var fieldCache sync.Map

func fieldsOf(message reflect.Type) map[tag]int {
	if fields, ok := fieldCache.Load(message); ok {
		return fields.(map[tag]int)
	}
	fields := map[tag]int{}
	for i, number := range Fields(message) {
		wireType := uint64(inBytes)
		switch message.Field(i).Type.Kind() {
		case reflect.Bool, reflect.Int32, reflect.Int64:
			wireType = varint
		}
		fields[tag{number, wireType}] = i
	}
	fieldCache.Store(message, fields)
	return fields
}

// decoder counts the remaining permitted messages.
type decoder struct{ left int }

// decodeMessage decodes the fields of a message, and appends them to existing fields.
func (d *decoder) decodeMessage(data []byte, into reflect.Value, levels int) error {
	if d.left--; d.left < 0 {
		return errMany
	}
	if levels <= 0 { // an entry of a map has two levels
		return errDeep
	}
	fields := fieldsOf(into.Type())
	return eachField(data, func(at tag, number uint64, value []byte) error {
		i, ok := fields[at]
		if !ok {
			return nil
		}
		return d.decodeField(into.Field(i), number, value, levels)
	})
}

var errText = errors.New("a text is not valid UTF-8")

// decodeField sets a field, or appends to it.
func (d *decoder) decodeField(into reflect.Value, number uint64, value []byte, levels int) error {
	switch into.Kind() {
	case reflect.Bool:
		into.SetBool(number != 0)
	case reflect.Int32:
		into.SetInt(int64(int32(number)))
	case reflect.Int64:
		into.SetInt(int64(number))
	case reflect.String:
		if !utf8.Valid(value) {
			return errText
		}
		into.SetString(string(value))
	case reflect.Pointer:
		if into.IsNil() {
			into.Set(reflect.New(into.Type().Elem()))
		}
		return d.decodeMessage(value, into.Elem(), levels-1)
	case reflect.Map:
		return d.decodeEntry(into, value, levels-1)
	case reflect.Slice:
		if into.Type().Elem().Kind() == reflect.Uint8 {
			into.SetBytes(value)
			return nil
		}
		item := reflect.New(into.Type().Elem().Elem())
		into.Set(reflect.Append(into, item))
		return d.decodeMessage(value, item.Elem(), levels-1)
	}
	return nil
}

// decodeEntry adds an entry to a map. In the data, it is a message with a name and a message.
func (d *decoder) decodeEntry(into reflect.Value, data []byte, levels int) error {
	if d.left--; d.left < 0 {
		return errMany
	}
	name, item := "", reflect.New(into.Type().Elem().Elem())
	err := eachField(data, func(at tag, _ uint64, value []byte) error {
		switch at {
		case tag{1, inBytes}:
			if !utf8.Valid(value) {
				return errText
			}
			name = string(value)
		case tag{2, inBytes}:
			return d.decodeMessage(value, item.Elem(), levels-1)
		}
		return nil
	})
	if into.IsNil() {
		into.Set(reflect.MakeMap(into.Type()))
	}
	into.SetMapIndex(reflect.ValueOf(name), item)
	return err
}

// The types of values in a message (Protocol Buffers, Encoding).
const (
	varint = iota
	fixed64
	inBytes
	_ // obsolete: the start and the end of a group
	_
	fixed32
)

var errShort = errors.New("a message ends too soon")

// tag identifies a field: its number, and the type of its value.
type tag struct{ number, wireType uint64 }

// eachField calls f for each field in the order of the message, with its number or its bytes.
func eachField(data []byte, f func(at tag, number uint64, value []byte) error) error {
	for len(data) > 0 {
		key, n := binary.Uvarint(data)
		if n <= 0 || key>>3 == 0 || key>>3 >= 1<<29 {
			return errors.New("a message has a field with a wrong number")
		}
		data = data[n:]
		at := tag{key >> 3, key & 7}
		var number, size uint64
		switch at.wireType {
		case varint:
			number, data = uvarint(data)
		case inBytes:
			size, data = uvarint(data)
		case fixed32:
			size = 4
		case fixed64:
			size = 8
		default:
			return fmt.Errorf("a message has a field of type %d", at.wireType)
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

// uvarint decodes the number at the start of data. If it is invalid, rest is nil.
func uvarint(data []byte) (number uint64, rest []byte) {
	number, n := binary.Uvarint(data)
	if n <= 0 {
		return 0, nil
	}
	return number, data[n:]
}
