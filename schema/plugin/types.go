package plugin

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"github.com/zclconf/go-cty/cty"
	ctyjson "github.com/zclconf/go-cty/cty/json"
)

// typeOf reads a type in the JSON form that the plugin protocol has for it.
func typeOf(data []byte) (ty cty.Type, err error) {
	if err := shallow(data); err != nil {
		return cty.NilType, fmt.Errorf("type %q: %w", printable(string(data)), err)
	}
	defer func() {
		// It panics for an object whose optional attributes are not its attributes.
		if reason := recover(); reason != nil {
			err = fmt.Errorf("type %q: %v", printable(string(data)), reason)
		}
	}()
	ty, err = ctyjson.UnmarshalType(data)
	if err == nil && ty == cty.NilType {
		err = fmt.Errorf("no type")
	}
	if err != nil {
		return cty.NilType, fmt.Errorf("type %q: %w", printable(string(data)), err)
	}
	return ty, nil
}

// shallow fails for JSON that is too deep. The decoder of types reads each level
// again, so that it would take long.
func shallow(data []byte) error {
	decoder := json.NewDecoder(bytes.NewReader(data))
	for depth := 0; ; {
		token, err := decoder.Token()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		switch token {
		case json.Delim('['), json.Delim('{'):
			depth++
		case json.Delim(']'), json.Delim('}'):
			depth--
		}
		// An object inside a list takes three brackets.
		if depth > 3*maxDepth {
			return errDeep
		}
	}
}
