package cli

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert/upgrade"
	"github.com/hcljson/hcljson/internal/cli/report"
)

// legacyPackerTemplate reports a JSON template of Packer before HCL2, by the
// keys of its root object (hashicorp/packer-plugin-sdk, template/parse.go).
// They are matched without regard to case, as Packer does.
func legacyPackerTemplate(name string, src []byte) *hcl.Diagnostic {
	decoder := json.NewDecoder(bytes.NewReader(src))
	bom := 0
	if bytes.HasPrefix(src, []byte("\ufeff")) {
		bom = len("\ufeff")
		decoder = json.NewDecoder(bytes.NewReader(src[bom:]))
	}
	if start, err := decoder.Token(); err != nil || start != json.Delim('{') {
		return nil
	}

	var found string
	var foundRange *hcl.Range
	for decoder.More() {
		token, err := decoder.Token()
		if err != nil {
			return nil
		}
		key, _ := token.(string)
		end := bom + int(decoder.InputOffset())
		var value json.RawMessage
		if decoder.Decode(&value) != nil {
			return nil
		}

		legacy := upgrade.IsSection(key)
		switch strings.ToLower(key) {
		case "packer", "source", "build", "variable", "locals", "local", "data":
			return nil
		case "variables":
			legacy = legacyPackerVariables(value)
		}
		if legacy && found == "" {
			start := bytes.LastIndexByte(src[:end-1], '"')
			found, foundRange = key, report.RangeAt(name, src, start, end)
		}
	}
	if found == "" {
		return nil
	}
	diag := report.Errorf("Legacy Packer template",
		"This is a JSON template of Packer before HCL2, as its %q shows, and not HCL-JSON. Upgrade it first:\n    hcljson upgrade -w %s\nThe .pkr.hcl file that this writes can be converted.", found, name)
	diag.Subject = foundRange
	return diag
}

// legacyPackerVariables reports whether "variables", which both kinds of
// template have, belongs to the legacy one: all strings or null, some with a
// Go template.
func legacyPackerVariables(value json.RawMessage) bool {
	var variables map[string]any
	if json.Unmarshal(value, &variables) != nil {
		return false
	}
	templates := false
	for _, value := range variables {
		text, isString := value.(string)
		if !isString && value != nil {
			return false
		}
		templates = templates || strings.Contains(text, "{{")
	}
	return templates
}
