// Package wiretest writes messages, for the plugins of tests.
package wiretest

import (
	"encoding/binary"
	"reflect"

	"github.com/hcljson/hcljson/schema/plugin/internal/wire"
)

// Marshal writes a message, a pointer to a struct of package wire.
func Marshal(message any) []byte { return marshal(reflect.ValueOf(message)) }

func marshal(message reflect.Value) []byte {
	if message.IsNil() {
		return nil
	}
	message = message.Elem()
	var out []byte
	for i, number := range wire.Fields(message.Type()) {
		out = field(out, number, message.Field(i))
	}
	return out
}

func field(out []byte, number uint64, value reflect.Value) []byte {
	if value.IsZero() {
		return out
	}
	switch value.Kind() {
	case reflect.Bool:
		return binary.AppendUvarint(binary.AppendUvarint(out, number<<3), 1)
	case reflect.Int32, reflect.Int64:
		return binary.AppendUvarint(binary.AppendUvarint(out, number<<3), uint64(value.Int()))
	case reflect.String:
		return Bytes(out, number, []byte(value.String()))
	case reflect.Pointer:
		return Bytes(out, number, marshal(value))
	case reflect.Map:
		for entries := value.MapRange(); entries.Next(); {
			name := Bytes(nil, 1, []byte(entries.Key().String()))
			out = Bytes(out, number, Bytes(name, 2, marshal(entries.Value())))
		}
		return out
	}
	if data, ok := value.Interface().([]byte); ok {
		return Bytes(out, number, data)
	}
	for i := range value.Len() {
		out = Bytes(out, number, marshal(value.Index(i)))
	}
	return out
}

// Bytes adds a field that holds bytes.
func Bytes(out []byte, number uint64, data []byte) []byte {
	out = binary.AppendUvarint(out, number<<3|2)
	return append(binary.AppendUvarint(out, uint64(len(data))), data...)
}
