package convertcmd

import (
	"encoding/json"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/internal/cli/report"
	"github.com/hcljson/hcljson/schema"
)

// warnQueryForm returns a warning if JSON has the structure of the query form. The structure is not
// certain evidence: the query form has no marker, and other programs write similar JSON.
func warnQueryForm(src string, root *schema.Body) *hcl.Diagnostic {
	if root == nil || strings.Contains(src, `"//"`) || !isQueryForm(json.NewDecoder(strings.NewReader(src)), root) {
		return nil
	}
	return report.Warningf("Perhaps JSON for reading",
		"Every block is in an array below its labels, and the file has no comments. \"hcljson hcl2json --form "+
			"query\" and other programs write such JSON only for reading, without the comments and parts of the order "+
			"of its source. Use \"hcljson edit\" to change native syntax as JSON, or convert the source to the "+
			"general or compact form.")
}

// isQueryForm reports whether all labeled blocks of a file are in arrays, and at least one array
// contains a single block. The compact form also uses arrays, but only for several blocks.
// isQueryForm stops reading at the first block with another structure.
func isQueryForm(d *json.Decoder, root *schema.Body) bool {
	if !readDelimiter(d, '{') {
		return false
	}
	lone := false
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return false
		}
		_, rule := root.Lookup(name.(string))
		switch {
		case rule == nil || rule.Shape != schema.AnyShape || len(rule.Labels) == 0 && !rule.Body.JustAttributes:
			if !skipValue(d) {
				return false
			}
		case !inArrays(d, len(rule.Labels), rule.Body.JustAttributes, &lone):
			return false
		}
	}
	return lone
}

// inArrays reads the value of a block type. It reports whether the value below the labels is an
// array. If free is true, the value must be an object instead. inArrays sets lone if the array
// contains a single block.
func inArrays(d *json.Decoder, labels int, free bool, lone *bool) bool {
	if labels > 0 {
		if !readDelimiter(d, '{') {
			return false
		}
		for d.More() {
			if _, err := d.Token(); err != nil || !inArrays(d, labels-1, false, lone) {
				return false
			}
		}
		_, err := d.Token()
		return err == nil
	}
	if free {
		var value json.RawMessage
		return d.Decode(&value) == nil && len(value) > 0 && value[0] == '{'
	}
	var blocks []json.RawMessage
	if d.Decode(&blocks) != nil || blocks == nil {
		return false
	}
	*lone = *lone || len(blocks) == 1
	return true
}

func readDelimiter(d *json.Decoder, delimiter json.Delim) bool {
	token, err := d.Token()
	return err == nil && token == delimiter
}

func skipValue(d *json.Decoder) bool {
	var value json.RawMessage
	return d.Decode(&value) == nil
}
