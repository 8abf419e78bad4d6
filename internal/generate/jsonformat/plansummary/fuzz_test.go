package plansummary_test

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/hcljson/hcljson/internal/generate/jsonformat"
	"github.com/hcljson/hcljson/internal/generate/jsonformat/plansummary"
	"github.com/hcljson/hcljson/internal/testing/golden"
)

// The summary of any document is HCL in canonical layout.
func FuzzChanges(f *testing.F) {
	for _, src := range golden.Sources(f) {
		f.Add(src)
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		doc, diags := jsonformat.Read(src, "")
		if diags.HasErrors() {
			return
		}
		text := plansummary.Summarize(doc)
		checkSummary(t, text)
		if string(text) != string(plansummary.Summarize(doc)) {
			t.Error("another summary the second time")
		}
	})
}

// FuzzSensitive checks that the summary contains no sensitive value from either side of a change.
func FuzzSensitive(f *testing.F) {
	f.Add(`{"a":"12345678"}`, `{"a":"12345678","b":["x"]}`, `{"a":true}`, `{}`)
	f.Add(`{"a":["12345678",{"b":"12345678"}]}`, `{"c":"and 12345678\n"}`, `{"a":[false,{"b":true}]}`, `false`)
	f.Add(`{"a":"{\"b\":\"\\u003c1234567\"}"}`, `{"a":"{\"b\":\"<1234567\"}"}`, `true`, `true`)
	f.Add(`["12345678"]`, `"12345678"`, `null`, `[true]`)
	f.Fuzz(func(t *testing.T, before, after, beforeMarks, afterMarks string) {
		src := `{"format_version":"1.2","resource_changes":[{"address":"a.b","mode":"managed","type":"a","name":"b",` +
			`"change":{"actions":["update"],"before":` + before +
			`,"after":` + after + `,"before_sensitive":` + beforeMarks + `,"after_sensitive":` + afterMarks + `}}]}`
		doc, diags := jsonformat.Read([]byte(src), "")
		if diags.HasErrors() || doc.Plan == nil || len(doc.Plan.Changes) != 1 {
			return
		}
		text := string(plansummary.Summarize(doc))
		for _, side := range [][2]string{{before, beforeMarks}, {after, afterMarks}} {
			var value, marks any
			if json.Unmarshal([]byte(side[0]), &value) != nil || json.Unmarshal([]byte(side[1]), &marks) != nil {
				return
			}
			for _, secret := range marked(value, marks) {
				// A short one may be anywhere by accident.
				if utf8.RuneCountInString(secret) >= 8 &&
					!strings.Contains(
						"known_after_apply sensitive_value will be updated in place forces replacement no longer sensitive, and "+
							"another value", secret) && strings.Contains(text, secret) {
					t.Errorf("%q is in\n%s\nof\n%s", secret, text, src)
				}
			}
		}
	})
}

// marked returns the sensitive strings in a value, whose marks cover one string or a whole
// collection.
func marked(value, marks any) []string {
	var all []string
	switch marks := marks.(type) {
	case bool:
		if text, ok := value.(string); ok && marks {
			return []string{text}
		}
		if object, ok := value.(map[string]any); ok && marks {
			for _, inner := range object {
				all = append(all, marked(inner, true)...)
			}
		}
		if list, ok := value.([]any); ok && marks {
			for _, inner := range list {
				all = append(all, marked(inner, true)...)
			}
		}
	case map[string]any:
		object, _ := value.(map[string]any)
		for name, inner := range object {
			all = append(all, marked(inner, marks[name])...)
		}
	case []any:
		list, _ := value.([]any)
		for i, inner := range list {
			if i < len(marks) {
				all = append(all, marked(inner, marks[i])...)
			}
		}
	}
	return all
}
