package equivalent

import (
	"bytes"
	"cmp"
	stdjson "encoding/json"
	"slices"
)

// members is a JSON object with all of its members, including those that have the same name.
type members []member

type member struct {
	name  string
	value any
}

// MarshalJSON writes the object in one form: members in the order of their names.
func (m members) MarshalJSON() ([]byte, error) {
	sorted := slices.Clone(m)
	slices.SortStableFunc(sorted, func(a, b member) int { return cmp.Compare(a.name, b.name) })
	var text bytes.Buffer
	text.WriteByte('{')
	for i, member := range sorted {
		if i > 0 {
			text.WriteByte(',')
		}
		// Both have been read from JSON.
		name, _ := stdjson.Marshal(member.name)
		value, _ := stdjson.Marshal(member.value)
		text.Write(name)
		text.WriteByte(':')
		text.Write(value)
	}
	text.WriteByte('}')
	return text.Bytes(), nil
}

// decode reads the JSON value that src starts with.
func decode(src []byte) (value any, ok bool) {
	decoder := stdjson.NewDecoder(bytes.NewReader(src))
	decoder.UseNumber()
	value, err := decodeNext(decoder)
	return value, err == nil
}

func decodeNext(decoder *stdjson.Decoder) (any, error) {
	token, err := decoder.Token()
	if err != nil {
		return nil, err
	}
	switch token {
	case stdjson.Delim('['):
		list := []any{}
		for decoder.More() {
			value, err := decodeNext(decoder)
			if err != nil {
				return nil, err
			}
			list = append(list, value)
		}
		_, err = decoder.Token()
		return list, err
	case stdjson.Delim('{'):
		object := members{}
		for decoder.More() {
			name, err := decoder.Token()
			if err != nil {
				return nil, err
			}
			value, err := decodeNext(decoder)
			if err != nil {
				return nil, err
			}
			object = append(object, member{name.(string), value})
		}
		_, err = decoder.Token()
		return object, err
	}
	return token, nil
}
