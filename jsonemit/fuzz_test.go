package jsonemit_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/hcljson/hcljson/jsonemit"
)

// A string, a name and an interpolation are read back as they were given.
func FuzzStrings(f *testing.F) {
	for _, s := range []string{"", "a", "\"\\/\b\f\n\r\t\x00\x1f\x7f", "<>&", "\u2028\u2029\ufeff", "é世🎉", "\xff\xc3(",
		"${x}"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var w jsonemit.Writer
		w.BeginObject()
		w.Name(s)
		w.BeginArray()
		w.String(s)
		w.Interpolation(s, true)
		w.Lines([]string{s, s})
		w.EndArray()
		w.EndObject()
		var got map[string][]string
		if err := json.Unmarshal(w.Bytes(), &got); err != nil {
			t.Fatalf("%s: %q", err, w.Bytes())
		}
		// Each byte of invalid UTF-8 becomes one U+FFFD.
		want := string([]rune(s))
		if len(got) != 1 || got[want][0] != want || got[want][1] != "${"+want+"\n}" || got[want][2] != want+"\n"+want {
			t.Errorf("%q is read as %q", s, got)
		}
	})
}

// TestLayout checks that the layout equals the layout of json.Indent.
func TestLayout(t *testing.T) {
	for _, text := range []string{
		`{}`, `[]`, `1`, `"a"`, `{"a":{},"b":[],"c":[1,"x",null,[{}]],"d":{"e":{"f":[[]]}}}`, `[[[1]],{"a":[]}]`,
	} {
		var w jsonemit.Writer
		d := json.NewDecoder(strings.NewReader(text))
		d.UseNumber()
		emit(t, &w, d)
		var want bytes.Buffer
		if err := json.Indent(&want, []byte(text), "", "  "); err != nil {
			t.Fatal(err)
		}
		want.WriteByte('\n')
		if got := w.Bytes(); !bytes.Equal(got, want.Bytes()) {
			t.Errorf("%s is written\n%s\nwant\n%s", text, got, &want)
		}
	}
}

// emit writes the next value of a decoder.
func emit(t *testing.T, w *jsonemit.Writer, d *json.Decoder) {
	t.Helper()
	token, err := d.Token()
	if err != nil {
		t.Fatal(err)
	}
	switch token := token.(type) {
	case nil:
		w.Raw("null")
	case string:
		w.String(token)
	case json.Number:
		w.Raw(token.String())
	case json.Delim:
		if token == '[' {
			w.BeginArray()
			for d.More() {
				emit(t, w, d)
			}
			w.EndArray()
		} else {
			w.BeginObject()
			for d.More() {
				name, _ := d.Token()
				w.Name(name.(string))
				emit(t, w, d)
			}
			w.EndObject()
		}
		if _, err := d.Token(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestEscapes checks that each character is escaped by RFC 8259, in the short form if one exists.
func TestEscapes(t *testing.T) {
	for s, want := range map[string]string{
		"\"\\/\b\f\n\r\t":                `"\"\\/\b\f\n\r\t"`,
		"\x00\x01\x0f\x10\x1f \x7f<>&":   `"\u0000\u0001\u000f\u0010\u001f ` + "\x7f<>&\"",
		"a\u2027\u2028\u2029\u202ab":     "\"a\u2027" + `\u2028\u2029` + "\u202ab\"",
		"\ufefe\ufeffx\uff00\U0001F389é": "\"\ufefe" + `\ufeff` + "x\uff00\U0001F389é\"",
		"\ufffd\xffa\xc3(":               "\"\ufffd" + `\ufffda\ufffd("`,
		"abc":                            `"abc"`,
	} {
		if got := string(jsonemit.AppendString([]byte("x"), s)); got != "x"+want {
			t.Errorf("%q is written %s, want %s", s, got, want)
		}
	}
}

// TestCounts checks that a writer counts the written bytes and limits the indentation to 100
// levels.
func TestCounts(t *testing.T) {
	var w jsonemit.Writer
	w.Grow(100)
	if n := testing.AllocsPerRun(1, func() { w.Grow(100) }); n > 0 {
		t.Error("it grows though there is room")
	}
	w.BeginObject()
	w.Name("a")
	w.Int(-12)
	w.Name("b")
	w.Interpolation(`x["\"]`, false)
	w.EndObject()
	const want = "{\n  \"a\": -12,\n  \"b\": \"${x[\\\"\\\\\\\"]}\"\n}"
	if w.Len() != len(want) || w.Values() != 3 || w.Depth() != 1 {
		t.Errorf("%d bytes, %d values, depth %d", w.Len(), w.Values(), w.Depth())
	}
	w.Grow(1 << 16)
	if got := string(w.Bytes()); got != want+"\n" {
		t.Errorf("after it has grown: %s", got)
	}
	w = jsonemit.Writer{}
	for range 103 {
		w.BeginArray()
	}
	for range 103 {
		w.EndArray()
	}
	lines := strings.Split(string(w.Bytes()), "\n")
	if w.Depth() != 103 || lines[99] != strings.Repeat(" ", 198)+"[" || lines[101] != strings.Repeat(" ", 200)+"[" ||
		lines[102] != strings.Repeat(" ", 200)+"[]" {
		t.Errorf("depth %d, %q", w.Depth(), lines[98:104])
	}
}
