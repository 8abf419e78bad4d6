package wire_test

import (
	"bytes"
	"encoding/binary"
	"reflect"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/internal/provider/plugin/internal/wire"
)

// field appends a field of bytes.
func field(out []byte, number uint64, data []byte) []byte {
	out = binary.AppendUvarint(out, number<<3|2)
	return append(binary.AppendUvarint(out, uint64(len(data))), data...)
}

// answer returns a number of empty attributes of two bytes each.
func answer(attributes int) []byte {
	block := bytes.Repeat(field(nil, 2, nil), attributes)
	return field(nil, 1, field(nil, 2, block))
}

func TestManyMessages(t *testing.T) {
	const others = 3 // the answer, the schema and the block
	attributes := 200_000 - others
	attributes += len(answer(attributes)) / 128
	read := &wire.Response{}
	if err := wire.Unmarshal(answer(attributes), read); err != nil {
		t.Error(err)
	} else if n := len(read.Provider.Block.Attributes); n != attributes {
		t.Errorf("%d attributes", n)
	}
	err := wire.Unmarshal(answer(attributes+2000), &wire.Response{})
	if err == nil || !strings.Contains(err.Error(), "more parts than its size allows") {
		t.Errorf("got %v", err)
	}
}

func TestNoMessage(t *testing.T) {
	deep := []byte{}
	for range 600 { // blocks in one another, two levels each
		deep = field(nil, 3, field(nil, 2, deep))
	}
	for name, data := range map[string]string{
		"no field":            "\xff",
		"a field without end": "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01",
		"number 0":            "\x00\x01",
		"a large number":      "\x80\x80\x80\x80\x80\x80\x01\x01",
		"no length":           "\x0a",
		"a length too long":   "\x0a\x7f",
		"a huge length":       "\x0a\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01",
		"no number":           "\x08",
		"half of 8 bytes":     "\x09\x01\x02",
		"half of 4 bytes":     "\x0d\x01\x02",
		"a group":             "\x0b\x0c",
		"an unknown type":     "\x0e",
		"in one another":      strings.Repeat("\x0a", 1000),
		"an entry's group":    "\x12\x01\x0b",
		"no text":             "\x12\x03\x0a\x01\xff",
		"deep":                string(field(nil, 1, field(nil, 2, deep))),
	} {
		if err := wire.Unmarshal([]byte(data), &wire.Response{}); err == nil {
			t.Errorf("%s: %.20x is read", name, data)
		}
	}
	if err := wire.Unmarshal([]byte("\x22\x03\x12\x01\xff"), &wire.Response{}); err == nil {
		t.Error("a summary that is not a string is accepted")
	}
}

// An entry of a map uses two levels, so it can skip the last level.
func TestDeepMaps(t *testing.T) {
	type maps struct {
		In  map[string]*maps `wire:"1"`
		One *maps            `wire:"2"`
	}
	for _, above := range []int{0, 1} {
		var data []byte
		for range 2000 {
			data = field(nil, 1, field(nil, 2, data))
		}
		for range above {
			data = field(nil, 2, data)
		}
		if err := wire.Unmarshal(data, &maps{}); err == nil || !strings.Contains(err.Error(), "more than 1000 levels") {
			t.Errorf("%d above: %v", above, err)
		}
	}
}

// The fields are repeated, of another type, or unknown.
func TestFields(t *testing.T) {
	for data, want := range map[string]*wire.Response{
		"":                                 {},
		"\x0a\x02\x08\x01\x0a\x00":         {Provider: &wire.Schema{Version: 1}},
		"\x0a\x02\x08\x01\x0a\x02\x08\x02": {Provider: &wire.Schema{Version: 2}},
		"\x0a\x02\x08\x01\x0a\x02\x12\x00": {Provider: &wire.Schema{Version: 1, Block: &wire.Block{}}},
		"\x08\x01\xa2\x1f\x03new\x09abcdefgh\x0dabcd":          {},
		"\x0a\x0b\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01": {Provider: &wire.Schema{Version: -1}},
		"\x12\x03\x0a\x01a\x12\x07\x0a\x01a\x12\x02\x08\x03":   {ResourceSchemas: map[string]*wire.Schema{"a": {Version: 3}}},
		"\x12\x00":                            {ResourceSchemas: map[string]*wire.Schema{"": {}}},
		"\x22\x02\x08\x02\x22\x05\x12\x03abc": {Diagnostics: []*wire.Diagnostic{{Severity: wire.Warning}, {Summary: "abc"}}},
		"\x0a\x0a\x12\x08\x12\x06\x50\x01\x12\x00\x20\x02": {
			Provider: &wire.Schema{
				Block: &wire.Block{Attributes: []*wire.Attribute{{Type: []byte{}, WriteOnly5: true, Required: true}}}}},
		"\x0a\x0a\x12\x08\x12\x06\x52\x02\x18\x03\x58\x01": {
			Provider: &wire.Schema{
				Block: &wire.Block{Attributes: []*wire.Attribute{{NestedType: &wire.Object{Nesting: wire.Set}, WriteOnly: true}}}}},
		"\x0a\x0a\x12\x08\x12\x06\x50\x01\x50\x00\x58\x00": {
			Provider: &wire.Schema{Block: &wire.Block{Attributes: []*wire.Attribute{{}}}}},
	} {
		got := &wire.Response{}
		if err := wire.Unmarshal([]byte(data), got); err != nil {
			t.Errorf("%x: %v", data, err)
		} else if !reflect.DeepEqual(got, want) {
			t.Errorf("%x: got %+v, want %+v", data, got, want)
		}
	}
}
