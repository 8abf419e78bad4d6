package main

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

// eachBlock calls found for each block in JSON of the query form: keys are labels, and the last
// label contains a list of bodies. Each local value, and each argument of the root body, counts as
// a block.
func eachBlock(value json.RawMessage, labels []string, found func(string, json.RawMessage) error) error {
	switch {
	case len(labels) == 2 && labels[0] == "locals":
		return found("local."+labels[1], value)
	case value[0] == '[':
		var bodies []json.RawMessage
		if err := json.Unmarshal(value, &bodies); err != nil {
			return err
		}
		for _, body := range bodies {
			if err := found(address(labels), body); err != nil {
				return err
			}
		}
		return nil
	case value[0] == '{':
		var members map[string]json.RawMessage
		if err := json.Unmarshal(value, &members); err != nil {
			return err
		}
		for _, name := range slices.Sorted(maps.Keys(members)) {
			if err := eachBlock(members[name], append(labels, name), found); err != nil {
				return err
			}
		}
		return nil
	}
	return found(address(labels), value)
}

func address(labels []string) string {
	if labels[0] == "resource" {
		labels = labels[1:]
	}
	return strings.Join(labels, ".")
}
