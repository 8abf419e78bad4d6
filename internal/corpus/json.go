package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
)

// checkNames reports whether src is JSON without a name twice in one object.
func checkNames(src []byte) error {
	if !json.Valid(src) {
		return errors.New("not valid JSON")
	}
	decoder := json.NewDecoder(bytes.NewReader(src))
	decoder.UseNumber()
	// A nil entry stands for an array.
	var open []map[string]bool
	name := false
	for {
		token, err := decoder.Token()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		switch token {
		case json.Delim('{'):
			open = append(open, map[string]bool{})
			name = true
			continue
		case json.Delim('['):
			open = append(open, nil)
			name = false
			continue
		case json.Delim('}'), json.Delim(']'):
			open = open[:len(open)-1]
			name = len(open) > 0 && open[len(open)-1] != nil
			continue
		}
		if len(open) == 0 || open[len(open)-1] == nil {
			continue
		}
		if text, ok := token.(string); ok && name {
			if open[len(open)-1][text] {
				return fmt.Errorf("the name %q is in one object twice, at byte %d", text, decoder.InputOffset())
			}
			open[len(open)-1][text] = true
			name = false
			continue
		}
		name = true
	}
}

// bodyComments returns the values of all "//" properties, sorted, each as JSON
// text in one form and without the converter's own hints. Those in expressions
// are data; they must survive as well.
func bodyComments(src []byte) ([]string, error) {
	decoder := json.NewDecoder(bytes.NewReader(src))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		return nil, err
	}
	var comments []string
	var collect func(value any)
	collect = func(value any) {
		switch value := value.(type) {
		case []any:
			for _, element := range value {
				collect(element)
			}
		case map[string]any:
			for name, member := range value {
				if name != "//" {
					collect(member)
					continue
				}
				member, ok := withoutHints(member)
				if !ok {
					continue
				}
				text, err := json.Marshal(member)
				if err != nil {
					text = []byte(err.Error())
				}
				comments = append(comments, string(text))
			}
		}
	}
	collect(value)
	slices.Sort(comments)
	return comments, nil
}

// withoutHints leaves out of a comment what the converter notes for itself, and
// makes a string of one that then is a text alone. It reports whether anything
// is left.
func withoutHints(comment any) (any, bool) {
	object, ok := comment.(map[string]any)
	if !ok || len(object) == 0 {
		return comment, true
	}
	kept := maps.Clone(object)
	delete(kept, "attributes")
	delete(kept, "labels")
	delete(kept, "order")
	if inside, ok := kept["inside"]; ok && len(kept) == 1 {
		return inside, true
	}
	return kept, len(kept) > 0
}
