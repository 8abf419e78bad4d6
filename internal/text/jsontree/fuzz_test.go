package jsontree_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/hcljson/hcljson/internal/testing/golden"
	"github.com/hcljson/hcljson/internal/text/jsontree"
)

// FuzzParse checks that the parser accepts the same texts as encoding/json, with equal values,
// except for texts that it rejects on purpose: lone surrogates, invalid UTF-8, and nesting beyond
// the limit.
func FuzzParse(f *testing.F) {
	for _, g := range golden.ReadSample(f, 5) {
		names := []string{golden.General, golden.Compact}
		if g.JSON {
			names = append(names, g.Input)
		}
		for _, name := range names {
			if src, ok := g.File(name); ok {
				f.Add(src)
			}
		}
	}
	for _, text := range []string{`"\ud83d\ude00"`, `"\ud83dx"`, `"\u12"`, `-`, `1.`, `1e`, `01`, `[`, `{"a":1,}`, `"\`,
		"\"\x00\"", `nul`, `tru e`} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		checkOutline(t, src)
		v, diags := jsontree.Parse(src, "")
		for _, d := range diags {
			if d.Subject.Start.Byte > len(src) || d.Subject.End.Byte > len(src) || d.Subject.Start.Byte > d.Subject.End.Byte {
				t.Errorf("%q: a range beyond the text: %s", src, d)
			}
		}
		if valid := json.Valid(src); valid == diags.HasErrors() {
			if valid && stricter(src, diags[0].Summary) {
				return
			}
			t.Fatalf("%q: encoding/json: %v, jsontree: %v", src, valid, diags)
		}
		if diags.HasErrors() {
			return
		}
		d := json.NewDecoder(bytes.NewReader(src))
		d.UseNumber()
		compare(t, src, v, d)
	})
}

// stricter reports whether a text accepted by encoding/json is rejected for a documented reason.
func stricter(src []byte, summary string) bool {
	switch summary {
	case "Lone surrogate in JSON string", "JSON nested too deeply":
		return true
	case "JSON is not UTF-8":
		return !utf8.Valid(src)
	}
	return false
}

// compare compares a value with the next value of encoding/json.
func compare(t *testing.T, src []byte, v *jsontree.Value, d *json.Decoder) {
	t.Helper()
	token, err := d.Token()
	if err != nil {
		t.Fatalf("%q: %s", src, err)
	}
	if text := string(src[v.Start:v.End]); text == "" || strings.TrimSpace(text) != text {
		t.Errorf("%q: the range of a value is %q", src, text)
	}
	switch token := token.(type) {
	case nil:
		if v.Kind != jsontree.Null {
			t.Fatalf("%q: %v is null", src, v)
		}
	case bool:
		if v.Kind != jsontree.Bool || (v.Text == "true") != token {
			t.Fatalf("%q: %v is %v", src, v, token)
		}
	case json.Number:
		if v.Kind != jsontree.Number || v.Text != token.String() {
			t.Fatalf("%q: %v is %v", src, v, token)
		}
	case string:
		if v.Kind != jsontree.String || v.Text != token {
			t.Fatalf("%q: %v is %q", src, v, token)
		}
	case json.Delim:
		for i := range v.Elems {
			compare(t, src, &v.Elems[i], d)
		}
		for i := range v.Members {
			m := &v.Members[i]
			if name, _ := d.Token(); name != m.Name {
				t.Fatalf("%q: the name %q is %v", src, m.Name, name)
			}
			if quoted := src[m.NameStart:m.NameEnd]; quoted[0] != '"' || quoted[len(quoted)-1] != '"' {
				t.Errorf("%q: the range of a name is %q", src, quoted)
			}
			compare(t, src, &m.Value, d)
		}
		if d.More() {
			t.Fatalf("%q: encoding/json finds more in %v", src, v)
		}
		if _, err := d.Token(); err != nil {
			t.Fatal(err)
		}
	}
}
