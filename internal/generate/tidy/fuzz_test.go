package tidy_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/convert/equivalent"
	"github.com/hcljson/hcljson/internal/generate/tidy"
	"github.com/hcljson/hcljson/internal/testing/golden"
)

// FuzzTidy applies all steps to any configuration in JSON. The result must pass the equivalence check
// and have canonical layout.
func FuzzTidy(f *testing.F) {
	for _, a := range archives(f) {
		for _, file := range readModule(f, a) {
			json, diags := convert.WriteJSON(file.File, file.Name, dialect, convert.Options{})
			if diags.HasErrors() {
				f.Fatal(messages(diags))
			}
			f.Add(json, true)
		}
	}
	for _, g := range golden.ReadSample(f, 5) {
		if src, ok := g.File(g.Input); ok && g.JSON && strings.HasSuffix(g.Input, ".tf.json") {
			f.Add(src, false)
		}
	}
	f.Fuzz(func(t *testing.T, src []byte, all bool) {
		file, diags := convert.ReadJSON(src, "main.tf.json", dialect, convert.Options{})
		if diags.HasErrors() {
			return
		}
		native := equivalent.Source{Bytes: file.Bytes(), Filename: "main.tf"}
		if equivalent.Compare(native, native, dialect, equivalent.Options{}).Messages().HasErrors() {
			return // no product would read it
		}
		opts := tidy.Options{Dialect: dialect, SameValue: all, KeepPaths: all}
		if all {
			opts.Large = 1
		}
		checkedResult(t, "main.tf", []tidy.File{{Name: "main.tf", File: file}}, nil, opts)
	})
}

// FuzzText applies all steps to a text in arguments of several kinds.
func FuzzText(f *testing.F) {
	for _, text := range texts {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, value string) {
		template, err := json.Marshal(value)
		if err != nil {
			return
		}
		src := `{"output":{"a":{"value":` + string(template) + `}},"resource":{"aws_iam_role":{"a_0123ABCD":{` +
			`"assume_role_policy":` + string(template) + `,"tags":{"b":[` + string(template) + `]}}}}}`
		file, diags := convert.ReadJSON([]byte(src), "main.tf.json", dialect, convert.Options{})
		if diags.HasErrors() {
			return
		}
		for _, same := range []bool{false, true} {
			checkedResult(t, src, []tidy.File{{Name: "main.tf", File: file}}, nil, tidy.Options{Dialect: dialect, SameValue: same})
		}
	})
}
