package service

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

// fillNonZero sets all parts of a value to values other than zero.
func fillNonZero(v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for _, field := range v.Fields() {
			fillNonZero(field)
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fillNonZero(v.Elem())
	case reflect.Uint8:
		v.SetUint('1')
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		fillNonZero(v.Index(0))
		fillNonZero(v.Index(1))
	case reflect.String:
		v.SetString("\"ü\n" + v.Type().String())
	case reflect.Bool:
		v.SetBool(true)
	default:
		v.SetInt(7)
	}
}

// Read restores all properties that encoding/json writes, and ignores null.
func TestRead(t *testing.T) {
	var want, got, empty Request
	fillNonZero(reflect.ValueOf(&want).Elem())
	text, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	if err := Read(" "+string(text)+"\r\n", &got); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%s is read as %+v, %v", text, got, err)
	}
	for name := range reflect.TypeFor[Options]().Fields() {
		tag, _, _ := strings.Cut(name.Tag.Get("json"), ",")
		if err := Read(`{"options": {"`+tag+`": null}}`, &empty); err != nil || !reflect.ValueOf(empty).IsZero() {
			t.Errorf("%s: %+v, %v", tag, empty, err)
		}
		if err := Read(`{"options": {"`+tag+`": null, "`+tag+`": null}}`, &empty); err == nil ||
			!strings.Contains(err.Error(), "given twice") {
			t.Errorf("%s twice: %v", tag, err)
		}
		if err := Read(`{"options": {"`+tag+`": 1}}`, &empty); err == nil ||
			err.Error() != "options."+tag+" cannot be a number" {
			t.Errorf("%s: %v", tag, err)
		}
	}
}

// Append writes a response as encoding/json does, except for its source map.
func TestAppend(t *testing.T) {
	var full Response
	fillNonZero(reflect.ValueOf(&full).Elem())
	full.SourceMap = nil
	full.Diagnostics[0].Difference.Path = []string{}
	for _, resp := range []*Response{&full, EmptyResponse(), ErrorResponse("a.tf", "<a>", "\u2028\x00")} {
		var got, want any
		text, err := json.Marshal(resp)
		if err != nil || json.Unmarshal(text, &want) != nil {
			t.Fatal(err)
		}
		line := string(resp.Append([]byte{'{'}, false)) + "}"
		if err := json.Unmarshal([]byte(line), &got); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("got %s, %v\nwant %s", line, err, text)
		}
	}
	mapped := &Response{SourceMap: Raw("{\n\"a\\n\":\n1}\n")}
	if got, want := string(mapped.Append(nil, false)), `"diagnostics":[],"sourceMap":{"a\n":1}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
