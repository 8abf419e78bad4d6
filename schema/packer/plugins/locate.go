package plugins

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/schema/internal/reading"
)

// locate returns the offset of the value at a path of property names in valid JSON,
// or that of the last value on the way that is there. Of a name that appears twice,
// the last counts, as for encoding/json.
func locate(src []byte, path []string) int64 {
	value := bytes.TrimLeft(src, " \t\r\n")
	base := int64(len(src) - len(value))
	for _, name := range path {
		offset, next := property(value, name)
		if next == nil {
			return base
		}
		base, value = base+offset, next
	}
	return base
}

// property returns the offset and the text of a property's value, nil if the object
// does not have it.
func property(object []byte, name string) (offset int64, value []byte) {
	decoder := json.NewDecoder(bytes.NewReader(object))
	if token, err := decoder.Token(); err != nil || token != json.Delim('{') {
		return 0, nil
	}
	for decoder.More() {
		key, err := decoder.Token()
		var raw json.RawMessage
		if err != nil || decoder.Decode(&raw) != nil {
			return 0, nil
		}
		if key == name {
			offset, value = decoder.InputOffset()-int64(len(raw)), raw
		}
	}
	return offset, value
}

// valueBefore returns the offset of the last value, or bracket, that starts before another
// offset in valid JSON.
func valueBefore(src []byte, offset int64) int64 {
	decoder := json.NewDecoder(bytes.NewReader(src))
	var at int64
	for {
		before := decoder.InputOffset()
		if _, err := decoder.Token(); err != nil {
			return at
		}
		// Between two tokens are white space, commas and colons.
		text := src[before:decoder.InputOffset()]
		start := before + int64(len(text)-len(bytes.TrimLeft(text, " \t\r\n,:")))
		if start >= offset {
			return at
		}
		at = start
	}
}

// rangeAt is the place of one character.
func rangeAt(src []byte, filename string, offset int64) hcl.Range {
	at := int(min(max(offset, 0), int64(len(src))))
	start := reading.Position(src, at)
	end := start
	if _, size := utf8.DecodeRune(src[at:]); size > 0 {
		end.Byte += size
		end.Column++
	}
	return hcl.Range{Filename: filename, Start: start, End: end}
}
