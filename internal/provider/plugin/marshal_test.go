package plugin_test

import (
	"encoding/binary"
	"reflect"

	"github.com/hcljson/hcljson/internal/provider/plugin/internal/wire"
)

// marshal writes a message, a pointer to a struct of package wire.
func marshal(message any) []byte { return marshalValue(reflect.ValueOf(message)) }

func marshalValue(message reflect.Value) []byte {
	if message.IsNil() {
		return nil
	}
	message = message.Elem()
	var out []byte
	for i, number := range wire.Fields(message.Type()) {
		out = appendField(out, number, message.Field(i))
	}
	return out
}

func appendField(out []byte, number uint64, value reflect.Value) []byte {
	if value.IsZero() {
		return out
	}
	switch value.Kind() {
	case reflect.Bool:
		return binary.AppendUvarint(binary.AppendUvarint(out, number<<3), 1)
	case reflect.Int32, reflect.Int64:
		return binary.AppendUvarint(binary.AppendUvarint(out, number<<3), uint64(value.Int()))
	case reflect.String:
		return appendBytes(out, number, []byte(value.String()))
	case reflect.Pointer:
		return appendBytes(out, number, marshalValue(value))
	case reflect.Map:
		for entries := value.MapRange(); entries.Next(); {
			name := appendBytes(nil, 1, []byte(entries.Key().String()))
			out = appendBytes(out, number, appendBytes(name, 2, marshalValue(entries.Value())))
		}
		return out
	}
	if data, ok := value.Interface().([]byte); ok {
		return appendBytes(out, number, data)
	}
	for i := range value.Len() {
		out = appendBytes(out, number, marshalValue(value.Index(i)))
	}
	return out
}

// appendBytes appends a field of bytes.
func appendBytes(out []byte, number uint64, data []byte) []byte {
	out = binary.AppendUvarint(out, number<<3|2)
	return append(binary.AppendUvarint(out, uint64(len(data))), data...)
}
