package roundtrip

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// invalidJSON says why src is no JSON value without a name twice in one object,
// and where. The reason is empty if it is one.
func invalidJSON(src []byte) (offset int, reason string) {
	var value json.RawMessage
	if err := json.Unmarshal(src, &value); err != nil {
		if syntax := (*json.SyntaxError)(nil); errors.As(err, &syntax) {
			offset = int(syntax.Offset)
		}
		return offset, err.Error()
	}
	decoder := json.NewDecoder(bytes.NewReader(src))
	decoder.UseNumber()
	// The names of the objects that are open; a nil entry stands for an array.
	var open []map[string]bool
	name := false
	for {
		token, err := decoder.Token()
		if err != nil {
			return 0, "" // the end
		}
		switch token {
		case json.Delim('{'):
			open = append(open, map[string]bool{})
			name = true
			continue
		case json.Delim('['):
			open = append(open, nil)
			continue
		case json.Delim('}'), json.Delim(']'):
			open = open[:len(open)-1]
			name = true
			continue
		}
		if len(open) == 0 || open[len(open)-1] == nil {
			continue
		}
		if text, ok := token.(string); ok && name {
			if open[len(open)-1][text] {
				return int(decoder.InputOffset()), fmt.Sprintf("An object has the name %q twice.", text)
			}
			open[len(open)-1][text] = true
			name = false
			continue
		}
		name = true
	}
}
